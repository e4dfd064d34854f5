"""The only player of the Free Peoples acts on no Nation twice running (WR-19.7)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP
from rules.war_of_the_ring.sets.players.state import Deed
from rules.war_of_the_ring.turns import card_play
from tests.rules.war_of_the_ring.players.tables import (
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    at_war,
    choose,
    offered,
    players_of,
    refused,
    table,
)

ALL = at_war()
SH_SKIPS = ["event"] * 6


def three(dice, *, last=None, **parts):
    return table(
        parts.pop("script", None),
        options=THREE,
        acting=FP,
        dice=(list(dice), SH_SKIPS),
        last=last,
        **ALL | parts,
    )


def rest(play):
    """Let the Shadow take its action, which is nothing."""
    for _ in range(9):
        seat, kind = asked(play)[0]
        if seat == FP and kind == "action":
            return
        choose(play, seat, "skip:event" if kind == "action" else None)
    raise AssertionError(asked(play))


def done(play, *choices):
    """Answer for the Free Peoples, and pass whatever else they are asked, up to their next action."""
    choose(play, FP, *choices)
    while asked(play) and asked(play)[0][0] == FP and asked(play)[0][1] != "action":
        choose(play, FP, None)
    rest(play)


TIRED_OF_GONDOR = Deed(["gondor"], [])
TWICE = "Gondor was what your last action was about: not twice running."


# -- the same Nation -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-19.7")
def test_who_has_moved_a_nation_does_not_move_recruit_advance_or_attack_with_it_next():
    play = three(["muster-army", "muster-army"])
    done(play, "muster-army:move-armies", "pelargir>lossarnach")
    assert players_of(play).last == TIRED_OF_GONDOR
    choose(play, FP, "muster-army:move-armies")
    assert not [pair for pair in offered(play, FP) if pair.startswith(("dol-amroth", "lossarnach"))]
    assert refused(play, FP, "dol-amroth>anfalas") == (
        "twice",
        "Your last action was about the Army in Dol Amroth, or its Nation: not twice running.",
        "WR-19.7",
    )
    assert [pair for pair in offered(play, FP) if pair.startswith("edoras")]


@pytest.mark.rule("WR-19.7")
def test_a_nation_is_not_recruited_twice_running():
    play = three(["muster", "muster", "muster"])
    done(play, "muster:recruit", "gondor-regular@pelargir")
    choose(play, FP, "muster:recruit")
    assert not [value for value in offered(play, FP) if value.startswith("gondor")]
    assert refused(play, FP, "gondor-regular@pelargir") == ("twice", TWICE, "WR-19.7")
    choose(play, FP, "rohan-elite@edoras")
    rest(play)
    choose(play, FP, "muster:recruit")
    assert "gondor-regular@pelargir" in offered(play, FP), "it was not the last one"


@pytest.mark.rule("WR-19.7")
def test_one_action_may_recruit_for_one_nation_twice():
    play = three(["muster", "muster"])
    choose(play, FP, "muster:recruit", "gondor-regular@pelargir")
    assert "gondor-regular@dol-amroth" in offered(play, FP)
    choose(play, FP, "gondor-regular@dol-amroth")
    assert players_of(play).last.nations == ["gondor", "gondor"] or players_of(play).last.nations == [
        "gondor"
    ]


@pytest.mark.rule("WR-19.7")
def test_a_nation_is_not_advanced_twice_running():
    play = three(
        ["muster", "muster"],
        at_war=("sauron",),
        active=["gondor", "rohan", "elves", "sauron", "isengard", "southrons-easterlings"],
    )
    done(play, "muster:diplomacy", "gondor")
    choose(play, FP, "muster:diplomacy")
    assert "gondor" not in offered(play, FP)
    assert refused(play, FP, "gondor") == ("twice", TWICE, "WR-19.7")


@pytest.mark.rule("WR-19.7")
def test_who_has_attacked_with_a_nation_does_not_act_on_it_next():
    forces = {"osgiliath": {"gondor-regular": 3}, "north-ithilien": {"sauron-regular": 1}}
    play = three(["muster-army", "muster-army"], forces=forces, script=[[6, 6, 6], [1]])
    choose(play, FP, "muster-army:attack")
    while asked(play)[0][1] in ("attack", "attackers"):
        choose(
            play, FP, "osgiliath>north-ithilien" if asked(play)[0][1] == "attack" else {"gondor-regular": 3}
        )
    choose(play, FP, None)
    rest(play)
    assert players_of(play).last.nations == ["gondor"]
    choose(play, FP, "muster-army:recruit")
    assert refused(play, FP, "gondor-regular@pelargir") == ("twice", TWICE, "WR-19.7")


# -- Event cards ---------------------------------------------------------------------------------------


def playable(play):
    return card_play.playable(play.state, FP, None)


@pytest.mark.rule("WR-19.7")
def test_a_card_that_recruits_for_the_nation_of_the_last_action_is_not_played():
    play = three(["event", "event"], last=TIRED_OF_GONDOR, hands={FP: ("fp-str-14", "fp-str-17")})
    assert playable(play) == ["fp-str-17"]
    choose(play, FP, "event:play-event")
    if asked(play) == [(FP, "card")]:
        assert refused(play, FP, "fp-str-14") == ("twice", TWICE, "WR-19.7")


@pytest.mark.rule("WR-19.7")
def test_a_card_that_has_recruited_counts_as_an_action_on_its_nation():
    play = three(["event", "muster"], hands={FP: ("fp-str-14",)})
    choose(play, FP, "event:play-event")
    while asked(play)[0][0] == FP and asked(play)[0][1] != "action":
        choose(play, FP, offered(play, FP)[0])
    rest(play)
    assert set(players_of(play).last.nations) == {"gondor"}


def played(card, *choices, dice=("event", "muster-army"), **parts):
    """Play a card, and let the Shadow act."""
    play = three(dice, hands={FP: (card,)}, **parts)
    choose(play, FP, "event:play-event")
    if asked(play) == [(FP, "card")]:
        choose(play, FP, card)
    for choice in choices:
        choose(play, FP, choice)
    rest(play)
    return play


@pytest.mark.rule("WR-19.7")
def test_a_card_that_advances_a_nation_of_ones_choice_counts_as_an_action_on_it():
    play = played("fp-str-08", "gondor", at_war=("sauron",))
    assert set(players_of(play).last.nations) == {"gondor"}


@pytest.mark.rule("WR-19.7")
def test_an_army_that_marched_by_a_card_has_acted():
    forces = {"edoras": {"rohan-regular": 2, "boromir": 1}}
    play = played(
        "fp-str-12",
        {"rohan-regular": 2, "boromir": 1},
        "westemnet",
        None,
        forces=forces,
        fellowship={
            "companions": ["gandalf-the-grey", "strider", "legolas", "gimli", "meriadoc", "peregrin"]
        },
    )
    assert set(players_of(play).last.nations) == {"rohan"}


@pytest.mark.rule("WR-19.7")
def test_the_paths_of_the_woses_are_an_action_on_those_who_go_there():
    forces = {"edoras": {"rohan-regular": 1}, "fords-of-isen": {}, "helms-deep": {"rohan-regular": 1}}
    play = three(["event", "muster"], hands={FP: ("fp-str-11",)}, forces=forces)
    choose(play, FP, "event:play-event")
    while asked(play)[0][0] == FP and asked(play)[0][1] != "action":
        choose(play, FP, "edoras" if "edoras" in offered(play, FP) else offered(play, FP)[0])
    rest(play)
    assert set(players_of(play).last.nations) == {"rohan"}


@pytest.mark.rule("WR-19.7")
def test_a_march_is_not_for_the_nation_of_the_last_action():
    forces = {"edoras": {"rohan-regular": 2, "boromir": 1}}
    play = three(
        ["event", "event"],
        hands={FP: ("fp-str-12",)},
        forces=forces,
        last=Deed(["rohan"], []),
        fellowship={
            "companions": ["gandalf-the-grey", "strider", "legolas", "gimli", "meriadoc", "peregrin"]
        },
    )
    choose(play, FP, "event:play-event")
    done(play, "fp-str-12")
    assert play.state.forces["edoras/free-peoples"].items() == forces["edoras"]


@pytest.mark.rule("WR-19.7")
def test_a_companion_who_could_rouse_nations_and_did_not_is_an_action_on_none():
    play = three(["event", "muster"], hands={FP: ("fp-char-17",)}, at_war=("sauron",))
    choose(play, FP, "event:play-event")
    while asked(play)[0][0] == FP and asked(play)[0][1] != "action":
        decision = play.pending[0]
        choose(play, FP, next(iter(decision.options.legal())))
    rest(play)
    assert players_of(play).last.nations == []


# -- Armies of several Nations -----------------------------------------------------------------------

MIXED = {
    "osgiliath": {"gondor-regular": 1, "elves-regular": 1},
    "westemnet": {"rohan-regular": 1, "north-regular": 1},
}


def after_a_mixed_army():
    """An Army of several Nations has gone from Osgiliath to Lossarnach."""
    play = three(["muster-army"] * 3, forces=MIXED)
    choose(
        play, FP, "muster-army:move-armies", "osgiliath>lossarnach", {"gondor-regular": 1, "elves-regular": 1}
    )
    choose(play, FP, None)
    rest(play)
    return play


@pytest.mark.rule("WR-19.7")
def test_an_army_of_several_nations_may_follow_another_such_army_but_not_itself():
    play = after_a_mixed_army()
    choose(play, FP, "muster-army:move-armies")
    assert refused(play, FP, "lossarnach>pelargir")[0] == "twice"
    assert "westemnet>edoras" in offered(play, FP)
    choose(play, FP, "westemnet>edoras", {"rohan-regular": 1, "north-regular": 1}, None)
    rest(play)
    choose(play, FP, "muster-army:move-armies")
    assert "lossarnach>pelargir" in offered(play, FP), "another one has acted since"


@pytest.mark.rule("WR-19.7")
def test_an_army_of_several_nations_leaves_each_of_them_free():
    play = after_a_mixed_army()
    choose(play, FP, "muster-army:recruit")
    assert {"gondor-regular@pelargir", "elves-regular@lorien"} <= set(offered(play, FP))


@pytest.mark.rule("WR-19.7")
def test_an_army_of_several_nations_is_not_held_by_an_action_on_one_of_them():
    play = three(["muster-army"], forces=MIXED, last=TIRED_OF_GONDOR)
    choose(play, FP, "muster-army:move-armies")
    assert "osgiliath>lossarnach" in offered(play, FP)


# -- what is about no Nation ---------------------------------------------------------------------------


@pytest.mark.rule("WR-19.7")
@pytest.mark.parametrize(
    ("die", "choices"),
    [
        ("event", ["event:draw", "character"]),
        ("event", ["skip:event"]),
        ("event", ["pass"]),
        ("character", ["character:move-fellowship"]),
    ],
)
def test_what_is_about_no_nation_lets_what_was_before_it_still_count(die, choices):
    play = three([die, "muster"], last=TIRED_OF_GONDOR, hunt_box={FP: 0, "shadow": 0})
    choose(play, FP, *choices)
    rest(play)
    assert players_of(play).last == TIRED_OF_GONDOR
    choose(play, FP, "muster:recruit")
    assert refused(play, FP, "gondor-regular@pelargir") == ("twice", TWICE, "WR-19.7")


@pytest.mark.rule("WR-19.7")
def test_companions_act_for_a_nation_all_the_same():
    play = three(
        ["muster", "muster"],
        last=TIRED_OF_GONDOR,
        at_war=("sauron",),
        forces={"minas-tirith": {"gondor-regular": 2, "boromir": 1}},
    )
    use = next(value for value in offered(play, FP) if value.endswith(":boromir"))
    choose(play, FP, use)
    assert play.state.steps["gondor"] == 1


@pytest.mark.rule("WR-19.7")
def test_a_region_with_companions_alone_holds_no_army_that_could_have_acted():
    play = three(
        ["muster-army"],
        last=TIRED_OF_GONDOR,
        forces={
            "osgiliath": {"boromir": 1},
            "north-ithilien": {"sauron-regular": 1},
            "fords-of-isen": {"rohan-regular": 1},
        },
    )
    choose(play, FP, "muster-army:attack")
    if asked(play)[0][1] == "attack":
        assert refused(play, FP, "osgiliath>north-ithilien")[0] != "twice"


@pytest.mark.rule("WR-19.7")
def test_what_the_shadow_does_to_a_nation_is_no_action_of_its_player():
    forces = {"osgiliath": {"gondor-regular": 2}, "north-ithilien": {"sauron-regular": 2}}
    play = table(
        [[1, 1], [1, 1]],
        options=THREE,
        acting=WITCH_KING,
        dice=(["muster"], ["army", "event"]),
        forces=forces,
        **ALL,
    )
    choose(play, WITCH_KING, "army:attack")
    while asked(play)[0][1] in ("attack", "attackers"):
        kind = asked(play)[0][1]
        choose(play, WITCH_KING, "north-ithilien>osgiliath" if kind == "attack" else {"sauron-regular": 2})
    while asked(play) != [(FP, "action")]:
        seat, kind = asked(play)[0]
        choose(play, seat, "lossarnach" if kind == "retreat" else "continue" if kind == "continue" else None)
    assert players_of(play).last == Deed()


@pytest.mark.rule("WR-19.7")
def test_the_shadow_of_three_acts_on_a_nation_as_often_as_it_likes():
    play = table(options=THREE, acting=SARUMAN, dice=(["event"] * 4, ["muster"] * 4), **ALL)
    for seat in (SARUMAN, WITCH_KING, SARUMAN):
        choose(play, seat, "muster:recruit")
        kind = "isengard-regular@orthanc" if seat == SARUMAN else "sauron-regular@moria"
        choose(play, seat, kind)
        while asked(play)[0][0] == seat:
            choose(play, seat, None)
        assert asked(play) == [(FP, "action")]
        choose(play, FP, "skip:event")


@pytest.mark.rule("WR-19.7")
def test_everybody_sees_what_the_last_action_was_about():
    play = three(["muster"], last=Deed(["gondor"], ["osgiliath/free-peoples"]))
    for eye in (*play.seats, None):
        assert play.view(eye)["players"]["last"] == {"nations": ["gondor"], "regions": ["osgiliath"]}
