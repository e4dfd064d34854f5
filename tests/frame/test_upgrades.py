"""Which databases the migrations of 0.9 lead over: new ones, those of the last code before, and none in between."""

import pytest
from django.core.checks import Tags, run_checks
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from wotr.upgrades import LAST_BEFORE, left_behind

FIRST, SECOND = ("games", "0001_version_0_9"), ("games", "0002_append_only_log")
FORMER = {
    key: migration.replaces
    for key, migration in MigrationLoader(None).replacements.items()
    if key in (FIRST, SECOND)
}
OF_0_1 = [("games", "0001_initial"), ("games", "0002_link_nonce")]


@pytest.fixture
def applied(monkeypatch):
    """Let a database say that it had these migrations."""

    def say(*named):
        monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda self: dict.fromkeys(named))

    return say


@pytest.mark.parametrize(
    "named",
    [
        pytest.param([], id="new"),
        pytest.param([*FORMER[FIRST]], id="new, and interrupted between tables and triggers"),
        pytest.param([*FORMER[FIRST], *FORMER[SECOND]], id="of the last code before"),
        pytest.param([*OF_0_1, *FORMER[FIRST], *FORMER[SECOND]], id="the same, born with 0.1"),
        pytest.param([FIRST, SECOND], id="of 0.9"),
    ],
)
def test_led_over(applied, named):
    applied(*named)
    assert left_behind("default") == []


@pytest.mark.parametrize(
    "named",
    [
        pytest.param(OF_0_1, id="of 0.1"),
        pytest.param([*OF_0_1, *FORMER[FIRST][:1]], id="0.1 in one step"),
        pytest.param([*FORMER[FIRST][:-1], *FORMER[SECOND]], id="one tables' change short"),
        pytest.param([*FORMER[FIRST], *FORMER[SECOND][:-1]], id="one trigger short"),
    ],
)
def test_not_led_over(applied, named):
    applied(*named)
    assert left_behind("default") == ["games"]
    (error,) = run_checks(tags=[Tags.database], databases=["default"])
    assert "(games)" in error.msg
    assert LAST_BEFORE in error.hint
