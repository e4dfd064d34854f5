"""The settings of a server that also offers Isles."""

from pathlib import Path

from wotr.settings import *  # noqa: F403
from wotr.settings import INSTALLED_APPS, STATICFILES_DIRS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.boards.apps.IslesConfig"]
STATICFILES_DIRS = [*STATICFILES_DIRS, Path(__file__).parent / "static"]
