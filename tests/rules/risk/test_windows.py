"""Windows of others: who is asked, in what order, whether the game waits, what orders look at (RK-12.5, RK-22)."""

import pytest

from tests.rules.lines import told
from tests.rules.risk.scenes import (
    RISK,
    asked,
    give,
    hand,
    listed,
    played,
    question,
    refused,
    scene,
    stop,
    troops,
)

COURAGE, WITHDRAWAL, STORMS = "courage-alone-will-not-save-you", "strategic-withdrawal", "violent-storms"
BOROMIR = "boromir-tries-to-seize-the-one-ring"
ANY = "mission-bree"


def window(kind, *, waits=False, holds=ANY):
    """Come to the question of a kind to red, in green's turn."""
    script = [[4]] if kind == "fellowship-roll" else []
    options = {"interactive_windows": waits}
    if kind.startswith("fellowship"):
        place = "lorien" if kind == "fellowship-roll" else "fornost"
        play = scene(
            *script, step="fellowship", at=place, green={"umbar": 1}, hands={"red": [holds]}, **options
        )
        if kind == "fellowship-leaves":
            give(play, None)
        return play
    if kind == "defence-dice":
        play = scene(green={"moria": 5}, red={"gladden-fields": 3}, choose_defence_dice=True, **options)
        give(play, "moria>gladden-fields", "3")
        return play
    if kind == "storms":
        play = scene(green={"belfalas": 5}, hands={"red": [holds]}, **options)
        give(play, "belfalas>umbar", "3", None)
        return play
    if kind.startswith("withdraw"):
        play = scene(green={"moria": 5}, red={"gladden-fields": 5}, leaders={"red": ["gladden-fields"]},
                     hands={"red": [WITHDRAWAL]}, **options)  # fmt: skip
        give(play, "moria>gladden-fields", "3", f"{WITHDRAWAL}>lorien")
        if kind == "withdraw-leader":
            give(play, 2)
        return play
    play = scene(green={"moria": 5}, red={"gladden-fields": 3}, hands={"red": [holds]}, **options)
    give(play, "moria>gladden-fields", "3")
    return play


KINDS = (
    "defend",
    "withdraw",
    "withdraw-leader",
    "storms",
    "defence-dice",
    "fellowship-road",
    "fellowship-roll",
    "fellowship-leaves",
)


# -- waiting -------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-22.2", "RK-22.4")
@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_the_game_waits_for_others_only_where_the_table_wants_it(kind, waits):
    play = window(kind, waits=waits)
    assert asked(play) == f"red {kind}"
    assert question(play).waits is waits
    assert question(play).standing
    assert question(play).weight == "light"


@pytest.mark.rule("RK-22.1")
def test_standing_orders_answer_these_questions_and_no_others():
    assert sorted(RISK.standing_kinds) == sorted(KINDS)


@pytest.mark.rule("RK-22.2", "RK-17.8")
def test_a_player_is_waited_for_in_the_own_turn():
    play = scene(step="fellowship", at="fornost", green={"umbar": 1}, hands={"green": [ANY]})
    assert asked(play) == "green fellowship-road"
    assert question(play).waits


@pytest.mark.rule("RK-22.2")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("withdraw")])
def test_no_answer_means_no_card_and_all_dice(kind):
    default = question(window(kind)).fallback_choice()
    assert default == ("2" if kind == "defence-dice" else None)


@pytest.mark.rule("RK-22.2", "RK-12.17")
@pytest.mark.card("strategic-withdrawal")
def test_who_withdraws_without_a_word_takes_all_but_one_and_the_leader():
    assert question(window("withdraw")).fallback_choice() == 4
    assert question(window("withdraw-leader")).fallback_choice() == "goes"


# -- who is asked --------------------------------------------------------------------------------------


@pytest.mark.rule("RK-22.4", "RK-21.2")
@pytest.mark.parametrize(
    "kind", ["defend", "storms", "fellowship-road", "fellowship-roll", "fellowship-leaves"]
)
@pytest.mark.parametrize("holds", ["mission-bree", "ambush"])
def test_who_has_any_card_in_hand_is_asked_though_it_is_another(kind, holds):
    play = window(kind, holds=holds)
    assert asked(play) == f"red {kind}"
    assert listed(play) == []


@pytest.mark.rule("RK-22.4")
@pytest.mark.parametrize("waits", [False, True])
def test_who_has_no_card_is_not_asked(waits):
    play = scene([4], step="fellowship", at="lorien", green={"umbar": 1}, leaders={"red": ["khand"]},
                 interactive_windows=waits)  # fmt: skip
    assert stop(play) == "the-wold"
    assert asked(play) == "red place"
    play = scene([1], [6], green={"belfalas": 5}, interactive_windows=waits)
    give(play, "belfalas>umbar", "1")
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-22.4", "RK-21.1")
@pytest.mark.card("violent-storms", "boromir-tries-to-seize-the-one-ring")
def test_nobody_is_asked_for_cards_that_all_lie_open():
    play = scene([1], [6], green={"belfalas": 5}, hands={"red": [ANY]},
                 played={"red": [STORMS, COURAGE], "green": [WITHDRAWAL]})  # fmt: skip
    give(play, "belfalas>umbar", "1")
    assert asked(play) == "green battle"
    play = scene(
        step="fellowship", at="fornost", green={"umbar": 1}, hands={"red": [ANY]}, played={"red": [BOROMIR]}
    )
    give(play, None)
    assert stop(play) == "weather-hills"


@pytest.mark.rule("RK-22.4", "RK-19.3")
def test_the_neutral_army_is_never_asked():
    play = scene([1, 1, 1], [6, 6], green={"belfalas": 5}, neutral={"umbar": 2}, hands={"red": [STORMS, COURAGE]},
                 choose_defence_dice=True, interactive_windows=True)  # fmt: skip
    give(play, "belfalas>umbar", "3")
    assert troops(play, "belfalas", "umbar") == (3, 2)
    assert asked(play) == "green battle"


# -- the order -----------------------------------------------------------------------------------------


@pytest.mark.rule("RK-12.5")
@pytest.mark.parametrize(
    ("turn", "order"), [("green", ["green", "red", "black"]), ("red", ["red", "black", "green"]),
                        ("black", ["black", "green", "red"])]
)  # fmt: skip
def test_first_the_player_whose_turn_it_is_then_the_others_in_their_order(turn, order):
    hands = {"green": ["mission-bree"], "red": ["mission-erech"], "black": ["mission-erebor"]}
    play = scene([2], step="fellowship", at="lorien", turn=turn, players="3", hands=hands,
                 green={"umbar": 1}, black={"khand": 1})  # fmt: skip
    seen = []
    for _ in range(3):
        assert question(play).kind == "fellowship-roll"
        seen.append(question(play).seat)
        give(play, None)
    assert seen == order
    assert question(play).kind != "fellowship-roll"


@pytest.mark.rule("RK-12.5")
@pytest.mark.card("smeagol", "faramir-finds-the-ringbearer")
def test_who_has_passed_may_answer_a_card_of_somebody_else():
    play = scene([2], step="fellowship", at="lorien", green={"umbar": 1},
                 hands={"green": ["faramir-finds-the-ringbearer"], "red": ["smeagol"]})  # fmt: skip
    give(play, None, "smeagol")
    assert asked(play) == "green fellowship-roll"
    assert question(play).context["total"] == 4
    give(play, "faramir-finds-the-ringbearer:-2")
    assert stop(play) == "lorien"


# -- the dice of the defender --------------------------------------------------------------------------


@pytest.mark.rule("RK-7.6", "RK-20.7")
@pytest.mark.parametrize(("dice", "faces", "losses"), [("1", [3], [1, 0]), ("2", [3, 1], [1, 1])])
def test_the_defender_chooses_dice_after_seeing_how_many_attack(dice, faces, losses):
    play = scene([3, 3, 3], faces, green={"moria": 5}, red={"gladden-fields": 3}, choose_defence_dice=True)
    give(play, "moria>gladden-fields", "3")
    assert asked(play) == "red defence-dice"
    assert question(play).context == {"target": "gladden-fields", "attackers": 3, "battalions": 3}
    assert refused(play, "3")[0] == "not-an-option"
    give(play, dice)
    assert told(play, "battle")[0]["losses"] == losses


@pytest.mark.rule("RK-7.6")
@pytest.mark.parametrize(("choose", "battalions"), [(True, 1), (False, 5)])
def test_there_is_no_choice_with_one_battalion_nor_where_the_table_has_none(choose, battalions):
    play = scene([1], [6] * min(2, battalions), green={"moria": 5}, red={"gladden-fields": battalions},
                 choose_defence_dice=choose)  # fmt: skip
    give(play, "moria>gladden-fields", "1")
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-7.6", "RK-12.16")
@pytest.mark.card("violent-storms")
def test_storms_come_before_the_defender_chooses_dice():
    play = scene(green={"belfalas": 5}, red={"umbar": 3}, hands={"red": [STORMS]}, choose_defence_dice=True)
    give(play, "belfalas>umbar", "3", None)
    assert asked(play) == "red storms"
    give(play, STORMS)
    assert asked(play) == "green battle"


# -- what an attacker says beforehand --------------------------------------------------------------------


@pytest.mark.rule("RK-22.3", "RK-7.5")
@pytest.mark.card("courage-alone-will-not-save-you")
def test_the_attacker_may_say_it_before_the_answer_or_wait_for_it():
    parts = {"green": {"moria": 5}, "hands": {"red": [COURAGE]}}
    play = scene([6], [1], **parts)
    give(play, "moria>gladden-fields")
    assert asked(play) == "green battle"
    give(play, "1")
    # The dice wait for the answer.
    assert told(play, "battle") == []
    assert asked(play) == "red defend"
    give(play, None)
    assert asked(play) == "green advance"
    play = scene(**parts)
    give(play, "moria>gladden-fields", None, COURAGE)
    assert question(play).context["enemy"] == 5
    assert asked(play) == "green battle"
    assert played(play, "red") == [COURAGE]
    assert hand(play, "red") == []


# -- what orders look at -------------------------------------------------------------------------------


@pytest.mark.rule("RK-22")
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        (
            "defend",
            {
                "target": "gladden-fields",
                "origin": "moria",
                "attackers": 4,
                "battalions": 3,
                "stronghold": False,
            },
        ),
        ("storms", {"target": "umbar", "origin": "belfalas", "attackers": 3}),
        ("defence-dice", {"target": "gladden-fields", "attackers": 3, "battalions": 3}),
        (
            "withdraw",
            {"target": "gladden-fields", "origin": "moria", "to": "lorien", "attackers": 4, "battalions": 5},
        ),
        ("fellowship-road", {"stop": 4, "turn": "green"}),
        ("fellowship-roll", {"stop": 11, "turn": "green", "rolled": 4, "total": 4}),
        ("fellowship-leaves", {"stop": 4, "turn": "green"}),
    ],
)
def test_orders_can_look_at_what_they_depend_on(kind, facts):
    context = question(window(kind)).context or {}
    assert {name: context.get(name) for name in facts} == facts


@pytest.mark.rule("RK-22", "RK-7.9")
def test_an_attacker_is_told_what_stands_there_and_what_is_added():
    play = scene(
        green={"gladden-fields": 6}, red={"moria": 2}, leaders={"green": ["gladden-fields"], "red": ["moria"]}
    )
    give(play, "gladden-fields>moria")
    assert question(play).context == {
        "origin": "gladden-fields",
        "target": "moria",
        "own": 6,
        "enemy": 2,
        "attack_bonus": 1,
        "defence_bonus": 2,
        "battles": 0,
    }
