"""One person at every seat: a table of one's own, hot-seat play, practice in one click (LOB-13)."""

from html import unescape

import pytest
from django.test import Client

import rules
from games.lobby import search
from games.models import Game, Seat
from games.play import access, positions
from games.play.submit import submit
from games.refusals import Refused
from notifications.models import Delivery
from rules.war_of_the_ring.position.catalogue import CARDS
from tests.browsing import game_page
from tests.opening import open_table


def war(frodo, **more):
    return open_table(frodo, title="war-of-the-ring", solo=True, **more)


def test_a_table_of_ones_own_is_private_unrated_and_without_a_clock(frodo):
    game = war(frodo, rated=True, visibility="public")
    assert game.status == Game.Status.RUNNING
    assert (game.visibility, game.rated, game.clock_preset) == ("private", False, "untimed")
    assert game.is_solo
    assert {seat.user for seat in game.seats.all()} == {frodo}
    with pytest.raises(Refused) as refused:
        war(frodo, bots={"shadow": "random"})
    assert refused.value.code == "solo-is-alone"


def test_nobody_is_written_to(frodo):
    game = war(frodo)
    play = positions.open_game(access.Viewer(game, tuple(game.seats.all()), None, None))
    decision = play.pending[0]
    submit(game.key, decision.seat, expected_version=game.version, choices=[decision.fallback_choice()])
    assert not Delivery.objects.filter(user=frodo).exists()


def test_the_other_hand_is_shown_only_after_asking(frodo, reader):
    game = war(frodo)
    view = positions.open_game(access.viewer_for(game, frodo)).view
    own, other = ([CARDS[c].title for c in view(s)["hands"][s]["cards"]] for s in ("free-peoples", "shadow"))
    html = unescape(game_page(reader, game.key))
    assert "Play Shadow" in html
    assert all(card in html for card in own)
    assert not any(card in html for card in other)
    asked = unescape(reader.get(f"/game/{game.key}/seat/shadow/").content.decode())
    assert "Pass the screen on" in asked
    assert not any(card in asked for card in other)
    reader.post(f"/game/{game.key}/seat/shadow/")
    html = unescape(game_page(reader, game.key))
    assert all(card in html for card in other)
    assert not any(card in html for card in own)


def test_each_seat_is_played_in_its_turn_from_the_page(frodo, reader):
    game = open_table(frodo, title="duel", solo=True)
    for _ in range(4):
        mover = Seat.objects.get(game=game, waiting_since__isnull=False).name
        reader.post(f"/game/{game.key}/seat/{mover}/")
        viewer = access.viewer_for(access.get_game(game.key), frodo, playing=mover)
        now = positions.situation(viewer)
        decision = positions.open_decision(viewer)
        choice = decision.fallback_choice()
        sent = {"version": now["version"], "key": f"k{now['version']}", "choice": choice, "confirmed": "1"}
        assert reader.post(f"/game/{game.key}/move", sent).status_code == 302
    assert Game.objects.get(pk=game.pk).version >= 4


def test_without_asking_again_if_the_player_says_so(frodo, reader):
    game = war(frodo)
    assert f'href="/game/{game.key}/seat/shadow/"' in game_page(reader, game.key)
    reader.post(f"/game/{game.key}/seat/shadow/", {"freely": "1"})
    html = game_page(reader, game.key)
    assert f'action="/game/{game.key}/seat/free-peoples/"' in html
    assert 'aria-label="Your side"' in html


def test_a_seat_of_somebody_else_is_not_played(duel, client):
    client.force_login(duel.fellowship)
    assert client.post(f"/game/{duel.game.key}/seat/sauron/").status_code == 403
    assert Client().post(f"/game/{duel.game.key}/seat/sauron/").status_code == 403


def test_my_games_has_one_line_for_it(frodo, reader):
    game = war(frodo)
    assert len(search.games_of(frodo)) == 1
    html = reader.get("/my/").content.decode()
    assert html.count(f'href="/game/{game.key}/"') == 1
    assert "frodo alone" in html


def test_cancelling_needs_nobody_else(frodo, reader):
    game = war(frodo)
    reader.post(f"/game/{game.key}/act/ask-cancel")
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert game.result["reason"] == "void"


def test_whoever_closes_their_account_leaves_it(frodo, reader):
    game = war(frodo)
    answer = reader.post("/account/delete/", {"password": "a-long-password"})
    assert answer.status_code == 302
    game.refresh_from_db()
    frodo.refresh_from_db()
    assert (game.status, frodo.deleted) == (Game.Status.FINISHED, True)


def test_a_program_opens_one_and_plays_the_seat_that_is_asked(frodo, reader):
    made = reader.post("/api/v1/tables/", {"title": "duel", "solo": True}, content_type="application/json")
    assert made.status_code == 201
    key = made.json()["key"]
    asked = {reader.get(f"/api/v1/games/{key}/").json()["you"]}
    assert asked == set(
        Seat.objects.filter(game__key=key, waiting_since__isnull=False).values_list("name", flat=True)
    )


def test_the_lobby_offers_practice_to_who_is_signed_in(reader):
    assert "Practise now" in reader.get("/").content.decode()
    assert "Practise now" not in Client().get("/").content.decode()


@pytest.mark.long
@pytest.mark.parametrize("title", ["duel", "war-of-the-ring"])
def test_practice_against_every_bot_is_one_click(frodo, reader, title):
    bots = list(rules.title(title).bots)
    html = reader.get(f"/tables/new/?title={title}").content.decode()
    assert all(f'<option value="{bot}">' in html for bot in bots)
    answer = reader.post("/tables/practice/", {"title": title, "bot": bots[0]}, follow=True)
    game = Game.objects.get()
    assert answer.redirect_chain[-1][0] == f"/game/{game.key}/"
    assert {seat.bot for seat in game.seats.all()} == {"", bots[0]}
    assert game.visibility == "private"
    assert not game.is_solo


def test_the_form_offers_a_table_of_ones_own(frodo, reader):
    form = {
        "title": "duel",
        "opponent": "solo",
        "seat": "random",
        "preset": "standard",
        "visibility": "public",
    }
    form |= {"zero_policy": "claim", "spectators": "all", "option-coin_limit": "on"}
    answer = reader.post("/tables/new/", form)
    assert answer.status_code == 302, answer.content.decode()
    assert Game.objects.get().is_solo


def test_a_solo_game_ends_like_any_other(frodo):
    game = open_table(frodo, title="duel", solo=True)
    for _ in range(400):
        game.refresh_from_db()
        if game.status == Game.Status.FINISHED:
            break
        viewer = access.viewer_for(access.get_game(game.key), frodo)
        decision = positions.open_decision(viewer)
        version = positions.situation(viewer)["version"]
        submit(game.key, viewer.seat_name, expected_version=version, choices=[decision.fallback_choice()])
    assert game.status == Game.Status.FINISHED
