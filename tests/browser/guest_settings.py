"""The settings of a server that also offers Isles, Hoard with its dragons, and Orchard."""

from rules.core import registry
from tests.boards.settings import *  # noqa: F403

registry.PACKAGES.update({"hoard": "tests.rules.core.toy_dragons", "orchard": "tests.games.toy_ranking"})
