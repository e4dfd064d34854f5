"""Kings' cards that lie on the table: what they do there, and what ends them (KM-6.6, KM-13)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.kings import sovereigns
from rules.war_of_the_ring.sets.kings.state import DOUBTFUL, FOLLY, PALANTIR, THREATS, kings
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.events import answer, done
from tests.rules.war_of_the_ring.kings.cards import begin, lies_on, may_play, play_card, realm
from tests.rules.war_of_the_ring.kings.positions import BOTH
from tests.rules.war_of_the_ring.positions import kinds, position

STORMCROW = "kome-sh-str-06"
FOLLY_ENDS = "discard-stewards-folly"
DOUBT_ENDS = "discard-doubtful-welcome"
PALANTIR_ENDS = "discard-palantir-of-barad-dur"
OF_ORTHANC = "sh-char-21"


def ends(play, use, die, card):
    """Let the Free Peoples end a card by a die, where that is possible; returns whether it was."""
    if f"{die}:{use}" not in options(play.state, FP):
        with pytest.raises(IllegalChoice, match="cannot be discarded so now"):
            play.choose(FP, f"{die}:{use}")
        assert card in play.state.table[SH]
        return False
    play.choose(FP, f"{die}:{use}")
    assert play.state.table[SH] == []
    assert card in play.state.discards
    assert told(play, "table-card-discarded") == [{"card": card, "why": "paid"}]
    assert play.state.dice[FP] == []
    return True


# -- Denethor's Folly --------------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-6.2")
@pytest.mark.card("kome-sh-str-03")
@pytest.mark.parametrize(
    ("parts", "may"),
    [
        ({}, True),
        (realm(corrupted=("denethor",)), True),
        (realm(awakened=("denethor",)), False),
        (realm(gone=("denethor",)), False),
    ],
)
def test_the_folly_needs_denethor_in_play_and_not_awakened(parts, may):
    assert may_play(FOLLY, **parts) is may


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-03")
def test_the_folly_lies_on_the_table_and_kills_nobody():
    play = play_card(FOLLY)
    assert play.state.table[SH] == [FOLLY]
    assert told(play, "struck-down") == []
    assert done(play)


BESIEGED = {
    "minas-tirith": {"sauron-regular": 5},
    "minas-tirith/inside": {"gondor-regular": 2},
    "osgiliath": {"gondor-regular": 2},
    "north-ithilien": {"sauron-regular": 3},
}


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-03")
@pytest.mark.parametrize(
    ("where", "attack", "bars"),
    [
        ("minas-tirith/inside", "minas-tirith>minas-tirith", True),
        ("minas-tirith/inside", "north-ithilien>osgiliath", False),
        ("osgiliath", "minas-tirith>minas-tirith", True),
        ("osgiliath", "north-ithilien>osgiliath", True),
    ],
)
def test_no_free_peoples_combat_card_in_his_city_or_where_he_is(where, attack, bars):
    forces = {**BESIEGED, where: {**BESIEGED[where], "denethor-leader": 1}}
    play = begin(
        cards=("kome-fp-str-08", "sh-char-16"),
        table=(FOLLY,),
        dice=([], ["army", "event"]),
        to_act=SH,
        at_war=("sauron", "gondor"),
        forces=forces,
    )
    source, _, region = attack.partition(">")
    play.choose(SH, "army:attack")
    play.choose(SH, attack)
    answer(play, forces[source])
    if kinds(play) == ["stand"]:
        play.choose(FP, "field")
    asked = [one.seat for one in play.pending if one.kind == "combat-card"]
    while kinds(play) == ["combat-card"]:
        asked.append(play.pending[0].seat)
        play.choose(play.pending[0].seat, None)
    assert (FP not in asked) is bars
    assert table_cards.combat_card_allowed(position(options={"kings": True}), FP, region)


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-03")
def test_in_his_city_the_corrupted_denethor_bars_combat_cards_too():
    s = begin(table=(FOLLY,), dice=(["event"], ["event"]), **realm(corrupted=("denethor",))).state
    assert not table_cards.combat_card_allowed(s, FP, "minas-tirith")
    assert table_cards.combat_card_allowed(s, FP, "osgiliath")
    assert table_cards.combat_card_allowed(s, SH, "minas-tirith")


@pytest.mark.rule("KM-6.6", "KM-13")
@pytest.mark.card("kome-sh-str-03")
def test_the_folly_keeps_denethor_from_awakening():
    for table, may in (((), True), ((FOLLY,), False)):
        play = begin(table=table, dice=(["muster"], ["event"]), at_war=("gondor",))
        assert ("denethor@minas-tirith" in sovereigns.awakenings(play.state)) is may


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-03")
def test_the_folly_stays_when_denethor_is_corrupted_and_ends_when_he_is_removed():
    play = begin(
        [["std-2-1"]],
        cards=(STORMCROW,),
        table=(FOLLY,),
        dice=(["event"], ["event"]),
        to_act=SH,
        **realm(
            tiles={"denethor": ["std-1-1"]},
            forces={"minas-tirith": {"gondor-regular": 2, "denethor-leader": 1, "boromir": 1}},
        ),
        fellowship={"region": "hollin"},
    )
    answer(play, "event:play-event", STORMCROW)
    assert sovereigns.state_of(play.state, "denethor") == "corrupted"
    assert play.state.table[SH] == [FOLLY]
    play = begin(
        table=(FOLLY,),
        dice=(["character"], ["event"]),
        **realm(corrupted=("denethor",), forces={"minas-tirith": {"gondor-regular": 2, "boromir": 1}}),
    )
    play.choose(FP, "character:remove-corrupted")
    assert sovereigns.state_of(play.state, "denethor") == "gone"
    assert play.state.table[SH] == []
    assert told(play, "table-card-discarded") == [{"card": FOLLY, "why": "condition-lost"}]


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-03")
def test_the_folly_ends_when_denethor_falls_in_battle():
    play = begin(
        [[6, 6, 6], [1]],
        table=(FOLLY,),
        dice=(["event"], ["army"]),
        to_act=SH,
        at_war=("sauron",),
        forces={
            "osgiliath": {"gondor-regular": 1, "denethor-leader": 1},
            "north-ithilien": {"sauron-regular": 3},
        },
    )
    answer(play, "army:attack", "north-ithilien>osgiliath", {"sauron-regular": 3})
    while kinds(play) != ["action"]:
        asked = play.pending[0]
        play.choose(asked.seat, None if asked.may_pass else next(asked.legal()))
    assert sovereigns.state_of(play.state, "denethor") == "gone"
    assert play.state.table[SH] == []


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-03")
@pytest.mark.parametrize(
    ("die", "forces", "may"),
    [
        ("will-of-the-west", {}, True),
        ("event", {}, False),
        ("event", {"minas-tirith": {"gondor-regular": 1, "denethor-leader": 1, "gandalf-the-grey": 1}}, True),
        ("army", {"minas-tirith": {"gondor-regular": 1, "denethor-leader": 1, "gandalf-the-white": 1}}, True),
        ("event", {"minas-tirith": {"gondor-regular": 1, "denethor-leader": 1, "strider": 1}}, False),
        ("event", {"osgiliath": {"gondor-regular": 1, "aragorn": 1}}, False),
        ("event", {"osgiliath": {"gondor-regular": 1, "denethor-leader": 1, "aragorn": 1}}, True),
        (
            "event",
            {"osgiliath": {"denethor-leader": 1, "gondor-regular": 1}, "minas-tirith": {"aragorn": 1}},
            True,
        ),
    ],
)
def test_the_folly_is_ended_by_the_will_of_the_west_or_by_counsel(die, forces, may):
    play = begin(table=(FOLLY,), dice=([die], ["event"]), forces=forces)
    assert ends(play, FOLLY_ENDS, die, FOLLY) is may


@pytest.mark.rule("KM-10.5", "KM-13")
@pytest.mark.card("kome-sh-str-03")
def test_gandalf_gives_counsel_in_the_form_of_lords_too():
    forces = {
        "minas-tirith": {"gondor-regular": 1, "denethor-leader": 1, "gandalf-the-grey-keeper-of-narya": 1}
    }
    with_lords = {**BOTH, "council_of_rivendell": True}
    play = begin(table=(FOLLY,), dice=(["event"], ["event"]), options=with_lords, forces=forces)
    assert ends(play, FOLLY_ENDS, "event", FOLLY)


# -- Your Welcome Is Doubtful ------------------------------------------------------------------------


@pytest.mark.rule("KM-6.6", "KM-13")
@pytest.mark.card("kome-sh-char-25")
def test_while_the_welcome_is_doubtful_a_sovereign_awakens_only_for_a_nation_at_war():
    play = play_card(DOUBTFUL)
    assert play.state.table[SH] == [DOUBTFUL]
    for at_war in ((), ("rohan",)):
        active = [*position().active, "rohan"]
        parts = {"at_war": at_war} if at_war else {"active": active}
        play = begin(table=(DOUBTFUL,), dice=(["muster"], ["event"]), **parts)
        assert ("theoden@edoras" in sovereigns.awakenings(play.state)) is bool(at_war)


@pytest.mark.rule("KM-6.8", "KM-13")
@pytest.mark.card("kome-sh-char-25")
def test_while_the_welcome_is_doubtful_no_companion_takes_a_tile_away():
    forces = {"erebor": {"dwarves-regular": 1, "dain-leader": 1, "gimli": 1}}
    for table, left in (((), []), ((DOUBTFUL,), ["std-1-1"])):
        play = begin(
            table=table, dice=(["event"], ["event"]), **realm(forces=forces, tiles={"dain": ["std-1-1"]})
        )
        play.choose(FP, "event:gimli")
        if kinds(play) == ["remove-corruption"]:
            play.choose(FP, "use")
        assert lies_on(play, "dain") == left


@pytest.mark.rule("KM-6.9", "KM-13")
@pytest.mark.card("kome-sh-char-25")
def test_a_doubtful_welcome_does_not_keep_a_corrupted_sovereign():
    forces = {"minas-tirith": {"gondor-regular": 2, "boromir": 1}}
    play = begin(
        table=(DOUBTFUL,),
        dice=(["character"], ["event"]),
        **realm(corrupted=("denethor",), forces=forces),
    )
    assert "character:remove-corrupted" in options(play.state, FP)


EDORAS = {"rohan-regular": 1, "theoden-leader": 1}


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-char-25")
@pytest.mark.parametrize(
    ("die", "parts", "may"),
    [
        ("will-of-the-west", {}, True),
        ("character", {}, False),
        ("character", realm(forces={"edoras": {**EDORAS, "gimli": 1}}), True),
        ("muster", realm(forces={"edoras": {**EDORAS, "gimli": 1}}), False),
        ("character", realm(awakened=("dain",)), False),
        ("character", realm(forces={"edoras": {"rohan-regular": 1, "theoden": 1, "gimli": 1}}), True),
        ("character", realm(forces={"erebor": {"dwarves-regular": 1, "dain": 1, "brand": 1}}), True),
        (
            "character",
            realm(corrupted=("theoden",), forces={"edoras": {"rohan-regular": 1, "gimli": 1}}),
            False,
        ),
        ("character", {"fellowship": {"region": "edoras"}}, False),
    ],
)
def test_the_doubt_is_ended_by_the_will_of_the_west_or_by_a_companion_beside_a_sovereign(die, parts, may):
    play = begin(table=(DOUBTFUL,), dice=([die], ["event"]), **parts)
    assert ends(play, DOUBT_ENDS, die, DOUBTFUL) is may


# -- Threats and Promises ----------------------------------------------------------------------------


@pytest.mark.rule("KM-6.6", "KM-13", "WR-13.5")
@pytest.mark.card("kome-sh-str-05")
def test_threats_and_promises_hold_passive_nations_and_sleeping_sovereigns():
    play = play_card(THREATS, enemy_dice=("muster", "fp-ruler/event", "fp-ruler/muster"), at_war=("rohan",))
    possible = options(play.state, FP)
    assert "muster:awaken" not in possible
    assert "fp-ruler/muster:awaken" not in possible
    assert "fp-ruler/event:awaken" in possible
    answer(play, "muster:diplomacy")  # of those that are not at war only the Elves are active
    assert play.state.steps["elves"] == position().steps["elves"] - 1
    assert play.state.table[SH] == [THREATS]


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-05")
def test_an_attack_that_advances_a_nation_ends_threats_and_promises():
    play = begin(
        table=(THREATS,),
        dice=(["event"], ["army"]),
        to_act=SH,
        at_war=("sauron",),
        forces={"dimrill-dale": {"sauron-regular": 3}},
    )
    answer(play, "army:attack", "dimrill-dale>lorien", {"sauron-regular": 3})
    assert THREATS in play.state.discards


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-05")
def test_what_a_companion_can_do_ends_threats_and_promises():
    forces = {"erebor": {"dwarves-regular": 1, "dain-leader": 1, "gimli": 1}}
    play = begin(table=(THREATS,), dice=(["event"], ["event"]), forces=forces)
    play.choose(FP, "event:gimli")
    assert THREATS in play.state.discards


@pytest.mark.rule("KM-7.7", "KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-05")
def test_a_sovereign_who_is_corrupted_ends_threats_and_promises():
    play = begin(
        [["std-2-1"]],
        table=(THREATS,),
        dice=(["event"], ["event"]),
        hunt_box={FP: 0, SH: 2},
        to_act=SH,
    )
    play.choose(SH, "attempt:brand")
    assert sovereigns.corrupted(play.state) == ["brand"]
    assert THREATS in play.state.discards
    assert told(play, "table-card-discarded") == [{"card": THREATS, "why": "sovereign-corrupted"}]


# -- The Palantír of Barad-dûr -----------------------------------------------------------------------


def stone(*dice, cards=(), table=(PALANTIR,), **parts):
    """Begin where the Shadow acts with the stone before it."""
    return begin(cards=cards, table=table, dice=(["event", "event"], list(dice)), to_act=SH, **parts)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-25")
@pytest.mark.parametrize(
    ("die", "may"),
    [
        ("muster", True),
        ("muster-army", True),
        ("shadow-ruler/muster", True),
        ("army", False),
        ("character", False),
    ],
)
def test_a_muster_result_is_as_good_as_an_event(die, may):
    play = stone(die, cards=("sh-char-16",))
    possible = options(play.state, SH)
    assert (f"{die}:draw" in possible) is may
    assert (f"{die}:play-event" in possible) is may
    assert f"{die}:draw" not in options(stone(die, table=()).state, SH)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-25")
def test_the_stone_serves_once_in_a_turn():
    play = stone("muster", "muster", "event")
    answer(play, "muster:draw", "character")
    assert [line["deck"] for line in told(play, "card-drawn")] == ["character"]
    assert kings(play.state).palantir_used
    answer(play, "skip:event")
    assert "muster:draw" not in options(play.state, SH)
    assert "event:draw" in options(play.state, SH)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-25")
def test_an_event_result_and_a_muster_used_as_one_leave_the_stone_unused():
    play = stone("muster", "muster", "event", cards=("sh-str-17",), at_war=("sauron",))
    answer(play, "event:draw", "character", "skip:event")
    assert not kings(play.state).palantir_used
    answer(play, "muster:play", "sh-str-17")
    assert not kings(play.state).palantir_used


@pytest.mark.rule("KM-2.4", "KM-13")
@pytest.mark.card("kome-sh-str-25")
def test_in_the_next_turn_the_stone_serves_again():
    play = stone("muster", **realm(palantir_used=True))
    assert "muster:draw" not in options(play.state, SH)
    answer(play, "skip:muster", "skip:event", "skip:event")
    assert play.state.turn == 3
    assert not kings(play.state).palantir_used
    assert play.state.table[SH] == [PALANTIR]


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-25")
def test_any_card_may_be_played_by_the_stone_and_the_stone_of_orthanc_answers():
    play = stone(
        "muster",
        cards=("sh-char-16",),
        table=(PALANTIR, OF_ORTHANC),
        forces={"orthanc": {"isengard-regular": 1, "saruman": 1}},
    )
    answer(play, "muster:play-event", "sh-char-16")
    while kinds(play) != ["deck"]:
        asked = play.pending[0]
        play.choose(asked.seat, None if asked.may_pass else next(asked.legal()))
    answer(play, "strategy")
    assert [line["cause"] for line in told(play, "card-drawn")] == ["palantir"]
    assert kings(play.state).palantir_used


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-25")
def test_the_free_peoples_have_no_use_of_the_stone():
    play = begin(table=(PALANTIR,), dice=(["muster"], ["event"]))
    assert "muster:draw" not in options(play.state, FP)


@pytest.mark.rule("KM-13", "WR-6.5")
@pytest.mark.card("kome-sh-str-25")
@pytest.mark.parametrize(
    ("die", "parts", "may", "rings"),
    [
        ("will-of-the-west", {}, True, 3),
        ("will-of-the-west", {"ring_used": [FP]}, True, 3),
        ("army", {}, True, 2),
        ("army", {"ring_used": [FP]}, False, 3),
        ("army", {"rings": {FP: 0, SH: 3}}, False, 0),
    ],
)
def test_the_stone_is_ended_by_the_will_of_the_west_or_by_any_die_and_a_ring(die, parts, may, rings):
    play = begin(table=(PALANTIR,), dice=([die], ["event"]), **parts)
    assert ends(play, PALANTIR_ENDS, die, PALANTIR) is may
    assert play.state.rings[FP] == rings
