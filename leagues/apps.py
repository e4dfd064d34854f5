"""The leagues app."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"

    def ready(self) -> None:
        from games.notices import digest
        from games.play import game_names
        from leagues import digests, mailbox, notices, panels, receivers  # noqa: F401 - the receivers listen
        from leagues.services import queries

        notices.register()
        mailbox.register()
        panels.register()
        game_names.EVENT_OF[:] = [queries.event_of_game]
        digest.add_part(digests.daily_parts)
        digest.add_weekly_part(digests.weekly_parts)
