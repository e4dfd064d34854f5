"""What each of two partners may touch: his Nations, his Minions, his cards, and what is anybody's (WR-19.5)."""

import pytest

from rules.war_of_the_ring.position.catalogue import CARDS, FP, NATION_OF, NAZGUL, PLAYERS, SH
from rules.war_of_the_ring.position.state import Force, can_lead, field, leadership
from rules.war_of_the_ring.turns import card_play
from tests.rules.war_of_the_ring.players.tables import (
    GONDOR,
    ROHAN,
    SARUMAN,
    WITCH_KING,
    asked,
    at_war,
    choose,
    offered,
    refused,
    table,
)
from tests.rules.war_of_the_ring.positions import game

ALL = at_war()


def nations(values):
    return {NATION_OF[value.partition("@")[0]] for value in values}


OWN = {player.id: set(player.nations) for player in PLAYERS["4"]}
#: A Nation of the partner's, and where one of its Regulars would be recruited.
PARTNERS = {
    GONDOR: ("rohan", "Rohan", "edoras"),
    ROHAN: ("gondor", "Gondor", "pelargir"),
    WITCH_KING: ("isengard", "Isengard", "orthanc"),
    SARUMAN: ("sauron", "Sauron", "moria"),
}


def acting(player, die, **parts):
    dice = ([die], ["event"]) if player in (GONDOR, ROHAN) else (["event"], [die])
    return table(acting=player, dice=dice, **parts)


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize("player", OWN)
def test_each_recruits_for_his_own_nations(player):
    play = acting(player, "muster", **ALL)
    choose(play, player, "muster:recruit")
    assert nations(offered(play, player)) == OWN[player]
    nation, name, region = PARTNERS[player]
    assert refused(play, player, f"{nation}-regular@{region}") == (
        "partners",
        f"{name}: for your partner to act for.",
        "WR-19.5",
    )


@pytest.mark.rule("WR-19.5", "WR-19.1")
def test_only_the_witch_king_recruits_nazgul():
    play = acting(WITCH_KING, "muster", **ALL)
    choose(play, WITCH_KING, "muster:recruit")
    assert f"{NAZGUL}@minas-morgul" in offered(play, WITCH_KING)
    play = acting(SARUMAN, "muster", **ALL)
    choose(play, SARUMAN, "muster:recruit")
    assert refused(play, SARUMAN, f"{NAZGUL}@minas-morgul")[0] == "partners"


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize(
    ("player", "able"),
    [(GONDOR, {"gondor", "elves"}), (ROHAN, {"rohan", "north", "dwarves"})],
)
def test_each_advances_his_own_nations(player, able):
    play = acting(
        player,
        "muster",
        active=[
            "elves",
            "gondor",
            "rohan",
            "north",
            "dwarves",
            "sauron",
            "isengard",
            "southrons-easterlings",
        ],
    )
    choose(play, player, "muster:diplomacy")
    assert set(offered(play, player)) == able
    nation, name, _ = PARTNERS[player]
    assert refused(play, player, nation) == ("partners", f"{name}: for your partner to act for.", "WR-19.5")


@pytest.mark.rule("WR-19.5")
def test_who_has_no_nation_left_to_advance_is_not_offered_it():
    play = acting(WITCH_KING, "muster", at_war=("sauron",))
    assert "muster:diplomacy" not in offered(play, WITCH_KING)
    play = acting(SARUMAN, "muster", at_war=("sauron",))
    choose(play, SARUMAN, "muster:diplomacy", "isengard")
    assert play.state.steps["isengard"] == 0


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize("player", OWN)
def test_each_moves_armies_of_his_own_nations(player):
    play = acting(player, "army" if player in (WITCH_KING, SARUMAN) else "muster-army", **ALL)
    choose(play, player, f"{'army' if player in (WITCH_KING, SARUMAN) else 'muster-army'}:move-armies")
    side = SH if player in (WITCH_KING, SARUMAN) else FP
    for source in {pair.partition(">")[0] for pair in offered(play, player)}:
        assert OWN[player] & set(field(play.state, source, side).nations())


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize(
    ("player", "pair", "words"),
    [
        (SARUMAN, "moria>hollin", "The Army in Moria obeys your partner."),
        (WITCH_KING, "orthanc>gap-of-rohan", "The Army in Orthanc obeys your partner."),
    ],
)
def test_an_army_of_the_partner_does_not_move(player, pair, words):
    play = acting(player, "army", **ALL)
    choose(play, player, "army:move-armies")
    assert refused(play, player, pair) == ("partners", words, "WR-19.5")


FRONT = {
    "dagorlad": {"sauron-regular": 3},
    "noman-lands": {"gondor-regular": 2},
    "druadan-forest": {"isengard-regular": 3},
    "folde": {"rohan-regular": 1},
}


@pytest.mark.rule("WR-19.5")
def test_each_attacks_with_his_own_armies():
    play = acting(SARUMAN, "army", forces=FRONT, **ALL)
    choose(play, SARUMAN, "army:attack")
    assert offered(play, SARUMAN) == [
        "druadan-forest>folde",
        "druadan-forest>minas-tirith",
        "druadan-forest>osgiliath",
        "orthanc>fords-of-isen",
    ]
    assert refused(play, SARUMAN, "dagorlad>noman-lands") == (
        "partners",
        "The Army in Dagorlad obeys your partner.",
        "WR-19.5",
    )
    play = table(acting=ROHAN, dice=(["muster-army"], ["event"]), forces=FRONT, **ALL)
    choose(play, ROHAN, "muster-army:attack")
    assert offered(play, ROHAN) == ["folde>druadan-forest", "fords-of-isen>orthanc"]
    assert refused(play, ROHAN, "noman-lands>dagorlad")[0] == "partners"


# -- the Fellowship, Companions, Nazgûl and Minions ---------------------------------------------------


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize("player", [GONDOR, ROHAN])
def test_any_of_the_free_peoples_moves_the_fellowship_and_companions(player):
    play = table(
        acting=player,
        dice=(["character"], ["event"]),
        forces={"edoras": {"boromir": 1, "rohan-regular": 1}, "rivendell": {"legolas": 1, "elves-elite": 2}},
    )
    assert {"character:move-fellowship", "character:separate", "character:move-companions"} <= set(
        offered(play, player)
    )
    choose(play, player, "character:move-companions")
    assert asked(play)[0][0] == player


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize("player", [GONDOR, ROHAN])
def test_any_of_the_free_peoples_uses_what_a_companion_can_do_for_a_nation(player):
    play = acting(player, "muster", forces={"minas-tirith": {"boromir": 1, "gondor-regular": 1}})
    steps = play.state.steps["gondor"]
    use = next(value for value in offered(play, player) if value.endswith(":boromir"))
    choose(play, player, use)
    assert play.state.steps["gondor"] == steps - 1


MINIONS = {
    "minas-morgul": {"sauron-regular": 3, "witch-king": 1, "mouth-of-sauron": 1, NAZGUL: 2},
    "orthanc": {"isengard-regular": 2, "saruman": 1},
}


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize(
    ("player", "people"),
    [
        (WITCH_KING, {NAZGUL, "witch-king", "mouth-of-sauron"}),
        (SARUMAN, {NAZGUL, "witch-king"}),
    ],
)
def test_any_of_the_shadow_moves_nazgul_and_the_witch_king_and_his_own_minions(player, people):
    play = acting(player, "character", forces=MINIONS)
    choose(play, player, "character:move-nazgul")
    from_morgul = {
        value.partition("@")[0] for value in offered(play, player) if value.endswith("minas-morgul")
    }
    assert from_morgul == people


@pytest.mark.rule("WR-19.5")
def test_the_mouth_of_sauron_is_not_for_saruman_to_move():
    play = acting(SARUMAN, "character", forces=MINIONS)
    choose(play, SARUMAN, "character:move-nazgul")
    assert refused(play, SARUMAN, "mouth-of-sauron@minas-morgul") == (
        "partners",
        "The Mouth of Sauron obeys your partner alone.",
        "WR-19.5",
    )


@pytest.mark.rule("WR-19.5", "WR-19.1")
def test_each_brings_his_own_minions():
    play = acting(WITCH_KING, "muster", **ALL)
    choose(play, WITCH_KING, "muster:minion")
    assert {value.partition("@")[0] for value in offered(play, WITCH_KING)} == {
        "witch-king",
        "mouth-of-sauron",
    }
    code, words, _ = refused(play, WITCH_KING, "saruman@orthanc")
    assert (code, words) == ("partners", "Saruman obeys your partner alone.")
    play = acting(SARUMAN, "muster", **ALL)
    choose(play, SARUMAN, "muster:minion")
    assert field(play.state, "orthanc", SH).characters == ["saruman"], "nobody else was his to bring"


@pytest.mark.rule("WR-19.5")
def test_the_voice_of_saruman_is_for_his_player_alone():
    forces = {"orthanc": {"isengard-regular": 2, "saruman": 1}}
    assert "muster:voice" in offered(acting(SARUMAN, "muster", forces=forces, **ALL), SARUMAN)
    play = acting(WITCH_KING, "muster", forces=forces, **ALL)
    assert "muster:voice" not in offered(play, WITCH_KING)
    assert refused(play, WITCH_KING, "muster:voice")[0] == "partners"


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize(("saruman", "lead"), [(True, True), (False, False)])
def test_while_saruman_is_in_play_all_elites_of_his_player_lead(saruman, lead):
    forces = {"orthanc": {"isengard-regular": 1} | ({"saruman": 1} if saruman else {})}
    s = table(acting=SARUMAN, forces=forces).state
    for kind in ("isengard-elite", "southrons-easterlings-elite"):
        force = Force({kind: 2}, [])
        assert can_lead(s, force) is lead
        assert leadership(s, force, "dagorlad") == (2 if lead else 0)
    assert not can_lead(s, Force({"sauron-elite": 2}, []))


@pytest.mark.rule("WR-19.5")
def test_in_a_game_of_two_the_elites_of_the_south_do_not_lead():
    s = game(forces={"orthanc": {"isengard-regular": 1, "saruman": 1}}).state
    assert can_lead(s, Force({"isengard-elite": 1}, []))
    assert not can_lead(s, Force({"southrons-easterlings-elite": 1}, []))


@pytest.mark.rule("WR-19.5")
def test_an_army_led_by_an_elite_of_the_south_moves_by_a_character_die():
    forces = {
        "orthanc": {"isengard-regular": 1, "saruman": 1},
        "khand": {"southrons-easterlings-regular": 2, "southrons-easterlings-elite": 1},
    }
    play = acting(SARUMAN, "character", forces=forces, **ALL)
    choose(play, SARUMAN, "character:leader-move")
    assert "khand>near-harad" in offered(play, SARUMAN)


# -- Event cards ---------------------------------------------------------------------------------------


def test_seats_of_cards_are_players_who_are_at_the_table():
    players = {player.id for player in PLAYERS["4"]}
    for card in CARDS.values():
        assert set(card.seats) <= players
        assert all((seat in (GONDOR, ROHAN)) == (card.side == FP) for seat in card.seats)


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize(
    ("card", "owner", "other"),
    [
        ("fp-str-14", GONDOR, ROHAN),
        ("fp-str-17", ROHAN, GONDOR),
        ("sh-str-20", WITCH_KING, SARUMAN),
        ("sh-str-17", SARUMAN, WITCH_KING),
    ],
)
def test_a_card_that_recruits_is_for_the_player_of_the_nation(card, owner, other):
    assert card_play.playable(
        acting(owner, "muster", hands={owner: (card,)}).state, CARDS[card].side, None
    ) == [card]
    play = acting(
        other, "event", hands={other: (card, "fp-char-12" if card.startswith("fp") else "sh-char-01")}
    )
    assert card_play.playable(play.state, CARDS[card].side, None) != [card]
    choose(play, other, "event:play-event")
    code, words, rule = refused(play, other, card)
    assert (code, words, rule) == (
        "partners",
        f"“{CARDS[card].title}” is for your partner to play.",
        "WR-19.5",
    )


@pytest.mark.rule("WR-19.5")
def test_a_card_without_a_seat_moves_only_armies_of_who_plays_it():
    play = acting(SARUMAN, "event", hands={SARUMAN: ("sh-str-07",)}, **ALL)
    choose(play, SARUMAN, "event:play-event")
    if asked(play)[0][1] == "card":
        choose(play, SARUMAN, "sh-str-07")
    assert asked(play) == [(SARUMAN, "march-from")]
    for source in offered(play, SARUMAN):
        assert OWN[SARUMAN] & set(field(play.state, source, SH).nations())


@pytest.mark.rule("WR-19.5")
def test_wisdom_of_elrond_advances_a_nation_of_who_plays_it():
    for player in (GONDOR, ROHAN):
        play = acting(player, "event", hands={player: ("fp-str-08",)})
        choose(play, player, "event:play-event")
        if asked(play)[0][1] == "card":
            choose(play, player, "fp-str-08")
        assert asked(play) == [(player, "event-nation")]
        assert set(offered(play, player)) <= OWN[player]


@pytest.mark.rule("WR-19.5")
@pytest.mark.parametrize("leading", [GONDOR, ROHAN])
def test_whose_nation_loses_a_figure_by_a_card_says_which(leading):
    """Stormcrow: Boromir stands in Rohan, which is not at war."""
    play = table(
        acting=SARUMAN,
        leading=(leading,),
        dice=(["event"], ["event"]),
        hands={SARUMAN: ("sh-str-06",)},
        forces={"edoras": {"rohan-regular": 1, "rohan-elite": 1, "boromir": 1}},
        fellowship={"region": "hollin"},
    )
    choose(play, SARUMAN, "event:play-event")
    if asked(play) == [(SARUMAN, "card")]:
        choose(play, SARUMAN, "sh-str-06")
    if asked(play) == [(SARUMAN, "event-nation")]:
        choose(play, SARUMAN, "rohan")
    assert asked(play) == [(ROHAN, "event-figure")]
