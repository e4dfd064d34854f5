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
    play.choose(SH, "reduce:sauron-elite")
    lines = told(play)
    shown = story.battle(play.view(SH), lines)["fighters"]
    assert (shown[SH]["words"], shown[SH]["hits"]) == ("Sauron 3 Regulars; 1 Nazgûl", 3)
    html = render_to_string(
        "games/board/war_of_the_ring/battle.html", {"battle": story.battle(play.view(SH), lines)}
    )
    assert '<span class="visually-hidden">Sauron 3 Regulars; 1 Nazgûl.</span>' in html
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
        {**line("hits-cancelled", side=FP), "text": "Shield-wall cancels 1 hit."},
        line("casualty", figure="elves-regular", how="lose"),
    ]
    shown = story.battle({"battle": None}, lines)
    html = render_to_string("games/board/war_of_the_ring/battle.html", {"battle": shown})
    assert "Shield-wall cancels 1 hit; Elven Regular lost" in html


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
    assert "1 success" in html


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
