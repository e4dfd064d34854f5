"""Moments in the reader's zone and way of writing."""

from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.zones import of_browser

register = template.Library()


@register.simple_tag(takes_context=True)
def when(context: Context, moment: datetime | None, form: str = "moment") -> SafeString | str:
    """Write a moment in the reader's zone and way of writing (ACC-7); `form` "date" leaves the hour out.

    A visitor's are those of the browser: before it has told them, on the first page, its script writes moments anew.
    """
    if moment is None:
        return ""
    user: Any = context.get("user")
    known, request, guess = user is not None and user.is_authenticated, context.get("request"), ""
    locale = user.locale if known else "en"
    if not known and request is not None:  # a page for a visitor; mails have no request
        zone, language = of_browser(request)
        locale, guess = language or locale, "" if zone else form
    local = timezone.localtime(moment)
    with translation.override(locale):
        words = date_format(local, "DATE_FORMAT" if form == "date" else "DATETIME_FORMAT")
    if form != "date":
        words = f"{words} {local.tzname()}"
    mark = format_html(' data-here="{}"', guess) if guess else ""
    return format_html('<time datetime="{}"{}>{}</time>', moment.isoformat(timespec="seconds"), mark, words)
