"""Random games for the checks: how they are played, what is looked at, and how a fault is told."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from rules.core.chance import Mixed, first_mix
from rules.core.game import Game
from rules.core.records import SCHEME, Record
from rules.core.replay import RecordedGame
from rules.core.title import Bot, Title

#: No game of ours is longer in random play.
MOST_CHOICES = 20_000

Options: TypeAlias = Mapping[str, Any]
Each: TypeAlias = Callable[[RecordedGame, Random], None]


class Broken(AssertionError):
    """Something that every title promises does not hold.

    Attributes:
        seed: the seed of the game; step: how many choices had been made; record: the game so far.
    """

    def __init__(self, seed: int, step: int, fault: str, record: Record | None) -> None:
        super().__init__(f"seed {seed}, step {step}: {fault}")
        self.seed = seed
        self.step = step
        self.fault = fault
        self.record = record


def eyes(game: Game[Any]) -> list[str | None]:
    """Return every point of view: the seats and a spectator."""
    return [*game.seats, None]


def source_of(seed: int) -> Mixed:
    """Return the chance of the game with this seed, for which nobody gives a word."""
    return Mixed(f"contract-{seed}", first_mix(()))


def play_out(
    title: Title[Any], options: Options, seed: int, each: Each | None = None, *, stride: int = 1
) -> RecordedGame:
    """Play at random to the end; call `each(played, rng)` before choices and at the end. Raises Broken.

    It is called before two choices in a row of every `stride`, others with another seed, and whenever something is
    asked for the first time in the game. In every fourth game the best bot has a seat: it comes to what random play
    hardly ever reaches (an elimination, a Ring destroyed).
    """
    rng = Random(seed)
    bots: dict[str, Bot] = {}
    played: RecordedGame | None = None
    step = 0
    looked_at: set[tuple[str, str]] = set()
    try:
        played = RecordedGame(title, options, seed=source_of(seed).seed, scheme=SCHEME)
        game = played.game
        if seed % 4 == 0:
            bots[game.seats[seed // 4 % len(game.seats)]] = [*title.bots.values()][-1]()
        while not game.is_over:
            assert game.pending, "a dead end: nobody is asked, and the game is not over"
            assert step < MOST_CHOICES, f"the game has not ended after {MOST_CHOICES} choices"
            kinds = {(decision.kind, decision.why) for decision in game.pending}
            if each is not None and (kinds - looked_at or (step + 2 * seed) % stride < 2):
                each(played, rng)
                looked_at |= kinds
                game = played.game  # which may have been set right
                if game.is_over:
                    break
            decision = rng.choice(game.pending)
            seat = decision.seat
            bot = bots.get(seat)
            choice = bot.choose(game.view(seat), decision, rng) if bot else title.fuzz_choice(decision, rng)
            lines, drawn = len(game.table.lines), game.chance_index
            played.choose(seat, choice)
            if game.table.fact_shown and game.chance_index == drawn:
                told = {line.kind for line in game.table.lines[lines:]}
                assert told & title.shows, f"something hidden is shown, and of {told} no kind is in `shows`"
            step += 1
        if each is not None:
            each(played, rng)
        assert not game.pending, "the game is over, and somebody is still asked"
    except Exception as error:  # a crash of the rules breaks the promise like a figure that is wrong
        fault = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        raise Broken(seed, step, fault, played.record() if played else None) from error
    return played
