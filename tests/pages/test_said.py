"""Words of pages: how seats stand when a game is over."""

import re
from html import unescape

import pytest

from games.hours import resignation
from games.models import Game
from tests.conftest import game_of_two


def plates(client, table, seat):
    """Return what the plates of a game's page say of time, in the words of a reader: the others' first."""
    client.force_login(table.viewer(seat).user)
    html = client.get(f"/game/{table.game.key}/").content.decode()
    found = re.findall(r'<p class="plate-clock">(.*?)</p>', html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", plate)).split()) for plate in found]


@pytest.mark.parametrize(("seat", "other", "own"), [("fellowship", "lost", "won"), ("sauron", "won", "lost")])
def test_plates_say_who_has_won_and_lost(db, client, seat, other, own):
    table = game_of_two("duel")
    assert set(plates(client, table, seat)) & {"won", "lost"} == set()
    resignation.resign(table.game.key, "sauron")
    assert plates(client, table, seat) == ["", ""], "it was broken off in the first moves"
    won = {"winners": ["fellowship"], "reason": "resignation", "text": "Sauron resigned.", "details": {}}
    Game.objects.filter(pk=table.game.pk).update(result=won)
    assert plates(client, table, seat) == [other, own]
