"""Kinds of votes: one entry, and pages, programs, mails and notices know it."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from accounts.models import ApiToken
from games.acts import votes
from games.acts.act import Field, FieldKind
from games.acts.kind import Ballot
from games.acts.kinds import KINDS
from games.api.votes import vote_paths
from games.letters.parser import help_lines
from notifications.models import Delivery
from tests.post import send_due

pytestmark = pytest.mark.usefixtures("answerable")

INSTRUMENTS = {"harp": "A harp", "flute": "A flute"}


class Song(Ballot):
    """To sing together, to an instrument."""

    name, label = "song", "A song"
    asks, done = "asks for a song with {value}", "Everybody sings."
    value = Field("value", "Sing with", FieldKind.CHOICE, choices=INSTRUMENTS, example="harp")
    needs_same = True

    def __init__(self):
        self.sung = []

    def check(self, opened, seat, value):
        return self.value.read(value)

    def carry_out(self, opened, by, value):
        self.sung.append((by.name, value))

    def in_words(self, game, value):
        return INSTRUMENTS[value].lower()


@pytest.fixture
def song(monkeypatch):
    kind = Song()
    monkeypatch.setitem(KINDS, kind.name, kind)
    return kind


# -- a new kind --------------------------------------------------------------------------------


def test_a_new_kind_has_a_form_with_its_choices_on_the_page(duel, client, song):
    client.force_login(duel.sauron)
    address = f"/game/{duel.game.key}/votes/"
    form = client.get(address).content.decode().split('value="song"')[1].split("</form>")[0]
    assert "Sing with" in form
    assert '<option value="harp">A harp</option><option value="flute">A flute</option>' in form
    client.post(address, {"kind": "song", "value": "harp"})
    client.force_login(duel.fellowship)
    page = client.get(address).content.decode()
    assert "asks for a song with a harp" in page
    answer = client.post(address, {"kind": "song", "value": "harp"}, follow=True)
    assert "Everybody sings." in answer.content.decode()
    assert song.sung == [("fellowship", "harp")]


def test_programs_vote_about_a_new_kind_and_read_the_shape_of_its_body(duel, client, song):
    headers = {"Authorization": f"Bearer {ApiToken.objects.issue(duel.sauron, 'mine', ['play'])[1]}"}
    path = f"/api/v1/games/{duel.game.key}/votes/song/"
    refused = client.post(path, {"value": "drum"}, content_type="application/json", headers=headers)
    assert refused.json()["field"] == "value"
    client.post(path, {"value": "flute"}, content_type="application/json", headers=headers)
    votes.agree(duel.viewer("fellowship"), "song")
    assert song.sung == [("fellowship", "flute")]
    schema = SchemaGenerator(patterns=[vote_paths()]).get_schema(public=True)
    operation = schema["paths"]["/games/{key}/votes/song/"]["post"]
    assert operation["operationId"] == "vote_song"
    examples = operation["requestBody"]["content"]["application/json"]["examples"]
    assert [each["value"] for each in examples.values()] == [{"value": "harp"}, {}, {"agree": False}]
    shape = schema["components"]["schemas"]["SongVote"]
    assert set(shape["properties"]) == {"value", "agree"}
    assert "required" not in shape
    assert "harp" in str(schema["components"]["schemas"])


def test_mails_vote_about_a_new_kind_and_their_help_knows_it(duel, post, song):
    turn = post.turn_mail()
    (receipt,) = post.answer(turn, "vote song Harp\nhelp")
    body = " ".join(receipt.body.split())
    assert "You have voted." in body
    assert "`vote song harp`" in body
    votes.agree(duel.viewer("fellowship"), "song", "harp")
    assert song.sung == [("fellowship", "harp")]


def test_a_new_kind_is_told_to_the_others(duel, mailoutbox, song):
    Delivery.objects.all().delete()
    votes.agree(duel.viewer("sauron"), "song", "flute")
    send_due(timezone.now() + timedelta(hours=1))
    (mail,) = [m for m in mailoutbox if m.to == [duel.fellowship.email]]
    assert "asks for a song with a flute." in mail.body


# -- the kinds that there are ------------------------------------------------------------------


def test_every_kind_has_a_body_of_its_own():
    schema = SchemaGenerator(patterns=[vote_paths()]).get_schema(public=True)
    shapes = schema["components"]["schemas"]
    bodies = {
        name: {
            field: shape.get("type", "string")
            for field, shape in shapes[f"{name.capitalize()}Vote"]["properties"].items()
        }
        for name in KINDS
    }
    agree = {"agree": "boolean"}
    assert bodies == {
        "draw": agree,
        "cancel": agree,
        "end": {"value": "string", **agree},
        "extend": {"value": "integer", **agree},
        "pause": {"value": "integer", **agree},
        "resume": agree,
        "replace": {"value": "string", **agree},
        "takeback": {"value": "integer", **agree},
        "copy": {"value": "integer", **agree},
        "correct": {"value": "string", **agree},
        "reading": {"value": "string", **agree},
    }


def test_the_help_of_mails_and_the_reference_name_every_kind():
    (line,) = [line for line in help_lines() if line.startswith("vote ")]
    reference = Path("docs/api.md").read_text()
    for name in KINDS:
        assert f"`vote {name}" in line
        assert f"`{name}/`" in reference
    assert "`vote extend 24`" in line
    assert "`vote end SEAT`" in line
    assert "`vote no KIND`" in line


@pytest.mark.parametrize(
    "words", ["end Fellowship", "END fellowship", "yes end fellowship", "end fellowship please"]
)
def test_a_seat_is_named_by_mail_as_people_call_it(duel, post, words):
    post.answer(post.turn_mail(), f"vote {words}")
    (vote,) = votes.situation(duel.viewer("sauron"), timezone.now())["open"]
    assert (vote["kind"], vote["value"]) == ("end", "fellowship")


def test_the_page_asks_as_each_kind_says(duel, client):
    client.force_login(duel.sauron)
    page = client.get(f"/game/{duel.game.key}/votes/").content.decode()
    for text in (
        'inputmode="numeric" maxlength="5" value="24" required',
        'data-confirm="Ask to end the game without a result?"',
        "Offer a draw",
        "Ask to cancel the game",
        "End the game now: who wins?",
        "Days for which the clocks stand",
    ):
        assert text in page
    assert "End the pause at once" not in page
    duel.discard()
    page = client.get(f"/game/{duel.game.key}/votes/").content.decode()
    assert f'ask from a step of the <a href="/game/{duel.game.key}/replay/">replay</a>' in page
    assert "Step to go back to" not in page
