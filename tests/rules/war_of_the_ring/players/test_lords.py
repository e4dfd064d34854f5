"""Lords of Middle-earth for three and four: whose its Characters, dice, Rings and tokens are (LM-15)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SETS, SH
from tests.rules.war_of_the_ring.players.tables import (
    FOUR,
    GONDOR,
    ROHAN,
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    at_war,
    choose,
    offered,
    refused,
    story,
    table,
)

pytestmark = pytest.mark.skipif("lords" not in SETS, reason="Lords of Middle-earth is not there")

LORDS = FOUR | {"lords": True}
COUNCIL = LORDS | {"council_of_rivendell": True}
ALL = at_war()
WIND, BLACK_NUMENOREAN = "lome-fp-char-27", "mouth-of-sauron-black-numenorean"


def of_lords(**kept):
    """Return the part of a position that Lords keeps."""
    from rules.war_of_the_ring.sets.lords.state import Lords

    return {"lords": Lords(**kept)}


# -- whose the Characters are --------------------------------------------------------------------------


@pytest.mark.rule("LM-15.1")
@pytest.mark.parametrize(("player", "is_his"), [(WITCH_KING, True), (SARUMAN, False)])
def test_the_lesser_minions_and_both_mouths_of_sauron_come_for_the_witch_king_alone(player, is_his):
    play = table(options=LORDS, acting=player, dice=(["event"], ["muster", "muster"]), **ALL)
    choose(play, player, "muster:minion")
    people = {value.partition("@")[0] for value in offered(play, player)} if is_his else set()
    if is_his:
        assert {"gothmog", "balrog", BLACK_NUMENOREAN} & people
        assert "saruman" not in people
    else:
        assert asked(play)[0][0] != SARUMAN, "Saruman alone was his to bring"


@pytest.mark.rule("LM-15.1")
@pytest.mark.parametrize(("player", "is_his"), [(GONDOR, True), (ROHAN, False)])
def test_elrond_and_galadriel_come_for_gondor_alone(player, is_his):
    play = table(options=LORDS, acting=player, dice=(["muster"], ["event"]), **ALL)
    assert ({"muster:elrond", "muster:galadriel"} <= set(offered(play, player))) is is_his
    if not is_his:
        told = ("partners", "Elrond obeys your partner alone.", "WR-19.5")
        assert refused(play, player, "muster:elrond") == told


MINIONS = {
    "moria": {"sauron-regular": 2, "balrog": 1},
    "minas-morgul": {"sauron-regular": 3, "gothmog": 1},
    "morannon": {"sauron-regular": 3, BLACK_NUMENOREAN: 1},
}
#: With which die each of them does something.
POWERS = ["balrog/use-balrog", "muster", "muster"]


@pytest.mark.rule("LM-15.1", "WR-19.5")
@pytest.mark.parametrize(("player", "is_his"), [(WITCH_KING, True), (SARUMAN, False)])
def test_what_the_balrog_gothmog_and_the_black_numenorean_do_is_for_the_witch_king_alone(player, is_his):
    play = table(options=LORDS, acting=player, dice=(["event"], POWERS), forces=MINIONS, **ALL)
    uses = {value.rpartition(":")[2] for value in offered(play, player)}
    assert ({"use-balrog", "sorcery-move"} <= uses) is is_his
    if not is_his:
        assert {"use-balrog", "sorcery-move", "fling"}.isdisjoint(uses)
        code, words, rule = refused(play, player, "muster:sorcery-move")
        assert (code, rule) == ("partners", "WR-19.5")
        assert words.endswith("obeys your partner alone.")


@pytest.mark.rule("LM-15.1")
def test_gothmog_flings_for_the_witch_king():
    forces = {
        "osgiliath": {"sauron-regular": 3, "isengard-regular": 1, "gothmog": 1},
        "minas-tirith": {"gondor-regular": 2},
    }
    for player in (WITCH_KING, SARUMAN):
        play = table(options=LORDS, acting=player, dice=(["event"], ["muster"]), forces=forces, **ALL)
        assert ("muster:fling" in offered(play, player)) is (player == WITCH_KING)


@pytest.mark.rule("LM-15.1")
def test_elrond_and_galadriel_stand_with_the_armies_of_gondor():
    forces = {"rivendell": {"elves-regular": 1, "elrond": 1}, "lorien": {"elves-regular": 1, "galadriel": 1}}
    play = table(options=LORDS, acting=ROHAN, dice=(["muster-army"], ["event"]), forces=forces, **ALL)
    choose(play, ROHAN, "muster-army:move-armies")
    assert refused(play, ROHAN, "lorien>dimrill-dale") == (
        "partners",
        "The Army in Lórien obeys your partner.",
        "WR-19.5",
    )


# -- the choice of a special die -----------------------------------------------------------------------


@pytest.mark.rule("LM-15.2")
@pytest.mark.parametrize(("leading", "shadow_leads"), [(GONDOR, WITCH_KING), (ROHAN, SARUMAN)])
def test_who_leads_keeps_one_of_the_special_dice_and_either_spends_it(leading, shadow_leads):
    forces = {
        "rivendell": {"elves-regular": 1, "elrond": 1},
        "lorien": {"elves-regular": 1, "galadriel": 1},
        "moria": {"sauron-regular": 2, "balrog": 1},
        "minas-morgul": {"sauron-regular": 5, "gothmog": 1},
    }
    play = table(
        [[1] * 4, [1, 1], [1] * 7, [1, 1]],
        options=LORDS,
        acting="",
        leading=(leading, shadow_leads),
        phase="hunt-allocation",
        forces=forces,
        others=of_lords(pool=["vilya", "nenya", "balrog", "gothmog"]),
    )
    choose(play, shadow_leads, 0)
    keepers = {}
    while asked(play)[0][1] == "special-die":
        seat = asked(play)[0][0]
        keepers[seat] = offered(play, seat)
        choose(play, seat, offered(play, seat)[0])
    assert set(keepers) == {leading, shadow_leads}
    first = asked(play)[0][0]
    assert first != leading
    assert any(value.startswith(("vilya/", "nenya/")) for value in offered(play, first)), (
        "not the leader's alone"
    )


# -- Elven Rings ---------------------------------------------------------------------------------------


@pytest.mark.rule("LM-15.3")
@pytest.mark.parametrize("acting", [GONDOR, ROHAN])
def test_gondor_says_which_ring_is_used_whoever_turns_a_die(acting):
    play = table(options=LORDS, acting=acting, dice=(["event", "event"], ["army", "event"]))
    choose(play, acting, "ring:event>muster")
    assert asked(play) == [(GONDOR, "which-ring")]
    choose(play, GONDOR, "nenya")
    assert asked(play) == [(acting, "action")]
    assert play.state.rings == {FP: 2, SH: 1}


@pytest.mark.rule("LM-15.3")
def test_of_three_the_only_player_of_the_free_peoples_says_it():
    play = table(options=THREE | {"lords": True}, acting=FP, dice=(["event", "event"], ["army", "event"]))
    choose(play, FP, "ring:event>muster")
    assert asked(play) == [(FP, "which-ring")]


@pytest.mark.rule("LM-15.5", "LM-8.5")
def test_gondor_uses_vilya_for_a_die_that_rohan_has_spent():
    play = table(
        options=LORDS,
        acting=ROHAN,
        dice=(["character", "event"], ["event"]),
        forces={"rivendell": {"elves-regular": 1, "elrond": 1}},
        hunt_box={FP: 0, SH: 0},
    )
    choose(play, ROHAN, "character:move-fellowship")
    assert asked(play) == [(GONDOR, "vilya")]
    choose(play, GONDOR, "use")
    assert play.state.dice[FP] == ["character", "event"]


@pytest.mark.rule("LM-15.5", "LM-8.7")
@pytest.mark.parametrize("leading", [GONDOR, ROHAN])
def test_gondor_uses_nenya_even_where_rohan_leads_the_fellowship(leading):
    play = table(
        [["std-eyer-1"], ["std-0r-1"]],
        options=LORDS,
        acting="",
        leading=(leading,),
        phase="fellowship",
        fellowship={"region": "hollin", "progress": 2},
        forces={"moria": {"sauron-regular": 1, "balrog": 1}, "lorien": {"elves-regular": 1, "galadriel": 1}},
    )
    choose(play, leading, "moria")
    assert asked(play) == [(GONDOR, "nenya")]
    choose(play, GONDOR, "use")
    assert play.state.tiles_removed == ["std-eyer-1"]


# -- Action Tokens -------------------------------------------------------------------------------------


@pytest.mark.rule("LM-15.4")
@pytest.mark.parametrize(
    ("player", "nations"), [(WITCH_KING, {"sauron"}), (SARUMAN, {"isengard", "southrons-easterlings"})]
)
def test_either_of_the_shadow_uses_an_action_token(player, nations):
    play = table(
        options=COUNCIL,
        acting=player,
        dice=(["event", "event"], ["army", "army"]),
        others=of_lords(tokens=["move-nazgul", "advance-nation"]),
    )
    assert {"token:move-nazgul", "token:advance-nation"} <= set(offered(play, player))
    choose(play, player, "token:advance-nation")
    if asked(play) == [(player, "advance-nation")]:
        assert set(offered(play, player)) == nations
        choose(play, player, sorted(nations)[0])
    assert len(play.state.dice[SH]) == 2
    assert asked(play)[0][0] in (GONDOR, ROHAN)


@pytest.mark.rule("LM-15.4", "LM-16.6")
def test_one_token_in_a_turn_for_the_team():
    play = table(
        options=COUNCIL,
        acting=SARUMAN,
        dice=(["event"] * 3, ["army"] * 3),
        others=of_lords(tokens=["move-nazgul", "advance-nation"]),
    )
    choose(play, SARUMAN, "token:move-nazgul", "nazgul@minas-morgul", "bree", None)
    choose(play, asked(play)[0][0], "skip:event")
    assert asked(play) == [(WITCH_KING, "action")]
    assert "token:advance-nation" not in offered(play, WITCH_KING)


# -- Wind from the West --------------------------------------------------------------------------------


def wind(**hands):
    play = table(
        options=LORDS,
        acting=ROHAN,
        dice=(["event", "event"], ["event"]),
        hands={ROHAN: (WIND,), **{player.replace("_", "-"): cards for player, cards in hands.items()}},
    )
    choose(play, ROHAN, "event:play-event")
    if asked(play) == [(ROHAN, "card")]:
        choose(play, ROHAN, WIND)
    return play


@pytest.mark.rule("LM-15.6")
def test_the_wind_looks_at_the_hand_of_one_player_of_the_shadow():
    play = wind(witch_king=("sh-str-06",), saruman=("sh-char-05", "sh-char-06"))
    assert asked(play) == [(ROHAN, "look-at-whose-hand")]
    assert offered(play, ROHAN) == [WITCH_KING, SARUMAN]
    choose(play, ROHAN, SARUMAN)
    choose(play, ROHAN, offered(play, ROHAN)[0])
    assert "The Free Peoples look at Saruman's hand." in story(play)
    seen = [line for line in play.lines if line.kind == "hand-seen"]
    assert [(line.visible_to, line.data["cards"]) for line in seen] == [
        ((ROHAN,), ["sh-char-05", "sh-char-06"])
    ]
    assert "sh-str-06" not in str([line.data for line in seen])


@pytest.mark.rule("LM-15.6")
def test_where_one_of_them_holds_cards_his_hand_is_looked_at():
    play = wind(saruman=("sh-char-05",))
    assert asked(play) != [(ROHAN, "look-at-whose-hand")]


@pytest.mark.rule("LM-15.6", "WR-22")
def test_what_the_wind_shows_the_partner_does_not_see():
    play = wind(saruman=("sh-char-05", "sh-char-06"))
    choose(play, ROHAN, offered(play, ROHAN)[0])
    for eye in (GONDOR, WITCH_KING, None):
        assert story(play, eye, "hand-seen") == []
        assert "sh-char-05" not in str(play.view(eye))
