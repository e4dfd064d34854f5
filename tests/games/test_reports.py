"""“This is wrong here”: what a report keeps, who may make one, and how often."""

import json
from collections import Counter
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.utils import timezone
from freezegun import freeze_time

import rules
from accounts import services
from games.ledger import hooks
from games.letters.execution import viewer_of
from games.lobby import retention
from games.models import Game, LogLine
from games.models.reports import Report
from games.play import access, partners, positions
from games.refusals import Refused
from games.reports import filing, limits
from notifications.models import Delivery
from rules.core.decisions import Text
from tests.conftest import person, refused
from tests.games.test_archive import pack
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

DAY = timedelta(days=1)


def report(viewer, place="question", about="rule", text="That cannot be right.", **more):
    return filing.file(viewer, place=place, about=about, text=text, **more)


def seen(kept):
    return json.loads(Report.objects.get(pk=kept.pk).seen)


def as_json(value):
    return json.loads(json.dumps(value))


def spectator(table, name="sam"):
    return access.viewer_for(access.get_game(table.game.key), person(name))


def view_of(viewer):
    return positions.situation(viewer)["view"]


def illegal(table, seat):
    """What is no choice."""
    decision = positions.open_decision(table.viewer(seat))
    return f"{decision.fallback_choice()}-no"


# -- what is kept ------------------------------------------------------------------------------


def test_a_question_is_kept_as_its_seat_sees_it(duel):
    viewer = duel.viewer("sauron")
    kept = report(viewer, browser="Netscape\n" + "x" * 300)
    asked = positions.open_decision(viewer)
    assert (kept.reporter, kept.seat, kept.game_key) == (viewer.user, "sauron", duel.game.key)
    assert (kept.place, kept.kind, kept.words) == ("question", asked.kind, asked.prompt)
    assert (kept.seq, kept.until, kept.release) == (kept.until, duel.game.version, rules.__version__)
    assert kept.browser == "Netscape" + "x" * 192
    assert seen(kept) == as_json({"view": view_of(viewer), "legal": asked.describe()})


def test_a_line_is_named_by_its_number_and_kept_as_it_was_read(duel):
    duel.discard()
    viewer = duel.viewer("fellowship")
    line = positions.log_lines(viewer)[-1]
    kept = report(viewer, "line", "word", line=line["number"])
    assert (kept.line, kept.seq, kept.kind, kept.words) == (
        line["number"],
        line["seq"],
        line["kind"],
        line["text"],
    )
    assert kept.tried is None


def test_a_step_is_kept_with_the_view_of_that_step(duel):
    duel.discard()
    viewer = duel.viewer("sauron")
    kept = report(viewer, "step", "page", step=0)
    assert (kept.seq, kept.kind, kept.until) == (0, "step", duel.reload().game.version)
    assert seen(kept) == as_json({"view": positions.position_at(viewer, 0)["view"], "legal": None})


@pytest.mark.parametrize("as_text", [False, True])
def test_a_refusal_is_tried_again_and_kept_with_its_rule(duel, as_text):
    sent = illegal(duel, "sauron")
    choices = [Text(sent)] if as_text else [sent]
    with pytest.raises(Refused) as was:
        duel.submit("sauron", *choices)
    kept = report(duel.viewer("sauron"), "refusal", choices=choices)
    assert (kept.kind, kept.words, kept.rule) == (was.value.code, was.value.message, was.value.rule)
    assert Report.objects.get().tried == [{"text" if as_text else "value": sent}]
    assert duel.version("sauron") == 0


def test_what_is_not_refused_is_no_refusal(duel):
    possible = positions.open_decision(duel.viewer("sauron")).fallback_choice()
    with refused("not-refused"):
        report(duel.viewer("sauron"), "refusal", choices=[possible])
    assert not Report.objects.exists()


def test_trying_again_draws_nothing_and_changes_nothing(beans):
    before = Game.objects.values_list().get()
    with refused("not-refused"):  # a die is rolled behind the second
        report(beans.viewer("left"), "refusal", choices=[2, "roll"])
    assert Game.objects.values_list().get() == before


def test_an_ally_reports_what_it_may_answer_and_no_other_question(rope):
    with refused("not-allowed"):
        report(rope.viewer("south"), of="north")
    partners.allow(rope.viewer("north"), "south", ["call"])
    kept = report(rope.viewer("south"), of="north")
    assert (kept.seat, kept.kind, seen(kept)["legal"]["seat"]) == ("south", "call", "north")
    wrong = report(rope.viewer("south"), "refusal", choices=["sing"], of="north")
    assert wrong.tried == [{"value": "sing"}]
    with refused("no-such-seat"):
        report(rope.viewer("south"), of="nobody")


def test_it_says_whose_set_a_line_is_of():
    title = rules.title("war-of-the-ring")
    assert [title.set_of(kind) for kind in ("battle-over", "no-such-kind", "guide")] == ["base", "", "base"]
    assert rules.title("duel").set_of("battle-over") == ""


# -- what cannot be seen -----------------------------------------------------------------------


def test_of_what_a_seat_can_take_back_nobody_else_keeps_anything(beans):
    beans.submit("left", 2)
    kept = report(beans.viewer("right"), "step", step=0)
    assert kept.until == 0
    with refused("no-such-step"):
        report(beans.viewer("right"), "step", step=1)
    assert report(beans.viewer("left"), "step", step=1).until == 1


def test_a_line_of_others_is_not_there(duel):
    hidden = _hidden_line(duel)
    for number in (hidden, 10_000, 2**40, -1, None):
        with refused("no-such-line"):
            report(duel.viewer("fellowship"), "line", line=number)
    assert report(duel.viewer("sauron"), "line", line=hidden).line == hidden


def _hidden_line(duel):
    """Let the newest line be Sauron's alone, and return its number."""
    duel.discard()
    line = LogLine.objects.filter(game=duel.game).order_by("-number").first()
    LogLine.objects.filter(game=duel.game, number=line.number).update(visible_to=["sauron"])
    return line.number


def test_a_spectator_reports_lines_and_steps_and_is_asked_nothing(duel):
    duel.discard()
    viewer = spectator(duel)
    kept = report(viewer, "line", line=0)
    assert (kept.seat, kept.reporter) == ("", viewer.user)
    assert "hand" not in json.dumps(seen(kept)["legal"])
    with refused("not-your-turn"):
        report(viewer)
    with refused("not-seated"):
        report(viewer, "refusal", choices=["anything"])


def test_a_stranger_is_asked_to_sign_in(duel):
    stranger = access.viewer_for(access.get_game(duel.game.key), AnonymousUser())
    with refused("sign-in-first"):
        report(stranger, "line", line=0)


def test_after_the_end_everything_is_seen_also_in_an_archive(duel):
    duel.past_the_first_moves().play_out()
    kept = report(duel.viewer("sauron"), "line", line=0)
    assert seen(kept)["view"] == as_json(view_of(duel.viewer("sauron")))
    pack(duel)
    archived = report(duel.viewer("fellowship"), "step", step=1)
    assert archived.words
    with refused("not-your-turn"):
        report(duel.viewer("sauron"))


# -- what is said ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " \n\t ", "\x07\x00"])
def test_an_empty_report_cannot_be_sent(duel, text):
    with refused("malformed"):
        report(duel.viewer("sauron"), text=text)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"text": "x" * 501}, "too-long"),
        ({"about": "weather"}, "malformed"),
        ({"place": "moon"}, "malformed"),
        ({"place": "refusal"}, "malformed"),
        ({"place": "refusal", "choices": ["x"] * 61}, "too-large"),
        ({"place": "refusal", "choices": ["x" * 40_000]}, "too-large"),
    ],
)
def test_what_makes_no_sense_is_refused_and_leaves_nothing(duel, how, code):
    with refused(code):
        report(duel.viewer("sauron"), **how)
    assert not Report.objects.exists()


def test_a_sentence_is_one_line_without_what_cannot_be_printed(duel):
    assert report(duel.viewer("sauron"), text=" One\r\nBcc: x@example.org\x1b[0m ").text == (
        "One Bcc: x@example.org [0m"
    )


def test_the_same_place_again_replaces_what_nobody_has_looked_at(duel):
    first = report(duel.viewer("sauron"))
    again = report(duel.viewer("sauron"), text="Rule 4 says so.", about="word")
    assert again.pk == first.pk
    assert Report.objects.get().text == "Rule 4 says so."
    Report.objects.update(state=Report.State.OPEN, set="base", rule="DU-4")
    report(duel.viewer("sauron"), text="Or rule 5.")
    assert (Report.objects.get().set, Report.objects.get().rule) == ("base", "DU-4")
    Report.objects.update(state=Report.State.TAKEN)
    assert report(duel.viewer("sauron")).pk != first.pk


def test_another_line_another_refusal_and_another_person_are_another_place(duel):
    duel.discard()
    mover = duel.mover()
    for number in (0, 1):
        report(duel.viewer(mover), "line", line=number)
    for choice in ("one", "two"):
        report(duel.viewer(mover), "refusal", choices=[choice])
    report(spectator(duel), "line", line=0)
    assert Report.objects.count() == 5


# -- how often ---------------------------------------------------------------------------------


def test_a_person_reports_so_many_places_within_a_day(duel, settings):
    duel.play_out()
    viewer = duel.viewer("sauron")
    for line in range(20):
        report(viewer, "line", line=line)
    with refused("too-many-reports"):
        report(viewer, "line", line=20)
    report(viewer, "line", line=3, text="I meant this.")
    report(duel.viewer("fellowship"), "line", line=20)
    assert Report.objects.filter(reporter=viewer.user).count() == 20
    with freeze_time(timezone.now() + DAY + timedelta(minutes=1)):
        report(viewer, "line", line=20)


def test_so_many_of_them_may_wait(duel, settings):
    duel.play_out()
    viewer = duel.viewer("sauron")
    most = settings.HOUSE.reports_open
    for day in range(3):
        with freeze_time(timezone.now() + day * DAY * 1.1):
            for line in range(20 * day, min(20 * day + 20, most)):
                report(viewer, "line", line=line)
    with freeze_time(timezone.now() + 5 * DAY), refused("too-many-reports"):
        report(viewer, "line", line=most)
    Report.objects.filter(line=0).update(state=Report.State.NO_FAULT)
    with freeze_time(timezone.now() + 5 * DAY):
        report(viewer, "line", line=most)
    assert Report.objects.filter(state=Report.State.OPEN).count() == most


@pytest.mark.parametrize("tries", [100, pytest.param(10_000, marks=pytest.mark.long)])
def test_of_thousands_so_many_stay_and_nobody_gets_a_mail(duel, tries):
    """Lines and steps in turn, as somebody would who wants the inbox full."""
    duel.play_out()
    viewer, before = duel.viewer("sauron"), Delivery.objects.count()
    codes = Counter[str]()
    for number in range(tries):
        place = {"place": "line", "line": number} if number % 2 else {"place": "step", "step": number}
        try:
            report(viewer, text=f"Wrong, {number}.", **place)
        except Refused as was:
            codes[was.code] += 1
    assert Report.objects.count() == 20
    assert codes == {"too-many-reports": tries - 20}
    assert (Delivery.objects.count(), mail.outbox) == (before, [])


def test_nobody_is_sent_anything(duel):
    before = Delivery.objects.count()
    report(duel.viewer("sauron"))
    assert (Delivery.objects.count(), mail.outbox) == (before, [])


# -- who goes ----------------------------------------------------------------------------------


@pytest.fixture
def guest(duel):
    """Lurtz plays Sauron's side as a guest."""
    seat = duel.seat("sauron")
    seat.user, seat.guest_name, seat.guest_email = None, "Lurtz", "lurtz@example.org"
    seat.save()
    return viewer_of(seat)


def test_a_guest_has_reports_of_their_own_until_the_seat_passes_on(guest):
    kept = report(guest, "line", line=0, named=True)
    assert (kept.reporter, kept.guest, kept.named) == (None, guest.seat, False)
    assert list(limits.reports_of(guest)) == [kept]
    for forget in hooks.seat_passed_on:
        forget(guest.seat)
    assert not limits.reports_of(guest).exists()
    assert Report.objects.get().text == kept.text


def test_of_a_closed_account_the_report_stays_and_not_who_made_it(duel):
    report(duel.viewer("sauron"), "line", line=0, named=True, browser="Netscape")
    services.close_account(duel.sauron)
    kept = Report.objects.get()
    assert (kept.reporter, kept.named, kept.browser) == (None, False, "")
    assert kept.text == "That cannot be right."


def test_of_a_deleted_game_the_report_stays(frodo):
    game = open_table(frodo, title="duel", solo=True)
    viewer = access.viewer_for(access.get_game(game.key), frodo)
    report(viewer)
    assert retention.forget_solo_games(timezone.now() + 40 * DAY) == 1
    kept = Report.objects.get()
    assert (kept.game, kept.game_key, kept.title) == (None, game.key, "duel")
    assert json.loads(kept.seen)["view"]
