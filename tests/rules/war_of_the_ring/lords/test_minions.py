"""The Minions whom Lords brings: how they come, what they do, and what ends it (LM-1, LM-7, LM-11, LM-12.7)."""

import pytest

from rules import IllegalChoice
from rules.core.table import EVERYONE, LogLine
from rules.core.typed_text import texts
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH, TILES, distances
from rules.war_of_the_ring.position.state import level_of, place_of, region_of
from rules.war_of_the_ring.sets.base.table_cards import PALANTIR
from rules.war_of_the_ring.sets.lords.cards.table_cards import DESPAIR
from rules.war_of_the_ring.sets.lords.state import Lords, lords
from rules.war_of_the_ring.turns.action_dice import options
from rules.war_of_the_ring.war import characters
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import left
from tests.rules.war_of_the_ring.lords.cards import fight
from tests.rules.war_of_the_ring.lords.entering import comes, mustering, refused
from tests.rules.war_of_the_ring.lords.positions import PARTY, held, lords_game, on_the_table
from tests.rules.war_of_the_ring.positions import kinds

CAPTAIN, CHIEF = "witch-king", "witch-king-chief-of-the-ringwraiths"
NUMENOREAN = "mouth-of-sauron-black-numenorean"
KEEPER_OF_NARYA = "gandalf-the-grey-keeper-of-narya"
AT_DOL_GULDUR = {"dol-guldur": {"sauron-regular": 5, CHIEF: 1}}


# -- the Balrog --------------------------------------------------------------------------------------


@pytest.mark.rule("LM-11.1", "LM-7.6", "LM-7.10")
@pytest.mark.parametrize("unit", ["sauron-regular", "sauron-elite"])
def test_the_balrog_comes_to_moria_with_a_unit_and_stirs_elves_and_dwarves(unit):
    play = mustering(forces={"moria": {"sauron-regular": 2}})
    steps = dict(play.state.steps)
    assert comes(play, "balrog@moria") == f"moria/{SH}"
    assert kinds(play) == ["event-figure"]
    play.choose(SH, unit)
    assert left(play, SH, "moria") == ({"sauron-regular": 2, "balrog": 1}) | (
        {"sauron-regular": 3} if unit == "sauron-regular" else {unit: 1}
    )
    assert level_of(play.state, "balrog") == 0
    assert {n: steps[n] - play.state.steps[n] for n in steps if steps[n] != play.state.steps[n]} == {
        "elves": 1,
        "dwarves": 1,
    }


@pytest.mark.rule("LM-11.1")
@pytest.mark.parametrize("pools", [{}, {"sauron-elite": 0}, {"sauron-regular": 0}])
def test_the_shadow_may_do_without_a_unit(pools):
    play = mustering(forces={"moria": {"sauron-regular": 2}})
    play.state.pools.update(pools)
    steps, left_over = dict(play.state.steps), dict(play.state.pools)
    comes(play, "balrog@moria")
    assert kinds(play) == ["event-figure"]
    assert play.pending[0].fallback_choice() is not None
    play.choose(SH, None)
    assert left(play, SH, "moria") == {"sauron-regular": 2, "balrog": 1}
    assert play.state.pools == left_over
    assert [steps[n] - play.state.steps[n] for n in ("elves", "dwarves")] == [1, 1]


@pytest.mark.rule("LM-11.4", "LM-11.6")
@pytest.mark.parametrize("seat", [None, FP, SH])
def test_a_fallen_balrog_is_not_told_as_active(seat):
    woken = {"sets": {"lords": Lords(balrog_active=True)}}
    alive = lords_game(forces={"moria": {"sauron-regular": 1, "balrog": 1}}, **woken)
    assert alive.view(seat)["lords"]["balrog_active"] is True
    fallen = lords_game(eliminated=["balrog"], **woken)
    assert fallen.view(seat)["lords"]["balrog_active"] is False
    assert "The Balrog: active" not in TITLE.text_board(fallen.view(seat))
    assert level_of(fallen.state, "balrog") == 0


@pytest.mark.rule("LM-11.1")
@pytest.mark.parametrize(
    ("forces", "captured"),
    [
        ({"moria": {"dwarves-regular": 1}}, ["moria"]),
        ({"moria": {"dwarves-regular": 1}, "moria/inside": {"sauron-regular": 1}}, []),
    ],
)
def test_no_unit_comes_with_him_to_a_lost_or_besieged_moria(forces, captured):
    play = mustering(forces=forces, captured=captured)
    pools = dict(play.state.pools)
    assert comes(play, "balrog@moria")
    assert kinds(play) == ["action"]
    assert play.state.pools == pools


@pytest.mark.rule("LM-11.1", "LM-14")
def test_a_passive_nation_does_not_go_to_war_because_of_the_balrog():
    play = mustering(steps={**lords_game(dice=(["event"], ["event"])).state.steps, "dwarves": 1})
    comes(play, "balrog@moria")
    play.choose(SH, "sauron-regular")
    assert play.state.steps["dwarves"] == 1


@pytest.mark.rule("LM-11.6")
def test_the_balrog_comes_once():
    play = mustering(eliminated=["balrog"], at_war=("sauron",))
    assert "was eliminated and does not return" in refused(play, "balrog@moria")


@pytest.mark.rule("LM-11.2", "LM-13.1")
@pytest.mark.parametrize("active", [False, True])
@pytest.mark.parametrize(("units", "count"), [(1, 3), (4, 5)])
def test_flame_of_udun_gives_two_dice_up_to_five(active, units, count):
    play = fight(
        [[1] * count, [1], [1] * min(3, count), []][:3],
        shadow={"sauron-regular": units, "balrog": 1},
        free={"elves-regular": 1},
        region="hollin",
        source="moria",
        sets={"lords": Lords(balrog_active=active)},
    )
    assert len(told(play, "combat-rolled")[0]["dice"]) == count


@pytest.mark.rule("LM-11.4", "LM-1.5", "LM-1.6")
def test_inactive_he_stays_and_active_he_goes_two_regions_past_enemies_but_into_no_free_stronghold():
    forces = {"moria": {"sauron-regular": 1, "balrog": 1}, "dimrill-dale": {"elves-regular": 1}}
    s = lords_game(dice=(["event"], ["event"]), forces=forces).state
    assert characters.shadow_reach(s, "balrog", "moria") == []
    s = lords_game(
        dice=(["event"], ["event"]), forces=forces, sets={"lords": Lords(balrog_active=True)}
    ).state
    reach = characters.shadow_reach(s, "balrog", "moria")
    assert {"dimrill-dale", "hollin", "parth-celebrant"} <= set(reach)
    assert "lorien" not in reach


@pytest.mark.rule("LM-1.5")
def test_a_minion_on_foot_leaves_no_besieged_stronghold():
    forces = {
        "minas-morgul": {"gondor-regular": 1},
        "minas-morgul/inside": {"sauron-regular": 1, "gothmog": 1},
    }
    s = lords_game(dice=(["event"], ["event"]), forces=forces).state
    assert characters.shadow_reach(s, "gothmog", "minas-morgul") == []
    forces = {"minas-morgul": {"sauron-regular": 1, "gothmog": 1}}
    s = lords_game(dice=(["event"], ["event"]), forces=forces).state
    reach = characters.shadow_reach(s, "gothmog", "minas-morgul")
    assert "north-ithilien" in reach
    assert "minas-tirith" not in reach


@pytest.mark.rule("LM-11.5", "LM-7.7")
@pytest.mark.parametrize(
    ("die", "gandalf", "region", "after"),
    [
        ("will-of-the-west", None, "moria", "moria"),
        ("will-of-the-west", None, "hollin", None),
        ("character", "gandalf-the-grey", "moria", "moria"),
        ("character", KEEPER_OF_NARYA, "hollin", None),
        ("character", "gandalf-the-white", "hollin", None),
    ],
)
def test_the_free_peoples_make_him_inactive_and_away_from_moria_he_falls(die, gandalf, region, after):
    parts = {"fellowship": {"guide": "strider"}} if gandalf else {}
    if gandalf == "gandalf-the-white":
        parts = {
            "eliminated": ["gandalf-the-grey"],
            "fellowship": {"companions": [c for c in PARTY if c != "gandalf-the-grey"], "guide": "strider"},
        }
    forces = {region: {"sauron-regular": 1, "balrog": 1, **({gandalf: 1} if gandalf else {})}}
    play = lords_game(
        dice=([die], ["event"]), forces=forces, sets={"lords": Lords(balrog_active=True)}, **parts
    )
    play.choose(FP, f"{die}:balrog-inactive")
    assert lords(play.state).balrog_active is False
    assert region_of(play.state, "balrog") == after
    assert ("balrog" in play.state.eliminated) is (after is None)


@pytest.mark.rule("LM-11.5")
@pytest.mark.parametrize(
    ("die", "active"), [("character", True), ("event", True), ("will-of-the-west", False)]
)
def test_without_gandalf_the_will_or_an_active_balrog_nothing_puts_him_to_sleep(die, active):
    play = lords_game(
        dice=([die], ["event"]),
        forces={"moria": {"sauron-regular": 1, "balrog": 1}},
        sets={"lords": Lords(balrog_active=active)},
    )
    assert f"{die}:balrog-inactive" not in options(play.state, FP)
    with pytest.raises(IllegalChoice, match="cannot be made inactive"):
        play.choose(FP, f"{die}:balrog-inactive")


# -- Gothmog -----------------------------------------------------------------------------------------


@pytest.mark.rule("LM-11.7", "LM-11.14")
def test_gothmog_comes_to_minas_morgul_in_a_war_of_sauron_without_the_black_captain():
    assert comes(mustering(at_war=("sauron",)), "gothmog@minas-morgul") == f"minas-morgul/{SH}"
    play = mustering(at_war=("sauron",), forces=AT_DOL_GULDUR)
    assert comes(play, "gothmog@minas-morgul")
    for parts, why in (
        ({}, "no Black Captain in play"),
        ({"at_war": ("sauron",), "forces": {"dol-guldur": {"sauron-regular": 5, CAPTAIN: 1}}}, "no Black"),
        ({"at_war": ("sauron",), "captured": ["minas-morgul"], "forces": {"minas-morgul": {}}}, "The enemy"),
    ):
        assert why in refused(mustering(**parts), "gothmog@minas-morgul")


@pytest.mark.rule("LM-11.7", "LM-1.5")
def test_gothmog_alone_goes_as_far_as_his_level():
    play = lords_game(
        dice=(["event"], ["character"]), to_act=SH, forces={"osgiliath": {"sauron-regular": 1, "gothmog": 1}}
    )
    reach = characters.shadow_reach(play.state, "gothmog", "osgiliath")
    assert max(distances("osgiliath")[region] for region in reach) == 3


@pytest.mark.rule("LM-11.8", "LM-7.6")
@pytest.mark.parametrize(
    ("way", "after"),
    [("recruit", {"sauron-regular": 3}), ("promote", {"sauron-regular": 1, "sauron-elite": 1})],
)
def test_gothmog_flings_a_regular_or_an_elite_into_the_fray(way, after):
    play = mustering(forces={"osgiliath": {"sauron-regular": 2, "gothmog": 1}})
    play.choose(SH, "muster:fling")
    play.choose(SH, way)
    assert left(play, SH, "osgiliath") == {"gothmog": 1} | after


@pytest.mark.rule("LM-11.8")
@pytest.mark.parametrize(
    ("forces", "may"),
    [
        (
            {
                "minas-tirith": {"sauron-regular": 2, "gothmog": 1},
                "minas-tirith/inside": {"gondor-regular": 1},
            },
            True,
        ),
        ({"osgiliath": {"gothmog": 1}}, False),
        ({"osgiliath": {"southrons-easterlings-regular": 1, "gothmog": 1}}, True),
        (
            {
                "minas-morgul": {"gondor-regular": 1},
                "minas-morgul/inside": {"sauron-regular": 2, "gothmog": 1},
            },
            False,
        ),
    ],
)
def test_he_needs_an_army_in_a_free_region_and_one_that_he_besieges_counts(forces, may):
    play = mustering(forces=forces)
    assert ("muster:fling" in options(play.state, SH)) is may


# -- the Black Númenórean ----------------------------------------------------------------------------


@pytest.mark.rule("LM-11.9")
@pytest.mark.parametrize(
    "parts",
    [
        {"captured": ["moria"], "forces": {"moria": {"dwarves-regular": 1}}},
        {"fellowship": {"region": None, "mordor": 1}},
    ],
)
def test_the_black_numenorean_comes_with_a_victory_point_or_in_mordor(parts):
    assert comes(mustering(**parts), f"{NUMENOREAN}@barad-dur") == f"barad-dur/{SH}"


@pytest.mark.rule("LM-11.9")
def test_there_is_one_mouth_of_sauron_in_a_game():
    in_mordor = {"fellowship": {"region": None, "mordor": 1}}
    assert "needs a victory point" in refused(mustering(), f"{NUMENOREAN}@barad-dur")
    for gone in (
        {"eliminated": ["mouth-of-sauron"]},
        {"forces": {"barad-dur": {"sauron-regular": 1, "mouth-of-sauron": 1}}, "minion_seen": True},
    ):
        play = mustering(**in_mordor, **gone)
        assert "Mouth of Sauron" in refused(play, f"{NUMENOREAN}@barad-dur")
    play = mustering(**in_mordor, eliminated=[NUMENOREAN])
    assert "eliminated" in refused(play, "mouth-of-sauron@barad-dur")
    assert "no Stronghold of Sauron" in refused(mustering(**in_mordor), f"{NUMENOREAN}@umbar")


def besieging(*script, **parts):
    return fight(
        list(script),
        shadow={"sauron-regular": 3, NUMENOREAN: 1},
        free={"elves-elite": 3},
        region="rivendell",
        inside=FP,
        **parts,
    )


@pytest.mark.rule("LM-11.9", "LM-13.1")
def test_evil_knowledge_gives_one_more_round_without_an_elite_once_in_an_action():
    play = besieging([1] * 3, [1] * 3, [1, 1], *[[1] * 3, [1] * 3, [1, 1]])
    assert kinds(play) == ["evil-knowledge"]
    play.choose(SH, "use")
    assert len(told(play, "combat-rolled")) == 4
    assert kinds(play) == ["action"]
    assert lords(play.state).knowledge_used is False  # for the next action


@pytest.mark.rule("LM-11.9", "LM-7.6")
@pytest.mark.parametrize(("use", "asked"), [("sorcery-move", "army-move"), ("sorcery-attack", "attack")])
def test_great_sorcery_moves_his_army_or_lets_it_attack_once_a_turn(use, asked):
    play = lords_game(
        dice=(["event"], ["muster", "muster"]),
        to_act=SH,
        at_war=("sauron", "gondor"),
        forces={
            "osgiliath": {"sauron-regular": 2, NUMENOREAN: 1},
            "minas-tirith": {"gondor-regular": 5},
            "dagorlad": {"sauron-regular": 2, "nazgul": 1},
        },
    )
    play.choose(SH, f"muster:{use}")
    assert kinds(play) == [asked]
    assert {pair.partition(">")[0] for pair in play.pending[0].options.values} == {"osgiliath"}
    assert lords(play.state).sorcery_used is True
    assert "muster:sorcery-move" not in options(play.state, SH)


@pytest.mark.rule("LM-11.9")
def test_besieged_he_conjures_a_sortie():
    play = mustering(
        at_war=("sauron",),
        forces={"barad-dur": {"gondor-regular": 1}, "barad-dur/inside": {"sauron-regular": 2, NUMENOREAN: 1}},
    )
    assert "muster:sorcery-move" not in options(play.state, SH)
    play.choose(SH, "muster:sorcery-attack")
    assert play.pending[0].options.values == ["barad-dur>barad-dur"]


@pytest.mark.rule("LM-11.9")
def test_without_an_army_there_is_no_sorcery():
    play = mustering(at_war=("sauron",), forces={"osgiliath": {NUMENOREAN: 1}})
    with pytest.raises(IllegalChoice, match="cannot move by Great Sorcery now"):
        play.choose(SH, "muster:sorcery-move")


# -- the Witch-kings ---------------------------------------------------------------------------------


@pytest.mark.rule("LM-11.10")
def test_the_chief_comes_to_the_fellowship_and_rouses_nobody():
    play = mustering(fellowship={"region": "hollin"})
    active = list(play.state.active)
    assert comes(play, f"{CHIEF}@hollin") == f"hollin/{SH}"
    assert play.state.active == active
    assert lords(play.state).witch_king_came is True


@pytest.mark.rule("LM-11.10")
@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({}, "an unconquered Stronghold of the Free Peoples"),
        ({"fellowship": {"region": None, "mordor": 1}}, "comes to the Fellowship, or in the Black Captain"),
        ({"fellowship": {"region": "hollin"}, "eliminated": [CAPTAIN]}, "none enters play again"),
        ({"fellowship": {"region": "hollin"}, "forces": AT_DOL_GULDUR}, "in play already"),
    ],
)
def test_the_chief_does_not_come_everywhere(parts, why):
    assert why in refused(mustering(**parts), f"{CHIEF}@{'hollin' if 'fellowship' in parts else 'rivendell'}")


@pytest.mark.rule("LM-11.10")
def test_whoever_calls_the_black_captain_does_not_get_the_chief():
    """Where only the Chief can come, his whole name, what is short for him, or his region means him."""

    def typed(line):
        play = mustering(fellowship={"region": "hollin"})
        play.play(SH, texts(f"muster: minion; minion: {line}"))
        return place_of(play.state, CHIEF)

    assert {typed(line) for line in ("chief at hollin", "wk at hollin", "hollin")} == {f"hollin/{SH}"}
    with pytest.raises(IllegalChoice, match="Sauron and a Nation of the Free Peoples at war"):
        typed("witch-king at hollin")


@pytest.mark.rule("LM-11.10")
@pytest.mark.parametrize("name", ["witch-king", "chief"])
def test_the_chief_on_the_map_answers_to_the_name_of_witch_king(name):
    play = lords_game(dice=(["event"], ["army"]), to_act=SH, forces=AT_DOL_GULDUR)
    play.play(SH, texts(f"army: move-armies; dol-guldur > north-anduin-vale; with: sauron 5r, {name}"))
    assert place_of(play.state, CHIEF) == f"north-anduin-vale/{SH}"


@pytest.mark.rule("LM-11.10", "LM-11.11", "LM-3.6")
@pytest.mark.parametrize("where", [{"region": "hollin"}, {"region": None, "mordor": 1}])
def test_the_chief_takes_the_place_of_the_black_captain_once(where):
    play = mustering(
        forces={"dol-guldur": {"sauron-regular": 5, CAPTAIN: 1}},
        fellowship=where,
        sets={"lords": Lords(witch_king_came=True)},
        minion_seen=True,
    )
    assert comes(play, f"{CHIEF}@dol-guldur") == f"dol-guldur/{SH}"
    assert place_of(play.state, CAPTAIN) is None
    assert CAPTAIN not in play.state.eliminated
    assert lords(play.state).witch_king_changed is True


@pytest.mark.rule("LM-11.11")
def test_the_black_captain_takes_the_place_of_the_chief_and_all_take_arms():
    def with_the_chief(*at_war):
        return mustering(forces=AT_DOL_GULDUR, at_war=at_war, sets={"lords": Lords(witch_king_came=True)})

    play = with_the_chief("sauron", "gondor")
    assert comes(play, f"{CAPTAIN}@dol-guldur") == f"dol-guldur/{SH}"
    assert place_of(play.state, CHIEF) is None
    assert {"rohan", "north", "dwarves", "elves", "gondor"} <= set(play.state.active)
    assert play.state.minion_seen is True
    play = with_the_chief()
    assert "needs Sauron and a Nation" in refused(play, f"{CAPTAIN}@dol-guldur")
    play = with_the_chief("sauron", "gondor")
    assert "in the place of" in refused(play, f"{CAPTAIN}@minas-morgul")


@pytest.mark.rule("LM-11.11")
def test_the_witch_king_changes_once_in_a_game():
    changed = {"lords": Lords(witch_king_came=True, witch_king_changed=True)}
    play = mustering(forces=AT_DOL_GULDUR, at_war=("sauron", "gondor"), sets=changed)
    assert "has changed once already" in refused(play, f"{CAPTAIN}@dol-guldur")
    play = mustering(
        forces={"dol-guldur": {"sauron-regular": 5, CAPTAIN: 1}},
        fellowship={"region": "hollin"},
        sets=changed,
        minion_seen=True,
    )
    assert "has changed once already" in refused(play, f"{CHIEF}@dol-guldur")


def with_a_card(card, die, *, region="hollin", table=()):
    play = lords_game(
        dice=(["event"], [die]),
        to_act=SH,
        forces={
            "hollin": {"sauron-regular": 1, CHIEF: 1},
            "orthanc": {"isengard-regular": 1, "saruman": 1},
        },
        fellowship={"region": region},
        minion_seen=True,
        **{**held(SH, card), **on_the_table(*table)},
    )
    play.choose(SH, f"{die}:play" if die != "event" else "event:play-event")
    if kinds(play) == ["card"]:
        play.choose(SH, card)
    return play


@pytest.mark.rule("LM-11.12")
@pytest.mark.parametrize(("region", "draws"), [("hollin", True), ("moria", False)])
def test_the_spear_of_terror_draws_for_a_character_card_beside_the_fellowship(region, draws):
    play = with_a_card("lome-sh-char-26", "character", region=region)
    assert ("spear-of-terror" in kinds(play)) is draws
    if draws:
        play.choose(SH, "draw" if "draw" in play.pending[0].options.values else "use")
        assert len(play.state.hands[SH]) == 1


@pytest.mark.rule("LM-11.12")
def test_beside_the_palantir_there_is_only_one_card():
    play = with_a_card("lome-sh-char-26", "event", table=(PALANTIR,))
    assert "spear-of-terror" not in kinds(play)
    play.choose(SH, "character")
    assert len(play.state.hands[SH]) == 1
    assert "spear-of-terror" not in kinds(play)


@pytest.mark.rule("LM-11.12")
def test_the_palantir_itself_draws_no_card_and_the_spear_does():
    play = with_a_card(PALANTIR, "event")
    assert kinds(play) == ["spear-of-terror"]


# -- Captain of Despair ------------------------------------------------------------------------------


@pytest.mark.rule("LM-12.7")
def test_with_captain_of_despair_a_character_result_becomes_an_eye():
    play = lords_game(
        dice=(["event"], ["balrog/character", "character", "army"]),
        to_act=SH,
        forces={"hollin": {"sauron-regular": 1, CHIEF: 1}, "moria": {"sauron-regular": 1, "balrog": 1}},
        **on_the_table(DESPAIR),
    )
    play.choose(SH, "balrog/character:move-nazgul")
    while kinds(play) != ["action"]:
        asked = play.pending[0]
        play.choose(asked.seat, None if asked.may_pass else asked.fallback_choice())
    assert play.state.hunt_box == {FP: 0, SH: 0, "balrog/eye": 1}
    play.choose(FP, "skip:event")
    play.choose(SH, "character:move-nazgul")
    while kinds(play) != ["action"]:
        asked = play.pending[0]
        play.choose(asked.seat, None if asked.may_pass else asked.fallback_choice())
    assert play.state.hunt_box == {FP: 0, SH: 1, "balrog/eye": 1}
    turned = [{"side": SH, "die": die, "result": "eye"} for die in ("balrog/character", "character")]
    assert told(play, "die-turned") == turned


@pytest.mark.rule("LM-12.7", "LM-11.9")
def test_a_muster_result_that_great_sorcery_uses_becomes_an_eye_too():
    play = mustering(
        at_war=("sauron",),
        forces={"osgiliath": {"sauron-regular": 1, NUMENOREAN: 1}, "hollin": {"sauron-regular": 1, CHIEF: 1}},
        minion_seen=True,
        **on_the_table(DESPAIR),
    )
    play.choose(SH, "muster:sorcery-move")
    play.choose(SH, "osgiliath>north-ithilien")
    while kinds(play) != ["action"]:
        play.choose(SH, play.pending[0].fallback_choice())
    assert play.state.hunt_box[SH] == 1


@pytest.mark.rule("LM-12.7")
def test_the_die_that_plays_it_and_dice_that_show_something_else_do_not():
    play = with_a_card(DESPAIR, "character", region="moria")
    assert play.state.table[SH] == [DESPAIR]
    assert play.state.hunt_box[SH] == 0


@pytest.mark.parametrize("cause", ["balrog", CAPTAIN, PALANTIR, "hunt", "mordor", "stronghold"])
def test_a_tile_is_told_with_whatever_had_it_drawn(cause):
    """A card, a Minion, or the Hunt itself: none is without words."""
    words = TITLE.sentence(LogLine("tile-drawn", {"tile": next(iter(TILES)), "cause": cause}, EVERYONE))
    assert words.startswith("Hunt tile")
    assert cause not in words or cause == "hunt"
