"""The bots: they answer every question legally, quickly come to an end, and know what is good for them."""

from random import Random
from typing import Any

import pytest

from rules import Game, Seeded
from rules.core.decisions import Amount, Counts, Decision, OneOf, Subset
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.bots import BOTS, Steward, hints
from rules.war_of_the_ring.bots.evaluation import Evaluation
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.bots.odds import Strength, field_battle, siege_assault
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, FACES, FP, GROUPS, NAZGUL, REGIONS, SH, SIDES
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.war.battle import attack_pairs
from rules.war_of_the_ring.war.movement import move_pairs

from .bot_play import assert_it_depends_on_its_view_alone
from .positions import position


def play(bots: dict[str, Any], seed: int) -> Game[State]:
    """Play a game between bots; every answer is checked by the game."""
    game = Game.start(TITLE, {}, Seeded(seed))
    rng = Random(seed)
    while not game.is_over:
        decision = game.pending[0]
        game.choose(decision.seat, bots[decision.seat].choose(game.view(decision.seat), decision, rng))
    return game


def ask(s: State, bot: Any = None) -> Any:
    """Return what a bot answers to the first question of a position."""
    game = Game.start(TITLE, {}, Seeded(1), position=s)
    decision = game.pending[0]
    return (bot or Steward()).choose(game.view(decision.seat), decision, Random(1))


@pytest.mark.long
@pytest.mark.parametrize("name", BOTS)
def test_a_game_between_bots_comes_to_its_end(name):
    game = play({side: BOTS[name]() for side in SIDES}, 5)
    assert game.result is not None
    assert game.state.turn < 80


@pytest.mark.long
@pytest.mark.parametrize("side", SIDES)
def test_the_best_bot_beats_random_play(side):
    won = 0
    for seed in range(2):
        bots = {s: TITLE.bots["steward" if s == side else "random"]() for s in SIDES}
        result = play(bots, seed).result
        assert result is not None
        won += side in result.winners
    assert won


@pytest.mark.parametrize("seat", SIDES)
def test_a_bot_depends_only_on_what_its_seat_knows(seat):
    assert_it_depends_on_its_view_alone(seat, {}, choices=60)


def test_the_position_that_a_bot_thinks_of_shows_what_its_view_shows():
    game = Game.start(TITLE, {}, Seeded(4))
    rng = Random(4)
    for _ in range(120):
        decision = game.pending[0]
        game.choose(decision.seat, decision.sample(rng))
    for side in SIDES:
        view = game.view(side)
        assert TITLE.view(position_from(view), side) | {"hands": 0, "hidden_discards": 0} == (
            view | {"hands": 0, "hidden_discards": 0}
        )


@pytest.mark.parametrize(
    "options",
    [
        OneOf(("spring", "summer")),
        Subset(("a", "b", "c"), 1, 2),
        Counts({"oak": 2, "ash": 1}, 2),
        Amount(2, 5),
    ],
    ids=lambda o: type(o).__name__,
)
@pytest.mark.parametrize("may_pass", [True, False])
def test_a_question_never_heard_of_is_answered_legally(options, may_pass):
    view = Game.start(TITLE, {}, Seeded(1)).view(FP)
    decision = Decision(FP, "unheard-of", "What now?", options, may_pass=may_pass)
    for seed in range(20):
        assert decision.is_legal(Steward().choose(view, decision, Random(seed)))


def test_every_card_has_a_hint():
    cards = box_of({}).cards
    assert set(cards) <= set(hints.EVENTS)
    assert {CARDS[c].combat for c in cards} <= set(hints.COMBAT)


@pytest.mark.rule("WR-16.3")
def test_in_mordor_the_ring_bearers_do_not_stand_still():
    s = position(dice=(["character", "muster"], []), fellowship={"region": None, "mordor": 2})
    assert ask(s) == "character:move-fellowship"


@pytest.mark.rule("WR-14.9")
def test_a_revealed_fellowship_hides():
    s = position(dice=(["character"], []), fellowship={"hidden": False})
    assert ask(s) == "character:hide-fellowship"


@pytest.mark.rule("WR-13.5")
def test_the_shadow_first_brings_its_nations_to_war():
    s = position(dice=([], ["muster", "army"]))
    assert ask(s) == "muster:diplomacy"


@pytest.mark.rule("WR-12.1")
def test_the_shadow_walks_into_an_open_stronghold():
    s = position(
        forces={"lorien": {}, "dimrill-dale": {"sauron-regular": 4}},
        dice=([], ["army"]),
        at_war=("sauron",),
    )
    game = Game.start(TITLE, {}, Seeded(1), position=s)
    bot = Steward()
    while game.pending and game.pending[0].kind != "army-units":
        decision = game.pending[0]
        game.choose(decision.seat, bot.choose(game.view(decision.seat), decision, Random(1)))
    decision = game.pending[0]
    game.choose(SH, bot.choose(game.view(SH), decision, Random(1)))
    assert "lorien" in game.state.captured


@pytest.mark.parametrize("seed", range(3))
def test_wherever_chance_leads_every_kind_of_question_is_answered_legally(seed):
    """Random play goes where no bot would; each kind of question is put to every bot a few times."""
    game = Game.start(TITLE, {}, Seeded(f"anywhere-{seed}"))
    rng = Random(seed)
    asked: dict[str, int] = {}
    while not game.is_over:
        decision = rng.choice(game.pending)
        asked[decision.kind] = asked.get(decision.kind, 0) + 1
        if asked[decision.kind] <= 12:
            view = game.view(decision.seat)
            for bot in BOTS.values():
                assert decision.is_legal(bot().choose(view, decision, Random(seed)))
        game.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    assert len(asked) > 30


@pytest.mark.rule("WR-14.6")
def test_the_ring_bearers_heal_where_they_can_while_there_is_time():
    """In Lórien with Corruption 5 and no enemy near, the Fellowship is declared and stays."""
    s = position(
        phase="fellowship",
        fellowship={"region": "dimrill-dale", "progress": 1, "corruption": 5, "hidden": True},
    )
    assert ask(s) == "lorien"


@pytest.mark.rule("WR-16.1")
def test_the_gate_of_mordor_is_reached_by_declaring_there():
    s = position(
        phase="fellowship", fellowship={"region": "dagorlad", "progress": 2, "corruption": 1, "hidden": True}
    )
    assert ask(s) in GROUPS["mordorEntry"]


@pytest.mark.rule("WR-3.3")
def test_the_shadow_hunts_harder_in_mordor():
    on_the_road = ask(position(phase="hunt-allocation", fellowship={"progress": 3}))
    in_mordor = ask(position(phase="hunt-allocation", fellowship={"region": None, "mordor": 2}))
    assert 0 < on_the_road < in_mordor


@pytest.mark.rule("WR-10.10")
def test_an_expected_battle_is_won_by_the_stronger_and_a_wall_favours_the_defender():
    weak, strong = Strength(3, 3, 0), Strength(8, 12, 3)
    assert field_battle(strong, weak, "dagorlad").win > 0.9
    assert field_battle(weak, strong, "dagorlad").win < 0.1
    assert siege_assault(strong, weak).win < field_battle(strong, weak, "dagorlad").win


# -- single weights ----------------------------------------------------------------------------------


def judged(side: str, **parts: Any) -> Judgement:
    """Return a side's judgement of a position."""
    return Judgement(TITLE.view(position(**parts), side), side)


@pytest.mark.rule("WR-10.11")
@pytest.mark.parametrize(("regulars", "first"), [(4, "reduce:sauron-elite"), (5, "lose:sauron-regular")])
def test_a_small_army_reduces_an_elite_before_it_loses_dice(regulars, first):
    forces = {"osgiliath": {"sauron-regular": regulars, "sauron-elite": 1}}
    question = Decision(SH, "hit", "", OneOf(("yes",)), context={"region": "osgiliath"})
    weights = judged(SH, forces=forces, at_war=("sauron",))
    ways = ("reduce:sauron-elite", "lose:sauron-regular", "lose:sauron-elite")
    assert max(ways, key=lambda way: weights.hit(question, way)) == first


@pytest.mark.parametrize(("corruption", "uses"), [(0, False), (1, False), (4, True)])
def test_the_guide_spares_himself_while_there_is_little_corruption(corruption, uses):
    question = Decision(FP, "guide-ability", "", OneOf(("use",)))
    weights = judged(
        FP, fellowship={"corruption": corruption, "companions": ["peregrin"], "guide": "peregrin"}
    )
    assert (weights.guide_ability(question, "use") > 0) is uses


def test_more_power_never_reaches_less():
    """Where other Armies could help, their power counts less than one's own."""
    weighed = Evaluation(position(at_war=("sauron", "southrons-easterlings", "isengard")), SH)
    for region in ("osgiliath", "moria", "umbar"):
        for support in {aim.support for aim in weighed.aims.values() if aim.support > 0.01}:
            assert weighed.reach(region, support - 0.01) <= weighed.reach(region, support + 0.01)


def _all_weighed(of: Judgement) -> dict[str, float]:
    """Return what a judgement says of every move, attack, die, flight and place of a Companion."""
    s, side, worths = of.s, of.side, dict[str, float]()
    for with_leader in (False, True):
        worths |= {f"move {p}": of.pair(p) for p in move_pairs(s, side, with_leader=with_leader)}
        for pair in attack_pairs(s, side, with_leader=with_leader):
            worths[f"attack {pair}"] = of.armies.attack_worth(*pair.split(">"))
    worths |= {f"die {die}": of.best_use(die) for die in FACES[side]}
    if side == SH:
        return worths | {f"flight {r}": of.flight(NAZGUL, r) for r in of.armies.own_powers}
    return worths | {f"stay {r}": of.stay_worth([who], r) for who in ("strider", "gimli") for r in REGIONS}


@pytest.mark.long
@pytest.mark.parametrize(
    "options", [{}, {"lords": True}, {"kings": True}, {"lords": True, "kings": True, "players": "4"}], ids=str
)
def test_in_random_games_what_a_bot_keeps_is_what_it_would_reckon_anew(options):
    """Random play goes where no bot would."""
    for seed in (3, 4):
        game, rng = Game.start(TITLE, TITLE.normalise_options(options), Seeded(seed)), Random(seed)
        bots = {seat: Steward() for seat in game.seats}
        for number in range(150):
            if game.is_over:
                break
            decision = game.pending[0]
            view = game.view(decision.seat)
            side = view["sides"].get(decision.seat, decision.seat)
            kept = bots[decision.seat].judge(view, side)
            assert _all_weighed(kept) == _all_weighed(Judgement(view, side)), (seed, number, decision.kind)
            game.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
