"""Dice with an identity: special ones are rolled, spent, told and refused beside the standard ones (WR-3, WR-4)."""

import msgspec
import pytest

from rules import Decision, IllegalChoice, OneOf, PositionError, Text
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.bots import hunt_outlook
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.turns.action_dice import label, options, ring_changes, uses
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import game, position
from tests.rules.war_of_the_ring.special_dice import GONG, LANTERN, made_up

FRONT = {
    "at_war": ("gondor",),
    "forces": {
        "osgiliath": {"gondor-regular": 2, "gondor-leader": 1},
        "south-ithilien": {"sauron-regular": 2, "nazgul": 1},
    },
}


@pytest.fixture(autouse=True)
def special_dice():
    with made_up():
        yield


# -- rolled ------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-3.4")
def test_special_dice_are_rolled_with_the_others_and_told_in_the_same_line():
    play = game([[1, 2, 3, 6], [1], [1, 2, 5, 3, 3], [3]], phase="hunt-allocation")
    play.choose(SH, 2)
    free, shadow = told(play, "action-dice-rolled")
    assert free["dice"] == ["character", "character", "muster", "will-of-the-west", "lantern/army"]
    assert shadow["dice"][-1] == "gong/event"
    assert play.state.dice[FP] == ["character", "character", "lantern/army", "muster", "will-of-the-west"]
    assert "gong/event" in play.state.dice[SH]
    assert play.state.hunt_box == {FP: 0, SH: 2}
    rolled = next(line for line in play.lines if line.kind == "action-dice-rolled")
    assert TITLE.describe_line(rolled).endswith("1 Will of the West and Lantern: Army.")


@pytest.mark.rule("WR-3.4", "WR-15.1")
def test_an_eye_of_either_side_goes_into_the_hunt_box_and_hunts():
    play = game([[1, 1, 1, 1], [6], [1, 1, 1, 1, 1, 1], [6]], phase="hunt-allocation")
    play.choose(SH, 1)
    assert play.state.hunt_box == {FP: 0, SH: 1, "lantern/eye": 1, "gong/eye": 1}
    assert (dice.eyes_in_box(play.state), dice.movers_in_box(play.state)) == (3, 0)
    assert dice.special_dice(play.state, FP) == ["lantern/eye"]
    play.choose(FP, "character:move-fellowship")
    assert len(told(play, "hunt-rolled")[0]["dice"]) == 3


@pytest.mark.rule("WR-3.3")
def test_special_dice_are_never_allocated():
    s = position()
    assert dice.allocatable(s) == dice.pool_size(s, SH) == 7
    assert [kind.id for kind in dice.special_pool(s, SH)] == ["gong"]


@pytest.mark.rule("WR-3.4")
def test_a_die_that_is_not_in_the_pool_is_not_rolled():
    del dice.IN_POOL.things["lantern"]
    dice.IN_POOL.of("lantern")(lambda s: s.turn > 5)
    play = game([[1, 2, 3, 6], [1, 2, 5, 3, 3], [3]], phase="hunt-allocation")
    play.choose(SH, 2)
    assert not dice.special_dice(play.state, FP)


def test_a_die_that_is_set_aside_is_gone_until_the_next_turn():
    s = position(dice=(["lantern/army", "event"], []), hunt_box={FP: 0, SH: 1, "gong/eye": 1})
    dice.set_aside(s, FP, "lantern/army")
    dice.set_aside(s, SH, "gong/eye")
    assert (s.dice[FP], s.hunt_box) == (["event"], {FP: 0, SH: 1})


@pytest.mark.rule("WR-3.1", "WR-3.3")
def test_a_special_die_that_is_recovered_does_not_oblige_the_shadow():
    for box, obliged in (({FP: 0, SH: 1, "lantern/eye": 1}, False), ({FP: 1, SH: 1}, True)):
        assert game(phase="draw", hunt_box=box).state.hunt_minimum is obliged
        assert dice.special_dice(game(phase="draw", hunt_box=box).state, FP) == []


def test_dwarven_rings_roll_standard_dice_only():
    play = game([[1, 2, 3, 6], [1], [1, 2, 5, 3, 3], [3]], phase="hunt-allocation", dwarven_rings={FP: 1})
    play.choose(SH, 2)
    assert play.pending[0].kind == "dwarven-ring"
    assert play.pending[0].options.values == ["character", "muster", "will-of-the-west"]


# -- spent -------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-3.5", "WR-4.4")
def test_a_special_die_is_spent_as_what_it_shows():
    s = position(dice=(["lantern/army", "army"], ["event"]), **FRONT)
    assert list(uses(s, FP, "lantern/army")) == list(uses(s, FP, "army"))
    play = game(dice=(["lantern/army", "event"], ["army", "event"]), **FRONT)
    play.choose(FP, "lantern/army:move-armies")
    assert play.state.dice[FP] == ["event"]
    used = next(line for line in play.lines if line.kind == "die-used")
    assert TITLE.describe_line(used) == "The Free Peoples spend a Lantern die showing Army to move Armies."


@pytest.mark.rule("WR-3.5")
def test_a_special_die_counts_for_who_may_pass():
    assert "pass" in options(position(dice=(["event"], ["event", "gong/army"])), FP)
    assert "pass" not in options(position(dice=(["event", "lantern/army"], ["event", "army"])), FP)


@pytest.mark.rule("WR-3.5")
def test_standard_dice_are_listed_before_special_ones():
    s = position(dice=(["lantern/army", "muster"], []), **FRONT)
    assert [v for v in options(s, FP) if v.startswith("skip:")] == ["skip:muster", "skip:lantern/army"]
    assert label("skip:lantern/army") == "Skip: discard a Lantern die showing Army"


@pytest.mark.rule("WR-14.5", "WR-15.1")
def test_a_special_die_that_moves_the_fellowship_lies_in_the_hunt_box_as_what_it_is():
    play = game(
        [[1], [1]],
        dice=(["lantern/character", "character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
    )
    play.choose(FP, "lantern/character:move-fellowship")
    assert play.state.hunt_box == {FP: 0, SH: 1, "lantern/character": 1}
    assert told(play, "hunt-box-filled") == [{"side": FP, "dice": 1}]
    play.choose(SH, "skip:event")
    play.choose(FP, "character:move-fellowship")
    assert [line["bonus"] for line in told(play, "hunt-rolled")] == [0, 1]
    assert told(play, "hunt-box-filled")[-1] == {"side": FP, "dice": 2}


@pytest.mark.rule("WR-16.3")
def test_every_die_in_the_hunt_box_counts_for_an_eye_in_mordor():
    s = position(hunt_box={FP: 1, SH: 2, "lantern/character": 1, "gong/eye": 1})
    assert (dice.eyes_in_box(s), dice.movers_in_box(s)) == (3, 2)


@pytest.mark.rule("WR-6.3")
def test_the_lidless_eye_turns_a_special_die_to_its_own_eye():
    play = game(dice=(["event"], ["gong/army", "event", "event"]), to_act=SH, **holding("sh-char-18"))
    play.choose(SH, "event:play-event")
    play.choose(SH, "sh-char-18")
    play.choose(SH, {"event": 1, "gong/army": 1})
    assert play.state.hunt_box == {FP: 0, SH: 1, "gong/eye": 1}
    assert play.state.dice[SH] == []


# -- a face of its own, and Elven Rings ----------------------------------------------------------------


@pytest.mark.rule("WR-4.5")
def test_a_face_of_its_own_has_the_use_that_a_set_gives_it():
    play = game(dice=(["lantern/light-beacon", "army"], ["event"]))
    assert list(uses(play.state, FP, "lantern/light-beacon")) == ["beacon"]
    before = len(play.state.hands[FP])
    play.choose(FP, "lantern/light-beacon:beacon")
    assert len(play.state.hands[FP]) == before + 1
    assert label("lantern/light-beacon:beacon") == "Lantern die showing Light Beacon: light the beacons"


@pytest.mark.rule("WR-4.10")
def test_an_elven_ring_never_turns_a_special_die():
    parts = {"dice": (["lantern/army", "muster"], ["event"]), "rings": {FP: 3, SH: 0}}
    assert {change.partition(">")[0] for change in ring_changes(position(**parts), FP)} == {"ring:muster"}
    play = game(**parts)
    with pytest.raises(IllegalChoice, match="No Elven Ring turns the Lantern die"):
        play.choose(FP, "ring:lantern/army>muster")


@pytest.mark.rule("WR-4.10")
def test_a_kind_that_a_ring_may_change_becomes_one_of_its_own_faces():
    with made_up(msgspec.structs.replace(LANTERN, ring=True), GONG):
        play = game(dice=(["lantern/army", "muster"], ["event"]), rings={FP: 3, SH: 0})
        changes = [c for c in ring_changes(play.state, FP) if c.startswith("ring:lantern/")]
        assert [c.partition(">")[2] for c in changes] == ["character", "light-beacon", "muster", "eye"]
        play.choose(FP, "ring:lantern/army>muster")
        assert sorted(play.state.dice[FP]) == ["lantern/muster", "muster"]


# -- refused, written and read -------------------------------------------------------------------------


@pytest.mark.rule("WR-3.5", "WR-22")
@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("lantern/muster:recruit", "You have no Lantern die showing Muster."),
        ("skip:gong/army", "You have no Gong die showing Army."),
        ("lantern/army:recruit", "That takes a result of Muster."),
        ("army:beacon", "That takes a result of Light Beacon."),
        ("event:beacon", "You have no Event die."),
    ],
)
def test_what_a_special_die_cannot_do_is_refused_by_name(choice, words):
    with pytest.raises(IllegalChoice) as refused:
        game(dice=(["army", "lantern/army", "muster"], ["event"]), **FRONT).choose(FP, choice)
    assert refused.value.message == words


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("use lantern army: attack", "lantern/army:attack"),
        ("lantern/army: attack", "lantern/army:attack"),
        ("lantern army attack", "lantern/army:attack"),
        ("lantern: attack", "lantern/army:attack"),
        ("army: attack", "army:attack"),
        ("skip: lantern army", "skip:lantern/army"),
        ("skip: army", "skip:army"),
        ("skip:lantern/army", "skip:lantern/army"),
    ],
)
def test_a_special_die_is_read_by_its_name_and_what_it_shows(text, choice):
    decision = game(dice=(["army", "lantern/army"], ["event"]), **FRONT).pending[0]
    assert TITLE.read(decision, text) == choice
    assert TITLE.read(decision, TITLE.write(decision, choice)) == choice
    assert TITLE.write(decision, "lantern/army:attack") == "use lantern army: attack"
    assert TITLE.write(decision, "skip:lantern/army") == "skip: lantern army"


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lantern muster: recruit", "You have no Lantern die showing Muster."),
        ("skip: gong army", "You have no Gong die showing Army."),
        ("ring: lantern army > muster", "No Elven Ring turns the Lantern die."),
    ],
)
def test_a_special_die_is_refused_by_name_where_it_is_typed(text, words):
    play = game(dice=(["army", "lantern/army"], ["event"]), **FRONT, rings={FP: 3, SH: 0})
    with pytest.raises(IllegalChoice) as refused:
        play.play(FP, [Text(text)])
    assert refused.value.message == words


@pytest.mark.rule("WR-22")
def test_an_action_and_what_follows_are_written_in_one_line():
    decision = game(dice=(["lantern/character", "event"], ["event"]), **FRONT).pending[0]
    line = "lantern character: attack osgiliath > south-ithilien"
    assert TITLE.parts(decision, line) == ["lantern character: attack", "osgiliath > south-ithilien"]
    assert TITLE.read(decision, "lantern character: attack") == "lantern/character:leader-attack"
    assert "lantern" in TITLE.beginnings()


# -- positions, views, bots ----------------------------------------------------------------------------


def refused(**parts):
    with pytest.raises(PositionError) as told_why:
        TITLE.load_position({"turn": 2, "phase": "actions", **parts})
    return told_why.value.problems


@pytest.mark.rule("WR-3.7")
@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"dice": {FP: ["lamp/army"]}}, "a die “lamp” is not in this game"),
        ({"dice": {SH: ["lantern/army"]}}, "the Lantern die is not of the Shadow"),
        ({"dice": {FP: ["lantern/event"]}}, "the Lantern die cannot show “event”"),
        ({"dice": {FP: ["lantern/eye"]}}, "the Lantern die shows an Eye"),
        ({"dice": {FP: ["lantern/army", "lantern/muster"]}}, "there are 2 Lantern dice"),
        ({"dice": {FP: ["lantern/army"]}, "hunt_box": {"lantern/eye": 1}}, "there are 2 Lantern dice"),
        ({"hunt_box": {"gong/horn": 1}}, "the Gong die cannot show “horn”"),
        ({"hunt_box": {"gong/eye": 0}}, "Gong: Eye: 0 in the Hunt Box"),
    ],
)
def test_a_position_with_a_die_that_cannot_be_is_refused_by_name(parts, words):
    assert any(words in problem for problem in refused(**parts)), refused(**parts)


@pytest.mark.rule("WR-3.7")
def test_a_die_of_a_set_that_is_not_in_the_game_is_refused_by_name():
    with made_up(msgspec.structs.replace(LANTERN, set="lamps")):
        assert any("the Lantern die is not in this game" in p for p in refused(dice={FP: ["lantern/army"]}))


@pytest.mark.rule("WR-3.7")
def test_special_dice_of_a_position_are_told_on_the_text_board():
    s = TITLE.load_position(
        {
            "turn": 2,
            "phase": "actions",
            "dice": {FP: ["lantern/army", "event"], SH: ["army"]},
            "hunt_box": {"gong/eye": 1},
        }
    )
    view = TITLE.view(s, FP)
    assert view["hunt_box"] == {FP: 0, SH: 0, "gong/eye": 1}
    board = TITLE.text_board(view)
    assert "Free Peoples: Lantern: Army, Event" in board
    assert "Hunt Box: Shadow 0, Free Peoples 0, Gong: Eye" in board


def test_bots_judge_special_dice_like_others_and_count_their_eyes():
    s = position(
        dice=(["army", "lantern/army"], ["event"]),
        **FRONT,
        hunt_box={FP: 0, SH: 0, "gong/eye": 1},
        rings={FP: 3, SH: 0},
    )
    judgement = Judgement(TITLE.view(s, FP), FP)
    decision = Decision(FP, "action", "", OneOf(options(s, FP)))
    worths = {value: judgement.action(decision, value) for value in options(s, FP)}
    assert worths["lantern/army:attack"] == worths["army:attack"]
    assert hunt_outlook.of_move(s, {}).words.startswith("1 die hits on 6")
