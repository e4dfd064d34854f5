"""What is hidden in a game that runs is hidden in its copy: neither is laid open before both are over (WAT-8)."""

from importlib import import_module
from random import Random

import pytest
from django.apps import apps
from django.test import Client

from games.acts import votes
from games.models import Game
from games.planning import branches
from games.play import copies, endings, positions, shares
from games.play.copies import copy_game, steps_of
from tests.conftest import Table, game_of_two, person, refused
from tests.hidden.asking import routes

SIDES = ("free-peoples", "shadow")


@pytest.fixture
def war(db):
    """A game of War of the Ring in its second turn: both hold cards."""
    table = game_of_two("war-of-the-ring")
    rng = Random(3)
    while table.play().state.turn < 2:
        decision = table.play().pending[0]
        table.submit(decision.seat, decision.sample(rng))
    return table


def by_agreement(war):
    for seat in SIDES:
        votes.agree(war.viewer(seat), "copy", "")
    return made_of(war)


def by_a_moderator(war):
    made = copy_game(war.game.key, len(steps_of(war.game)) - 1)
    endings.adjudicate(war.game.key, (), "The wrong side was paired.")
    return Table(made, *(seat.user for seat in made.seats.order_by("position")))


def beside_it(war):
    """A copy that runs beside the game, which is given up."""
    made = copy_game(war.game.key, len(steps_of(war.game)) - 1)
    endings.adjudicate(war.game.key, ("shadow",), "The Free Peoples have gone.")
    return Table(made, *(seat.user for seat in made.seats.order_by("position")))


def made_of(war):
    row = Game.objects.get(origin__game=war.game.key)
    return Table(row, *(seat.user for seat in row.seats.order_by("position")))


def hand(table, side, seat):
    """The cards of a side as somebody sees them, None where they see the backs alone."""
    return positions.situation(table.viewer(seat))["view"]["hands"][side]["cards"]


def asked_for(client, key):
    """All answers about a game that nothing but its key leads to."""
    for route in sorted(routes()):
        if "<slug:key>" in route and route.count("<") == 1:
            answer = client.get("/" + route.replace("<slug:key>", key))
            yield route, b"" if answer.streaming else answer.content


@pytest.mark.parametrize("copied", [by_agreement, by_a_moderator, beside_it])
def test_a_game_that_goes_on_in_a_copy_keeps_its_secrets(war, copied):
    held = {side: sorted(war.play().state.hands[side]) for side in SIDES}
    copy = copied(war)
    war.reload()
    assert (war.game.status, copy.game.status) == ("finished", "running")
    for table in (war, copy):
        for side, other in zip(SIDES, reversed(SIDES), strict=True):
            assert hand(table, side, side) == held[side]
            assert hand(table, side, other) is None
            assert hand(table, side, None) is None
    copy.reload()
    endings.adjudicate(copy.game.key, (), "Both have had enough.")
    for side, other in zip(SIDES, reversed(SIDES), strict=True):
        assert hand(war.reload(), side, other) == hand(copy.reload(), side, other) == held[side]


@pytest.mark.long
def test_no_address_tells_the_seed_of_a_game_that_goes_on(war):
    copy = by_agreement(war)
    war.reload()
    clients = [Client(), Client()]
    clients[0].force_login(war.viewer("shadow").user)
    for client in clients:
        for route, answer in asked_for(client, war.game.key):
            assert war.game.seed.encode() not in answer, route
    endings.adjudicate(copy.game.key, (), "Both have had enough.")
    told = [
        route for route, answer in asked_for(clients[0], war.game.key) if war.game.seed.encode() in answer
    ]
    assert {"game/<slug:key>/", "game/<slug:key>/record.json", "api/v1/games/<slug:key>/record/"} <= set(told)


def test_record_report_and_branches_wait_for_the_copy(war):
    copy = by_agreement(war)
    client = Client()
    client.force_login(war.viewer("shadow").user)
    pages = [f"/game/{war.game.key}/{page}" for page in ("record.json", "report/")]
    pages.append(f"/api/v1/games/{war.game.key}/record/")
    words = "when the game that goes on from this one has ended, too."
    for page in pages:
        answer = client.get(page)
        assert (answer.status_code, words in answer.content.decode()) == (409, True), page
    with refused("still-running"):
        branches.own(war.reload().viewer("shadow"))
    endings.adjudicate(copy.game.key, (), "Both have had enough.")
    assert [client.get(page).status_code for page in pages] == [200] * 3


def test_who_might_not_watch_may_not_yet(war):
    Game.objects.update(spectators=Game.Spectators.AFTER)
    copy = by_agreement(war)
    stranger = Client()
    assert stranger.get(f"/game/{war.game.key}/").status_code == 404
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    with refused("private-table"):
        shares.link_to(war.reload().viewer("shadow"))
    endings.adjudicate(copy.game.key, (), "Both have had enough.")
    assert shares.link_to(war.reload().viewer("shadow"))


def test_a_copy_of_a_copy_keeps_the_secrets_of_both(war):
    first = by_agreement(war)
    second = Table(copies.copy_game(first.game.key, 0), first.fellowship, first.sauron)
    endings.adjudicate(first.game.key, (), "Once more.")
    assert [Game.objects.get(key=t.game.key).is_laid_open for t in (war, first, second)] == [False] * 3
    endings.adjudicate(second.game.key, (), "Both have had enough.")
    assert [Game.objects.get(key=t.game.key).is_laid_open for t in (war, first, second)] == [True] * 3


def test_a_copy_of_what_is_over_hides_nothing_that_is_known(war):
    endings.adjudicate(war.game.key, (), "Both have had enough.")
    copy_game(war.game.key, 0)
    assert war.reload().game.is_laid_open


def test_copies_that_ran_before_are_found(war):
    """As the migration does it, for copies of copies and for those of a game that was over."""
    first = by_agreement(war)
    second = copy_game(first.game.key, 0)
    endings.adjudicate(first.game.key, (), "Once more.")
    other = game_of_two("duel", (person("sam"), person("rosie")))
    endings.adjudicate(other.game.key, (), "Both have had enough.")
    third = copy_game(other.game.key, 0)
    Game.objects.update(family=None)
    import_module("games.migrations.0016_families").relate(apps, None)
    families = dict(Game.objects.values_list("key", "family"))
    assert [families[key] for key in (war.game.key, first.game.key, second.key)] == [war.game.key] * 3
    assert families[other.game.key] is families[third.key] is None
