"""House values: one place, with defaults, checked at the start, read when they are used."""

import os
import subprocess
import sys
from dataclasses import fields, replace
from datetime import time, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.refusals import Refused
from games.time import presets
from tests.conftest import person
from tests.opening import open_table
from wotr import house

ROOT = Path(__file__).resolve().parents[2]


def test_without_a_word_the_defaults_hold():
    values = house.read("", {"PATH": "/bin", "SITE_NAME": "wotr"})
    assert values.vacation_days == 28
    assert values.clock_standard_bank == timedelta(hours=96)
    assert values.digest_at == time(7)


def test_a_file_changes_values_and_the_environment_counts_more(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(
        'vacation_days = 21\nclock_standard_bank = "5 d"\nuntimed_reminders = ["2 d", "5 d"]\n'
        "digest_at = 06:30:00\nlight_share = 1\nreliability_very = 99\n"
    )
    values = house.read(str(file), {"HOUSE_VACATION_DAYS": "14", "HOUSE_CLOCK_PER_MOVE_DAYS": "2, 4"})
    assert values.vacation_days == 14
    assert values.clock_standard_bank == timedelta(days=5)
    assert values.untimed_reminders == (timedelta(days=2), timedelta(days=5))
    assert values.digest_at == time(6, 30)
    assert values.clock_per_move_days == (2, 4)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("VACATION_DAYS", "-1", "vacation_days must lie between 0 and 366"),
        ("VACATION_DAYS", "many", "vacation_days must be a whole number"),
        ("VACATION_DAYS", "1.5", "vacation_days must be a whole number"),
        ("LIGHT_LIMIT", "12", "light_limit must be a duration"),
        ("LIGHT_LIMIT", "-12 h", "light_limit must be a duration"),
        ("LIGHT_LIMIT", "999999999 d", "light_limit must lie between"),
        ("LIGHT_SHARE", "2", "light_share must lie between 0.0 and 1.0"),
        ("LIGHT_SHARE", "nan", "light_share must lie between 0.0 and 1.0"),
        ("DIGEST_AT", "25:00", "digest_at must be a time of day"),
        ("ZERO_TWO", "quarrel", "zero_two must be one of claim, forfeit"),
        ("WEEKLY_DIGEST_DAY", "Mon", "weekly_digest_day must be one of Monday"),
        ("CLOCK_DEFAULT", "untimed", "clock_default must be one of live"),
        ("CLOCK_LIVE_BANK", "2 h", "clock_live_bank must not be more than clock_live_cap"),
        ("UNTIMED_REMINDERS", "7 d, 3 d", "untimed_reminders must grow"),
        ("UNTIMED_REMINDERS", "", "untimed_reminders must grow"),
        ("GRACE_TOKENS", "5", "grace_tokens must not be more than grace_tokens_most"),
        ("QUIET_MOST", "23 h", "quiet_most and quiet_after must be less than a day together"),
        ("QUIET_AFTER", "14 h", "quiet_most and quiet_after must be less than a day together"),
        ("VACATION_DAY", "28", "no house value called vacation_day"),
    ],
)
def test_a_value_that_makes_no_sense_is_named(name, text, words):
    with pytest.raises(ImproperlyConfigured, match=words):
        house.read("", {f"HOUSE_{name}": text})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("vacation_days = ", "cannot be read"),
        ("vacation_days = true", "must be a whole number"),
        ("vacation_days = [28]", "must be a whole number"),
        ("clock_per_move_days = 3", "must be a list"),
        ('untimed_reminders = ["3 d", 7]', "must be a duration"),
        ("[clocks]\nlive = 1", "no house value called clocks"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path, text, words):
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(ImproperlyConfigured, match=words):
        house.read(str(file), {})


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        house.read(str(tmp_path / "none.toml"), {})


def test_a_bad_value_ends_the_start(tmp_path):
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "HOUSE_VACATION_DAYS": "-3"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "vacation_days must lie between 0 and 366." in done.stderr


def test_the_table_in_the_documents_is_that_of_the_code():
    assert house.table() in (ROOT / "docs" / "operations.md").read_text()


def test_what_is_written_is_read_back():
    for entry in fields(house.HouseValues):
        assert house.parse(entry, house.written(entry.default)) == entry.default, entry.name


def test_no_value_is_there_for_nothing():
    sources = [
        path.read_text()
        for folder in ("accounts", "games", "leagues", "notifications", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html", ".txt")
    ]
    code = "\n".join(sources)
    clock_parts = {f"clock_{name}_{part}" for name in house.CLOCKS for part in ("bank", "increment", "cap")}
    unused = [e.name for e in fields(house.HouseValues) if e.name not in code and e.name not in clock_parts]
    assert unused == []


def test_a_value_is_read_when_it_is_used(db, settings):
    sam = person("sam")
    settings.HOUSE = replace(
        settings.HOUSE, tables_waiting=1, clock_standard_bank=timedelta(days=2), clock_default="slow"
    )
    assert presets.presets()["standard"].words.startswith("2 days, and 16 hours more")
    first = open_table(sam, title="duel")
    assert first.clock_preset == "slow"
    with pytest.raises(Refused, match="already have 1 table waiting"):
        open_table(sam, title="duel")


@pytest.mark.parametrize(
    ("increment", "words"), [("0 s", "nothing more"), ("1 min", "1 minute more"), ("90 s", "90 seconds more")]
)
def test_whatever_a_clock_is_set_to_is_told_in_plain_words(settings, increment, words):
    settings.HOUSE = house.read("", {"HOUSE_CLOCK_LIVE_INCREMENT": increment})
    assert words in presets.presets()["live"].words


def test_a_running_game_keeps_the_clock_that_it_began_with(duel, settings):
    before = presets.preset_of(duel.game).bank
    settings.HOUSE = replace(settings.HOUSE, clock_standard_bank=timedelta(days=1), clock_per_move_days=(1,))
    assert presets.preset_of(duel.game).bank == before == 96 * 3600
    assert presets.preset_named("per-move-3").bank == 3 * 86400  # no longer offered, still played


def test_a_table_for_three_is_played_on_without_who_leaves(db, settings, monkeypatch):
    from rules.core import registry

    monkeypatch.setitem(registry.PACKAGES, "pebbles", "tests.games.toy_three")
    assert open_table(person("sam"), title="pebbles").zero_policy == "autoplay"
    assert open_table(person("rosie"), title="duel").zero_policy == "claim"
    registry.title.cache_clear()


def test_defaults_speak_in_words():
    words = settings.HOUSE.words
    assert (words["vacation_most"], words["grace_gift"], words["digest_at"]) == (
        "14 days",
        "24 hours",
        "07:00",
    )
