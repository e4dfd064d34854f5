"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import password_reset

        from accounts.services import revoke_tokens

        password_reset.connect(revoke_tokens, dispatch_uid="revoke-tokens")
