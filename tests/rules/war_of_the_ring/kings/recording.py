"""Golden games of Kings of Middle-earth, alone and with Lords.

    python -m tests.rules.war_of_the_ring.kings.recording [NAME …]

plays game after game from seed 0 on and writes `rules/war_of_the_ring/records/kings-NAME.txt` for each name, all of
`WANTED` without one. It is run again whenever the rules of Kings change their version.
"""

import sys
from random import Random

from rules.core.decisions import Choice, Decision
from rules.core.table import LogLine
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.kings.state import CHIEFTAINS, SOVEREIGNS
from tests.rules.war_of_the_ring.recording import (
    ONWARD,
    SHORT,
    Leaning,
    Wanted,
    any_of,
    open_road,
    record,
    skip,
    tells,
    war_of,
)

KINGS = {"kings": True}
TOURNAMENT = {
    "kings": True,
    "visible_corruption_tiles": True,
    "sequential_corruption_draw": True,
    "no_ruler_tokens": True,
}
BOTH = {"lords": True, "kings": True, "dismay_tokens": True}
ATTEMPTS = [f"attempt:{sovereign}" for sovereign in SOVEREIGNS]
TOKENS = [f":ruler-token-{sovereign}" for sovereign in SOVEREIGNS]
ABILITIES = (":call-to-arms", ":iron-guard", ":mustering-of-the-mark", ":far-sighted")


# -- how they choose ---------------------------------------------------------------------------------


def _tempter(decision: Decision, rng: Random) -> Choice:
    """The Shadow tempts whom it can and brings its Chieftains; the Free Peoples walk, and awaken whom they can."""
    if decision.kind == "hunt-allocation":
        return decision.options.high  # type: ignore[attr-defined]
    if decision.kind == "action" and decision.seat == SH:
        if rng.random() < 0.6 and (tempted := [value for value in ATTEMPTS if decision.is_legal(value)]):
            return rng.choice(tempted)
        return any_of(decision, rng, ":chieftain", ":attack", ":diplomacy", ":play-event", ":draw")
    if decision.kind == "action":
        return any_of(decision, rng, *ONWARD, ":awaken", ":remove-corrupted", ":diplomacy")
    if decision.kind in ("casualty", "declare"):
        return None if decision.may_pass else decision.fallback_choice()
    return TITLE.fuzz_choice(decision, rng)


def _kings_return(decision: Decision, rng: Random) -> Choice:
    """The Free Peoples rouse their Nations and awaken their Sovereigns, who do what they can; then they make war."""
    ways = (*TOKENS, ":awaken", *ABILITIES, ":dwarvenking", ":diplomacy", ":stewardship", ":elvenking")
    if decision.kind == "action" and decision.seat == FP and rng.random() < 0.7:
        return any_of(decision, rng, *ways, ":attack", ":leader-attack", ":recruit", ":move-armies")
    if decision.kind == "forfeit-card":
        return CHIEFTAINS[0] if decision.is_legal(CHIEFTAINS[0]) else decision.sample(rng)
    return _FP_WAR(decision, rng)


def _hasty(decision: Decision, rng: Random) -> Choice:
    """Sovereigns awaken, Chieftains come, the Shadow tempts; the Fellowship walks, and every hit is Corruption."""
    if decision.kind == "hunt-allocation":
        return decision.options.high  # type: ignore[attr-defined]
    if decision.kind == "action" and decision.seat == SH:
        if rng.random() < 0.5 and (tempted := [value for value in ATTEMPTS if decision.is_legal(value)]):
            return rng.choice(tempted)
        return any_of(decision, rng, ":chieftain", ":minion", ":card-draw", ":play", ":draw")
    if decision.kind == "action":
        return any_of(decision, rng, *TOKENS, ":awaken", *ABILITIES, ":elrond", ":galadriel", *ONWARD)
    if decision.kind in ("casualty", "declare"):
        return None if decision.may_pass else decision.fallback_choice()
    return "use" if decision.is_legal("use") else TITLE.fuzz_choice(decision, rng)


_MARCHES = (":attack", ":leader-attack", ":diplomacy", ":chieftain", ":minion", ":recruit")
_FP_WAR: Leaning = war_of(FP, *_MARCHES)
_SH_WAR: Leaning = war_of(SH, *_MARCHES)


def _chieftains_war(decision: Decision, rng: Random) -> Choice:
    """The Shadow makes war, tempts whom it can, and its Chieftains act in place of Combat cards."""
    tempted = [value for value in ATTEMPTS if decision.kind == "action" and decision.is_legal(value)]
    if tempted and rng.random() < 0.3:
        return rng.choice(tempted)
    if decision.kind == "action" and decision.seat == FP and rng.random() < 0.3:
        return (
            any_of(decision, rng, ":awaken", ":diplomacy", ":draw") if decision.may_pass else skip(decision)
        )
    if decision.kind == "forfeit-card":
        return next(who for who in CHIEFTAINS if decision.is_legal(who))
    return _SH_WAR(decision, rng)


# -- what is wanted ----------------------------------------------------------------------------------

_RULERS = ("sovereign-awakened", "die-discarded")


def _tell_all(lines: list[LogLine], *kinds: str) -> bool:
    return all(tells(lines, kind) for kind in kinds)


WANTED = {
    "corruption": Wanted(
        "corruption",
        _tempter,
        lambda lines: _tell_all(
            lines, *_RULERS, "sovereign-corrupted", "kings-tile-placed", "corruption-tiles-returned"
        ),
        KINGS,
        SHORT,
    ),
    "ring": Wanted("ring", open_road, lambda lines: tells(lines, "tile-drawn"), KINGS),
    "military-shadow": Wanted(
        "military-shadow",
        _chieftains_war,
        lambda lines: _tell_all(lines, "die-discarded", "card-forfeited", "sovereign-corrupted"),
        KINGS,
    ),
    "military-free-peoples": Wanted(
        "military-free-peoples",
        _kings_return,
        lambda lines: _tell_all(lines, *_RULERS, "ruler-token-used"),
        KINGS,
    ),
    "tournament": Wanted(
        "corruption",
        _tempter,
        lambda lines: _tell_all(lines, *_RULERS, "sovereign-corrupted", "corruption-tile-placed"),
        TOURNAMENT,
        SHORT,
    ),
    "with-lords": Wanted(
        "corruption",
        _tempter,
        lambda lines: _tell_all(lines, *_RULERS, "special-die-kept", "sovereign-corrupted"),
        BOTH,
        SHORT,
    ),
    "hasty": Wanted(
        "corruption",
        _hasty,
        lambda lines: (
            _tell_all(lines, *_RULERS, "corruption-tile-placed", "corruption-tiles-returned")
            and any(tells(lines, "character-entered", character=chieftain) for chieftain in CHIEFTAINS)
            and (tells(lines, "ruler-token-used") or tells(lines, "far-sighted"))
        ),
        BOTH,
        110,
    ),
}


if __name__ == "__main__":
    sys.exit(record("kings", WANTED, sys.argv[1:]))
