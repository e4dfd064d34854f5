"""Winning, and what stays hidden (DU-13, DU-15, DU-16)."""

import pytest

from rules import RecordedGame, load_record, replay
from rules.core.records import check_chain, check_fairness
from tests.rules.duel.positions import game, open_slots

BLUE, YELLOW, RED = "c1-blue-one", "c1-yellow-two-1", "c1-red-gondor-rohan"


@pytest.mark.rule("DU-13.1", "DU-13.2")
@pytest.mark.parametrize("seat", ["fellowship", "sauron"])
def test_the_quest_ends_the_game_at_once(seat):
    play = game(display=open_slots(BLUE, YELLOW), quest=(13, 13), active=seat)
    play.choose(seat, f"play-{BLUE}")
    assert (play.result.winners, play.result.reason) == ((seat,), "quest")


@pytest.mark.rule("DU-13.3")
def test_six_races_win_and_the_eagle_counts():
    owned = ["c1-green-elves", "c1-green-hobbits", "c1-green-humans", "c1-green-dwarves", "c3-green-ents"]
    play = game(
        chapter=3,
        display=open_slots("c3-green-wizards", "c3-blue-two", chapter=3),
        cards={"sauron": owned},
        active="sauron",
        coins=(5, 20),
    )
    play.choose("sauron", "play-c3-green-wizards")
    assert play.result.reason == "races"
    play = game(
        chapter=3,
        display=open_slots("c3-green-ents", "c3-blue-two", chapter=3),
        cards={"fellowship": owned[:4]},
        tokens={"fellowship": ["hobbits-eagle"]},
        coins=(20, 5),
    )
    play.choose("fellowship", "play-c3-green-ents")
    assert play.result.reason == "races"


@pytest.mark.rule("DU-13.4")
def test_presence_everywhere_wins():
    everywhere = {r: {"fellowship": 1} for r in ("lindon", "arnor", "rhovanion", "enedwaith", "gondor")}
    play = game(display=open_slots(RED, BLUE), units=everywhere, fortresses={"mordor": "fellowship"})
    play.play("fellowship", [f"play-{RED}", "rohan"])
    assert (play.result.winners, play.result.reason) == (("fellowship",), "conquest")


@pytest.mark.rule("DU-13.5", "DU-12.3")
@pytest.mark.parametrize(
    ("units", "winners", "reason"),
    [
        (
            {"lindon": {"sauron": 1}, "mordor": {"sauron": 1}, "arnor": {"fellowship": 4}},
            ("sauron",),
            "regions",
        ),
        ({"mordor": {"sauron": 3}, "arnor": {"fellowship": 1}}, ("fellowship", "sauron"), "shared"),
    ],
)
def test_regions_are_counted_at_the_end(units, winners, reason):
    play = game(chapter=3, display=open_slots("c3-blue-two", chapter=3), units=units)
    play.choose("fellowship", "discard-c3-blue-two")
    assert (play.result.winners, play.result.reason) == (winners, reason)


@pytest.mark.rule("DU-13.6")
def test_a_victory_stops_everything_that_is_pending():
    blue = "c3-blue-three"
    play = game(
        chapter=3,
        display=open_slots(blue, "c3-blue-two", chapter=3),
        quest=(11, 0),
        fortresses={"lindon": "sauron"},
    )
    play.choose("fellowship", f"play-{blue}")
    assert play.result.reason == "quest"
    assert play.state.fortresses == {"lindon": "sauron"}


@pytest.mark.rule("DU-15.1", "DU-15.2", "DU-15.4", "DU-15.6")
def test_face_down_cards_are_nowhere_in_a_view():
    play = RecordedGame("duel", seed=8).game
    for seat in ("fellowship", "sauron", None):
        view = play.view(seat)
        assert sum(x["card"] is None for x in view["display"]) == 8
        assert view["discards"]["unknown"] == 3
        assert "unseen" not in str(view)


@pytest.mark.rule("DU-15.3")
def test_discarded_cards_were_seen_by_both():
    play = game(display=open_slots(BLUE, YELLOW))
    play.choose("fellowship", f"discard-{BLUE}")
    assert all(BLUE in play.view(seat)["discards"]["seen"] for seat in ("fellowship", "sauron", None))


@pytest.mark.rule("DU-16.1")
def test_a_single_choice_that_must_be_made_is_made():
    taken = {"sauron": ["elves-any-skill", "elves-red-anywhere"]}
    play = game(
        chapter=2,
        display=open_slots("c2-green-elves", "c2-blue-one", chapter=2),
        cards={"fellowship": ["c1-green-elves"]},
        tokens=taken,
    )
    play.choose("fellowship", "play-c2-green-elves")
    assert "token-kept" in [line.kind for line in play.lines]


@pytest.mark.rule("DU-16.3")
def test_the_story_is_told():
    play = game(display=open_slots(RED, BLUE), units={"gondor": {"sauron": 1}})
    play.play("fellowship", [f"play-{RED}", "gondor"])
    told = [play.title.describe_line(line) for line in play.log(None)]
    assert told[:3] == [
        "Fellowship plays 1 Unit: Gondor / Rohan (red) for 1 coin.",
        "Fellowship places 1 Unit in Gondor.",
        "Conflict in Gondor: both sides lose 1 Unit.",
    ]


# -- golden games ------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["quest", "races", "conquest", "regions", "shared", "resignation"])
def test_golden_games_still_replay(ending, golden):
    record = load_record((golden / f"{ending}.json").read_bytes())
    check_chain(record)
    check_fairness(record)
    assert replay(record).result.reason == record.result.reason == ending
