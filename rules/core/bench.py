"""Speed of a title's engine, size of its positions, course of its games, strength of its bots.

All times are processor time: what else the machine does meanwhile does not count.
"""

import statistics
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

import msgspec

from rules.core.chance import Seeded
from rules.core.decisions import Choice, Decision
from rules.core.game import Game
from rules.core.records import SCHEME, dump_record
from rules.core.replay import RecordedGame, replay
from rules.core.title import Bot, Title

#: Row of the report: what is measured, and the figure.
Row = tuple[str, str]

_MICRO = 1e6
#: Wide questions (which of twenty figures go) are described as constraints, never listed to the end.
_LISTED = 200


def percentile(values: list[float], share: float) -> float:
    """Return the value below which `share` of the values lie."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(
    title: Title[Any], games: int, bot_games: int, options: Mapping[str, Any] | None = None
) -> list[Row]:
    """Return figures of a title's engine and bots.

    Args:
        title: the title measured.
        options: what is played; where it is not the usual game, its speed is also told as a share of that one's.
        games: how many random games are timed; a tenth as many games of the best bot against itself
            show how a sensible game runs.
        bot_games: how many games every bot plays in each seat against random play (0: none).
    """
    usual, played = title.normalise_options({}), title.normalise_options(options or {})
    return [
        *random_play(title, games, played),
        *(_beside(title, games, played, usual) if played != usual else ()),
        *sensible_play(title, max(1, games // 10), played),
        *strength(title, bot_games, played),
    ]


# -- random play -------------------------------------------------------------------------------------


@dataclass
class Timings:
    """Seconds that the steps of the full loop took, one value for each decision."""

    listing: list[float] = field(default_factory=list)
    describing: list[float] = field(default_factory=list)
    applying: list[float] = field(default_factory=list)


def random_play(title: Title[Any], games: int, options: Mapping[str, Any]) -> list[Row]:
    """Return the speed of the full loop (list, choose, apply), its parts, and the size of a checkpoint."""
    timings = Timings()
    states: list[Any] = []
    actions = 0
    started = time.process_time()
    for seed in range(games):
        game = Game.start(title, options, Seeded(seed))
        actions += _random_game(game, Random(seed))
        states.append(game.state)
    loop = time.process_time() - started
    for seed in range(max(1, games // 5)):
        _timed_game(Game.start(title, options, Seeded(seed)), Random(seed), timings)
    return [
        ("random full loop, choices a second", f"{actions / loop:,.0f}"),
        ("decisions in a random game, mean", f"{actions / games:,.0f}"),
        ("apply one choice, p50 / p95 / p99, µs", _shares(timings.applying, 0.5, 0.95, 0.99)),
        ("list the choices, p50 / p99 / worst, µs", _shares(timings.listing, 0.5, 0.99, 1.0)),
        ("describe a decision, p50 / p99 / worst, µs", _shares(timings.describing, 0.5, 0.99, 1.0)),
        *_checkpoints(title, states),
    ]


def _beside(title: Title[Any], games: int, options: Mapping[str, Any], usual: Mapping[str, Any]) -> list[Row]:
    """Return the speed of random play as a share of the usual game's, the two played in turn."""
    actions, seconds = [0, 0], [0.0, 0.0]
    for seed in range(games):
        for which, played in enumerate((usual, options)):
            started = time.process_time()
            actions[which] += _random_game(Game.start(title, played, Seeded(seed)), Random(seed))
            seconds[which] += time.process_time() - started
    speeds = [made / taken for made, taken in zip(actions, seconds, strict=True)]
    return [("random full loop, share of the usual game's", f"{speeds[1] / speeds[0]:.2f}")]


def _random_game(game: Game[Any], rng: Random) -> int:
    """Play a game to its end by chance. Returns the number of choices."""
    actions = 0
    while not game.is_over:
        decision = rng.choice(game.pending)
        game.choose(decision.seat, listed_choice(decision, rng))
        actions += 1
    return actions


def listed_choice(decision: Decision, rng: Random) -> Choice:
    """Choose among the listed choices; where there are too many to list, by the constraints."""
    legal = list(islice(decision.legal(), _LISTED))
    return rng.choice(legal) if len(legal) < _LISTED else decision.sample(rng)


def _timed_game(game: Game[Any], rng: Random, timings: Timings) -> None:
    while not game.is_over:
        decision = rng.choice(game.pending)
        times = [time.process_time()]
        decision.describe()
        times.append(time.process_time())
        choice = listed_choice(decision, rng)
        times.append(time.process_time())
        game.choose(decision.seat, choice)
        times.append(time.process_time())
        for values, before, after in zip(
            (timings.describing, timings.listing, timings.applying), times, times[1:], strict=False
        ):
            values.append(after - before)


def _checkpoints(title: Title[Any], states: list[Any]) -> list[Row]:
    encoder = msgspec.msgpack.Encoder()
    decoder = msgspec.msgpack.Decoder(title.state_type)
    before = time.process_time()
    encoded = [encoder.encode(state) for state in states]
    between = time.process_time()
    for stored in encoded:
        decoder.decode(stored)
    after = time.process_time()
    sizes = [len(stored) for stored in encoded]
    encoding, decoding = ((end - start) / len(states) for start, end in ((before, between), (between, after)))
    return [
        ("checkpoint at the end, bytes (median)", f"{statistics.median(sizes):,.0f}"),
        ("checkpoint, encode / decode, µs", f"{encoding * _MICRO:.1f} / {decoding * _MICRO:.1f}"),
    ]


def _shares(seconds: list[float], *shares: float) -> str:
    return " / ".join(f"{percentile(seconds, share) * _MICRO:,.1f}" for share in shares)


# -- sensible play -----------------------------------------------------------------------------------


@dataclass
class Visits:
    """The changes of the seat to move in a game, with and without standing orders."""

    decisions: int = 0
    standing: int = 0
    seat_changes: int = 0
    seat_changes_with_orders: int = 0
    _last: str = ""
    _last_with_orders: str = ""

    def note(self, decision: Decision) -> None:
        """Count a decision; one that the game does not wait for brings nobody to the table."""
        seat = decision.seat
        self.decisions += 1
        if not decision.waits:
            self.standing += decision.standing
            return
        self.seat_changes += seat != self._last
        self._last = seat
        if decision.standing:
            self.standing += 1
            return
        self.seat_changes_with_orders += seat != self._last_with_orders
        self._last_with_orders = seat


def sensible_play(title: Title[Any], games: int, options: Mapping[str, Any]) -> list[Row]:
    """Return how games of the best bot against itself run: length, visits, size and replay of the record."""
    best = list(title.bots)[-1]
    counts: list[Visits] = []
    thinking: list[float] = []
    records: list[RecordedGame] = []
    for seed in range(games):
        played = RecordedGame(title, options, seed=seed, scheme=SCHEME)
        bots = {seat: title.bots[best]() for seat in played.game.seats}
        count = Visits()
        for decision, seconds in _between_bots(played, bots, Random(seed)):
            count.note(decision)
            thinking.append(seconds)
        counts.append(count)
        records.append(played)
    entries, entry_seconds, game_seconds = _replays(records)
    sizes = [len(dump_record(played.record())) for played in records]

    def mean(name: str) -> str:
        return f"{statistics.mean(getattr(c, name) for c in counts):,.0f}"

    return [
        (f"games of {best} against itself", f"{games}"),
        ("decisions in a game, mean", mean("decisions")),
        ("of these a standing order may answer, mean", mean("standing")),
        ("another seat comes to move, times in a game", mean("seat_changes")),
        ("the same with standing orders", mean("seat_changes_with_orders")),
        (f"{best} decides in, p50 / p99 / worst, µs", _shares(thinking, 0.5, 0.99, 1.0)),
        ("entries of a record, mean", f"{entries:,.0f}"),
        ("record as JSON, bytes (median)", f"{statistics.median(sizes):,.0f}"),
        ("replay, µs an entry", f"{entry_seconds * _MICRO:.0f}"),
        ("replay of a whole game, ms (median)", f"{game_seconds * 1e3:.1f}"),
    ]


def _between_bots(
    played: RecordedGame, bots: Mapping[str, Bot], rng: Random
) -> Iterator[tuple[Decision, float]]:
    """Play a game to its end; yield every decision with the seconds that its bot took."""
    while not played.game.is_over:
        decision = played.game.pending[0]
        view = played.game.view(decision.seat)
        before = time.process_time()
        choice = bots[decision.seat].choose(view, decision, rng)
        seconds = time.process_time() - before
        played.choose(decision.seat, choice)
        yield decision, seconds


def _replays(records: list[RecordedGame]) -> tuple[float, float, float]:
    """Return the mean number of entries, the seconds of an entry, and the median seconds of a game."""
    seconds: list[float] = []
    entries = 0
    for played in records:
        record = played.record()
        before = time.process_time()
        replay(record)
        seconds.append(time.process_time() - before)
        entries += record.length
    return entries / len(records), sum(seconds) / entries, statistics.median(seconds)


# -- the bots ----------------------------------------------------------------------------------------


def strength(title: Title[Any], games: int, options: Mapping[str, Any] | None = None) -> list[Row]:
    """Return how often each bot beats random play from each seat, and the best one the next best."""
    names = list(title.bots)
    if games == 0 or len(names) == 1:
        return []
    pairs = [(name, "random") for name in names[1:]]
    if len(names) > 2:
        pairs.append((names[-1], names[-2]))
    return [
        (
            f"{name} as {title.seat_name(seat)} beats {foe}, {games} games",
            f"{win_rate(title, seat, name, games, foe, options):.1%}",
        )
        for name, foe in pairs
        for seat in title.seats(title.normalise_options(options or {}))
    ]


def win_rate(
    title: Title[Any],
    seat: str,
    bot: str,
    games: int,
    foe: str = "random",
    options: Mapping[str, Any] | None = None,
) -> float:
    """Return how often a bot in `seat` beats the bot `foe` in all others; a shared victory counts in part.

    The partners of a seat are played by the same bot.
    """
    won = 0.0
    for seed in range(games):
        game = Game.start(title, options or {}, Seeded(f"bench-{seed}"))
        rng = Random(seed)
        own = title.allies(game.options, seat)
        bots = {s: title.bots[bot if s in own else foe]() for s in game.seats}
        while not game.is_over:
            decision = game.pending[0]
            game.choose(decision.seat, bots[decision.seat].choose(game.view(decision.seat), decision, rng))
        assert game.result is not None
        if seat in game.result.winners:
            won += len(own) / len(game.result.winners)
    return won / games
