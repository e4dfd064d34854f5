"""Facts of the site for every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from wotr import dev_mail


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the site's name and shape for the templates, and the house values in words."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "demo": settings.DEMO,
        "demo_mail": dev_mail.is_open_to(request),
        "house": settings.HOUSE.words,
    }
