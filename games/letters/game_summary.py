"""The summary of a game in its mails, notices and receipts alike: who plays, the story, the board, dice and cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

import rules
from accounts.unlinked_text import unlinked
from games import boards
from games.boards.mail import Mailing, Sign
from games.letters import choice_list, lookups, mail_html, picture, sent_mails
from games.letters.questions import asked_in
from games.models import Seat
from games.play import game_names, positions
from games.play.access import Viewer
from notifications.composers import Picture


@dataclass(frozen=True)
class Shown:
    """A sign as a mail shows it: its words, and the name of its picture, "" where it has none."""

    words: str
    cid: str = ""
    counts: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it is a number that stands in a box."""
        return self.words.isdecimal()


@dataclass(frozen=True)
class Told:
    """A line of the story: its words before and after the dice that it tells, and its data, which name cards.

    `mark` is its number on the picture of the board; 0 for what happened nowhere, or belongs to the line before.
    """

    before: str
    signs: tuple[Shown, ...]
    after: str
    data: dict[str, Any]
    text: str
    mark: int


class Sheet:
    """The game as one mail shows it to one seat, for its templates, and the pictures that lie in it.

    `pictured` says whether it may have pictures; whoever wants none gets none. `of` is the ally whose question it puts,
    as far as its reader may answer that.
    """

    def __init__(
        self,
        viewer: Viewer,
        play: rules.Game[Any],
        situation: positions.Situation,
        *,
        of: str = "",
        pictured: bool = True,
    ) -> None:
        assert viewer.seat is not None
        self.viewer, self.play, self.situation = viewer, play, situation
        self.seat: Seat = viewer.seat
        self.asked = asked_in(viewer, play, of)
        self.decision = self.asked.decision
        self.news = sent_mails.news_for(viewer, play)
        self.pictured = pictured and picture.is_wanted(viewer)
        self._signs: dict[str, Picture] = {}
        self._board: Picture | None = None

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures of the mail, the board last: it takes what room the others leave."""
        return (*self._signs.values(), *([self._board] if self._board is not None else []))

    def context(self, *, board: bool, numbered: bool) -> dict[str, Any]:
        """Return what the templates need. `numbered` says whether the mail lists what can be answered."""
        title = self.play.title
        mailing = self._mailing()
        ally = self.asked.ally
        due = game_names.due_for(ally or self.seat, self.seat)
        return {
            "about": game_names.name_for(self.seat),
            "title": title.name,
            "title_id": title.id,
            "spoken": self.viewer.game,
            "has_account": self.seat.user is not None,
            "opponents": game_names.opponents_for(self.seat),
            "side": title.seat_name(self.seat.name),
            "headline": self.situation["headline"],
            "seats": self._seats(mailing),
            "due": due,
            "left": (due - timezone.now()).total_seconds() if due is not None else 0,
            "zone": str(game_names.zone_of(self.seat)),
            "asked": self.decision.prompt if self.decision is not None else "",
            "ally": title.seat_name(ally.name) if ally is not None else "",
            "news": {"lines": self._lines(mailing), "more": self.news.more},
            **(self._position(mailing, numbered=numbered) if board else {}),
        }

    def _mailing(self) -> Mailing:
        view = self.situation["view"]
        scene = boards.Scene(view, self.viewer.seat_name, self.decision, recent=self.news.lines)
        return boards.mailing_of(self.play.title.id, scene)

    def _seats(self, mailing: Mailing) -> list[dict[str, Any]]:
        """Return who plays what and how they stand, the reader first."""
        return [
            {
                "player": "You" if seat["name"] == self.seat.name else unlinked(seat["player"]),
                "label": seat["label"],
                "standing": mailing.standings.get(seat["name"]),
            }
            for seat in sorted(self.situation["seats"], key=lambda seat: seat["name"] != self.seat.name)
        ]

    def _lines(self, mailing: Mailing) -> list[Told]:
        lines = []
        for place, line in enumerate(self.news.lines):
            rolled = mailing.rolled.get(place)
            before, found, after = line["text"].partition(rolled.words) if rolled else (line["text"], "", "")
            signs = self._shown(rolled.signs) if rolled and found else ()
            mark = mailing.marks.get(line["number"], 0)
            lines.append(Told(before, signs, after, line["data"], line["text"], mark))
        return lines

    def _shown(self, signs: Iterable[Sign]) -> tuple[Shown, ...]:
        """Return signs as they are shown; their pictures come into the mail, each once."""
        return tuple(Shown(sign.words, self._cid(sign), sign.counts) for sign in signs)

    def _cid(self, sign: Sign) -> str:
        if not sign.svg or not self.pictured:
            return ""
        cid = f"{sign.name}.{self.viewer.game.key}@pictures.invalid"
        self._signs.setdefault(cid, Picture(cid, picture.drawing(sign)))
        return cid

    def _position(self, mailing: Mailing, *, numbered: bool) -> dict[str, Any]:
        """Return the board as picture and in text, the reader's dice and cards, and the cards that are named."""
        text, view = self.situation["text"], self.situation["view"]
        before = [] if self.news.lines else positions.since_last_move(self.viewer, self.play)
        scene = boards.Scene(view, self.viewer.seat_name, self.decision, before, self.news.lines)
        version = self.situation["version"]
        shown = picture.picture_of(self.viewer, scene, version, numbered=numbered) if self.pictured else None
        self._board = shown.picture if shown is not None else None
        held = lookups.hand_of(self.play.title.id, view, self.viewer.seat_name)
        return {
            "picture": shown,
            "tray": self._shown(mailing.tray),
            "others": mailing.others,
            "board": text,
            "board_lines": mail_html.lines_of(text.split("\n")),
            "hand": [{**card, "edge": mailing.edges.get(card["id"], "")} for card in held],
            "named": self._named({card["id"] for card in held}),
        }

    def _named(self, held: set[str]) -> list[dict[str, Any]]:
        """Return what the cards say that the question or the story name, but for those in the reader's hand."""
        asked: list[dict[str, Any]] = []
        if self.decision is not None:
            options = choice_list.options_of(self.play.title, self.decision)
            asked = [{"text": words} for words in (self.decision.prompt, *(o.written for o in options))]
        return lookups.named_in(self.viewer.game, [*asked, *reversed(self.news.lines)], held)
