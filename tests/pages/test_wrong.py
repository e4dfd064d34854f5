"""The way from a line, a step, a question or a refusal to a report, by pages without a script."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

import rules
from accounts.models import User
from games.models.reports import Report
from games.play import partners, positions, seat_links, turn_links
from games.views.game import wrong
from tests.browsing import game_page
from tests.conftest import person
from tests.opening import open_table

SAID = {"about": "rule", "text": "The rule says otherwise."}


def browser(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def sauron(duel):
    return browser(duel.sauron)


def links(html, page=""):
    """The ways to a report on a page."""
    return [unescape(link) for link in re.findall(rf'href="({page}\?(?:line|step|question)[^"]*)"', html)]


def way(game):
    return f"/game/{game.key}/wrong/"


def test_from_the_game_every_line_and_the_question_are_two_presses_away(duel, sauron):
    duel.discard()
    duel.discard()
    page = game_page(sauron, duel.game.key)
    assert links(page, way(duel.game)) == [f"{way(duel.game)}?question"]
    assert f'href="{way(duel.game)}"' in page
    picked = links(sauron.get(way(duel.game)).content.decode())
    lines = positions.log_lines(duel.viewer("sauron"))
    assert picked == ["?question=", *(f"?line={line['number']}" for line in reversed(lines))]
    for link in picked:
        form = sauron.get(way(duel.game) + link)
        assert form.status_code == 200
        assert "This is wrong here" in form.content.decode()


def test_older_lines_are_a_page_away(duel, sauron, monkeypatch):
    duel.play_out()
    monkeypatch.setattr(wrong, "MOST_LINES", 7)
    found, page = [], way(duel.game)
    while page:
        html = sauron.get(page).content.decode()
        found += links(html)
        older = re.search(r'href="(\?until=\d+)"', html)
        page = way(duel.game) + older[1] if older else ""
    lines = positions.log_lines(duel.viewer("sauron"))
    assert set(found) == {f"?line={line['number']}" for line in lines}


def test_in_the_replay_the_step_and_each_of_its_lines_are_one_press_away(duel, sauron):
    duel.discard()
    step = duel.reload().game.version
    page = sauron.get(f"/game/{duel.game.key}/replay/?at={step}").content.decode()
    told = positions.position_at(duel.viewer("sauron"), step)["lines"]
    assert links(page, way(duel.game)) == [
        *(f"{way(duel.game)}?line={line['number']}" for line in told),
        f"{way(duel.game)}?step={step}",
    ]


def test_a_report_is_sent_and_its_answer_read(duel, sauron):
    sent = sauron.post(f"{way(duel.game)}?line=0", {**SAID, "named": "on"}, headers={"User-Agent": "Lynx"})
    assert sent.url == f"/game/{duel.game.key}/"
    assert "Reported. Thank you!" in sauron.get(sent.url).content.decode()
    kept = Report.objects.get()
    assert (kept.line, kept.named, kept.browser, kept.reporter) == (0, True, "Lynx", duel.sauron)
    Report.objects.update(
        state=Report.State.MENDED, answer="You are right.", reference="RD-4.2", mended_in=rules.__version__
    )
    for page in ("/my/reports/", way(duel.game)):
        html = " ".join(sauron.get(page).content.decode().split())
        for words in (
            SAID["text"],
            "Mended",
            "You are right.",
            "(RD-4.2)",
            f"Mended in version {rules.__version__}",
        ):
            assert words in html, words


def test_the_reporter_changes_their_mind_about_their_name_and_nobody_else_does(duel, sauron):
    sauron.post(f"{way(duel.game)}?line=0", {**SAID, "named": "on"})
    number = 1
    browser(duel.fellowship).post("/my/reports/", {"report": number, "named": "no"})
    assert Report.objects.get().named
    for wanted in ("no", "yes"):
        sauron.post("/my/reports/", {"report": number, "named": wanted})
        assert Report.objects.get().named is (wanted == "yes")
    for odd in ("", "x", "9" * 30, "²"):
        assert sauron.post("/my/reports/", {"report": odd, "named": "no"}).status_code == 302
    assert Report.objects.get().named


# -- a refusal ---------------------------------------------------------------------------------


def hidden(html, action):
    form = re.search(rf'<form[^>]* action="{action}"[^>]*>(.*?)</form>', html, re.DOTALL)[1]
    return {n: unescape(v) for n, v in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)}


@pytest.mark.parametrize("choice", [{"choice": "discard-nothing"}, {"moves": "take mount doom; pass"}])
def test_a_refusal_is_one_press_away_with_what_was_refused(duel, sauron, choice):
    page = game_page(sauron, duel.game.key)
    data = dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)">', page))
    refusal = sauron.post(f"/game/{duel.game.key}/move", {**data, **choice})
    assert refusal.status_code == 422
    kept = hidden(refusal.content.decode(), way(duel.game))
    kept.pop("csrfmiddlewaretoken", None)
    assert kept == choice
    form = sauron.post(way(duel.game), kept)
    assert form.url == f"{way(duel.game)}?refusal="
    html = sauron.get(form.url).content.decode()
    tried = unescape(re.search(r'name="tried" value="([^"]*)"', html)[1])
    sauron.post(form.url, {**SAID, "tried": tried})
    report = Report.objects.get()
    assert report.place == "refusal"
    sent = [part.get("value") or part.get("text") for part in report.tried]
    assert "; ".join(sent) == "".join(choice.values())
    assert report.words in unescape(refusal.content.decode())


def test_an_ally_reports_the_refusal_of_an_answer(rope):
    partners.allow(rope.viewer("north"), "south", ["call"])
    sam = browser(User.objects.get(username="sam"))
    form = sam.post(way(rope.game), {"seat": "north", "choice": "sing"})
    assert form.url == f"{way(rope.game)}?refusal=north"
    tried = '[{"value":"sing"}]'
    assert sam.post(form.url, {**SAID, "tried": tried}).status_code == 302
    assert Report.objects.get().seat == "south"


def test_what_is_refused_beside_moves_leads_to_the_places_of_its_game(duel, sauron):
    refusal = sauron.get(f"/game/{duel.game.key}/report/")
    assert refusal.status_code == 409
    assert f'href="{way(duel.game)}"' in refusal.content.decode()
    nowhere = sauron.get("/game/nosuchgame/report/")
    assert nowhere.status_code == 404
    assert "Something wrong?" not in nowhere.content.decode()


def test_what_is_possible_is_no_refusal_and_says_so(duel, sauron):
    choice = positions.open_decision(duel.viewer("sauron")).fallback_choice()
    answer = sauron.post(way(duel.game), {"choice": choice})
    assert answer.status_code == 409
    assert "That is not refused, or not any more" in answer.content.decode()
    assert duel.version("sauron") == 0


@pytest.mark.parametrize("tried", ["{}", "[1]", "nonsense", "[[]]", '[{"value": null}]', "[" * 9000])
def test_forged_choices_are_refused_in_words(duel, sauron, tried):
    answer = sauron.post(f"{way(duel.game)}?refusal=", {**SAID, "tried": tried})
    assert answer.status_code in (302, 400, 409, 413)
    assert Report.objects.filter(place="refusal").count() <= 1


# -- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("?line=99999", 404),
        ("?line=x", 404),
        ("?line=" + "9" * 40, 404),
        ("?step=-1", 404),
        ("?step=7", 404),
        ("?question=nobody", 404),
        ("?refusal=", 400),
        ("?until=x", 200),
        ("?until=0", 200),
    ],
)
def test_a_place_that_is_not_there_is_none(duel, sauron, query, status):
    assert sauron.get(way(duel.game) + query).status_code == status
    if status != 200:
        assert sauron.post(way(duel.game) + query, SAID).status_code == status


@pytest.mark.parametrize(
    "lacks", [{"about": ""}, {"about": "moon"}, {"text": ""}, {"text": " \n "}, {"text": "x" * 501}]
)
def test_an_empty_form_is_not_sent(duel, sauron, lacks):
    answer = sauron.post(f"{way(duel.game)}?line=0", {**SAID, **lacks})
    assert answer.status_code == 422
    assert not Report.objects.exists()


def test_markup_and_addresses_are_text(duel, sauron):
    said = '<script>alert(1)</script> https://example.org/"onclick=x'
    sauron.post(f"{way(duel.game)}?line=0", {**SAID, "text": said})
    for page in ("/my/reports/", way(duel.game)):
        html = sauron.get(page).content.decode()
        assert "<script>alert" not in html
        assert 'href="https://example.org' not in html
        assert said in unescape(html)


def test_a_game_that_one_cannot_see_is_none(duel):
    duel.game.visibility = "private"
    duel.game.save()
    for client in (Client(), browser(person("sam"))):
        for query in ("", "?line=0"):
            assert client.get(way(duel.game) + query).status_code == 404
            assert client.post(way(duel.game) + query, SAID).status_code == 404


def test_a_stranger_signs_in_first_and_comes_back(duel):
    answer = Client().get(f"{way(duel.game)}?line=0")
    assert answer.status_code == 302
    assert answer.url == f"/accounts/login/?next=/game/{duel.game.key}/wrong/%3Fline%3D0"
    assert Client().get("/my/reports/").status_code == 302


def test_the_link_of_a_turn_mail_reports_nothing(duel, client):
    session = client.session
    turn_links.hold(session, duel.game.key, turn_links.address_of(duel.seat("sauron")).split("/")[-2])
    session.save()
    page = game_page(client, duel.game.key)
    assert "The link of a turn mail let you in" in page
    assert way(duel.game) not in page
    assert client.get(f"{way(duel.game)}?question").status_code == 302


def test_a_game_that_has_not_begun_has_no_place(frodo):
    game = open_table(frodo, title="duel")
    assert browser(frodo).get(f"/game/{game.key}/wrong/").status_code == 409


def test_of_too_many_one_is_told_in_words(duel, sauron, settings):
    settings.HOUSE = replace(settings.HOUSE, reports_a_day=1)
    sauron.post(f"{way(duel.game)}?line=0", SAID)
    answer = sauron.post(f"{way(duel.game)}?step=0", SAID)
    assert answer.status_code == 429
    assert "You have reported 1 place within a day" in answer.content.decode()
    assert SAID["text"] in answer.content.decode()


def test_a_guest_reports_and_hears_of_it_at_the_table(duel):
    seat = duel.seat("sauron")
    seat.user, seat.guest_name = None, "Lurtz"
    secret = seat_links.renew(seat)
    seat.save()
    guest = Client()
    session = guest.session
    session["seat_links"] = {duel.game.key: secret}
    session.save()
    form = guest.get(f"{way(duel.game)}?question").content.decode()
    assert 'name="named"' not in form
    assert guest.post(f"{way(duel.game)}?question", SAID).status_code == 302
    assert SAID["text"] in guest.get(way(duel.game)).content.decode()
    assert Report.objects.get().guest == seat
