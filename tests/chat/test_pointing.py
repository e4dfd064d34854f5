"""Pointing at the board on a side: read, drawn for the partner until somebody has answered, told in words (WAT-11)."""

import re

import pytest

import rules
from games import boards
from games.chat import pointing, talk
from games.chat.rooms import Ear
from games.lobby import tables
from games.models import Game
from games.models.chat import Channel, ChatLine
from leagues.services.conduct import chat_lines
from tests.api.test_api import Program, code
from tests.browsing import game_page
from tests.chat.conftest import Talk
from tests.chat.test_leaks import everything
from tests.conftest import person, refused
from tests.opening import open_table

GREEN, RED = "side-green", "side-red"
ANGMAR, WAY = {"region": "angmar", "to": None}, {"region": "barad-dur", "to": "angmar"}


@pytest.fixture
def alliance(db) -> Talk:
    """Risk for two against two: Merry and Sam (green, yellow) against Pippin and Rosie (red, black)."""
    people = [person(name) for name in ("merry", "pippin", "sam", "rosie")]
    game = open_table(
        people[0], title="risk", seat="green", options={"players": "alliance", "setup_mode": "random"}
    )
    for other, seat in zip(people[1:], ("red", "yellow", "black"), strict=True):
        tables.join(game.key, seat=seat, user=other)
    tables.start_now(game.key, people[0])
    return Talk(Game.objects.get(pk=game.pk))


@pytest.fixture
def allied(alliance):
    """Who sits there, by name."""
    return {seat.user.username: seat.user for seat in alliance.game.seats.select_related("user")}


def point(table, user, typed, text="", channel=GREEN, **more):
    marks = pointing.typed(table.game, typed)
    return talk.say(table.viewer(user), text, channel, marks=marks, **more).line


def drawn(table, user):
    """What the map of somebody's page shows: regions, and how many ways."""
    html = game_page(user, table.game.key)
    group = re.search(r'<g class="m-pointed">(.*?)</g>\s*<g class="m-piles">', html, re.DOTALL)[1]
    return sorted({*re.findall(r'<use href="[^"#]*#([\w-]+)"', group)}), group.count('class="is-head"')


# -- reading what is pointed at ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "marks"),
    [
        ("Angmar", [ANGMAR]),
        ("angmar, Barad-dûr > Angmar", [ANGMAR, WAY]),
        ("barad dur -> the angmar;; ", [WAY]),
        ("Barad-dur → Angmar, Barad-dur > Angmar", [WAY]),
        ("Barad-dur > Angmar > Rhudaur", [WAY, {"region": "angmar", "to": "rhudaur"}]),
        ("", []),
        (" , ;", []),
    ],
)
def test_names_are_read_as_people_write_them(alliance, typed, marks):
    assert pointing.typed(alliance.game, typed) == marks


@pytest.mark.parametrize(
    ("typed", "refusal", "words"),
    [
        ("Anghmar", "no-such-region", "There is no region “Anghmar” on this board. Nearest to it: Angmar"),
        ("Angmar > ", "no-such-way", "An arrow leads from one region to another one."),
        ("downs", "ambiguous-region", "“downs” may be "),
        ("Angmar > Angmar", "no-such-way", "An arrow leads from one region to another one."),
        ("x" * 601, "too-many-marks", "Point at 8 regions or ways at most."),
    ],
)
def test_what_is_no_region_is_refused_in_words(alliance, typed, refusal, words):
    with refused(refusal) as caught:
        pointing.typed(alliance.game, typed)
    assert caught.value.message.startswith(words)


def test_a_line_points_at_eight_things_at_most(alliance):
    names = [shown[0] for shown in boards.reference_of("risk").regions.values()]
    assert len(pointing.typed(alliance.game, ", ".join(names[:8]))) == 8
    with refused("too-many-marks"):
        pointing.typed(alliance.game, ", ".join(names[:9]))
    with refused("too-many-marks"):
        pointing.typed(alliance.game, " > ".join(names[:10]))


def test_where_the_board_has_no_regions_there_is_nothing_to_point_at(team):
    with refused("no-regions"):
        pointing.typed(team.game, "Angmar")


def test_only_ones_own_side_is_pointed_at_something(alliance, allied):
    with refused("may-not-point"):
        point(alliance, allied["merry"], "Angmar", channel=Channel.PLAYERS)
    with refused("no-such-channel"):
        point(alliance, allied["pippin"], "Angmar", channel=GREEN)
    assert not ChatLine.objects.exists()


def test_the_same_key_with_other_marks_is_another_line(alliance, allied):
    point(alliance, allied["merry"], "Angmar", key="k1")
    assert point(alliance, allied["merry"], "Angmar", key="k1").number == 1
    with refused("idempotency-conflict"):
        point(alliance, allied["merry"], "Rhudaur", key="k1")


# -- on the board ------------------------------------------------------------------------------


def test_it_is_drawn_for_the_side_alone_until_the_partner_answers(alliance, allied):
    point(alliance, allied["merry"], "Angmar, Barad-dûr > Angmar")
    point(alliance, allied["merry"], "Rhudaur", "Or there.")
    for name in ("merry", "sam"):
        assert drawn(alliance, allied[name]) == (["angmar", "rhudaur"], 1)
    for other in (allied["pippin"], allied["rosie"], None):
        assert drawn(alliance, other) == ([], 0)
    alliance.say(allied["pippin"], "Good luck, all.")
    alliance.say(allied["sam"], "And to you.")
    assert drawn(alliance, allied["sam"]) == (["angmar", "rhudaur"], 1)
    alliance.say(allied["sam"], "Gladly.", GREEN)
    for name in ("merry", "sam"):
        assert drawn(alliance, allied[name]) == ([], 0)


def test_whoever_mutes_the_partner_or_comes_later_is_shown_nothing(alliance, allied):
    point(alliance, allied["merry"], "Angmar")
    talk.mute(alliance.viewer(allied["sam"]), alliance.voice(allied["merry"]), wanted=True)
    assert drawn(alliance, allied["sam"]) == ([], 0)
    alliance.game.seats.filter(name="yellow").update(user=person("bill"))
    assert pointing.unanswered(Ear(alliance.viewer(person_of(alliance, "yellow")))) == []


def person_of(table, seat):
    return table.game.seats.select_related("user").get(name=seat).user


def test_what_a_moderator_has_removed_points_at_nothing(alliance, allied):
    line = point(alliance, allied["merry"], "Angmar")
    elrond = person("elrond")
    elrond.is_staff = True
    elrond.save()
    chat_lines.hide_line(elrond, line.pk, "Insults.")
    assert drawn(alliance, allied["sam"]) == ([], 0)
    assert (
        Program(allied["sam"], ["chat"])
        .get(f"games/{alliance.game.key}/chat/?channel={GREEN}")
        .json()["lines"][0]["marks"]
        == []
    )


@pytest.mark.long
def test_pointing_changes_nothing_for_anybody_else(alliance, allied, watcher):
    alliance.say(allied["merry"], "Good luck, all.")
    outside = (allied["pippin"], watcher, None)
    for _ in range(2):
        before = [everything(alliance.game, user) for user in outside]
    point(alliance, allied["merry"], "Angmar, Barad-dûr > Angmar", "Here.")
    assert [everything(alliance.game, user) for user in outside] == before


# -- pages, programs, mails --------------------------------------------------------------------


def test_a_form_points_and_what_is_refused_is_kept(alliance, allied, client):
    client.force_login(allied["merry"])
    path, form = f"/game/{alliance.game.key}/chat/", {"channel": GREEN, "text": "", "key": "k1"}
    answer = client.post(path, {**form, "marks": "Anghmar", "text": "There."})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "There is no region “Anghmar” on this board." in html
    assert 'value="Anghmar"' in html
    assert client.post(path, {**form, "marks": "Angmar, Barad-dur > Angmar"}).status_code == 302
    words = "Points at Angmar; Barad-dûr to Angmar"
    assert words in game_page(allied["sam"], alliance.game.key)
    text = game_page(allied["sam"], alliance.game.key, "?mode=text")
    assert re.search(r'class="text-pointed">\s*<b>[^<]+</b> points at Angmar; Barad-dûr to Angmar\.', text)
    assert client.post(path, {**form, "marks": "", "key": "k2"}).status_code == 422


def test_programs_point_by_ids_or_names(alliance, allied):
    merry, sam = (Program(allied[name], ["chat"]) for name in ("merry", "sam"))
    path = f"games/{alliance.game.key}/chat/"
    marks = [{"region": "angmar"}, {"region": "Barad-dûr", "to": "angmar"}]
    said = merry.post(path, {"text": "", "channel": GREEN, "marks": marks})
    assert said.json()["line"]["marks"] == [ANGMAR, WAY]
    assert sam.get(f"{path}?channel={GREEN}").json()["lines"][0]["marks"] == [ANGMAR, WAY]


@pytest.mark.parametrize(
    ("marks", "answer"),
    [
        ("angmar", (400, "malformed")),
        (["angmar"], (400, "malformed")),
        ([{"to": "angmar"}], (400, "malformed")),
        ([{"region": 7}], (400, "malformed")),
        ([{"region": "angmar", "to": []}], (400, "malformed")),
        ([{"region": "no-such-land"}], (422, "no-such-region")),
        ([{"region": "angmar", "to": ""}], (422, "no-such-way")),
        ([{"region": "angmar"}] * 9, (422, "too-many-marks")),
    ],
)
def test_marks_that_make_no_sense_say_nothing(alliance, allied, marks, answer):
    body = {"text": "There.", "channel": GREEN, "marks": marks}
    assert code(Program(allied["merry"], ["chat"]).post(f"games/{alliance.game.key}/chat/", body)) == answer
    assert not ChatLine.objects.exists()


@pytest.mark.usefixtures("answerable")
def test_a_mail_tells_it_in_words(alliance, allied, post):
    point(alliance, allied["merry"], "Angmar, Barad-dûr > Angmar", "Let us begin here.")
    mail = next(m for m in reversed(post.deliver()) if "writes to your side" in m.subject)
    assert "  Let us begin here.\n  points at Angmar; Barad-dûr to Angmar\n" in mail.body
    post.answer(mail, "Yes.")
    assert drawn(alliance, allied["sam"]) == ([], 0)


# -- the map -----------------------------------------------------------------------------------


def test_a_map_of_any_title_draws_regions_and_ways_and_leaves_out_what_it_does_not_show():
    title, options = rules.title("war-of-the-ring"), rules.title("war-of-the-ring").normalise_options({})
    view = rules.Game.start(title, options, rules.Seeded(7)).view(None)
    ways = [("minas-tirith",), ("osgiliath", "north-ithilien"), ("nowhere",), ("osgiliath", "nowhere")]
    sheet = boards.drawing_of("war-of-the-ring", view, None, None, pointed=ways)["map"]
    region, way = sheet.pointed
    assert (region.region, region.shaft) == ("minas-tirith", "")
    assert (way.region, way.shaft[0], way.head[0]) == ("", "M", "M")
