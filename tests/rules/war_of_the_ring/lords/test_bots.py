"""The bots with Lords of Middle-earth: they come to an end, see what the set adds, and know what is good for them."""

from random import Random
from typing import Any

import pytest

from rules import Game, Seeded
from rules.core.decisions import Amount, Counts, Decision, OneOf, Subset
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.bots import BOTS, Steward, hints, road
from rules.war_of_the_ring.bots.evaluation import Evaluation
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.bots.knowledge import KNOWN
from rules.war_of_the_ring.bots.odds import Strength, field_battle, siege_assault, strength
from rules.war_of_the_ring.bots.policy import Captain
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, FP, SH, SIDES
from rules.war_of_the_ring.position.state import State, field
from rules.war_of_the_ring.sets.lords.bots import absorb, three_rings
from rules.war_of_the_ring.sets.lords.cards.table_cards import SHALL_GET_IT, WONT_GO_BACK
from rules.war_of_the_ring.sets.lords.state import Lords, lords
from rules.war_of_the_ring.turns import action_dice
from tests.rules.war_of_the_ring.bot_play import assert_it_depends_on_its_view_alone
from tests.rules.war_of_the_ring.lords.entering import comes, mustering
from tests.rules.war_of_the_ring.lords.positions import (
    COUNCIL,
    LORDS,
    PARTY,
    held,
    hunted,
    lords_game,
    on_the_table,
)
from tests.rules.war_of_the_ring.positions import position

CHIEF = "witch-king-chief-of-the-ringwraiths"
NUMENOREAN = "mouth-of-sauron-black-numenorean"


def answer(play: Game[State], bot: Any = None) -> Any:
    """Return what a bot answers to the open question."""
    decision = play.pending[0]
    return (bot or Steward()).choose(play.view(decision.seat), decision, Random(1))


def judged(side: str, **parts: Any) -> Judgement:
    """Return a side's judgement of a position with Lords."""
    return Judgement(TITLE.view(position(options=LORDS, **parts), side), side)


# -- whole games -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("name", BOTS)
def test_a_game_between_bots_comes_to_its_end(name):
    game = Game.start(TITLE, LORDS, Seeded(5))
    rng = Random(5)
    bots = {side: BOTS[name]() for side in SIDES}
    while not game.is_over:
        decision = game.pending[0]
        game.choose(decision.seat, bots[decision.seat].choose(game.view(decision.seat), decision, rng))
    assert game.result is not None
    assert game.state.turn < 80


def test_wherever_chance_leads_every_kind_of_question_is_answered_legally():
    game = Game.start(TITLE, LORDS, Seeded("anywhere"))
    rng = Random(1)
    asked: dict[str, int] = {}
    while not game.is_over:
        decision = rng.choice(game.pending)
        asked[decision.kind] = asked.get(decision.kind, 0) + 1
        if asked[decision.kind] <= 12:
            view = game.view(decision.seat)
            for bot in BOTS.values():
                assert decision.is_legal(bot().choose(view, decision, Random(1)))
        game.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    assert len(asked) > 30


def test_the_position_that_a_bot_thinks_of_shows_what_its_view_shows():
    game = Game.start(TITLE, LORDS, Seeded(4))
    rng = Random(4)
    while not game.is_over and game.state.turn < 9:
        decision = game.pending[0]
        view = game.view(decision.seat)
        game.choose(decision.seat, Steward().choose(view, decision, rng))
    assert game.state.sets["lords"].pool
    for side in SIDES:
        view = game.view(side)
        hidden = {"hands": 0, "hidden_discards": 0}
        assert TITLE.view(position_from(view), side) | hidden == view | hidden


@pytest.mark.parametrize("seat", SIDES)
@pytest.mark.parametrize("options", [LORDS, COUNCIL], ids=["lords", "council"])
def test_a_bot_depends_only_on_what_its_seat_knows(seat, options):
    assert_it_depends_on_its_view_alone(seat, options, choices=80)


def test_every_card_and_every_minion_has_a_hint():
    box = box_of(LORDS)
    assert set(box.cards) <= set(hints.EVENTS)
    assert {CARDS[c].combat for c in box.cards} - {""} <= set(hints.COMBAT)
    assert {c for c in box.characters if CHARACTERS[c].kind == "minion"} <= set(hints.MINIONS)


@pytest.mark.parametrize(
    "options",
    [OneOf(("spring", "summer")), Subset(("a", "b"), 0, 2), Counts({"oak": 2, "ash": 1}, 2), Amount(2, 5)],
    ids=lambda o: type(o).__name__,
)
@pytest.mark.parametrize(
    "kind", ["unheard-of", "companions-outside", "action-token", "first-guide", "lore-of-the-rings"]
)
def test_a_question_is_answered_legally_whatever_it_asks(options, kind):
    if kind == "first-guide":
        options = OneOf(("strider", "gandalf-the-grey"))
    if kind == "lore-of-the-rings":
        options = OneOf(("muster>army", "eye>event"))
    if kind == "companions-outside":
        options = Subset(("boromir-captain-general-of-gondor",))
    view = TITLE.view(position(options=LORDS), FP)
    decision = Decision(FP, kind, "What now?", options, may_pass=True)
    for seed in range(5):
        assert decision.is_legal(Steward().choose(view, decision, Random(seed)))


# -- dice --------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-6.3")
@pytest.mark.parametrize(
    "rolled", [("vilya/army", "nenya/character"), ("nenya/character", "vilya/army")], ids=["last", "first"]
)
def test_of_two_dice_the_one_is_kept_that_can_be_used(rolled):
    """An Army die has nobody to move; a Character die moves the Fellowship."""
    j = judged(FP, forces={"rivendell": {"elrond": 1, "elves-elite": 2}, "lorien": {"galadriel": 1}})
    decision = Decision(FP, "special-die", "", OneOf(rolled))
    assert Steward().choose(j.view, decision, Random(1)) == "nenya/character"


@pytest.mark.rule("LM-3.1", "LM-6.3")
def test_among_eyes_the_one_is_kept_that_costs_no_die():
    j = judged(
        FP,
        forces={"rivendell": {"gandalf-the-white": 1}},
        eliminated=["gandalf-the-grey"],
        fellowship={"companions": [c for c in PARTY if c != "gandalf-the-grey"], "guide": "strider"},
    )
    decision = Decision(FP, "special-die", "", OneOf(("vilya/eye", "narya/eye", "nenya/eye")))
    assert Steward().choose(j.view, decision, Random(1)) == "narya/eye"


@pytest.mark.rule("LM-9.1", "LM-9.2")
@pytest.mark.parametrize(("home", "keeper"), [("rivendell", "elrond"), ("lorien", "galadriel")])
def test_a_keeper_enters_play_as_soon_as_may_be(home, keeper):
    elsewhere = {"elrond": "lorien", "galadriel": "rivendell"}[keeper]
    other = "galadriel" if keeper == "elrond" else "elrond"
    play = lords_game(
        dice=(["muster", "event"], ["army"]),
        at_war=("sauron",),
        forces={elsewhere: {other: 1, "elves-elite": 1}},
    )
    assert answer(play) == f"muster:{keeper}"


@pytest.mark.rule("LM-9.1")
def test_a_keeper_is_worth_less_where_the_enemy_waits_before_the_gates():
    in_peace = judged(FP, at_war=("sauron", "elves")).use("muster", "elrond")
    host = {"trollshaws": {"sauron-regular": 8, "sauron-elite": 2, "nazgul": 2}}
    in_danger = judged(FP, at_war=("sauron", "elves"), forces=host).use("muster", "elrond")
    assert in_danger < in_peace


@pytest.mark.rule("LM-7.4", "LM-11.5")
def test_the_free_peoples_end_the_balrog_outside_moria_and_hardly_mind_him_inside():
    def worth(region):
        j = judged(
            FP,
            forces={region: {"balrog": 1, "sauron-regular": 2}},
            sets={"lords": Lords(balrog_active=True)},
        )
        assert "balrog-inactive" in action_dice.uses(j.s, FP, "will-of-the-west")
        return j.use("will-of-the-west", "balrog-inactive")

    assert worth("dimrill-dale") > 3.0 > worth("moria")


@pytest.mark.rule("LM-7.4")
def test_a_die_that_shows_the_balrog_is_used():
    play = lords_game(
        dice=([], ["balrog/use-balrog"]),
        to_act=SH,
        forces={"moria": {"balrog": 1, "sauron-regular": 2}},
    )
    assert answer(play) == "balrog/use-balrog:use-balrog"
    assert not lords(position_from(play.view(SH))).balrog_active


@pytest.mark.rule("LM-11.1")
def test_an_elite_comes_with_the_balrog_though_nobody_has_to():
    play = mustering(forces={"moria": {"sauron-regular": 2}})
    comes(play, "balrog@moria")
    assert answer(play) == "sauron-elite"


@pytest.mark.rule("LM-11.11")
def test_to_replace_a_witch_king_is_worth_much_less_than_to_bring_one():
    first = judged(SH, fellowship={"region": "hollin"}).minion_worth(f"{CHIEF}@hollin")
    host = {"sauron-regular": 3, "witch-king": 1}
    j = judged(
        SH, fellowship={"region": "hollin"}, forces={"minas-morgul": host}, at_war=("sauron", "gondor")
    )
    assert j.minion_worth(f"{CHIEF}@minas-morgul") < 1.0 < 4.0 < first


@pytest.mark.rule("LM-1.4", "LM-6.3")
def test_a_second_lesser_minion_is_worth_less_than_the_first():
    alone = judged(SH).minion_worth("gothmog@minas-morgul")
    beside = judged(SH, forces={"moria": {"balrog": 1}}).minion_worth("gothmog@minas-morgul")
    assert beside < alone


# -- battles -----------------------------------------------------------------------------------------


def weighed(*characters: str, units: int = 2) -> Evaluation:
    """Return how the Shadow weighs its Armies: one in Moria, with three Nazgûl and these characters."""
    army = {"sauron-regular": units, "nazgul": 3, **dict.fromkeys(characters, 1)}
    forces = {"moria": army, "dimrill-dale": {"elves-elite": 2}}
    return Evaluation(judged(SH, forces=forces, at_war=("sauron", "elves")).s, SH)


def in_moria(found: Evaluation) -> Strength:
    return strength(found.s, field(found.s, "moria", SH), "moria")


@pytest.mark.rule("LM-11.2")
def test_two_dice_more_are_expected_where_the_balrog_fights():
    """Three Nazgûl have all the Leadership that so few can use: the Flame of Udûn makes the difference."""
    with_him, alone = weighed("balrog"), weighed()
    assert with_him.at("moria/shadow").holding() > alone.at("moria/shadow").holding()
    assert with_him.attack_worth("moria", "dimrill-dale") > alone.attack_worth("moria", "dimrill-dale")
    own, other, foe = in_moria(with_him), in_moria(alone), Strength(3, 5, 0)
    assert own.captains == 2
    assert own.power > other.power
    for battle in (lambda army: field_battle(army, foe, "moria"), lambda army: siege_assault(army, foe)):
        assert battle(own).defender_lost > battle(other).defender_lost


@pytest.mark.rule("LM-11.2", "WR-10.11")
def test_of_dice_beyond_the_fifth_nothing_is_expected():
    with_him, alone = (in_moria(weighed(*who, units=6)) for who in (("balrog",), ()))
    assert with_him.captains == 2
    assert with_him._replace(leadership=3).power == alone.power


# -- Rings and the Hunt ------------------------------------------------------------------------------

LORIEN = {"forces": {"lorien": {"galadriel": 1, "elves-elite": 2}}}


@pytest.mark.rule("LM-8.7")
def test_nenya_saves_the_ring_bearers_from_a_deadly_eye():
    deadly = hunted(
        [[6, 6], ["std-eyer-1"]],
        box=2,
        companions=[],
        guide="gollum",
        seen=True,
        fellowship={"corruption": 10},
        **LORIEN,
    )
    assert deadly.pending[0].kind == "nenya"
    assert answer(deadly) == "use"


@pytest.mark.rule("LM-8.7")
def test_nenya_is_kept_where_an_eye_hurts_little():
    light = hunted([[6], ["std-eyer-1"]], **LORIEN)
    assert light.pending[0].kind == "nenya"
    assert answer(light) is None


@pytest.mark.rule("LM-8.5")
def test_vilya_takes_the_ring_bearers_another_step():
    play = lords_game(
        dice=(["character"], ["event"]),
        forces={"rivendell": {"elrond": 1, "elves-elite": 2}},
        fellowship={"region": "hollin"},
    )
    play.choose(FP, "character:move-fellowship")
    assert play.pending[0].kind == "vilya"
    assert answer(play) == "use"


@pytest.mark.rule("LM-8.1")
def test_the_ring_whose_keeper_is_not_there_is_given_up_first():
    j = judged(FP, **LORIEN)
    decision = Decision(FP, "which-ring", "", OneOf(("vilya", "nenya", "narya")))
    assert Steward().choose(j.view, decision, Random(1)) == "narya"


@pytest.mark.rule("LM-8.8")
def test_three_rings_are_worth_a_card_where_some_have_been_used():
    """Of those that have been used fewer come back where they are out of the game."""

    def worth(**where: str) -> float:
        rings = {"vilya": FP, "nenya": FP, "narya": FP, **where}
        count = {side: [*rings.values()].count(side) for side in SIDES}
        return three_rings(judged(FP, rings=count, sets={"lords": Lords(rings=rings)}))

    assert worth() < 0 < worth(vilya=SH, nenya=SH)
    assert worth(vilya=SH) < worth(vilya=SH, nenya=SH)


@pytest.mark.rule("LM-12.4")
@pytest.mark.parametrize(("tile", "wanted"), [("std-0r-1", "use"), ("std-3-1", None)])
def test_we_shall_get_it_draws_again_for_a_weak_tile(tile, wanted):
    play = hunted([[6], [tile]], companions=[], guide="gollum", seen=True, **on_the_table(SHALL_GET_IT))
    assert play.pending[0].kind == "we-shall-get-it"
    assert answer(play) == wanted


@pytest.mark.rule("LM-12.5")
def test_two_corruption_are_worth_a_poor_card():
    play = hunted(
        [[6], ["smeagol-2"]],
        companions=["strider", "smeagol"],
        guide="smeagol",
        seen=True,
        hands=held(SH, "lome-sh-char-26")["hands"],
        **on_the_table(WONT_GO_BACK),
    )
    assert play.pending[0].kind == "we-wont-go-back"
    assert answer(play) == "lome-sh-char-26"


# -- the Council -------------------------------------------------------------------------------------


def council(bot: Any, **options: Any) -> Game[State]:
    """Let a bot choose the forms, the first Guide and who begins outside."""
    play = Game.start(TITLE, TITLE.normalise_options({**COUNCIL, **options}), Seeded(1))
    while play.pending[0].kind in ("lords-versions", "first-guide", "companions-outside"):
        play.choose(play.pending[0].seat, answer(play, bot))
    return play


@pytest.mark.rule("LM-16.1", "LM-16.8", "LM-2.3")
@pytest.mark.parametrize("bot", [Steward(), Captain()], ids=["steward", "captain"])
def test_the_dunadan_guides_where_he_thins_the_hunt(bot):
    fellowship = council(bot).state.fellowship
    assert fellowship.guide == "strider-dunadan"
    assert fellowship.companions == ["gandalf-the-grey", "strider-dunadan", *PARTY[2:]]


@pytest.mark.rule("LM-16.1", "LM-16.8")
def test_where_his_card_does_nothing_strider_goes_as_usual():
    assert council(Steward(), dunadan_guide="none").state.fellowship.companions == list(PARTY)


@pytest.mark.rule("LM-16.4", "LM-16.5")
def test_bots_give_the_shadow_no_action_token():
    state = council(Steward()).state
    assert lords(state).tokens == []
    assert len(state.fellowship.companions) == 7


@pytest.mark.rule("LM-16.8", "WR-15.1")
def test_a_step_of_the_fellowship_is_expected_to_cost_less_under_the_dunadan():
    def step(guide: str, **options: Any) -> road.Step:
        companions = ["gandalf-the-grey", guide]
        s = position(
            options={**COUNCIL, **options},
            fellowship={"companions": companions, "guide": guide},
            eliminated=[c for c in PARTY if c not in ("gandalf-the-grey", "strider")],
            hunt_box={FP: 0, SH: 2},
            sets={"lords": Lords(forms_chosen=True, forms_shown=["strider", "gandalf-the-grey"])},
        )
        return road.next_step(position_from(TITLE.view(s, FP)))

    assert step("strider-dunadan").damage < step("strider").damage
    assert step("strider-dunadan", dunadan_guide="none") == step("strider")


@pytest.mark.rule("LM-16.8", "WR-3.4")
@pytest.mark.parametrize(("guide", "number"), [("strider", 2), ("strider-dunadan", 3)])
def test_the_shadow_makes_up_for_the_die_that_the_dunadan_spares(guide, number):
    play = lords_game(
        options=TITLE.normalise_options(COUNCIL),
        phase="hunt-allocation",
        fellowship={"companions": [guide, *PARTY[2:]], "guide": guide, "progress": 1},
        eliminated=["gandalf-the-grey"],
        sets={"lords": Lords(forms_chosen=True, forms_shown=["strider"])},
    )
    assert answer(play) == number


# -- how they hear of it -----------------------------------------------------------------------------


def test_a_base_game_hears_nothing_of_the_set():
    view = Game.start(TITLE, {}, Seeded(1)).view(FP)
    known = Judgement(view, FP).knowledge
    assert known.uses == KNOWN["base"].uses
    assert known.answers == KNOWN["base"].answers
    assert position_from(view).options == {}
    assert "lords" in KNOWN


@pytest.mark.rule("LM-16.1")
@pytest.mark.parametrize("options", [{"bidding": True}, {"sealed_bidding": True}])
def test_bots_that_have_bid_for_the_sides_choose_the_forms_of_the_council(options):
    play = Game.start(TITLE, COUNCIL | options, Seeded(1))
    asked = []
    while play.state.phase == "bidding":
        asked.append(play.pending[0].kind)
        play.choose(play.pending[0].seat, answer(play))
    assert "lords-versions" in asked


@pytest.mark.rule("LM-16.8")
@pytest.mark.parametrize(("context", "used"), [({"damage": 3}, True), ({"damage": 1}, False), (None, False)])
def test_two_hobbits_are_given_for_a_tile_that_costs_much(context, used):
    question = Decision(FP, "absorb", "", OneOf(("use",)), context=context)
    assert (absorb(judged(FP), question, "use") > 0) is used
