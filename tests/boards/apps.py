"""Isles as an app of its own: its title and its board come along when the server starts."""

from django.apps import AppConfig


class IslesConfig(AppConfig):
    name = "tests.boards"
    label = "isles"

    def ready(self) -> None:
        from rules.core import registry

        registry.PACKAGES["isles"] = "tests.boards.isles"
        from tests.boards import isles_board  # noqa: F401  its board registers itself
