"""People who talk, and what each of them reads."""

from dataclasses import dataclass

import pytest

from accounts.models import User
from games.chat import talk
from games.chat.rooms import Ear, voice_number
from games.lobby import invitations, tables
from games.models import Game
from games.models.chat import Channel, ChatLine
from games.play import access
from games.refusals import Refused
from tests.conftest import Table, person
from tests.opening import open_table


@dataclass
class Talk:
    """The talk at one table."""

    game: Game

    def viewer(self, user: User | None = None, secret: str | None = None) -> access.Viewer:
        return access.viewer_for(access.get_game(self.game.key), user, secret)

    def say(self, user: User | None, text: str, channel: str = "", **more: object) -> ChatLine:
        secret = more.pop("secret", None)
        return talk.say(self.viewer(user, secret), text, channel, **more).line

    def read(
        self, user: User | None = None, channel: str = Channel.PLAYERS, secret: str | None = None
    ) -> list[str]:
        """What somebody can read in a channel, [] also where there is none for them."""
        try:
            return [line.text for line in Ear(self.viewer(user, secret)).readable(channel)]
        except Refused:
            return []

    def voice(self, user: User) -> int:
        """The id of the voice with which somebody has spoken last."""
        return voice_number(ChatLine.objects.filter(game=self.game, voice__user=user).latest("pk").voice)


@pytest.fixture
def chat(duel: Table) -> Talk:
    """The talk of Frodo (`duel.fellowship`) and Gothmog (`duel.sauron`)."""
    return Talk(duel.game)


@pytest.fixture
def heap(pebbles: Table) -> Talk:
    """The talk of Merry, Pippin and Sam over a heap of pebbles."""
    return Talk(pebbles.game)


@pytest.fixture
def watcher(db: None) -> User:
    """Somebody who sits at no table."""
    return person("aragorn")


@pytest.fixture
def guest_table(watcher: User) -> tuple[Talk, str]:
    """A game of Aragorn with a guest, Lurtz, and the secret of the guest's link."""
    game = open_table(watcher, title="duel", seat="fellowship")
    secret = invitations.seat_link(game.key, watcher, "sauron").rstrip("/").rpartition("/")[2]
    _, own = invitations.join_by_link(secret, guest_name="Lurtz", guest_email="lurtz@example.org")
    tables.start_now(game.key, watcher)
    game.refresh_from_db()
    return Talk(game), own


@pytest.fixture
def team(rope: Table) -> Talk:
    """The talk at a table of two teams: Merry and Sam (north, south) against Pippin and Rosie (east, west)."""
    return Talk(rope.game)


@pytest.fixture
def pulling(team: Talk) -> dict[str, User]:
    """Who sits at that table, by name."""
    return {seat.user.username: seat.user for seat in team.game.seats.select_related("user") if seat.user}
