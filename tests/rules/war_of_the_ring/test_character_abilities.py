"""What each character is able to do, in battle and as an action (WR-18, WR-9.10)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.base.abilities import voice_options
from rules.war_of_the_ring.turns.action_dice import options, uses
from rules.war_of_the_ring.war.battle import attack_pairs
from rules.war_of_the_ring.war.movement import move_pairs
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, begin, holding, left
from tests.rules.war_of_the_ring.positions import game, kinds, position

# -- abilities in battle (WR-18) ---------------------------------------------------------------------


@pytest.mark.rule("WR-18", "WR-10.10")
@pytest.mark.parametrize(
    ("companion", "dice"),
    [
        ("gandalf-the-grey", 2),
        ("strider", 2),
        ("aragorn", 2),
        ("boromir", 2),
        ("legolas", 2),
        ("gimli", 2),
        ("gandalf-the-white", 1),
        ("meriadoc", 1),
        ("peregrin", 1),
    ],
)
def test_captain_of_the_west(companion, dice):
    play = begin([], shadow={"sauron-regular": 1}, free={"gondor-regular": 1, companion: 1})
    assert len(told(play, "combat-rolled")[1]["dice"]) == dice


@pytest.mark.rule("WR-18", "WR-10.10")
def test_a_captain_in_the_rearguard_brings_no_die():
    play = begin(
        [[1], [1]],
        attacker=FP,
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 2, "boromir": 1},
        party={"gondor-regular": 1},
    )
    assert told(play, "combat-rolled")[0]["dice"] == [1]


RIDER = {"gondor-regular": 3, "gandalf-the-white": 1, "gondor-leader": 1}


@pytest.mark.rule("WR-18")
def test_the_white_rider_cancels_the_leadership_of_all_nazgul_for_his_own():
    play = begin(
        [[1] * 5, [1] * 3, [6], [1] * 4, [1] * 3, [1]],
        shadow={"sauron-regular": 5, "nazgul": 2, "witch-king": 1},
        free=RIDER,
    )
    assert kinds(play) == ["white-rider"]
    play.choose(FP, "use")
    # only the Leader rolls again: neither Nazgûl nor Gandalf himself
    assert [(d["side"], len(d["dice"])) for d in told(play, "leader-rerolled")] == [(FP, 1)]
    play.choose(SH, "continue")
    play.choose(FP, None)
    assert [(d["side"], len(d["dice"])) for d in told(play, "leader-rerolled")][1:] == [(FP, 1)]


@pytest.mark.rule("WR-18", "WR-10.5")
def test_the_white_rider_decides_before_the_choice_of_field_or_stronghold():
    play = begin(
        [],
        region="helms-deep",
        source="fords-of-isen",
        shadow={"isengard-regular": 3, "nazgul": 1},
        free=RIDER,
    )
    assert kinds(play) == ["white-rider"]
    play.choose(FP, "use")
    assert kinds(play) == ["stand"]


@pytest.mark.rule("WR-18")
def test_the_white_rider_may_be_held_back():
    play = begin(
        [[1] * 3, [1] * 3, [1] * 2, [1] * 2],
        shadow={"sauron-regular": 3, "nazgul": 2},
        free=RIDER,
    )
    play.choose(FP, None)
    assert [len(d["dice"]) for d in told(play, "leader-rerolled")] == [2, 2]


@pytest.mark.rule("WR-18")
def test_the_white_rider_leaves_minions_and_isengard_their_leadership():
    play = begin(
        [[1] * 4, [1] * 3, [1] * 4, [1]],
        shadow={"isengard-elite": 2, "isengard-regular": 2, "mouth-of-sauron": 1, "nazgul": 1},
        free=RIDER,
        elsewhere={"orthanc": {"saruman": 1, "isengard-regular": 1}},
        minion_seen=True,
    )
    play.choose(FP, "use")
    assert [(d["side"], len(d["dice"])) for d in told(play, "leader-rerolled")] == [(SH, 4), (FP, 1)]


@pytest.mark.rule("WR-18", "WR-10.8")
@pytest.mark.combat_card("mighty-attack")
def test_leadership_given_up_by_the_white_rider_cannot_be_given_up_again():
    play = begin(
        [[1], [1] * 2],
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 2, "gandalf-the-white": 1},
        cards=("fp-char-06",),
    )
    play.choose(FP, "use")
    play.choose(FP, "fp-char-06")
    assert kinds(play) == ["continue"]
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 1, "nazgul": 1}


@pytest.mark.rule("WR-18")
@pytest.mark.parametrize(
    ("shadow", "free"),
    [
        ({"sauron-regular": 1, "mouth-of-sauron": 1}, {"gondor-regular": 1, "gandalf-the-white": 1}),
        ({"sauron-regular": 1, "nazgul": 1}, {"gondor-regular": 1, "gandalf-the-grey": 1}),
    ],
)
def test_the_white_rider_is_asked_only_against_nazgul(shadow, free):
    assert kinds(begin([], shadow=shadow, free=free)) != ["white-rider"]


@pytest.mark.rule("WR-18", "WR-5.4")
@pytest.mark.parametrize("attacker", [SH, FP])
@pytest.mark.parametrize(("card", "deck"), [("sh-char-01", "character"), ("sh-str-22", "strategy")])
def test_sorcerer_draws_from_the_deck_of_the_card_he_laid(attacker, card, deck):
    play = begin(
        [],
        attacker=attacker,
        shadow={"sauron-regular": 1, "witch-king": 1},
        free={"gondor-regular": 1},
        cards=(card,),
        fellowship={"region": "dagorlad"},
    )
    play.choose(SH, card)
    assert kinds(play) == ["sorcerer"]
    play.choose(SH, "draw")
    assert told(play, "card-drawn")[-1] == {"side": SH, "deck": deck, "cause": "sorcerer"}
    assert len(play.state.hands[SH]) == 1


@pytest.mark.rule("WR-18")
def test_sorcerer_is_for_the_first_round_only():
    play = begin(
        [[1] * 2, [1] * 2, [1] * 2] * 2,
        shadow={"sauron-regular": 2, "witch-king": 1},
        free={"gondor-regular": 2},
        cards=("sh-str-01", "sh-str-10"),
    )
    play.choose(SH, None)
    play.choose(SH, "continue")
    play.choose(FP, None)
    play.choose(SH, "sh-str-10")
    assert kinds(play) == ["continue"]


@pytest.mark.rule("WR-18")
def test_sorcerer_needs_the_witch_king_in_the_battle():
    play = begin(
        [[1], [1]],
        shadow={"sauron-regular": 2, "witch-king": 1},
        party={"sauron-regular": 1},
        free={"gondor-regular": 1},
        cards=("sh-str-01",),
    )
    play.choose(SH, "sh-str-01")
    assert kinds(play) != ["sorcerer"]


@pytest.mark.rule("WR-18")
def test_a_cancelled_card_still_lets_the_sorcerer_draw():
    play = begin(
        [],
        shadow={"sauron-regular": 1, "witch-king": 1},
        free={"gondor-regular": 1, "meriadoc": 1},
        cards=("sh-str-01", "fp-char-11"),
    )
    play.choose(SH, "sh-str-01")
    play.choose(FP, "fp-char-11")
    assert kinds(play) == ["sorcerer"]


@pytest.mark.rule("WR-18", "WR-5.2")
def test_sorcerer_is_not_asked_when_the_deck_is_empty():
    parts = holding("sh-str-01")
    gone = list(parts["decks"][f"{SH}/strategy"])
    parts["decks"][f"{SH}/strategy"] = []
    play = begin(
        [[1], [1], [1]],
        shadow={"sauron-regular": 1, "witch-king": 1},
        free={"gondor-regular": 1},
        discards=gone,
        **parts,
    )
    play.choose(SH, "sh-str-01")
    assert kinds(play) == ["continue"]


@pytest.mark.rule("WR-18", "WR-1.6")
@pytest.mark.parametrize("saruman", [True, False])
def test_servants_of_the_white_hand_lead_moves_and_attacks(saruman):
    s = position(
        forces={
            "orthanc": {"isengard-regular": 1, **({"saruman": 1} if saruman else {})},
            "gap-of-rohan": {"isengard-elite": 1},
            "fords-of-isen": {"rohan-regular": 1},
        },
        at_war=("isengard",),
        minion_seen=saruman,
    )
    assert ("gap-of-rohan>enedwaith" in move_pairs(s, SH, with_leader=True)) is saruman
    assert ("gap-of-rohan>fords-of-isen" in attack_pairs(s, SH, with_leader=True)) is saruman


@pytest.mark.rule("WR-1.6", "WR-9.5")
def test_saruman_leads_an_attack_out_of_orthanc_but_no_move_and_does_not_advance():
    parts = {
        "forces": {
            "orthanc": {"isengard-regular": 2, "saruman": 1},
            "fords-of-isen": {"rohan-regular": 1},
            "gap-of-rohan": {},
        },
        "at_war": ("isengard", "rohan"),
        "minion_seen": True,
    }
    s = position(**parts)
    assert "orthanc>gap-of-rohan" not in move_pairs(s, SH, with_leader=True)
    play = game([[6, 1], [1], [1]], dice=([], ["character", "event"]), **parts)
    play.choose(SH, "character:leader-attack")
    play.choose(SH, "orthanc>fords-of-isen")
    play.choose(SH, {"isengard-regular": 2, "saruman": 1})
    assert kinds(play) == ["advance"]
    assert play.pending[0].options.limits == {"isengard-regular": 2}


# -- abilities as actions (WR-18, WR-9.10) -----------------------------------------------------------


@pytest.mark.rule("WR-18", "WR-9.10", "WR-13.2")
@pytest.mark.parametrize(
    ("companion", "region", "nation", "captured", "can"),
    [
        ("boromir", "minas-tirith", "gondor", [], True),
        ("boromir", "dol-amroth", "gondor", [], True),
        ("boromir", "pelargir", "gondor", [], True),
        ("boromir", "pelargir", "gondor", ["pelargir"], False),
        ("boromir", "lossarnach", "gondor", [], False),  # a Town
        ("legolas", "woodland-realm", "elves", [], True),
        ("legolas", "lorien", "elves", [], True),
        ("legolas", "lorien", "elves", ["lorien"], False),
        ("legolas", "dale", "elves", [], False),
        ("gimli", "erebor", "dwarves", [], True),
        ("gimli", "erebor", "dwarves", ["erebor"], False),
        ("gimli", "iron-hills", "dwarves", [], False),
    ],
)
@pytest.mark.parametrize("die", ["character", "muster", "event"])
def test_envoys_move_their_nation_with_any_die(companion, region, nation, captured, can, die):
    forces = {region: {companion: 1, **({} if captured else {f"{nation}-regular": 1})}}
    play = game(forces=forces, dice=([die, "event"], []), captured=captured)
    assert (f"{die}:{companion}" in options(play.state, FP)) is can
    if can:
        step = play.state.steps[nation]
        play.choose(FP, f"{die}:{companion}")
        assert play.state.steps[nation] == step - 1


@pytest.mark.rule("WR-18", "WR-13.2")
def test_an_envoy_cannot_bring_a_passive_nation_to_war():
    s = position(
        forces={"minas-tirith": {"gondor-regular": 1, "boromir": 1}},
        steps={**position().steps, "gondor": 1},
    )
    assert "boromir" not in uses(s, FP, "event")


@pytest.mark.rule("WR-18", "WR-7.5")
def test_the_voice_of_saruman_musters_in_every_isengard_settlement():
    play = game(
        forces={"orthanc": {"saruman": 1}, "north-dunland": {}, "south-dunland": {"rohan-regular": 1}},
        dice=([], ["muster", "event"]),
        at_war=("isengard",),
        minion_seen=True,
    )
    play.choose(SH, "muster:voice")
    play.choose(SH, "recruit")
    assert left(play, SH, "orthanc") == {"isengard-regular": 1, "saruman": 1}
    assert left(play, SH, "north-dunland") == {"isengard-regular": 1}
    assert left(play, SH, "south-dunland") == {}  # an enemy Army is there


@pytest.mark.rule("WR-18")
@pytest.mark.parametrize(("regulars", "promoted"), [(3, 2), (1, 1)])
def test_the_voice_of_saruman_turns_regulars_in_orthanc_to_elites(regulars, promoted):
    play = game(
        forces={"orthanc": {"isengard-regular": regulars, "saruman": 1}},
        dice=([], ["muster", "event"]),
        at_war=("isengard",),
        minion_seen=True,
    )
    play.choose(SH, "muster:voice")
    play.choose(SH, "promote")
    army = left(play, SH, "orthanc")
    assert army["isengard-elite"] == promoted
    assert army.get("isengard-regular", 0) == regulars - promoted


@pytest.mark.rule("WR-18")
@pytest.mark.parametrize(
    ("parts", "can"),
    [
        ({"orthanc": {"isengard-regular": 1}}, False),  # Saruman is not in play
        ({"orthanc": {"rohan-regular": 1}, "orthanc/inside": {"isengard-regular": 1, "saruman": 1}}, False),
        ({"orthanc": {"isengard-regular": 1, "saruman": 1}}, True),
    ],
)
def test_the_voice_of_saruman_is_silent_without_him_or_under_siege(parts, can):
    s = position(forces=parts, at_war=("isengard",), minion_seen=True)
    assert bool(voice_options(s)) is can


@pytest.mark.rule("WR-18")
def test_the_messenger_uses_one_muster_die_a_turn_as_an_army_die():
    play = game(
        forces={
            "minas-morgul": {"sauron-regular": 2, "mouth-of-sauron": 1},
            "barad-dur": {"sauron-regular": 1},
        },
        dice=([], ["muster", "muster", "event"]),
        at_war=("sauron",),
        minion_seen=True,
    )
    assert "muster:move-armies" in options(play.state, SH)
    play.choose(SH, "muster:move-armies")
    play.choose(SH, "minas-morgul>gorgoroth")
    play.choose(SH, {"sauron-regular": 1})
    play.choose(SH, None)
    assert play.state.messenger_used
    assert "muster:move-armies" not in options(play.state, SH)
    assert "muster:attack" not in options(play.state, SH)


@pytest.mark.rule("WR-18")
def test_without_the_mouth_of_sauron_a_muster_die_moves_no_army():
    s = position(forces={"barad-dur": {"sauron-regular": 1}}, dice=([], ["muster"]), at_war=("sauron",))
    assert "move-armies" not in uses(s, SH, "muster")


@pytest.mark.rule("WR-18", "WR-14.7")
@pytest.mark.parametrize(("guide", "can"), [("strider", True), ("gandalf-the-grey", False)])
@pytest.mark.parametrize("die", ["muster", "event", "muster-army"])
def test_strider_hides_the_fellowship_with_any_die(guide, die, can):
    s = position(fellowship={"guide": guide, "hidden": False}, dice=([die], []))
    assert ("hide-fellowship" in uses(s, FP, die)) is can
