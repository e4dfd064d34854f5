"""The pages of a game of Risk, with scripts and without, and what they keep hidden."""

import gzip
import html
import re
from random import Random

import pytest
from django.test import Client

import rules
from games.boards import drawing_of
from games.planning import boards
from games.play import access
from rules import Counts, OneOf, Seeded, Subset
from rules.risk.data import TERRITORIES, title_of
from tests.browsing import game_page
from tests.pages.risk_tables import TABLES, TITLE, at, begun, glowing, html_of, lines_of

# -- every page --------------------------------------------------------------------------------------------------------


def named(options):
    """The fields of the form that hold every choice."""
    if isinstance(options, OneOf):
        return {f'name="choice" value="{html.escape(value)}"' for value in options.values}
    if isinstance(options, Counts):
        return {f'name="count-{id}"' for id in options.limits}
    assert isinstance(options, Subset)
    if options.ordered:
        return {f'name="place-{id}"' for id in options.items}
    return {f'name="item" value="{id}"' for id in options.items}


def filled(options, choice):
    """What a browser sends of a choice."""
    if choice is None or isinstance(options, OneOf):
        return {"choice": choice or "pass"}
    if isinstance(options, Counts):
        return {"choice": "fields", **{f"count-{id}": number for id, number in choice.items()}}
    if options.ordered:
        return {"choice": "fields", **{f"place-{id}": n for n, id in enumerate(choice, 1)}}
    return {"choice": "fields", "item": choice}


@pytest.mark.parametrize("asks", ["wishes", "muster", "leaders", "place", "combat", "fortify"])
def test_without_scripts_the_page_holds_every_choice_and_plays_it(people, asks):
    key = begun(people, asks, players="4")
    table = at(key, people)
    asked = table.play().decision_of("green")
    text = game_page(people[0], key)
    form = re.search(r'<form[^>]*id="move-form".*?</form>', text, re.S)[0]
    for field in named(asked.options):
        assert field in form
    assert ('name="choice" value="pass"' in form) == asked.may_pass
    choice = TITLE.bots["captain"]().choose(table.play().view("green"), asked, Random(1))
    hidden = dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)">', form))
    client = Client()
    client.force_login(people[0])
    answer = client.post(f"/game/{key}/move", {**hidden, **filled(asked.options, choice)})
    assert answer.status_code == 302
    assert table.play().decision_of("green") != asked


def test_spectators_see_the_map_of_a_game_and_are_asked_nothing(people):
    text = game_page(None, begun(people, players="3"))
    assert text.count('class="pile ') == 64
    assert glowing(text) == set()
    assert 'id="move-form"' not in text


def test_replay_and_planning_show_the_map_too(people):
    key = begun(people, players="team")
    at(key, people).submit("green", None)
    for user in (people[0], None):
        steps = re.search(r'data-steps="([^"]+)"', game_page(user, key, "replay/"))[1].split()
        for step in steps:
            assert 'class="map-canvas"' in game_page(user, key, f"replay/?at={step}")
    boards.make(access.look(key, people[0]))
    text = game_page(people[0], key, "planning/")
    assert text.count('class="pile ') == 64
    assert glowing(text)


def test_an_invasion_that_is_tried_is_folded_apart_from_that_of_the_first_move(people):
    """A browser keeps by the name of a panel whether its reader has folded it, for the game and for the copy."""
    key = begun(people, players="2")
    table, viewer = at(key, people), access.look(key, people[0])
    invasion = ["dunland>eregion", "assault", 1, 1]
    boards.try_moves(viewer, "green", invasion, len(boards.make(viewer).answers))
    for choice in invasion:
        table.submit("green", choice)
    tried, played = (
        re.findall(r'data-key="(invasion-\d+)"', game_page(people[0], key, path))
        for path in ("planning/", "")
    )
    assert len(tried) == len(played) == 1
    assert tried != played


def test_a_board_in_text_is_there_as_well(people):
    text = game_page(people[0], begun(people, players="4"), "?mode=text")
    assert 'class="text-board"' in text
    assert 'class="map-canvas"' not in text


@pytest.mark.parametrize("players", TABLES)
def test_the_page_keeps_its_budget_and_the_policy(people, players):
    client = Client(headers={"accept-encoding": "gzip"})
    client.force_login(people[0])
    answer = client.get(f"/game/{begun(people, players=players)}/")
    text = gzip.decompress(answer.content).decode()
    assert len(answer.content) < 25_000
    assert len(text) < 160_000
    assert "style=" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r'(?:src|href)="https?://(?!127\.0\.0\.1)', text)


# -- what stays hidden -------------------------------------------------------------------------------------------------


def positions_of(options, seed=4, every=80, most=5):
    """Games as they stand some answers of bots apart, in the middle."""
    play = rules.Game.start(TITLE, TITLE.normalise_options(options), Seeded(seed))
    rng, bot = Random(seed), TITLE.bots["captain"]()
    for count in range(every * most):
        if play.is_over:
            return
        asked = play.pending[0]
        if count % every == 0:
            yield play
        play.choose(asked.seat, bot.choose(play.view(asked.seat), asked, rng))


@pytest.mark.rule("RK-21.2")
@pytest.mark.parametrize(
    "options",
    [{"players": "2"}, {"players": "4"}, {"players": "team"}, {"players": "team", "allies_see_hands": False}],
    ids=["two", "four", "team", "team with hidden hands"],
)
def test_of_positions_that_differ_in_hidden_cards_alone_the_same_is_drawn(options):
    """A position and its twin, byte for byte; the same twin is drawn differently for whoever sees everything."""
    rng, differ = Random(5), 0
    for play in positions_of(options):
        for seat in (*play.state.seats, None):
            twin = TITLE.twin(play.state, seat, rng)
            asked = play.decision_of(seat) if seat else None
            lines = lines_of(play, seat)
            one, other = (
                drawing_of("risk", TITLE.view(state, seat), seat, asked, lines, lines[-9:])
                for state in (play.state, twin)
            )
            assert html_of(one, seat) == html_of(other, seat)
            differ += twin != play.state
            if seat == play.state.seats[0] and twin != play.state:
                all_known = [drawing_of("risk", TITLE.view(s, "*"), seat, None) for s in (play.state, twin)]
                assert html_of(all_known[0], seat) != html_of(all_known[1], seat)
    assert differ > 6


@pytest.mark.rule("RK-21.2")
def test_no_page_names_a_card_of_another_hand(people):
    key = begun(people, players="4")
    state = at(key, people).play().state
    secret = {seat: [title_of(card) for card in army.hand] for seat, army in state.armies.items()}
    assert sum(map(len, secret.values())) >= 4
    readers = {"green": people[0], "red": people[1], None: None}
    for seat, user in readers.items():
        known = {*secret.get(seat, ()), *(title_of(c) for army in state.armies.values() for c in army.played)}
        for path in ("", "?mode=text", "replay/"):
            text = html.unescape(game_page(user, key, path))
            for other, titles in secret.items():
                names = [name for name in titles if name not in known and is_no_place(name)]
                assert not [name for name in names if name in text], (seat, other, path)


def is_no_place(name):
    """Whether the map does not name it anyway: Missions are called after their Sites of Power."""
    return all(name not in (facts.name, facts.site) for facts in TERRITORIES.values())
