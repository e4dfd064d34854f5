"""Landmarks, the Quest, alliances and every token (DU-7, DU-8, DU-9)."""

import pytest

from rules.duel.data import TOKENS
from tests.rules.duel.positions import game, open_slots

BLUE, YELLOW, RED = "c1-blue-one", "c1-yellow-two-1", "c1-red-gondor-rohan"
FREE = {"display": open_slots(BLUE, YELLOW)}


def take(landmark, **parts):
    play = game(**{**FREE, "landmarks": [landmark], **parts})
    play.choose("fellowship", f"take-{landmark}")
    return play


@pytest.mark.rule("DU-7.3", "DU-7.4")
@pytest.mark.parametrize(
    ("landmark", "region", "units"),
    [("helms-deep", "rohan", 3), ("bree", "arnor", 2), ("minas-tirith", "gondor", 1)],
)
def test_units_beside_the_new_fortress(landmark, region, units):
    play = take(landmark, units={})
    assert play.state.fortresses[region] == "fellowship"
    play.choose("fellowship", region)
    assert play.state.units[region]["fellowship"] == units


@pytest.mark.rule("DU-7.4")
def test_the_rest_of_a_landmark_can_be_declined():
    play = take("helms-deep")
    play.choose("fellowship", None)
    assert play.state.units["rohan"]["fellowship"] == 0
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-7.3")
def test_erebor_pays_and_moves():
    play = take("erebor", coins=(6, 0))
    assert play.state.sides["fellowship"].coins == 5
    play.choose("fellowship", "arnor>lindon")
    assert play.state.units["lindon"]["fellowship"] == 1


@pytest.mark.rule("DU-7.7")
def test_isengard_strips_a_grey_card_or_is_skipped():
    play = take("isengard", cards={"sauron": ["c1-grey-ruse-1", "c1-blue-one-fish"]})
    assert play.pending[0].options.values == ["c1-grey-ruse-1"]
    play.choose("fellowship", "c1-grey-ruse-1")
    assert play.state.sides["sauron"].cards == ["c1-blue-one-fish"]
    assert play.state.sides["fellowship"].quest == 1
    assert take("isengard").state.sides["fellowship"].quest == 1


@pytest.mark.rule("DU-7.5", "DU-9.5")
def test_grey_havens_looks_at_two_and_keeps_one():
    script = [["ents-extra-turn"], ["ents-remove-fortress"]]
    play = game(script, **FREE, landmarks=["grey-havens"])
    play.play("fellowship", ["take-grey-havens"])
    play.choose("fellowship", "ents")
    play.choose("fellowship", "ents-remove-fortress")
    assert play.state.sides["fellowship"].tokens == ["ents-remove-fortress"]
    assert play.state.tokens_known["ents"] == ["ents-extra-turn"]
    assert play.view(None)["tokens"]["ents"]["top"] == ["ents-extra-turn"]


@pytest.mark.rule("DU-7.6", "DU-15.5", "DU-15.7")
def test_barad_dur_opens_the_discard_pile_for_its_owner_alone():
    play = take("barad-dur")
    own, foe = play.view("fellowship")["discards"], play.view("sauron")["discards"]
    assert (len(own["own"]), own["unknown"]) == (3, 0)
    assert (len(foe["own"]), foe["unknown"]) == (0, 3)
    assert "discard-seen" not in [line.kind for line in play.log("sauron")]
    hidden = next(c for c in own["own"])
    decision = play.pending[0]
    assert hidden in decision.options.values
    play.choose("fellowship", RED)
    play.choose("fellowship", "gondor")
    assert play.state.units["gondor"]["fellowship"] == 1
    assert play.view("fellowship")["discards"]["unknown"] == 0


@pytest.mark.rule("DU-8.2", "DU-8.3", "DU-8.4")
def test_bonuses_reached_and_passed_in_order():
    blue = "c3-blue-three"
    play = game(chapter=3, display=open_slots(blue, "c3-blue-two", chapter=3), quest=(3, 0), coins=(10, 0))
    play.choose("fellowship", f"play-{blue}")
    assert play.state.sides["fellowship"].quest == 6
    assert play.pending[0].kind == "place-any"
    play = game(chapter=3, display=open_slots(blue, "c3-blue-two", chapter=3), quest=(7, 0))
    play.choose("fellowship", f"play-{blue}")
    assert play.pending[0].seat == "fellowship"
    play = game(
        chapter=3,
        display=open_slots(blue, "c3-blue-two", chapter=3),
        quest=(10, 0),
        fortresses={"lindon": "sauron"},
    )
    play.choose("fellowship", f"play-{blue}")
    play.choose("fellowship", "lindon")
    assert play.state.fortresses == {}
    assert "grey-havens" in play.state.sides["sauron"].landmarks


@pytest.mark.rule("DU-8.1")
def test_both_characters_walk_their_own_way():
    play = game(**FREE, quest=(5, 9), active="sauron")
    play.choose("sauron", f"play-{BLUE}")
    assert (play.state.sides["fellowship"].quest, play.state.sides["sauron"].quest) == (5, 10)


# -- alliances ---------------------------------------------------------------------------------


@pytest.mark.rule("DU-9.1", "DU-9.6")
def test_a_pair_reveals_two_tokens_of_its_race():
    green = "c2-green-elves"
    play = game(
        [["elves-any-skill"], ["elves-red-anywhere"]],
        chapter=2,
        display=open_slots(green, "c2-blue-one", chapter=2),
        cards={"fellowship": ["c1-green-elves"]},
    )
    play.choose("fellowship", f"play-{green}")
    assert play.state.revealed_tokens == ["elves-any-skill", "elves-red-anywhere"]
    play.choose("fellowship", "elves-any-skill")
    assert play.state.tokens_known["elves"] == ["elves-red-anywhere"]


@pytest.mark.rule("DU-9.2", "DU-9.3")
def test_three_races_once_for_a_player():
    green = "c1-green-humans"
    owned = {"fellowship": ["c1-green-elves", "c1-green-hobbits"]}
    script = [["elves-any-skill"], ["hobbits-eagle"], ["humans-yellow-quest"]]
    play = game(script, display=open_slots(green, BLUE), cards=owned)
    play.choose("fellowship", f"play-{green}")
    play.choose("fellowship", "humans-yellow-quest")
    assert play.state.sides["fellowship"].three_races_used
    play = game(
        display=open_slots("c1-green-dwarves", BLUE), cards={"fellowship": [*owned["fellowship"], green]}
    )
    play.state.sides["fellowship"].three_races_used = True
    play.choose("fellowship", "play-c1-green-dwarves")
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-9.4")
def test_with_fewer_tokens_what_is_there_is_revealed():
    green = "c2-green-elves"
    taken = {"sauron": ["elves-any-skill", "elves-red-anywhere"]}
    play = game(
        chapter=2,
        display=open_slots(green, "c2-blue-one", chapter=2),
        cards={"fellowship": ["c1-green-elves"]},
        tokens=taken,
    )
    play.choose("fellowship", f"play-{green}")
    assert play.state.sides["fellowship"].tokens == ["elves-yellow-extra-turn"]


def earn(token, **parts):
    """Win a token by a pair of its race."""
    race = TOKENS[token].race
    greens = {
        "wizards": ("c3-green-wizards", "c3-green-wizards-from-scroll"),
        "ents": ("c3-green-ents", "c3-green-ents-from-acorn"),
    }.get(race, (f"c1-green-{race}", f"c2-green-{race}"))
    chapter = 3 if race in ("wizards", "ents") else 2
    spare = {2: "c2-blue-one", 3: "c3-blue-two"}[chapter]
    other = next(t for t in TOKENS if TOKENS[t].race == race and t != token)
    play = game(
        [[token], [other]],
        chapter=chapter,
        display=open_slots(greens[1], spare, chapter=chapter),
        cards={"fellowship": [greens[0]]},
        coins=(15, 5),
        **parts,
    )
    play.choose("fellowship", f"play-{greens[1]}")
    play.choose("fellowship", token)
    assert token in play.state.sides["fellowship"].tokens
    return play


@pytest.mark.rule("DU-9.6")
@pytest.mark.parametrize("token", list(TOKENS))
def test_every_token_can_be_won(token):
    play = earn(token)
    asked = play.pending[0]
    immediate = {
        "ents-three-maneuvers": "ent-maneuver",
        "wizards-two-units": "place-any",
        "wizards-play-discard": "pick-discard",
    }
    if token in immediate:
        assert (asked.seat, asked.kind) == ("fellowship", immediate[token])
    elif token == "ents-extra-turn":
        assert (asked.seat, asked.kind) == ("fellowship", "choose-action")
    else:
        assert asked.seat == "sauron"


@pytest.mark.rule("DU-9.7", "DU-9.8")
def test_immediate_tokens():
    play = earn("wizards-quest")
    assert play.state.sides["fellowship"].quest == 2
    play = earn("wizards-two-units")
    play.choose("fellowship", "lindon")
    play.choose("fellowship", "lindon")
    assert play.state.units["lindon"]["fellowship"] == 2
    play = earn("ents-three-maneuvers")
    for choice in ("coin", "coin", "remove", "mordor"):
        play.choose("fellowship", choice)
    assert play.state.sides["sauron"].coins == 3
    assert play.state.units["mordor"]["sauron"] == 1
    play = earn("ents-remove-fortress", fortresses={"rohan": "sauron"})
    assert play.pending[0].kind == "remove-fortress"


@pytest.mark.rule("DU-9.7", "DU-9.9")
@pytest.mark.parametrize(
    ("token", "card", "kind"),
    [("hobbits-blue-unit", BLUE, "place-any"), ("dwarves-green-moves", "c1-green-elves", "move-unit")],
)
def test_tokens_that_answer_a_colour(token, card, kind):
    play = game(display=open_slots(card, YELLOW), tokens={"fellowship": [token]})
    play.choose("fellowship", f"play-{card}")
    assert play.pending[0].kind == kind


@pytest.mark.rule("DU-9.7")
def test_coins_for_a_chain_and_quest_for_yellow():
    play = game(
        chapter=2,
        display=open_slots("c2-blue-one-from-horse", "c2-blue-one", chapter=2),
        cards={"fellowship": ["c1-blue-one-horse"]},
        tokens={"fellowship": ["hobbits-chain-coins"]},
        coins=(0, 0),
    )
    play.choose("fellowship", "play-c2-blue-one-from-horse")
    assert play.state.sides["fellowship"].coins == 3
    play = game(**FREE, tokens={"fellowship": ["humans-yellow-quest"]})
    play.choose("fellowship", f"play-{YELLOW}")
    assert play.state.sides["fellowship"].quest == 1
