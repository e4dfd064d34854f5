"""Two teams of two, and tables of more: who may claim, who has lost, who plays on (tests/games/toy_teams.py)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.acts import about_time
from games.hours import absence, pauses, resignation
from games.kinds import EventKind
from games.models import Game, Seat
from games.notices import for_seats
from games.play import endings, positions, teams
from games.tasks import run_clocks
from games.templatetags import lobby_tags
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.games.hours import set_table
from tests.post import unwrapped

LATE = timedelta(seconds=61)


def call(table):
    """Let whoever is in turn call, so that all four are asked for a card."""
    table.submit(table.mover(), "steady")


def until_late(table, *seats):
    """Let time run out for these of all who are asked, as the table has agreed."""
    for decision in table.play().pending:
        if decision.seat not in seats:
            table.submit(decision.seat, decision.fallback_choice())
    run_clocks(max(table.seat(seat).due_at for seat in seats) + LATE)


def told(table, kind, seat):
    """The words of what a seat was told of this kind, oldest first."""
    compose = {EventKind.OFFER: for_seats.compose_offer, EventKind.TIME: for_seats.compose_news}[kind]
    user = table.seat(seat).user
    found = Delivery.objects.filter(kind=kind, channel="email", user=user).order_by("pk")
    return [compose(delivery).subject.split(": ", 1)[1] for delivery in found]


@pytest.fixture
def heap(pebbles):
    """A game of Pebbles in which nobody has a grace token left."""
    pebbles.game.seats.update(grace_left=0)
    return pebbles


# -- who is against whom -----------------------------------------------------------------------


def test_partners_and_opponents_have_names(rope):
    assert teams.opponents_of(rope.game, "south") == ("east", "west")
    assert teams.opponents_in_words(rope.game, "south") == "East and West"
    assert teams.partners_in_words(rope.game, "south") == "North"
    alone = Game(title="tug-of-war", options={**rope.game.options, "pairs": False})
    assert teams.opponents_in_words(alone, "north") == "the other side"
    assert teams.partners_in_words(alone, "north") == ""


def test_programs_learn_who_plays_with_whom(rope):
    assert positions.situation(rope.viewer(None))["teams"] == [["north", "south"], ["east", "west"]]


def test_lists_tell_teams_apart(rope):
    assert lobby_tags.players(rope.game) == "merry and sam against pippin and rosie"


def test_of_three_the_opponents_are_the_others(pebbles):
    assert teams.opponents_in_words(pebbles.game, "red") == "the others"
    assert lobby_tags.players(pebbles.game) == "merry, pippin and sam"
    assert teams.opponents_of(pebbles.game, "red") == ("green", "blue")


# -- time is up --------------------------------------------------------------------------------


def test_the_other_team_claims_the_game_as_a_whole(rope):
    set_table(rope, zero_policy=Game.ZeroPolicy.CLAIM)
    call(rope)
    until_late(rope, "west")
    can = {seat: positions.situation(rope.viewer(seat))["can"]["claim"] for seat in rope.play().seats}
    assert can == {"north": True, "east": False, "south": True, "west": False}
    assert told(rope, EventKind.OFFER, "east") == [
        "West has run out of time: North and South may claim the game"
    ]
    endings.claim(rope.game.key, "south", "win")
    result = rope.reload().game.result
    assert (result["winners"], result["reason"]) == (["north", "south"], "time")
    assert result["text"] == "West ran out of time: North and South win."


def test_a_late_player_takes_no_claim_away_by_resigning(rope):
    """West's time is up, and North and South may claim: West's partner does not play on as if nothing were."""
    set_table(rope, zero_policy=Game.ZeroPolicy.CLAIM)
    call(rope)
    rope.game.seats.update(full_decisions=20)
    until_late(rope, "west")
    assert rope.seat("west").flagged_at is not None
    resignation.resign(rope.game.key, "west")
    result = rope.reload().game.result
    assert result["winners"] == ["north", "south"]
    assert result["text"] == "West resigned, too late: North and South win."


def test_nobody_claims_the_game_from_their_own_partner(rope):
    set_table(rope, zero_policy=Game.ZeroPolicy.CLAIM)
    call(rope)
    until_late(rope, "west")
    with refused("nothing-to-claim") as error:
        endings.claim(rope.game.key, "east", "win")
    assert "your own team" in error.value.message


def test_a_partner_can_neither_offer_the_late_seat_nor_give_it_time(rope):
    """Either would take the claim from the opponents."""
    set_table(rope, zero_policy=Game.ZeroPolicy.CLAIM)
    call(rope)
    until_late(rope, "west")
    with refused("own-team"):
        absence.open_seat(rope.game.key, "east", "west")
    with refused("own-team"):
        pauses.give_time(rope.game.key, "west", by="east")
    offered = {
        seat: [s["name"] for s in about_time.situation(rope.viewer(seat))["seats"] if s["can_open"]]
        for seat in ("north", "east")
    }
    assert offered == {"north": ["west"], "east": []}
    pauses.give_time(rope.game.key, "west", by="north")
    assert rope.seat("west").flagged_at is None
    gifts = [s["name"] for s in about_time.situation(rope.viewer("east"))["seats"] if s["can_give"]]
    assert gifts == ["north", "south"]


def test_an_opponent_may_offer_the_late_seat_instead(rope):
    set_table(rope, zero_policy=Game.ZeroPolicy.CLAIM)
    call(rope)
    until_late(rope, "west")
    absence.open_seat(rope.game.key, "north", "west")
    absence.take_over(rope.game.key, "west", person("fatty"))
    assert rope.seat("west").user.username == "fatty"
    assert not positions.situation(rope.viewer("north"))["can"]["claim"]


def test_who_runs_out_of_time_loses_with_the_partner_where_the_table_says_so(rope):
    set_table(rope, zero_policy=Game.ZeroPolicy.FORFEIT)
    call(rope)
    until_late(rope, "north")
    assert rope.reload().game.result["winners"] == ["east", "west"]


def test_a_late_seat_of_three_is_offered_and_claimed_by_nobody(heap):
    set_table(heap, zero_policy=Game.ZeroPolicy.CLAIM)
    run_clocks(heap.seat("red").due_at + LATE)
    assert heap.seat("red").flagged_at is not None
    assert not positions.situation(heap.viewer("green"))["can"]["claim"]
    assert told(heap, EventKind.OFFER, "blue") == [
        "Red has run out of time: the seat can be offered to others"
    ]
    assert "claim" not in positions.situation(heap.viewer("blue"))["clock"]["at_zero"]
    with refused("nothing-to-claim"):
        endings.claim(heap.game.key, "green", "win")
    absence.open_seat(heap.game.key, "green", "red")
    run_clocks(heap.seat("red").due_at + LATE)
    assert heap.mover() == "green"


def test_a_late_seat_of_three_is_left_by_itself_when_all_wait_too_long(heap):
    """Where two play, such a game is void; of three, two would lose what they have played."""
    set_table(heap, zero_policy=Game.ZeroPolicy.CLAIM)
    run_clocks(heap.seat("red").due_at + LATE)
    run_clocks(heap.seat("red").due_at + LATE)
    assert heap.seat("red").absent_since is not None
    assert heap.reload().game.status == Game.Status.RUNNING
    run_clocks(heap.seat("red").due_at + LATE)
    assert heap.mover() == "green"


def test_at_a_table_of_three_all_others_win_where_the_late_seat_has_lost(heap):
    set_table(heap, zero_policy=Game.ZeroPolicy.FORFEIT)
    run_clocks(heap.seat("red").due_at + LATE)
    result = heap.reload().game.result
    assert result["winners"] == ["green", "blue"]
    assert result["text"] == "Red ran out of time: Green and Blue win."


# -- giving up ---------------------------------------------------------------------------------


def test_when_one_of_a_team_resigns_the_partner_plays_on(rope):
    resignation.resign(rope.past_the_first_moves().game.key, "north")
    assert rope.reload().game.status == Game.Status.RUNNING
    assert [seat.name for seat in absence.offered_seats(None)] == ["north"]
    assert told(rope, EventKind.TIME, "south") == ["North has left the game"]
    run_clocks(rope.seat("north").due_at + LATE)
    assert "north" not in rope.play().waiting_for(None) or rope.play().decision_of("north").kind == "pull"


def test_the_team_has_lost_when_the_last_of_it_resigns(rope):
    rope.past_the_first_moves()
    resignation.resign(rope.game.key, "west")
    resignation.resign(rope.game.key, "east")
    result = rope.reload().game.result
    assert (result["winners"], result["reason"]) == (["north", "south"], "resignation")
    assert result["text"] == "East resigned, the last of the team: North and South win."


def test_who_takes_the_seat_over_plays_on_when_the_partner_resigns(rope):
    rope.past_the_first_moves()
    resignation.resign(rope.game.key, "west")
    absence.take_over(rope.game.key, "west", person("fatty"))
    resignation.resign(rope.game.key, "east")
    assert rope.reload().game.status == Game.Status.RUNNING
    resignation.resign(rope.game.key, "west")
    assert rope.reload().game.result["winners"] == ["north", "south"]


def test_a_bot_in_the_partners_seat_does_not_keep_a_lost_game_going(rope):
    rope.past_the_first_moves()
    set_table(rope, terms={**rope.game.terms, "bots": True})
    resignation.resign(rope.game.key, "west")
    absence.bots_take_over(timezone.now() + timedelta(days=4))
    assert rope.seat("west").bot
    resignation.resign(rope.game.key, "east")
    assert rope.reload().game.result["winners"] == ["north", "south"]


def test_a_team_that_gives_up_in_the_first_moves_breaks_the_game_off(rope):
    resignation.resign(rope.game.key, "west")
    resignation.resign(rope.game.key, "east")
    assert rope.reload().game.result["reason"] == endings.ABORTED


def test_who_left_early_does_not_let_the_partner_break_off_a_long_game(rope):
    rope.game.seats.exclude(name="west").update(full_decisions=9)
    resignation.resign(rope.game.key, "west")
    resignation.resign(rope.game.key, "east")
    assert rope.reload().game.result["reason"] == "resignation"


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ((), "Your seat is offered to others, and your team plays on."),
        (("west",), "North and South win."),
    ],
)
def test_the_page_says_before_what_resigning_does(rope, client, gone, words):
    rope.past_the_first_moves()
    for seat in gone:
        resignation.resign(rope.game.key, seat)
    client.force_login(rope.seat("east").user)
    assert words in client.get(f"/game/{rope.game.key}/act/resign").content.decode()


def test_a_team_that_is_away_is_answered_for_while_the_other_is_there(rope):
    """It may come back, or be replaced; only when nobody at all is left the game is void."""
    set_table(rope, zero_policy=Game.ZeroPolicy.AUTOPLAY)
    for caller in ("north", "east"):
        assert rope.mover() == caller
        if caller == "north":
            call(rope)
        else:
            run_clocks(rope.seat("east").due_at + LATE)
        until_late(rope, "east", "west")
    assert {seat.name for seat in absence.offered_seats(None)} == {"east", "west"}
    assert rope.reload().game.status == Game.Status.RUNNING


def test_without_a_clock_the_server_answers_for_who_has_left(rope):
    """Nobody else would, and the partner could not play on."""
    set_table(rope, clock_preset="untimed", clock_bank=0, clock_increment=0, clock_cap=0)
    resignation.resign(rope.game.key, "north")
    run_clocks(rope.seat("north").due_at + LATE)
    assert rope.play().pending[0].kind == "pull"


def test_who_plays_all_four_alone_resigns_once(rope):
    set_table(rope, visibility=Game.Visibility.PRIVATE)
    rope.past_the_first_moves().game.seats.update(user=rope.fellowship)
    resignation.resign(rope.game.key, "north")
    assert rope.reload().game.result["winners"] == ["east", "west"]


def test_who_plays_all_three_alone_leaves_all_seats_with_one(pebbles):
    set_table(pebbles, visibility=Game.Visibility.PRIVATE)
    pebbles.game.seats.update(user=pebbles.fellowship)
    resignation.resign(pebbles.game.key, "green")
    assert pebbles.reload().game.result["reason"] == "void"


# -- decided from outside ----------------------------------------------------------------------


def test_a_director_gives_the_game_to_a_whole_team(rope):
    endings.adjudicate(rope.game.key, ("west",), "West had it in hand.")
    assert rope.reload().game.result["winners"] == ["east", "west"]


# -- asked together ----------------------------------------------------------------------------


def test_who_is_asked_with_others_is_told_though_they_were_quicker(rope, answerable, post):
    """North calls, and East answers before the turn mails go out."""
    call(rope)
    rope.submit("east", rope.play().decision_of("east").fallback_choice())
    told = [m for m in post.deliver() if "It is your turn." in unwrapped(m)]
    assert sorted(m.to[0].split("@")[0] for m in told) == ["merry", "rosie", "sam"]


def test_a_mail_counts_though_others_have_answered_the_same_question_since(rope, answerable, post):
    call(rope)
    (turn,) = [
        m for m in post.deliver() if m.to == ["sam@example.org"] and "It is your turn." in unwrapped(m)
    ]
    for seat in ("east", "north"):
        rope.submit(seat, rope.play().decision_of(seat).fallback_choice())
    card = rope.play().decision_of("south").fallback_choice()
    (receipt, *_) = post.answer(turn, f"pull: {card}")
    assert "Done: 1 move played." in receipt.body
    assert rope.play().waiting_for(None) == ["west"]
    (receipt, *_) = post.answer(turn, f"pull: {card}")
    assert "Nothing was done" in receipt.body


# -- the time of a side ------------------------------------------------------------------------


def test_a_side_is_told_what_it_has_left_together(rope, client):
    """North has used a day of four, South nothing; East's clock stands, and so does West's."""
    day = 86_400_000
    Seat.objects.filter(game=rope.game, name="north").update(bank_ms=3 * day, due_at=None)
    Seat.objects.filter(game=rope.game, name__in=("south", "east", "west")).update(bank_ms=4 * day)
    sides = about_time.situation(rope.viewer("east"))["sides"]
    assert [(side["label"], side["remaining_ms"] // day) for side in sides] == [
        ("North and South", 7),
        ("East and West", 8),
    ]
    client.force_login(rope.seat("east").user)
    page = client.get(f"/game/{rope.game.key}/").content.decode()
    assert "7 d together" in page
    assert page.count("4 d left") >= 3  # each of those who are not asked, too
    page = " ".join(client.get(f"/game/{rope.game.key}/time/").content.decode().split())
    assert "Together: North and South 7 d · East and West 8 d" in page


def test_nobody_adds_clocks_that_are_of_no_use_to_the_other(rope):
    Game.objects.filter(pk=rope.game.pk).update(clock_preset="per-move-3", clock_cap=0)
    assert about_time.situation(rope.viewer("east"))["sides"] == []


def test_who_stands_alone_is_told_nothing_of_sides(pebbles, client):
    assert about_time.situation(pebbles.viewer("red"))["sides"] == []
    client.force_login(pebbles.seat("red").user)
    page = client.get(f"/game/{pebbles.game.key}/").content.decode()
    assert " together" not in page
    assert page.count('<span class="clock-waits">waits</span>') == 2
