"""The Companions whom Lords brings: what each of them does, and what takes them away (LM-1, LM-7, LM-9, LM-10.2)."""

import pytest

from rules import IllegalChoice
from rules.core.typed_text import texts
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import INSIDE, can_lead, leadership, level_of, region_of
from rules.war_of_the_ring.sets.lords.state import Lords
from rules.war_of_the_ring.turns import muster
from rules.war_of_the_ring.turns.action_dice import options
from rules.war_of_the_ring.war import characters
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import left
from tests.rules.war_of_the_ring.lords.cards import begin, fight, offers
from tests.rules.war_of_the_ring.lords.entering import comes, mustering, refused
from tests.rules.war_of_the_ring.lords.positions import LORDS, PARTY, lords_game
from tests.rules.war_of_the_ring.positions import game, kinds

SUDDEN, HEROIC = "fp-char-14", "fp-char-10"
CAPTAIN, CHIEF = "witch-king", "witch-king-chief-of-the-ringwraiths"
NUMENOREAN = "mouth-of-sauron-black-numenorean"
KEEPER_OF_NARYA = "gandalf-the-grey-keeper-of-narya"


# -- Elrond and Galadriel ----------------------------------------------------------------------------


@pytest.mark.rule("LM-9.1", "LM-9.2", "LM-7.5", "LM-7.10")
@pytest.mark.parametrize(("keeper", "home"), [("elrond", "rivendell"), ("galadriel", "lorien")])
@pytest.mark.parametrize("war", ["sauron", "elves"])
def test_a_keeper_comes_home_in_a_war_of_sauron_or_of_the_elves(keeper, home, war):
    play = mustering(FP, at_war=(war,))
    pools = dict(play.state.pools)
    assert comes(play, f"{keeper}@{home}", keeper, FP) == f"{home}/{FP}"
    assert play.state.pools == pools
    assert level_of(play.state, keeper) == 0


@pytest.mark.rule("LM-9.1", "LM-9.2")
@pytest.mark.parametrize(("keeper", "home"), [("elrond", "rivendell"), ("galadriel", "lorien")])
def test_a_keeper_comes_into_a_besieged_stronghold_but_into_no_captured_one_and_in_no_peace(keeper, home):
    siege = {f"{home}/inside": {"elves-regular": 1}, home: {"sauron-regular": 1}}
    play = mustering(FP, at_war=("sauron",), forces=siege)
    assert comes(play, f"{keeper}@{home}", keeper, FP) == INSIDE[home]
    for parts in (
        {},
        {"at_war": ("sauron",), "forces": {home: {"sauron-regular": 1}}, "captured": [home]},
        {"at_war": ("sauron",), "eliminated": [keeper]},
        {"at_war": ("sauron",), "forces": {home: {"elves-regular": 1, keeper: 1}}},
    ):
        play = mustering(FP, **parts)
        assert f"muster:{keeper}" not in options(play.state, FP)
        assert "cannot enter play now" in refused(play, f"{keeper}@{home}", keeper, FP)


@pytest.mark.rule("LM-9.1", "LM-13.1")
def test_elven_elites_beside_elrond_lead_in_battle_but_not_on_the_march():
    forces = {"rivendell": {"elves-elite": 2, "elves-regular": 1, "elrond": 1}, "lorien": {"elves-elite": 2}}
    s = lords_game(dice=(["event"], ["event"]), forces=forces).state
    here, away = s.forces[f"rivendell/{FP}"], s.forces[f"lorien/{FP}"]
    assert leadership(s, here, "rivendell") == 2 + 2
    assert leadership(s, away, "lorien") == 0
    assert can_lead(s, here, attack_from="rivendell")
    assert not can_lead(s, here)


@pytest.mark.rule("LM-9.1", "WR-10.1", "WR-10.2")
def test_an_elite_of_elronds_household_leads_an_attack_while_he_stays_behind():
    play = lords_game(
        dice=(["character"], ["event"]),
        at_war=("elves",),
        forces={
            "rivendell": {"elves-elite": 1, "elves-regular": 1, "elrond": 1},
            "fords-of-bruinen": {"sauron-regular": 1},
        },
    )
    play.choose(FP, "character:leader-attack")
    play.choose(FP, "rivendell>fords-of-bruinen")
    with pytest.raises(IllegalChoice, match="A Leader or Character must take part"):
        play.choose(FP, {"elves-regular": 1})
    play.choose(FP, {"elves-elite": 1})
    assert told(play, "attack-declared")[0]["figures"] == {"elves-elite": 1}


@pytest.mark.rule("LM-9.1", "LM-13.1")
@pytest.mark.parametrize("card", [SUDDEN, HEROIC])
@pytest.mark.parametrize("elrond", [True, False])
def test_a_card_that_asks_for_a_leader_accepts_elites_led_by_elrond(elrond, card):
    """They are Leaders though he stays behind; without him they lead nobody."""
    play = begin(
        [],
        card,
        attacker=FP,
        shadow={"sauron-regular": 1},
        free={"elves-elite": 2, "elves-regular": 1, **({"elrond": 1} if elrond else {})},
        party={"elves-elite": 2},
        region="fords-of-bruinen",
        source="rivendell",
    )
    assert (card in offers(play, FP)) is elrond


@pytest.mark.rule("LM-9.1", "LM-9.4", "LM-1.6")
def test_elrond_stays_when_his_army_moves():
    play = lords_game(
        dice=(["army"], ["event"]),
        at_war=("elves",),
        forces={"rivendell": {"elves-regular": 1, "elrond": 1}, "fords-of-bruinen": {}},
    )
    play.choose(FP, "army:move-armies")
    play.choose(FP, "rivendell>fords-of-bruinen")
    assert region_of(play.state, "elrond") == "rivendell"
    assert "elrond" not in characters.companions_in(play.state, "fords-of-bruinen")
    assert characters.companion_groups(play.state, set()) == {}


@pytest.mark.rule("LM-9.5")
def test_elrond_stays_behind_when_the_last_unit_falls_in_the_field():
    play = fight(
        [[6], [1], [1]],
        shadow={"sauron-regular": 1},
        free={"elves-regular": 1, "elrond": 1},
        region="rivendell",
        source="fords-of-bruinen",
    )
    assert left(play, FP, "rivendell") == {"elrond": 1}
    play.choose(SH, None)
    assert region_of(play.state, "elrond") == "rivendell"
    assert "elrond" not in play.state.eliminated


@pytest.mark.rule("LM-9.1", "LM-9.5")
@pytest.mark.parametrize(
    ("keeper", "home", "source"),
    [("elrond", "rivendell", "fords-of-bruinen"), ("galadriel", "lorien", "parth-celebrant")],
)
def test_a_keeper_is_lost_when_the_shadow_takes_the_stronghold(keeper, home, source):
    play = fight(
        [[6], [1], [1]],
        shadow={"sauron-regular": 1},
        free={"elves-regular": 1, keeper: 1},
        region=home,
        source=source,
    )
    play.choose(SH, {"sauron-regular": 1})
    assert home in play.state.captured
    assert keeper in play.state.eliminated
    assert {"side": FP, "figure": keeper, "region": home} in told(play, "struck-down")


@pytest.mark.rule("LM-9.1", "LM-9.5")
def test_an_assault_that_kills_the_garrison_takes_elrond_too():
    play = fight(
        [[6], [1], [1]],
        shadow={"sauron-regular": 1},
        free={"elves-regular": 1, "elrond": 1},
        region="rivendell",
        inside=FP,
    )
    assert "rivendell" in play.state.captured
    assert "elrond" in play.state.eliminated


@pytest.mark.rule("LM-9.2")
def test_lorien_recruits_under_siege_where_galadriel_is():
    siege = {
        "lorien/inside": {"elves-regular": 1, "elves-elite": 3, "galadriel": 1},
        "lorien": {"sauron-regular": 1},
    }
    play = mustering(FP, at_war=("elves",), forces=siege)
    play.choose(FP, "muster:recruit")
    assert {"elves-elite@lorien", "elves-regular@lorien", "elves-leader@lorien"} <= set(
        play.pending[0].options.values
    )
    play.choose(FP, "elves-elite@lorien")
    assert left(play, FP, "lorien", inside=True) == {"elves-regular": 1, "elves-elite": 4, "galadriel": 1}


@pytest.mark.rule("LM-9.2", "WR-7.2")
def test_the_limit_of_a_siege_holds_for_these_recruits():
    siege = {
        "lorien/inside": {"elves-regular": 1, "elves-elite": 4, "galadriel": 1},
        "lorien": {"sauron-regular": 1},
    }
    play = mustering(FP, at_war=("elves",), forces=siege)
    play.choose(FP, "muster:recruit")
    play.choose(FP, "elves-elite@lorien")
    assert kinds(play) == ["disband"]
    play.choose(FP, {"elves-regular": 1})
    assert left(play, FP, "lorien", inside=True) == {"elves-elite": 5, "galadriel": 1}
    strict = mustering(FP, at_war=("elves",), forces=siege, options={**LORDS, "strict_stacking": True})
    assert muster.recruits(strict.state, FP, elites=True) == [
        f"elves-{kind}@{region}"
        for region in ("grey-havens", "lorien", "rivendell", "woodland-realm")
        for kind in (["leader"] if region == "lorien" else ["regular", "elite", "leader"])
    ]


@pytest.mark.rule("LM-9.2", "WR-7.7")
@pytest.mark.parametrize(("home", "keeper"), [("lorien", {}), ("rivendell", {"elrond": 1})])
def test_no_other_siege_lets_recruits_in(home, keeper):
    siege = {f"{home}/inside": {"elves-regular": 1, **keeper}, home: {"sauron-regular": 1}}
    play = mustering(FP, at_war=("elves",), forces=siege)
    assert not [value for value in muster.recruits(play.state, FP, elites=True) if value.endswith(home)]
    play.choose(FP, "muster:recruit")
    with pytest.raises(IllegalChoice, match="is besieged"):
        play.choose(FP, f"elves-regular@{home}")


# -- Gandalf, Keeper of Narya ------------------------------------------------------------------------


@pytest.mark.rule("LM-9.3", "LM-1.4")
@pytest.mark.parametrize(
    ("minion", "opens"),
    [
        ("saruman", True),
        ("mouth-of-sauron", True),
        (NUMENOREAN, True),
        (CAPTAIN, True),
        (CHIEF, False),
        ("balrog", False),
        ("gothmog", False),
    ],
)
def test_lesser_minions_do_not_bring_gandalf_the_white(minion, opens):
    home = {"saruman": "orthanc", "balrog": "moria"}.get(minion, "minas-morgul")
    play = lords_game(
        dice=(["will-of-the-west"], ["muster"]),
        to_act=SH,
        at_war=("sauron", "isengard", "gondor", "rohan", "north", "dwarves", "elves"),
        fellowship={"guide": "strider", "region": "hollin"},
        forces={"edoras": {"rohan-regular": 1, KEEPER_OF_NARYA: 1}, home: {"isengard-regular": 1}}
        if minion == "saruman"
        else {"edoras": {"rohan-regular": 1, KEEPER_OF_NARYA: 1}},
    )
    if minion == NUMENOREAN:
        play = lords_game(
            dice=(["will-of-the-west"], ["muster"]),
            to_act=SH,
            fellowship={"guide": "strider", "region": None, "mordor": 0},
            forces={"edoras": {"rohan-regular": 1, KEEPER_OF_NARYA: 1}},
        )
    play.choose(SH, "muster:minion")
    who = next(v for v in play.pending[0].options.values if v.partition("@")[0] == minion)
    play.choose(SH, who)
    assert play.state.minion_seen is opens
    while kinds(play) != ["action"]:
        play.choose(play.pending[0].seat, play.pending[0].fallback_choice())
    assert ("will-of-the-west:upgrade" in options(play.state, FP)) is opens


@pytest.mark.rule("LM-9.3")
def test_the_keeper_of_narya_becomes_gandalf_the_white_like_the_grey_wanderer():
    play = lords_game(
        dice=(["will-of-the-west"], ["event"]),
        minion_seen=True,
        fellowship={"guide": "strider"},
        forces={"edoras": {"rohan-regular": 1, KEEPER_OF_NARYA: 1}},
    )
    play.choose(FP, "will-of-the-west:upgrade")
    assert region_of(play.state, "gandalf-the-white") == "edoras"
    assert KEEPER_OF_NARYA in play.state.eliminated


# -- Sméagol -----------------------------------------------------------------------------------------


@pytest.mark.rule("LM-10.2")
@pytest.mark.parametrize(
    ("others", "level"),
    [(["strider", "peregrin"], 3), (["boromir"], 2), (["peregrin", "meriadoc"], 1)],
)
def test_smeagol_has_the_level_of_the_best_of_the_others(others, level):
    s = lords_game(
        dice=(["event"], ["event"]),
        fellowship={"companions": [*others, "smeagol"], "guide": "smeagol"},
        eliminated=[c for c in PARTY if c not in others],
        sets={"lords": Lords(smeagol_seen=True)},
    ).state
    assert level_of(s, "smeagol") == level


@pytest.mark.rule("LM-10.7", "WR-22")
def test_gollum_is_called_smeagol_only_where_nobody_else_is():
    """Nobody is asked who guides, for Gollum is alone; whoever names him all the same names him rightly."""
    alone = {"companions": [], "guide": "gollum", "progress": 1}
    parts = {"phase": "fellowship", "fellowship": alone, "eliminated": [*PARTY]}
    hunting = ["hunt-allocation"]
    play = game(options={"unasked": True}, **parts)
    play.play(FP, texts("declare: pass; guide: smeagol"))
    assert kinds(play) == hunting
    play = lords_game(options={**LORDS, "unasked": True}, **parts)
    for other in ("smeagol", "smeag", "sm"):
        with pytest.raises(IllegalChoice):
            play.play(FP, texts(f"declare: pass; guide: {other}"))
    play.play(FP, texts("declare: pass; guide: gollum"))
    assert kinds(play) == hunting
