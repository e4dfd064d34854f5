"""Golden games of Lords: players who choose at random, with a leaning, until a game ends as it is wanted.

    python -m tests.rules.war_of_the_ring.lords.recording [NAME …]

plays game after game from seed 0 on and writes `rules/war_of_the_ring/records/lords-NAME.txt` for each name, all of
`WANTED` without one. It is run again whenever the rules of Lords change their version. No bot has a say in it.
"""

import sys
from random import Random
from typing import Any

from rules.core.decisions import Choice, Decision
from rules.core.table import LogLine
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.lords.cards.table_cards import WONT_GO_BACK
from rules.war_of_the_ring.sets.lords.forms import ALTERNATES
from rules.war_of_the_ring.sets.lords.hunt import DUNADAN
from rules.war_of_the_ring.sets.lords.state import TOKENS
from rules.war_of_the_ring.war.politics import COMPANION_ABILITY
from tests.rules.war_of_the_ring.recording import (
    ONWARD,
    SHORT,
    Leaning,
    Wanted,
    any_of,
    on,
    open_road,
    record,
    tells,
    values_of,
    war_of,
)

LORDS = {"lords": True}
COUNCIL = {"lords": True, "council_of_rivendell": True}
BOROMIR, LEGOLAS = "boromir-captain-general-of-gondor", "legolas-elven-prince"
KEEPER = "gandalf-the-grey-keeper-of-narya"
#: How a side that makes war does it.
_MARCHES = (":attack", ":leader-attack", ":use-balrog", ":diplomacy", ":minion", ":recruit", ":fling")

# -- how they choose ---------------------------------------------------------------------------------


def _wary_hunt(decision: Decision, rng: Random) -> Choice:
    """The Free Peoples walk; the Shadow plays cards, and does not spare them at Sméagol's tiles."""
    if decision.kind == "we-wont-go-back":
        return WONT_GO_BACK
    if decision.kind == "card" and decision.is_legal(WONT_GO_BACK):
        return WONT_GO_BACK
    if decision.kind == "action" and decision.seat == SH:
        return any_of(decision, rng, ":play-event", ":play", ":draw", ":card-draw")
    if decision.kind == "action":
        return any_of(decision, rng, *ONWARD)
    if decision.kind == "casualty":
        return decision.fallback_choice()
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
            return on(decision)
        if decision.kind == "action" and decision.seat == FP:
            envoys = [f":{companion}" for companion in outside]
            return any_of(decision, rng, *envoys, ":move-fellowship", ":hide-fellowship")
        if decision.kind == "action":
            tokens = [f"token:{token}" for token in TOKENS]
            return any_of(decision, rng, *tokens, ":play-event", ":draw", ":card-draw")
        if decision.kind == "casualty":
            return decision.options.values[-1]  # type: ignore[attr-defined]
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
        return any_of(decision, rng, "token:advance-nation", ":minion", ":use-balrog", ":card-draw", ":play")
    if decision.kind == "action":
        turned = [value for value in values_of(decision) if value.startswith("ring:")]
        if turned and rng.random() < 0.1:
            return rng.choice(turned)
        return any_of(decision, rng, ":elrond", ":galadriel", *ONWARD, f":{BOROMIR}", ":card-draw")
    for wanted in ("sauron", "balrog@moria", "use"):
        if decision.is_legal(wanted):
            return wanted
    if decision.kind in ("casualty", "declare"):
        return None if decision.may_pass else decision.fallback_choice()
    return TITLE.fuzz_choice(decision, rng)


# -- what their stories tell ----------------------------------------------------------------------------------


def _rouse(lines: list[LogLine], nation: str) -> bool:
    return tells(lines, "nation-activated", nation=nation, cause=COMPANION_ABILITY)


def _advance(lines: list[LogLine], nation: str) -> bool:
    return tells(lines, "nation-advanced", nation=nation, cause=COMPANION_ABILITY)


def _forms_matter(lines: list[LogLine]) -> bool:
    """The Dúnadan thins the Hunt; then others come to light, of whom the captains take damage and live."""
    shown = {line.data["character"] for line in lines if line.kind == "form-shown"}
    left = [line.data["companions"] for line in lines if line.kind == "companions-left"]
    return (
        {DUNADAN, BOROMIR, LEGOLAS} <= shown
        and tells(lines, "hunt-die-fewer", by=DUNADAN)
        and any(BOROMIR in each or LEGOLAS in each for each in left)
    )


# -- what is wanted ----------------------------------------------------------------------------------

WANTED = {
    "corruption": Wanted(
        "corruption",
        _wary_hunt,
        lambda lines: tells(lines, "corrupted", cause=WONT_GO_BACK) and tells(lines, "special-die-kept"),
        LORDS,
    ),
    "ring": Wanted("ring", open_road, lambda lines: tells(lines, "smeagol-joins"), LORDS),
    "military-shadow": Wanted(
        "military-shadow",
        war_of(SH, *_MARCHES),
        lambda lines: tells(lines, "balrog-activated") and tells(lines, "action-dice-rolled"),
        LORDS,
    ),
    "military-free-peoples": Wanted(
        "military-free-peoples",
        war_of(FP, *_MARCHES),
        lambda lines: tells(lines, "character-entered", character="elrond"),
        LORDS,
    ),
    "council-forms": Wanted("corruption", _council(DUNADAN), _forms_matter, COUNCIL, SHORT),
    "council-envoys": Wanted(
        "corruption",
        _council(KEEPER, BOROMIR, LEGOLAS),
        lambda lines: (
            tells(lines, "tokens-taken", tokens=list(TOKENS))
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
            and tells(lines, "hunt-rolled")
            and not tells(lines, "hunt-die-fewer")
        ),
        {**COUNCIL, "dunadan_guide": "none", "council_envoys": "rouse"},
        SHORT,
    ),
    "hasty": Wanted(
        "corruption",
        _hasty,
        lambda lines: (
            all(tells(lines, "ring-power", ring=ring) for ring in ("vilya", "nenya"))
            and all(tells(lines, kind) for kind in ("ring-named", "special-die-kept", "smeagol-joins"))
            and tells(lines, "balrog-activated")
        ),
        COUNCIL,
        80,
    ),
}


if __name__ == "__main__":
    sys.exit(record("lords", WANTED, sys.argv[1:]))
