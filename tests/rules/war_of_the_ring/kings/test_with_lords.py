"""Kings together with Lords: Companions, tokens of the Council, dice of both (KM-10)."""

import pytest

from rules import Game, IllegalChoice, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import in_play, place_of
from rules.war_of_the_ring.sets.kings.state import Kings
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import BOTH, at_home, kept, kings_game, kings_of, tempting
from tests.rules.war_of_the_ring.positions import kinds

lords_state = pytest.importorskip("rules.war_of_the_ring.sets.lords.state")
Lords, lords = lords_state.Lords, lords_state.lords
COUNCIL = {**BOTH, "council_of_rivendell": True}
FIRST, SECOND = lords_state.TOKENS


def with_tokens(*tokens, die="muster", **parts):
    """Begin where the Shadow acts with one die and holds these Action Tokens."""
    more = parts.pop("more", {})
    sets = {
        "lords": Lords(tokens=list(tokens), tiles_aside=["smeagol-3", "smeagol-4"], forms_chosen=True, **more)
    }
    return kings_game(dice=(["event"], [die]), to_act=SH, options=COUNCIL, sets=sets, **parts)


def tokens_of(play):
    """Return the Action Tokens that are left."""
    return lords(play.state).tokens


@pytest.mark.rule("KM-10.4")
@pytest.mark.parametrize("die", ["muster", "shadow-ruler/event"])
def test_a_token_and_a_die_bring_a_chieftain_without_his_condition(die):
    token = FIRST
    play = with_tokens(token, die=die)
    assert f"{die}:chieftain" not in options(play.state, SH)
    play.choose(SH, f"{die}:chieftain-by-token")
    assert kinds(play) == ["chieftain"]
    values = play.pending[0].options.values
    assert {"black-serpent@umbar", "ugluk@orthanc", "shadow-of-mirkwood@moria"} <= set(values)
    assert "ugluk@umbar" not in values
    play.choose(SH, "black-serpent@umbar")
    assert place_of(play.state, "black-serpent") == "umbar/shadow"
    assert told(play, "token-used") == [{"token": token}]
    assert tokens_of(play) == []
    assert lords(play.state).token_used
    assert play.state.dice[SH] == []


@pytest.mark.rule("KM-10.4")
def test_of_two_tokens_the_shadow_names_one():
    play = with_tokens(FIRST, SECOND)
    play.choose(SH, "muster:chieftain-by-token")
    assert kinds(play) == ["action-token"]
    play.choose(SH, SECOND)
    play.choose(SH, "ugluk@orthanc")
    assert tokens_of(play) == [FIRST]


@pytest.mark.rule("KM-10.4")
@pytest.mark.parametrize(
    "play",
    [
        lambda: with_tokens(),
        lambda: with_tokens(FIRST, more={"token_used": True}),
        lambda: with_tokens(FIRST, die="army"),
        lambda: with_tokens(FIRST, eliminated=["black-serpent", "shadow-of-mirkwood", "ugluk"]),
    ],
    ids=["no-token", "used-this-turn", "army", "nobody-left"],
)
def test_else_nobody_comes_by_a_token(play):
    play = play()
    assert not any("chieftain-by-token" in value for value in options(play.state, SH))
    with pytest.raises(IllegalChoice, match="That takes"):
        play.choose(SH, f"{play.state.dice[SH][0]}:chieftain-by-token")


@pytest.mark.rule("KM-10.4")
@pytest.mark.parametrize(
    ("companion", "may"),
    [("boromir-captain-general-of-gondor", False), ("boromir", True), ("gandalf-the-grey", True)],
)
def test_a_companion_without_an_icon_does_not_help_his_steward(companion, may):
    play = kings_game(
        dice=(["character"], ["event"]),
        options=COUNCIL,
        forces={"minas-tirith": {"gondor-regular": 1, companion: 1}},
        fellowship={"guide": "strider"},
        **kept(corrupted={"denethor": "minas-tirith"}),
    )
    assert ("character:remove-corrupted" in options(play.state, FP)) is may


@pytest.mark.rule("KM-10.5", "KM-6.8")
def test_galadriel_beside_thranduil_serves_him():
    forces = {"lorien": {"elves-regular": 1, "thranduil-leader": 1, "galadriel": 1}}
    play = kings_game(
        dice=(["muster"], ["event"]),
        options=BOTH,
        forces=forces,
        **kept(tiles={"thranduil": ["std-3-1"]}),
    )
    play.choose(FP, "muster:diplomacy")
    if kinds(play) == ["advance-nation"]:
        play.choose(FP, "elves")
    play.choose(FP, "use")
    assert kings_of(play).tiles == {}


@pytest.mark.rule("KM-10.5", "KM-6.2")
def test_an_awakened_sovereign_is_a_companion_beside_those_of_lords():
    forces = {**at_home("thranduil", awake=True), "rivendell": {"elves-regular": 1, "elrond": 1}}
    play = kings_game(dice=(["character"], ["event"]), options=BOTH, forces=forces)
    play.choose(FP, "character:move-companions")
    assert play.pending[0].context["companions"] == ["thranduil"]


@pytest.mark.rule("KM-10.1", "KM-1.5")
def test_a_game_with_both_begins_with_the_dice_of_both_aside():
    play = Game.start(TITLE, BOTH, Seeded(1))
    view = play.view(None)
    assert view["sets"] == ["base", "lords", "kings"]
    assert view["kings"]["pool"] == []


# -- dice and tiles ---------------------------------------------------------------------------------------


@pytest.mark.rule("KM-10.2", "KM-7.3")
def test_a_smeagol_tile_is_shown_and_drawn_again_and_he_does_not_come():
    play = tempting([["smeagol-1"], ["std-1-1"]], eyes=2, options=BOTH)
    play.choose(SH, "attempt:dain")
    assert [line["tile"] for line in told(play, "corruption-tile-void")] == ["smeagol-1"]
    assert kings_of(play).tiles == {"dain": ["std-1-1"]}
    assert "smeagol-1" in play.state.hunt_pool
    assert not in_play(play.state, "smeagol")


@pytest.mark.rule("KM-10.1", "KM-7.1")
@pytest.mark.parametrize("die", ["vilya/eye", "balrog/eye"])
def test_eyes_of_keeper_and_lesser_minion_dice_count_and_may_be_spent(die):
    forces = {"rivendell": {"elves-regular": 1, "elrond": 1}, "moria": {"sauron-regular": 2, "balrog": 1}}
    box = {FP: 0, SH: 1, die: 1}
    play = tempting([["std-0r-1"]], options=BOTH, hunt_box=box, forces=forces)
    play.choose(SH, "attempt:dain")
    assert play.state.hunt_box == {FP: 0, SH: 0, die: 1}
    play = tempting(options=BOTH, hunt_box={FP: 0, SH: 0, "vilya/eye": 1, "balrog/eye": 1}, forces=forces)
    play.choose(SH, "attempt:dain")
    assert play.state.hunt_box == {FP: 0, SH: 0, "balrog/eye": 1}
    assert told(play, "corruption-attempted")[0]["die"] == "vilya/eye"


@pytest.mark.rule("KM-10.3")
def test_dice_that_captain_of_despair_has_put_there_hunt_and_do_nothing_else():
    def despaired(number, box):
        sets = {"lords": Lords(despair={SH: number}, tiles_aside=["smeagol-3", "smeagol-4"])}
        return tempting([["std-0r-1"], ["std-1-1"]], options=BOTH, hunt_box={FP: 0, SH: box}, sets=sets)

    assert not any(value.startswith("attempt") for value in options(despaired(2, 3).state, SH))
    play = despaired(2, 5)
    play.choose(SH, "attempt:dain")
    assert play.state.hunt_box[SH] == 4
    assert told(play, "corruption-attempted")[0]["tiles"] == 2
    assert play.view(FP)["kings"]["eyes"] == 2


@pytest.mark.rule("KM-4.4")
def test_with_lords_keeper_and_lesser_minion_dice_are_kept_first_and_never_discarded():
    forces = {
        "rivendell": {"elves-regular": 1, "elrond": 1},
        "lorien": {"elves-regular": 1, "galadriel": 1},
        **at_home("theoden", awake=True),
    }
    lords = Lords(pool=["vilya", "nenya"], tiles_aside=["smeagol-3", "smeagol-4"])
    sets = {"kings": Kings(pool=["fp-ruler"]), "lords": lords}
    script = [[1, 1, 1, 1], [1, 2, 5], [1] * 7]
    play = kings_game(script, phase="hunt-allocation", options=BOTH, sets=sets, forces=forces)
    play.choose(SH, 0)
    assert kinds(play) == ["special-die"]
    assert play.pending[0].options.values == ["vilya/army", "nenya/muster"]
    play.choose(FP, "vilya/army")
    assert kinds(play) == ["discard-die"]
    assert play.pending[0].options.values == ["fp-ruler/event", "character"]
    play.choose(FP, "character")
    assert play.state.dice[FP] == ["character"] * 3 + ["fp-ruler/event", "vilya/army"]


@pytest.mark.rule("KM-5.5", "KM-10.5")
def test_the_power_of_vilya_keeps_a_ruler_die_that_saw_far():
    sets = {"lords": Lords(tiles_aside=["smeagol-3", "smeagol-4"])}
    forces = {**at_home("thranduil", awake=True), "rivendell": {"elves-regular": 1, "elrond": 1}}
    play = kings_game([[1]], dice=(["fp-ruler/character"], ["event"]), options=BOTH, forces=forces, sets=sets)
    play.choose(FP, "fp-ruler/character:far-sighted")
    play.choose(FP, "move-fellowship")
    play.choose(FP, "use")
    assert play.state.hunt_box == {FP: 0, SH: 0}
    assert play.state.dice[FP] == ["fp-ruler/character"]
    assert lords(play.state).rings["vilya"] == SH


@pytest.mark.rule("KM-5.5", "KM-10.1")
def test_the_power_of_a_ring_and_a_ruler_token_are_not_used_in_one_turn():
    def begin(*dice):
        forces = {**at_home("theoden", awake=True), "rivendell": {"elves-regular": 1, "elrond": 1}}
        return kings_game(
            dice=(list(dice), ["event", "event"]),
            options=BOTH,
            at_war=("rohan",),
            forces=forces,
            **kept(tokens=["theoden"]),
        )

    play = begin("event", "fp-ruler/event")
    play.choose(FP, "event:draw")
    play.choose(FP, "strategy")
    play.choose(FP, "use")  # Vilya keeps the die
    play.choose(SH, "skip:event")
    assert not any("ruler-token" in value for value in options(play.state, FP))
    play = begin("fp-ruler/event", "event")
    play.choose(FP, "fp-ruler/event:ruler-token-theoden")
    while kinds(play) == ["sovereign-recruit"]:
        play.choose(FP, None)
    assert kinds(play) == ["action"]  # nobody asks for Vilya


@pytest.mark.rule("KM-6.8")
def test_the_keeper_of_narya_who_takes_a_nation_to_war_takes_one_tile_off_its_king():
    play = kings_game(
        dice=(["event"], ["event"]),
        options=BOTH,
        forces={"edoras": {"rohan-regular": 1, "theoden-leader": 1, "gandalf-the-grey-keeper-of-narya": 1}},
        fellowship={"guide": "strider"},
        active=["rohan", "isengard", "sauron", "southrons-easterlings"],
        **kept(tiles={"theoden": ["std-0r-1", "std-1-1"]}),
    )
    play.choose(FP, "event:narya")
    play.choose(FP, "use")
    assert kinds(play) == ["action"]
    assert len(kings_of(play).tiles["theoden"]) == 1


@pytest.mark.rule("LM-3.4", "LM-5.1", "KM-2.5")
@pytest.mark.parametrize("awake", [True, False])
def test_a_ruler_die_that_moved_the_fellowship_brings_the_narya_die_as_long_as_it_is_recovered(awake):
    keeper = "gandalf-the-grey-keeper-of-narya"
    play = kings_game(
        phase="draw",
        options=BOTH,
        forces=at_home("theoden", awake=awake),
        hunt_box={FP: 0, SH: 0, "fp-ruler/character": 1},
        fellowship={"companions": [keeper, "strider"], "guide": keeper},
        eliminated=["boromir", "legolas", "gimli", "meriadoc", "peregrin"],
        turn=3,
    )
    assert lords(play.state).pool == (["narya"] if awake else [])
    assert play.state.hunt_minimum is awake
