"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import password_reset

        from accounts import addresses
        from accounts.services import password_was_reset

        addresses.register()
        password_reset.connect(password_was_reset, dispatch_uid="password-was-reset")
