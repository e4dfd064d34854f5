"""Who sits at a table of three or four, what is his, and who has which seat after a bidding (WR-19.1)."""

import pytest

from rules import Game, OptionError, PositionError, Scripted, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.players import SEATS
from tests.rules.war_of_the_ring.players.tables import (
    FOUR,
    GONDOR,
    ROHAN,
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    choose,
    players_of,
    refused,
    table,
)

ONE, TWO, THIRD, FOURTH = SEATS


def bidding(script=None, **options):
    return Game.start(TITLE, FOUR | options, Scripted(script or [], then=Seeded(1)))


@pytest.mark.rule("WR-19.1")
def test_four_players_have_the_nations_of_their_seats():
    play = table()
    assert play.seats == (GONDOR, ROHAN, WITCH_KING, SARUMAN)
    seats = play.view(None)["players"]["seats"]
    assert {seat: (facts["side"], set(facts["nations"])) for seat, facts in seats.items()} == {
        GONDOR: (FP, {"gondor", "elves"}),
        ROHAN: (FP, {"rohan", "north", "dwarves"}),
        WITCH_KING: (SH, {"sauron"}),
        SARUMAN: (SH, {"isengard", "southrons-easterlings"}),
    }


@pytest.mark.rule("WR-19.1")
def test_of_three_players_one_has_all_of_the_free_peoples():
    play = table(options=THREE, acting=FP)
    assert play.seats == (FP, WITCH_KING, SARUMAN)
    seats = play.view(None)["players"]["seats"]
    assert set(seats[FP]["nations"]) == {"gondor", "elves", "rohan", "north", "dwarves"}
    assert [facts["hand_limit"] for facts in seats.values()] == [6, 4, 4]


@pytest.mark.rule("WR-19.1")
def test_a_game_for_two_knows_nothing_of_partners():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.seats == (FP, SH)
    assert "players" not in play.view(FP)
    assert "join:armies" not in TITLE.view(play.state, None)


@pytest.mark.rule("WR-19.1")
def test_partners_are_allies_and_win_together():
    assert TITLE.allies(FOUR, GONDOR) == (GONDOR, ROHAN)
    assert TITLE.allies(THREE, FP) == (FP,)
    assert TITLE.allies(THREE, SARUMAN) == (WITCH_KING, SARUMAN)
    assert table().resign(SARUMAN).winners == (GONDOR, ROHAN)
    assert table(options=THREE, acting=FP).resign(FP).winners == (WITCH_KING, SARUMAN)


@pytest.mark.rule("WR-19.1")
@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ({"leading": {FP: SARUMAN, SH: WITCH_KING}}, "leading: “saruman” does not play the Free Peoples"),
        ({"acting": {FP: GONDOR, SH: "sauron"}}, "acting: “sauron” does not play the Shadow"),
        ({"mixed": ["minas-tirith/free-peoples"]}, "no mixed Army can stand at “minas-tirith/free-peoples”"),
        ({"mixed": ["mordor"]}, "no mixed Army can stand at “mordor”"),
        ({"takers": {"edoras": SARUMAN}}, "“edoras” is not captured, and yet somebody has taken it"),
        ({"declined": ["mordor"]}, "“mordor” is no place at which Armies stand"),
        ({"keepers": {"a-card": GONDOR}}, "“a-card” is no Event card"),
        ({"keepers": {"fp-char-01": SARUMAN}}, "Elven Cloaks: “saruman” does not play the Free Peoples"),
        ({"tempter": ROHAN}, "“rohan” tempts nobody"),
        ({"last": {"nations": ["mordor"], "places": []}}, "an action is about “mordor”, which is no Nation"),
        ({"last": {"nations": [], "places": ["x"]}}, "an action is about “x”, which is no place"),
    ],
)
def test_a_position_in_which_partners_do_what_they_cannot_is_refused(part, problem):
    position = table().position()
    position["sets"]["players"] |= part
    with pytest.raises(PositionError) as caught:
        TITLE.load_position(position, FOUR)
    assert problem in caught.value.problems


# -- bidding -----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-19.1")
@pytest.mark.parametrize("option", ["bidding", "sealed_bidding"])
def test_three_do_not_bid_as_one_of_them_alone_could_not_play_the_shadow(option):
    with pytest.raises(OptionError, match="is not offered with “Players: three"):
        TITLE.normalise_options(THREE | {option: True})
    assert TITLE.normalise_options(FOUR | {option: True})


@pytest.mark.rule("WR-19.1")
def test_teams_bid_by_who_sits_first_and_partners_sit_at_every_second_seat():
    play = bidding([[1]], bidding=True)
    assert play.seats == SEATS
    choose(play, ONE, SH, 0)
    choose(play, TWO, 1)
    choose(play, ONE, 3)
    choose(play, TWO, None)
    assert play.state.seats == {WITCH_KING: ONE, SARUMAN: THIRD, GONDOR: TWO, ROHAN: FOURTH}
    assert play.state.dwarven_rings == {FP: 3}
    assert play.view(None)["sides"] == {ONE: SH, TWO: FP, THIRD: SH, FOURTH: FP}
    assert play.resign(THIRD).winners == (TWO, FOURTH)


@pytest.mark.rule("WR-19.1")
def test_teams_bid_in_secret():
    play = bidding(sealed_bidding=True)
    assert asked(play) == [(ONE, "sealed-bid"), (TWO, "sealed-bid")]
    choose(play, TWO, "shadow:3")
    choose(play, ONE, "shadow:2")
    assert play.state.seats == {WITCH_KING: TWO, SARUMAN: FOURTH, GONDOR: ONE, ROHAN: THIRD}
    assert play.state.dwarven_rings == {FP: 3}


@pytest.mark.rule("WR-19.1", "WR-22")
def test_after_a_bidding_each_sees_his_own_hand_and_not_his_partners():
    play = bidding([[1]], bidding=True)
    choose(play, ONE, FP, 0)
    choose(play, TWO, None)
    hands = {GONDOR: ONE, ROHAN: THIRD, WITCH_KING: TWO, SARUMAN: FOURTH}
    for player, seat in hands.items():
        seen = {of: hand["cards"] for of, hand in play.view(seat)["hands"].items()}
        assert [of for of, cards in seen.items() if cards is not None] == [player]
        assert sorted(play.state.hands[player]) == seen[player]
    assert {line.visible_to for line in play.lines if line.kind == "card-seen"} == {(seat,) for seat in SEATS}


@pytest.mark.rule("WR-19.2")
@pytest.mark.parametrize("leading", [GONDOR, ROHAN])
def test_who_leads_a_team_uses_its_dwarven_rings(leading):
    play = table(
        [[1, 3, 4, 5], [1, 2, 3, 4, 5, 6], [6]],
        acting="",
        leading=(leading,),
        phase="hunt-allocation",
        dwarven_rings={FP: 1},
    )
    choose(play, WITCH_KING, 1)
    assert asked(play) == [(leading, "dwarven-ring")]
    choose(play, leading, "muster")
    assert play.state.dwarven_rings == {FP: 0}
    assert asked(play)[0][1] == "action"


@pytest.mark.rule("WR-22")
def test_nobody_answers_for_a_partner():
    play = table(dice=(["event"], []))
    assert players_of(play).acting[FP] == ROHAN
    assert refused(play, GONDOR, "skip:event")[0] == "not-your-turn"
    assert refused(play, SARUMAN, "skip:event")[0] == "not-your-turn"
