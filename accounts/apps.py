"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account import signals
        from django.contrib.auth.signals import user_logged_in

        from accounts import addresses
        from accounts.mailboxes import links_have_ended
        from accounts.services import password_was_reset, take_zone

        addresses.register()
        user_logged_in.connect(take_zone, dispatch_uid="take-zone")
        signals.password_reset.connect(password_was_reset, dispatch_uid="password-was-reset")
        for ends_links in (
            user_logged_in,
            signals.password_reset,
            signals.password_changed,
            signals.email_added,
            signals.email_removed,
            signals.email_changed,
        ):
            ends_links.connect(links_have_ended, dispatch_uid="links-have-ended")
