"""Hand-written positions: what may be left out, and everything that is wrong with one is said (WR-3.7)."""

from copy import deepcopy
from random import Random

import pytest

import rules
from rules import Game, PositionError, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CARDS, FP, NATIONS, SH
from rules.war_of_the_ring.position.state import FIELD, INSIDE
from tests.rules.nested import changed, places
from tools.positions import standing

NONSENSE = [
    None,
    "x",
    -1,
    7,
    10**20,
    "",
    [],
    {},
    "shadow",
    True,
    ["x"],
    {"x": 1},
    {"x": "y"},
    "moria",
    3,
    [1],
]


@pytest.fixture(scope="module")
def sound():
    """A position some turns into a game, between two actions."""
    return standing("war-of-the-ring/fifth-turn").position()


def problems(position):
    with pytest.raises(PositionError) as refused:
        TITLE.load_position(position)
    return refused.value.problems


START = {"turn": 2, "phase": "actions"}


@pytest.mark.rule("WR-3.7", "WR-2.8")
def test_what_is_left_out_is_as_at_the_start():
    s = TITLE.load_position({})
    assert s == TITLE.new_state(TITLE.normalise_options({}))
    s = TITLE.load_position({**START, "dice": {FP: ["character"], SH: ["army"]}})
    assert (s.turn, s.fellowship.region, len(s.decks["shadow/character"])) == (2, "rivendell", 24)


@pytest.mark.rule("WR-3.7", "WR-1.15")
def test_what_follows_from_the_rest_is_worked_out():
    s = TITLE.load_position(
        {
            **START,
            "steps": {"gondor": 0},
            "hands": {FP: ["fp-char-09"]},
            "eliminated": ["boromir"],
            "casualties": {"gondor-regular": 2},
            "tiles_drawn": ["std-3-1"],
            "fellowship": {"progress": 3},
            "forces": {
                "Minas Tirith": "gondor 3r 1e 1l, strider",
                "Osgiliath": "sauron 5r, nazgul 2, witch-king",
                "Minas Morgul / shadow": "se 1e",
            },
        }
    )
    assert s.forces[FIELD[FP]["minas-tirith"]].figures == {
        "gondor-regular": 3,
        "gondor-elite": 1,
        "gondor-leader": 1,
    }
    assert s.forces[FIELD[SH]["osgiliath"]].characters == ["witch-king"]
    assert s.forces[FIELD[SH]["minas-morgul"]].figures == {"southrons-easterlings-elite": 1}
    assert (s.pools["gondor-regular"], s.pools["nazgul"], s.pools["rohan-elite"]) == (10, 6, 5)
    assert s.fellowship.companions == ["gandalf-the-grey", "legolas", "gimli", "meriadoc", "peregrin"]
    assert s.steps == {n: 0 if n == "gondor" else x.steps for n, x in NATIONS.items()}
    assert (s.fellowship.progress, s.fellowship.guide, s.minion_seen) == (3, "gandalf-the-grey", True)
    assert "gondor" in s.active
    assert "fp-char-09" not in s.decks["free-peoples/character"]
    assert len(s.hunt_pool) == 15
    Game.start(TITLE, {}, Seeded(1), position=s)


@pytest.mark.rule("WR-3.7", "WR-22")
@pytest.mark.parametrize(
    ("way", "value", "said"),
    [
        (("turn",), "first", "turn: Expected int, got str"),
        (("turn",), -1, "no turn -1"),
        (("turn",), 10**20, "too large"),
        (("phase",), "hunt", "“hunt” is no phase"),
        (("phase",), "action", "“action” is no phase: did you mean actions?"),
        (("to_act",), "sauron", "“sauron” is no side"),
        (("trun",), 3, "“trun” is no part of a position: did you mean turn?"),
        (("fellowship", "guid"), "strider", "no part of the Fellowship: did you mean guide?"),
        (
            ("forces", "minas-tirth/free-peoples"),
            {"figures": {"gondor-regular": 1}},
            "did you mean Minas Tirith?",
        ),
        (("forces", "moria/gollum"), {"figures": {}}, "write moria/free-peoples"),
        (("forces", "Mount Gram"), "gondor 1r, sauron 1r", "write mount-gram/free-peoples"),
        (("forces", "Mount Gram"), "none", "write mount-gram/free-peoples"),
        (("forces", "bree/inside"), {"figures": {"north-regular": 1}}, "no Stronghold to be besieged in"),
        (("forces", "erebor/inside"), {"figures": {"dwarves-regular": 1}}, "no Army besieges it"),
        (("forces", "erebor/inside"), {"figures": {}}, "the besieged Stronghold of Erebor is empty"),
        (("forces", "carrock/free-peoples"), "north 1r, sauran 2r", "did you mean Sauron?"),
        (("forces", "rhosgobel/free-peoples"), {"figures": {"gondor-leader": 1}}, "a Leader stands alone"),
        (("forces", "rhosgobel/free-peoples"), {}, "nobody stands in Rhosgobel"),
        (("forces", "rhosgobel/shadow"), "gondor 1r", "stands among the figures of the Shadow"),
        (
            ("forces", "rhosgobel/shadow"),
            {"figures": {"sauron-regular": 0}},
            "0 is no number of Sauron Regular",
        ),
        (("forces", "rhosgobel/shadow"), {"figures": {"sauron-regular": -2}}, "-2 is no number"),
        (("forces", "rhosgobel/shadow"), {"figures": {"sauron-reg": 2}}, "did you mean Sauron Regular?"),
        (("forces", "rhosgobel/shadow"), {"figures": {"sauron-regular": 99}}, "99 is no number"),
        (("forces", "rhosgobel/shadow"), "sauron 2r", "but there are 36"),
        (("forces", "rhosgobel/shadow"), {"characters": ["sauruman"]}, "did you mean Saruman?"),
        (("forces", "rhosgobel/shadow"), {"characters": ["saruman"]}, "Saruman never leaves Orthanc"),
        (("forces", "rhosgobel/free-peoples"), {"characters": ["gollum"]}, "Gollum never leaves"),
        (("forces", "rhosgobel/free-peoples"), {"characters": ["gimli"]}, "is in two places"),
        (("forces", "rhosgobel/free-peoples"), {"characters": ["aragorn", "aragorn"]}, "is in two places"),
        (("forces", "woodland-realm/shadow"), "isengard 1r", "both sides have an Army"),
        (("forces", "lossarnach/shadow"), "isengard 1r", "which it would control"),
        (("captured",), ["minas-ithil"], "no region: did you mean Minas Tirith?"),
        (("captured",), ["fangorn"], "Fangorn cannot be captured"),
        (("captured",), ["erebor"], "An Army of the Free Peoples stands in Erebor"),
        (("captured",), ["lamedon", "lamedon"], "captured twice"),
        (("pools", "gondor-regular"), -1, "less than none"),
        (("pools", "gondor"), 1, "“gondor” is no figure"),
        (("casualties",), {"sauron-regular": 1}, "goes back to the reinforcements"),
        (("steps", "gondor"), 4, "Gondor cannot be 4 steps from war"),
        (("steps", "rohan"), 0, "Rohan cannot be At War without being active"),
        (("steps", "arnor"), 0, "political track: “arnor” does not belong here"),
        (("active",), ["elves"], "Sauron is always active"),
        (("dice", SH), ["eye"], "an Eye of the Shadow is in the Hunt Box"),
        (("dice", FP), ["army"], "no die of the Free Peoples shows “army”"),
        (("dice", FP), ["event"] * 7, "there are 6 in all"),
        (("hunt_box", SH), -1, "-1 in the Hunt Box"),
        (("rings", SH), 9, "there are 3"),
        (("ring_used",), ["shadow", "shadow"], "at most once in a turn"),
        (("hands", FP), ["sh-char-01"], "does not belong to the Free Peoples"),
        (("hands", FP), ["fp-char-99"], "no Event card"),
        (("hands", FP), [], "Event cards are missing"),
        (("discards",), ["fp-char-01", "fp-char-01"], "Elven Cloaks is in two places"),
        (("table", SH), ["sh-str-24"], "Pits of Mordor does not stay on the table"),
        (("decks", "strategy"), [], "decks: “strategy” does not belong here"),
        (("hunt_pool",), [], "Hunt tiles are missing"),
        (("tiles_drawn",), ["std-9-9"], "“std-9-9” is no Hunt tile"),
        (("tiles_removed",), ["std-1-1", "std-1-1"], "the Hunt tile std-1-1 is in"),
        (("specials",), ["shelobs-lair"], "Shelob's Lair has not been played"),
        (("hunt_pool",), ["shelobs-lair"], "waits under specials until Mordor"),
        (("fellowship", "corruption"), 13, "Corruption of 13 is off the track"),
        (("fellowship", "corruption"), 12, "the Shadow has won"),
        (("fellowship", "progress"), -1, "Progress of -1 is off the track"),
        (("fellowship", "region"), "hobbiton-hill", "no region"),
        (("fellowship", "region"), None, "the Ring-bearers are nowhere"),
        (("fellowship", "mordor"), 2, "either in a region or on the Mordor Track"),
        (("fellowship", "mordor"), 6, "no step 6"),
        (("fellowship", "guide"), "peregrin", "Peregrin Took cannot be the Guide"),
        (("fellowship", "guide"), "bilbo", "“bilbo” is no Guide"),
        (("fellowship", "companions"), ["gimli"], "is nowhere: in the Fellowship, on the map, or eliminated"),
        (("fellowship", "companions"), ["aragorn"], "“aragorn” is none of its Companions"),
        (("eliminated",), ["gollum"], "“gollum” is no character"),
        (("winner",), "shadow", "cannot have won"),
        (("reason",), "ring", "no winner"),
        (("resolving",), ["fp-char-01"], "an Event card is being resolved"),
        (
            ("battle",),
            {"region": "dale", "source": "erebor", "attacker": SH, "kind": "field"},
            "a battle is under way",
        ),
        (("seats",), {FP: "player-one", SH: "player-two"}, "nobody has bid for them"),
        (("dwarven_rings",), {FP: -1}, "cannot have -1 Dwarven Rings"),
        (("options",), {"loose_stacking": True}, "no option “loose_stacking”"),
    ],
)
def test_what_is_wrong_is_said(sound, way, value, said):
    assert said.lower() in "; ".join(problems(changed(sound, way, value))).lower()


@pytest.mark.rule("WR-7.1", "WR-11.3")
@pytest.mark.parametrize(
    ("forces", "said"),
    [
        ({"erebor": "dwarves 5r 5e, elves 1e"}, "11 Army units are in Erebor: there is room for 10"),
        (
            {"erebor/inside": "dwarves 4r 2e", "erebor/shadow": "sauron 1r"},
            "6 Army units are besieged in Erebor: there is room for 5",
        ),
        (
            {"erebor/inside": "dwarves 1r", "erebor/shadow": "sauron 1r", "erebor/free-peoples": "north 1r"},
            "both sides have an Army in the open field of Erebor",
        ),
        ({"minas-tirith": "gondor 1r, strider", "edoras": "rohan 1r, aragorn"}, "one and the same"),
        ({"orthanc": "isengard 1r, witch-king, saruman"}, None),
    ],
)
def test_armies_and_sieges(forces, said):
    position = {**START, "forces": forces}
    if said is None:
        TITLE.load_position(position)
    else:
        assert said in "; ".join(problems(position))


@pytest.mark.rule("WR-3.7")
def test_every_fault_is_said_at_once(sound):
    position = changed(sound, ("turn",), -1)
    position["rings"] = {FP: 9, SH: 0}
    position["captured"] = ["nowhere"]
    assert len(problems(position)) >= 3
    position["turn"], position["phase"] = "x", 3
    assert [p.partition(":")[0] for p in problems(position)] == ["turn", "phase"]


@pytest.mark.rule("WR-3.7", "WR-5")
def test_one_missing_card_is_named_and_nothing_else(sound):
    gone = sound["decks"]["shadow/character"].pop()
    assert problems(sound) == [f"Event cards are missing: {CARDS[gone].title}"]
    sound["decks"]["free-peoples/character"].clear()
    assert "Event cards are missing: " in (said := "; ".join(problems(sound)))
    assert said.endswith(" more")


@pytest.mark.rule("WR-3.7", "WR-2")
def test_rings_come_from_the_options_of_the_table():
    s = TITLE.load_position(START, {"shadow_dwarven_rings": 2})
    assert s.dwarven_rings == {SH: 2}
    assert problems({**START, "dwarven_rings": {SH: 2}}) == [
        "the Shadow have 2 Dwarven Rings, and the table gives them 0"
    ]


@pytest.mark.rule("WR-3.7", "WR-2")
@pytest.mark.parametrize("option", ["bidding", "sealed_bidding"])
def test_a_position_of_a_table_that_bids_can_be_answered(option):
    play = rules.from_position("war-of-the-ring", {}, options={option: True})
    assert set(play.waiting_for()) <= set(play.seats) == {"player-one", "player-two"}
    play = rules.from_position(
        "war-of-the-ring",
        {**START, "dice": {FP: ["event"], SH: ["army"]}},
        options={option: True},
    )
    assert play.waiting_for() == ["player-one"]
    play.choose("player-one", play.pending[0].fallback_choice())
    assert play.view(None)["sides"] == {"player-one": FP, "player-two": SH}


@pytest.mark.rule("WR-3.7", "WR-2")
@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({**START, "seats": {}, "options": {"bidding": True}}, "it is not said who plays which"),
        (
            {"seats": {FP: "player-one", SH: "player-two"}, "options": {"bidding": True}},
            "before anybody has bid",
        ),
        ({"phase": "bidding"}, "nobody bids for the sides"),
    ],
)
def test_who_plays_which_side_goes_with_the_phase(position, said):
    assert said in "; ".join(problems(position))


@pytest.mark.rule("WR-3.7")
@pytest.mark.parametrize("data", [None, [], "x", 3, {1: 2}, {"forces": 3}, {"forces": {3: "x"}}])
def test_no_position_at_all(data):
    assert problems(data)


@pytest.mark.rule("WR-3.7")
@pytest.mark.parametrize("seed", range(6))
def test_any_damage_is_refused_or_does_no_harm(sound, seed):
    """A damaged position is refused, or it can be shown and played on from."""
    rng = Random(seed)
    ways = list(places(sound))
    refused = 0
    for _ in range(120):
        position = deepcopy(sound)
        way = rng.choice([w for w in ways if len(w) == 1] if rng.random() < 0.4 else ways)
        inside = position
        for key in way[:-1]:
            inside = inside[key]
        if rng.random() < 0.3:
            del inside[way[-1]]
        else:
            inside[way[-1]] = deepcopy(rng.choice(NONSENSE))
        try:
            play = Game.start(TITLE, {}, Seeded(1), position=TITLE.load_position(position))
        except PositionError:
            refused += 1
            continue
        for _ in range(25):
            if play.is_over:
                break
            TITLE.text_board(play.view(None))
            play.choose(play.pending[0].seat, play.pending[0].sample(rng))
    assert refused > 50


@pytest.mark.rule("WR-3.7")
@pytest.mark.parametrize("seed", range(4))
def test_a_position_between_two_actions_can_be_taken_up_again(seed):
    play, rng = Game.start(TITLE, {}, Seeded(seed)), Random(seed)
    for _ in range(600):
        if play.is_over:
            break
        if play.pending[0].kind in ("action", "hunt-allocation", "declare"):
            assert TITLE.load_position(play.position()) == play.state
        play.choose(play.pending[0].seat, play.pending[0].sample(rng))


@pytest.mark.rule("WR-2.8", "WR-11.12")
def test_a_siege_can_be_written():
    s = TITLE.load_position(
        {**START, "forces": {"Helm's Deep/inside": "rohan 2r 1e 1l", "helms-deep/shadow": "isengard 6r"}}
    )
    assert s.forces[INSIDE["helms-deep"]].units() == 3
    assert TITLE.load_position(Game.start(TITLE, {}, Seeded(1), position=s).position()) == s
