"""Missions: a Leader at a Site of Power, a reward by the side, points at the end (RK-11)."""

import pytest

from rules.risk.data import IN_REGION, TERRITORIES
from rules.risk.state import Lasting, adventure_points
from tests.rules.lines import told
from tests.rules.risk.scenes import (
    asked,
    give,
    hand,
    leaders,
    listed,
    played,
    question,
    refused,
    scene,
    troops,
)


def standing(seat, where, card, **parts):
    """Let a player stand with a Leader at a site, with two more territories: one of its region, one far away."""
    near = next(x for x in IN_REGION[TERRITORIES[where].region] if x != where)
    far = "umbar" if TERRITORIES[where].region != "haradwaith" else "moria"
    return (
        scene(
            **{seat: {where: 1, near: 1, far: 1}},
            turn=seat,
            rest="red" if seat == "green" else "green",
            leaders={seat: [where]},
            hands={seat: [card]},
            **parts,
        ),
        near,
        far,
    )


@pytest.mark.rule("RK-11.1", "RK-11.2", "RK-11.3")
# The card, where the Leader has to be, where battalions come, how many for good and evil, points for good and evil.
@pytest.mark.parametrize(
    ("card", "where", "scope", "battalions", "points"),
    [
        ("mission-elven-halls", "north-mirkwood", "anywhere", (2, 1), (2, 3)),
        ("mission-mount-doom", "mount-doom", "anywhere", (2, 2), (2, 2)),
        ("mission-erebor", "esgaroth", "territory", (4, 2), (1, 2)),
        ("mission-hobbiton", "the-shire", "region", (2, 2), (2, 2)),
        ("mission-harlond", "harlindon", "card", (1, 1), (2, 3)),
        ("mission-grey-havens", "mithlond", "territory", (2, 4), (2, 1)),
        ("mission-weathertop", "weather-hills", "region", (2, 2), (2, 2)),
        ("mission-mount-gundabad", "eastern-angmar", "territory", (4, 4), (1, 1)),
        ("mission-carn-dum", "forodwaith", "region", (2, 2), (2, 2)),
        ("mission-bree", "fornost", "territory", (2, 6), (2, 1)),
        ("mission-lothlorien", "lorien", "card", (1, 1), (2, 2)),
        ("mission-rauros", "the-wold", "region", (2, 2), (2, 2)),
        ("mission-dagorlad", "dead-marshes", "region", (2, 2), (2, 2)),
        ("mission-easterling-encampment", "brown-lands", "territory", (6, 2), (1, 2)),
        ("mission-osgiliath", "ithilien", "territory", (2, 4), (2, 1)),
        ("mission-erech", "vale-of-erech", "territory", (6, 6), (1, 1)),
        ("mission-pelargir", "lebennin", "territory", (5, 5), (1, 1)),
        ("mission-dol-amroth", "belfalas", "anywhere", (2, 2), (2, 2)),
        ("mission-haradrim-encampment", "khand", "territory", (2, 4), (2, 1)),
        ("mission-edoras", "gap-of-rohan", "card", (1, 1), (2, 2)),
        ("mission-tharbad", "minhiriath", "territory", (4, 4), (1, 1)),
        ("mission-gates-of-moria", "eregion", "territory", (2, 4), (2, 1)),
    ],
)
def test_a_leader_at_the_site_claims_it_and_the_side_says_what_it_brings(
    card, where, scope, battalions, points
):
    for seat, number, worth in zip(("green", "red"), battalions, points, strict=True):
        play, near, far = standing(seat, where, card)
        give(play, f"claim:{card}")
        if scope in ("anywhere", "region"):
            assert asked(play) == f"{seat} place"
            assert set(question(play).options.limits) == {
                where,
                near,
                *([far] if scope == "anywhere" else []),
            }
            assert refused(play, {near: number + 1})[0] == "too-many"
            assert refused(play, {})[0] == "too-few"
            give(play, {near: number})
            assert troops(play, where, near, far) == (1, 1 + number, 1)
        else:
            gained = number if scope == "territory" else 0
            assert troops(play, where, near, far) == (1 + gained, 1, 1)
        assert play.state.extra_cards == (1 if scope == "card" else 0)
        assert (hand(play, seat), played(play, seat)) == ([], [card])
        assert adventure_points(play.state, seat) == worth
        assert asked(play) == f"{seat} combat"


@pytest.mark.rule("RK-11.1")
@pytest.mark.parametrize("leader", ["moria", "eregion"])
def test_it_takes_a_leader_and_not_only_battalions(leader):
    play = scene(green={"moria": 5, "eregion": 5}, leaders={"green": [leader]},
                 hands={"green": ["mission-gates-of-moria"]})  # fmt: skip
    assert ("claim:mission-gates-of-moria" in listed(play)) == (leader == "eregion")
    if leader == "moria":
        assert refused(play, "claim:mission-gates-of-moria")[0] == "not-an-option"


@pytest.mark.rule("RK-11.1")
def test_the_leader_of_somebody_else_does_not_count():
    play = scene(
        green={"moria": 5}, leaders={"red": ["eregion"]}, hands={"green": ["mission-gates-of-moria"]}
    )
    assert "claim:mission-gates-of-moria" not in listed(play)


@pytest.mark.rule("RK-11.1", "RK-11.2")
@pytest.mark.card("mission-gates-of-moria")
def test_a_leader_who_comes_by_conquest_claims_at_once():
    play = scene([6], [1], green={"moria": 3}, leaders={"green": ["moria"]},
                 hands={"green": ["mission-gates-of-moria"]})  # fmt: skip
    give(play, "moria>eregion", "1", 2, "claim:mission-gates-of-moria")
    assert troops(play, "eregion") == (4,)


@pytest.mark.rule("RK-11.1", "RK-13.2")
@pytest.mark.card("mission-gates-of-moria")
def test_a_leader_who_comes_by_fortifying_claims_in_step_three():
    play = scene(green={"moria": 3, "eregion": 1}, step="fortify", leaders={"green": ["moria"]},
                 hands={"green": ["mission-gates-of-moria"]})  # fmt: skip
    give(play, "moria", 1, "goes", "claim:mission-gates-of-moria")
    assert troops(play, "moria", "eregion") == (2, 4)


@pytest.mark.rule("RK-11.1", "RK-12.19")
@pytest.mark.card("mission-gates-of-moria", "borne-to-another-place")
def test_a_leader_who_is_borne_there_claims_before_the_reinforcements():
    play = scene(green={"moria": 3, "eregion": 1}, step="begin", leaders={"green": ["moria"]},
                 hands={"green": ["borne-to-another-place", "mission-gates-of-moria"]})  # fmt: skip
    give(play, "play:borne-to-another-place", "claim:mission-gates-of-moria")
    assert troops(play, "eregion") == (3,)


@pytest.mark.rule("RK-11.1", "RK-5.4")
@pytest.mark.card("mission-gates-of-moria")
def test_a_mission_is_claimed_between_battles_and_its_battalions_fight():
    play = scene([1], [6, 6], green={"eregion": 2}, red={"moria": 2}, leaders={"green": ["eregion"]},
                 hands={"green": ["mission-gates-of-moria"]})  # fmt: skip
    give(play, "eregion>moria", "claim:mission-gates-of-moria")
    assert [value for value in listed(play) if value.isdigit()] == ["3", "2", "1"]
    give(play, "1")
    assert troops(play, "eregion") == (3,)


@pytest.mark.rule("RK-11.2")
@pytest.mark.card("mission-hobbiton")
def test_in_a_region_battalions_may_be_spread():
    play = scene(green={"the-shire": 1, "tower-hills": 1, "moria": 1}, leaders={"green": ["the-shire"]},
                 hands={"green": ["mission-hobbiton"]})  # fmt: skip
    give(play, "claim:mission-hobbiton")
    assert refused(play, {"moria": 2})[0] == "not-an-option"
    assert refused(play, {"evendim-hills": 2})[0] == "not-an-option"
    give(play, {"the-shire": 1, "tower-hills": 1})
    assert troops(play, "the-shire", "tower-hills") == (2, 2)


@pytest.mark.rule("RK-11.2", "RK-22")
@pytest.mark.card("mission-dol-amroth")
def test_the_clock_places_battalions_at_the_site():
    play = scene(green={"belfalas": 1, "moria": 1}, leaders={"green": ["belfalas"]},
                 hands={"green": ["mission-dol-amroth"]})  # fmt: skip
    give(play, "claim:mission-dol-amroth")
    assert question(play).fallback_choice() == {"belfalas": 2}


@pytest.mark.rule("RK-11.2", "RK-14.2")
@pytest.mark.card("mission-edoras", "mission-lothlorien", "mission-harlond")
@pytest.mark.parametrize(("held", "drawn"), [(0, 3), (2, 3), (3, 2), (4, 1), (5, 0)])
def test_each_mission_for_a_card_brings_one_but_never_a_sixth(held, drawn):
    ordinary = ["card-moria", "card-umbar", "card-khand", "card-harad", "card-nurn"]
    more = [["card-lorien"], ["card-eregion"], ["card-rhudaur"]][:drawn]
    play = scene(
        *more,
        green={"gap-of-rohan": 1, "lorien": 1, "harlindon": 1},
        step="fortify",
        leaders={"green": ["gap-of-rohan", "lorien"]},
        hands={"green": ["mission-edoras", "mission-lothlorien"]},
        played={"green": ["mission-harlond"]},
        cards={"green": ordinary[:held]},
        # Harlond has been claimed earlier in this turn.
        more={"extra_cards": 1},
    )
    give(play, "claim:mission-edoras", "claim:mission-lothlorien", None)
    assert len(play.state.armies["green"].cards) == held + drawn


@pytest.mark.rule("RK-11.4", "RK-15.4")
@pytest.mark.card("mission-gates-of-moria")
def test_a_mission_that_was_drawn_now_waits_for_the_next_turn():
    play = scene(["mission-gates-of-moria"], green={"eregion": 2}, step="adventure", leaders={"green": ["eregion"]},
                 more={"site_conquered": True})  # fmt: skip
    give(play, "draw")
    assert hand(play) == ["mission-gates-of-moria"]
    assert asked(play).startswith("red ")


@pytest.mark.rule("RK-11.1")
@pytest.mark.card("mission-gates-of-moria")
def test_nobody_claims_in_the_turn_of_somebody_else():
    play = scene(green={"eregion": 2}, red={"moria": 4}, turn="red", leaders={"green": ["eregion"]},
                 hands={"green": ["mission-gates-of-moria"]})  # fmt: skip
    assert "claim:mission-gates-of-moria" not in listed(play)
    give(play, "moria>eregion", "1")
    assert asked(play) == "green defend"
    assert listed(play) == []


@pytest.mark.rule("RK-11.5")
@pytest.mark.card("mission-gates-of-moria", "mission-bree")
def test_several_missions_in_one_turn():
    play = scene(green={"eregion": 2, "fornost": 1}, leaders={"green": ["eregion", "fornost"]},
                 hands={"green": ["mission-bree", "mission-gates-of-moria"]})  # fmt: skip
    give(play, "claim:mission-bree", "claim:mission-gates-of-moria")
    assert played(play) == ["mission-bree", "mission-gates-of-moria"]
    assert [line["where"] for line in told(play, "placed")] == [{"fornost": 2}, {"eregion": 2}]


@pytest.mark.rule("RK-11.5", "RK-20.7")
@pytest.mark.card("mission-gates-of-moria")
@pytest.mark.parametrize(("pins", "where"), [(False, "moria"), (True, "eregion")])
def test_a_leader_who_has_claimed_goes_on_unless_the_table_pins_him(pins, where):
    play = scene([6], [1], green={"eregion": 3}, leaders={"green": ["eregion"]},
                 hands={"green": ["mission-gates-of-moria"]}, mission_pins_leader=pins)  # fmt: skip
    give(play, "claim:mission-gates-of-moria", "eregion>moria", "1", 1)
    assert leaders(play) == [where]
    # He fights all the same.
    assert told(play, "battle")[0]["attack_bonus"] == 1


@pytest.mark.rule("RK-11.5", "RK-12.14", "RK-20.7")
@pytest.mark.card("mission-gates-of-moria")
def test_a_leader_who_is_pinned_takes_nobody_over_a_closed_bridge():
    play = scene(green={"eregion": 3}, leaders={"green": ["eregion"]}, hands={"green": ["mission-gates-of-moria"]},
                 lasting=[Lasting("you-shall-not-pass-2", "red", ["dunland>eregion"])],
                 mission_pins_leader=True)  # fmt: skip
    assert "eregion>dunland" in listed(play)
    give(play, "claim:mission-gates-of-moria")
    assert refused(play, "eregion>dunland") == ("closed-bridge", "RK-12.14")
