"""Stepping through a game by its turns, the hands of all at its end, and who played, in the report."""

import re
from html import unescape

import pytest
from django.test import Client

from games.play.imports import import_record
from tests.conftest import person
from tools.golden import played, recorded

WAR, FOUR, RISK, DUEL = (
    "war_of_the_ring/hasty.txt",
    "war_of_the_ring/players-four-ring.txt",
    "risk/points-alliance.txt",
    "duel/quest.json",
)


def read(client, path):
    return unescape(re.sub(r"\s+", " ", client.get(path).content.decode()))


def turns(html):
    """The turns to go to, with their steps."""
    part = html.partition('id="turn"')[2].partition("</select>")[0]
    return {words.strip(): int(step) for step, words in re.findall(r'value="(\d+)"[^>]*>([^<]+)<', part)}


def over(name, **people):
    """A golden game, played to its end by these people."""
    return import_record(recorded(name), {seat.replace("_", "-"): user for seat, user in people.items()})


@pytest.mark.parametrize(
    ("name", "told"),
    [(WAR, "Turn 2"), (FOUR, "Turn 3"), (RISK, "Round 2: Green is to move"), (DUEL, "Chapter 2 is laid out")],
)
def test_whoever_steps_through_a_game_goes_to_a_turn(client, db, name, told):
    game = over(name)
    where = turns(read(client, f"/game/{game.key}/replay/"))
    html = read(client, f"/game/{game.key}/replay/?at={where[told]}")
    assert f"step {where[told]} of" in html
    assert f'value="{where[told]}" selected' in html
    assert f"{told}." in html.partition("What happened")[2]
    assert list(where.values()) == sorted(where.values())


def test_a_game_without_turns_has_none_to_go_to(beans, client):
    assert 'id="turn"' not in read(client, f"/game/{beans.game.key}/replay/")


@pytest.mark.parametrize("name", [WAR, FOUR, RISK])
def test_at_the_end_all_hands_lie_open(client, db, name):
    """Of every seat with what it held at that step; as long as the game runs nobody reads another's."""
    record = recorded(name)
    half = len(record.entries) // 3
    running = played(record, half)
    kept = running.record()
    kept.fairness.seed = record.fairness.seed
    seats = dict(zip(running.game.seats, map(person, ("frodo", "sam", "gothmog", "grishnakh")), strict=False))
    own = Client()
    own.force_login(seats[running.game.seats[0]])
    now = import_record(kept, seats)
    assert 'id="panel-hands"' not in read(own, f"/game/{now.key}/replay/")
    ended = import_record(record, seats)
    step = len(kept.entries) - 1
    for reader in (own, client):
        html = read(reader, f"/game/{ended.key}/replay/?at={step}").partition('id="panel-hands"')[2]
        hands = html.partition('id="panel-')[0]
        for seat, user in seats.items():
            assert f'{running.game.title.seat_name(seat)} <span class="soft">{user.username}</span>' in hands
        assert hands.count("<li>") == sum(cards_held(running, seat) for seat in seats) > 0


def cards_held(game, seat):
    """How many cards a seat holds, as it sees them itself."""
    view = game.game.view(seat)
    if "armies" in view:
        army = view["armies"][seat]
        return len(army["hand"]) + len(army["cards"])
    return len(view["hands"][seat]["cards"])


def test_a_report_says_who_played_when_and_how_it_ended_for_whom(client, frodo, sam):
    game = over(WAR, free_peoples=frodo, shadow=sam)
    won = game.result["winners"] == ["free-peoples"]
    for reader, own in ((frodo, True), (sam, False), (None, None)):
        browser = Client()
        if reader:
            browser.force_login(reader)
        html = read(browser, f"/game/{game.key}/report/")
        mood = re.search(r'class="message result ?([\w-]*)', html)[1]
        assert mood == ("" if own is None else "is-success" if own == won else "is-error")
        who = html.partition('class="report-seats')[2].partition("</ul>")[0]
        words = re.sub(r"<[^>]+>", "", who)
        assert f"frodo{' (you)' if own else ''}, Free Peoples: {'won' if won else 'lost'}" in words
        assert f"sam{' (you)' if own is False else ''}, Shadow: {'lost' if won else 'won'}" in words
        head = html.partition("<h1")[0].rpartition('class="eyebrow"')[2]
        assert head.count("<time") == 2


@pytest.mark.parametrize(("name", "where"), [(FOUR, "report-players"), (RISK, "report-table")])
def test_with_three_and_four_the_report_calls_everybody_by_name(client, db, name, where):
    title = recorded(name).title
    seats = played(recorded(name), 0).game.seats
    people = dict(zip(seats, map(person, ("frodo", "sam", "gothmog", "grishnakh")), strict=True))
    game = import_record(recorded(name), people)
    table = read(client, f"/game/{game.key}/report/").partition(where)[2].partition("</table>")[0]
    for user in people.values():
        assert f">{user.username}<" in table, (title, user.username)
