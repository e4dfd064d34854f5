"""The notifications app."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from allauth.account.signals import email_changed

        from notifications import delivery, panels, places, rhythm, trials
        from notifications.channels import registry
        from notifications.inbound import bounces, provider  # noqa: F401 - listens for the mail of services

        registry.discover()
        rhythm.register()
        delivery.register()
        trials.register()
        bounces.register(delivery.came_back)
        email_changed.connect(delivery.address_changed, dispatch_uid="address-changed")
        panels.register()
        places.register_keys()
