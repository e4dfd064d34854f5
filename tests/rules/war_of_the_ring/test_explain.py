"""Choices that the rules refuse are refused with the reason, in a player's words (WR-22)."""

import pytest

from rules import IllegalChoice, Text
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SECTIONS, SH
from rules.war_of_the_ring.position.uses import USES
from rules.war_of_the_ring.sets.base.table_cards import THREATS
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import game, position


def refused(play, seat, choice):
    with pytest.raises(IllegalChoice) as caught:
        play.choose(seat, choice)
    return caught.value.code, caught.value.rule


FRONT = {
    "osgiliath": {"gondor-regular": 2},
    "north-ithilien": {"sauron-regular": 2},
    "south-ithilien": {"southrons-easterlings-regular": 2},
    "helms-deep/inside": {"rohan-regular": 1},
    "helms-deep": {"isengard-regular": 3},
    "minas-tirith": {"rohan-regular": 1},
    "pelargir": {"boromir": 1},
}


@pytest.mark.rule("WR-8.1", "WR-8.2", "WR-8.6", "WR-8.8")
@pytest.mark.parametrize(
    ("way", "code", "rule"),
    [
        ("osgiliath>bree", "not-adjacent", "WR-1.8"),
        ("osgiliath>osgiliath", "not-adjacent", "WR-1.8"),
        ("osgiliath>north-ithilien", "enemy-army", "WR-8.2"),
        ("pelargir>lossarnach", "no-army", "WR-1.7"),
        ("helms-deep>westemnet", "besieged", "WR-8.8"),
        ("minas-tirith>lossarnach", "not-at-war", "WR-8.6"),
        ("osgiliath>nowhere", "not-an-option", "WR-8.1"),
        ("osgiliath", "not-an-option", "WR-8.1"),
        (7, "malformed", "WR-8.1"),
    ],
)
def test_why_an_army_does_not_move(way, code, rule):
    play = game(dice=(["muster-army"], ["event"]), forces=FRONT, at_war=("gondor",), minion_seen=True)
    play.choose(FP, "muster-army:move-armies")
    assert refused(play, FP, way) == (code, rule)


@pytest.mark.rule("WR-8.3", "WR-8.4", "WR-6.5")
def test_why_an_army_does_not_move_once_more_or_without_a_leader():
    play = game(dice=(["muster-army"], ["event"]), forces=FRONT, at_war=("gondor",))
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "osgiliath>lossarnach")
    play.choose(FP, {"gondor-regular": 2})
    assert refused(play, FP, "lossarnach>pelargir") == ("cannot-move", "WR-8.3")
    forces = {**FRONT, "edoras": {"rohan-regular": 1, "rohan-leader": 1}}
    play = game(dice=(["character"], ["event"]), forces=forces, at_war=("gondor",))
    play.choose(FP, "character:leader-move")
    assert refused(play, FP, "osgiliath>lossarnach") == ("no-leader", "WR-8.4")
    s = position()
    s.decks["free-peoples/strategy"].remove("fp-str-03")
    play = game(
        dice=([], ["army"]),
        forces={"bree": {"sauron-regular": 1}},
        captured=["bree"],
        at_war=("sauron",),
        table={FP: ["fp-str-03"], SH: []},
        decks=s.decks,
    )
    play.choose(SH, "army:move-armies")
    assert refused(play, SH, "bree>buckland") == ("closed", "WR-6.5")


@pytest.mark.rule("WR-10.1", "WR-10.2")
@pytest.mark.parametrize(
    ("way", "code", "rule"),
    [
        ("north-ithilien>minas-tirith", "not-adjacent", "WR-1.8"),
        ("minas-morgul>minas-morgul", "no-siege", "WR-10.1"),
        ("north-ithilien>dagorlad", "no-enemy", "WR-10.1"),
        ("south-ithilien>osgiliath", "not-at-war", "WR-10.2"),
        ("helms-deep>helms-deep", "not-at-war", "WR-10.2"),
        ("umbar>pelargir", "not-adjacent", "WR-1.8"),
    ],
)
def test_why_an_army_does_not_attack(way, code, rule):
    play = game(dice=([], ["army"]), forces=FRONT, at_war=("sauron",))
    play.choose(SH, "army:attack")
    assert refused(play, SH, way) == (code, rule)


@pytest.mark.rule("WR-7.4", "WR-7.5", "WR-7.6", "WR-7.7", "WR-7.8", "WR-7.9", "WR-12.4")
@pytest.mark.parametrize(
    ("figure", "code", "rule"),
    [
        ("rohan-regular@edoras", "not-at-war", "WR-7.9"),
        ("gondor-regular@osgiliath", "not-home", "WR-7.7"),
        ("gondor-regular@edoras", "not-home", "WR-7.7"),
        ("gondor-leader@pelargir", "leader-alone", "WR-7.6"),
        ("gondor-regular@lossarnach", "captured", "WR-12.4"),
        ("gondor-regular@dol-amroth", "besieged", "WR-7.7"),
        ("gondor-elite@lamedon", "empty-pool", "WR-7.8"),
        ("sauron-regular@barad-dur", "not-yours", "WR-7.5"),
        ("gondor-regular@mordor", "not-an-option", "WR-7.4"),
    ],
)
def test_why_a_figure_is_not_recruited(figure, code, rule):
    play = game(
        dice=(["muster"], ["event"]),
        at_war=("gondor",),
        forces={
            "pelargir": {"boromir": 1},
            "lossarnach": {},
            "dol-amroth/inside": {"gondor-elite": 5},
            "minas-tirith": {"gondor-regular": 1},
            "dol-amroth": {"southrons-easterlings-regular": 1},
        },
        captured=["lossarnach"],
    )
    play.choose(FP, "muster:recruit")
    assert refused(play, FP, figure) == (code, rule)


@pytest.mark.rule("WR-7.4")
@pytest.mark.parametrize(
    ("figure", "code"), [("gondor-regular@pelargir", "same-place"), ("gondor-elite@lamedon", "elite")]
)
def test_why_the_second_figure_is_not_recruited(figure, code):
    play = game(dice=(["muster"], ["event"]), at_war=("gondor",))
    play.choose(FP, "muster:recruit")
    play.choose(FP, "gondor-regular@pelargir")
    assert refused(play, FP, figure) == (code, "WR-7.4")


@pytest.mark.rule("WR-22")
def test_the_reason_is_given_for_typed_moves_too():
    play = game(dice=(["muster-army"], ["event"]), forces=FRONT, at_war=("gondor",))
    with pytest.raises(IllegalChoice, match="An enemy Army is in North Ithilien") as caught:
        play.play(FP, [Text("use muster-army: move-armies"), Text("Osgiliath to North Ithilien")])
    assert caught.value.index == 1


@pytest.mark.rule("WR-3.5", "WR-4.5", "WR-4.11")
@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        ("pass", "cannot-pass", "WR-3.5"),
        ("ring:muster>will-of-the-west", "ring", "WR-4.11"),
        ("skip:army", "no-die", "WR-3.5"),
        ("event:draw", "no-die", "WR-3.5"),
        ("eye:draw", "no-die", "WR-3.5"),
        ("muster:draw", "wrong-die", "WR-4.5"),
        ("muster:move-fellowship", "wrong-die", "WR-4.5"),
        ("muster:minion", "not-yours", "WR-4.5"),
        ("muster:recruit", "not-now", "WR-7.5"),
        ("muster:play", "not-now", "WR-6.1"),
        ("muster:gimli", "not-now", "WR-18"),
        ("character:hide-fellowship", "not-now", "WR-14.9"),
        ("character:move-companions", "not-now", "WR-9.2"),
        ("character:nonsense", "not-an-option", "WR-3.5"),
        ("nonsense", "not-an-option", "WR-3.5"),
        ("ring:nonsense>muster", "not-an-option", "WR-3.5"),
        ("ring:" + "ring:" * 300, "not-an-option", "WR-3.5"),
    ],
)
def test_why_an_action_is_not_taken(action, code, rule):
    play = game(dice=(["muster", "character"], ["event"]))
    assert refused(play, FP, action) == (code, rule)


@pytest.mark.rule("WR-4.10", "WR-4.11", "WR-4.12")
@pytest.mark.parametrize(
    ("seat", "ring", "parts", "words", "rule"),
    [
        (FP, "ring:event>army", {"rings": {FP: 0, SH: 3}}, "You have no Elven Ring", "WR-4.10"),
        (FP, "ring:event>army", {"ring_used": [FP]}, "at most one Ring in a turn", "WR-4.11"),
        (FP, "ring:muster>army", {}, "You have no Muster die", "WR-4.10"),
        (FP, "ring:event>event", {}, "shows Event already", "WR-4.10"),
        (FP, "ring:event>will-of-the-west", {}, "No Elven Ring makes a Will of the West", "WR-4.11"),
        (FP, "ring:event>army", {}, "No die of yours shows Army", "WR-4.10"),
        (SH, "ring:eye>army", {}, "Hunt Box", "WR-4.12"),
        (
            SH,
            "ring:army>event",
            {"options": {"ring_on_arrival": False}, "rings_fresh": 1},
            "from the next turn on",
            "WR-4.11",
        ),
        (SH, "ring:army>eye", {"options": {"ring_empties_pool": False}}, "last die", "WR-4.12"),
    ],
)
def test_why_an_elven_ring_does_not_turn_a_die(seat, ring, parts, words, rule):
    play = game(dice=(["event"], ["army"]), **{"rings": {FP: 2, SH: 1}, "to_act": seat, **parts})
    with pytest.raises(IllegalChoice, match=words) as caught:
        play.choose(seat, ring)
    assert (caught.value.code, caught.value.rule) == ("ring", rule)


@pytest.mark.rule("WR-13.2", "WR-13.5")
@pytest.mark.parametrize(
    ("nation", "code", "words"),
    [
        ("gondor", "at-war", "Gondor cannot advance: at war already"),
        ("north", "passive", "The North cannot go to war: not yet roused"),
        ("sauron", "not-yours", "for the other side to advance"),
    ],
)
def test_why_a_nation_takes_no_step(nation, code, words):
    steps = {**position().steps, "north": 1}
    play = game(dice=(["muster"], ["event"]), at_war=("gondor",), steps={**steps, "gondor": 0})
    play.choose(FP, "muster:diplomacy")
    with pytest.raises(IllegalChoice, match=words) as caught:
        play.play(FP, [Text(f"politics: {nation}")])
    assert (caught.value.code, caught.value.rule) == (code, "WR-13.5" if code == "not-yours" else "WR-13.2")


LOST_ORTHANC = {"captured": ["orthanc"], "forces": {"orthanc": {}}}


@pytest.mark.rule("WR-9.7")
@pytest.mark.parametrize(
    ("minion", "parts", "code", "words"),
    [
        ("saruman at orthanc", {"at_war": ("sauron", "gondor")}, "too-early", "Isengard at war"),
        (
            "saruman at orthanc",
            {"captured": ["orthanc"], "forces": {"orthanc": {}}},
            "captured",
            "The enemy holds Orthanc",
        ),
        ("saruman at moria", {}, "not-there", "enters play in Orthanc only"),
        ("witch-king at erech", {}, "not-there", "No Army with a unit of Sauron stands in Erech"),
        ("mouth-of-sauron at moria", {}, "too-early", "every Nation of the Free Peoples at war"),
        ("mouth-of-sauron at orthanc", {"at_war": tuple(NATIONS)}, "not-there", "Stronghold of Sauron"),
        ("mouth-of-sauron at edoras", {"at_war": tuple(NATIONS)}, "not-there", "Stronghold of Sauron"),
        ("witch-king at moria", {"eliminated": ["witch-king"]}, "eliminated", "does not return"),
        ("witch-king at moria", {"forces": {"erech": {"witch-king": 1}}}, "in-play", "is in play"),
    ],
)
def test_why_a_minion_does_not_enter(minion, parts, code, words):
    play = game(dice=([], ["muster"]), **{"at_war": ("isengard", "sauron", "gondor"), **parts})
    play.choose(SH, "muster:minion")
    with pytest.raises(IllegalChoice, match=words) as caught:
        play.play(SH, [Text(minion)])
    assert (caught.value.code, caught.value.rule) == (code, "WR-9.7")


@pytest.mark.rule("WR-6.5", "WR-13.5")
@pytest.mark.card("sh-str-05")
def test_threats_and_promises_are_named_where_they_hold_a_nation_back():
    parts = holding(THREATS)
    parts["hands"][SH].remove(THREATS)
    play = game(dice=(["muster"], ["event"]), table={FP: [], SH: [THREATS]}, **parts)
    play.choose(FP, "muster:diplomacy")
    assert refused(play, FP, "gondor") == ("held-back", "WR-6.5")


@pytest.mark.rule("WR-14.13", "WR-22")
def test_a_revealed_fellowship_has_to_hide_first():
    play = game(dice=(["character"], ["event"]), fellowship={"hidden": False})
    with pytest.raises(IllegalChoice, match="hide it first"):
        play.play(FP, [Text("use character: move-fellowship")])
    with pytest.raises(IllegalChoice, match="use character: leader-move; use character: hide"):
        play.play(FP, [Text("character")])


@pytest.mark.rule("WR-4")
def test_there_is_a_reason_for_every_use():
    for use in USES.values():
        s = position(options={} if use.set == "base" else {use.set: True})
        sentence, rule = use.why_not(s, use.side or FP, use.result or "muster")
        assert sentence.endswith("."), use.id
        assert rule.partition(".")[0] in SECTIONS, use.id
        assert use.side in (FP, SH, None)


@pytest.mark.rule("WR-8.5", "WR-8.6", "WR-10.2")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "army: move minas-tirith > lossarnach",
            "Rohan Leader may not enter Lossarnach and cannot stay behind",
        ),
        (
            "army: attack minas-tirith > osgiliath",
            "Rohan Leader is not at war, may not attack, and cannot stay",
        ),
        ("character: attack minas-tirith > osgiliath", "Rohan Leader is not at war"),
        ("army: attack dol-amroth > osgiliath gondor 1r", "Osgiliath does not border on Dol Amroth"),
    ],
)
def test_one_regular_at_war_does_not_leave_a_leader_who_is_not(line, said):
    """The reason of the way is told, not that none of the Armies can attack."""
    forces = {
        "minas-tirith": {"gondor-regular": 1, "rohan-leader": 1},
        "osgiliath": {"sauron-regular": 1},
        "pelargir": {},
    }
    play = game(dice=(["army", "character"], ["event"]), forces=forces, at_war=("gondor",))
    assert "army:attack" not in play.pending[0].options.values
    with pytest.raises(IllegalChoice, match=said):
        play.play(FP, [Text(line)])
