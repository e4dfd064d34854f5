"""Templates obey the floors, too: none loads a tag or a template of an app above its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.backends.django import get_installed_libraries

#: Apps from the lowest to the highest, as import-linter has them (pyproject.toml).
FLOORS = ("accounts", "notifications", "games", "leagues")
ROOT = Path(settings.BASE_DIR) / "templates"
_LOADED = re.compile(r"{%\s*load\s+(?:[\w ]+\sfrom\s)?([\w ]+?)\s*%}")
_TEMPLATE = re.compile(r"{%\s*(?:include|extends)\s+\"([^\"]+)\"")


def apps_named(text):
    """Return the apps whose tags or templates a template names; those of Django and of the frame are nobody's."""
    libraries = get_installed_libraries()
    loaded = [libraries[name] for names in _LOADED.findall(text) for name in names.split()]
    return {
        name
        for name in [
            *(path.split(".")[0] for path in loaded),
            *(path.split("/")[0] for path in _TEMPLATE.findall(text)),
        ]
        if name in FLOORS
    }


@pytest.mark.parametrize("app", FLOORS)
def test_no_template_names_an_app_above_its_own(app):
    upward = {}
    for path in (ROOT / app).rglob("*.html"):
        above = {name for name in apps_named(path.read_text()) if FLOORS.index(name) > FLOORS.index(app)}
        if above:
            upward[str(path.relative_to(ROOT))] = above
    assert upward == {}


def test_a_template_that_looks_up_is_noticed():
    text = '{% load static league_tags %}{% include "games/lobby/filters.html" %}{% extends "base.html" %}'
    assert apps_named(text) == {"leagues", "games"}
