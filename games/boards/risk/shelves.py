"""The cards of Risk to read: Missions, Powers, Events, Territory cards."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from games.boards.risk.cards import TERRITORY, face
from games.boards.shelves import Face, Options, Part, Shelf
from rules.risk.data import CARDS, EVENT, MISSION, MISSIONS, POWER, REGIONS, TERRITORIES, TERRITORY_CARDS

#: The colours of cards, those of Territory cards by their side.
LOOKS = {
    MISSION: "landmark",
    POWER: "purple",
    EVENT: "token",
    "good": "free-peoples",
    "evil": "shadow",
    "neutral": "grey",
    "": "grey",
}


def shelves(options: Options | None = None) -> tuple[Shelf, ...]:
    """Return all shelves, whatever the options are: Risk is one box."""
    return _shelves()


@cache
def _shelves() -> tuple[Shelf, ...]:
    powers = [id for id, card in CARDS.items() if card.kind == POWER]
    events = [id for id, card in CARDS.items() if card.kind == EVENT]
    return (
        Shelf("missions", "Missions", tuple(_faces(MISSIONS))),
        Shelf("powers", "Powers", tuple(_faces(powers))),
        Shelf("events", "Events", tuple(_faces(events))),
        Shelf("territory-cards", "Territory cards", tuple(_faces(TERRITORY_CARDS))),
    )


def _faces(cards: Iterable[str]) -> Iterator[Face]:
    """Yield cards in their order, those that are printed alike as one."""
    alike: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for id in cards:
        says = face(id)
        alike[says["title"], says["effect"], *says["text"]].append(id)
    for first, *also in alike.values():
        yield _face(face(first), tuple(also))


def _face(says: dict[str, Any], also: tuple[str, ...]) -> Face:
    kind, title = says["kind"], says["title"]
    about = says["symbol_name"] if kind == TERRITORY else says["points"]
    is_region = title in _places()
    return Face(
        says["id"],
        title,
        tuple(_parts(says)),
        also=also,
        marks=(
            says["kind_name"],
            *([about] if about else []),
            *([f"{len(also) + 1} of them"] if also else []),
        ),
        look=LOOKS[says["alignment"] if kind == TERRITORY else kind],
        phrases=() if is_region else (title,),
        shared=(title,) if is_region else (),
    )


def _parts(says: dict[str, Any]) -> Iterator[Part]:
    first, *others = says["text"]
    if says["kind"] == TERRITORY:
        yield Part("", first)
        yield Part("In a set", " ".join(others))
        return
    if says["kind"] == MISSION:
        yield Part("", " ".join(others), f"a Leader of yours in {TERRITORIES[says['territory']].name}.")
    else:
        yield Part("", first)
    yield Part("When", f"{says['window'][0].upper()}{says['window'][1:]}.")


@cache
def _places() -> frozenset[str]:
    """Return the names on the map, which mean a card only where a line names its id."""
    return frozenset([*(x.name for x in TERRITORIES.values()), *(x.name for x in REGIONS.values())])
