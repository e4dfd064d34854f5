"""What a player may do beside moving: one entry, and pages, programs, mails and the situation know it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from drf_spectacular.generators import SchemaGenerator

from accounts.models import ApiToken
from games.acts import about_time, registry
from games.acts.act import Act, Done, Field, FieldKind
from games.api.acts import act_paths
from games.ledger import notices
from games.letters.parser import help_lines, read_lines
from games.models import Seat
from games.play import access, positions
from games.refusals import Refused
from notifications.models import Delivery

pytestmark = pytest.mark.usefixtures("answerable")


@pytest.fixture
def toasts(monkeypatch):
    """A new act, written as one entry: to drink so many times to a seat. What is drunk stands in the list."""
    drunk = []

    def run(viewer, data):
        drunk.append((viewer.seat_name, data["times"], data["seat"]))
        return Done(f"You drink {data['times']} times to {data['seat']}.")

    act = Act(
        "drink-to",
        "Drink to somebody",
        run,
        lambda look: look.plays and look.own.waiting_since is not None,
        fields=(
            Field("times", "How often", FieldKind.NUMBER, usual="1", example=3),
            Field("seat", "To whom", FieldKind.SEAT, example="sauron"),
        ),
        words=("drink", "toast"),
        help="`drink 3 SEAT` drinks to somebody",
    )
    monkeypatch.setitem(registry.ACTS, act.name, act)
    return drunk


def headers_of(user, *scopes):
    return {"Authorization": f"Bearer {ApiToken.objects.issue(user, 'mine', list(scopes))[1]}"}


# -- one entry for every face ------------------------------------------------------------------


def test_a_new_act_stands_in_the_situation_of_those_who_may(duel, toasts):
    assert positions.situation(duel.viewer("sauron"))["can"]["drink_to"]
    assert not positions.situation(duel.viewer("fellowship"))["can"]["drink_to"]
    assert not positions.situation(access.viewer_for(duel.game, AnonymousUser()))["can"]["drink_to"]


def test_a_new_act_has_a_button_with_its_fields_on_the_page(duel, client, toasts):
    client.force_login(duel.sauron)
    page = client.get(f"/game/{duel.game.key}/").content.decode()
    form = page.split("act/drink-to")[1].split("</form>")[0]
    assert "How often" in form
    assert '<option value="fellowship">' in form
    assert '<option value="sauron">' not in form
    done = client.post(
        f"/game/{duel.game.key}/act/drink-to", {"times": "2", "seat": "fellowship"}, follow=True
    )
    assert "You drink 2 times to fellowship." in done.content.decode()
    refused = client.post(f"/game/{duel.game.key}/act/drink-to", {"times": "often"})
    assert refused.status_code == 400
    assert toasts == [("sauron", 2, "fellowship")]
    client.force_login(duel.fellowship)
    assert "act/drink-to" not in client.get(f"/game/{duel.game.key}/").content.decode()


def test_programs_do_a_new_act_and_read_the_shape_of_its_body(duel, client, toasts):
    headers, path = headers_of(duel.sauron, "play"), f"/api/v1/games/{duel.game.key}/acts/drink-to/"
    body = {"times": 3, "seat": "fellowship"}
    answer = client.post(path, body, content_type="application/json", headers=headers)
    assert answer.json() == {"version": 0, "done": "You drink 3 times to fellowship."}
    broken = client.post(path, {"times": "x"}, content_type="application/json", headers=headers)
    assert (broken.status_code, broken.json()["field"]) == (400, "times")
    assert toasts == [("sauron", 3, "fellowship")]
    schema = SchemaGenerator(patterns=[act_paths()]).get_schema(public=True)
    operation = schema["paths"]["/games/{key}/acts/drink-to/"]["post"]
    assert operation["requestBody"]["content"]["application/json"]["examples"]["DrinkToSomebody"][
        "value"
    ] == {
        "times": 3,
        "seat": "sauron",
    }
    shape = schema["components"]["schemas"]["DrinkToAct"]
    assert {name: field["type"] for name, field in shape["properties"].items()} == {
        "times": "integer",
        "seat": "string",
    }


def test_mails_ask_for_a_new_act_and_their_help_knows_it(duel, post, toasts):
    turn = post.turn_mail()
    (receipt,) = post.answer(turn, "toast 2 Fellowship\nhelp")
    assert "You drink 2 times to fellowship." in receipt.body
    assert "drinks to somebody" in receipt.body
    assert toasts == [("sauron", 2, "fellowship")]
    post.answer(turn, "check\ndrink 9 fellowship")
    assert len(toasts) == 1, "a dry run does nothing"


def test_what_is_final_is_asked_once_more_on_every_face_of_people(duel, client, post, toasts, monkeypatch):
    act = Act("sink", "Sink", lambda viewer, data: Done("Sunk."), words=("sink",), final="sink the ship")
    monkeypatch.setitem(registry.ACTS, "sink", act)
    client.force_login(duel.sauron)
    page = client.get(f"/game/{duel.game.key}/act/sink").content.decode()
    assert "Sink?" in page
    assert "This cannot be undone." in page
    (receipt,) = post.answer(post.turn_mail(), "sink")
    assert "Write `sink yes` to sink the ship" in receipt.body
    (receipt,) = post.answer(receipt, "sink yes", message_id="<again@client>")
    assert "Sunk." in receipt.body


def test_every_act_is_listed_once_and_those_of_mail_have_words_of_their_own():
    words = [word for act in registry.ACTS.values() for word in act.words]
    assert len(words) == len(set(words))
    listed = [line.split()[0] for line in help_lines()]
    assert len(listed) == len(set(listed))
    assert {"undo", "draw", "cancel", "claim", "resign", "give", "pause", "remind"} <= set(listed)


def test_the_pages_about_time_and_the_game_take_no_unknown_act(duel, client):
    client.force_login(duel.sauron)
    assert client.post(f"/game/{duel.game.key}/act/dance").status_code == 404
    assert client.post(f"/game/{duel.game.key}/time/", {"act": "draw"}).status_code == 404


# -- giving time where several could get it ----------------------------------------------------


def given(pebbles):
    return {seat.name: seat.bank_ms for seat in Seat.objects.filter(game=pebbles.game)}


def test_giving_time_by_mail_asks_to_whom(pebbles, post):
    """At a table of three nobody gets time by accident."""
    Delivery.objects.all().delete()
    notices.notify_turns(pebbles.game, [pebbles.seat("red")])
    turn, before = post.turn_mail(), given(pebbles)
    (receipt,) = post.answer(turn, "give 24")
    assert "Say to whom: green or blue. By mail, for example: `give 24 green`." in " ".join(
        receipt.body.split()
    )
    assert given(pebbles) == before
    (receipt,) = post.answer(turn, "give 24 hours Blue", message_id="<named@client>")
    assert "You have given 24 hours." in receipt.body
    assert [name for name, bank in given(pebbles).items() if bank != before[name]] == ["blue"]


def test_programs_and_pages_have_to_say_to_whom_too(pebbles, client):
    path = f"/api/v1/games/{pebbles.game.key}/acts/give/"
    headers = headers_of(pebbles.fellowship, "play")
    answer = client.post(path, {"hours": 24}, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, "which-seat", "seat")
    client.force_login(pebbles.fellowship)
    assert client.post(f"/game/{pebbles.game.key}/time/", {"act": "give", "hours": "24"}).status_code == 422
    named = client.post(path, {"hours": 24, "seat": "blue"}, content_type="application/json", headers=headers)
    assert named.json()["done"] == "You have given 24 hours."


def test_the_only_other_player_need_not_be_named(duel, pebbles, post):
    assert about_time.do(duel.viewer("sauron"), "give", {"hours": "24"}) == "You have given 24 hours."
    Seat.objects.filter(game=pebbles.game, name="green").update(bot="random", user=None)
    before = given(pebbles)
    about_time.do(pebbles.viewer("red"), "give", {"hours": 24})
    assert [name for name, bank in given(pebbles).items() if bank != before[name]] == ["blue"]
    Seat.objects.filter(game=pebbles.game, name="blue").update(bot="random", user=None)
    with pytest.raises(Refused) as refused:
        about_time.do(pebbles.viewer("red"), "give", {"hours": 24})
    assert refused.value.code == "no-time-to-give"


@pytest.mark.parametrize(
    ("line", "command", "text"),
    [
        ("give 24", "give", "24"),
        ("give 24 rohan", "give", "24 rohan"),
        ("Give: 24h", "give", "24h"),
        ("give bree a pony", "", "give bree a pony"),
        ("draw accept", "draw", "accept"),
        ("draw two cards", "", "draw two cards"),
        ("take-back", "undo", ""),
        ("undo everything", "", "undo everything"),
        ("concede", "resign", ""),
        ("resume", "resume", ""),
        ("claim void", "claim", "void"),
    ],
)
def test_a_line_is_an_act_only_if_all_of_it_belongs_to_the_act(line, command, text):
    (item,) = read_lines([line]).items
    assert (item.command, item.text) == (command, text)
