"""The story explains every number: what changes in the open has its line, and the line says why (WR-22)."""

from random import Random

import pytest

from rules import Game, Seeded
from rules.core.contract.random_games import MOST_CHOICES
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.words.story import SENTENCES
from tests.rules.war_of_the_ring.battles import begin, holding
from tests.rules.war_of_the_ring.numbers import SPEAKS_OF, VALUES, changes, misstated, numbers, unexplained
from tests.rules.war_of_the_ring.positions import game, kinds, position
from tests.rules.war_of_the_ring.test_disputed_cases import on_the_table
from tests.rules.war_of_the_ring.test_hunt import hunted, party, with_fellowship

TABLES = {
    "usual": {},
    "bid for": {"bidding": True},
    "other readings": {
        "strict_stacking": True,
        "tiles_for_gollum": True,
        "press_without_regular": True,
        "free_peoples_dwarven_rings": 3,
        "shadow_dwarven_rings": 3,
    },
}
GAMES = 3


def said(play: Game, *kinds_of_line: str) -> list[str]:
    """Return the sentences of the lines of some kinds."""
    return [TITLE.sentence(line) for line in play.lines if line.kind in kinds_of_line]


def seen(play: Game) -> dict:
    return numbers(TITLE.view(play.state, None))


# -- whole games -------------------------------------------------------------------------------------


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("number", range(GAMES))
def test_every_number_that_changes_is_told(table, number):
    """After each answer the public position is compared with the one before, number by number."""
    seed = 1000 * list(TABLES).index(table) + number
    rng = Random(seed)
    play = Game.start(TITLE, TABLES[table], Seeded(seed))
    before, known = seen(play), len(play.lines)
    for step in range(MOST_CHOICES):
        if play.is_over:
            break
        decision = rng.choice(play.pending)
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
        after, lines = seen(play), play.lines[known:]
        place = f"seed {seed}, step {step}, {decision.kind}: {[line.kind for line in lines]}"
        assert unexplained(before, after, lines) == {}, place
        assert misstated(after, lines) == {}, place
        before, known = after, len(play.lines)


@pytest.mark.rule("WR-22")
def test_a_change_without_its_line_is_found():
    play = game(dice=(["muster"], ["event"]), at_war=("gondor",))
    before = seen(play)
    play.choose(FP, "muster:recruit")
    play.choose(FP, "gondor-elite@minas-tirith")
    after = seen(play)
    assert unexplained(before, after, play.lines) == {}
    silent = [line for line in play.lines if line.kind != "recruited"]
    names = unexplained(before, after, silent)
    assert ("pools", "gondor-elite") in names
    assert any(name[:2] == ("figures", "minas-tirith") for name in names)
    assert set(names) < set(changes(before, after))


@pytest.mark.rule("WR-22")
def test_a_line_that_tells_another_value_is_found():
    play = hunted([[6, 1, 1], ["std-2-1"]], **party("gimli"))
    play.choose(FP, None)
    after = seen(play)
    assert misstated(after, play.lines) == {}
    assert misstated({**after, ("fellowship", "corruption"): 5}, play.lines) == {
        ("fellowship", "corruption"): (2, 5)
    }


def test_every_line_that_explains_a_number_has_a_sentence():
    assert set(SPEAKS_OF) | set(VALUES) <= set(SENTENCES)


# -- figures -----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-1.2", "WR-6.8")
@pytest.mark.card("sh-str-06")
def test_leaders_who_fall_because_a_card_took_the_last_unit():
    play = game(
        dice=([], ["event"]),
        forces={"dale": {"north-regular": 1, "north-leader": 1}, "erebor": {"strider": 1}},
        **with_fellowship({}, region="dale"),
        **holding("sh-str-06"),
    )
    play.choose(SH, "event:play-event")
    play.choose(SH, "sh-str-06")
    play.choose(SH, "north")
    play.choose(FP, "north-regular@dale")
    assert said(play, "struck-down", "fell-with-army") == [
        "A North Regular is struck down at Dale.",
        "A North Leader falls with the Army at Dale.",
    ]
    assert play.state.casualties["north-leader"] == 1


@pytest.mark.rule("WR-11.3")
def test_an_army_that_withdraws_and_is_not_besieged_comes_out_again():
    play = begin(
        [],
        shadow={"sauron-regular": 2},
        free={"rohan-regular": 2, "rohan-leader": 1},
        region="helms-deep",
        source="westemnet",
    )
    play.choose(FP, "siege")
    play.choose(SH, None)
    assert said(play, "withdrew-into-stronghold", "came-out") == [
        "The Free Peoples withdraw into Helm's Deep.",
        "2 Rohan Regulars and 1 Leader are in the open again at Helm's Deep.",
    ]


@pytest.mark.rule("WR-6.9", "WR-12.1")
@pytest.mark.card("sh-str-06")
def test_a_companion_whose_stronghold_falls_by_a_card_stays_in_the_open():
    play = game(
        dice=([], ["event"]),
        forces={
            "helms-deep/inside": {"rohan-regular": 1, "strider": 1},
            "helms-deep": {"isengard-regular": 3},
            "edoras": {},
            "fords-of-isen": {},
        },
        **holding("sh-str-06"),
    )
    play.choose(SH, "event:play-event")
    play.choose(SH, "sh-str-06")
    play.choose(SH, "rohan")
    assert said(play, "struck-down", "came-out", "settlement-captured") == [
        "A Rohan Regular is struck down at Helm's Deep.",
        "Strider is in the open again at Helm's Deep.",
        "The Shadow captures Helm's Deep (2 points).",
    ]


@pytest.mark.rule("WR-11.5")
def test_an_elite_that_presses_a_siege_is_told_with_its_place():
    play = begin(
        [[1, 1], [1]],
        shadow={"sauron-regular": 1, "sauron-elite": 1},
        free={"rohan-regular": 1},
        region="helms-deep",
        inside=FP,
    )
    while kinds(play) != ["press-siege"]:
        play.choose(play.pending[0].seat, None)
    play.choose(SH, "sauron-elite")
    assert said(play, "siege-pressed") == ["A Sauron Elite is reduced to press the siege at Helm's Deep."]


@pytest.mark.rule("WR-9.6")
def test_aragorn_takes_striders_place():
    play = game(
        dice=(["will-of-the-west"], ["event"]), forces={"minas-tirith": {"gondor-regular": 1, "strider": 1}}
    )
    play.choose(FP, "will-of-the-west:upgrade")
    play.choose(FP, "aragorn@minas-tirith")
    assert said(play, "character-entered") == ["Aragorn takes the place of Strider in Minas Tirith."]


# -- the Hunt ----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.15")
def test_a_hobbit_lowers_the_damage_and_leaves():
    play = hunted([[6, 1, 1], ["std-3-1"]], **party("peregrin"))
    play.choose(FP, "use")
    play.choose(FP, "rivendell")
    assert said(play, "damage-lowered", "companions-left", "companions-moved") == [
        "Peregrin Took lowers the Hunt damage by 1 to 2.",
        "Peregrin Took leaves the Fellowship.",
        "Peregrin Took comes to Rivendell.",
    ]


@pytest.mark.rule("WR-15.16")
def test_gollum_lowers_the_damage():
    play = hunted([[6, 1, 1], ["std-3-1"]], **party())
    play.choose(FP, "use")
    assert said(play, "damage-lowered", "corrupted") == [
        "Gollum lowers the Hunt damage by 1 to 2.",
        "Corruption rises by 2 to 2.",
    ]


@pytest.mark.rule("WR-15.7")
@pytest.mark.card("fp-char-07")
def test_a_card_lowers_the_damage():
    parts = {**party("boromir"), **on_the_table("fp-char-07")}
    play = hunted([[6, 1, 1], ["std-3-1"]], **parts)
    play.choose(FP, "fp-char-07")
    assert said(play, "damage-lowered") == ["Horn of Gondor lowers the Hunt damage by 1 to 2."]


@pytest.mark.rule("WR-15.8")
@pytest.mark.parametrize(
    ("tile", "words"),
    [
        ("std-3-1", "Gimli takes 2 of 3 Hunt damage."),
        ("std-2-1", "Gimli takes 2 Hunt damage."),
        ("std-1-1", "Gimli takes 1 Hunt damage."),
    ],
)
def test_a_casualty_tells_how_much_it_takes(tile, words):
    play = hunted([[6, 1, 1], [tile]], **party("gimli"))
    play.choose(FP, "guide")
    assert said(play, "companion-casualty") == [words]


@pytest.mark.rule("WR-14.5")
def test_a_die_that_has_moved_the_fellowship_goes_to_the_hunt_box():
    play = hunted([[1, 1, 1]], fp_box=1)
    assert said(play, "hunt-box-filled") == [
        "The die goes to the Hunt Box: 2 dice of the Free Peoples lie there."
    ]


@pytest.mark.rule("WR-15.11")
def test_an_empty_hunt_pool_is_told_when_it_is_filled_again():
    drawn = ["std-1-1", "std-2-1", "std-eyer-1"]
    removed = [tile for tile in game().state.hunt_pool if tile not in drawn]
    play = hunted(
        [[6, 1, 1], ["std-1-1"]], hunt_pool=[], tiles_drawn=drawn, tiles_removed=removed, **party("gimli")
    )
    assert said(play, "hunt-pool-filled") == ["The Hunt Pool is empty: 3 drawn tiles go back into it."]


@pytest.mark.rule("WR-16.1")
def test_the_hunt_pool_of_mordor_is_told():
    pool = game().state.hunt_pool
    play = game(
        phase="fellowship",
        fellowship={"region": "morannon"},
        hunt_pool=[tile for tile in pool if tile not in ("std-eyer-1", "std-1-1")],
        tiles_drawn=["std-eyer-1", "std-1-1"],
        specials=["shelobs-lair"],
    )
    play.choose(FP, None)
    play.choose(FP, "enter")
    assert said(play, "mordor-pool-made") == [
        "The Hunt Pool for Mordor: 1 drawn Eye and 1 special tile join it, 16 tiles in all."
    ]


# -- dice, cards, politics ---------------------------------------------------------------------------


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("sh-char-21")
def test_the_elven_ring_that_ends_the_palantir_is_told():
    parts = on_the_table("sh-char-21")
    play = game(
        dice=(["character"], ["event"]), forces={"orthanc": {"isengard-regular": 1, "saruman": 1}}, **parts
    )
    play.choose(FP, "character:discard-palantir")
    assert said(play, "ring-given-up") == ["The Free Peoples give an Elven Ring to the Shadow."]


@pytest.mark.rule("WR-12.3")
def test_a_settlement_that_is_taken_back_tells_the_points():
    play = game(
        dice=(["muster-army"], []),
        forces={"minas-tirith": {}, "lossarnach": {"gondor-regular": 1}},
        captured=["minas-tirith"],
        at_war=("gondor",),
    )
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "lossarnach>minas-tirith")
    assert said(play, "settlement-recaptured") == [
        "The Free Peoples take Minas Tirith back (2 points less for the enemy)."
    ]


@pytest.mark.rule("WR-13.9")
@pytest.mark.card("sh-str-06")
def test_a_nation_that_steps_back_tells_how_far_it_is_from_war():
    steps = {**position().steps, "north": 1}
    play = game(
        dice=([], ["event"]), steps=steps, **with_fellowship({}, region="bree"), **holding("sh-str-06")
    )
    play.choose(SH, "event:play-event")
    play.choose(SH, "sh-str-06")
    assert said(play, "nation-retreated") == ["The North steps back: 2 steps from war."]
