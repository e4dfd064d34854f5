"""The notifications app."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from allauth.account.signals import email_changed

        from notifications import delivery, destinations, panels, rhythm, test_notices
        from notifications.channels import registry
        from notifications.inbound import bounces, provider  # noqa: F401 - listens for the mail of services

        registry.discover()
        rhythm.register()
        delivery.register()
        test_notices.register()
        bounces.register(delivery.came_back)
        email_changed.connect(delivery.address_changed, dispatch_uid="address-changed")
        panels.register()
        destinations.register_keys()
