"""Who of a team has won for himself, by Victory points of Nations (WR-19.8)."""

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.players import NAMES
from tests.rules.war_of_the_ring.players.tables import (
    FOUR,
    GONDOR,
    ROHAN,
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    at_war,
    choose,
    players_of,
    table,
)

ALL = at_war()


def ended(*, options=FOUR, **parts):
    """Return how a game ends of which only the last look at the points is left."""
    play = table(options=options, acting="", phase="victory-check", **parts)
    assert play.is_over
    return play.result


def by_player(result):
    return result.details["player_points"], set(result.details["individual_winners"])


#: Ten points of the Free Peoples' Settlements: four of the Elves', four of Gondor's, two of Rohan's.
TEN = ["lorien", "rivendell", "minas-tirith", "dol-amroth", "helms-deep"]


@pytest.mark.rule("WR-19.8")
@pytest.mark.parametrize(
    ("takers", "points", "winners"),
    [
        ((WITCH_KING,) * 3 + (SARUMAN,) * 2, {WITCH_KING: 6, SARUMAN: 4}, {WITCH_KING}),
        ((WITCH_KING,) * 1 + (SARUMAN,) * 4, {WITCH_KING: 2, SARUMAN: 8}, {SARUMAN}),
    ],
)
def test_the_team_wins_and_of_it_who_has_taken_more(takers, points, winners):
    result = ended(captured=TEN, takers=dict(zip(TEN, takers, strict=True)))
    assert result.winners == (WITCH_KING, SARUMAN)
    assert result.reason == "military-shadow"
    told, own = by_player(result)
    assert {player: told[player] for player in points} == points
    assert own == winners
    assert (told[GONDOR], told[ROHAN]) == (-8, -2), "what their Nations have lost"
    ahead, other = sorted(points.values(), reverse=True)
    assert result.text == (
        f"The Shadow has conquered Middle-earth. Of the two, {NAMES[winners.pop()]} is ahead: "
        f"{ahead} to {other} in Victory points won."
    )


@pytest.mark.rule("WR-19.8")
def test_what_the_own_nations_have_lost_counts_against_what_they_took():
    """Saruman has taken six points and lost Orthanc."""
    takers = dict(zip(TEN, (WITCH_KING,) * 2 + (SARUMAN,) * 3, strict=True))
    result = ended(captured=[*TEN, "orthanc"], takers=takers)
    told, own = by_player(result)
    assert (told[WITCH_KING], told[SARUMAN]) == (4, 4)
    assert own == {WITCH_KING, SARUMAN}, "of equals both have won"
    assert result.text.endswith("The two are level: 4 to 4 in Victory points won.")


@pytest.mark.rule("WR-19.8")
@pytest.mark.parametrize(
    ("lost", "winners", "words"),
    [
        (["edoras"], {GONDOR}, "Of the two, Gondor is ahead: 0 to 1"),
        (["pelargir"], {ROHAN}, "Of the two, Rohan is ahead: 0 to 1"),
        (["edoras", "pelargir"], {GONDOR, ROHAN}, "The two are level: 1 to 1"),
        ([], {GONDOR, ROHAN}, "The two are level: 0 to 0"),
    ],
)
def test_of_the_free_peoples_whose_nations_have_lost_less(lost, winners, words):
    captured = ["orthanc", "moria", *lost]
    takers = {"orthanc": GONDOR, "moria": GONDOR, **dict.fromkeys(lost, WITCH_KING)}
    result = ended(captured=captured, takers=takers)
    assert result.winners == (GONDOR, ROHAN)
    assert by_player(result)[1] == winners, "what they took is nobody's own"
    assert result.text.endswith(f"strongholds. {words} in Victory points lost.")


@pytest.mark.rule("WR-19.8")
def test_the_only_player_of_a_side_wins_for_himself():
    result = ended(options=THREE, captured=["orthanc", "moria"], takers={"orthanc": FP, "moria": FP})
    assert result.winners == (FP,)
    assert result.details["individual_winners"] == [FP]
    assert result.text == "The Free Peoples have broken the Shadow's strongholds."
    result = ended(options=THREE, captured=TEN, takers=dict.fromkeys(TEN, SARUMAN))
    assert result.winners == (WITCH_KING, SARUMAN)
    assert result.details["individual_winners"] == [SARUMAN]


@pytest.mark.rule("WR-19.8", "WR-17.1")
def test_by_the_ring_too_the_points_say_who_of_the_team_has_won():
    play = table(
        [[6], ["std-3-1"]],
        acting=ROHAN,
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        fellowship={"corruption": 11, "companions": [], "guide": "gollum"},
        eliminated=["gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin"],
        captured=["pelargir"],
        takers={"pelargir": SARUMAN},
    )
    choose(play, ROHAN, "character:move-fellowship")
    while not play.is_over:
        seat = asked(play)[0][0]
        choose(play, seat, None if play.pending[0].may_pass else next(iter(play.pending[0].options.legal())))
    assert play.result.winners == (WITCH_KING, SARUMAN)
    assert play.result.reason == "corruption"
    assert by_player(play.result) == ({GONDOR: -1, ROHAN: 0, WITCH_KING: 0, SARUMAN: 1}, {SARUMAN})
    assert (play.state.phase, play.view(None)["players"]["order"]) == ("actions", []), "nobody acts any more"


# -- who takes a Settlement ----------------------------------------------------------------------------


def takes(player, figures, *, mixed=(), leading=(), elsewhere=None):
    """Let a player of the Shadow go into Pelargir, which stands open."""
    play = table(
        acting=player,
        leading=leading,
        dice=(["event"], ["army", "event"]),
        forces={"west-harondor": figures, "pelargir": {}, **(elsewhere or {})},
        mixed=mixed,
        **ALL,
    )
    choose(play, player, "army:move-armies", "west-harondor>pelargir")
    if asked(play) == [(player, "army-units")]:
        choose(play, player, figures)
    return play


@pytest.mark.rule("WR-19.8")
def test_a_settlement_counts_for_the_player_whose_units_took_it():
    play = takes(SARUMAN, {"southrons-easterlings-regular": 2})
    assert players_of(play).takers == {"pelargir": SARUMAN}
    assert players_of(takes(WITCH_KING, {"sauron-regular": 2})).takers == {"pelargir": WITCH_KING}


@pytest.mark.rule("WR-19.8")
@pytest.mark.parametrize(
    ("figures", "commander"),
    [
        ({"sauron-regular": 2, "southrons-easterlings-regular": 1}, WITCH_KING),
        ({"sauron-regular": 1, "southrons-easterlings-regular": 2}, SARUMAN),
    ],
)
def test_what_a_mixed_army_took_counts_for_its_commander(figures, commander):
    play = takes(commander, figures, mixed=(f"west-harondor/{SH}",))
    assert players_of(play).takers == {"pelargir": commander}


@pytest.mark.rule("WR-19.8")
def test_what_is_recaptured_counts_for_nobody_and_whoever_takes_it_then_has_it():
    play = table(
        acting=GONDOR,
        leading=(ROHAN, WITCH_KING),
        dice=(["muster-army", "event"], ["army", "army"]),
        forces={
            "lossarnach": {"gondor-regular": 2},
            "pelargir": {},
            "west-harondor": {"southrons-easterlings-regular": 3},
        },
        captured=["pelargir"],
        takers={"pelargir": WITCH_KING},
        **ALL,
    )
    choose(play, GONDOR, "muster-army:move-armies", "lossarnach>pelargir")
    if asked(play) == [(GONDOR, "army-units")]:
        choose(play, GONDOR, {"gondor-regular": 1})
    assert players_of(play).takers == {}
    assert play.state.captured == []


@pytest.mark.rule("WR-19.8")
def test_points_of_players_are_told_by_seat_where_sides_were_bid_for():
    seats = {WITCH_KING: "player-one", SARUMAN: "player-three", GONDOR: "player-two", ROHAN: "player-four"}
    options = FOUR | {"bidding": True}
    takers = dict.fromkeys(TEN, SARUMAN)
    play = table(options=options, acting="", phase="victory-check", captured=TEN, takers=takers, seats=seats)
    result = play.result
    assert result.winners == ("player-one", "player-three")
    assert result.details["player_points"]["player-three"] == 10
    assert result.details["individual_winners"] == ["player-three"]
    told = TITLE.facts(play.state, play.lines)
    assert (told["individual_winners"], told["won_individually"]) == ([SARUMAN], ["player-three"])
