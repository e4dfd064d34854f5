"""A step of a game by link: what spectators may see, and finished games, also private ones."""

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Game
from games.play import access, positions, shares
from games.play.submit import submit
from games.refusals import Refused
from tests.opening import open_table


def private(frodo, *, over=True):
    """A private game that Frodo plays with himself, or has played to its end."""
    game = open_table(frodo, title="duel", solo=True)
    for _ in range(400 if over else 3):
        game.refresh_from_db()
        if game.status == Game.Status.FINISHED:
            break
        viewer = access.viewer_for(access.get_game(game.key), frodo)
        choice = positions.open_decision(viewer).fallback_choice()
        version = positions.situation(viewer)["version"]
        submit(game.key, viewer.seat_name, expected_version=version, choices=[choice])
    return game


def link_on(client, game, at=""):
    html = client.get(f"/game/{game.key}/share/?at={at}").content.decode()
    return unescape(re.search(r'id="address" readonly value="([^"]+)"', html)[1])


def path_of(address):
    return re.sub(r"https?://[^/]+", "", address)


def test_a_running_public_game_is_shared_as_spectators_see_it(duel, client):
    duel.discard()
    client.force_login(duel.fellowship)
    address = link_on(client, duel.game, "1")
    assert path_of(address) == f"/game/{duel.game.key}/replay/?at=1"
    html = Client().get(path_of(address)).content.decode()
    assert "As you knew it at the time" in html
    assert "everything is shown" not in html


def test_what_can_still_be_taken_back_is_not_shared(beans):
    beans.submit("left", 2)
    assert beans.version("left") == 1
    assert shares.link_to(beans.viewer("left"))[1] == 0
    assert shares.link_to(beans.viewer("left"), 1)[1] == 0


def test_a_finished_private_game_opens_by_its_link_alone(frodo, client):
    game = private(frodo)
    client.force_login(frodo)
    address = link_on(client, game, "4")
    assert "/shared/" in address
    stranger = Client()
    assert stranger.get(f"/game/{game.key}/replay/?at=4").status_code == 404
    answer = stranger.get(path_of(address), follow=True)
    assert answer.redirect_chain[-1][0] == f"/game/{game.key}/replay/?at=4"
    assert "everything is shown" in answer.content.decode()
    for path in ("", "replay/", "proof/", "record.json"):
        assert stranger.get(f"/game/{game.key}/{path}").status_code == 200
    assert stranger.post(f"/game/{game.key}/move", {"choice": "x", "version": "1"}).status_code == 403
    assert Client().get(f"/game/{game.key}/").status_code == 404


def test_a_running_private_game_is_not_shared(frodo, client):
    game = private(frodo, over=False)
    client.force_login(frodo)
    answer = client.get(f"/game/{game.key}/share/")
    assert answer.status_code == 409
    assert "when it has ended" in answer.content.decode()
    token = shares.signing.dumps([game.key, 0], salt="games.shared-step")
    assert Client().get(f"/shared/{token}/").status_code == 404


def test_a_table_without_spectators_is_not_shared_before_its_end(duel):
    duel.game.spectators = Game.Spectators.AFTER
    duel.game.save()
    with pytest.raises(Refused) as refused:
        shares.link_to(duel.viewer("fellowship"))
    assert refused.value.code == "no-spectators"


def test_forged_links_open_nothing(frodo):
    game = private(frodo)
    token = shares.signing.dumps([game.key, 0], salt="something-else")
    for forged in (token, "nonsense", f"{token}x"):
        assert Client().get(f"/shared/{forged}/").status_code == 404


def test_who_only_read_it_by_a_link_cannot_share_a_private_game_on(frodo):
    game = private(frodo)
    viewer = access.viewer_for(access.get_game(game.key), None, shared=True)
    with pytest.raises(Refused) as refused:
        shares.link_to(viewer)
    assert refused.value.code == "not-seated"


def test_the_link_can_be_marked_where_nothing_copies_it(duel, client):
    html = client.get(f"/game/{duel.game.key}/share/").content.decode()
    assert 'data-copy="address" hidden' in html
    assert "Mark it and copy it" in html
    assert (
        f'href="/game/{duel.game.key}/share/?at=0"'
        in client.get(f"/game/{duel.game.key}/replay/").content.decode()
    )
