"""The notifications app."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import services
        from notifications.inbound import bounces, provider  # noqa: F401 - listens for the mail of services

        bounces.register()
        services.register()
