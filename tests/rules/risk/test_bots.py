"""The bots: they answer every question legally, know nothing that is hidden, and the better one is better."""

from copy import deepcopy
from itertools import cycle
from random import Random
from typing import Any

import pytest

from rules import Game, Seeded
from rules.core.decisions import Amount, Counts, Decision, OneOf, Subset
from rules.risk import TITLE
from rules.risk.bots import BOTS, Captain, Squire
from rules.risk.bots.board import Board
from rules.risk.bots.campaign import Campaigns
from rules.risk.bots.captain import of_leader
from rules.risk.bots.odds import conquest, goes_on, turns_to_come
from rules.risk.bots.worth import TERRITORY_CARD, Worth
from rules.risk.data import ALONG_MOUNTAINS, IN_REGION, MOUNT_DOOM, NEUTRAL
from rules.risk.state import Lasting, State
from tests.rules.risk.positions import ARCHERS, EAGLES, game, position
from tools.positions import standing

#: Tables of every size, and the options that ask otherwise than usual.
TABLES: tuple[dict[str, Any], ...] = (
    {"players": "2", "setup_mode": "alternate", "choose_defence_dice": True},
    {"players": "3", "three_player_deal": "half-neutral", "interactive_windows": True},
    {"players": "4", "adventure_draw": "any-leader-conquest", "doom_roll": "4"},
    {"players": "alliance", "setup_mode": "random", "mission_pins_leader": True, "adventure_draw": "enter"},
    {"players": "team", "allies_see_hands": False},
)


def play(options: dict[str, Any], bots: dict[str, Any], seed: int) -> Game[State]:
    """Play a game between bots; every answer is checked by the game."""
    played = Game.start(TITLE, options, Seeded(f"bots-{seed}"))
    rng = Random(seed)
    while not played.is_over:
        decision = played.pending[0]
        played.choose(decision.seat, bots[decision.seat].choose(played.view(decision.seat), decision, rng))
    return played


def ask(played: Game[State], bot: Any = None) -> Any:
    """Return what a bot answers to the first question of a game."""
    decision = played.pending[0]
    return (bot or Captain()).choose(played.view(decision.seat), decision, Random(1))


def won(options: dict[str, Any], own: tuple[str, ...], better: str, lesser: str, games: int) -> int:
    """Return how many games `own` win, who play as `better` against all others as `lesser`."""
    count = 0
    for seed in range(games):
        seats = TITLE.seats(TITLE.normalise_options(options))
        bots = {seat: TITLE.bots[better if seat in own else lesser]() for seat in seats}
        result = play(options, bots, seed).result
        assert result is not None
        count += own[0] in result.winners
    return count


def test_the_squire_shares_out_all_battalions_and_no_more():
    play = standing("risk/4-place")
    asked = play.pending[0]
    placed = ask(play, Squire())
    assert sum(placed.values()) == asked.options.minimum == 5
    assert list(placed.values()) == [1] * 5
    asked.check(placed)


@pytest.mark.parametrize("options", TABLES, ids=lambda options: options["players"])
def test_a_game_between_bots_comes_to_its_end(options):
    seats = TITLE.seats(TITLE.normalise_options(options))
    played = play(options, dict(zip(seats, cycle((Captain(), Squire())), strict=False)), 3)
    assert played.result is not None
    assert TITLE.faults(played.state) == []


@pytest.mark.parametrize("options", TABLES, ids=lambda options: options["players"])
def test_wherever_chance_leads_every_kind_of_question_is_answered_legally(options):
    """Random play goes where no bot would; each kind of question is put to every bot a few times."""
    played = Game.start(TITLE, options, Seeded("anywhere"))
    rng = Random(5)
    asked: dict[str, int] = {}
    while not played.is_over:
        decision = rng.choice(played.pending)
        asked[decision.kind] = asked.get(decision.kind, 0) + 1
        if asked[decision.kind] <= 6:
            view = played.view(decision.seat)
            for bot in BOTS.values():
                assert decision.is_legal(bot().choose(view, decision, Random(2)))
        played.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    assert len(asked) > 12


@pytest.mark.parametrize(
    "options",
    [
        OneOf(("spring", "summer")),
        Subset(("a", "b", "c"), 1, 2),
        Counts({"oak": 2, "ash": 1}, 2),
        Amount(2, 5),
    ],
    ids=lambda options: type(options).__name__,
)
@pytest.mark.parametrize("may_pass", [True, False])
@pytest.mark.parametrize("bot", BOTS.values())
def test_a_question_never_heard_of_is_answered_legally(bot, options, may_pass, begun):
    decision = Decision("green", "unheard-of", "What now?", options, may_pass=may_pass)
    for seed in range(5):
        assert decision.is_legal(bot().choose(begun.view("green"), decision, Random(seed)))


@pytest.mark.rule("RK-21.2")
@pytest.mark.parametrize("bot", BOTS.values())
@pytest.mark.parametrize("players", ["2", "alliance"])
def test_a_bot_depends_on_its_view_alone_and_leaves_it_as_it_is(players, bot):
    """Each question is put to it in another position, too, that looks alike to its seat: the same answer."""
    played = Game.start(TITLE, {"players": players}, Seeded(8))
    rng = Random(8)
    for _ in range(45):
        decision = played.pending[0]
        view = played.view(decision.seat)
        before = deepcopy(view)
        choice = bot().choose(view, decision, Random(2))
        assert view == before
        twin = TITLE.twin(played.state, decision.seat, rng)
        assert bot().choose(TITLE.view(twin, decision.seat), decision, Random(2)) == choice
        played.choose(decision.seat, choice)


# -- strength --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["green", "red"])
def test_of_two_the_captain_beats_the_squire_and_the_squire_beats_chance(seat):
    assert won({"players": "2"}, (seat,), "captain", "squire", 3) >= 2
    assert won({"players": "2"}, (seat,), "squire", "random", 2) == 2


@pytest.mark.long
def test_the_captain_holds_his_own_against_three_squires():
    seats = TITLE.seats(TITLE.normalise_options({"players": "4"}))
    assert sum(won({"players": "4"}, (seat,), "captain", "squire", 1) for seat in seats) >= 2


# -- what they know --------------------------------------------------------------------------------


@pytest.mark.rule("RK-7.8")
def test_a_fight_is_reckoned_as_the_dice_fall():
    """One against one: 15 of 36 throws win; a wall takes five of them, a Leader adds six."""
    assert conquest(2, 1)[0] == pytest.approx(15 / 36)
    assert conquest(2, 1, 0, 1)[0] == pytest.approx(10 / 36)
    assert conquest(2, 1, 1, 0)[0] == pytest.approx(21 / 36)
    chance, left = conquest(80, 10)
    assert chance > 0.99
    assert 65 < left < 80


@pytest.mark.rule("RK-17.3", "RK-17.7")
def test_the_end_is_foreseen():
    """From Gorgoroth the Fellowship leaves by a half, and two throws of three destroy the Ring."""
    assert goes_on(MOUNT_DOOM, 1, 3) == pytest.approx(1 / 3)
    assert goes_on(MOUNT_DOOM - 1, 1, 3) == pytest.approx(1 - 1 / 2 * 2 / 3)
    assert goes_on(0, 16, 3) == 1
    assert turns_to_come(0, 2, 3) > turns_to_come(0, 4, 3) > turns_to_come(MOUNT_DOOM, 4, 3)
    assert turns_to_come(MOUNT_DOOM, 4, 4) > turns_to_come(MOUNT_DOOM, 4, 3)


@pytest.mark.rule("RK-4.5")
def test_the_captain_claims_the_last_of_a_region_and_not_where_most_could_be_fought():
    land = dict.fromkeys(IN_REGION["mordor"], "green") | {"mount-doom": " 0", "carrock": " 0"}
    options = {"players": "2", "setup_mode": "alternate"}
    s = position(land, rest="red", step="claim", turn=0, options=options)
    assert ask(Game.start(TITLE, options, Seeded(1), position=s)) == "mount-doom"


@pytest.mark.rule("RK-7.1")
@pytest.mark.parametrize("bot", BOTS.values())
def test_a_large_host_invades_and_a_small_one_does_not(bot):
    beside = {"moria": "green 9", "gladden-fields": "red 1"}
    assert ask(game(beside, rest="red 20"), bot()) == "moria>gladden-fields"
    assert ask(game({"moria": "green 3"}, rest="red 9"), bot()) is None


@pytest.mark.rule("RK-11.1")
@pytest.mark.parametrize("bot", BOTS.values())
def test_a_mission_is_claimed_at_once(bot):
    there = game({"fornost": "green 3"}, leaders={"green": ["fornost"]}, hand={"green": ["mission-bree"]})
    assert ask(there, bot()) == "claim:mission-bree"


@pytest.mark.rule("RK-11.1", "RK-13.1")
@pytest.mark.parametrize("bot", BOTS.values())
def test_a_mission_is_claimed_before_battalions_move(bot):
    land, hand = {"fornost": "green 3", "north-downs": "green"}, {"green": ["mission-bree"]}
    there = game(land, leaders={"green": ["fornost"]}, hand=hand, rest="red 9", step="fortify")
    assert ask(there, bot()) == "claim:mission-bree"


@pytest.mark.rule("RK-13.2", "RK-11.1")
def test_the_captain_brings_a_leader_to_the_place_of_a_mission():
    land = {"fornost": "green", "north-downs": "green", "borderlands": "green 4"}
    s = position(
        land,
        rest="red 9",
        leaders={"green": ["borderlands"]},
        hand={"green": ["mission-bree"]},
        step="fortify",
    )
    played = Game.start(TITLE, {}, Seeded(1), position=s)
    for _ in range(6):
        decision = played.pending[0]
        if decision.kind not in ("fortify", "fortify-to", "fortify-number", "fortify-leader"):
            break
        played.choose("green", ask(played))
    assert played.state.armies["green"].played == ["mission-bree"]


@pytest.mark.rule("RK-13.2")
def test_a_leader_is_of_more_use_where_more_battalions_stand():
    """Nobody is near either of the two hosts, and no mission is at hand."""
    played = game({"moria": "green 9", "fangorn": "red 1"}, rest="green 1")
    board = Board(played.view("green"), "green")
    campaigns = Campaigns(board, Worth(board))
    assert of_leader(campaigns, "andrast") < of_leader(campaigns, "moria")


@pytest.mark.rule("RK-12.7")
def test_storms_close_the_ways_below_the_mountains_too():
    storms = [Lasting("winter-storms", "red", ["carrock"])]

    def targets(lasting: list[Lasting]) -> set[str]:
        land = {"rhudaur": "green 9", "angmar": "green"}
        return {*Board(game(land, lasting=lasting).view("green"), "green").beyond_mountains("rhudaur")}

    assert targets([]) == {*ALONG_MOUNTAINS["rhudaur"]} - {"angmar"}
    assert targets(storms) == targets([]) - {"carrock"}


@pytest.mark.rule("RK-7.9")
def test_of_a_conquest_beside_foes_less_is_left_the_fewer_hold_it():
    def kept(beside: str) -> list[float]:
        worth = Worth(Board(game({"gladden-fields": beside}, rest="green 1").view("green"), "green"))
        return [worth.kept("moria", size) for size in (1, 9)]

    assert kept("green 9") == [1.0, 1.0]
    few, many = kept("red 9")
    assert 0.0 < few < many < 1.0


@pytest.mark.rule("RK-10.2", "RK-9.1")
def test_territory_cards_are_worth_battalions():
    """Those of the last foe come to whoever drives him out; one more for the first conquest of a turn."""
    land = {"moria": "green 9", "gladden-fields": "red 1"}

    def worth(cards: int) -> Worth:
        held = {"red": list(ARCHERS[:cards])}
        return Worth(Board(game(land, rest="green 1", cards=held).view("green"), "green"))

    none, some = worth(0), worth(4)
    assert some.of_last("red") - none.of_last("red") == pytest.approx(4 * TERRITORY_CARD * some.battalion)
    assert none.of_first == pytest.approx(TERRITORY_CARD * none.battalion * min(1.0, none.board.turns))


@pytest.mark.rule("RK-6.3")
def test_the_captain_keeps_a_poor_set_while_there_is_time():
    def begin(stop: int, cards: tuple[str, ...]) -> Any:
        s = position({"moria": "green 2"}, cards={"green": list(cards)}, step="reinforce", stop=stop)
        return ask(Game.start(TITLE, {}, Seeded(1), position=s))

    assert begin(0, ARCHERS[:3]) is None
    assert begin(MOUNT_DOOM, ARCHERS[:3]) == "+".join(sorted(ARCHERS[:3]))
    assert begin(0, EAGLES[:3]) == "+".join(sorted(EAGLES[:3]))


@pytest.mark.rule("RK-6.5")
def test_battalions_are_placed_where_there_is_somebody_to_fight():
    land = dict.fromkeys(
        ("nurn", "gorgoroth", "barad-dur", "mount-doom", "udun-vale", "minas-morgul"), "green"
    )
    s = position(land, rest=f"{NEUTRAL} 2", step="reinforce", out=["red"])
    assert not {"barad-dur", "mount-doom"} & ask(Game.start(TITLE, {}, Seeded(1), position=s)).keys()


def test_the_bots_are_named_weakest_first():
    assert list(TITLE.bots) == ["random", "squire", "captain"]
    assert (BOTS["squire"], BOTS["captain"]) == (Squire, Captain)
