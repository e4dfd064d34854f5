"""Golden games of Lords: players who choose at random, with a leaning, until a game ends as it is wanted.

    python -m tests.rules.war_of_the_ring.lords.recording [NAME …]

plays game after game from seed 0 on and writes `tests/golden/war_of_the_ring/lords-NAME.txt` for each name, all of
`WANTED` without one. It is run again whenever the rules of Lords change their version. No bot has a say in it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules.core.decisions import Choice, Decision, OneOf
from rules.core.replaying import RecordedGame
from rules.core.table import LogLine
from rules.core.transcript import write_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.catalogue import FP, SH
from rules.war_of_the_ring.politics import COMPANION_ABILITY
from rules.war_of_the_ring.sets.lords.forms import ALTERNATES
from rules.war_of_the_ring.sets.lords.hunting import DUNADAN
from rules.war_of_the_ring.sets.lords.lying import WONT_GO_BACK
from rules.war_of_the_ring.sets.lords.state import TOKENS

COUNCIL = {"council_of_rivendell": True}
BOROMIR, LEGOLAS = "boromir-captain-general-of-gondor", "legolas-elven-prince"
KEEPER = "gandalf-the-grey-keeper-of-narya"
GOLDEN = Path(__file__).resolve().parents[3] / "golden" / "war_of_the_ring"
#: A game that takes longer than this is given up, and so is the search after so many games.
MOST_CHOICES, MOST_GAMES = 1500, 400
#: A short one.
SHORT = 400

#: The ends of the actions by which the Fellowship gets on.
_ONWARD = (":move-fellowship", ":hide-fellowship")

Leaning = Callable[[Decision, Random], Choice]


class Wanted(msgspec.Struct, frozen=True):
    """A game that is wanted.

    Attributes:
        ending: the reason of its result.
        leaning: how both sides choose.
        told: whether its story tells what it is wanted for.
        options: of what it is played with, beside Lords itself.
        most: choices after which it is given up.
    """

    ending: str
    leaning: Leaning
    told: Callable[[list[LogLine]], bool]
    options: dict[str, Any] = {}
    most: int = MOST_CHOICES


def _any_of(decision: Decision, rng: Random, *ends: str) -> Choice:
    """Choose an action that ends so, of the first end that any has; else at random."""
    if isinstance(decision.options, OneOf):
        for end in ends:
            if found := [value for value in decision.options.values if value.endswith(end)]:
                return rng.choice(found)
    return TITLE.fuzz_choice(decision, rng)


def _values(decision: Decision) -> tuple[str, ...]:
    assert isinstance(decision.options, OneOf)
    return tuple(decision.options.values)


def _skip(decision: Decision) -> Choice:
    values = _values(decision)
    return "pass" if "pass" in values else next(value for value in values if value.startswith("skip:"))


# -- how they choose ---------------------------------------------------------------------------------


def _wary_hunt(decision: Decision, rng: Random) -> Choice:
    """The Free Peoples walk; the Shadow plays cards, and does not spare them at Sméagol's tiles."""
    if decision.kind == "we-wont-go-back":
        return WONT_GO_BACK
    if decision.kind == "card" and decision.is_legal(WONT_GO_BACK):
        return WONT_GO_BACK
    if decision.kind == "action" and decision.seat == SH:
        return _any_of(decision, rng, ":play-event", ":play", ":draw", ":card-draw")
    if decision.kind == "action":
        return _any_of(decision, rng, *_ONWARD)
    if decision.kind == "casualty":
        return decision.fallback_choice()
    return TITLE.fuzz_choice(decision, rng)


def _open_road(decision: Decision, rng: Random) -> Choice:
    """The Free Peoples do nothing but walk, and spare the Ring-bearers; the Shadow looks elsewhere."""
    if decision.kind == "hunt-allocation":
        return decision.options.low  # type: ignore[attr-defined]
    if decision.kind == "action":
        if decision.seat == SH:
            return _skip(decision)
        onward = [value for value in _values(decision) if value.endswith(_ONWARD)]
        return rng.choice(onward) if onward else _skip(decision)
    if decision.kind == "casualty":
        return "guide"
    if decision.kind in ("declare", "enter-mordor", "reveal"):
        for way in ("enter", "minas-morgul", "morannon"):
            if decision.is_legal(way):
                return way
        return None if decision.may_pass else decision.fallback_choice()
    return TITLE.fuzz_choice(decision, rng)


def _council(guide: str, *outside: str) -> Leaning:
    """All Companions come in their other form, and these begin outside and speak for their Nations."""

    def choose(decision: Decision, rng: Random) -> Choice:
        if decision.kind == "lords-versions":
            return [*ALTERNATES.values()]
        if decision.kind == "first-guide":
            return guide
        if decision.kind == "companions-outside":
            return list(outside)
        if decision.kind == "hunt-allocation":
            return decision.options.high  # type: ignore[attr-defined]
        if decision.kind == "guide":
            return decision.fallback_choice()
        if decision.kind == "absorb":
            return _on(decision)
        if decision.kind == "action" and decision.seat == FP:
            envoys = [f":{companion}" for companion in outside]
            return _any_of(decision, rng, *envoys, ":move-fellowship", ":hide-fellowship")
        if decision.kind == "action":
            tokens = [f"token:{token}" for token in TOKENS]
            return _any_of(decision, rng, *tokens, ":play-event", ":draw", ":card-draw")
        if decision.kind == "casualty":
            return decision.options.values[-1]  # type: ignore[attr-defined]
        return TITLE.fuzz_choice(decision, rng)

    return choose


def _war_of(side: str) -> Leaning:
    """One side does nothing but make war, and the other nothing at all."""
    marches = (":attack", ":leader-attack", ":use-balrog", ":diplomacy", ":minion", ":recruit", ":fling")

    def choose(decision: Decision, rng: Random) -> Choice:
        if decision.kind == "action":
            if decision.seat != side:
                return _skip(decision)
            return _any_of(decision, rng, *marches, ":move-armies", ":leader-move", ":play-event")
        if decision.kind == "hunt-allocation":
            return decision.options.low  # type: ignore[attr-defined]
        if decision.kind in ("continue", "evil-knowledge", "press-siege", "attackers", "advance"):
            return _on(decision)
        if decision.kind in ("declare", "guide"):
            return None if decision.may_pass else decision.fallback_choice()
        return TITLE.fuzz_choice(decision, rng)

    return choose


#: What a hasty game begins with: forms, the first Guide, who begins outside, what the Shadow takes for it.
_BEGINNING: dict[str, Choice] = {
    "lords-versions": [KEEPER, DUNADAN, BOROMIR, LEGOLAS],
    "first-guide": KEEPER,
    "companions-outside": [BOROMIR],
    "action-token": "advance-nation",
}


def _hasty(decision: Decision, rng: Random) -> Choice:
    """The Keepers come and use their Rings, the Minions come; the Fellowship walks, and every hit is Corruption."""
    if decision.kind in _BEGINNING:
        return _BEGINNING[decision.kind]
    if decision.kind == "hunt-allocation":
        amount: Any = decision.options
        return max(amount.low, amount.high - 2)
    if decision.kind == "action" and decision.seat == SH:
        return _any_of(decision, rng, "token:advance-nation", ":minion", ":use-balrog", ":card-draw", ":play")
    if decision.kind == "action":
        turned = [value for value in _values(decision) if value.startswith("ring:")]
        if turned and rng.random() < 0.1:
            return rng.choice(turned)
        return _any_of(decision, rng, ":elrond", ":galadriel", *_ONWARD, f":{BOROMIR}", ":card-draw")
    for wanted in ("sauron", "balrog@moria", "use"):
        if decision.is_legal(wanted):
            return wanted
    if decision.kind in ("casualty", "declare"):
        return None if decision.may_pass else decision.fallback_choice()
    return TITLE.fuzz_choice(decision, rng)


def _on(decision: Decision) -> Choice:
    """Fight on, with all there are."""
    if isinstance(decision.options, OneOf):
        return decision.options.values[0]
    return decision.fallback_choice()


# -- what their stories tell ----------------------------------------------------------------------------------


def _tells(lines: Iterable[LogLine], kind: str, **data: Any) -> bool:
    return any(line.kind == kind and data.items() <= line.data.items() for line in lines)


def _rouse(lines: list[LogLine], nation: str) -> bool:
    return _tells(lines, "nation-activated", nation=nation, cause=COMPANION_ABILITY)


def _advance(lines: list[LogLine], nation: str) -> bool:
    return _tells(lines, "nation-advanced", nation=nation, cause=COMPANION_ABILITY)


def _forms_matter(lines: list[LogLine]) -> bool:
    """The Dúnadan thins the Hunt; then others come to light, of whom the captains take damage and live."""
    shown = {line.data["character"] for line in lines if line.kind == "form-shown"}
    left = [line.data["companions"] for line in lines if line.kind == "companions-left"]
    return (
        {DUNADAN, BOROMIR, LEGOLAS} <= shown
        and _tells(lines, "hunt-die-fewer", by=DUNADAN)
        and any(BOROMIR in each or LEGOLAS in each for each in left)
    )


# -- what is wanted ----------------------------------------------------------------------------------

WANTED = {
    "corruption": Wanted(
        "corruption",
        _wary_hunt,
        lambda lines: _tells(lines, "corrupted", cause=WONT_GO_BACK) and _tells(lines, "special-die-kept"),
    ),
    "ring": Wanted("ring", _open_road, lambda lines: _tells(lines, "smeagol-joins")),
    "military-shadow": Wanted(
        "military-shadow",
        _war_of(SH),
        lambda lines: _tells(lines, "balrog-activated") and _tells(lines, "action-dice-rolled"),
    ),
    "military-free-peoples": Wanted(
        "military-free-peoples",
        _war_of(FP),
        lambda lines: _tells(lines, "character-entered", character="elrond"),
    ),
    "council-forms": Wanted("corruption", _council(DUNADAN), _forms_matter, COUNCIL, SHORT),
    "council-envoys": Wanted(
        "corruption",
        _council(KEEPER, BOROMIR, LEGOLAS),
        lambda lines: (
            _tells(lines, "tokens-taken", tokens=list(TOKENS))
            and _rouse(lines, "gondor")
            and _advance(lines, "elves")
        ),
        COUNCIL,
        SHORT,
    ),
    "council-other-options": Wanted(
        "corruption",
        _council(DUNADAN, BOROMIR),
        lambda lines: (
            _rouse(lines, "gondor")
            and not _advance(lines, "gondor")
            and _tells(lines, "hunt-rolled")
            and not _tells(lines, "hunt-die-fewer")
        ),
        {**COUNCIL, "dunadan_guide": "none", "council_envoys": "rouse"},
        SHORT,
    ),
    "hasty": Wanted(
        "corruption",
        _hasty,
        lambda lines: (
            all(_tells(lines, "ring-power", ring=ring) for ring in ("vilya", "nenya"))
            and all(_tells(lines, kind) for kind in ("ring-named", "special-die-kept", "smeagol-joins"))
            and _tells(lines, "balrog-activated")
        ),
        COUNCIL,
        80,
    ),
}


def play(wanted: Wanted, seed: int) -> RecordedGame:
    """Play one game to its end, or as long as a game may be."""
    rng, game = Random(seed), RecordedGame(TITLE, {"lords": True, **wanted.options}, seed=seed)
    for _ in range(wanted.most):
        if game.game.is_over:
            break
        decision = game.game.pending[0]
        game.choose(decision.seat, wanted.leaning(decision, rng))
    return game


def find(wanted: Wanted) -> RecordedGame | None:
    """Return the first game that ends as it is wanted, and tells what it is wanted for."""
    for seed in range(MOST_GAMES):
        game = play(wanted, seed)
        result = game.game.result
        if result is not None and result.reason == wanted.ending and wanted.told(list(game.game.lines)):
            return game
    return None


def main(names: list[str]) -> int:
    """Record the games that are named, or all of them."""
    missing = 0
    for name in names or WANTED:
        game = find(WANTED[name])
        if game is None:
            print(f"{name}: not found in {MOST_GAMES} games")
            missing += 1
            continue
        file = GOLDEN / f"lords-{name}.txt"
        file.write_text(write_transcript(game.record()), encoding="utf-8")
        print(f"{file.name}: {len(game.entries)} entries")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
