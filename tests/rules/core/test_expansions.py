"""An expansion as options of a title: what its games name, and the version that a record has (EDITIONS, point 7).

Hoard has an expansion here, the dragons (tests/rules/core/toy_dragons.py); `HOARD` is the same title where that is not
installed.
"""

from collections.abc import Iterator
from random import Random

import pytest

from rules import OptionError, OptionField, PositionError, ReplayError, load_record, replay
from rules.core import registry
from rules.core.cli import main
from rules.core.records import Record, check_chain, dump_record, seal
from rules.core.registry import malformed
from rules.core.replay import RecordedGame
from rules.core.transcript import read_transcript, write_transcript
from tests.games.toy_teams import TugOfWar
from tests.rules.core.toy import TITLE as HOARD
from tests.rules.core.toy_dragons import LAIR, MendedDragons, MendedHoard
from tests.rules.core.toy_dragons import TITLE as DRAGONS

USUAL = {"pile": 12, "bids": True, "metal": "gold"}
#: A sum that is over soon, whatever is rolled.
SHORT = {"pile": 8}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hoard among the titles, with the dragons."""
    monkeypatch.setitem(registry.PACKAGES, "hoard", "tests.rules.core.toy_dragons")
    yield
    registry.title.cache_clear()


def record_of(title, options=SHORT, position=None) -> Record:
    """A whole game."""
    played = RecordedGame(title, options, seed=5, position=position)
    rng = Random(5)
    while not played.game.is_over:
        decision = played.game.pending[0]
        played.choose(decision.seat, decision.sample(rng))
    return played.record()


def naming(record: Record, **options) -> Record:
    """The same record, as a program that says all of its options writes it."""
    record.options = {**record.options, **options}
    return seal(record)


# -- what a game names --------------------------------------------------------------------------


def test_a_game_without_the_dragons_is_written_down_as_if_there_were_none():
    record = record_of(DRAGONS)
    assert dump_record(record) == dump_record(record_of(HOARD))
    assert replay(record, title=DRAGONS).position() == replay(record, title=HOARD).position()


def test_a_silent_option_is_named_where_it_is_not_as_usual():
    assert DRAGONS.normalise_options({"dragons": False, "lair": 5}) == USUAL
    assert DRAGONS.normalise_options({"dragons": True, "lair": 5}) == {**USUAL, "dragons": True}
    assert DRAGONS.normalise_options({"dragons": True, "lair": 9}) == {**USUAL, "dragons": True, "lair": 9}
    assert LAIR.value_in({**USUAL, "dragons": True}) == 5


def test_an_option_means_nothing_without_the_one_that_it_needs():
    assert DRAGONS.normalise_options({"lair": 9}) == USUAL
    assert LAIR not in DRAGONS.counting_options(USUAL)
    assert LAIR in DRAGONS.counting_options({**USUAL, "dragons": True})
    with pytest.raises(OptionError, match="goes from 1 to 9"):
        DRAGONS.normalise_options({"lair": 10})


class Chain(TugOfWar):
    """Each option needs the one above it."""

    option_fields = (
        *TugOfWar.option_fields,
        OptionField("rain", "Rain", "boolean", False),
        OptionField("mud", "Mud", "boolean", True, needs="rain"),
        OptionField("depth", "Depth of the mud", "number", 1, needs="mud"),
    )


def test_what_an_option_needs_may_need_another_one():
    title = Chain()
    depth = title.option_fields[-1]
    assert title.needed_by(depth) == {"mud": True, "rain": True}
    dry, wet = {"mud": True, "depth": 7}, {"rain": True, "mud": True, "depth": 7}
    assert title.normalise_options(dry)["depth"] == 1
    assert title.normalise_options(wet)["depth"] == 7
    assert title.normalise_options({**wet, "mud": False})["depth"] == 1


def test_a_position_names_the_dragons_or_has_them_beside_it():
    for written, given in (({"dragons": True}, {"lair": 7}), ({"lair": 7}, {"dragons": True})):
        assert DRAGONS.merge_options(written, given) == {**USUAL, "dragons": True, "lair": 7}
    assert DRAGONS.merge_options({"dragons": False, "lair": 7}, {"lair": 8}) == USUAL
    with pytest.raises(PositionError) as refused:
        DRAGONS.merge_options({"dragons": True, "lair": 7}, {"dragons": False, "lair": 8})
    assert refused.value.problems == [
        "With the dragons: on in the position, off at the table",
        "Coins in the lair: 7 in the position, 5 at the table",
    ]


# -- the version of a record ---------------------------------------------------------------------


def test_the_version_of_a_record_is_that_of_what_is_in_its_box():
    assert record_of(DRAGONS).rules_version == HOARD.version_of(USUAL) == 1
    assert record_of(DRAGONS, {**SHORT, "dragons": True}).rules_version == 1001


def test_mended_dragons_make_no_other_version_of_the_base_game():
    mended = MendedDragons()
    base, both = record_of(DRAGONS), record_of(DRAGONS, {**SHORT, "dragons": True})
    assert replay(base, title=mended).result == base.result
    with pytest.raises(ReplayError, match=r"by version 1001 of the rules of Hoard; version 2001 is") as bad:
        replay(both, title=mended)
    assert bad.value.code == "other-version"
    assert replay(both, title=mended, any_version=True).result == both.result


@pytest.mark.parametrize(("options", "was", "now"), [({}, 1, 2), ({"dragons": True}, 1001, 1002)])
def test_a_mended_base_game_makes_another_version_of_every_record(options, was, now):
    record = record_of(DRAGONS, {**SHORT, **options})
    with pytest.raises(ReplayError, match=f"by version {was} of the rules of Hoard; version {now} is"):
        replay(record, title=MendedHoard())


def test_a_record_may_name_the_dragons_in_its_position_only():
    position = {"pile": 5, "step": "act", "options": {"dragons": True}}
    record = record_of(DRAGONS, {}, position)
    record.options = {}
    assert record.rules_version == 1001
    assert replay(seal(record), title=DRAGONS).result == record.result
    with pytest.raises(ReplayError, match="version 2001 is known here"):
        replay(record, title=MendedDragons())


# -- with and without the expansion --------------------------------------------------------------


@pytest.mark.parametrize("off", [False, None, 0, ""])
def test_a_record_that_says_that_there_are_no_dragons_replays_where_there_are_none(off):
    record = load_record(dump_record(naming(record_of(HOARD), dragons=off)))
    check_chain(record)
    again = replay(record, title=HOARD, takebacks=True)
    assert again.options == {**USUAL, **SHORT}
    assert again.result == record.result


def test_so_does_one_whose_position_says_so():
    position = {"pile": 5, "step": "act", "options": {"metal": "silver", "dragons": False}}
    record = record_of(DRAGONS, {}, position)
    assert replay(record, title=HOARD).position() == replay(record, title=DRAGONS).position()


@pytest.mark.parametrize("on", [True, 1, "on", {"smaug": 1}])
def test_a_record_with_dragons_is_refused_where_there_are_none(on):
    with pytest.raises(ReplayError, match="entry 0: Hoard has no option “dragons”"):
        replay(naming(record_of(HOARD), dragons=on), title=HOARD)


def test_so_is_one_with_dragons_in_its_position():
    record = record_of(DRAGONS, {}, {"pile": 5, "step": "act", "options": {"dragons": True}})
    record.options = {}
    with pytest.raises(ReplayError, match="entry 0: the rules stop here: there is no option “dragons”"):
        replay(seal(record), title=HOARD)


def test_a_new_game_names_nothing_that_is_not_offered():
    with pytest.raises(OptionError, match="has no option “dragons”"):
        HOARD.normalise_options({"dragons": False})
    assert HOARD.recall_options({"dragons": False}) == USUAL


# -- transcripts and the command line ------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"dragons": True}, {"dragons": True, "lair": 2}])
def test_a_transcript_tells_of_the_dragons_where_there_are_any(installed, options):
    record = record_of("hoard", {**SHORT, **options})
    text = write_transcript(record)
    assert f"rules: {record.rules_version}" in text
    assert ("option dragons: on" in text) is bool(options)
    again = read_transcript(text)
    assert (again.rules_version, again.options) == (record.rules_version, record.options)
    assert replay(again).position() == replay(record).position()
    assert write_transcript(naming(record, dragons=bool(options))) == text


def test_a_transcript_without_dragons_is_read_where_there_are_none(installed):
    text = write_transcript(record_of("hoard"))
    said = text.replace("option pile", "option dragons: off\noption pile")
    registry.PACKAGES["hoard"] = "tests.rules.core.toy"
    registry.title.cache_clear()
    assert read_transcript(text).options == read_transcript(said).options == {**USUAL, **SHORT}
    with pytest.raises(ReplayError, match="has no option “dragons”"):
        read_transcript(said.replace("dragons: off", "dragons: on"))


def test_the_command_line_says_what_an_option_needs(installed, capsys):
    assert main(["list"]) == 0
    assert "lair=number  Coins in the lair (otherwise 5; only with dragons)" in capsys.readouterr().out


# -- what cannot be declared ---------------------------------------------------------------------

WIND = OptionField("wind", "Wind", "choice", "none", {"none": "None", "west": "From the west"})
RAIN = OptionField("rain", "Rain", "boolean", False)
MUD = OptionField("mud", "Mud", "boolean", False, needs="rain")


@pytest.mark.parametrize(
    ("fields", "former", "said"),
    [
        ((RAIN, MUD, OptionField("fog", "Fog", "boolean", False, needs="rain")), {}, []),
        ((MUD, RAIN), {}, ["the option 'mud' does not stand below 'rain', which it needs"]),
        ((RAIN, WIND, MUD), {}, ["the option 'mud' does not stand below 'rain', which it needs"]),
        (
            (WIND, OptionField("dust", "Dust", "boolean", False, needs="wind")),
            {},
            ["the option 'dust' needs 'wind', which is not on or off"],
        ),
        ((RAIN, OptionField("sun", "Sun", "boolean", False, not_with={"rain": (True,)})), {}, []),
        (
            (OptionField("sun", "Sun", "boolean", False, not_with={"rain": (True,)}),),
            {},
            ["the option 'sun' is not offered with 'rain', which is none"],
        ),
        (
            (OptionField("snow", "Snow", "boolean", False, silent=True),),
            {"snow": True},
            ["the option 'snow' is silent: its default can never change"],
        ),
    ],
)
def test_what_an_option_cannot_be_is_said(fields, former, said):
    class Weather(TugOfWar):
        option_fields = (*TugOfWar.option_fields, *fields)
        former_defaults = former

    assert list(malformed(Weather(), "tug-of-war")) == said
