"""What is kept about somebody, handed out to them (ACC-5)."""

import io
import json
import zipfile

import pytest
from django.urls import reverse

from accounts import blocks
from accounts.models import ApiToken
from games.chat import talk
from games.models.letters import SeatNote
from games.reports import filing

pytestmark = pytest.mark.both_databases


@pytest.fixture
def parts(duel, client):
    """Gothmog's archive, by part, after both have talked and written notes."""
    for seat in ("fellowship", "sauron"):
        talk.say(duel.viewer(seat), f"I am {seat}: šé “x”.")
        SeatNote.objects.create(seat=duel.seat(seat), text=f"The plan of {seat}.")
        filing.file(duel.viewer(seat), place="line", line=0, about="word", text=f"As {seat} sees it.")
    blocks.mute(duel.sauron, duel.fellowship)
    ApiToken.objects.issue(duel.sauron, "bot", ["read"])
    client.force_login(duel.sauron)
    answer = client.post(reverse("export-account"))
    assert answer["Content-Type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def test_the_archive_holds_profile_games_words_and_notes(duel, parts):
    own = {"profile.json", "games.json", "chat.json", "notes.json", "notes-about-people.json"}
    assert set(parts) == {*own, "branches.json", "reports.json"}
    assert parts["profile.json"]["email"] == "gothmog@example.org"
    assert parts["profile.json"]["mutes"] == ["frodo"]
    assert [(game["game"], game["seat"]) for game in parts["games.json"]] == [(duel.game.key, "sauron")]
    assert [line["text"] for line in parts["chat.json"]] == ["I am sauron: šé “x”."]
    assert [note["text"] for note in parts["notes.json"]] == ["The plan of sauron."]


def test_it_holds_what_was_reported(parts):
    (report,) = parts["reports.json"]
    assert (report["text"], report["seat"], report["state"]) == ("As sauron sees it.", "sauron", "open")


def test_it_holds_nothing_of_others_and_no_secret(duel, parts):
    told = json.dumps(parts)
    token = ApiToken.objects.get()
    for hidden in (
        "I am fellowship",
        "The plan of fellowship",
        "As fellowship sees it.",
        "frodo@",
        duel.sauron.password,
        token.digest,
    ):
        assert hidden not in told


def test_only_the_person_gets_it(client, duel):
    assert client.post(reverse("export-account")).status_code == 302
    client.force_login(duel.sauron)
    assert client.get(reverse("export-account")).status_code == 405
    assert "Download my data" in client.get("/account/").content.decode()
