"""The time zones and locales that forms offer."""

from datetime import datetime
from functools import cache
from urllib.parse import unquote
from zoneinfo import available_timezones

from django.http import HttpRequest
from django.utils import translation
from django.utils.formats import date_format

#: Regions of the IANA database that name places; the rest are aliases and fixed offsets.
REGIONS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia",
    "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip

#: Ways of writing dates, by locale; the words of the pages are English everywhere.
LOCALES: dict[str, str] = {
    "en": "English",
    "en-gb": "English, Britain",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "sv": "Swedish",
}
#: The moment with which forms show how a locale writes dates.
EXAMPLE = datetime(2030, 3, 20, 18, 30)


#: The cookie in which a browser says its zone and its language (static/js/base.js): `Europe/Vienna de-AT`.
COOKIE = "zone"


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def of_browser(request: HttpRequest) -> tuple[str, str]:
    """Return the zone of a request's browser and the locale that fits its language best; each "" if it says nothing."""
    zone, _, language = unquote(request.COOKIES.get(COOKIE, "")[:120]).partition(" ")
    language = language.strip().lower()
    found = (locale for locale in (language, language.partition("-")[0]) if locale in LOCALES)
    return zone if zone in known_zones() else "", next(found, "")


@cache
def locale_choices() -> list[tuple[str, str]]:
    """Return the choices of a locale field, each with an example."""
    choices = []
    for locale, name in LOCALES.items():
        with translation.override(locale):
            choices.append((locale, f"{name}: {date_format(EXAMPLE, 'DATETIME_FORMAT')}"))
    return choices


@cache
def zone_choices() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Return the choices of a time zone field: UTC, then places grouped by region."""
    names = sorted(available_timezones())
    groups: list[tuple[str, str | list[tuple[str, str]]]] = [("UTC", "UTC (world time)")]
    for region in REGIONS:
        places = [(n, n.split("/", 1)[1].replace("_", " ")) for n in names if n.startswith(region + "/")]
        if places:
            groups.append((region, places))
    return groups
