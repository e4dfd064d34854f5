"""What nobody can avoid is not asked at a new table; what is named for it is compared all the same (WR-4.4)."""

from random import Random

import pytest

from rules import Game, IllegalChoice, Seeded, Text
from rules.core.decisions import OneOf
from rules.core.typed_text import texts
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, FP_NATIONS, SH
from rules.war_of_the_ring.sets.base.table_cards import LAST_BATTLE, WORN
from tests.rules.war_of_the_ring.positions import game, kinds
from tests.rules.war_of_the_ring.test_disputed_cases import on_the_table

NEW = TITLE.normalise_options({})
#: What a hand or a deck decides is asked, though one answer only may be left.
HANGS_ON_HIDDEN = ("action", "card", "combat-card", "discard")


def new_game(**parts):
    """A position at a new table."""
    return game(options=NEW, **parts)


def only_rohan(shadow_dice=("event",)):
    """Of the Nations of the Free Peoples only Rohan is not at war."""
    at_war = tuple(nation for nation in FP_NATIONS if nation != "rohan")
    return new_game(dice=(["muster", "character"], list(shadow_dice)), at_war=at_war)


@pytest.mark.rule("WR-4.4", "WR-14.6")
def test_a_fellowship_that_has_not_moved_is_not_asked_where_it_is():
    assert Game.start(TITLE, {}, Seeded(1)).pending[0].kind == "guide"
    assert Game.start(TITLE, {"unasked": False}, Seeded(1)).pending[0].kind == "declare"


@pytest.mark.rule("WR-4.4", "WR-14.6", "WR-14.8")
@pytest.mark.parametrize(
    ("fellowship", "table"),
    [
        ({"progress": 1}, {}),
        ({"corruption": 2}, {}),
        ({"region": "the-shire"}, {}),
        ({}, on_the_table(LAST_BATTLE)),
        ({}, on_the_table(WORN)),
    ],
    ids=["it has moved", "it heals", "it rouses the North", "it ends a card", "it ends a card of the Shadow"],
)
def test_a_declaration_that_changes_something_is_asked(fellowship, table):
    play = new_game(phase="fellowship", fellowship=fellowship, **table)
    assert kinds(play) == ["declare"]


@pytest.mark.rule("WR-4.4", "WR-14.6")
@pytest.mark.parametrize("named", ["declare: pass", "declare: rivendell"])
def test_the_declaration_may_be_named_all_the_same(named):
    play = Game.start(TITLE, {}, Seeded(1))
    applied = play.play(FP, [Text(named), Text("guide: strider")])
    assert (applied.written, applied.named_places) == (["guide: strider"], [0])


@pytest.mark.rule("WR-4.4", "WR-14.6")
def test_whoever_has_bid_for_the_free_peoples_may_name_it_too():
    play = Game.start(TITLE, {"bidding": True}, Seeded(1))
    while kinds(play) != ["guide"]:
        asked = play.pending[0]
        play.choose(asked.seat, asked.fallback_choice())
    applied = play.play(play.pending[0].seat, texts("declare: rivendell; guide: strider"))
    assert (applied.written, applied.named_places) == (["guide: strider"], [0])


@pytest.mark.rule("WR-4.4", "WR-14.6")
def test_another_region_is_refused_and_nobody_guides():
    play = Game.start(TITLE, {}, Seeded(1))
    with pytest.raises(IllegalChoice, match="nothing to choose"):
        play.play(FP, texts("declare: moria; guide: strider"))
    assert play.pending[0].kind == "guide"


@pytest.mark.rule("WR-4.4", "WR-13.5")
def test_the_only_nation_takes_its_step_and_the_story_names_it():
    play = only_rohan()
    before = play.state.steps["rohan"]
    applied = play.play(FP, [Text("use muster: diplomacy")])
    assert applied.written == ["use muster: diplomacy"]
    assert play.state.steps["rohan"] == before - 1
    assert any("Rohan" in TITLE.sentence(line) for line in play.lines)


@pytest.mark.rule("WR-4.4", "WR-13.5")
def test_a_line_that_names_another_nation_does_nothing():
    play = only_rohan()
    before = play.position()
    with pytest.raises(IllegalChoice, match="one choice only"):
        play.play(FP, texts("use muster: diplomacy; politics: gondor"))
    assert play.position() == before
    named = play.play(FP, texts("use muster: diplomacy; politics: rohan"))
    assert named.named_places == [1]


@pytest.mark.rule("WR-4.4")
def test_who_takes_an_action_back_takes_back_what_came_of_it_unasked():
    play = only_rohan(shadow_dice=())
    before = play.state.steps["rohan"]
    play.choose(FP, "muster:diplomacy")
    assert (play.state.steps["rohan"], play.unpublished) == (before - 1, 1)
    play.take_back(FP)
    assert (play.state.steps["rohan"], kinds(play)) == (before, ["action"])


@pytest.mark.rule("WR-4.4")
def test_a_lone_attack_is_asked_for_a_plan_of_the_battle_goes_with_it():
    play = new_game(
        dice=(["army", "army"], ["event"]),
        at_war=("gondor", "sauron"),
        forces={"osgiliath": {"gondor-regular": 2}, "south-ithilien": {"sauron-regular": 1}},
    )
    play.choose(FP, "army:attack")
    assert len(play.pending[0].options.values) == 1
    assert kinds(play) == ["attack"]


@pytest.mark.rule("WR-4.4")
@pytest.mark.parametrize("seed", range(2))
def test_no_question_with_one_answer_is_left_but_where_a_hand_decides(seed):
    play, rng = Game.start(TITLE, {}, Seeded(seed)), Random(seed)
    while not play.is_over:
        decision = rng.choice(play.pending)
        if isinstance(decision.options, OneOf) and decision.kind not in (*HANGS_ON_HIDDEN, "attack"):
            assert len(decision.options.values) + decision.may_pass > 1, decision.prompt
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))


@pytest.mark.rule("WR-4.4", "WR-22")
@pytest.mark.parametrize("fellowship", [{}, {"progress": 2}, {"corruption": 1}], ids=str)
def test_nobody_learns_from_a_question_left_out_what_is_hidden(fellowship):
    """Twins have other hands, decks and tiles; the contract follows them through whole games."""
    begun = new_game(phase="fellowship", fellowship=fellowship)
    for seat in (FP, SH, None):
        twin = TITLE.twin(begun.state, seat, Random(7))
        assert kinds(Game.start(TITLE, NEW, Seeded(1), position=twin)) == kinds(begun)
