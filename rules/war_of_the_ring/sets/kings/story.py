"""The sentences of Kings of Middle-earth, and where readers find its lines."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.sentences import begun, counted
from rules.core.stories import Together, listing
from rules.war_of_the_ring.position.catalogue import CARDS, FP, TILES, region_name, within
from rules.war_of_the_ring.position.dice import called, face_name, face_of
from rules.war_of_the_ring.position.event_cards import combat_label
from rules.war_of_the_ring.sets.kings.corruption import BY_ACTION
from rules.war_of_the_ring.sets.kings.sovereigns import sovereign_name
from rules.war_of_the_ring.sets.kings.state import WORDS
from rules.war_of_the_ring.words.said import tiles

Data = dict[str, Any]


def _who(d: Data) -> str:
    return sovereign_name(d["sovereign"])


def _side(d: Data, of_free_peoples: str, of_shadow: str) -> str:
    return f"The Free Peoples {of_free_peoples}" if d["side"] == FP else f"The Shadow {of_shadow}"


def _within(d: Data, of_free_peoples: str, of_shadow: str) -> str:
    return f"the {_side(d, of_free_peoples, of_shadow)[4:]}"


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


def _tile(tile: str) -> str:
    return f"the tile {TILES[tile].words}"


def _awakened(d: Data) -> str:
    back = f" {counted(d['tiles'], 'Corruption tile')} of his {_go(d['tiles'])} back to the pool."
    return f"{_who(d)} awakens in {region_name(d['region'])}.{back if d['tiles'] else ''}"


def _attempted(d: Data) -> str:
    by = "" if d["cause"] == BY_ACTION else f" by {CARDS[d['cause']].title}"
    paid = f" for {_die(d['die'])} of the Hunt Box" if "die" in d else ""
    return f"The Shadow tries to corrupt {_who(d)}{by}{paid}: {counted(d['tiles'], 'Hunt tile')} at most."


def _die(die: str) -> str:
    return "an Eye" if die == "eye" else f"the {called(die)}"


def _placed(d: Data) -> str:
    if "tile" in d:
        return f"{begun(_tile(d['tile']))} is put on {_who(d)}."
    return f"A Corruption tile is put on {_who(d)}, face down."


def _removed(d: Data) -> str:
    what = f"a Corruption tile ({TILES[d['tile']].words})" if "tile" in d else "a Corruption tile"
    cause = CARDS[d["cause"]].title if d["cause"] in CARDS else "a Companion beside him"
    return f"{_who(d)} loses {what} by {cause}: it goes back to the pool."


def _corrupted(d: Data) -> str:
    back = len(d["tiles"]) - 1
    others = f", {'the other goes' if back == 1 else 'the others go'} back to the pool" if back else ""
    return (
        f"{_who(d)} is corrupted, in {region_name(d['region'])}: on him {'lay' if back else 'was'} {tiles(d['tiles'])}."
        f" {begun(_tile(d['discarded'])) if back else 'It'} is discarded{others}."
    )


def _void(d: Data) -> str:
    """Return which tiles count for nothing: one, or several in a row where lines were put together."""
    drawn = d.get("tiles") or [d["tile"]]
    if len(drawn) == 1:
        return f"{begun(_tile(drawn[0]))} is drawn: it does not count, another is drawn."
    return f"{begun(tiles(drawn))} are drawn: they do not count, another is drawn."


def _dismay(d: Data) -> str:
    whose = "its own Ruler die" if d["side"] != FP else "the Ruler die of the Free Peoples"
    return (
        f"The Shadow spends the Dismay token of {_who(d)}: {whose}"
        f", which showed {face_name(face_of(d['die']))}, is rolled again and shows {face_name(d['result'])}."
    )


SENTENCES: dict[str, Callable[[Data], str]] = {
    "sovereign-awakened": _awakened,
    "sovereign-corrupted": _corrupted,
    "sovereign-removed": lambda d: f"The corrupted {_who(d)} is taken out of play.",
    "corruption-attempted": _attempted,
    "corruption-tile-void": _void,
    "kings-tile-placed": lambda d: f"A tile with a crown is drawn and put on {_who(d)}: the attempt is over.",
    "corruption-tile-placed": _placed,
    "corruption-tile-known": lambda d: f"You have put {_tile(d['tile'])} on {_who(d)}.",
    "corruption-tiles-returned": lambda d: (
        f"{begun(tiles(d['tiles']))} {_go(len(d['tiles']))} back to the pool."
    ),
    "fallen-leaders-tiles": lambda d: (
        f"{counted(d['tiles'], 'Corruption tile')} of {_who(d)} {_go(d['tiles'])} back to the pool."
    ),
    "corruption-removed": _removed,
    "corruption-tile-gone": lambda d: f"What {_who(d)} has lost is {_tile(d['tile'])}.",
    "tiles-looked-at": lambda d: (
        f"The Free Peoples look at {counted(d['number'], 'Corruption tile')} of {_who(d)}."
    ),
    "tiles-seen": lambda d: f"On {_who(d)} {'lies' if len(d['tiles']) == 1 else 'lie'} {tiles(d['tiles'])}.",
    "ruler-token-used": lambda d: (
        f"The Free Peoples use the Ruler token of {_who(d)}: {WORDS['tokens'][d['sovereign']]}."
    ),
    "dismay-gained": lambda d: f"The token of {_who(d)} goes to the Shadow as a Dismay token.",
    "dismay-used": _dismay,
    "die-discarded": lambda d: f"{_side(d, 'discard', 'discards')} the {called(d['die'])} for this turn.",
    "card-forfeited": lambda d: (
        f"{begun(within(d['by']))} acts: {_within(d, 'give', 'gives')} up the effect of the Combat card."
    ),
    "leadership-lowered": lambda d: (
        f"{_side(d, 'have', 'has')} {d['points']} Leadership less this round, by {combat_label(d['card'])}."
    ),
    "siege-pressed-by-weakness": lambda d: (
        f"{_who(d)} is corrupted: for a Regular the siege of {region_name(d['region'])} goes on."
    ),
    "far-sighted": lambda d: f"Thranduil sees far: the Hunt has one die fewer ({d['dice']}).",
}

TOGETHER: Mapping[str, Together] = {"corruption-tile-void": listing("tile", "tiles")}

LOG_GROUPS: Mapping[str, frozenset[str]] = {
    "dice": frozenset(("die-discarded", "dismay-used", "ruler-token-used")),
    "fellowship": frozenset(("far-sighted",)),
    "battles": frozenset(("card-forfeited", "leadership-lowered", "siege-pressed-by-weakness")),
    "politics": frozenset(
        (
            "sovereign-awakened",
            "sovereign-corrupted",
            "sovereign-removed",
            "corruption-attempted",
            "corruption-tile-void",
            "kings-tile-placed",
            "corruption-tile-placed",
            "corruption-tile-known",
            "corruption-tiles-returned",
            "fallen-leaders-tiles",
            "corruption-removed",
            "corruption-tile-gone",
            "tiles-looked-at",
            "tiles-seen",
            "dismay-gained",
        )
    ),
}
