"""The settings of a server that also offers the title of docs/adding-a-game.md, written down in its VAR_DIR."""

import os
from pathlib import Path

import rules
from rules.core import registry
from tests.contract.tutorial import registered
from wotr.settings import *  # noqa: F403

rules.__path__.append(str(Path(os.environ["VAR_DIR"]) / "tutorial" / "rules"))
registry.PACKAGES.update([registered()])
