"""Panels of games on the pages of accounts and notifications (accounts.panels): where a reader's own settings are."""

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts import panels
from accounts.models import User


def of_account(username: str, reader: User | None) -> dict[str, SafeString]:
    """Return the way to vacations, quiet hours and standing orders (DEF-4), and to what was reported as wrong."""
    links = (
        (reverse("time-off"), "Vacation and quiet hours"),
        (reverse("orders"), "Standing orders"),
        (reverse("my-reports"), "What I reported"),
    )
    return {"links": format_html_join("\n      ", '<a class="button" href="{}">{}</a>', links)}


def of_notices(username: str, reader: User | None) -> dict[str, SafeString]:
    """Return the way to the quiet hours, in which notices may come or not (DEF-6)."""
    return {"quiet_hours": format_html('<a href="{}">change these</a>', reverse("time-off"))}


def register() -> None:
    """Register what games fill."""
    panels.register("account", of_account)
    panels.register("notices", of_notices)
