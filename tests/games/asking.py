"""Frodo at his mail program, in a game of War of the Ring against Gothmog."""

import re
from typing import Any

from games.ledger import notices
from games.lobby import tables
from games.models.letters import SeatMail
from notifications.models import Delivery
from tests.conftest import Table, person
from tests.opening import open_table
from tests.post import Post
from tests.rules.war_of_the_ring.positions import game


class Frodo:
    """Leads the Free Peoples by mail. `turn` and `receipt` are the newest mails that he got."""

    turn: Any
    receipt: Any

    def __init__(self) -> None:
        frodo, gothmog = person("frodo"), person("gothmog")
        opened = open_table(frodo, title="war-of-the-ring", seat="free-peoples", terms={"grace": 0})
        tables.join(opened.key, user=gothmog)
        tables.start_now(opened.key, frodo)
        self.table = Table(opened, frodo, gothmog).reload()
        self.post = Post()

    def asks(self, words: str, **position: Any) -> str:
        """Answer the turn mail of a position; returns what the receipt tells above the board."""
        self.table.put(game(**{"dice": (["character"], ["army"]), **position}))
        Delivery.objects.all().delete()
        SeatMail.objects.all().delete()
        notices.notify_turns(self.table.reload().game, [self.table.seat("free-peoples")])
        self.turn = self.post.turn_mail()
        (self.receipt, *_) = self.post.answer(self.turn, words)
        return re.sub(r"\s+", " ", self.receipt.body.partition("WAR OF THE RING: turn")[0])
