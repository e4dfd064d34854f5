"""Golden games of Risk: players who choose at random, with a leaning, until a game ends as it is wanted.

    python -m tests.rules.risk.recording [NAME …]

plays game after game from seed 0 on, writes `rules/risk/records/NAME.txt` for each name, all of `WANTED` without one,
and prints what `test_golden.py` expects of it. It is run again whenever the rules of Risk change their version. No bot
has a say in these games.
"""

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules import Game, LogLine, RecordedGame
from rules.core.decisions import Amount, Choice, Counts, Decision, OneOf
from rules.core.records import SCHEME, check_fairness
from rules.core.transcript import write_transcript
from rules.risk import TITLE
from rules.risk.battles import ASSAULT
from rules.risk.cards import HUNT
from rules.risk.data import MOUNT_DOOM, NEIGHBOURS, NEUTRAL
from rules.risk.state import State, are_allied, measure

GOLDEN = Path(__file__).resolve().parents[3] / "rules" / "risk" / "records"
#: A game that takes longer than this is given up, and so is the search after so many games.
MOST_CHOICES, MOST_GAMES = 700, 3000
#: Questions whether a card holds the Fellowship up.
DELAYS = ("fellowship-road", "fellowship-leaves")
RANDOM = {"setup_mode": "random"}

Leaning = Callable[[State, Decision, Random], Choice]


class Wanted(msgspec.Struct, frozen=True):
    """A game that is wanted.

    Attributes:
        ending: the reason of its result.
        leaning: how everybody chooses.
        told: whether its end is what it is wanted for.
        options: what it is played with.
        gives_up: who resigns, and after how many choices of all.
        most: choices after which it is given up.
    """

    ending: str
    leaning: Leaning
    told: Callable[[Game[State]], bool]
    options: dict[str, Any]
    gives_up: tuple[str, int] = ("", 0)
    most: int = MOST_CHOICES


# -- how they choose ---------------------------------------------------------------------------------


def skirmish(chance: float) -> Leaning:
    """Choose at random, and go to war with this chance each time."""

    def choose(s: State, decision: Decision, rng: Random) -> Choice:
        if decision.kind == "combat" and not (decision.context or {})["cards"] and rng.random() > chance:
            claims = [x for x in values_of(decision) if x.startswith("claim:")]
            return claims[0] if claims else None
        return TITLE.fuzz_choice(decision, rng)

    return choose


def idle(s: State, decision: Decision, rng: Random) -> Choice:
    """Choose as the clock does for who has left the table."""
    return decision.fallback_choice()


def patient(s: State, decision: Decision, rng: Random) -> Choice:
    """Hunt for the Ringbearer when the Fellowship is a stop from Mount Doom, or there, and not before."""
    if decision.kind == "open":
        hunts = [x for x in values_of(decision) if x == f"play:{HUNT}"]
        return hunts[0] if hunts and s.stop >= MOUNT_DOOM - 1 else None
    return skirmish(0.2)(s, decision, rng)


def rash(*spared: str) -> Leaning:
    """Bring all there is to one place, and throw it at the largest host of those who are not spared."""

    def choose(s: State, decision: Decision, rng: Random) -> Choice:
        if isinstance(decision.options, Counts):
            return {next(iter(decision.options.limits)): decision.options.minimum}
        if decision.kind == "combat":
            found = [x for x in ways(s, decision) if s.holders[x.partition(">")[2]] not in spared]
            return max(found, key=lambda way: -lead(s, way), default=None)
        if decision.kind == "battle":
            return ASSAULT
        if decision.kind in DELAYS:
            return values_of(decision)[0] if values_of(decision) else None
        return decision.fallback_choice()

    return choose


def warlord(s: State, decision: Decision, rng: Random) -> Choice:
    """Bring all there is to one place, and hunt those who play down from there, as long as there are more."""
    if isinstance(decision.options, Counts):
        return {max(decision.options.limits, key=lambda x: front(s, x)): decision.options.minimum}
    if decision.kind == "combat":
        found = [way for way in ways(s, decision) if lead(s, way) > 0]
        return max(
            found,
            key=lambda way: (*front(s, way.partition(">")[2], decision.seat), lead(s, way)),
            default=None,
        )
    if decision.kind == "battle":
        return ASSAULT
    if decision.kind == "fortify":
        inside = [x for x in values_of(decision) if x in s.battalions and front(s, x)[0] == 0]
        return max(inside, key=lambda x: s.battalions[x], default=None)
    if decision.kind == "fortify-to":
        return max(values_of(decision), key=lambda x: front(s, x))
    if isinstance(decision.options, Amount):
        return decision.options.low if decision.kind in ("stop-at", "leave") else decision.options.high
    if decision.kind in ("open", "trade", "adventure", *DELAYS) and values_of(decision):
        return values_of(decision)[0]
    return TITLE.fuzz_choice(decision, rng)


def leaves_after(rounds: int) -> Leaning:
    """Choose at random, and leave the table after so many rounds: from then on the clock chooses."""
    return lambda s, decision, rng: (idle if s.round > rounds else skirmish(0.4))(s, decision, rng)


def each(**leanings: Leaning) -> Leaning:
    """Let every seat choose in its own way."""
    return lambda s, decision, rng: leanings[decision.seat](s, decision, rng)


def values_of(decision: Decision) -> tuple[str, ...]:
    assert isinstance(decision.options, OneOf)
    return tuple(decision.options.values)


def ways(s: State, decision: Decision) -> list[str]:
    """Return the invasions that may be declared."""
    return [x for x in values_of(decision) if ">" in x]


def lead(s: State, way: str) -> int:
    """Return how many more the attackers are."""
    origin, _, target = way.partition(">")
    return s.battalions[origin] - s.battalions[target] - 1


def front(s: State, territory: str, seat: str = "") -> tuple[int, int, int]:
    """Return how good a territory is to fight from, or to take: the higher, the better.

    First of all an enemy who plays has to be near, then there have to be enemies beside it, few if it is to be taken.
    """
    seat = seat or s.holders[territory]
    enemies = [x for x in s.holders if not are_allied(s, seat, s.holders[x])]
    seen, edge, steps = {territory}, [territory], 0
    while edge and not any(x in enemies and s.holders[x] != NEUTRAL for x in edge):
        edge = list(dict.fromkeys(there for here in edge for there in NEIGHBOURS[here] if there not in seen))
        seen |= set(edge)
        steps += 1
    beside = sum(x in enemies for x in NEIGHBOURS[territory])
    return -steps, -beside if territory in enemies else bool(beside), s.battalions[territory]


# -- what their ends tell ------------------------------------------------------------------------------


def tells(play: Game[State], kind: str, **data: Any) -> list[LogLine]:
    """Return the lines of a kind with these data."""
    return [line for line in play.lines if line.kind == kind and data.items() <= line.data.items()]


def tell_all(play: Game[State], *kinds: str) -> bool:
    return all(tells(play, kind) for kind in kinds)


def points(play: Game[State], *seats: str) -> int:
    return measure(play.state, *seats)[0]


def best_alone(play: Game[State]) -> str:
    """Return who has the most points, allied or not."""
    return max(play.seats, key=lambda seat: points(play, seat))


def takes_and_trades(play: Game[State]) -> bool:
    """Return whether two are out who had cards, and a conqueror had to trade at once (RK-10.2, RK-10.3)."""
    kinds = [line.kind for line in play.lines if line.kind in ("turn-begins", "eliminated", "traded")]
    taken = [line for line in tells(play, "eliminated") if line.data["cards"]]
    return len(taken) >= 2 and ("eliminated", "traded") in pairwise(kinds)


def ends_before_reinforcements(play: Game[State]) -> bool:
    """Return whether a card has brought the Ring to Mount Doom, and there to its end, as a turn began (RK-12.18)."""
    kinds = [line.kind for line in play.lines if line.kind in ("turn-begins", "reinforced")]
    return kinds[-1] == "turn-begins"


# -- what is wanted ----------------------------------------------------------------------------------

#: A game of cards: of each kind one is played at least.
_CARDS = ("card-played", "event-drawn", "traded", "leader-lost", "fellowship-stayed")
#: The Ring holds out as long as may be, so that wars come to an end.
_LATE = {"doom_roll": "4"}
_PREY = rash("green")

WANTED = {
    "ring": Wanted("ring-destroyed", skirmish(0.4), lambda play: tell_all(play, *_CARDS), {"players": "2"}),
    "ring-hunted": Wanted("ring-destroyed", patient, ends_before_reinforcements, {"players": "3", **RANDOM}),
    "ring-team": Wanted(
        "ring-destroyed",
        skirmish(0.3),
        lambda play: (
            points(play, "green", "yellow") < points(play, "red", "black") and tell_all(play, "hunted")
        ),
        {"players": "team", **RANDOM},
    ),
    "ring-found": Wanted(
        "ring-found",
        skirmish(0.3),
        lambda play: len(tells(play, "hunted")) > 1,
        {"players": "team", **RANDOM},
        most=250,
    ),
    "alliance": Wanted(
        "ring-destroyed",
        skirmish(0.3),
        lambda play: best_alone(play) not in play.state.winners,
        {"players": "alliance", **RANDOM},
    ),
    "points-alliance": Wanted(
        "round-limit",
        skirmish(0.4),
        lambda play: play.state.winners == ["red", "black"],
        {"players": "alliance", "round_limit": 2, **RANDOM},
    ),
    "round-limit": Wanted(
        "round-limit",
        skirmish(0.4),
        lambda play: play.state.winners == ["black"] and tell_all(play, "card-played"),
        {"players": "3", "round_limit": 3, "three_player_deal": "half-neutral"},
    ),
    "tie": Wanted(
        "round-limit",
        skirmish(0.1),
        lambda play: len(tells(play, "rolled-for", what="tie")) > 1,
        {"players": "4", "round_limit": 1, **RANDOM},
    ),
    "conquest": Wanted(
        "conquest",
        each(green=warlord, red=_PREY),
        lambda play: NEUTRAL in play.state.holders.values(),
        {"players": "2", **_LATE},
    ),
    "conquest-three": Wanted(
        "conquest", each(green=warlord, red=_PREY, black=_PREY), lambda play: True, {"players": "3", **_LATE}
    ),
    "conquest-alliance": Wanted(
        "conquest",
        each(green=warlord, yellow=warlord, red=rash(), black=rash()),
        lambda play: True,
        {"players": "alliance", **_LATE},
    ),
    "eliminated": Wanted(
        "ring-destroyed",
        each(green=warlord, red=_PREY, yellow=_PREY, black=_PREY),
        takes_and_trades,
        {"players": "4", **_LATE},
    ),
    "resignation": Wanted(
        "resignation", skirmish(0.4), lambda play: True, {"players": "2", **RANDOM}, gives_up=("green", 40)
    ),
    "resignation-team": Wanted(
        "resignation", skirmish(0.4), lambda play: True, {"players": "team", **RANDOM}, gives_up=("black", 40)
    ),
    "left-alone": Wanted(
        "ring-destroyed",
        each(green=skirmish(0.4), red=leaves_after(1), black=leaves_after(2)),
        lambda play: play.state.winners == ["green"],
        {"players": "3", **RANDOM},
    ),
    "other-options": Wanted(
        "ring-destroyed",
        skirmish(0.4),
        lambda play: tell_all(play, *_CARDS),
        {
            "players": "alliance",
            "setup_mode": "alternate",
            "doom_roll": "4",
            "adventure_draw": "enter",
            "mission_pins_leader": True,
            "choose_defence_dice": True,
            "interactive_windows": True,
            "allies_see_hands": False,
        },
        most=1000,
    ),
}


# -- looking for them ------------------------------------------------------------------------------------


def play_one(wanted: Wanted, seed: int) -> RecordedGame:
    """Play one game to its end, or as long as a game may be."""
    rng, played = Random(seed), RecordedGame(TITLE, wanted.options, seed=seed, scheme=SCHEME)
    who, when = wanted.gives_up
    for number in range(wanted.most):
        if played.game.is_over:
            break
        if who and number == when:
            played.resign(who)
            break
        decision = played.game.pending[0]
        played.choose(decision.seat, wanted.leaning(played.game.state, decision, rng))
    return played


def find(wanted: Wanted) -> tuple[int, RecordedGame] | None:
    """Return the first game that ends as it is wanted, and its seed."""
    for seed in range(MOST_GAMES):
        played = play_one(wanted, seed)
        result = played.game.result
        if result is not None and result.reason == wanted.ending and wanted.told(played.game):
            return seed, played
    return None


def record(names: list[str]) -> int:
    """Record the games that are named, or all of them; returns 1 if one was not found."""
    missing = 0
    for name in names or WANTED:
        found = find(WANTED[name])
        if found is None:
            print(f"{name}: not found in {MOST_GAMES} games")
            missing += 1
            continue
        seed, played = found
        written = write_transcript(played.record())
        (GOLDEN / f"{name}.txt").write_text(written, encoding="utf-8")
        facts = TITLE.facts(played.game.state, played.game.lines)
        print(f"{name}: seed {seed}, {len(written)} bytes, {check_fairness(played.record())} draws, {facts}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(record(sys.argv[1:]))
