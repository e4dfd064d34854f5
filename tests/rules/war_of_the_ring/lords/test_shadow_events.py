"""The Event halves of Lords' own cards of the Shadow (LM-17)."""

import msgspec
import pytest

from rules.core.errors import IllegalChoice
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import ADJACENT, CHARACTERS, FP, SH, distances
from rules.war_of_the_ring.position.state import controller, region_of
from rules.war_of_the_ring.sets.lords.cards.table_cards import DESPAIR, GATES, LORE, WONT_GO_BACK
from rules.war_of_the_ring.sets.lords.state import lords
from tests.rules.lines import told
from tests.rules.war_of_the_ring.events import PASS, answer, done, free, shadow
from tests.rules.war_of_the_ring.lords.cards import dealt, hold, kept, may_play, play_card
from tests.rules.war_of_the_ring.positions import kinds, position

WIND = "lome-fp-char-27"
BALROG_IS_COME = "lome-sh-char-17"
DOL_GULDUR = "lome-sh-str-25"
MADNESS = "lome-sh-str-26"
CHIEF = "witch-king-chief-of-the-ringwraiths"
WITH_SMEAGOL = {"companions": ["strider", "boromir", "smeagol"], "guide": "smeagol"}
REST = ["gandalf-the-grey", "legolas", "gimli", "meriadoc", "peregrin"]


# -- A Balrog is Come! -------------------------------------------------------------------------------


@pytest.fixture
def balrog_walks(monkeypatch):
    """The Level of an active Balrog, also before the position tells it."""
    awake = msgspec.structs.replace(CHARACTERS["balrog"], level=2)
    monkeypatch.setitem(CHARACTERS, "balrog", awake)


def in_moria(active, **more):
    return {
        "forces": {"moria": {"sauron-regular": 3, "balrog": 1}, "hollin": {}, **more},
        "at_war": ("sauron",),
        "sets": kept(balrog_active=active),
    }


@pytest.mark.rule("LM-2.1", "LM-17")
@pytest.mark.card("lome-sh-char-17")
def test_a_balrog_is_come_takes_the_place_of_the_old_card_and_needs_him():
    decks = position(options={"lords": True}).decks["shadow/character"]
    assert (BALROG_IS_COME in decks, "sh-char-17" in decks) == (True, False)
    assert not may_play(BALROG_IS_COME)
    assert may_play(BALROG_IS_COME, **in_moria(active=False))


@pytest.mark.rule("LM-11.4", "LM-17")
@pytest.mark.card("lome-sh-char-17")
def test_an_inactive_balrog_awakes_and_does_no_more():
    play = play_card(BALROG_IS_COME, **in_moria(active=False))
    assert lords(play.state).balrog_active
    assert told(play, "balrog-activated") == [{}]
    assert done(play)
    assert BALROG_IS_COME in play.state.discards


@pytest.mark.rule("LM-11.4", "LM-17")
@pytest.mark.card("lome-sh-char-17")
@pytest.mark.usefixtures("balrog_walks")
def test_the_army_of_an_active_balrog_moves():
    play = play_card(BALROG_IS_COME, **in_moria(active=True))
    assert kinds(play) == ["event-way"]
    assert list(play.pending[0].options.values) == ["move", "alone"]
    answer(play, "move")
    assert {pair.partition(">")[0] for pair in play.pending[0].options.values} == {"moria"}
    answer(play, "moria>hollin")
    with pytest.raises(IllegalChoice):
        play.choose(SH, {"sauron-regular": 2})
    answer(play, {"sauron-regular": 2, "balrog": 1})
    assert shadow(play, "hollin") == {"sauron-regular": 2, "balrog": 1}
    assert told(play, "balrog-activated") == []
    assert done(play)


@pytest.mark.rule("LM-11.4", "LM-1.5", "LM-17")
@pytest.mark.card("lome-sh-char-17")
@pytest.mark.usefixtures("balrog_walks")
def test_an_active_balrog_goes_alone_as_far_as_his_level():
    play = play_card(BALROG_IS_COME, "alone", **in_moria(active=True))
    reach = play.pending[0].options.values
    assert "fords-of-bruinen" in reach
    assert "lorien" not in reach  # a Stronghold of the Free Peoples
    assert max(distances("moria")[region] for region in reach) == 2
    answer(play, "fords-of-bruinen")
    assert region_of(play.state, "balrog") == "fords-of-bruinen"
    assert told(play, "nazgul-moved") == [
        {"figure": "balrog", "source": "moria", "target": "fords-of-bruinen"}
    ]
    assert done(play)


@pytest.mark.rule("LM-11.4", "LM-17")
@pytest.mark.card("lome-sh-char-17")
@pytest.mark.usefixtures("balrog_walks")
def test_the_army_of_an_active_balrog_attacks_or_the_balrog_does_nothing():
    parts = in_moria(active=True, hollin={"elves-elite": 1})
    play = play_card(BALROG_IS_COME, "attack", **parts)
    assert play.pending[0].options.values == ["moria>hollin"]
    answer(play, "moria>hollin")
    with pytest.raises(IllegalChoice):
        play.choose(SH, {"sauron-regular": 2})
    answer(play, {"sauron-regular": 2, "balrog": 1})
    assert told(play, "attack-declared")[0]["figures"] == {"sauron-regular": 2, "balrog": 1}
    assert done(play_card(BALROG_IS_COME, PASS, **parts))


# -- cards that lie on the table ---------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-sh-char-26")
@pytest.mark.card("lome-sh-char-27")
@pytest.mark.parametrize("card", [LORE, GATES])
def test_a_card_without_a_condition_lies_down(card):
    play = play_card(card)
    assert play.state.table[SH] == [card]


@pytest.mark.rule("LM-17", "LM-12.5")
@pytest.mark.card("lome-sh-char-25")
def test_we_wont_go_back_needs_smeagol_as_guide():
    assert not may_play(WONT_GO_BACK)
    play = play_card(WONT_GO_BACK, fellowship=WITH_SMEAGOL, eliminated=REST)
    assert play.state.table[SH] == [WONT_GO_BACK]


@pytest.mark.rule("LM-12.5", "WR-6.5")
@pytest.mark.card("lome-sh-char-25")
def test_we_wont_go_back_leaves_with_smeagol_at_once():
    play = hold(
        WIND,
        table=(WONT_GO_BACK,),
        dice=("character",),
        fellowship=WITH_SMEAGOL,
        eliminated=REST,
    )
    play.choose(FP, "character:separate")
    play.choose(FP, ["smeagol", "boromir"])
    answer(play, "rivendell")
    assert play.state.fellowship.guide == "strider"
    assert WONT_GO_BACK in play.state.discards
    assert told(play, "table-card-discarded") == [{"card": WONT_GO_BACK, "why": "condition-lost"}]


@pytest.mark.rule("LM-17", "LM-12.7")
@pytest.mark.card("lome-sh-char-28")
@pytest.mark.parametrize("witch_king", ["witch-king", CHIEF])
def test_captain_of_despair_needs_a_witch_king_and_another_guide_than_gollum(witch_king):
    there = {"forces": {"angmar": {"sauron-regular": 1, witch_king: 1}}}
    alone = {
        "fellowship": {"companions": [], "guide": "gollum"},
        "eliminated": ["strider", "boromir", *REST],
    }
    assert not may_play(DESPAIR)
    assert may_play(DESPAIR, **there)
    assert not may_play(DESPAIR, **there, **alone)
    assert play_card(DESPAIR, **there).state.table[SH] == [DESPAIR]


@pytest.mark.rule("LM-12.7", "WR-6.5")
@pytest.mark.card("lome-sh-char-28")
def test_captain_of_despair_leaves_when_gollum_becomes_the_guide():
    play = hold(
        WIND,
        table=(DESPAIR,),
        dice=("character",),
        forces={"angmar": {"sauron-regular": 1, CHIEF: 1}},
        fellowship={"companions": ["boromir"], "guide": "boromir"},
        eliminated=["strider", *REST],
    )
    play.choose(FP, "character:separate")
    answer(play, "rivendell")
    assert play.state.fellowship.guide == "gollum"
    assert DESPAIR in play.state.discards


@pytest.mark.rule("LM-12.7")
@pytest.mark.card("lome-sh-char-28")
@pytest.mark.parametrize(
    ("region", "captured", "ends"),
    [
        ("lorien", [], True),
        ("lorien", ["lorien"], False),
        ("edoras", [], False),
        ("moria", ["moria"], False),
        ("hollin", [], False),
    ],
)
def test_captain_of_despair_ends_where_the_fellowship_is_declared_in_a_free_stronghold(
    region, captured, ends
):
    s = position(
        **dealt(table=(DESPAIR,)), forces={"angmar": {"sauron-regular": 1, CHIEF: 1}}, captured=captured
    )
    assert (DESPAIR in table_cards.ended_by_declaring(s, region)) == ends


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("lome-sh-char-28")
def test_captain_of_despair_leaves_with_the_last_witch_king():
    s = position(**dealt(table=(DESPAIR,)), forces={"angmar": {"sauron-regular": 1, CHIEF: 1}})
    lost = table_cards.LYING[DESPAIR].lost
    assert not lost(s)
    s.forces["angmar/shadow"].characters.remove(CHIEF)
    assert lost(s)


# -- Shadow of Dol Guldur ----------------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-sh-str-25")
@pytest.mark.parametrize(
    ("leaders", "count"),
    [
        ({}, None),
        ({"mouth-of-sauron": 1}, None),
        ({"nazgul": 1}, 1),
        ({"nazgul": 2, "witch-king": 1}, 4),
        ({CHIEF: 1}, 1),
        ({"nazgul": 5, "witch-king": 1}, 5),
    ],
)
def test_dol_guldur_gains_as_many_as_the_nazgul_lead(leaders, count):
    forces = {"dol-guldur": {"sauron-elite": 1, **leaders}}
    assert may_play(DOL_GULDUR, forces=forces) == (count is not None)
    if count is not None:
        play = play_card(DOL_GULDUR, PASS, forces=forces)
        assert shadow(play, "dol-guldur")["sauron-regular"] == count
        assert done(play)


@pytest.mark.rule("LM-17", "WR-6.7")
@pytest.mark.card("lome-sh-str-25")
def test_then_the_army_of_dol_guldur_alone_may_move():
    play = play_card(
        DOL_GULDUR, "move", forces={"dol-guldur": {"nazgul": 2, "sauron-elite": 1}}, at_war=("sauron",)
    )
    assert {pair.partition(">")[0] for pair in play.pending[0].options.values} == {"dol-guldur"}
    answer(play, "dol-guldur>north-anduin-vale", {"sauron-regular": 2, "nazgul": 1})
    assert shadow(play, "north-anduin-vale") == {"sauron-regular": 2, "nazgul": 1}
    assert shadow(play, "dol-guldur") == {"sauron-elite": 1, "nazgul": 1}
    assert done(play)


@pytest.mark.rule("LM-17", "WR-6.4")
@pytest.mark.card("lome-sh-str-25")
def test_or_it_may_attack():
    play = play_card(
        DOL_GULDUR,
        "attack",
        forces={
            "dol-guldur": {"nazgul": 1, "sauron-elite": 1},
            "north-anduin-vale": {"elves-elite": 1},
        },
        at_war=("sauron",),
    )
    assert play.pending[0].options.values == ["dol-guldur>north-anduin-vale"]
    answer(play, "dol-guldur>north-anduin-vale")
    assert kinds(play) == ["attackers"]


@pytest.mark.rule("LM-17", "WR-11.8")
@pytest.mark.card("lome-sh-str-25")
def test_besieged_dol_guldur_gains_inside_and_may_sally():
    play = play_card(
        DOL_GULDUR,
        forces={
            "dol-guldur": {"elves-elite": 2},
            "dol-guldur/inside": {"sauron-elite": 1, "nazgul": 3},
        },
        at_war=("sauron",),
    )
    assert shadow(play, "dol-guldur", inside=True)["sauron-regular"] == 3
    assert list(play.pending[0].options.values) == ["attack"]
    answer(play, "attack")
    assert play.pending[0].options.values == ["dol-guldur>dol-guldur"]


@pytest.mark.rule("LM-17", "WR-7.2")
@pytest.mark.card("lome-sh-str-25")
def test_above_the_limit_the_shadow_gives_units_back():
    play = play_card(
        DOL_GULDUR,
        forces={
            "dol-guldur": {"elves-elite": 2},
            "dol-guldur/inside": {"sauron-elite": 3, "nazgul": 4},
        },
        at_war=("sauron",),
    )
    assert kinds(play) == ["disband"]
    answer(play, {"sauron-regular": 2})
    assert shadow(play, "dol-guldur", inside=True) == {"sauron-elite": 3, "sauron-regular": 2, "nazgul": 4}


# -- Madness and Horror ------------------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-sh-str-26")
def test_madness_needs_a_war_and_an_army_by_a_stronghold_of_sauron():
    near = {"north-ithilien": {"gondor-regular": 1}}
    assert not may_play(MADNESS, at_war=("sauron",))
    assert not may_play(MADNESS, forces=near)
    assert may_play(MADNESS, forces=near, at_war=("sauron",))
    assert not may_play(MADNESS, forces={"osgiliath": {"gondor-regular": 1}}, at_war=("sauron",))


@pytest.mark.rule("LM-17", "WR-6.6")
@pytest.mark.card("lome-sh-str-26")
def test_madness_strikes_an_army_and_regulars_come_beside_it():
    play = play_card(
        MADNESS,
        script=[[5, 1, 1]],
        forces={"north-ithilien": {"gondor-regular": 2}, "dagorlad": {}, "osgiliath": {}},
        at_war=("sauron",),
    )
    assert free(play, "north-ithilien") == {"gondor-regular": 1}
    assert set(play.pending[0].options.values) <= set(ADJACENT["north-ithilien"])
    answer(play, "osgiliath")
    assert shadow(play, "osgiliath") == {"sauron-regular": 2}
    assert done(play)


@pytest.mark.rule("LM-17", "WR-6.9", "WR-12.1")
@pytest.mark.card("lome-sh-str-26")
@pytest.mark.parametrize(("dice", "garrison"), [([5, 1, 1], 1), ([5, 5, 1], 0)])
def test_an_army_besieged_inside_brings_them_to_its_region(dice, garrison):
    play = play_card(
        MADNESS,
        script=[dice],
        forces={
            "dol-guldur": {"sauron-regular": 3},
            "dol-guldur/inside": {"elves-regular": 2},
            "woodland-realm": {},
        },
        captured=["dol-guldur"],
        at_war=("sauron",),
    )
    assert shadow(play, "dol-guldur") == {"sauron-regular": 5}
    assert sum(free(play, "dol-guldur", inside=True).values()) == garrison
    assert controller(play.state, "dol-guldur") == (FP if garrison else SH)
    assert done(play)


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-sh-str-26")
def test_an_army_that_besieges_draws_them_beside_it():
    play = play_card(
        MADNESS,
        script=[[1, 1, 1]],
        forces={"dol-guldur": {"elves-elite": 2}, "dol-guldur/inside": {"sauron-regular": 2}},
        at_war=("sauron",),
    )
    assert set(play.pending[0].options.values) == set(ADJACENT["dol-guldur"])
    answer(play, "southern-mirkwood")
    assert shadow(play, "southern-mirkwood")["sauron-regular"] >= 2


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-sh-str-26")
@pytest.mark.parametrize(("dice", "garrison"), [([4, 4, 4], 4), ([6, 5, 4], 2)])
def test_madness_strikes_with_a_five_or_more(dice, garrison):
    play = play_card(
        MADNESS,
        script=[dice],
        forces={"north-ithilien": {"gondor-regular": 4}, "dagorlad": {}, "osgiliath": {}},
        at_war=("sauron",),
    )
    assert free(play, "north-ithilien") == {"gondor-regular": garrison}
