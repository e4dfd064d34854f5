"""Battles and hunts on the board, step by step from the log; every kind of question is drawn."""

import random

import pytest
from django.template.loader import render_to_string

import rules
from games.boards import drawing_of
from games.boards.war_of_the_ring import report, story
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.war_of_the_ring.battles import fight


def told(play, seq=1):
    """The log of a game as the page reads it."""
    return [
        {"number": n, "kind": line.kind, "data": line.data, "text": TITLE.describe_line(line), "seq": seq}
        for n, line in enumerate(play.lines)
    ]


def line(name, seq=1, /, **data):
    return {"kind": name, "data": data, "text": name, "seq": seq}


def test_a_battle_is_told_round_by_round():
    play = fight([[6, 1, 1], [5, 2]], shadow={"sauron-regular": 3}, free={"gondor-regular": 2})
    shown = story.battle(play.view(FP), told(play))
    assert shown["live"]
    assert (shown["kind"], shown["region"], shown["attacking"]) == ("Battle", "Dagorlad", SH)
    first = shown["rounds"][0]
    assert list(first["sides"]) == [SH, FP]
    roll = first["sides"][SH]["rolls"][0]
    assert [(d["value"], d["hit"]) for d in roll["dice"]] == [(6, True), (1, False), (1, False)]
    assert roll["hits"] == 1
    html = render_to_string("games/board/war_of_the_ring/battle.html", {"battle": shown})
    assert "Round 1" in html
    assert html.count("is-hit") == 2


def test_a_battle_shows_who_is_left_without_the_rearguard():
    """Gondor hits once, and the Elite of Sauron is reduced to a Regular."""
    play = fight(
        [[1, 1, 1], [5, 1]],
        shadow={"sauron-regular": 2, "sauron-elite": 1, "nazgul": 1},
        free={"gondor-regular": 1, "gondor-elite": 1},
    )
    lines = told(play)
    shown = story.battle(play.view(SH), lines)["fighters"]
    assert list(shown) == [SH, FP]
    assert (shown[SH]["words"], shown[SH]["hits"]) == ("Sauron 2 Regulars, 1 Elite; 1 Nazgûl", 4)
    assert (shown[FP]["words"], shown[FP]["hits"]) == ("Gondor 1 Regular, 1 Elite", 3)
    assert [shown[side]["leadership"] for side in (SH, FP)] == [1, 0]
    play.choose(SH, "reduce:sauron-elite")
    lines = told(play)
    shown = story.battle(play.view(SH), lines)["fighters"]
    assert (shown[SH]["words"], shown[SH]["hits"]) == ("Sauron 3 Regulars; 1 Nazgûl", 3)
    html = render_to_string(
        "games/board/war_of_the_ring/battle.html", {"battle": story.battle(play.view(SH), lines)}
    )
    assert '<span class="visually-hidden">Sauron 3 Regulars; 1 Nazgûl.</span>' in html
    assert "3 hits left, Leadership 1" in " ".join(html.split())
    assert "3 hits left, no Leadership" in " ".join(html.split())
    behind = dict(next(each["data"] for each in lines if each["kind"] == "attack-declared"))
    behind["figures"] = {"sauron-regular": 1}
    assert story.fighters(play.view(SH), behind, [])[SH]["words"] == "Sauron 1 Regular", (
        "a rearguard stays out"
    )


def test_the_battle_view_says_where_modifiers_come_from():
    play = fight(
        [[4, 1], [1]],
        region="osgiliath",
        source="north-ithilien",
        shadow={"southrons-easterlings-regular": 1, "southrons-easterlings-elite": 1},
        free={"gondor-regular": 1},
        cards=("fp-str-01",),
    )
    shown = story.battle(play.view(FP), told(play))
    html = render_to_string("games/board/war_of_the_ring/battle.html", {"battle": shown})
    assert "Fortification: 6 needed; Daylight (The Last Battle): 3 dice at most" in html


def test_every_new_combat_roll_opens_a_round():
    rolled = {"dice": [1], "needed": 5, "bonus": 0, "hits": 0}
    lines = [
        line("attack-declared", side=SH, source="moria", target="lorien", kind="field", figures={}),
        *[line("combat-rolled", side=side, **rolled) for side in (SH, FP, SH, FP)],
        line("battle-over", region="lorien"),
    ]
    shown = story.battle({"battle": None}, lines)
    assert [r["number"] for r in shown["rounds"]] == [1, 2]
    assert not shown["live"]
    assert shown["ending"] == ["battle-over"]


def test_what_happened_in_a_round_stands_in_one_line():
    rolled = {"dice": [1], "needed": 5, "bonus": 0, "hits": 0}
    lines = [
        line("attack-declared", side=SH, source="moria", target="lorien", kind="field", figures={}),
        line("combat-rolled", side=SH, **rolled),
        {**line("hits-cancelled", side=FP, hits=1), "text": "Shield-wall cancels 1 hit."},
        {**line("no-re-roll", side=SH), "text": "The Shadow may not roll again."},
    ]
    shown = story.battle({"battle": None}, lines)
    html = render_to_string("games/board/war_of_the_ring/battle.html", {"battle": shown})
    assert "Shield-wall cancels 1 hit; The Shadow may not roll again</p>" in html


def lost(side, figure, how="lose"):
    return line("casualty", side=side, figure=figure, how=how)


def fought(*happened, kind="field"):
    """A battle that Sauron began, and what has happened in it since, as its panel shows it."""
    began = line("attack-declared", side=SH, source="moria", target="lorien", kind=kind, figures={})
    return story.battle({"battle": None}, [began, *happened])


def rolled(side, hits, *dice, needed=5):
    return line("combat-rolled", side=side, dice=list(dice), needed=needed, bonus=0, hits=hits)


def test_losses_are_counted_by_kind_in_each_round_and_in_all():
    shown = fought(
        rolled(SH, 2, 6, 5),
        rolled(FP, 2, 6, 5),
        lost(FP, "elves-regular"),
        lost(FP, "elves-elite", "reduce"),
        lost(SH, "sauron-regular"),
        lost(SH, "sauron-regular"),
        rolled(SH, 0, 1),
        rolled(FP, 1, 6),
        lost(SH, "isengard-elite"),
        line("fell-with-army", side=SH, figure="nazgul", count=2),
        line("fell-with-army", side=SH, figure="saruman", count=1),
    )
    first, second = (one["sides"] for one in shown["rounds"])
    assert first[FP]["losses"] == ["1 Elven Regular lost", "1 Elven Elite reduced"]
    assert first[SH]["losses"] == ["2 Sauron Regulars lost"]
    assert second[SH]["losses"] == ["1 Isengard Elite, 2 Nazgûl, Saruman lost"]
    assert [side["lost"]["words"] for side in shown["sides"]] == [
        "2 Sauron Regulars, 1 Isengard Elite, 2 Nazgûl, Saruman lost",
        "1 Elven Regular lost; 1 Elven Elite reduced",
    ]
    assert [one["sum"] for one in shown["rounds"]] == ["2 : 2", "0 : 1"]


def test_cards_add_to_the_hits_of_a_round_and_take_from_them():
    (one,) = fought(
        rolled(SH, 2, 6, 6),
        rolled(FP, 1, 6, 2),
        line("hits-added", side=SH, hits=2, card="sh-str-01"),
        line("hits-cancelled", side=SH, hits=1, card="fp-str-01"),
        line("misses-turned", side=FP, hits=1),
        line("leader-rerolled", side=FP, dice=[5], needed=5, bonus=0, hits=1),
    )["rounds"]
    assert one["sum"] == "3 : 3"
    (none,) = fought(rolled(SH, 1, 6), line("hits-cancelled", side=SH, hits=2, card="fp-str-01"))["rounds"]
    assert none["sum"] == "0 : 0"


def test_what_the_dice_need_is_said_once_where_it_is_the_same():
    alike, apart = (
        fought(rolled(SH, 0, 1, needed=needed), rolled(FP, 0, 1))["rounds"][0] for needed in (5, 6)
    )
    assert (alike["needed"], apart["needed"]) == (5, None)
    html = [
        render_to_string(
            "games/board/war_of_the_ring/battle.html", {"battle": fought(rolled(SH, 0, 1, needed=n))}
        )
        for n in (5, 6)
    ]
    assert ["5 or more" in words for words in html] == [True, False]


@pytest.mark.parametrize(
    ("kind", "own", "deeds"),
    [
        ("field", None, [("Shadow", "attacks", ""), ("Free Peoples", "defend", "")]),
        ("field", FP, [("Shadow", "attacks", ""), ("You", "defend", "")]),
        ("siege", SH, [("You", "assault", "besiegers"), ("Free Peoples", "hold the walls", "garrison")]),
        ("sortie", FP, [("Shadow", "sallies", "garrison"), ("You", "besiege", "besiegers")]),
    ],
)
def test_a_battle_says_who_does_what(kind, own, deeds):
    began = line("attack-declared", side=SH, source="moria", target="lorien", kind=kind, figures={})
    sides = story.battle({"battle": None}, [began], 0, own)["sides"]
    assert [(side["who"], side["does"], side["army"]) for side in sides] == deeds


def test_the_elite_that_pays_for_a_siege_fights_on_as_a_regular():
    declared = {"side": SH, "kind": "siege", "source": "minas-tirith", "target": "minas-tirith"}
    view = rules.Game.start(TITLE, {}, rules.Seeded(b"siege")).view(SH) | {
        "forces": [
            {
                "side": SH,
                "region": "minas-tirith",
                "besieged": False,
                "figures": {"sauron-regular": 3, "sauron-elite": 1},
                "characters": [],
            }
        ],
    }
    figures = {"sauron-regular": 2, "sauron-elite": 2}
    pressed = [line("siege-pressed", figure="sauron-elite", region="minas-tirith")]
    left = story.fighters(view, declared | {"figures": figures}, pressed)[SH]
    assert left["words"] == "Sauron 3 Regulars, 1 Elite"


@pytest.mark.parametrize(
    ("shown", "asked", "is_folded"),
    [
        ({"live": True}, "hit", False),
        ({"live": True}, "action", False),
        ({"live": False}, "action", True),
        ({"live": False}, "", False),
        ({"key": 3}, "casualty", False),
        ({"key": 3}, "action", True),
        (None, "action", False),
    ],
)
def test_a_panel_steps_back_when_something_new_is_asked(shown, asked, is_folded):
    assert story.steps_back(shown, asked) is is_folded


def test_of_a_battle_and_a_hunt_that_are_over_the_newer_one_is_shown():
    play = fight([[1], [1]], shadow={"sauron-regular": 1}, free={"gondor-regular": 1})
    hunt = {"kind": "hunt-rolled", "data": {"dice": [6], "rerolled": [], "bonus": 0, "successes": 1}}
    lines = told(play)
    later = [*lines, {**hunt, "text": "Hunt", "seq": 2, "number": len(lines)}]
    view = {**play.view(FP), "battle": None}
    assert drawing_of(TITLE.id, view, FP, None, lines, lines)["battle"]
    drawn = drawing_of(TITLE.id, view, FP, None, later, later)
    assert drawn["battle"] is None
    assert drawn["chase"]["roll"]["needs"] == "6"


def test_a_hunt_that_finds_nothing_says_what_it_needed():
    shown = story.hunt([line("hunt-rolled", dice=[3, 5], rerolled=[], bonus=0, successes=0)])
    assert shown["roll"]["result"] == "missed (6 needed)"


def test_a_battle_stays_on_the_page_until_one_has_moved_on():
    rolled = {"dice": [1], "needed": 5, "bonus": 0, "hits": 0}
    lines = [
        line("attack-declared", 4, side=SH, source="moria", target="lorien", kind="field", figures={}),
        line("combat-rolled", 5, side=SH, **rolled),
        line("battle-over", 7, region="lorien"),
        line("die-used", 8, side=FP, die="army", use="attack"),
    ]
    assert len(story.battle({"battle": None}, lines, since=7)["rounds"]) == 1
    assert story.battle({"battle": None}, lines, since=8) is None
    assert story.battle({"battle": {"region": "lorien"}, "forces": []}, lines, since=8)["live"]


def test_an_eye_on_a_tile_is_drawn_and_says_what_it_does():
    shown = render_to_string("games/board/war_of_the_ring/tile.html", {"tile": story.tile_face("std-eyer-1")})
    assert '<b class="is-eye"><svg' in shown
    assert ">Eye<" not in shown
    words = "Eye: as much damage as the Hunt has successes (in Mordor: dice), reveals the Fellowship"
    assert shown.count(words) == 2, "for readers, and where one points"


def test_a_hunt_with_questions_is_shown_whole():
    """Its roll and tile belong to the move before the last: the casualty was asked in between."""
    lines = [
        line("hunt-rolled", 3, dice=[6, 5], rerolled=[], bonus=0, successes=1),
        line("tile-drawn", 3, tile="std-3-1", cause="hunt"),
        line("companion-casualty", 4, companion="gimli", damage=3),
        line("corrupted", 5, amount=1, corruption=1, cause="hunt"),
        line("die-used", 6, side=SH, die="army", use="attack"),
    ]
    shown = story.hunt(lines, since=5)
    assert shown["roll"]["result"] == "1 success"
    assert [tile["value"] for tile in shown["tiles"]] == ["3"]
    assert shown["steps"] == ["tile-drawn", "companion-casualty", "corrupted"]
    assert story.hunt(lines, since=6) is None


def test_a_hunt_shows_its_roll_its_tiles_and_what_came_of_them():
    lines = [
        line("hunt-rolled", dice=[6, 5], rerolled=[], bonus=0, successes=1),
        line("tile-drawn", tile="std-1r-1", cause="hunt"),
        line("corrupted", amount=1, corruption=1, cause="hunt"),
        line("fellowship-revealed"),
        line("die-used", side=SH, die="army", use="attack"),
        line("corrupted", amount=9, corruption=9, cause="other"),
    ]
    shown = story.hunt(lines)
    assert [(d["value"], d["hit"]) for d in shown["roll"]["dice"]] == [(6, True), (5, False)]
    assert [t["words"] for t in shown["tiles"]] == ["1, reveal"]
    assert shown["steps"] == ["tile-drawn", "corrupted", "fellowship-revealed"]
    html = render_to_string("games/board/war_of_the_ring/hunt.html", {"chase": shown})
    assert "<b>1</b> success" in html


def test_dice_that_hunt_again_are_shown_with_what_they_need():
    roll = line("hunt-rolled", dice=[2, 3], rerolled=[3, 4], bonus=1, successes=2, again_bonus=1)
    shown = story.hunt([roll])["roll"]
    assert [d["hit"] for d in shown["dice"]] == [False, False]
    assert [d["hit"] for d in shown["rerolled"]] == [False, True]
    html = render_to_string("games/board/war_of_the_ring/hunt.html", {"chase": story.hunt([roll])})
    for words in ("hit on 5 or more", "Rolled again, hit on 4 or more", "<b>2</b> successes"):
        assert words in html


def test_a_hunt_shows_the_cards_that_answer_it_and_who_is_lost():
    """The Mithril Coat turns the first tile into another, which costs Gimli; the Staff stops the next."""
    lines = [
        line("hunt-rolled", dice=[6], rerolled=[], bonus=0, successes=1),
        line("tile-drawn", tile="std-3-1", cause="hunt"),
        line("table-card-discarded", card="fp-char-05", why="used"),
        line("tile-replaced", tile="std-1-1", first="std-3-1"),
        line("companion-casualty", character="gimli", damage=1),
        line("companion-lost", character="gimli"),
        line("table-card-discarded", card="fp-char-08", why="used"),
    ]
    shown = story.hunt(lines)
    assert [t["value"] for t in shown["tiles"]] == ["3", "1"]
    assert shown["steps"] == [told["kind"] for told in lines[1:]]


def test_nothing_lately_shows_no_battle_and_no_hunt():
    assert story.battle({"battle": None}, []) is None
    assert story.hunt([line("turn-begins", turn=1)]) is None


def test_lately_is_ones_own_newest_move_and_all_since():
    lines = [line("a", 1), line("b", 2), line("c", 3), line("d", 3)]
    assert [x["kind"] for x in story.lately(lines, lines[2:])] == ["b", "c", "d"]
    assert [x["kind"] for x in story.lately(lines, [])] == ["c", "d"]


def test_regions_named_by_the_story_are_touched():
    lines = [line("army-moved", source="bree", target="the-shire"), line("card-drawn", side=FP)]
    assert story.touched(lines) == {"bree", "the-shire"}


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_every_question_of_a_game_is_drawn_for_both_seats_and_for_watchers(seed):
    rng = random.Random(seed)
    play = rules.Game.start(TITLE, {}, rules.Seeded(seed))
    bot = TITLE.bots["squire"]()
    seen = set()
    for _ in range(260):
        if not play.pending:
            break
        asked = play.pending[0]
        if asked.kind not in seen:
            seen.add(asked.kind)
            lines = [x for x in told(play) if x["kind"] != "card-seen"][-200:]
            for seat in (FP, SH, None):
                decision = asked if seat == asked.seat else None
                board = drawing_of(TITLE.id, play.view(seat), seat, decision, lines, lines[-5:])
                assert render_to_string("games/board/war_of_the_ring/board.html", {"drawing": board})
        play.play(asked.seat, [bot.choose(play.view(asked.seat), asked, rng)])
    assert len(seen) > 12
    assert report.report(told(play))["turns"] == play.state.turn


def test_rolls_link_to_their_proof():
    lines = [{**line("hunt-rolled", dice=[6], rerolled=[], bonus=0, successes=1), "proof": "17"}]
    html = render_to_string(
        "games/board/war_of_the_ring/hunt.html", {"chase": story.hunt(lines), "game": {"key": "abcdefghjkmn"}}
    )
    assert 'href="/game/abcdefghjkmn/proof/#17"' in html
