"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import exports
        from games.hours import quiet  # noqa: F401 - listens for new time zones
        from games.letters import mailbox
        from games.lobby import departures  # noqa: F401 - listens for accounts that are closed
        from games.notices import digest, for_groups, for_seats
        from games.notices import for_chat as chat_notices

        for_seats.register()
        for_groups.register()
        chat_notices.register()
        mailbox.register()
        digest.register()
        exports.register()
