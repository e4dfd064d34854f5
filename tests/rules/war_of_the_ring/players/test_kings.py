"""Kings of Middle-earth for three and four: attempts at corruption, Sovereigns, Chieftains, tokens (KM-9a)."""

from typing import Any

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SETS, SH
from tests.rules.war_of_the_ring.players.tables import (
    FOUR,
    GONDOR,
    ROHAN,
    SARUMAN,
    WITCH_KING,
    asked,
    at_war,
    choose,
    offered,
    players_of,
    refused,
    table,
)

pytestmark = pytest.mark.skipif("kings" not in SETS, reason="Kings of Middle-earth is not there")

KINGS = FOUR | {"kings": True}
ALL = at_war()


def of_kings(**kept):
    """Return the part of a position that Kings keeps."""
    from rules.war_of_the_ring.sets.kings.state import Kings

    return {"kings": Kings(**kept)}


def realm(script=None, *, awake=(), kept=None, forces=None, **parts: Any):
    """Begin with Kings; who is `awake` stands at home with two Regulars."""
    from rules.war_of_the_ring.sets.kings.state import FACTS, LEADER_OF

    there = {FACTS[one].home: {f"{FACTS[one].nation}-regular": 2, one: 1} for one in awake}
    parts.setdefault("off_map", tuple(LEADER_OF[one] for one in awake))
    return table(
        script, options=KINGS, forces={**there, **(forces or {})}, others=of_kings(**(kept or {})), **parts
    )


# -- attempts at corruption ----------------------------------------------------------------------------


def tempting(acting=SARUMAN, **parts):
    return realm(
        parts.pop("script", None),
        acting=acting,
        dice=(["event"] * 4, ["army"] * 4),
        hunt_box={FP: 0, SH: 6},
        **parts,
    )


def attempts(play, seat):
    return [value.partition(":")[2] for value in offered(play, seat) if value.startswith("attempt:")]


def on_through(play, seat):
    """Answer what an attempt asks of a seat, and let the Free Peoples act."""
    while asked(play)[0][0] == seat:
        decision = play.pending[0]
        choose(play, seat, None if decision.may_pass else next(iter(decision.options.legal())))
    choose(play, asked(play)[0][0], "skip:event")


@pytest.mark.rule("KM-9.6")
@pytest.mark.parametrize("first", [SARUMAN, WITCH_KING])
def test_either_of_the_shadow_may_begin_and_then_they_alternate(first):
    second = WITCH_KING if first == SARUMAN else SARUMAN
    play = tempting(first)
    assert len(attempts(play, first)) == 5
    choose(play, first, "attempt:dain")
    on_through(play, first)
    assert players_of(play).tempter == first
    assert asked(play) == [(second, "action")]
    assert "dain" not in attempts(play, second), "one for each Sovereign and turn for the side"
    choose(play, second, "skip:army")
    choose(play, asked(play)[0][0], "skip:event")
    assert asked(play) == [(first, "action")]
    assert attempts(play, first) == []
    _, words, rule = refused(play, first, "attempt:brand")
    assert rule == "KM-9.6"
    assert words.startswith("You have made the last attempt")
    choose(play, first, "skip:army")
    choose(play, asked(play)[0][0], "skip:event")
    choose(play, second, "attempt:brand")
    assert players_of(play).tempter == second


@pytest.mark.rule("KM-9.6")
def test_in_a_new_turn_either_may_begin_again():
    play = tempting()
    choose(play, SARUMAN, "attempt:dain")
    assert players_of(play).tempter == SARUMAN
    steps = 0
    while play.state.turn == 2 and steps < 60:
        decision = play.pending[0]
        skips = [value for value in getattr(decision.options, "values", ()) if str(value).startswith("skip:")]
        choose(
            play,
            decision.seat,
            skips[0] if skips else None if decision.may_pass else next(iter(decision.options.legal())),
        )
        steps += 1
    assert play.state.turn == 3
    assert players_of(play).tempter == ""


@pytest.mark.rule("KM-9.6", "KM-7.3")
@pytest.mark.parametrize("acting", [SARUMAN, WITCH_KING])
def test_whoever_tries_chooses_the_tile(acting):
    """Both his partner and he may lead: the choice is part of his attempt."""
    play = realm(
        [["std-1-1"], ["std-2-1"], ["std-3-1"]],
        acting=acting,
        dice=(["event"] * 4, ["army"] * 4),
        hunt_box={FP: 0, SH: 4},
    )
    choose(play, acting, "attempt:dain")
    assert asked(play) == [(acting, "corruption-tile")]


# -- Sovereigns ----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-9.7")
@pytest.mark.parametrize(
    ("player", "own"),
    [(GONDOR, {"denethor", "thranduil"}), (ROHAN, {"theoden", "brand", "dain"})],
)
def test_a_sovereign_is_awakened_by_the_player_of_his_nation(player, own):
    play = realm(acting=player, dice=(["muster", "muster"], ["event"]), **ALL)
    choose(play, player, "muster:awaken")
    assert {value.partition("@")[0] for value in offered(play, player)} <= own
    other = "theoden@edoras" if player == GONDOR else "denethor@minas-tirith"
    nation = "Rohan" if player == GONDOR else "Gondor"
    assert refused(play, player, other) == ("partners", f"{nation}: for your partner to act for.", "WR-19.5")


@pytest.mark.rule("KM-9.7")
@pytest.mark.parametrize(
    ("sovereign", "use", "owner"),
    [("dain", "dwarvenking", ROHAN), ("denethor", "stewardship", GONDOR), ("thranduil", "elvenking", GONDOR)],
)
def test_what_a_sovereign_can_do_is_for_the_player_of_his_nation(sovereign, use, owner):
    other = GONDOR if owner == ROHAN else ROHAN
    has = {}
    for player in (owner, other):
        play = realm(acting=player, awake=(sovereign,), dice=(["muster", "muster"], ["event"]), **ALL)
        has[player] = f"muster:{use}" in offered(play, player)
        if player == other:
            assert refused(play, other, f"muster:{use}")[0] == "partners"
    assert has == {owner: True, other: False}


@pytest.mark.rule("KM-9.7", "KM-5.2")
@pytest.mark.parametrize("acting", [GONDOR, ROHAN])
def test_the_palantir_of_anarion_is_gondors_whoever_has_drawn(acting):
    """Rohan leads in one of the two: Denethor obeys the player of Gondor all the same."""
    play = realm(acting=acting, awake=("denethor",), dice=(["fp-ruler/event", "event"], ["event"]))
    choose(play, acting, "fp-ruler/event:draw", "strategy")
    assert asked(play) == [(GONDOR, "palantir-of-anarion")]
    before = len(play.state.hands[GONDOR])
    choose(play, GONDOR, "character")
    assert len(play.state.hands[GONDOR]) == before + 1


@pytest.mark.rule("KM-9.7")
@pytest.mark.parametrize("acting", [GONDOR, ROHAN])
def test_any_of_the_free_peoples_removes_a_corrupted_sovereign(acting):
    play = realm(
        acting=acting,
        dice=(["character", "event"], ["event"]),
        kept={"corrupted": {"theoden": "edoras"}},
        forces={"edoras": {"rohan-regular": 1, "meriadoc": 1}},
        off_map=("theoden-leader",),
    )
    choose(play, acting, "character:remove-corrupted")
    assert players_of(play).acting[FP] != acting
    assert play.view(None)["kings"]["sovereigns"]["theoden"]["state"] == "gone"


# -- Chieftains ----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-9.7")
def test_a_chieftain_is_played_by_the_player_of_his_nation():
    found = {}
    for player in (WITCH_KING, SARUMAN):
        play = realm(acting=player, dice=(["event"], ["shadow-ruler/muster", "event"]), **ALL)
        choices = [value for value in offered(play, player) if value.endswith(":chieftain")]
        if choices:
            choose(play, player, choices[0])
            found[player] = {value.partition("@")[0] for value in offered(play, player)}
    assert found.get(WITCH_KING, set()) <= {"shadow-of-mirkwood"}
    assert found.get(SARUMAN, set()) <= {"black-serpent", "ugluk"}
    assert any(found.values())


# -- tokens and the choice of a die --------------------------------------------------------------------


@pytest.mark.rule("KM-9.8")
@pytest.mark.parametrize(("player", "is_his"), [(ROHAN, True), (GONDOR, False)])
def test_a_ruler_token_is_for_the_player_of_the_nation(player, is_his):
    play = realm(
        acting=player,
        awake=("theoden",),
        kept={"tokens": ["theoden"]},
        dice=(["fp-ruler/muster", "event"], ["event"]),
        **ALL,
    )
    assert ("fp-ruler/muster:ruler-token-theoden" in offered(play, player)) is is_his
    if not is_his:
        assert refused(play, player, "fp-ruler/muster:ruler-token-theoden")[0] == "partners"


@pytest.mark.rule("KM-9.8", "KM-4.2")
@pytest.mark.parametrize(("leading", "shadow_leads"), [(GONDOR, WITCH_KING), (ROHAN, SARUMAN)])
def test_who_leads_discards_a_die_for_the_ruler_die(leading, shadow_leads):
    play = realm(
        [[1] * 4, [1], [1] * 7, [1]],
        acting="",
        leading=(leading, shadow_leads),
        phase="hunt-allocation",
        awake=("theoden",),
        forces={"orthanc": {"isengard-regular": 2, "ugluk": 1}},
        kept={"pool": ["fp-ruler", "shadow-ruler"]},
    )
    choose(play, shadow_leads, 0)
    seats = []
    while asked(play)[0][1] != "action":
        seats.append(asked(play)[0][0])
        choose(play, seats[-1], offered(play, seats[-1])[0])
    assert seats == [shadow_leads, leading]
