"""The leagues app."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"

    def ready(self) -> None:
        from games.notices import digest
        from leagues import notices, panels, receivers, weekly  # noqa: F401 - the receivers listen for games and accounts

        notices.register()
        panels.register()
        digest.add_weekly_part(weekly.parts_of)
