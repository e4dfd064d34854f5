"""A partner answers in a battle of War of the Ring: the same move, and nothing of a hand on the way (WR-22, STD-9)."""

from contextlib import contextmanager
from dataclasses import replace
from itertools import islice

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from freezegun import freeze_time

from accounts.models import ApiToken
from games import boards
from games.ledger import records
from games.letters import choice_list
from games.lobby import tables
from games.models import Event, Game, LogLine, Seat
from games.play import partners
from games.play.submit import submit
from notifications.models import Delivery
from rules.core.table_lines import ANSWERED_FOR
from tests.browsing import still
from tests.conftest import Table, person
from tests.drawn import svg_of
from tests.opening import open_table
from tests.post import unwrapped
from tests.rules.war_of_the_ring.players.questions import HANDS, OTHERS, SCENES, scene

pytestmark = [pytest.mark.long, pytest.mark.rule("WR-22"), pytest.mark.usefixtures("answerable")]

PLAYERS = {"gondor": "faramir", "rohan": "eomer", "witch-king": "gothmog", "saruman": "grima"}
PARTNER = {"gondor": "rohan", "rohan": "gondor", "witch-king": "saruman", "saruman": "witch-king"}
#: In the others the mover may still take back what led to the question: nobody else knows of it yet.
OPEN = [name for name in SCENES if not scene(name).unpublished]


def test_every_kind_is_asked_where_a_partner_may_answer_at_once():
    assert {SCENES[name][0] for name in OPEN} == {kind for kind, _ in SCENES.values()}


@pytest.fixture
def four(db):
    people = {seat: person(name) for seat, name in PLAYERS.items()}
    options = {"players": "4", "lords": True}
    game = open_table(people["gondor"], title="war-of-the-ring", seat="gondor", options=options)
    for seat, user in list(people.items())[1:]:
        tables.join(game.key, user=user, seat=seat)
    tables.start_now(game.key, people["gondor"])
    Delivery.objects.all().delete()
    return Table(game, people["gondor"], people["witch-king"]).reload()


@contextmanager
def standing(table, play, kind):
    """Let a game stand in a scene, with all that partners may answer allowed, and be as before afterwards."""
    with transaction.atomic():
        Game.objects.filter(pk=table.game.pk).update(options=play.options)
        table.reload().put(play)
        asked = next(decision for decision in play.pending if decision.kind == kind)
        Seat.objects.filter(game=table.game, name=asked.seat).update(waiting_kind=kind)
        partners.allow(table.viewer(asked.seat), PARTNER[asked.seat], [kind])
        yield asked
        transaction.set_rollback(True)
    table.reload()


def recorded(table):
    """Return what the last move left: its entry without who gave it and what hangs on that, its story, the position."""
    table.reload()
    (entry,) = [entry for entry in records.entries_of(table.game) if entry.kind == "choice"]
    kept = {**msgspec.to_builtins(entry), "by": None, "at": 0, "hash": ""}
    lines = LogLine.objects.filter(game=table.game).exclude(kind=ANSWERED_FOR).order_by("number")
    story = [(line.seq, line.kind, line.data, line.visible_to) for line in lines]
    play = table.play()
    return kept, story, msgspec.json.encode(play.position()), [each.describe() for each in play.pending]


@pytest.mark.parametrize("name", OPEN)
def test_an_answer_of_the_partner_is_recorded_as_the_players_own_but_for_who_gave_it(four, name):
    play = scene(name)
    kind = SCENES[name][0]
    asked = next(decision for decision in play.pending if decision.kind == kind)
    for choice in islice(asked.legal(), 2):
        left = []
        for partner in ("", PARTNER[asked.seat]):
            with standing(four, play, kind):
                version = four.version(asked.seat)
                submit(four.game.key, asked.seat, expected_version=version, choices=[choice], partner=partner)
                entry = Event.objects.filter(game=four.game, kind="choice").get()
                assert (entry.seat, entry.by) == (asked.seat, partner or None)
                left.append(recorded(four))
        own, given = left
        assert own == given


def told_to_partner(table, play, kind, post):
    """Return all that the partner is told while the question is open: API, mail in both forms and its picture, page."""
    with standing(table, play, kind) as asked:
        partner = PARTNER[asked.seat]
        user = table.seat(partner).user
        secret = ApiToken.objects.issue(user, "all", list(ApiToken.SCOPES))[1]
        client = Client()
        answer = client.get(f"/api/v1/games/{table.game.key}/", headers={"Authorization": f"Bearer {secret}"})
        assert [each["decision"]["kind"] for each in answer.json()["asked_for"]] == [kind]
        (mail,) = [m for m in post.deliver() if m.to == [user.email]]
        client.force_login(user)
        page = client.get(f"/game/{table.game.key}/").content.decode()
        board = boards.Scene(answer.json()["view"], partner, asked)
        picture = boards.picture_of("war-of-the-ring", board, choice_list.numbers_of(asked))
        told = [answer.content.decode(), mail.body, mail.alternatives[0][0], svg_of(picture), still(page)]
        return asked, told


@pytest.mark.parametrize("name", OPEN)
def test_neither_page_nor_program_nor_mail_tells_the_partner_of_the_hand(four, post, name):
    """Two games that differ in the hand of who is asked alone: the partner is told the same, byte for byte."""
    kind = SCENES[name][0]
    with freeze_time(timezone.now(), tick=False):
        asked, here = told_to_partner(four, scene(name), kind, post)
        others = {**HANDS, asked.seat: OTHERS[asked.seat]}
        _, there = told_to_partner(four, scene(name, others), kind, post)
    assert here == there


@pytest.mark.parametrize("name", OPEN)
def test_a_reply_to_the_mail_is_the_answer(four, post, name):
    kind = SCENES[name][0]
    with standing(four, scene(name), kind) as asked:
        partner = PARTNER[asked.seat]
        (mail,) = [m for m in post.deliver() if m.to == [four.seat(partner).user.email]]
        assert f"is asked: {asked.prompt}" in unwrapped(mail)
        choice = next(iter(asked.legal()))
        written = four.play().title.write(asked, choice)
        receipt = post.answer(mail, written)[0]
        assert "you have answered for" in unwrapped(receipt), receipt.body
        entry = Event.objects.filter(game=four.game, kind="choice").get()
        assert (entry.seat, entry.by, entry.choices) == (asked.seat, partner, [choice])


def test_a_hand_in_a_question_would_be_found(four, post, monkeypatch):
    """The comparison itself: what names the hand of who is asked is told differently."""
    plain = partners.question_for

    def telling(row, play, seat, partner):
        found = plain(row, play, seat, partner)
        assert found is not None
        words = f"{found.decision.prompt} {play.state.hands[seat.name]}"
        return replace(found, decision=msgspec.structs.replace(found.decision, prompt=words))

    monkeypatch.setattr(partners, "question_for", telling)
    with freeze_time(timezone.now(), tick=False):
        asked, here = told_to_partner(four, scene("a siege"), "press-siege", post)
        others = {**HANDS, asked.seat: OTHERS[asked.seat]}
        _, there = told_to_partner(four, scene("a siege", others), "press-siege", post)
    assert [one == other for one, other in zip(here, there, strict=True)] == [
        False,
        False,
        False,
        True,
        False,
    ]
