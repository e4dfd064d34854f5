"""Tables with an expansion: its options in forms and lists, and the version of the rules that a game has.

Hoard stands for a title with an expansion, the dragons (tests/rules/core/toy_dragons.py).
"""

import re

import pytest

from games.ledger import records
from games.lobby import rematch, tables
from games.lobby.summaries import option_words
from games.models import Game
from games.planning import boards
from games.play import access
from games.play.copies import copy_game
from games.play.imports import import_record
from games.refusals import Refused
from rules.core import registry
from rules.core.replay import RecordedGame, replay
from tests.lobby.test_create import post
from tests.opening import open_table
from tests.rules.core.toy_dragons import HoardAndDragons

pytestmark = pytest.mark.django_db

FIELDS = {"title": "hoard", "option-pile": 12, "option-bids": "on", "option-metal": "gold"}
USUAL = {"pile": 12, "bids": True, "metal": "gold"}


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "hoard", "tests.rules.core.toy_dragons")
    yield
    registry.title.cache_clear()


@pytest.fixture
def mended(monkeypatch):
    """Mend a card of the dragons."""
    return lambda: monkeypatch.setattr(HoardAndDragons, "dragons_version", 2)


def begun(frodo, **options) -> Game:
    return open_table(frodo, "hoard", options=options, solo=True)


# -- the version of a stored game ----------------------------------------------------------------


@pytest.mark.parametrize(("options", "version"), [({}, 1), ({"dragons": True}, 1001)])
def test_a_game_has_the_version_of_what_is_in_its_box(frodo, sam, options, version):
    waiting = open_table(frodo, "hoard", options=options)
    assert (waiting.rules_version, waiting.options) == (version, {**USUAL, **options})
    tables.join(waiting.key, user=sam)
    tables.start_now(waiting.key, frodo)
    record = records.record_of(Game.objects.get(key=waiting.key))
    assert record.rules_version == version
    assert replay(record).options == {**USUAL, **options}


def test_a_table_that_waits_while_the_rules_are_mended_is_played_by_the_new_ones(frodo, sam, mended):
    waiting = open_table(frodo, "hoard", options={"dragons": True}, auto_start=False)
    # An option has come since it was opened, too.
    Game.objects.filter(pk=waiting.pk).update(options={"pile": 8, "dragons": True})
    mended()
    tables.join(waiting.key, user=sam)
    tables.start_now(waiting.key, frodo)
    game = Game.objects.get(pk=waiting.pk)
    assert game.rules_version == 2001
    assert game.options == {**USUAL, "pile": 8, "dragons": True}
    assert replay(records.record_of(game)).options == game.options


def test_mended_dragons_leave_a_game_without_them_as_it_is(frodo, mended):
    base, both = begun(frodo), begun(frodo, dragons=True)
    mended()
    assert copy_game(base.key, 0).rules_version == 1
    with pytest.raises(Refused) as refused:
        copy_game(both.key, 0)
    assert refused.value.code == "other-rules"
    assert [records.is_of_these_rules(game) for game in (base, both)] == [True, False]


def test_a_game_with_an_option_that_is_not_there_any_more_is_of_other_rules(frodo, monkeypatch):
    base, both = begun(frodo), begun(frodo, dragons=True)
    monkeypatch.setattr(HoardAndDragons, "option_fields", HoardAndDragons.option_fields[:3])
    assert [records.is_of_these_rules(game) for game in (base, both)] == [True, False]


def test_a_record_that_says_that_there_are_no_dragons_is_taken_in_where_there_are_none(frodo, monkeypatch):
    """It can be gone on with, planned, and played once more."""
    played = RecordedGame("hoard", {"pile": 8}, seed=2)
    played.game.options = {**played.game.options, "dragons": False}
    record = played.record()
    record.fairness.seed = played.game.source.seed.hex()
    monkeypatch.setattr(HoardAndDragons, "option_fields", HoardAndDragons.option_fields[:3])
    game = import_record(record, {"a": frodo})
    assert game.rules_version == 1
    assert option_words(game)[0] == ("Coins in the pile", "8")
    planned = boards.make(access.look(game.key, frodo))
    assert boards.position_of(planned, game).options == {**USUAL, "pile": 8}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.seats.filter(name="b").update(guest_name="", bot="random")
    assert rematch.play_again(game.key, frodo).options == {**USUAL, "pile": 8}


# -- words, lists and forms ----------------------------------------------------------------------


def test_a_table_says_of_its_options_what_means_something(frodo):
    base, both = begun(frodo), begun(frodo, dragons=True)
    assert [label for label, _ in option_words(base)] == [
        "Coins in the pile",
        "Bidding is allowed",
        "Coins are of",
        "With the dragons",
    ]
    assert option_words(both)[3:] == [("With the dragons", "Yes"), ("Coins in the lair", "5")]
    assert option_words(both, unusual=True) == [("With the dragons", "Yes")]


def test_the_form_shows_what_needs_an_option_below_it(browser, frodo):
    page = browser(frodo).get("/tables/new/?title=hoard").content.decode()
    below = page.partition('name="option-dragons"')[2]
    inside = re.search(
        r'<fieldset class="house-rule of-option"[^>]* data-show-when="option-dragons=on">(.*?)</fieldset>',
        below,
        re.S,
    )
    assert inside is not None
    assert re.search(r'name="option-lair" value="5"', inside[1])
    assert page.count("of-option") == 1


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ({}, {}),
        ({"option-lair": 9}, {}),
        ({"option-dragons": "on"}, {"dragons": True}),
        ({"option-dragons": "on", "option-lair": ""}, {"dragons": True}),
        ({"option-dragons": "on", "option-lair": 9}, {"dragons": True, "lair": 9}),
    ],
)
def test_the_form_opens_a_table_whether_a_script_hides_fields_or_not(browser, frodo, more, options):
    assert post(browser(frodo), **FIELDS, **more).status_code == 302
    assert Game.objects.get().options == {**USUAL, **options}


def test_what_is_wrong_in_such_a_field_is_said(browser, frodo):
    answer = post(browser(frodo), **FIELDS, **{"option-dragons": "on", "option-lair": 10})
    assert answer.status_code == 422
    assert "less than or equal to 9" in answer.content.decode()
