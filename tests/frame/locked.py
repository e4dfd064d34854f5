"""Load all that a server runs, where nothing can be imported but what requirements/base.txt holds."""

import importlib
import pkgutil
import re
import sys
from importlib.abc import MetaPathFinder
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OURS = ("accounts", "games", "leagues", "notifications", "rules", "wotr")
#: What Celery loads by its name when it starts: brokers, pools, and the programs themselves.
LOADED_BY_NAME = ("kombu.transport.redis", "celery.backends.redis", "celery.concurrency.thread",
                  "celery.apps.worker", "celery.apps.beat", "psycopg", "granian.cli")  # fmt: skip


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


class OnlyLocked(MetaPathFinder):
    """Finds nothing, and lets nobody else find what is not locked."""

    def __init__(self) -> None:
        text = (ROOT / "requirements" / "base.txt").read_text()
        locked = set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
        by_package = packages_distributions()
        self.hidden = {
            name for name, whose in by_package.items() if not locked & {plain(one) for one in whose}
        }

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in self.hidden:
            raise ModuleNotFoundError(f"{name} is not in requirements/base.txt", name=name)


if __name__ == "__main__":
    sys.meta_path.insert(0, OnlyLocked())
    import django

    django.setup()
    for name in OURS:
        importlib.import_module(name)
        for module in pkgutil.walk_packages(sys.modules[name].__path__, f"{name}."):
            if not module.name.endswith(("__main__", "settings_test")):
                importlib.import_module(module.name)
    for name in LOADED_BY_NAME:
        importlib.import_module(name)
    print(len(sys.modules))
