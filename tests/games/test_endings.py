"""Resignation, draws, agreement, claims; the record and its proof."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.hours import resignation
from games.ledger import records
from games.models import Event, Game, Seat
from games.play import endings, positions, undo
from games.refusals import Refused
from rules.core.records import check_chain, check_fairness, dump_record, load_record
from rules.core.replay import replay

pytestmark = pytest.mark.both_databases


def test_resigning_gives_the_game_to_the_other(duel):
    resignation.resign(duel.past_the_first_moves().game.key, "sauron")
    duel.reload()
    assert duel.game.result["winners"] == ["fellowship"]
    assert duel.game.result["reason"] == "resignation"
    with pytest.raises(Refused) as refused:
        duel.submit("fellowship", "decline", version=0)
    assert refused.value.code == "game-over"


def test_a_draw_needs_both_and_lapses_with_a_move(duel):
    endings.offer_draw(duel.game.key, "fellowship")
    assert positions.situation(duel.viewer("sauron"))["can"]["accept_draw"]
    duel.discard()
    assert not positions.situation(duel.viewer("sauron"))["can"]["accept_draw"]
    endings.offer_draw(duel.game.key, "fellowship")
    endings.offer_draw(duel.game.key, "sauron")
    assert duel.reload().game.result["reason"] == "agreement"


def test_both_together_can_cancel(duel):
    endings.ask_cancel(duel.game.key, "sauron")
    assert not duel.reload().is_finished
    endings.ask_cancel(duel.game.key, "fellowship")
    assert duel.reload().game.result == {
        "winners": [],
        "reason": "void",
        "text": "Cancelled by agreement.",
        "details": {},
    }


def test_nothing_is_claimed_while_nobody_is_late(duel):
    with pytest.raises(Refused) as refused:
        endings.claim(duel.game.key, "fellowship", "win")
    assert refused.value.code == "nothing-to-claim"


def test_the_record_of_a_game_proves_every_draw(duel):
    duel.play_out(seed=3)
    record = load_record(dump_record(records.record_of(duel.game)))
    check_chain(record)
    assert check_fairness(record) > 10
    assert replay(record).result.reason == duel.game.result["reason"]


def test_verify_games_accepts_what_was_played(duel):
    for _ in range(30):
        duel.discard()
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert "1 game" in out.getvalue()


def test_rebuild_makes_the_same_projections(duel):
    for _ in range(30):
        duel.discard()
    before = positions.situation(duel.viewer("sauron"))["view"], positions.log_lines(duel.viewer(None))
    call_command("rebuild", duel.game.key, stdout=StringIO())
    assert (
        positions.situation(duel.viewer("sauron"))["view"],
        positions.log_lines(duel.viewer(None)),
    ) == before


@pytest.mark.long
def test_a_game_goes_out_and_comes_back(duel, tmp_path):
    duel.play_out(seed=5)
    out = StringIO()
    call_command("export_game", duel.game.key, stdout=out)
    path = tmp_path / "game.json"
    path.write_text(out.getvalue())
    answer = StringIO()
    call_command("import_game", str(path), stdout=answer)
    assert "imported as" in answer.getvalue()


def test_stepping_shows_the_game_as_it_was(duel):
    first = positions.situation(duel.viewer("sauron"))["view"]
    for _ in range(28):
        duel.discard()
    steps = positions.steps(duel.viewer("sauron"))
    assert steps == list(range(29))
    assert positions.position_at(duel.viewer("sauron"), 0)["view"] == first
    now = positions.situation(duel.viewer("sauron"))["view"]
    assert positions.position_at(duel.viewer("sauron"), 28)["view"] == now


def test_asking_to_cancel_lapses_when_the_other_side_plays_on(duel):
    """Nobody can keep a way out in hand for the day the game goes badly."""
    endings.ask_cancel(duel.game.key, "fellowship")
    duel.discard()  # Sauron plays on
    assert not duel.seat("fellowship").cancel_asked
    endings.ask_cancel(duel.game.key, "sauron")
    assert not duel.reload().is_finished
    endings.ask_cancel(duel.game.key, "fellowship")
    assert duel.reload().game.result["reason"] == "void"


def test_ones_own_offer_stands_while_one_moves(duel):
    endings.offer_draw(duel.game.key, "sauron")
    duel.discard()
    assert positions.situation(duel.viewer("fellowship"))["can"]["accept_draw"]
    endings.decline_draw(duel.game.key, "fellowship")
    assert not positions.situation(duel.viewer("fellowship"))["can"]["accept_draw"]
    with pytest.raises(Refused) as refused:
        endings.decline_draw(duel.game.key, "fellowship")
    assert refused.value.code == "no-offer"


@pytest.mark.parametrize(
    ("decisions", "lost"), [((0, 0), False), ((2, 1), False), ((9, 0), False), ((2, 2), True)]
)
def test_a_game_given_up_in_the_first_moves_is_broken_off_not_lost(duel, decisions, lost):
    for number, name in zip(decisions, ("fellowship", "sauron"), strict=True):
        Seat.objects.filter(game=duel.game, name=name).update(full_decisions=number)
    resignation.resign(duel.game.key, "sauron")
    result = duel.reload().game.result
    assert (result["winners"], result["reason"]) == (
        (["fellowship"], "resignation") if lost else ([], "aborted")
    )


def test_a_game_of_an_event_is_lost_from_the_first_move_on(duel):
    Game.objects.update(in_event=True)
    resignation.resign(duel.game.key, "sauron")
    assert duel.reload().game.result["winners"] == ["fellowship"]


def test_a_game_that_was_broken_off_stands_in_no_list(duel, client):
    resignation.resign(duel.game.key, "sauron")
    client.force_login(duel.fellowship)
    assert duel.game.key not in client.get("/my/").content.decode()
    page = client.get(f"/game/{duel.game.key}/").content.decode()
    assert "does not count" in page


def test_the_page_says_before_whether_resigning_loses_or_breaks_off(duel, client):
    client.force_login(duel.fellowship)
    where = f"/game/{duel.game.key}/act/resign"
    assert "in no list" in client.get(where).content.decode()
    duel.past_the_first_moves()
    assert "The other side wins" in client.get(where).content.decode()


def test_the_end_stops_the_clocks_and_closes_the_log(duel):
    resignation.resign(duel.past_the_first_moves().game.key, "fellowship")
    assert [e.kind for e in Event.objects.filter(game=duel.game)] == ["start", "resign", "end"]
    for seat in duel.game.seats.all():
        assert (seat.waiting_since, seat.due_at, seat.flagged_at) == (None, None, None)
    situation = positions.situation(duel.viewer(None))
    assert situation["status"] == "finished"
    assert not any(situation["can"].values())
    assert situation["waiting_for"] == []


@pytest.mark.parametrize(
    "act",
    [
        lambda key: resignation.resign(key, "sauron"),
        lambda key: endings.offer_draw(key, "sauron"),
        lambda key: endings.decline_draw(key, "sauron"),
        lambda key: endings.ask_cancel(key, "sauron"),
        lambda key: endings.claim(key, "sauron", "win"),
        lambda key: undo.take_back(key, "sauron", 1),
    ],
)
def test_after_the_end_nothing_is_done_any_more(duel, act):
    resignation.resign(duel.game.key, "fellowship")
    with pytest.raises(Refused) as refused:
        act(duel.game.key)
    assert (refused.value.code, refused.value.status) == ("game-over", 409)
    assert Event.objects.filter(game=duel.game).count() == 3


def test_agreement_in_the_middle_of_a_turn_ends_the_game_there(beans):
    beans.submit("left", 3)
    endings.offer_draw(beans.game.key, "left")
    endings.offer_draw(beans.game.key, "right")
    assert beans.reload().game.result["winners"] == ["left", "right"]
    assert positions.situation(beans.viewer("right"))["view"]["beans"] == 7
    out = StringIO()
    call_command("verify_games", stdout=out)
    assert "1 game" in out.getvalue()
