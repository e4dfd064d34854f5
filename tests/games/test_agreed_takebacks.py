"""Taking back across turns: everybody agrees, nothing leaves the log, and no die is used twice (MOV-3)."""

from datetime import timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.html import escape

from games.acts import votes
from games.hours import absence
from games.kinds import EventKind
from games.ledger import ledger, records
from games.lobby import tables
from games.models import Checkpoint, Event, Game, LogLine, Seat
from games.orders import orders
from games.play import copies, positions
from notifications.models import Delivery
from rules.core.errors import ReplayError
from rules.core.records import check_chain, check_fairness
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from tests.conftest import Table, code_of, person
from tests.opening import open_table
from tests.post import send_due


def agree(table, value="", seats=("sauron", "fellowship")):
    for seat in seats:
        words = votes.agree(table.viewer(seat), "takeback", value)
        value = ""
    table.reload()
    return words


def verified(game):
    out = StringIO()
    call_command("verify_games", game.key, stdout=out)
    return "all replay to the same position" in out.getvalue()


def lines_of(game):
    return list(LogLine.objects.filter(game=game).order_by("number").values_list("seq", "kind", "data"))


def last_moves(duel, count):
    for _ in range(count):
        duel.discard()


def test_a_move_that_was_answered_is_taken_back_when_both_agree(duel):
    last_moves(duel, 4)
    me = duel.mover()
    before = positions.situation(duel.viewer(me))
    story = positions.log_lines(duel.viewer(me))
    last_moves(duel, 2)
    other = next(seat for seat in ("sauron", "fellowship") if seat != me)
    assert "comes when everybody has" in votes.agree(duel.viewer(me), "takeback")
    assert votes.agree(duel.viewer(other), "takeback") == "The game has gone back."
    after = positions.situation(duel.viewer(me))
    assert after["view"] == before["view"]
    assert after["decision"] == before["decision"]
    assert after["waiting_for"] == [me]
    assert after["version"] > before["version"] + 2, "the log only grows"
    *kept, told = positions.log_lines(duel.viewer(me))
    assert kept == story
    assert "the game goes on from before them." in told["text"]
    assert votes.situation(duel.viewer(me), timezone.now())["open"] == []
    assert verified(duel.reload().game)
    duel.discard()
    assert verified(duel.reload().game)


@pytest.mark.long
def test_what_was_drawn_is_not_drawn_again(duel):
    """A move that drew is taken back: it draws again by the seed's next numbers, and the proof still fits."""

    def drawn():
        return [outcome for entry in records.entries_of(duel.game) for outcome in entry.chance]

    setup = len(drawn())
    while len(drawn()) == setup:
        duel.discard()
    first = drawn()[setup:]
    newest = Event.objects.filter(game=duel.game, kind="choice").latest("seq")
    agree(duel, seats=(newest.seat, next(s.name for s in duel.game.seats.all() if s.name != newest.seat)))
    duel.submit(newest.seat, newest.choices[0])
    again = drawn()[setup + len(first) :]
    assert [outcome.name for outcome in again] == [outcome.name for outcome in first]
    assert [outcome.index for outcome in again] == [outcome.index + len(first) for outcome in first]
    assert verified(duel.game)
    duel.play_out()
    record = records.record_of(duel.reload().game)
    check_chain(record)
    assert check_fairness(record) == len(drawn())
    replay(record, takebacks=True)


@pytest.mark.long
def test_going_back_to_a_named_step_and_once_more(duel):
    last_moves(duel, 6)
    agree(duel, 4)
    last_moves(duel, 3)
    agree(duel, 2, ("fellowship", "sauron"))
    assert positions.steps(duel.viewer("sauron"))[:3] == [0, 1, 2]
    assert [e.kind for e in Event.objects.filter(game=duel.game, seq__gte=7)] == [
        *("takeback", "choice", "choice", "choice", "takeback")
    ]
    assert len([line for line in lines_of(duel.game) if line[1] == "taken-back"]) == 1
    before = (
        lines_of(duel.game),
        bytes(duel.game.snapshot),
        [s.waiting_since for s in duel.game.seats.all()],
    )
    call_command("rebuild", duel.game.key, stdout=StringIO())
    duel.reload()
    after = (lines_of(duel.game), bytes(duel.game.snapshot), [s.waiting_since for s in duel.game.seats.all()])
    assert after == before
    duel.play_out()
    assert verified(duel.game)


def test_the_clocks_begin_anew_and_the_asked_player_is_told(duel):
    last_moves(duel, 3)
    late = Seat.objects.get(game=duel.game, name=duel.mover())
    offer = {"draw": {"value": "", "at": 0, "version": 0}}
    Seat.objects.filter(pk=late.pk).update(flagged_at=timezone.now(), draft=["pass"], asks=offer)
    Delivery.objects.all().delete()
    agree(duel)
    asked = duel.seat(duel.mover())
    assert asked.waiting_since is not None
    assert asked.due_at is not None
    others = [seat for seat in duel.game.seats.all() if seat.name != asked.name]
    assert all(seat.waiting_since is None for seat in others)
    assert all((s.flagged_at, s.draft, s.draw_offered) == (None, [], False) for s in duel.game.seats.all())
    kinds = Delivery.objects.values_list("kind", flat=True)
    assert {EventKind.OFFER, EventKind.TIME, EventKind.TURN} <= set(kinds)


def test_the_offer_and_the_news_are_mailed(duel, mailoutbox):
    last_moves(duel, 3)
    Delivery.objects.all().delete()
    agree(duel, 1)
    send_due(timezone.now() + timedelta(minutes=10))
    texts = "\n".join(mail.body for mail in mailoutbox)
    assert "asks to take the game back to step 1: 2 steps are taken back" in texts.replace("\n", " ")
    assert "The game has gone back by agreement" in texts


def test_a_vote_says_exactly_what_would_be_taken_back_as_its_reader_may_know_it(duel):
    last_moves(duel, 5)
    chances = sum(len(entry.chance) for entry in records.entries_of(duel.game) if entry.seq > 3)
    drawn = f"with them {chances} roll" if chances else "nothing was rolled"
    votes.agree(duel.viewer("sauron"), "takeback", 3)
    (vote,) = votes.situation(duel.viewer("fellowship"), timezone.now())["open"]
    assert vote["words"].startswith(f"asks to go back to step 3: 2 steps are taken back, and {drawn}")
    reader = duel.viewer("fellowship")
    assert vote["story"] == [line["text"] for line in positions.log_lines(reader, since_seq=3)]


def test_who_moves_on_has_not_agreed(duel):
    last_moves(duel, 2)
    votes.agree(duel.viewer("sauron"), "takeback", 1)
    duel.discard()
    assert votes.situation(duel.viewer("sauron"), timezone.now())["open"] == []
    votes.agree(duel.viewer("fellowship"), "takeback", 1)
    assert Event.objects.filter(game=duel.game, kind="takeback").count() == 0


def test_two_who_name_different_steps_do_not_agree(duel):
    last_moves(duel, 4)
    votes.agree(duel.viewer("sauron"), "takeback", 1)
    votes.agree(duel.viewer("fellowship"), "takeback", 2)
    assert duel.reload().game.version == 4


@pytest.mark.parametrize("value", [-1, 3, 99, "many", "１", "0; drop", 10**30])
def test_a_step_that_is_none_is_refused(duel, value):
    last_moves(duel, 3)
    assert code_of(votes.agree, duel.viewer("sauron"), "takeback", value) == "no-such-step"
    assert duel.reload().game.version == 3


def test_nothing_is_taken_back_before_anything_was_played(duel):
    assert code_of(votes.agree, duel.viewer("sauron"), "takeback", "") == "no-such-step"


def test_in_an_event_and_while_somebody_is_missing_nothing_is_taken_back(duel):
    last_moves(duel, 2)
    Game.objects.update(in_event=True)
    assert code_of(votes.agree, duel.viewer("sauron"), "takeback", 1) == "no-takeback"
    Game.objects.update(in_event=False)
    opened = ledger.load(duel.game.key)
    absence.mark_absent(opened, opened.seat("fellowship"), by="agreement")
    ledger.save_seats(opened)
    assert code_of(votes.agree, duel.viewer("sauron"), "takeback", 1) == "no-takeback"
    assert "takeback" not in votes.situation(duel.viewer("sauron"), timezone.now())["possible"]


@pytest.mark.django_db
def test_against_a_bot_one_takes_back_alone_and_the_bot_answers_again():
    frodo = person("frodo")
    game = open_table(frodo, title="duel", seat="fellowship", bots={"sauron": "random"})
    table = Table(game, frodo, frodo).reload()
    from games.tasks import play_bot

    play_bot(game.key)
    table.discard()
    play_bot(game.key)
    mine = Event.objects.filter(game=game, seat="fellowship").latest("seq").seq
    assert votes.agree(table.viewer("fellowship"), "takeback") == "The game has gone back."
    assert table.mover() == "fellowship"
    assert Event.objects.filter(game=game, kind="takeback").get().to == mine - 1
    assert verified(table.reload().game)


@pytest.mark.long
def test_a_copy_of_a_game_in_which_was_taken_back_proves_its_own_draws(duel):
    test_what_was_drawn_is_not_drawn_again(duel)
    step = len(copies.steps_of(duel.game)) - 2
    copy = copies.copy_game(duel.game.key, step)
    table = Table(copy, duel.fellowship, duel.sauron)
    assert not Event.objects.filter(game=copy, kind="takeback").exists()
    table.play_out(3)
    record = records.record_of(table.reload().game)
    check_fairness(record)
    assert verified(copy)


def test_a_program_that_follows_the_story_hears_of_it(duel):
    last_moves(duel, 5)
    followed = positions.log_lines(duel.viewer("sauron"))[-1]["number"] + 1
    agree(duel, 2)
    (told,) = positions.log_lines(duel.viewer("sauron"), since_number=followed)
    assert told["kind"] == "taken-back"
    last_moves(duel, 2)
    call_command("rebuild", duel.game.key, stdout=StringIO())
    duel.discard()
    newest = positions.log_lines(duel.viewer("sauron"))[-1]
    assert newest["number"] > told["number"]


@pytest.fixture
def war():
    """A War of the Ring of two people, sixty random moves on."""
    frodo, gothmog = person("frodo"), person("gothmog")
    game = open_table(frodo, title="war-of-the-ring", seat="free-peoples")
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    table = Table(game, frodo, gothmog).reload()
    at_random(table, 60)
    return table


def at_random(table, count):
    rng = Random(table.version(None))
    for _ in range(count):
        decision = table.play().pending[0]
        table.submit(decision.seat, decision.sample(rng))


@pytest.mark.long
@pytest.mark.django_db
def test_plans_for_a_position_that_is_no_more_are_switched_off_and_standing_answers_stay(war):
    shadow = war.viewer("shadow")
    kind = next(iter(orders.kinds_for(war.game)))
    policy = {"kind": "policy", "decision_kind": kind, "answer": "clock"}
    plan = orders.give(shadow, {"kind": "plan", "lines": ["pass"]})
    bound = orders.give(shadow, {**policy, "stop_on": ["taken-back"]})
    stays = orders.give(shadow, policy)
    agree(war, positions.steps(war.viewer(None))[-10], ("free-peoples", "shadow"))
    for order in (plan, bound, stays):
        order.refresh_from_db()
    assert [order.state for order in (plan, bound, stays)] == ["off", "off", "armed"]
    assert plan.reason == "The game has gone back by agreement: look whether this still fits."


def test_kept_positions_behind_the_step_are_forgotten(duel):
    last_moves(duel, 30)
    assert Checkpoint.objects.filter(game=duel.game, seq__gt=20).exists()
    agree(duel, 20)
    assert not Checkpoint.objects.filter(game=duel.game, seq__gt=20).exists()
    for seq in positions.steps(duel.viewer("sauron")):
        assert positions.position_at(duel.viewer("sauron"), seq)["seq"] == seq


@pytest.mark.long
@pytest.mark.django_db
def test_dice_and_cards_of_war_of_the_ring_are_taken_back_as_well(war):
    for back in (25, 1, 40):
        steps = positions.steps(war.viewer(None))
        agree(war, steps[-1 - back], ("free-peoples", "shadow"))
        assert verified(war.game)
        for seat in ("free-peoples", "shadow"):
            assert positions.log_lines(war.viewer(seat))[-1]["kind"] == "taken-back"
        at_random(war, 30)


def test_on_the_pages_one_asks_from_a_step_and_the_other_reads_what_it_takes_back(duel, client):
    last_moves(duel, 4)
    client.force_login(duel.sauron)
    page = client.get(f"/game/{duel.game.key}/replay/?at=2").content.decode()
    assert "Ask to go back to this step" in page
    assert "Ask to go back" not in client.get(f"/game/{duel.game.key}/replay/").content.decode(), "the newest"
    client.post(f"/game/{duel.game.key}/votes/", {"kind": "takeback", "value": "2"})
    client.force_login(duel.fellowship)
    votes_page = client.get(f"/game/{duel.game.key}/votes/").content.decode()
    assert "What would be taken back" in votes_page
    for line in positions.log_lines(duel.viewer("fellowship"), since_seq=2):
        assert escape(line["text"]) in votes_page
    told = client.post(f"/game/{duel.game.key}/votes/", {"kind": "takeback", "value": "2"}, follow=True)
    assert "The game has gone back." in told.content.decode()
    assert positions.steps(duel.viewer(None))[-2:] == [2, 5]
    client.logout()
    assert "Ask to go back" not in client.get(f"/game/{duel.game.key}/replay/?at=1").content.decode()


@pytest.mark.long
def test_a_transcript_tells_of_it_and_is_not_thrown_again(duel):
    last_moves(duel, 4)
    agree(duel, 2)
    duel.play_out()
    text = write_transcript(records.record_of(duel.game))
    assert "sauron      ! takeback" in text or "fellowship  ! takeback" in text
    with pytest.raises(ReplayError, match="only be played again from its record"):
        read_transcript(text)
