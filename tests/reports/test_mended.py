"""The page of what was mended: rules by their titles, words and pages by reports, by the versions of the program."""

import re

import pytest

import rules
from games.models import Report
from games.reports import filing, mended
from rules.core.mends import Mend
from tests.conftest import person

DRAGONS = Mend(
    id="dragons-sleep",
    release="1.10.0",
    version=2,
    rule="DU-4.2",
    was="Dragons woke.",
    now="Dragons sleep.",
    option="unasked",
)


@pytest.fixture
def dragons(monkeypatch):
    """A mend of Duel in a version that is still to come."""
    title = rules.title("duel")
    monkeypatch.setattr(type(title), "mends", (DRAGONS,))
    return title


def reported(table, user, *, state="mended", **facts):
    kept = filing.file(table.viewer("sauron"), place="question", about="rule", text="Secret words of mine.")
    Report.objects.filter(pk=kept.pk).update(reporter=user, state=state, **facts)
    kept.pk = None
    return kept


def find(id):
    return next(one for release in mended.releases() for one in release["mended"] if one["id"] == id)


@pytest.mark.django_db
def test_every_mend_of_every_title_is_told_by_version_the_newest_first(client, dragons):
    page = client.get("/mended/").content.decode()
    assert re.findall(r"<h2[^>]*>(Version [\d.]+)</h2>", page)[:1] == ["Version 1.10.0"]
    for title in rules.titles().values():
        for mend in title.mends:
            assert f'id="{title.id}-{mend.id}"' in page
            assert f'href="/handbook/{title.id}/#{mend.rule}"' in page
    assert "Dragons woke." in page
    assert (
        "Games may keep the former reading: “Nothing is asked" in page
        or "may keep the former reading" in page
    )


@pytest.mark.django_db
def test_versions_stand_in_the_order_of_their_numbers(dragons, monkeypatch):
    older = Mend(id="trolls", release="1.9.0", version=0, rule="DU-4.2", was="A.", now="B.")
    monkeypatch.setattr(type(dragons), "mends", (older, DRAGONS))
    told = [release["version"] for release in mended.releases()]
    assert told == ["1.10.0", "1.9.0", "0.9.0"]


def test_who_saw_it_first_is_named_if_they_wish(duel, sam, dragons):
    reported(duel, duel.sauron, mend=DRAGONS.id, mended_in="1.10.0", named=True)
    duel.discard()
    duel.discard()
    reported(duel, sam, mend=DRAGONS.id, mended_in="1.10.0", named=True)
    assert find(DRAGONS.id)["seen_by"] == "gothmog"
    Report.objects.filter(reporter=duel.sauron).update(named=False)
    assert find(DRAGONS.id)["seen_by"] is None  # nor is whoever came second
    Report.objects.filter(reporter=duel.sauron).update(named=True)
    duel.sauron.deleted = True
    duel.sauron.save()
    assert find(DRAGONS.id)["seen_by"] is None


def test_words_and_pages_are_told_by_their_answers_alone(client, duel):
    reported(
        duel, duel.sauron, about="word", mended_in="1.1.0", answer="“Gondor” is spelled so now.", named=True
    )
    duel.discard()
    duel.discard()
    reported(duel, person("merry"), about="word", mended_in="1.1.0", answer="“Gondor” is spelled so now.")
    page = client.get("/mended/").content.decode()
    assert page.count("“Gondor” is spelled so now.") == 1
    assert "First seen by gothmog." in page
    assert "Secret words of mine" not in page
    assert duel.game.key not in page


def test_what_is_not_mended_yet_is_not_told(client, duel):
    reported(duel, duel.sauron, state="taken", answer="It will be mended.")
    reported(duel, duel.sauron, state="no-fault", answer="It is right.")
    page = client.get("/mended/").content.decode()
    assert "It will be mended." not in page
    assert "It is right." not in page


def test_of_a_title_that_is_gone_nothing_is_told(client, duel):
    reported(duel, duel.sauron, title="barrow", mended_in="1.1.0", answer="It is mended.")
    assert client.get("/mended/").status_code == 200
    assert client.get("/api/v1/mended/").json()[0]["version"] == "0.9.0"


@pytest.mark.django_db
def test_programs_read_the_same(client):
    told = client.get("/api/v1/mended/")
    assert told.json() == mended.releases()
    assert client.get("/api/v1/mended/", headers={"If-None-Match": told["ETag"]}).status_code == 304
    balrog = next(one for one in told.json()[-1]["mended"] if one["id"] == "balrog-alone")
    assert balrog["rule"] == "LM-11.1"
    assert balrog["heading"] == "The Balrog comes"
    assert balrog["seen_by"] is None


@pytest.mark.django_db
def test_the_handbook_leads_there(client):
    assert 'href="/mended/"' in client.get("/handbook/").content.decode()
