"""What awakened Sovereigns can do, by dice and by their Ruler tokens (KM-5; in battles: test_combat)."""

import pytest

from rules import IllegalChoice
from rules.core.typed_text import texts
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import field
from rules.war_of_the_ring.sets.kings.sovereigns import where_is
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import KINGS, at_home, kept, kings_game, kings_of
from tests.rules.war_of_the_ring.positions import kinds

PROMOTIONS = [("dain", "dwarvenking"), ("denethor", "stewardship"), ("thranduil", "elvenking")]
SECOND = {
    "brand": "call-to-arms",
    "dain": "iron-guard",
    "theoden": "mustering-of-the-mark",
    "thranduil": "far-sighted",
}
NATIONS = {
    "brand": "north",
    "dain": "dwarves",
    "denethor": "gondor",
    "theoden": "rohan",
    "thranduil": "elves",
}


def awake(sovereign, *tokens, dice=("muster",), war=True, **parts):
    """Begin where the Free Peoples act, with a Sovereign awake at home and his Nation at war."""
    parts.setdefault("forces", at_home(sovereign, awake=True))
    parts.setdefault("at_war", (NATIONS[sovereign],) if war else ())
    return kings_game(
        parts.pop("script", None), dice=(list(dice), ["event"]), **kept(tokens=list(tokens)), **parts
    )


# -- an Elite for a Regular ------------------------------------------------------------------------------


@pytest.mark.rule("KM-5.3", "KM-5.6")
@pytest.mark.parametrize(("sovereign", "use"), PROMOTIONS)
@pytest.mark.parametrize("die", ["muster", "will-of-the-west", "fp-ruler/muster-army"])
def test_by_any_muster_a_regular_beside_him_becomes_an_elite(sovereign, use, die):
    play = awake(sovereign, dice=(die,))
    s, nation, home = play.state, NATIONS[sovereign], where_is(play.state, sovereign)
    regulars, elites = s.pools[f"{nation}-regular"], s.pools[f"{nation}-elite"]
    play.choose(FP, f"{die}:{use}")
    assert field(s, home, FP).figures == {f"{nation}-regular": 1, f"{nation}-elite": 1}
    assert s.pools[f"{nation}-regular"] == regulars + 1
    assert s.pools[f"{nation}-elite"] == elites - 1
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-5.3")
@pytest.mark.parametrize(("sovereign", "use"), PROMOTIONS)
def test_it_takes_a_nation_at_war_and_a_muster(sovereign, use):
    for play in (awake(sovereign, war=False), awake(sovereign, dice=("character",))):
        assert not any(value.endswith(use) for value in options(play.state, FP))
    with pytest.raises(IllegalChoice, match="has no Regular at home"):
        awake(sovereign, war=False).choose(FP, f"muster:{use}")


@pytest.mark.rule("KM-5.3", "KM-5.6")
def test_under_siege_too_but_only_at_home_with_a_regular_and_an_elite_in_the_reinforcements():
    inside = {"erebor": {"sauron-regular": 2}, "erebor/inside": {"dwarves-regular": 1, "dain": 1}}
    play = awake("dain", forces=inside, at_war=("dwarves", "sauron"))
    play.choose(FP, "muster:dwarvenking")
    assert play.state.forces["erebor/inside"].figures == {"dwarves-elite": 1}
    for forces in (
        {"iron-hills": {"dwarves-regular": 1, "dain": 1}},
        {"erebor": {"dwarves-elite": 1, "dain": 1}},
        {"erebor": {"north-regular": 1, "dain": 1}},
        {"erebor": {"dwarves-regular": 1, "dain": 1}, "ered-luin": {"dwarves-elite": 5}},
    ):
        assert "muster:dwarvenking" not in options(awake("dain", forces=forces).state, FP)


# -- recruiting by the Ruler die --------------------------------------------------------------------------


@pytest.mark.rule("KM-5.2")
@pytest.mark.parametrize(
    ("sovereign", "places"),
    [
        ("theoden", ["rohan-regular@edoras", "rohan-leader@folde", "rohan-regular@edoras"]),
        ("brand", ["north-leader@dale", "north-regular@bree", "north-leader@dale"]),
    ],
)
def test_two_settlements_and_the_region_of_the_king_get_a_regular_or_a_leader_each(sovereign, places):
    forces = {**at_home(sovereign, awake=True), "folde": {"rohan-regular": 1}}
    play = awake(sovereign, dice=("fp-ruler/muster",), forces=forces)
    play.choose(FP, f"fp-ruler/muster:{SECOND[sovereign]}")
    nation = NATIONS[sovereign]
    for place in places:
        assert kinds(play) == ["sovereign-recruit"]
        values = play.pending[0].options.values
        assert not any("elite" in value for value in values)
        assert len({value for value in values if value == place}) == 1
        play.choose(FP, place)
    home = where_is(play.state, sovereign)
    assert sum(field(play.state, home, FP).figures.values()) == 4
    assert all(
        line["figures"].keys() <= {f"{nation}-regular", f"{nation}-leader"}
        for line in told(play, "recruited")
    )
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-5.2")
def test_the_second_settlement_is_another_one_and_the_third_figure_comes_to_him_wherever_he_is():
    forces = {"eastemnet": {"theoden": 1}}
    play = awake("theoden", dice=("fp-ruler/will-of-the-west",), forces=forces)
    play.choose(FP, "fp-ruler/will-of-the-west:mustering-of-the-mark")
    play.choose(FP, "rohan-regular@edoras")
    assert not any(value.endswith("@edoras") for value in play.pending[0].options.values)
    play.choose(FP, None)
    assert play.pending[0].options.values == [
        "rohan-regular@eastemnet"
    ]  # a Leader does not stand there alone
    play.choose(FP, "rohan-regular@eastemnet")
    assert field(play.state, "eastemnet", FP).figures == {"rohan-regular": 1}


@pytest.mark.rule("KM-5.2")
def test_nobody_comes_beside_him_where_the_region_is_not_free():
    forces = {"helms-deep": {"isengard-regular": 2}, "helms-deep/inside": {"rohan-regular": 1, "theoden": 1}}
    play = awake("theoden", dice=("fp-ruler/muster",), forces=forces, at_war=("rohan", "isengard"))
    play.choose(FP, "fp-ruler/muster:mustering-of-the-mark")
    play.choose(FP, "rohan-regular@edoras")
    play.choose(FP, "rohan-regular@folde")
    assert kinds(play) == ["action"]
    assert play.state.forces["helms-deep/inside"].figures == {"rohan-regular": 1}


@pytest.mark.rule("KM-5.2")
def test_a_typed_pass_is_meant_for_the_figure_that_could_come():
    taken = ["helms-deep", "folde", "westemnet"]
    play = awake("theoden", dice=("fp-ruler/muster",), forces={"eastemnet": {"theoden": 1}}, captured=taken)
    play.choose(FP, "fp-ruler/muster:mustering-of-the-mark")
    play.play(FP, texts("muster: rohan regular at edoras"))
    assert "(3 of 3)" in play.pending[0].prompt  # nobody could come to another Settlement
    play.play(FP, texts("muster: pass"))
    assert kinds(play) == ["action"]
    assert field(play.state, "eastemnet", FP).figures == {}


def test_who_names_a_third_one_where_nobody_can_come_is_told_so():
    forces = {"helms-deep": {"isengard-regular": 2}, "helms-deep/inside": {"rohan-regular": 1, "theoden": 1}}
    play = awake("theoden", dice=("fp-ruler/muster",), forces=forces, at_war=("rohan", "isengard"))
    before = play.position()
    line = "use fp-ruler muster: mustering-of-the-mark; muster: rohan regular at edoras; muster: rohan regular at folde"
    with pytest.raises(IllegalChoice, match="nothing to choose for “Mustering of the Mark"):
        play.play(FP, texts(f"{line}; muster: rohan leader at helms-deep"))
    assert play.position() == before
    play.play(FP, texts(f"{line}; muster: pass"))
    assert field(play.state, "folde", FP).figures == {"rohan-regular": 1}


@pytest.mark.rule("KM-5.2")
def test_the_iron_guard_comes_to_dain_and_then_perhaps_to_another_settlement():
    inside = {
        "erebor": {"sauron-regular": 2},
        "erebor/inside": {"dwarves-regular": 1, "dain": 1},
        "iron-hills": {"dwarves-regular": 1},
    }
    play = awake("dain", dice=("fp-ruler/muster",), forces=inside, at_war=("dwarves", "sauron"))
    play.choose(FP, "fp-ruler/muster:iron-guard")
    assert play.pending[0].options.values == ["dwarves-elite@erebor", "dwarves-regular@erebor"]
    play.choose(FP, "dwarves-elite@erebor")
    assert play.state.forces["erebor/inside"].figures == {"dwarves-regular": 1, "dwarves-elite": 1}
    assert set(play.pending[0].options.values) == {
        "dwarves-regular@ered-luin",
        "dwarves-leader@ered-luin",
        "dwarves-regular@iron-hills",
        "dwarves-leader@iron-hills",
    }
    play.choose(FP, None)
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-5.2", "WR-7.1")
@pytest.mark.parametrize("strict", [True, False])
def test_a_garrison_of_five_has_room_for_nobody_or_somebody_leaves(strict):
    inside = {
        "erebor": {"sauron-regular": 6},
        "erebor/inside": {"dwarves-regular": 3, "dwarves-elite": 2, "dain": 1},
    }
    play = awake(
        "dain",
        dice=("fp-ruler/muster",),
        forces=inside,
        at_war=("dwarves", "sauron"),
        options={**KINGS, "strict_stacking": strict},
    )
    play.choose(FP, "fp-ruler/muster:iron-guard")
    assert not any(value.endswith("@erebor") for value in play.pending[0].options.values)
    if strict:
        return
    play.choose(FP, None)  # an Elite has come to Dáin, the only figure that could
    assert kinds(play) == ["disband"]
    play.choose(FP, {"dwarves-regular": 1})
    assert play.state.forces["erebor/inside"].figures == {"dwarves-regular": 2, "dwarves-elite": 3}


@pytest.mark.rule("KM-5.2")
@pytest.mark.parametrize("sovereign", ["brand", "dain", "theoden"])
def test_they_take_the_ruler_die_its_result_and_a_nation_at_war(sovereign):
    use = SECOND[sovereign]
    for play in (
        awake(sovereign, dice=("muster",)),
        awake(sovereign, dice=("fp-ruler/muster-army",)),
        awake(sovereign, dice=("fp-ruler/muster",), war=False),
        awake(sovereign, dice=("fp-ruler/muster",), forces=at_home(sovereign)),
    ):
        found = [value for value in options(play.state, FP) if value.endswith(use)]
        assert found == (
            [f"fp-ruler/muster-army:{use}"] if play.state.dice[FP] == ["fp-ruler/muster-army"] else []
        )


# -- Far-sighted ------------------------------------------------------------------------------------------


def far_sighted(script=None, way="move-fellowship", die="fp-ruler/character", **parts):
    play = awake("thranduil", dice=(die,), script=script, war=False, **parts)
    play.choose(FP, f"{die}:far-sighted")
    if kinds(play) == ["far-sighted"]:
        play.choose(FP, way)
    return play


@pytest.mark.rule("KM-5.2")
@pytest.mark.parametrize(("eyes", "number"), [(1, 1), (2, 1), (4, 3), (7, 4)])
def test_thranduil_takes_a_die_from_the_hunt_but_never_the_last(eyes, number):
    play = far_sighted([[1] * number], hunt_box={FP: 0, SH: eyes})
    assert told(play, "hunt-rolled")[0]["dice"] == [1] * number
    assert play.state.hunt_box == {FP: 0, SH: eyes, "fp-ruler/character": 1}
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-5.2", "WR-15.2")
def test_the_crows_are_asked_for_the_dice_that_are_left():
    play = far_sighted(hunt_box={FP: 0, SH: 3}, table={FP: [], SH: ["sh-char-16"]})
    assert kinds(play) == ["flocks-of-crebain"]
    assert "+1 on 2 Hunt dice" in play.pending[0].prompt


@pytest.mark.rule("KM-5.2")
def test_a_later_move_of_the_same_turn_is_hunted_as_ever():
    play = awake(
        "thranduil",
        dice=("fp-ruler/character", "character"),
        script=[[1], [1, 1]],
        hunt_box={FP: 0, SH: 2},
    )
    play.choose(FP, "fp-ruler/character:far-sighted")
    play.choose(FP, "move-fellowship")
    play.choose(SH, "skip:event")
    play.choose(FP, "character:move-fellowship")
    assert [line["dice"] for line in told(play, "hunt-rolled")] == [[1], [1, 1]]


@pytest.mark.rule("KM-5.2")
def test_or_companions_go_one_region_farther():
    there = {"rivendell": {"elves-regular": 1, "meriadoc": 1}}
    play = far_sighted(way="move-companions", forces={**at_home("thranduil", awake=True), **there})
    play.choose(FP, "rivendell")
    near = set(play.pending[0].options.values)
    usual = awake("thranduil", dice=("character",), forces=there, war=False)
    usual.choose(FP, "character:move-companions")
    assert set(usual.pending[0].options.values) < near


@pytest.mark.rule("KM-5.2")
def test_or_they_leave_the_fellowship_and_go_one_region_farther():
    play = far_sighted(way="separate")
    play.choose(FP, ["meriadoc"])
    near = set(play.pending[0].options.values)
    usual = awake("thranduil", dice=("character",), war=False)
    usual.choose(FP, "character:separate")
    usual.choose(FP, ["meriadoc"])
    assert set(usual.pending[0].options.values) < near


@pytest.mark.rule("KM-5.2")
def test_not_on_the_mordor_track_and_not_by_another_die():
    in_mordor = {"fellowship": {"region": None, "mordor": 1}}
    for play in (
        awake("thranduil", dice=("fp-ruler/character",), **in_mordor),
        awake("thranduil", dice=("character",)),
        awake("thranduil", dice=("fp-ruler/muster",)),
        awake("thranduil", dice=("fp-ruler/character",), forces=at_home("thranduil")),
    ):
        assert not any(value.endswith("far-sighted") for value in options(play.state, FP))
    revealed = awake("thranduil", dice=("fp-ruler/will-of-the-west",), fellowship={"hidden": False})
    revealed.choose(FP, "fp-ruler/will-of-the-west:far-sighted")
    assert revealed.pending[0].options.values == ["separate", "move-companions"]


# -- the Palantír of Anárion --------------------------------------------------------------------------------


@pytest.mark.rule("KM-5.2")
@pytest.mark.parametrize("die", ["fp-ruler/event", "fp-ruler/will-of-the-west"])
def test_denethor_draws_one_more_after_an_event_on_the_ruler_die(die):
    play = awake("denethor", dice=(die,), war=False)
    play.choose(FP, f"{die}:draw")
    play.choose(FP, "strategy")
    assert kinds(play) == ["palantir-of-anarion"]
    play.choose(FP, "character")
    assert len(play.state.hands[FP]) == 2
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-5.2")
def test_a_card_that_is_played_by_an_event_serves_and_nothing_has_to_be_drawn():
    play = awake("denethor", dice=("fp-ruler/event",), war=False, hands={FP: ["kome-fp-str-26"], SH: []})
    play.choose(FP, "fp-ruler/event:play-event")
    while kinds(play) != ["palantir-of-anarion"]:
        asked = play.pending[0]
        play.choose(asked.seat, asked.fallback_choice())
    play.choose(FP, None)
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-5.2")
@pytest.mark.parametrize(
    ("die", "parts"),
    [
        ("event", {}),
        ("fp-ruler/event", {"forces": {"lossarnach": {"gondor-regular": 1, "denethor": 1}}}),
        ("fp-ruler/event", {"forces": at_home("denethor")}),
    ],
    ids=["standard-die", "elsewhere", "asleep"],
)
def test_else_the_stone_is_silent(die, parts):
    play = awake("denethor", dice=(die,), war=False, **parts)
    play.choose(FP, f"{die}:draw")
    play.choose(FP, "strategy")
    assert kinds(play) == ["action"]


# -- Ruler tokens -------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-5.5")
@pytest.mark.parametrize("sovereign", ["brand", "dain", "theoden"])
def test_a_token_turns_the_ruler_die_and_uses_it_at_once(sovereign):
    play = awake(sovereign, sovereign, dice=("fp-ruler/event", "event"))
    play.choose(FP, f"fp-ruler/event:ruler-token-{sovereign}")
    assert kings_of(play).tokens == []
    assert told(play, "ruler-token-used") == [{"sovereign": sovereign}]
    assert told(play, "die-used")[0]["die"] == "fp-ruler/muster"
    assert kinds(play) == ["sovereign-recruit"]
    while kinds(play) == ["sovereign-recruit"]:
        play.choose(FP, play.pending[0].options.values[0])
    play.choose(SH, "skip:event")
    assert not any("ruler-token" in value for value in options(play.state, FP))


@pytest.mark.rule("KM-5.5")
def test_thranduils_token_moves_the_fellowship_with_a_character():
    play = awake("thranduil", "thranduil", dice=("fp-ruler/muster",), script=[[1]], hunt_box={FP: 0, SH: 2})
    play.choose(FP, "fp-ruler/muster:ruler-token-thranduil")
    play.choose(FP, "move-fellowship")
    assert play.state.hunt_box == {FP: 0, SH: 2, "fp-ruler/character": 1}


@pytest.mark.rule("KM-5.5", "KM-5.2")
def test_denethors_token_draws_a_card_and_one_more():
    play = awake("denethor", "denethor", dice=("fp-ruler/character",), war=False)
    play.choose(FP, "fp-ruler/character:ruler-token-denethor")
    play.choose(FP, "draw")
    play.choose(FP, "strategy")
    assert kinds(play) == ["palantir-of-anarion"]
    play.choose(FP, "strategy")
    assert len(play.state.hands[FP]) == 2
    assert kings_of(play).token_used


@pytest.mark.rule("KM-5.5", "KM-15", "WR-22")
@pytest.mark.parametrize("card", ["fp-char-09", "fp-char-24"], ids=["playable", "not-playable"])
def test_what_denethors_token_asks_tells_nothing_of_the_hand(card):
    play = awake("denethor", "denethor", dice=("fp-ruler/character",), war=False, hands={FP: [card], SH: []})
    told_before = len(play.log(SH))
    play.choose(FP, "fp-ruler/character:ruler-token-denethor")
    assert kinds(play) == ["event-way"]
    assert "draw" in play.pending[0].options.values
    told_to_the_shadow = [(line.kind, line.data) for line in play.log(SH)[told_before:]]
    assert told_to_the_shadow == []


@pytest.mark.rule("KM-5.5")
@pytest.mark.parametrize(
    ("sovereign", "parts"),
    [
        ("theoden", {"war": False}),
        ("theoden", {"dice": ("muster",)}),
        ("theoden", {"ring_used": [FP]}),
        ("thranduil", {"fellowship": {"region": None, "mordor": 1}}),
        ("denethor", {"forces": {"lossarnach": {"gondor-regular": 1, "denethor": 1}}}),
    ],
    ids=["peace", "standard-die", "ring-used", "mordor", "not-at-home"],
)
def test_a_token_that_cannot_be_used(sovereign, parts):
    parts.setdefault("dice", ("fp-ruler/event",))
    play = awake(sovereign, sovereign, **parts)
    with pytest.raises(IllegalChoice, match="The Ruler token takes the Ruler die"):
        play.choose(FP, f"{parts['dice'][0]}:ruler-token-{sovereign}")


@pytest.mark.rule("KM-5.5")
def test_after_a_ring_no_token_and_after_a_token_no_ring_in_the_same_turn():
    play = awake("theoden", "theoden", dice=("fp-ruler/event", "event"))
    play.choose(FP, "ring:event>muster")
    assert not any("ruler-token" in value for value in options(play.state, FP))
    play = awake("theoden", "theoden", dice=("fp-ruler/event", "event"))
    play.choose(FP, "fp-ruler/event:ruler-token-theoden")
    while kinds(play) == ["sovereign-recruit"]:
        play.choose(FP, None)
    play.choose(SH, "skip:event")
    assert not any(value.startswith("ring:") for value in options(play.state, FP))
    with pytest.raises(IllegalChoice, match="You have used a Ruler token"):
        play.choose(FP, "ring:event>muster")


@pytest.mark.rule("KM-5.5", "KM-10.6")
def test_a_token_that_was_used_goes_to_the_shadow_where_there_is_dismay():
    options_ = {**KINGS, "dismay_tokens": True}
    play = awake("theoden", "theoden", dice=("fp-ruler/event",), options=options_)
    play.choose(FP, "fp-ruler/event:ruler-token-theoden")
    assert (kings_of(play).tokens, kings_of(play).dismay) == ([], ["theoden"])
    assert told(play, "dismay-gained") == [{"sovereign": "theoden"}]
