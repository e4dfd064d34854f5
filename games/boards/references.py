"""Cards and regions in words, for readers who have no page before them, such as those of mails."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from rules.core.decisions import fold
from rules.core.typed_text import find

View = Mapping[str, Any]
#: The names of things by their ids, the one that is shown first.
Names = Mapping[str, Sequence[str]]
#: Things that one name may stand for; beyond that it says too little.
MOST_MEANT = 8


@dataclass(frozen=True)
class Reference:
    """What a title tells of its cards and regions.

    `card` tells what is printed on one, which is no secret whoever holds it; where it lies, `place` takes from a
    view, "" for what the view does not show. `region` tells of a region, and `hand` names the cards that a seat
    holds, from a view, too; of these `brief` tells in every mail what is needed to play them. `further` are names of
    cards that count only where no title does. `box` says which cards are in a game with some options; without it, all.
    """

    cards: Names
    regions: Names
    card: Callable[[str], list[str]]
    region: Callable[[View, str], list[str]]
    place: Callable[[View, str], str]
    hand: Callable[[View, str | None], list[str]] = lambda view, seat: []
    brief: Callable[[str], list[str]] | None = None
    further: Names = field(default_factory=dict)
    box: Callable[[Mapping[str, Any]], Collection[str]] | None = None

    def within(self, options: Mapping[str, Any]) -> "Reference":
        """Return the reference with the cards of a game with these options alone."""
        if self.box is None:
            return self
        held = self.box(options)
        cards = {id: names for id, names in self.cards.items() if id in held}
        further = {id: names for id, names in self.further.items() if id in held}
        return replace(self, cards=cards, further=further)

    def hand_of(self, view: View, seat: str | None) -> list[list[str]]:
        """Return what the cards say that a seat holds, the name of each first."""
        return [(self.brief or self.card)(id) for id in self.hand(view, seat)]

    def find_card(self, typed: str) -> list[str]:
        """Return the cards that `typed` names; of those that are printed alike, one."""
        found = find(typed, self.cards) or find(typed, self.further)
        return list({tuple(self.card(id)): id for id in reversed(found)}.values())[::-1]

    def find_region(self, typed: str) -> list[str]:
        """Return the regions that `typed` names."""
        return find(typed, self.regions)


def nearest(typed: str, names: Names) -> list[str]:
    """Return the names that are nearest to a mistyped one, at most three."""
    spelled = {fold(known): shown[0] for shown in names.values() for known in reversed(shown)}
    near = get_close_matches(fold(typed)[:80], list(spelled), n=6, cutoff=0.5)
    return list(dict.fromkeys(spelled[name] for name in near))[:3]
