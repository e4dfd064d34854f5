"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import digest, exports, notices, public_notices
        from games.chat import notices as chat_notices
        from games.hours import quiet  # noqa: F401 - listens for new time zones
        from games.letters import mailbox
        from games.services import departures  # noqa: F401 - listens for accounts that are closed

        notices.register()
        public_notices.register()
        chat_notices.register()
        mailbox.register()
        digest.register()
        exports.register()
