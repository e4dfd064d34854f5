"""The bots with Kings of Middle-earth: they come to an end, guess what is hidden, and know what is good for them."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from rules import Game, Seeded
from rules.core.decisions import Amount, Counts, Decision, OneOf, Subset
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.bots import BOTS, Steward, hints, knowledge
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.bots.knowledge import KNOWN
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, DICE, FP, SH, SIDES, TILES
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.kings import bots, corruption
from rules.war_of_the_ring.sets.kings.bots import guesses, temptation
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER, discardable, includes, least_missed
from rules.war_of_the_ring.sets.kings.state import FACTS, SOVEREIGNS, Kings, kings
from rules.war_of_the_ring.turns.action_dice import uses
from tests.rules.war_of_the_ring.bot_play import assert_it_depends_on_its_view_alone
from tests.rules.war_of_the_ring.kings.positions import BOTH, KINGS, at_home, kept, kings_game, with_lords

#: Everything that can be switched on, but what would show the tiles.
MOST = {**BOTH, "dismay_tokens": True, "sequential_corruption_draw": True}
EYE, ZERO, ONE, TWO, THREE = "std-eyer-1", "std-0r-1", "std-1-1", "std-2-1", "std-3-1"


def answer(play: Game[State], bot: Any = None) -> Any:
    """Return what a bot answers to the open question."""
    decision = play.pending[0]
    return (bot or Steward()).choose(play.view(decision.seat), decision, Random(1))


def judged(side: str, **parts: Any) -> Judgement:
    """Return a side's judgement of a position with Kings."""
    return Judgement(kings_game(**parts).view(side), side)


def tempted(tiles: dict[str, list[str]], **parts: Any) -> dict[str, Any]:
    """Return the parts of a position in which these tiles lie on Sovereigns, and the others in the pool."""
    out = [tile for on_him in tiles.values() for tile in on_him]
    pool = sorted(tile for tile, one in TILES.items() if one.circulates and tile not in out)
    return {**kept(tiles=tiles, **parts), "hunt_pool": pool}


def asked(j: Judgement, kind: str, *values: str, may_pass: bool = False, **context: Any) -> Any:
    """Return what a bot answers to a question that is put to it."""
    decision = Decision(j.side, kind, "", OneOf(values), may_pass=may_pass, context=context)
    return Steward().choose(j.view, decision, Random(1))


# -- whole games -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "options"), [("captain", KINGS), ("steward", KINGS), ("steward", BOTH)], ids=str
)
def test_a_game_between_bots_comes_to_its_end(name, options):
    game = Game.start(TITLE, TITLE.normalise_options(options), Seeded(5))
    rng = Random(5)
    players = {side: BOTS[name]() for side in SIDES}
    while not game.is_over:
        decision = game.pending[0]
        game.choose(decision.seat, players[decision.seat].choose(game.view(decision.seat), decision, rng))
    assert game.result is not None
    assert game.state.turn < 80


@pytest.mark.parametrize("options", [KINGS, MOST], ids=["kings", "most-with-lords"])
def test_wherever_chance_leads_every_kind_of_question_is_answered_legally(options):
    game = Game.start(TITLE, TITLE.normalise_options(options), Seeded("anywhere"))
    rng = Random(1)
    known: dict[str, int] = {}
    while not game.is_over:
        decision = rng.choice(game.pending)
        known[decision.kind] = known.get(decision.kind, 0) + 1
        if known[decision.kind] <= 10:
            view = game.view(decision.seat)
            for bot in BOTS.values():
                assert decision.is_legal(bot().choose(view, decision, Random(1)))
        game.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    assert len(known) > 30


@with_lords
@pytest.mark.parametrize("seat", SIDES)
def test_a_bot_depends_only_on_what_its_seat_knows(seat):
    assert_it_depends_on_its_view_alone(seat, MOST, choices=80)


def test_every_card_and_every_minion_has_a_hint():
    box = box_of(BOTH)
    assert set(box.cards) <= set(hints.EVENTS)
    assert {CARDS[c].combat for c in box.cards} - {""} <= set(hints.COMBAT)
    assert {c for c in box.characters if CHARACTERS[c].kind == "minion"} <= set(hints.MINIONS)


@pytest.mark.parametrize(
    "options",
    [OneOf(("spring", "summer")), Subset(("a", "b"), 0, 2), Counts({"oak": 2, "ash": 1}, 2), Amount(2, 5)],
    ids=lambda o: type(o).__name__,
)
@pytest.mark.parametrize("kind", ["unheard-of", *sorted(bots.KNOWLEDGE.answers)])
def test_a_question_is_answered_legally_whatever_it_asks(options, kind):
    values = {
        "awaken": ("brand@dale", "dain@erebor"),
        "chieftain": ("ugluk@orthanc", "black-serpent@umbar"),
        "sovereign-recruit": ("north-regular@dale", "north-leader@dale"),
        "far-sighted": ("separate", "move-fellowship"),
        "dismay": ("dain:shadow", "dain:free-peoples"),
        "discard-die": ("fp-ruler/muster", "event"),
        "palantir-of-anarion": ("character", "strategy"),
        "corruption-tile": (ONE, TWO),
    }
    if kind in values:
        options = OneOf(values[kind])
    view = kings_game().view(FP)
    decision = Decision(FP, kind, "What now?", options, may_pass=True)
    assert decision.is_legal(Steward().choose(view, decision, Random(3)))


def thrown(rng: Random, side: str) -> list[str]:
    """Return standard dice of a side and its Ruler die as they may lie after a roll, Eyes away in the Hunt Box."""
    faces = [face for face in DICE[side].faces if face != "eye"]
    ruler = RULER[side]
    return [*rng.choices(faces, k=rng.randint(2, 5)), f"{ruler}/{rng.choice([*faces, 'eye'])}"]


@pytest.mark.rule("KM-4.2", "KM-5.2", "KM-5.4")
def test_neither_a_bot_nor_the_clock_ever_discards_a_die_that_includes_another():
    """What includes another die has all of its uses in every position."""
    rng = Random(35)
    for _ in range(60):
        side = rng.choice(SIDES)
        lying = thrown(rng, side)
        box = {FP: 0, SH: 0} | {die: 1 for die in lying if die.endswith("/eye")}
        mine = [die for die in lying if die not in box]
        play = kings_game(
            dice=(mine, ["event"]) if side == FP else (["event"], mine),
            hunt_box=box, at_war=("gondor", "north", "sauron"),
            forces={"dale": {"brand": 1}, "umbar": {"southrons-easterlings-regular": 1, "black-serpent": 1}},
        )  # fmt: skip
        choices = discardable(play.state, side)
        decision = Decision(side, "discard-die", "Which?", OneOf(choices), fallback=least_missed(choices))
        view = play.view(side)
        answers = [make().choose(view, decision, rng) for make in BOTS.values()]
        for die in [*answers, least_missed(choices)]:
            assert not any(includes(die, other) for other in choices), (die, choices)
        for more, less in permutations(choices, 2):
            if includes(more, less):
                assert {*uses(play.state, side, less)} <= {*uses(play.state, side, more)}, (less, more)


@pytest.mark.rule("KM-4.2")
@pytest.mark.parametrize(
    ("die", "other", "is_more"),
    [
        ("will-of-the-west", "character", True),
        ("will-of-the-west", "muster-army", True),
        ("muster-army", "army", True),
        ("muster-army", "muster", True),
        ("fp-ruler/event", "event", True),
        ("fp-ruler/will-of-the-west", "muster", True),
        ("event", "event", False),
        ("character", "will-of-the-west", False),
        ("will-of-the-west", "fp-ruler/character", False),
        ("muster", "fp-ruler/muster", False),
        ("army", "shadow-ruler/eye", False),
        ("shadow-ruler/eye", "army", False),
    ],
)
def test_which_die_includes_which(die, other, is_more):
    assert includes(die, other) is is_more


# -- what is hidden ----------------------------------------------------------------------------------


@with_lords
@pytest.mark.rule("KM-15")
def test_the_position_that_a_bot_thinks_of_shows_what_its_view_shows():
    game = Game.start(TITLE, TITLE.normalise_options(MOST), Seeded(2))
    rng = Random(4)
    moments = 0
    while not game.is_over and game.state.turn < 12:
        decision = game.pending[0]
        if decision.kind == "action":
            moments += bool(kings(game.state).tiles)
            for side in SIDES:
                view = game.view(side)
                hidden = {"hands": 0, "hidden_discards": 0}
                assert TITLE.view(position_from(view), side) | hidden == view | hidden
        choice = Steward().choose(game.view(decision.seat), decision, rng)
        game.choose(decision.seat, choice)
    assert moments > 5


@pytest.mark.rule("KM-15", "KM-7.6")
@pytest.mark.parametrize(
    "tiles",
    [
        {"brand": [ZERO]},
        {"brand": [ONE], "denethor": [TWO, ZERO], "dain": [THREE, "kings-1"]},
        {"thranduil": [ONE, "std-1-2", "std-1r-1"], "theoden": ["std-1r-2", ZERO], "brand": ["std-0r-2"]},
    ],
)
def test_no_sovereign_would_have_fallen_by_the_tiles_that_are_guessed(tiles):
    s = position_from(kings_game(dice=(["event"], ["army"]), **tempted(tiles)).view(FP))
    for sovereign in SOVEREIGNS:
        there = tiles.get(sovereign, [])
        assert len(corruption.hidden(s, sovereign)) == sum(tile != "kings-1" for tile in there)
        assert corruption.level(s, sovereign) < FACTS[sovereign].resistance
    every = [*s.hunt_pool, *(tile for on_him in kings(s).tiles.values() for tile in on_him)]
    assert sorted(every) == sorted(tile for tile, one in TILES.items() if one.circulates)


@pytest.mark.rule("KM-15")
def test_tiles_that_have_been_seen_are_where_they_were():
    part = tempted({"dain": [ONE, TWO]}, seen={"dain": [ONE, TWO]})
    j = judged(FP, dice=(["event"], ["army"]), **part)
    assert kings(j.s).tiles["dain"] == [ONE, TWO]
    assert not {ONE, TWO} & set(j.s.hunt_pool)


# -- tempting ----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-7.1")
def test_the_shadow_tempts_before_the_last_die_of_the_free_peoples_is_gone():
    play = kings_game(dice=(["event"], ["army", "muster"]), to_act=SH, hunt_box={FP: 0, SH: 4})
    assert answer(play).startswith("attempt:")


@pytest.mark.rule("KM-7.1")
def test_the_shadow_waits_with_its_eyes_as_long_as_the_fellowship_may_move():
    play = kings_game(
        dice=(["character"] * 3, ["army", "muster"]), to_act=SH, hunt_box={FP: 0, SH: 3}, turn=5
    )
    assert any(value.startswith("attempt:") for value in play.pending[0].options.values)
    assert not answer(play).startswith("attempt:")


@pytest.mark.rule("KM-7.1")
@pytest.mark.parametrize(("die", "tempts"), [("event", True), ("character", False)])
def test_a_shadow_without_dice_tempts_or_passes(die, tempts):
    play = kings_game(dice=([die] * 4, []), to_act=SH, hunt_box={FP: 0, SH: 3}, fellowship={"progress": 1})
    assert play.pending[0].seat == SH
    assert answer(play).startswith("attempt:") == tempts
    assert tempts or answer(play) == "pass"


@pytest.mark.rule("KM-7.7")
def test_an_attempt_promises_more_on_who_is_nearly_lost_and_nothing_by_crowns_alone():
    s = judged(SH, **tempted({"denethor": [TWO]})).s
    assert temptation.promise(s, "denethor", 2) > temptation.promise(s, "dain", 2)
    assert temptation.promise(s, "theoden", 3) > 0
    s.hunt_pool = ["kings-1", "kings-2", EYE]
    assert temptation.promise(s, "denethor", 2) == 0


@pytest.mark.rule("KM-7.3", "KM-7.7")
@pytest.mark.parametrize(
    ("on_him", "drawn", "wanted"),
    [([ONE], (ZERO, TWO, THREE), TWO), ([], (ZERO, ONE, TWO), TWO), ([], (TWO, THREE), THREE)],
)
def test_the_lowest_tile_that_corrupts_is_put_on_him_else_the_highest(on_him, drawn, wanted):
    j = judged(SH, **tempted({"denethor": on_him} if on_him else {}))
    assert asked(j, "corruption-tile", *drawn, sovereign="denethor") == wanted


@pytest.mark.rule("KM-11.2")
@pytest.mark.parametrize(("tile", "wanted"), [(ZERO, "draw"), (THREE, None)])
def test_another_tile_is_drawn_in_the_place_of_a_weak_one(tile, wanted):
    j = judged(SH)
    assert asked(j, "draw-on", "draw", may_pass=True, sovereign="denethor", tile=tile) == wanted


# -- awakening ---------------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.4")
def test_a_sovereign_awakens_rather_than_that_figures_are_recruited():
    play = kings_game(dice=(["muster"], ["army"]), at_war=("dwarves",))
    assert answer(play) == "muster:awaken"


@pytest.mark.rule("KM-6.4", "KM-6.5")
def test_he_awakens_who_is_nearest_to_his_fall():
    j = judged(FP, at_war=("dwarves", "gondor"), **tempted({"dain": [ONE, TWO]}))
    assert asked(j, "awaken", "dain@erebor", "denethor@minas-tirith") == "dain@erebor"
    j = judged(FP, at_war=("dwarves", "gondor"), **tempted({"denethor": [TWO]}))
    assert asked(j, "awaken", "dain@erebor", "denethor@minas-tirith") == "denethor@minas-tirith"


@pytest.mark.rule("KM-2.1")
def test_the_first_who_awakens_is_worth_a_die():
    first = judged(FP, at_war=("dwarves",)).use("muster", "awaken")
    second = judged(FP, at_war=("dwarves",), forces=at_home("theoden", awake=True)).use("muster", "awaken")
    assert second < first - 1.0


@pytest.mark.rule("KM-8.1")
def test_the_first_chieftain_is_worth_more_than_the_next():
    first = judged(SH, at_war=("gondor",)).minion_worth("black-serpent@umbar")
    army = {"orthanc": {"isengard-regular": 2, "ugluk": 1}}
    assert judged(SH, at_war=("gondor",), forces=army).minion_worth("black-serpent@umbar") < first - 0.5


@pytest.mark.rule("KM-4.2")
def test_the_die_is_discarded_of_which_least_can_be_made():
    j = judged(
        FP, dice=(["character", "character", "army", "fp-ruler/muster"], []), **kept(pool=["fp-ruler"])
    )
    assert asked(j, "discard-die", "fp-ruler/muster", "army", "character") == "army"


@pytest.mark.rule("KM-2.1", "WR-3.3")
@pytest.mark.parametrize(("pool", "number"), [([], 2), (["shadow-ruler"], 2), (["fp-ruler"], 3)])
def test_one_die_more_hunts_where_the_free_peoples_have_more_to_choose_from(pool, number):
    play = kings_game(
        phase="hunt-allocation",
        fellowship={"progress": 1},
        forces={**at_home("dain", awake=True), "orthanc": {"isengard-regular": 2, "ugluk": 1}},
        **kept(pool=pool),
    )
    assert answer(play) == number


@pytest.mark.rule("KM-10.6")
def test_a_token_of_dismay_is_spent_on_a_good_die_of_the_enemy_and_a_bad_one_of_ones_own():
    def spent(fp: str, sh: str) -> Any:
        j = judged(
            SH,
            options={**KINGS, "dismay_tokens": True},
            dice=([f"fp-ruler/{fp}"], [f"shadow-ruler/{sh}"]),
            **kept(pool=["fp-ruler", "shadow-ruler"], dismay=["dain"]),
        )
        return asked(j, "dismay", "dain:shadow", "dain:free-peoples", may_pass=True)

    assert spent("will-of-the-west", "muster") == "dain:free-peoples"
    assert spent("muster", "muster") is None


@pytest.mark.rule("KM-9.2")
@pytest.mark.parametrize(("kind", "seat"), [("heir-of-bard", FP), ("shadow-in-the-north", SH)])
def test_brand_cancels_a_card_that_does_more_than_the_own_one(kind, seat):
    by_worth = sorted((card for card in CARDS if hints.combat_worth(card)), key=hints.combat_worth)
    weak, strong = by_worth[0], by_worth[-1]
    j = judged(seat)
    assert asked(j, kind, "use", may_pass=True, card=weak, enemy_card=strong) == "use"
    assert asked(j, kind, "use", may_pass=True, card=strong, enemy_card=weak) is None


# -- how they hear of it -----------------------------------------------------------------------------


@with_lords
def test_what_two_sets_add_to_a_question_is_summed():
    both = knowledge.of(box_of(BOTH).sets).added["event-way"]
    alone = [KNOWN[name].added["event-way"] for name in ("lords", "kings")]
    j = Judgement(kings_game(options=BOTH).view(FP), FP)
    decision = Decision(FP, "event-way", "", OneOf(("advance", "look")))
    assert both(j, decision, "advance") == sum(one(j, decision, "advance") for one in alone)


def test_a_base_game_hears_nothing_of_the_set():
    view = Game.start(TITLE, {}, Seeded(1)).view(FP)
    known = Judgement(view, FP).knowledge
    assert known.uses == KNOWN["base"].uses
    assert not known.acts
    assert "kings" in KNOWN


@pytest.mark.rule("KM-15")
def test_of_tiles_that_look_alike_one_less_is_in_the_pool_when_one_was_drawn_and_another_is_seen():
    """The first of them was drawn; whoever has looked under a Sovereign knows of one more with its face."""
    s = kings_game(dice=(["event"], ["event"]), tiles_drawn=["std-1-1"]).state
    blind, seeing = Kings(), Kings(seen={"denethor": ["std-1-1"]})
    assert "std-1-2" in guesses._unseen(s, blind)
    assert "std-1-2" not in guesses._unseen(s, seeing)
