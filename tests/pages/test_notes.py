"""What a player keeps for themselves: notes about games and people, arrows and rings (MOV-11, ACC-11, WAT-12)."""

import io
import json
import zipfile

import pytest
from django.urls import reverse

from accounts.services import close_account
from games.letters import addresses
from games.models import PersonNote, SeatNote
from games.planning import marks, notes
from games.refusals import Refused
from rules.war_of_the_ring.position.catalogue import REGIONS
from tests.conftest import game_of_two, person

pytestmark = pytest.mark.both_databases

RINGS = [["edoras", "", 0], ["edoras", "helms-deep", 2]]


@pytest.fixture
def war(db):
    """A game of War of the Ring: Frodo the Free Peoples, Gothmog the Shadow."""
    return game_of_two("war-of-the-ring", seat="free-peoples")


def archive_of(client, user):
    client.force_login(user)
    packed = zipfile.ZipFile(io.BytesIO(client.post(reverse("export-account")).content))
    return {name: json.loads(packed.read(name)) for name in packed.namelist()}


# -- notes about a game ------------------------------------------------------------------------


def test_a_note_about_a_game_is_kept_and_read_by_its_player_alone(duel, client):
    address = f"/game/{duel.game.key}/note/"
    client.force_login(duel.fellowship)
    assert client.post(address, {"text": "Take the Ring\r\n<b>early</b>"}).status_code == 302
    assert SeatNote.objects.get().text == "Take the Ring\n<b>early</b>"
    html = client.get(address).content.decode()
    assert "&lt;b&gt;early&lt;/b&gt;" in html
    moderator = person("moderator")
    moderator.is_staff = moderator.is_superuser = True
    moderator.save()
    for other in (duel.sauron, moderator):
        client.force_login(other)
        assert "early" not in client.get(address).content.decode()
    client.logout()
    assert client.get(address).status_code == 403


def test_no_page_of_the_game_holds_the_note_of_anybody(duel, client):
    notes.note_game(duel.viewer("fellowship"), "Nobody knows of this.")
    for user in (duel.fellowship, duel.sauron):
        client.force_login(user)
        for page in ("", "replay/", "planning/", "share/", "version", "feed.atom"):
            assert "Nobody knows" not in client.get(f"/game/{duel.game.key}/{page}").content.decode(), page


def test_a_script_saves_without_leaving_the_page_and_hears_of_another_device(duel, client):
    client.force_login(duel.fellowship)
    address, script = f"/game/{duel.game.key}/note/", {"X-Requested-With": "fetch"}
    first = client.post(address, {"text": "one", "before": ""}, headers=script)
    assert first.status_code == 200
    assert "<html" not in first.content.decode()
    notes.note_game(duel.viewer("fellowship"), "by mail")
    other = client.post(address, {"text": "two", "before": "one"}, headers=script)
    assert other.status_code == 409
    assert "changed elsewhere" in other.content.decode()
    assert notes.about_game(duel.viewer("fellowship")) == "by mail"


@pytest.mark.parametrize(("text", "kept"), [("x" * 4_000, 4_000), ("x" * 4_001, 0)])
def test_a_note_about_a_game_is_bounded(duel, client, text, kept):
    client.force_login(duel.fellowship)
    client.post(f"/game/{duel.game.key}/note/", {"text": text})
    assert len(notes.about_game(duel.viewer("fellowship"))) == kept


def test_a_longer_note_from_before_can_be_shortened(duel):
    SeatNote.objects.create(seat=duel.seat("fellowship"), text="x" * 9_000)
    assert len(notes.note_game(duel.viewer("fellowship"), "x" * 8_000)) == 8_000
    with pytest.raises(Refused) as refused:
        notes.note_game(duel.viewer("fellowship"), "x" * 8_001)
    assert refused.value.code == "too-large"


def test_whoever_holds_all_seats_has_one_note(client, db):
    table = game_of_two("duel", seat="fellowship")
    table.game.seats.update(user=table.fellowship)
    client.force_login(table.fellowship)
    address = f"/game/{table.game.key}/note/"
    client.post(address, {"text": "both sides"})
    for name in ("fellowship", "sauron"):
        client.post(f"/game/{table.game.key}/seat/{name}/")
        assert "both sides" in client.get(address).content.decode()
    assert SeatNote.objects.count() == 1


# -- notes about people ------------------------------------------------------------------------


def test_a_note_about_a_person_stands_on_their_page_for_its_writer_alone(client, db):
    frodo, gothmog, sam = person("frodo"), person("gothmog"), person("sam")
    client.force_login(frodo)
    answer = client.post("/my/notes/gothmog/", {"text": "Rolls well."})
    assert answer.status_code == 302
    assert "Rolls well." in client.get("/players/gothmog/").content.decode()
    for other in (gothmog, sam):
        client.force_login(other)
        assert "Rolls well." not in client.get("/players/gothmog/").content.decode()
        assert client.get("/players/frodo/").status_code == 200
    client.logout()
    assert "For myself" not in client.get("/players/gothmog/").content.decode()
    assert client.post("/my/notes/gothmog/", {"text": "x"}).status_code == 302
    assert PersonNote.objects.get().owner == frodo


def test_an_empty_note_is_none(client, db):
    frodo, gothmog = person("frodo"), person("gothmog")
    notes.note_person(frodo, gothmog, "x")
    client.force_login(frodo)
    client.post("/my/notes/gothmog/", {"text": " \r\n ", "before": "x"})
    assert not PersonNote.objects.exists()


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("gothmog", "x" * 1_001, 413),
        ("frodo", "me", 404),
        ("nobody", "x", 404),
        ("gothmog", "x" * 300_000, 413),
    ],
)
def test_what_is_no_note_about_a_person_is_refused(client, db, name, text, status):
    frodo = person("frodo")
    person("gothmog")
    client.force_login(frodo)
    assert client.post(f"/my/notes/{name}/", {"text": text}).status_code == status
    assert not PersonNote.objects.exists()


def test_notes_about_people_are_bounded(monkeypatch, db):
    monkeypatch.setattr(notes, "MOST_PEOPLE", 1)
    frodo, gothmog = person("frodo"), person("gothmog")
    notes.note_person(frodo, gothmog, "one")
    notes.note_person(frodo, gothmog, "another in its place")
    with pytest.raises(Refused) as refused:
        notes.note_person(frodo, person("sam"), "two")
    assert refused.value.code == "too-many-notes"


# -- arrows and rings --------------------------------------------------------------------------


def test_marks_are_kept_for_their_player_alone_and_asked_for_only_where_there_are_some(war, client):
    address = f"/game/{war.game.key}/marks"
    client.force_login(war.fellowship)
    assert "data-marked" not in client.get(f"/game/{war.game.key}/").content.decode()
    script = {"X-Requested-With": "fetch"}
    assert client.post(address, {"marks": json.dumps(RINGS)}, headers=script).json() == {"marks": RINGS}
    for page in ("", "planning/", "replay/"):
        assert "data-marked" in client.get(f"/game/{war.game.key}/{page}").content.decode(), page
    client.force_login(war.sauron)
    assert client.get(address).json() == {"marks": []}
    assert "data-marked" not in client.get(f"/game/{war.game.key}/").content.decode()
    client.logout()
    assert client.get(address).status_code == 403


def test_one_button_clears_them(war, client):
    client.force_login(war.fellowship)
    marks.draw(war.viewer("free-peoples"), json.dumps(RINGS))
    assert client.post(f"/game/{war.game.key}/marks", {"marks": "[]"}).status_code == 302
    assert not war.seat("free-peoples").has_marks
    assert marks.drawn(war.viewer("free-peoples")) == []


def test_drawing_leaves_the_note_as_it_is(war):
    notes.note_game(war.viewer("free-peoples"), "Muster in Edoras.")
    marks.draw(war.viewer("free-peoples"), json.dumps(RINGS))
    notes.note_game(war.viewer("free-peoples"), "Or not.")
    assert marks.drawn(war.viewer("free-peoples")) == RINGS
    assert notes.about_game(war.viewer("free-peoples")) == "Or not."


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("", 422),
        ("{}", 422),
        ("[[]]", 422),
        ('[["edoras"]]', 422),
        ('[["edoras", "", 3]]', 422),
        ('[["edoras", "", true]]', 422),
        ('[["edoras", "edoras", 0]]', 422),
        ('[["<script>", "", 0]]', 422),
        ('[["edoras", {"a": 1}, 0]]', 422),
        ("[" * 5_000, 422),
        ("[" + '["edoras", "", 0], ' * 600 + "]", 413),
    ],
)
def test_what_are_no_marks_is_refused(war, client, sent, status):
    client.force_login(war.fellowship)
    assert client.post(f"/game/{war.game.key}/marks", {"marks": sent}).status_code == status
    assert not SeatNote.objects.exists()


def test_marks_are_bounded_and_each_is_there_once(war):
    viewer, regions = war.viewer("free-peoples"), sorted(REGIONS)
    assert marks.draw(viewer, json.dumps([RINGS[0]] * 3)) == [RINGS[0]]
    with pytest.raises(Refused) as refused:
        marks.draw(viewer, json.dumps([[region, "", 0] for region in regions[: marks.MOST_MARKS + 1]]))
    assert refused.value.code == "too-many-marks"


# -- whose they are ----------------------------------------------------------------------------


def test_everything_is_in_its_writer_s_archive_and_leaves_with_the_account(war, client):
    for viewer, user, other in (
        ("free-peoples", war.fellowship, war.sauron),
        ("shadow", war.sauron, war.fellowship),
    ):
        notes.note_game(war.viewer(viewer), f"plan of {viewer}")
        notes.note_person(user, other, f"thoughts of {viewer}")
    marks.draw(war.viewer("free-peoples"), json.dumps(RINGS))
    archive = archive_of(client, war.fellowship)
    assert [(note["text"], note["marks"]) for note in archive["notes.json"]] == [
        ("plan of free-peoples", RINGS)
    ]
    about = archive["notes-about-people.json"]
    assert [(note["about"], note["text"]) for note in about] == [("gothmog", "thoughts of free-peoples")]
    assert "of shadow" not in json.dumps(archive)
    close_account(war.fellowship)
    assert [note.text for note in SeatNote.objects.all()] == ["plan of shadow"]
    assert not PersonNote.objects.exists(), "what is noted about somebody goes with them, too"
    assert not war.seat("free-peoples").has_marks


def test_whoever_takes_the_seat_over_finds_nothing(war):
    notes.note_game(war.viewer("free-peoples"), "mine")
    marks.draw(war.viewer("free-peoples"), json.dumps(RINGS))
    addresses.forget(war.seat("free-peoples"))
    assert notes.about_game(war.viewer("free-peoples")) == ""
    assert not war.seat("free-peoples").has_marks
