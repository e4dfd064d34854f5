"""Votes (MOD-7): everybody who is there agrees, or nothing happens."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import ApiToken
from games.acts import votes
from games.hours import pauses
from games.kinds import EventKind
from games.models import Event, Game, Seat
from games.play import access
from notifications.models import Delivery
from tests.conftest import code_of
from tests.opening import open_table
from tests.post import send_due

pytestmark = pytest.mark.both_databases

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def viewer(table, seat):
    game = access.get_game(table.game.key)
    return access.viewer_for(game, next(s.user for s in game.seats.all() if s.name == seat))


def on_the_table(table, seat):
    return [
        (v["kind"], v["by"], v["missing"])
        for v in votes.situation(viewer(table, seat), timezone.now())["open"]
    ]


# -- more time, and the end of a pause ---------------------------------------------------------


def test_time_for_everybody_comes_when_everybody_has_agreed(duel):
    before = {seat.name: seat.bank_ms for seat in duel.game.seats.all()}
    assert "comes when everybody has" in votes.agree(viewer(duel, "sauron"), "extend", "24")
    assert on_the_table(duel, "fellowship") == [("extend", ["sauron"], ["fellowship"])]
    assert duel.seat("sauron").bank_ms == before["sauron"]
    assert votes.agree(viewer(duel, "fellowship"), "extend") == "Everybody has more time."
    for seat in duel.game.seats.all():
        assert duel.seat(seat.name).bank_ms == before[seat.name] + 24 * 3600 * 1000
    assert on_the_table(duel, "sauron") == []


def test_the_shorter_wish_counts(duel):
    before = duel.seat("sauron").bank_ms
    votes.agree(viewer(duel, "sauron"), "extend", 72)
    votes.agree(viewer(duel, "fellowship"), "extend", 12)
    assert duel.seat("sauron").bank_ms == before + 12 * 3600 * 1000


def test_a_zero_that_could_be_claimed_is_undone(duel):
    seat = duel.seat("sauron")
    zero = seat.due_at
    Seat.objects.filter(pk=seat.pk).update(flagged_at=zero, due_at=zero + 14 * DAY)
    votes.agree(viewer(duel, "sauron"), "extend", 24, zero + HOUR)
    votes.agree(viewer(duel, "fellowship"), "extend", "", zero + HOUR)
    seat = duel.seat("sauron")
    assert seat.flagged_at is None
    assert seat.due_at == zero + HOUR + DAY


@pytest.mark.parametrize("hours", ["0", "-3", "many", "169", "", None, "1" * 40])
def test_a_wish_that_makes_no_sense_is_refused(duel, hours):
    assert code_of(votes.agree, viewer(duel, "sauron"), "extend", hours) in ("malformed", "bad-amount")
    assert on_the_table(duel, "sauron") == []


def test_where_clocks_are_not_paused_they_are_not_moved_by_a_vote_either(duel):
    Game.objects.update(terms={**duel.game.terms, "pauses": False})
    assert code_of(votes.agree, viewer(duel, "sauron"), "extend", 24) == "no-extension"
    assert "extend" not in votes.situation(viewer(duel, "sauron"), timezone.now())["possible"]


def test_a_pause_begins_and_ends_by_vote_without_the_day_s_notice(duel):
    votes.agree(viewer(duel, "sauron"), "pause", 7)
    assert votes.agree(viewer(duel, "fellowship"), "pause") == "The clocks stand."
    votes.agree(viewer(duel, "fellowship"), "resume")
    assert pauses.current_stop(duel.reload().game, timezone.now())
    assert votes.agree(viewer(duel, "sauron"), "resume") == "The clocks run again."
    assert pauses.current_stop(duel.reload().game, timezone.now() + timedelta(seconds=1)) is None


def test_a_director_s_pause_is_not_ended_by_a_vote(duel):
    pauses.director_pause(duel.game.key, "The hall is closed.")
    assert code_of(votes.agree, viewer(duel, "sauron"), "resume") == "not-paused"


# -- the end -----------------------------------------------------------------------------------


def test_a_game_ends_as_everybody_agrees(duel):
    votes.agree(viewer(duel, "sauron"), "end", "fellowship")
    votes.agree(viewer(duel, "fellowship"), "end", "fellowship")
    result = duel.reload().game.result
    assert result["winners"] == ["fellowship"]
    assert result["reason"] == "agreement"


def test_two_who_name_different_winners_do_not_agree(duel):
    votes.agree(viewer(duel, "sauron"), "end", "sauron")
    votes.agree(viewer(duel, "fellowship"), "end", "fellowship")
    assert not duel.reload().is_finished
    assert len(on_the_table(duel, "sauron")) == 2


def test_a_vote_to_end_lapses_with_the_next_move(duel):
    votes.agree(viewer(duel, "sauron"), "end", "fellowship")
    while duel.reload().game.published_version == 0 or on_the_table(duel, "sauron"):
        duel.discard()
    votes.agree(viewer(duel, "fellowship"), "end", "fellowship")
    assert not duel.reload().is_finished


def test_nobody_wins_by_agreeing_with_an_absent_player_or_a_bot(duel):
    Seat.objects.filter(game=duel.game, name="sauron").update(absent_since=timezone.now())
    assert code_of(votes.agree, viewer(duel, "fellowship"), "end", "fellowship") == "alone"
    votes.agree(viewer(duel, "fellowship"), "draw")
    assert not duel.reload().is_finished
    Seat.objects.filter(game=duel.game, name="sauron").update(absent_since=None, bot="random", user=None)
    assert code_of(votes.agree, viewer(duel, "fellowship"), "end", "fellowship") == "bot-declines"


def test_an_absent_seat_is_not_asked_whether_to_cancel(duel):
    Seat.objects.filter(game=duel.game, name="sauron").update(absent_since=timezone.now())
    assert votes.agree(viewer(duel, "fellowship"), "cancel") == "The game is cancelled."
    assert duel.reload().game.result["reason"] == "void"


def test_a_draw_by_vote_is_the_draw(duel):
    votes.agree(viewer(duel, "sauron"), "draw")
    assert votes.agree(viewer(duel, "fellowship"), "draw") == "The game is drawn."


# -- another player ----------------------------------------------------------------------------


def test_at_a_table_for_three_the_others_replace_one(pebbles):
    votes.agree(viewer(pebbles, "red"), "replace", "blue")
    assert on_the_table(pebbles, "blue") == [("replace", ["red"], ["green"])]
    assert pebbles.seat("blue").absent_since is None
    assert votes.agree(viewer(pebbles, "green"), "replace", "blue") == "The seat is offered to others now."
    assert pebbles.seat("blue").absent_since is not None


def test_at_a_table_for_two_nobody_is_replaced_against_their_will(duel):
    votes.agree(viewer(duel, "sauron"), "replace", "fellowship")
    assert duel.seat("fellowship").absent_since is None
    votes.agree(viewer(duel, "fellowship"), "replace", "fellowship")
    assert duel.seat("fellowship").absent_since is not None


def test_who_moves_is_there_and_the_vote_has_lapsed(pebbles):
    mover = pebbles.mover()
    others = [name for name in ("red", "green", "blue") if name != mover]
    votes.agree(viewer(pebbles, others[0]), "replace", mover)
    play = pebbles.play()
    decision = play.decision_of(mover)
    pebbles.submit(mover, decision.fallback_choice())
    assert on_the_table(pebbles, others[1]) == []
    votes.agree(viewer(pebbles, others[1]), "replace", mover)
    assert pebbles.seat(mover).absent_since is None


def test_what_nobody_else_can_see_lapses_no_vote(duel):
    """Half a move, still one's own to take back, neither shows in the votes nor stands in their way."""
    mover = duel.mover()
    other = next(name for name in ("sauron", "fellowship") if name != mover)
    votes.agree(viewer(duel, other), "replace", mover)
    Event.objects.create(game=duel.game, seq=duel.game.version + 1, kind="choice", seat=mover, choices=[])
    Game.objects.update(version=duel.game.version + 1)
    assert on_the_table(duel, other) == [("replace", [other], [mover])]
    Game.objects.update(published_version=duel.game.version + 1)
    assert on_the_table(duel, other) == []


@pytest.mark.parametrize("fields", [{"visibility": "private"}, {"in_event": True}], ids=["private", "event"])
def test_private_tables_and_events_replace_nobody_by_vote(duel, fields):
    Game.objects.update(**fields)
    assert code_of(votes.agree, viewer(duel, "sauron"), "replace", "fellowship") == "no-replacement"


def test_a_seat_that_is_not_there_or_already_free_is_not_voted_about(pebbles):
    assert code_of(votes.agree, viewer(pebbles, "red"), "replace", "yellow") == "no-such-seat"
    assert code_of(votes.agree, viewer(pebbles, "red"), "replace", "red") == "own-seat"
    Seat.objects.filter(game=pebbles.game, name="blue").update(absent_since=timezone.now())
    assert code_of(votes.agree, viewer(pebbles, "red"), "replace", "blue") == "nobody-there"
    # the absent seat is not needed for anything else either
    votes.agree(viewer(pebbles, "red"), "extend", 5)
    assert votes.agree(viewer(pebbles, "green"), "extend") == "Everybody has more time."


# -- saying no, and forgetting -----------------------------------------------------------------


def test_one_no_takes_it_off_the_table_and_everybody_hears(duel):
    votes.agree(viewer(duel, "sauron"), "extend", 24)
    Delivery.objects.all().delete()
    assert votes.refuse(viewer(duel, "fellowship"), "extend") == "You have voted against it."
    assert on_the_table(duel, "sauron") == []
    assert Delivery.objects.filter(kind=EventKind.OFFER, user=duel.sauron).count() == 1


@pytest.mark.parametrize("kind", ["extend", "pause", "draw", "cancel", "end"])
def test_one_s_own_vote_is_taken_back(duel, kind):
    votes.agree(viewer(duel, "sauron"), kind, {"end": "sauron"}.get(kind, 5))
    assert votes.refuse(viewer(duel, "sauron"), kind) == "You have taken your vote back."
    assert on_the_table(duel, "sauron") == []
    assert code_of(votes.refuse, viewer(duel, "sauron"), kind) == "no-offer"


def test_a_vote_lapses_after_a_week(duel):
    now = timezone.now()
    votes.agree(viewer(duel, "sauron"), "extend", 24, now)
    votes.agree(viewer(duel, "fellowship"), "extend", 24, now + 8 * DAY)
    assert duel.seat("sauron").bank_ms == 96 * 3600 * 1000


def test_spectators_and_strangers_do_not_vote(duel, client):
    assert client.post(f"/game/{duel.game.key}/votes/", {"kind": "cancel"}).status_code == 403
    assert code_of(votes.agree, viewer(duel, "sauron"), "coup") == "no-such-vote"


# -- every face --------------------------------------------------------------------------------


def test_the_others_are_told_once_what_is_voted_about(duel, mailoutbox):
    Delivery.objects.all().delete()
    votes.agree(viewer(duel, "sauron"), "extend", 24)
    send_due(timezone.now() + HOUR)
    (mail,) = [m for m in mailoutbox if m.to == [duel.fellowship.email]]
    assert "asks for 24 hours more for everybody" in mail.body
    assert not [m for m in mailoutbox if m.to == [duel.sauron.email]]


def test_the_pages_show_it_and_take_the_answer(duel, client):
    votes.agree(viewer(duel, "sauron"), "extend", 24)
    client.force_login(duel.fellowship)
    page = client.get(f"/game/{duel.game.key}/").content.decode()
    assert "asks for 24 hours more for everybody" in page
    page = client.get(f"/game/{duel.game.key}/votes/").content.decode()
    assert "Agree" in page
    answer = client.post(f"/game/{duel.game.key}/votes/", {"kind": "extend", "value": "soon"})
    assert answer.status_code == 400
    assert "Write a whole number" in answer.content.decode()
    answer = client.post(f"/game/{duel.game.key}/votes/", {"kind": "extend", "value": "24"}, follow=True)
    assert "Everybody has more time." in answer.content.decode()
    page = client.get(f"/game/{duel.game.key}/time/").content.decode()
    assert "by agreement" in page


def test_programs_vote_too(duel, client):
    votes.agree(viewer(duel, "sauron"), "extend", 24)
    _, secret = ApiToken.objects.issue(duel.fellowship, "mine", ["read", "play"])
    headers = {"Authorization": f"Bearer {secret}"}
    base = f"/api/v1/games/{duel.game.key}/votes/"
    (vote,) = client.get(base, headers=headers).json()["open"]
    assert (vote["kind"], vote["value"], vote["may_answer"]) == ("extend", 24, True)

    def post(kind, data):
        return client.post(f"{base}{kind}/", data, content_type="application/json", headers=headers)

    assert post("extend", {"value": [24]}).status_code == 400
    assert post("coup", {}).json()["code"] == "no-such-vote"
    assert post("extend", {"agree": False}).json()["open"] == []
    assert post("end", {"value": "sauron"}).json()["done"].startswith("You have voted.")


def test_solo_votes_count_for_every_seat(db):
    from tests.conftest import person

    sam = person("sam")
    game = open_table(sam, title="duel", solo=True)
    game = access.get_game(game.key)
    assert votes.agree(access.viewer_for(game, sam), "end", "sauron") == "The game has ended."
