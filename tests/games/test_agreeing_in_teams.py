"""Two against two (tests/games/toy_teams.py) and three apart: who has to agree, and who wins then."""

import pytest
from django.utils import timezone

from games.acts import registry, votes
from games.models import Game, Seat
from games.play import endings
from tests.conftest import code_of


def leave(table, *names):
    Seat.objects.filter(game=table.game, name__in=names).update(absent_since=timezone.now())


# -- a draw ------------------------------------------------------------------------------------


def test_a_draw_needs_everybody_who_is_there(rope):
    leave(rope, "west")
    for seat in ("north", "south"):
        endings.offer_draw(rope.game.key, seat)
        assert not rope.reload().is_finished
    endings.offer_draw(rope.game.key, "east")
    assert rope.reload().game.result["winners"] == ["north", "east", "south", "west"]


def test_partners_alone_draw_nothing_against_those_who_are_away(rope):
    leave(rope, "east", "west")
    for seat in ("north", "south"):
        endings.offer_draw(rope.game.key, seat)
    assert not rope.reload().is_finished
    possible = votes.situation(rope.viewer("north"), timezone.now())["possible"]
    assert "draw" not in possible
    assert "end" not in possible


def test_an_offer_lapses_when_a_partner_or_an_opponent_moves_on(rope):
    mover = rope.mover()
    partner = {"north": "south", "south": "north", "east": "west", "west": "east"}[mover]
    opponent = next(name for name in ("north", "east") if name not in (mover, partner))
    for seat in (partner, opponent, mover):
        endings.offer_draw(rope.game.key, seat)
    rope.submit(mover, "steady")
    offered = {seat.name: seat.draw_offered for seat in rope.game.seats.all()}
    assert [name for name, offers in offered.items() if offers] == [mover]


# -- an end in favour of a team ----------------------------------------------------------------


def test_the_whole_team_wins_by_agreement(rope):
    for seat in ("north", "east", "south"):
        votes.agree(rope.viewer(seat), "end", "south")
    assert not rope.reload().is_finished
    assert votes.agree(rope.viewer("west"), "end", "north") == "The game has ended."
    result = rope.reload().game.result
    assert result["winners"] == ["north", "south"]
    assert result["text"] == "North and South win by agreement."


def test_the_vote_names_the_team(rope, client):
    votes.agree(rope.viewer("east"), "end", "west")
    (vote,) = votes.situation(rope.viewer("north"), timezone.now())["open"]
    assert vote["words"] == "asks to end the game now: East and West win"
    assert vote["missing"] == ["north", "south", "west"]
    client.force_login(rope.fellowship)
    page = client.get(f"/game/{rope.game.key}/votes/").content.decode()
    assert '<option value="north">North and South</option><option value="east">East and West</option>' in page


def test_partners_give_themselves_no_win_while_the_others_are_away(rope):
    leave(rope, "east", "west")
    assert code_of(votes.agree, rope.viewer("north"), "end", "north") == "alone"


def test_three_apart_win_apart(pebbles):
    for seat in ("red", "green", "blue"):
        votes.agree(pebbles.viewer(seat), "end", "green")
    assert pebbles.reload().game.result["winners"] == ["green"]
    assert Game.objects.get(pk=pebbles.game.pk).result["text"].endswith("wins by agreement.")


# -- another player ----------------------------------------------------------------------------


def test_of_three_apart_one_alone_throws_nobody_out(pebbles):
    leave(pebbles, "green")
    assert "comes when everybody has" in votes.agree(pebbles.viewer("red"), "replace", "blue")
    (vote,) = votes.situation(pebbles.viewer("blue"), timezone.now())["open"]
    assert vote["missing"] == ["blue"]
    assert pebbles.seat("blue").absent_since is None
    votes.agree(pebbles.viewer("blue"), "replace", "blue")
    assert pebbles.seat("blue").absent_since is not None


def test_a_bot_does_not_throw_the_last_opponent_out(pebbles):
    Seat.objects.filter(game=pebbles.game, name="green").update(bot="random")
    votes.agree(pebbles.viewer("red"), "replace", "blue")
    assert pebbles.seat("blue").absent_since is None


def test_of_two_teams_with_one_of_each_away_one_alone_throws_nobody_out(rope):
    leave(rope, "south", "west")
    votes.agree(rope.viewer("north"), "replace", "east")
    assert rope.seat("east").absent_since is None
    votes.agree(rope.viewer("east"), "replace", "east")
    assert rope.seat("east").absent_since is not None


def test_partners_together_do_not_throw_the_last_opponent_out(rope):
    leave(rope, "west")
    for seat in ("north", "south"):
        votes.agree(rope.viewer(seat), "replace", "east")
    assert rope.seat("east").absent_since is None


def test_partner_and_opponents_replace_one_who_does_not_answer(rope):
    for seat in ("north", "south", "east"):
        assert rope.seat("west").absent_since is None
        votes.agree(rope.viewer(seat), "replace", "west")
    assert rope.seat("west").absent_since is not None


def test_the_page_offers_one_s_own_seat_only_where_one_has_a_say(pebbles, client):
    def offered():
        page = client.get(f"/game/{pebbles.game.key}/votes/").content.decode()
        return [
            name
            for name in ("red", "green", "blue")
            if 'id="vote-replace"' in page
            and f'<option value="{name}">' in page.partition('id="vote-replace"')[2].partition("</select>")[0]
        ]

    client.force_login(pebbles.fellowship)  # who plays red
    assert offered() == ["green", "blue"]
    leave(pebbles, "green")
    assert offered() == ["red", "blue"]
    leave(pebbles, "blue")
    assert offered() == []
    assert code_of(votes.agree, pebbles.viewer("red"), "replace", "red") == "own-seat"


# -- time --------------------------------------------------------------------------------------


@pytest.mark.parametrize("away", [("east", "west"), ("south", "east", "west")], ids=["partners", "one"])
def test_a_team_alone_gives_itself_no_time(rope, away):
    leave(rope, *away)
    assert code_of(votes.agree, rope.viewer("north"), "extend", 24) == "alone"
    assert "extend" not in votes.situation(rope.viewer("north"), timezone.now())["possible"]


def test_a_team_alone_ends_no_pause_at_once(rope):
    for seat in ("north", "east", "south", "west"):
        votes.agree(rope.viewer(seat), "pause", 7)
    assert "resume" in votes.situation(rope.viewer("north"), timezone.now())["possible"]
    leave(rope, "east", "west")
    assert code_of(votes.agree, rope.viewer("north"), "resume") == "alone"
    assert "resume" not in votes.situation(rope.viewer("north"), timezone.now())["possible"]


def test_with_one_of_each_team_away_the_two_others_still_agree_about_time(rope):
    leave(rope, "south", "west")
    votes.agree(rope.viewer("north"), "extend", 24)
    assert votes.agree(rope.viewer("east"), "extend") == "Everybody has more time."


def test_nothing_is_taken_back_while_a_team_is_away(rope):
    rope.submit(rope.mover(), "steady")
    leave(rope, "east", "west")
    assert code_of(votes.agree, rope.viewer("north"), "takeback", 1) == "no-takeback"


# -- words -------------------------------------------------------------------------------------


def test_a_table_of_three_has_no_other_side(pebbles, client):
    client.force_login(pebbles.sauron)  # who plays green, while red is asked
    page = client.get(f"/game/{pebbles.game.key}/").content.decode()
    assert "other side" not in page
    client.force_login(pebbles.fellowship)
    assert (
        "Your seat is offered to others."
        in client.get(f"/game/{pebbles.game.key}/act/resign").content.decode()
    )


@pytest.mark.parametrize("way", ["vote", "act"])
def test_who_plays_every_seat_alone_is_not_stopped_once_the_game_has_ended(pebbles, way):
    """A seat that has been left has no say: the others of the same person are enough, and what they did stands."""
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    last = list(pebbles.play().seats)[-1]
    pebbles.game.seats.update(user=pebbles.fellowship)
    pebbles.game.seats.filter(name=last).update(absent_since=timezone.now())
    viewer = pebbles.reload().viewer(next(iter(pebbles.play().seats)))
    if way == "vote":
        votes.agree(viewer, "cancel", "")
    else:
        registry.act_called("ask-cancel").do(viewer, {})
    assert pebbles.reload().game.result["reason"] == "void"
