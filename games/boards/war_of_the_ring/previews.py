"""Previews of the questions behind an action, as the scripts of the board read them, and what a die cannot do."""

import msgspec

import rules
from games.boards.choices import regions_of
from rules.war_of_the_ring.position.catalogue import NATIONS, REGIONS, figure_name
from rules.war_of_the_ring.position.dice import results_of
from rules.war_of_the_ring.position.uses import USES
from rules.war_of_the_ring.turns.refusals import NOT_IN_GAME
from rules.war_of_the_ring.words.notation import VERBS


def of_page(decision: rules.Decision | None) -> str:
    """Return as JSON what can be answered together with the open question, "" where nothing can.

    It has `next`, by use of a die the word of the question behind it in the notation and its values (ways from one
    region together); `who` and `stay` as the rules tell them; `names` of all that is neither a region nor a way;
    `held`, why a Nation cannot advance; `where` and `levels`, with which Level Companions who leave come to a region,
    and the Level of each.
    """
    if decision is None or decision.ahead is None:
        return ""
    told = decision.ahead()
    following = {
        use: {"word": _word(question["kind"]), "values": _together(question["values"])}
        for use, question in told.get("next", {}).items()
    }
    values = [value for question in told.get("next", {}).values() for value in question["values"]]
    kinds = {kind for force in told["who"].values() for kind in force}
    kinds |= set(told.get("levels", {}))
    kinds |= {value.partition("@")[0] for value in values if "@" in value}
    names = {kind: figure_name(kind) for kind in sorted(kinds)}
    names |= {nation: NATIONS[nation].name for nation in values if nation in NATIONS}
    found = {
        "next": following,
        "who": told["who"],
        "stay": told["stay"],
        "names": {**names, **told.get("labels", {})},
        "held": told.get("held", {}),
        **{name: told[name] for name in ("where", "levels") if told.get(name)},
    }
    return msgspec.json.encode(found).decode()


def _word(kind: str) -> str:
    """Return the word of a kind of question in the notation: its own, where it has no other."""
    return VERBS.get(kind, [kind])[0]


def _together(values: list[str]) -> list[str]:
    """Return ways `from>to` from one region as one value, `from>to to to`; others as they are."""
    found: dict[str, list[str]] = {}
    for value in values:
        source, way, target = value.partition(">")
        found.setdefault(source + way, []).append(target)
    return [source + " ".join(targets) for source, targets in found.items()]


def ways(decision: rules.Decision | None) -> list[list[str]]:
    """Return the regions of each thing that the open question leads to: where it begins, then where it leads."""
    if decision is None or decision.ahead is None:
        return []
    told = decision.ahead().get("next", {})
    found = [regions_of(value, REGIONS) for question in told.values() for value in question["values"]]
    return [way for way in found if way]


def cannot(decision: rules.Decision | None, side: str, die: str) -> list[dict[str, str]]:
    """Return what a die of a side cannot do now, and why."""
    if decision is None or decision.why_not is None:
        return []
    offered = set(getattr(decision.options, "values", ()))
    found = []
    results = results_of(die)
    for use in USES.values():
        fits = use.missed and (use.result is None or use.result in results)
        if not fits or use.side not in (None, side) or f"{die}:{use.id}" in offered:
            continue
        refusal = decision.why_not(f"{die}:{use.id}")
        if refusal and refusal[0] != NOT_IN_GAME:
            found.append({"words": use.sentence, "why": refusal[1]})
    return found
