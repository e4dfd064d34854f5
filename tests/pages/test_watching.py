"""Watching, looking back, and what happened since: each as the reader may know it."""

from __future__ import annotations

import contextlib
import re
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

import rules
from games.hours import leaving
from games.ledger import records
from games.lobby import tables
from games.models import Event, Game
from games.play import positions
from games.tasks import run_clocks
from tests.conftest import Table, person
from tests.opening import open_table


def reader(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def look(client, game, path="", query=""):
    """The page without what differs at every look: form tokens, keys, the time left."""
    answer = client.get(f"/game/{game.key}/{path}{query}")
    html = answer.content.decode()
    html = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", html)
    return answer.status_code, re.sub(r"(data-countdown[^>]*>)[^<]*", r"\1", html)


def everywhere(client, game):
    """Everything that somebody can ask about a game."""
    api = f"/api/v1/games/{game.key}/"
    answers = [client.get(api + path) for path in ("", "log/", "steps/", "choices/")]
    return [
        look(client, game),
        look(client, game, query="?mode=text"),
        look(client, game, "replay/"),
        look(client, game, "version"),
        *((answer.status_code, answer.get("ETag"), answer.content) for answer in answers),
    ]


def until_the_bids(beans):
    for seat in ("left", "right", "left"):
        other = "right" if seat == "left" else "left"
        beans.submit(seat, 1, "keep")
        beans.submit(other, "no")


def test_a_secret_choice_shows_nowhere_until_all_are_in(beans):
    """Left bids seven, or two: whatever Right or a spectator can ask for is the same to the last byte."""
    until_the_bids(beans)
    right, spectator = reader(beans.sauron), reader()
    for client in (right, spectator):
        look(client, beans.game)
    received = timezone.now()
    seen = []
    for bid in (7, 2):
        with contextlib.suppress(InterruptedError), transaction.atomic():
            beans.submit("left", bid, received_at=received)
            seen.append([everywhere(client, beans.game) for client in (right, spectator)])
            raise InterruptedError  # the other world is another bid in its place
    assert seen[0] == seen[1]
    beans.submit("left", 7)
    beans.submit("right", 2)
    assert positions.situation(beans.viewer(None))["view"]["bids"] == {"left": 7, "right": 2}


@pytest.fixture
def auction(db):
    """A game of War of the Ring whose sides are bid for in secret."""
    frodo, gothmog = person("frodo"), person("gothmog")
    game = open_table(
        frodo,
        title="war-of-the-ring",
        seat="player-one",
        options={"sealed_bidding": True},
        terms={"grace": 0},
    )
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    game.refresh_from_db()
    return Table(game, frodo, gothmog)


def test_a_sealed_bid_for_a_side_shows_nowhere_until_both_are_in(auction):
    other, spectator = reader(auction.sauron), reader()
    for client in (other, spectator):
        look(client, auction.game)
    received = timezone.now()
    seen = []
    for bid in ("shadow:7", "free-peoples:0"):
        with contextlib.suppress(InterruptedError), transaction.atomic():
            auction.submit("player-one", bid, received_at=received)
            seen.append([everywhere(client, auction.game) for client in (other, spectator)])
            raise InterruptedError
    assert seen[0] == seen[1]
    auction.submit("player-one", "shadow:3")
    _, html = look(other, auction.game)
    assert "Which side do you bid for" in html
    assert "Shadow, 2 Dwarven Rings for the opponent" in html
    auction.submit("player-two", "shadow:2")
    view = positions.situation(auction.viewer(None))["view"]
    assert view["sides"] == {"player-one": "shadow", "player-two": "free-peoples"}
    assert view["dwarven_rings"] == {"free-peoples": 3}
    assert "First player bids 3 Dwarven Rings for the Shadow." in look(spectator, auction.game)[1]


def test_what_can_still_be_taken_back_shows_nowhere(beans):
    right, spectator = reader(beans.sauron), reader()
    for client in (right, spectator):
        look(client, beans.game)
    before = [everywhere(client, beans.game) for client in (right, spectator)]
    beans.submit("left", 2)
    assert [everywhere(client, beans.game) for client in (right, spectator)] == before


def test_a_spectator_can_do_nothing(duel):
    spectator = reader()
    _, html = look(spectator, duel.game)
    assert "You are watching" in html
    assert "move-form" not in html
    assert "Resign" not in html
    assert "Plan ahead" not in html
    for name in ("resign", "draw", "take-back", "ask-cancel", "claim-win"):
        assert spectator.post(f"/game/{duel.game.key}/act/{name}").status_code == 403
    duel.reload()
    assert not duel.is_finished


def test_tables_without_spectators_open_at_the_end(duel):
    Game.objects.update(spectators=Game.Spectators.AFTER)
    assert look(reader(), duel.game)[0] == 404
    assert look(reader(), duel.game, "replay/")[0] == 404
    assert look(reader(duel.sauron), duel.game)[0] == 200
    leaving.resign(duel.game.key, "sauron")
    assert look(reader(), duel.game)[0] == 200
    assert look(reader(), duel.game, "replay/")[0] == 200


def recent(html):
    part = html.partition('id="recent-title"')[2].partition("</ol>")[0]
    return re.findall(r"<li>([^<]*)</li>", part)


def test_what_happened_since_my_last_move(duel):
    """Sauron discards, the Fellowship discards: each reads what came after the own move, a spectator the last."""
    duel.discard()
    assert any(
        line.startswith("Sauron discards") for line in recent(look(reader(duel.fellowship), duel.game)[1])
    )
    assert not any("discards" in line for line in recent(look(reader(duel.sauron), duel.game)[1]))
    duel.discard()
    told = recent(look(reader(duel.sauron), duel.game)[1])
    assert any(line.startswith("Fellowship discards") for line in told)
    assert not any(line.startswith("Sauron discards") for line in told)
    watched = recent(look(reader(), duel.game)[1])
    assert any(line.startswith("Fellowship discards") for line in watched)
    assert not any(line.startswith("Sauron discards") for line in watched)


def test_the_story_says_when_to_the_minute(duel):
    duel.discard()
    line = positions.log_lines(duel.viewer("sauron"))[-1]
    at = datetime.fromisoformat(line["at"])
    assert at.second == at.microsecond == 0
    assert abs((timezone.now() - at).total_seconds()) < 180


def test_what_the_clock_answered_is_news(beans):
    beans.submit("left", 1, "keep")
    beans.submit("right", "no", 1, "keep")
    run_clocks(beans.seat("left").due_at + timedelta(seconds=61))
    answered = Event.objects.get(game=beans.game, kind="timeout")
    assert answered.seat == "left"
    shown = positions.since_last_move(beans.viewer("left"))
    assert [line["kind"] for line in shown] == ["taken"]


def test_stepping_back_and_forth(duel):
    for _ in range(3):
        duel.discard()
    client = reader(duel.sauron)
    status, html = look(client, duel.game, "replay/", "?at=2")
    assert status == 200
    assert re.findall(r'rel="(prev|next)" href="\?at=(\d+)"', html) == [("prev", "1"), ("next", "3")]
    assert "Fellowship discards" in html
    assert "step 0 of 3" in look(client, duel.game, "replay/", "?at=0")[1]
    assert "step 3 of 3" in look(client, duel.game, "replay/")[1]
    for nonsense in ("?at=99", "?at=x", "?at=-1", "?at=" + "9" * 50):
        assert "step 3 of 3" in look(client, duel.game, "replay/", nonsense)[1]


def test_a_step_shows_the_position_of_that_time(duel):
    positions_then = []
    for _ in range(4):
        positions_then.append(duel.play().view("sauron"))
        duel.discard()
    for seq, view in enumerate(positions_then):
        assert positions.position_at(duel.viewer("sauron"), seq)["view"] == view


def test_after_the_end_everybody_sees_everything_at_every_step(duel):
    duel.play_out(seed=3)
    end = duel.game.version
    for seq in positions.steps(duel.viewer(None))[:: max(1, end // 5)]:
        shown = positions.position_at(duel.viewer(None), seq)
        counting = positions.steps(duel.viewer(None))
        assert shown["view"] == records.game_at(duel.game, counting, seq).view(rules.ALL_SEEING)
    status, html = look(reader(), duel.game, "replay/", "?at=5")
    assert status == 200
    assert "everything is shown" in html


def test_there_is_nothing_to_step_through_before_the_start(duel):
    Game.objects.update(status=Game.Status.OPEN)
    assert look(reader(duel.sauron), duel.game, "replay/")[0] == 409


def test_pages_answer_head_requests(duel):
    client = reader(duel.sauron)
    for path in ("/", "/my/", f"/game/{duel.game.key}/", f"/game/{duel.game.key}/replay/", "/api/docs/"):
        assert client.head(path).status_code == 200, path
