"""Tables with expansions over the API, and tables of the base game, which know nothing of them (LM-1.1, KM-1.1)."""

import pytest

import rules
from games.models import Event, Game
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.api.test_api import Program, code
from tests.conftest import game_of_two, person
from tests.rules.war_of_the_ring.kings.positions import tempting
from tests.rules.war_of_the_ring.lords.positions import lords_game


def begun(**options):
    """A table: Frodo the Free Peoples, and Gothmog the Shadow."""
    return game_of_two("war-of-the-ring", seat=FP, options=options)


@pytest.fixture
def table(db):
    """A table that plays the base game."""
    return begun()


FREE_PEOPLES_ACT = {"dice": (["event"], ["muster"]), "hands": {FP: ["fp-str-04"], SH: []}}
SHADOW_ACTS = {"dice": ([], ["muster"]), "to_act": SH}


@pytest.mark.rule("LM-1.1", "WR-22")
@pytest.mark.parametrize(
    ("position", "moves", "said"),
    [
        (
            FREE_PEOPLES_ACT,
            "use event: play-event; card: wind-from-the-west",
            "“wind-from-the-west” is in no set",
        ),
        (FREE_PEOPLES_ACT, "use vilya event: play-event", "You have no Vilya die showing Event"),
        (SHADOW_ACTS, "use muster: minion; minion: balrog at moria", "The Balrog is in no set of this game"),
        (FREE_PEOPLES_ACT, "smeagol-1", "“smeagol-1” is in no set"),
    ],
    ids=["card", "die", "character", "tile"],
)
def test_a_move_with_what_the_box_does_not_hold_is_refused_by_its_name(table, position, moves, said):
    table.put(lords_game(options={}, at_war=("isengard", "sauron"), **position))
    mover = table.sauron if position is SHADOW_ACTS else table.fellowship
    answer = Program(mover).post(f"games/{table.game.key}/moves/", {"version": 0, "moves": moves})
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
    assert not Event.objects.filter(game=table.game, kind="choice").exists()


VARIANTS = ("dismay_tokens", "visible_corruption_tiles", "sequential_corruption_draw", "no_ruler_tokens")


@pytest.mark.rule("LM-1.1", "KM-1.1")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"lords": True},
        {"kings": True, **dict.fromkeys(VARIANTS[1:], True)},
        {"lords": True, "kings": True, "dismay_tokens": True},
    ],
    ids=["base", "lords", "kings", "both"],
)
def test_a_program_plays_with_each_of_the_boxes(db, options):
    program = Program(person("frodo"))
    opened = program.post("tables/", {"title": "war-of-the-ring", "options": options, "solo": True})
    assert opened.status_code == 201, opened.content
    told = program.get(f"games/{opened.json()['key']}/").json()
    title = rules.title("war-of-the-ring")
    assert told["rules_version"] == title.version_of(title.normalise_options(options))
    every = ("lords", "kings", *VARIANTS)
    assert {name: told["options"].get(name, False) for name in every} == {
        name: name in options for name in every
    }
    view, sets = told["view"], [name for name in ("lords", "kings") if name in options]
    assert view.get("sets", ["base"]) == ["base", *sets]
    assert [name for name in ("lords", "kings") if name in view] == sets
    if "kings" in sets:
        assert view["kings"]["options"] == {name: name in options for name in VARIANTS}
        assert view["hunt_pool"]["size"] == 18 + 2 * ("lords" in sets)


@pytest.mark.rule("KM-1.1")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kings": "perhaps"}, "Kings of Middle-earth is either on or off."),
        ({"kings": True, "dismay_tokens": 2}, "Dismay tokens is either on or off."),
        ({"kings": True, "sovereigns": True}, "War of the Ring has no option “sovereigns”."),
        ({"dismay_tokens": "many"}, "Dismay tokens is either on or off."),
    ],
    ids=["neither", "number", "unknown", "alone"],
)
def test_options_that_cannot_be_are_refused_in_words(db, options, said):
    refused = Program(person("frodo")).post("tables/", {"title": "war-of-the-ring", "options": options})
    assert refused.status_code == 422
    assert refused.json()["detail"] == said
    assert not Game.objects.exists()


@pytest.mark.rule("KM-1.1")
def test_a_variant_means_nothing_without_kings(db):
    """As `needs` says of it: the table is one of the base game."""
    program = Program(person("frodo"))
    named = {"lords": True, **dict.fromkeys(VARIANTS, True)}
    opened = program.post("tables/", {"title": "war-of-the-ring", "options": named, "solo": True})
    assert not set(VARIANTS) & set(opened.json()["options"])
    title = program.get("titles/").json()
    told = next(one for one in title if one["id"] == "war-of-the-ring")
    assert {one["name"]: one["needs"] for one in told["options"] if one["name"] in VARIANTS} == dict.fromkeys(
        VARIANTS, "kings"
    )


@pytest.mark.rule("KM-7.3", "KM-15", "KM-11.1")
@pytest.mark.parametrize("visible", [False, True], ids=["hidden", "face up"])
def test_an_attempt_to_corrupt_is_told_to_each_seat_as_it_may_know_it(db, visible):
    table = begun(kings=True, visible_corruption_tiles=visible)
    table.put(tempting(eyes=3, options=table.game.options, hunt_pool=["std-1-2", "std-3-1"]))
    shadow, free, other = (Program(user) for user in (table.sauron, table.fellowship, person("sam")))
    where = f"games/{table.game.key}/"

    def seen(program):
        view = program.get(where).json()["view"]
        dain = view["kings"]["sovereigns"]["dain"]
        return (
            dain["hidden"],
            dain["tiles"],
            dain["level"],
            view["hunt_pool"]["size"],
            view["hunt_pool"]["in"],
        )

    def told(program):
        return [
            (line["kind"], line["data"].get("tile")) for line in program.get(f"{where}log/").json()["lines"]
        ]

    moved = shadow.post(f"{where}moves/", {"version": 0, "choices": ["attempt:dain"]})
    assert moved.status_code == 200, moved.content
    asked = moved.json()["decision"]
    assert (asked["kind"], asked["context"]["level"]) == ("corruption-tile", 0)
    for program in (free, other):
        assert program.get(where).json()["decision"] is None
        assert code(program.post(f"{where}moves/", {"version": 1, "choices": ["std-1-1"]}))[0] in (403, 409)
        assert seen(program) == (
            0,
            [] if visible else None,
            0 if visible else None,
            0,
            [] if visible else None,
        )
    assert shadow.post(f"{where}moves/", {"version": 1, "moves": "tile: std-1-1"}).status_code == 200
    everything, little = (1, ["std-1-1"], 1, 1, ["std-3-1"]), (1, None, None, 1, None)
    assert seen(shadow) == everything
    assert ("corruption-tile-known", "std-1-1") in told(shadow) or visible
    for program in (free, other):
        assert seen(program) == (everything if visible else little)
        assert ("corruption-tile-placed", "std-1-1" if visible else None) in told(program)
        assert "corruption-tile-known" not in dict(told(program))
