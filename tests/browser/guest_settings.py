"""The settings of a server that also offers Isles, Hoard with its dragons, Orchard, and the tutorial's title as it was
written down in VAR_DIR."""

import os
from pathlib import Path

import rules
from rules.core import registry
from tests.boards.settings import *  # noqa: F403
from tests.contract.tutorial import registered

rules.__path__.append(str(Path(os.environ["VAR_DIR"]) / "tutorial" / "rules"))
registry.PACKAGES.update(
    [registered(), ("hoard", "tests.rules.core.toy_dragons"), ("orchard", "tests.games.toy_ranking")]
)
