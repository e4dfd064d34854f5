"""Telling the sentences of a mail from its moves: what is clearly no move is left aside (MIL-1).

A move that was misspelt has to be refused, so that nothing is half done. So a line is left aside only if nothing in it
speaks for a move; whatever is in doubt stays a move, and its refusal says how to write it otherwise. A line is prose if

- it is a mail or web address, a telephone number, or the name of somebody at the table; or if it
- reads as a sentence: it ends with `.`, `!`, `?` or a smiley, or says `I`, `you`, `was`, `how` and the like,
- has two words at least, and no digit and none of the signs of the notation (`:`, `;`, `>`),
- does not begin with a word of the notation, or nearly so (`I`, `please`, `then` and the like do not count, nor do
  sayings such as `no worries`),
- names nothing that stands in the position or among the choices, or nearly so, and
- is as a whole not near to any choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cached_property
from itertools import islice
from typing import Any

import rules
from games.letters import listing
from games.models import Game
from games.play import positions
from games.play.access import Viewer
from rules.core.decisions import fold

_ADDRESS = re.compile(r"\S@\S+\.\w{2}|https?://|\bwww\.\w", re.IGNORECASE)
_TELEPHONE = re.compile(
    r"(?:tel|phone|mobile?|fon|fax|handy|cell)?\w*[.:]*\s*\+?[\d\s()/.-]{8,}", re.IGNORECASE
)
_SMILEY = re.compile(r"(?:^|\s)[:;=]'?-?[()DPp/|]+(?=\s|$)|<3")
_SIGNS = re.compile(r"[\d:;>→=@]|--")
#: Words in front of a move that are none of the notation, ...
_BEFORE = """
i we my our please then and now so ok okay well let me lets us will would want to id ill
"""
#: ... words of the notation that begin sentences as well, ...
_SMALL = frozenset(
    ("a", "the", "that", "to", "on", "from", "own", "will", "am", "white", "nothing", "nobody")
)
#: ... and everyday words that labels and positions hold, too.
_COMMON = """
a about after again all along also always am an and another any are around as at away back be been before
being but by can come could day days did do does done down each end even every few first for free from game
games get give go going good great had has have her here him his hope how i if in into is it its just know
last left less let life like little long look made make many me mine more most much must my never new next
nice no none not now of off on once one only open or other others our out over own people play player players
round see seen she side so some still such take than thank thanks that the their them then there these they
thing things this those time to too turn turns two under until up us very was way we week weekend well went
were what when where which while who why will wish with without would year yes yet you your yours
"""
#: Words that make a sentence of a line.
_TALK = """
i you your yours we our us my me he she they is are was were am been have has had did how what why when who thanks sorry
hope well nice good great it its that this ich du dein wir uns ist war sind bin hast habe wie danke gut je tu vous nous
est merci bien que como gracias muy
"""
#: Sayings that begin with a word of the notation.
_SAYINGS = frozenset(
    tuple(saying.split())
    for saying in (
        "no worries", "no problem", "no problems", "no hurry", "no rush", "no stress", "no pressure", "no need",
        "no idea", "no doubt", "no offence", "no offense", "no matter", "no luck", "take care", "take your",
        "play well", "hold on",
    )
)  # fmt: skip
_LEADING, _EVERYDAY, _TALKING = (frozenset(text.split()) for text in (_BEFORE, _COMMON, _TALK))
#: Characters from which on a word may be misspelt.
_LONG = 5


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[^\w]+", fold(text).replace("-", " ")) if word]


class Sentences:
    """What is prose for one seat as its game stands now; looked up once, when the first line needs it."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer

    def is_prose(self, line: str) -> bool:
        """Return whether a line is clearly no move."""
        if _ADDRESS.search(line) or _TELEPHONE.fullmatch(line.strip()):
            return True
        bare = _SMILEY.sub(" ", line).strip()
        words = _words(bare)
        if not words or _SIGNS.search(bare):
            return not words
        if set(words) <= self._people:
            return True
        is_sentence = (
            bare != line.strip() or bare.endswith((".", "!", "?", "…")) or bool(_TALKING & set(words))
        )
        return is_sentence and len(words) > 1 and not self._speaks_for_a_move(bare, words)

    def _speaks_for_a_move(self, line: str, words: list[str]) -> bool:
        first = next((word for word in words if word not in _LEADING), words[-1])
        if tuple(words[:2]) not in _SAYINGS and _is_near(first, self._verbs, 0.85):
            return True
        if any(_names(word, self._things) for word in words if word not in _EVERYDAY):
            return True
        return self._decision is not None and bool(
            get_close_matches(fold(line)[:80], [*self._choices], n=1, cutoff=0.6)
        )

    @cached_property
    def _play(self) -> rules.Game[Any] | None:
        begun = self.viewer.game.status in (Game.Status.RUNNING, Game.Status.FINISHED)
        return positions.open_game(self.viewer) if begun else None

    @cached_property
    def _decision(self) -> rules.Decision | None:
        return positions.open_decision(self.viewer, self._play) if self._play is not None else None

    @cached_property
    def _people(self) -> set[str]:
        seats = self.viewer.seats
        accounts = [str(seat.user.username) for seat in seats if seat.user is not None]
        return {word for name in [*accounts, *(seat.player_name for seat in seats)] for word in _words(name)}

    @cached_property
    def _choices(self) -> set[str]:
        """What may be answered now, as it is written and as it is called."""
        decision = self._decision
        if decision is None or self._play is None or isinstance(decision.options, rules.Amount):
            return set()
        found = {fold(decision.pass_label)} if decision.may_pass else set()
        for choice in islice(decision.legal(), listing.MOST_COMPARED):
            found.add(fold(self._play.title.write(decision, choice)))
            if isinstance(decision.options, rules.OneOf) and choice is not None:
                found.add(fold(decision.options.label(str(choice))))
        return found

    @cached_property
    def _verbs(self) -> set[str]:
        beginnings = rules.title(self.viewer.game.title).beginnings()
        return {*beginnings - _SMALL, "end"} | {
            words[0] for choice in self._choices if (words := _words(choice))
        }

    @cached_property
    def _things(self) -> set[str]:
        """The words for what stands in the choices and in the position."""
        view = self._play.view(self.viewer.seat_name) if self._play is not None else {}
        named = {word for text in (*self._choices, *_texts_in(view)) for word in _words(text)}
        return {word for word in named if len(word) > 2 and not word.isdecimal() and word not in _EVERYDAY}


def _texts_in(value: Any) -> Iterator[str]:
    """Yield every name in a view: ids as values, and as keys, such as those of what is counted."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            if "-" in str(key) or isinstance(part, dict) or type(part) is int:
                yield str(key)
            yield from _texts_in(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts_in(part)


def _is_near(word: str, known: set[str], cutoff: float) -> bool:
    return word in known or (len(word) > 3 and bool(get_close_matches(word, known, n=1, cutoff=cutoff)))


def _names(word: str, things: set[str]) -> bool:
    """Return whether a word names something; long ones may be misspelt."""
    return word in things or (len(word) >= _LONG and bool(get_close_matches(word, things, n=1, cutoff=0.85)))
