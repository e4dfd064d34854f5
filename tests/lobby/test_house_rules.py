"""Expansions as cards, and house rules in groups, of which only those are shown that can change anything (LOB-21)."""

import re
from pathlib import Path
from random import Random

import pytest
from django.contrib.staticfiles import finders

import rules
from games.lobby.fields import expansion_cards, group_of, options_of_size, shown_when
from games.models import Game
from rules.core.chance import Seeded

TITLES = ("war-of-the-ring", "duel", "risk")
#: How far a random game is played to see whether an option changes it.
FAR = 80


def fields_of(title):
    """Return the options that stand among the house rules of a title."""
    first = {*title.expansions, *(name.removeprefix("option-") for name in options_of_size(title))}
    return [option for option in title.option_fields if option.name not in first]


def course(title, options, seed=5):
    """Return everything that is asked and told in the first part of a random game."""
    game, rng = rules.Game.start(title, options, Seeded(seed)), Random(seed)
    told = []
    for _ in range(FAR):
        if game.is_over:
            break
        decision = game.pending[0]
        told.append((decision.seat, decision.kind, decision.prompt))
        game.choose(decision.seat, decision.sample(rng))
    return told, [(line.kind, line.data) for line in game.log(None)]


@pytest.mark.parametrize("name", TITLES)
def test_every_house_rule_has_a_group_and_says_what_it_does(name):
    title = rules.title(name)
    for option in fields_of(title):
        assert group_of(title, option), option.name
        assert option.help, option.name


def other_value(option):
    """Return a value that is not the usual one."""
    if option.kind == "boolean":
        return not option.default
    if option.kind == "number":
        return option.maximum
    return next(value for value in option.choices if value != option.default)


def left_out():
    """Yield each option with a table at which forms leave it out."""
    for name in TITLES:
        title = rules.title(name)
        known = {field.name: field for field in title.option_fields}
        for option in fields_of(title):
            for other, values in option.matters_with.items():
                for value in known[other].choices:
                    if value not in values:
                        yield pytest.param(name, option.name, {other: value}, id=f"{option.name}-{value}")


@pytest.mark.parametrize(("name", "option", "table"), list(left_out()))
def test_what_is_left_out_changes_nothing(name, option, table):
    title = rules.title(name)
    field = next(one for one in title.option_fields if one.name == option)
    usual = title.complete_options(table)
    other = title.complete_options({**table, option: other_value(field)})
    assert usual != other
    assert not title.means(field, usual)
    assert course(title, usual) == course(title, other)


def test_what_means_something_is_told_by_the_options_beside_it():
    risk, war = rules.title("risk"), rules.title("war-of-the-ring")
    means = {
        players: {one.name for one in risk.option_fields if risk.means(one, {"players": players})}
        for players in ("2", "3", "team")
    }
    assert "three_player_deal" in means["3"] - means["2"] - means["team"]
    assert "allies_see_hands" in means["team"] - means["2"] - means["3"]
    assert "round_limit" in (means["2"] & means["3"]) - means["team"]
    council = next(one for one in war.option_fields if one.name == "dunadan_guide")
    assert not war.means(council, {"lords": True})
    assert war.means(council, {"lords": True, "council_of_rivendell": True})
    assert shown_when(council) == "option-council_of_rivendell=on"


def test_pictures_of_the_expansions_are_small():
    title = rules.title("war-of-the-ring")
    cards = expansion_cards(title, title.complete_options({"kings": True}))
    assert [(card.label, card.on) for card in cards] == [
        ("Lords of Middle-earth", False), ("Kings of Middle-earth", True),
    ]  # fmt: skip
    for card in cards:
        assert Path(finders.find(card.picture)).stat().st_size < 4_000
        assert re.search(r"A game takes .+\.$", card.help), "how much longer a game gets"
    assert expansion_cards(rules.title("duel"), {}) == []


@pytest.mark.long
@pytest.mark.django_db
def test_the_form_begins_with_them_and_counts_the_rules_that_differ(browser, frodo):
    client = browser(frodo)
    told = re.compile(r"data-differ>\s*\(([^)]*)\)")
    page = client.get("/tables/new/?title=war-of-the-ring").content.decode()
    form = page[page.index('class="form"') :]
    assert (
        form.index('name="option-lords"') < form.index('name="option-kings"') < form.index('name="opponent"')
    )
    assert told.search(page)[1] == "none differ"
    for query, words in (
        ("option-strict_stacking=on", "1 differs"),
        ("option-strict_stacking=on&option-shadow_dwarven_rings=2", "2 differ"),
        ("option-lords=on", "none differ"),
        ("option-visible_corruption_tiles=on", "none differ"),  # there are none without Kings
        ("option-kings=on&option-visible_corruption_tiles=on", "1 differs"),
    ):
        page = client.get(f"/tables/new/?title=war-of-the-ring&{query}").content.decode()
        assert " ".join(told.search(page)[1].split()) == words, query
    assert 'class="expansion-card"' not in client.get("/tables/new/?title=duel").content.decode()


@pytest.mark.django_db
def test_practice_takes_the_expansions_along(browser, frodo):
    client = browser(frodo)
    sent = {"title": "war-of-the-ring", "bot": "random", "option-lords": "on"}
    for more in ({"side": "shadow"}, {"other": "1", "table": "option-players=3&side=free-peoples"}):
        client.post("/tables/practice/", sent | more)
        game = Game.objects.latest("pk")
        assert game.options["lords"] is True
        assert "kings" not in game.options
    assert game.options["players"] == "3"
