"""The story of a game as an Atom feed: what every spectator may read, and nobody more (NOT-16)."""

from xml.etree import ElementTree

import rules
from games.hours import resignation
from games.models import Game

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client, table):
    answer = client.get(f"/game/{table.game.key}/feed.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")


def test_the_newest_step_comes_first_and_keeps_its_name(duel, client):
    duel.discard()
    before = entries(client, duel)
    assert "Chapter 1 is laid out." in "".join(before[-1].itertext())
    duel.discard()
    after = entries(client, duel)
    assert len(after) == len(before) + 1
    names = [entry.find(f"{ATOM}id").text for entry in after]
    assert names[1:] == [entry.find(f"{ATOM}id").text for entry in before]
    assert len(set(names)) == len(names)
    assert after[0].find(f"{ATOM}link").get("href").endswith(f"/game/{duel.game.key}/replay/?at=2")


def test_players_read_no_more_in_it_than_strangers(beans, client):
    """Secret bids, and moves that can still be taken back, are in nobody's feed."""
    beans.discard()
    for _ in range(6):
        lines = [rules.LogLine(r.kind, r.data, tuple(r.visible_to)) for r in beans.game.log_lines.all()]
        secret = [line for line in lines if not line.is_visible_to(None)]
        stranger = client.get(f"/game/{beans.game.key}/feed.atom").content
        client.force_login(beans.seat(beans.mover()).user)
        assert client.get(f"/game/{beans.game.key}/feed.atom").content == stranger
        client.logout()
        title = beans.play().title
        for line in secret:
            assert title.describe_line(line).encode() not in stranger
        beans.discard()
        if beans.reload().is_finished:
            break


def test_what_may_not_be_watched_has_no_feed(duel, client):
    page = f"/game/{duel.game.key}/"
    assert "feed.atom" in client.get(page).content.decode()
    for change in ({"visibility": "private"}, {"visibility": "public", "spectators": "after"}):
        Game.objects.update(**change)
        client.force_login(duel.sauron)
        assert client.get(f"{page}feed.atom").status_code == 404
        assert "feed.atom" not in client.get(page).content.decode()
    assert client.get("/game/nosuchgame/feed.atom").status_code == 404
    resignation.resign(duel.game.key, "sauron")
    assert client.get(f"{page}feed.atom").status_code == 200
