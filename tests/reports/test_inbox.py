"""The inbox of whoever mends: what staff reads of reports, and what it answers."""

import html
import re
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

import rules
from games.kinds import EventKind
from games.models import LogLine, Report, Seat
from games.refusals import Refused
from games.reports import answers, filing, inbox
from games.reports.answers import Answer
from notifications import composers
from notifications.models import Delivery
from rules import LogLine as LogLineFact
from rules.core import registry
from tests.conftest import person, refused


def report(table, seat, place="question", text="The rulebook says another thing.", about="rule", **more):
    return filing.file(table.viewer(seat), place=place, about=about, text=text, **more)


def say(user, report, state, *, alike=False, **said):
    seen = answers.stamp(Report.objects.get(pk=report.pk))
    return answers.answer(user, report.pk, Answer(state=state, **said), seen=seen, alike=alike)


def told(report):
    """The notices about a report, as their mails."""
    found = Delivery.objects.filter(kind=EventKind.REPORT, subject__report=report.pk)
    return [composers.compose(delivery) for delivery in found]


@pytest.fixture
def staff(moderator):
    client = Client()
    client.force_login(moderator)
    return client


def page(client, address, status=200):
    answer = client.get(address)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


# -- reading -------------------------------------------------------------------------------------


def test_reports_of_one_kind_stand_together(duel, staff):
    for text in ("One.", "Two."):
        report(duel, "sauron", text=text)
        duel.discard()
        duel.discard()
    report(duel, "sauron", "refusal", choices=["nothing"])
    listed = page(staff, "/reports/")
    assert re.search(r"a question choose-action 2 ", listed)
    assert re.search(r"a refusal \S+ 1 ", listed)
    one_kind = page(staff, "/reports/?title=duel&place=question&kind=choose-action")
    assert "“One.”" in one_kind
    assert "“Two.”" in one_kind
    assert "Nothing of the kind" in page(staff, "/reports/?state=mended")
    assert "Nothing of the kind" in page(staff, "/reports/?about=page")


def test_nobody_else_reads_them(duel, client):
    kept = report(duel, "sauron")
    assert client.get("/reports/").status_code == 302
    client.force_login(duel.sauron)
    for address in ("/reports/", f"/reports/{kept.pk}/"):
        assert "Only moderators" in page(client, address, 403)
    answer = client.post(f"/reports/{kept.pk}/answer", {"state": "taken", "seen": ""})
    assert answer.status_code == 403
    kept.refresh_from_db()
    assert kept.state == Report.State.OPEN


def test_who_plays_in_a_running_game_reads_no_report_of_it(duel, moderator):
    kept = report(duel, "sauron")
    Seat.objects.filter(game=duel.game, name="fellowship").update(user=moderator)
    assert not inbox.readable_by(moderator).exists()
    with refused("own-game"):
        inbox.find(moderator, kept.pk)
    with refused("own-game"):
        say(moderator, kept, "taken")
    duel.game.status = "finished"
    duel.game.save()
    assert inbox.readable_by(moderator).get() == kept


def test_while_the_game_runs_nothing_stands_there_that_the_reporter_could_not_see(duel, staff):
    duel.discard()
    seat = duel.mover()
    kept = report(duel, seat)
    shown = page(staff, f"/reports/{kept.pk}/")
    for line in duel.play().title.text_board(duel.play().view(seat)).split("\n"):
        assert re.sub(r"\s+", " ", line).strip() in shown
    assert "nothing stands here that the reporter could not see" in shown
    assert "What nobody could see then" not in shown
    assert duel.game.commitment not in shown
    duel.discard()
    assert page(staff, f"/reports/{kept.pk}/").count("discard") == shown.count("discard")


def test_a_secret_line_of_others_is_not_in_it(duel, staff):
    newest = LogLine.objects.filter(game=duel.game).order_by("-number").first()
    LogLine.objects.filter(pk=newest.pk).update(visible_to=["fellowship"])
    words = duel.play().title.sentence(LogLineFact(newest.kind, newest.data, ("*",)))
    seen = {}
    for seat in ("sauron", "fellowship"):
        if duel.mover() != seat:
            duel.discard()
        seen[seat] = page(staff, f"/reports/{report(duel, seat).pk}/").count(words)
    assert seen["fellowship"] == seen["sauron"] + 1


def test_after_the_end_everything_joins_it(duel, staff):
    kept = report(duel, "sauron")
    duel.play_out()
    shown = page(staff, f"/reports/{kept.pk}/")
    assert "What nobody could see then" in shown
    assert f"?at={kept.seq}" in staff.get(f"/reports/{kept.pk}/").content.decode()


def test_what_somebody_writes_is_text(duel, staff):
    kept = report(duel, "sauron", text='<script>alert(1)</script> https://evil.example "><b>')
    raw = staff.get(f"/reports/{kept.pk}/").content.decode()
    assert "<script>alert(1)" not in raw
    assert "&lt;script&gt;alert(1)" in raw
    assert 'href="https://evil.example' not in raw
    assert "<b>" not in raw


def test_of_a_title_that_is_gone_the_words_can_be_read_and_answered(beans, staff, moderator, monkeypatch):
    kept = report(beans, "left")
    monkeypatch.delitem(registry.PACKAGES, "beans")
    registry.title.cache_clear()
    assert "Beans (not here at present)" in page(staff, f"/reports/{kept.pk}/")
    assert "Beans (not here at present)" in page(staff, "/reports/")
    say(moderator, kept, "taken")
    assert told(kept)


def test_a_number_that_no_report_has(staff):
    assert "There is no such report" in page(staff, "/reports/7/", 404)
    assert staff.post("/reports/7/answer", {"state": "taken"}).status_code == 404


# -- answering -----------------------------------------------------------------------------------


def test_not_a_fault_takes_one_press(duel, staff):
    kept = report(duel, "sauron")
    answer = staff.post(
        f"/reports/{kept.pk}/answer", {"state": "no-fault", "reference": "DU-4.2", "seen": ""}
    )
    assert answer.headers["Location"] == "/reports/"
    kept.refresh_from_db()
    assert (kept.state, kept.reference, kept.handled_by.username) == ("no-fault", "DU-4.2", "gandalf")
    assert kept.answer.startswith("This is as it should be, by DU-4.2 (")
    (mail,) = told(kept)
    assert mail.subject == "Your report of Duel for Middle-earth: it is no fault by DU-4.2"
    assert "/handbook/duel/#DU-4.2" in mail.text
    assert kept.answer in mail.text


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"state": "no-fault"}, "reference-needed"),
        ({"state": "no-fault", "reference": "no-rule"}, "no-such-rule"),
        ({"state": "taken", "rule": "<b>"}, "no-such-rule"),
        ({"state": "taken", "set": "lords"}, "bad-option"),
        ({"state": "mended"}, "release-needed"),
        ({"state": "mended", "mended_in": "soon"}, "release-needed"),
        ({"state": "mended", "mend": "no-mend"}, "no-such-mend"),
        ({"state": "burnt"}, "bad-option"),
        ({"state": "taken", "text": "x" * 501}, "too-long"),
    ],
)
def test_an_answer_that_says_too_little_changes_nothing(duel, moderator, said, code):
    kept = report(duel, "sauron")
    with refused(code):
        say(moderator, kept, **said)
    kept.refresh_from_db()
    assert (kept.state, kept.handled_at) == (Report.State.OPEN, None)
    assert not told(kept)


def test_a_fault_is_filed_taken_and_mended_and_each_answer_is_told(duel, moderator):
    kept = report(duel, "sauron")
    assert inbox.open_rules("duel", None) == 1
    say(moderator, kept, "open", rule="DU-4.2")
    assert not told(kept)
    say(moderator, kept, "taken", rule="DU-4.2", text="You are right.")
    assert inbox.open_rules("duel", None) == 1
    say(moderator, kept, "mended", mended_in="1.0.0")
    assert inbox.open_rules("duel", None) == 0
    kept.refresh_from_db()
    assert (kept.state, kept.rule, kept.mended_in) == ("mended", "DU-4.2", "1.0.0")
    newest = told(kept)[-1]
    assert "it is mended in version 1.0.0" in newest.text
    assert "The rulebook says another thing." in newest.text
    assert len(told(kept)) == 2


def test_a_report_is_put_down_to_a_set_that_is_no_expansion(duel, moderator):
    """War of the Ring for three and four has a stage of its own, and so reports of its own."""
    kept = report(duel, "sauron")
    Report.objects.filter(pk=kept.pk).update(title="war-of-the-ring", set="players")
    assert "players" in answers.sets_of(rules.title("war-of-the-ring"))
    say(moderator, kept, "taken", set="players")
    kept.refresh_from_db()
    assert kept.set == "players"
    assert inbox.open_rules("war-of-the-ring", "players") == 1


def test_a_mend_says_rule_set_and_version_by_itself(beans, moderator):
    kept = report(beans, "left")
    Report.objects.filter(pk=kept.pk).update(title="war-of-the-ring")
    mend = next(one for one in rules.title("war-of-the-ring").mends if one.id == "balrog-alone")
    say(moderator, kept, "mended", mend=mend.id)
    kept.refresh_from_db()
    assert (kept.rule, kept.set, kept.mended_in, kept.answer) == ("LM-11.1", "lords", "0.9.0", mend.now)


def test_a_rule_tells_the_set(beans, moderator):
    kept = report(beans, "left")
    Report.objects.filter(pk=kept.pk).update(title="war-of-the-ring")
    found = []
    for rule in ("LM-11.1", "KM-5.2", "WR-4.4"):
        say(moderator, kept, "taken", rule=rule)
        kept.refresh_from_db()
        found.append(kept.set)
    assert found == ["lords", "kings", "base"]
    assert inbox.open_rules("war-of-the-ring", "base") == 1
    assert inbox.open_rules("war-of-the-ring", "lords") == 0


def test_all_of_a_kind_are_answered_at_once_and_each_reporter_is_told_once(duel, moderator):
    first = report(duel, "sauron")
    duel.discard()
    duel.discard()
    second = report(duel, "sauron")
    duel.discard()
    third = report(duel, "fellowship")
    other = report(duel, "fellowship", "refusal", choices=["nothing"])
    assert {one.kind for one in (first, second, third)} == {"choose-action"}
    assert say(moderator, third, "no-fault", reference="DU-4.2", alike=True) == 3
    states = Report.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["no-fault", "no-fault", "no-fault", "open"]
    assert [len(told(one)) for one in (first, second, third, other)] == [1, 0, 1, 0]


def test_the_second_moderator_hears_what_the_first_has_said(duel, moderator, staff):
    kept = report(duel, "sauron")
    say(moderator, kept, "no-fault", reference="DU-4.2")
    answer = staff.post(f"/reports/{kept.pk}/answer", {"state": "taken", "seen": ""})
    assert answer.status_code == 409
    said = html.unescape(answer.content.decode())
    assert "gandalf has answered this meanwhile (not a fault): “This is as it should be, by DU-4.2" in said
    kept.refresh_from_db()
    assert kept.state == "no-fault"
    assert len(told(kept)) == 1


def test_an_answer_can_be_corrected_by_who_has_read_it(duel, moderator):
    kept = report(duel, "sauron")
    say(moderator, kept, "no-fault", reference="DU-4.2")
    say(moderator, kept, "taken", text="We were wrong: it is one.")
    kept.refresh_from_db()
    assert (kept.state, kept.reference) == ("taken", "")
    assert len(told(kept)) == 2


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_of_two_moderators_at_once_one_answers(duel, moderator):
    kept = report(duel, "sauron")
    together, came = Barrier(2), []

    def press(said):
        together.wait()
        try:
            answers.answer(moderator, kept.pk, said, seen="")
            came.append(said.state)
        except Refused as refusal:
            came.append(refusal.code)
        finally:
            connection.close()

    both = [Answer(state="taken"), Answer(state="no-fault", reference="DU-4.2")]
    threads = [Thread(target=press, args=[said]) for said in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "answered" in came
    kept.refresh_from_db()
    assert kept.state in came
    assert len(told(kept)) == 1


# -- telling -------------------------------------------------------------------------------------


def test_a_guest_is_told_by_mail_as_long_as_they_sit_there(beans, moderator):
    seat = Seat.objects.get(game=beans.game, name="left")
    kept = report(beans, "left")
    Report.objects.filter(pk=kept.pk).update(reporter=None, guest=seat)
    Seat.objects.filter(pk=seat.pk).update(user=None, guest_name="Bilbo", guest_email="bilbo@example.org")
    say(moderator, kept, "taken")
    (delivery,) = Delivery.objects.filter(kind=EventKind.REPORT)
    assert (delivery.address, delivery.user) == ("bilbo@example.org", None)
    Seat.objects.filter(pk=seat.pk).update(user=person("lobelia"))
    say(moderator, kept, "mended", mended_in="1.0.0")
    assert Delivery.objects.filter(kind=EventKind.REPORT).count() == 1


def test_what_others_may_read_too_holds_no_sentence_of_theirs(duel, moderator):
    kept = report(duel, "sauron", text="My hidden card is wrong.")
    say(moderator, kept, "taken", text="Yes, that card of yours is.")
    (delivery,) = Delivery.objects.filter(kind=EventKind.REPORT)
    assert "My hidden card" in composers.compose(delivery).text
    delivery.channel = "webhook"
    notice = composers.compose(delivery)
    for words in (notice.subject, notice.text, notice.html, notice.gist, str(notice.data)):
        assert "card" not in words


def test_no_notice_of_an_open_report(duel, moderator):
    kept = report(duel, "sauron")
    say(moderator, kept, "taken")
    Report.objects.filter(pk=kept.pk).update(state="open")
    assert told(kept) == [None]


@pytest.mark.long
def test_ten_thousand_reports_are_a_short_page(duel, staff, django_assert_max_num_queries):
    kept = report(duel, "sauron")
    now = timezone.now()
    copies = []
    for number in range(10_000):
        kept.pk, kept.kind = None, f"kind-{number % 300}"
        kept.created_at = now - timedelta(minutes=number)
        copies.append(Report(**{f.attname: getattr(kept, f.attname) for f in Report._meta.concrete_fields}))
    Report.objects.bulk_create(copies, batch_size=1000)
    with django_assert_max_num_queries(15):
        listed = staff.get("/reports/").content
    assert listed.count(b"kind=") == inbox.MOST_SHOWN
    assert len(listed) < 100_000
