"""The cards, landmarks and alliance tokens of Duel to read."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from games.boards.duel import reference
from games.boards.duel.cards import KINDS, landmark_text, price_words
from games.boards.shelves import Face, Options, Part, Shelf
from rules.duel.data import CARDS, CHAPTER_CARDS, LANDMARKS, REGIONS, TOKENS, Card, Landmark, Token
from rules.duel.story import card as told


def shelves(options: Options | None = None) -> tuple[Shelf, ...]:
    """Return all shelves, whatever the options are: Duel is one box."""
    return _shelves()


@cache
def _shelves() -> tuple[Shelf, ...]:
    """Return the three chapters, each by colour, the landmarks and the tokens."""
    return (
        *(Shelf(f"chapter-{n}", f"Chapter {n}", tuple(_cards(n))) for n in CHAPTER_CARDS),
        Shelf("landmarks", "Landmarks", tuple(map(_landmark, LANDMARKS.values()))),
        Shelf("tokens", "Alliance tokens", tuple(map(_token, TOKENS.values()))),
    )


def _cards(chapter: int) -> Iterator[Face]:
    """Yield the cards of a chapter by colour, those that are printed alike as one."""
    colours = list(KINDS)
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for id in sorted(CHAPTER_CARDS[chapter], key=lambda id: colours.index(CARDS[id].colour)):
        alike[tuple(reference.card(id))].append(id)
    for first, *also in alike.values():
        yield _card(CARDS[first], tuple(also))


@cache
def _is_one_of_its_kind() -> dict[str, bool]:
    """Return for every phrase of the story whether all cards that it may mean are printed alike."""
    meant = defaultdict(set)
    for id in CARDS:
        meant[told(id)].add(tuple(reference.card(id)))
    return {phrase: len(printed) == 1 for phrase, printed in meant.items()}


def _begun(words: str) -> str:
    """Return words as a sentence begins."""
    return words[:1].upper() + words[1:]


def _card(card: Card, also: tuple[str, ...]) -> Face:
    chain = f", or nothing with the chain symbol {card.chain}" if card.chain else ""
    phrase = told(card.id)
    own = _is_one_of_its_kind()[phrase]
    return Face(
        card.id,
        card.label,
        (
            Part("Costs", f"{_begun(price_words(card))}{chain}."),
            Part("Gives", f"{_begun('; '.join(reference.printed(card)))}."),
        ),
        also=also,
        marks=(
            card.colour.capitalize(),
            f"Chapter {card.chapter}",
            *([f"{len(also) + 1} of them"] if also else []),
        ),
        look=card.colour,
        phrases=(phrase,) if own else (),
        shared=() if own else (phrase,),
    )


def _landmark(tile: Landmark) -> Face:
    needs = ", ".join(f"{n} {skill}" for skill, n in tile.skills.items())
    return Face(
        tile.id,
        tile.name,
        (
            Part("Costs", f"{needs}; one coin more for each Fortress of yours on the board."),
            Part("Gives", f"{landmark_text(tile)}."),
        ),
        marks=("Landmark", REGIONS[tile.region].name),
        look="landmark",
        phrases=(tile.name,),
    )


def _token(token: Token) -> Face:
    return Face(
        token.id,
        token.label,
        (Part("", token.text),),
        marks=(token.race.capitalize(), "once, at once" if token.immediate else "from then on"),
        look="token",
        shared=(token.label,),
    )
