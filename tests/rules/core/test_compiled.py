"""All modules that `tools/compiled.py` compiles are loaded so in the copy that `make test-compiled` tests."""

import os
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES

from tools import compiled


def test_what_is_compiled_is_there():
    assert {"rules.core.game", "rules.war_of_the_ring.war.movement"} < compiled.modules().keys()
    assert not any(name.endswith("__init__") for name in compiled.modules())


def test_all_of_it_is_loaded_compiled_or_none():
    files = [import_module(name).__file__ or "" for name in compiled.modules()]
    of_them = [file for file in files if file.endswith(tuple(EXTENSION_SUFFIXES))]
    assert len(of_them) == (len(files) if os.environ.get("WOTR_COMPILED") else 0)
