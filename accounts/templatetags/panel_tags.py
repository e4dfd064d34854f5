"""Places in templates that apps above fill (accounts.panels)."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from accounts.panels import filled

register = template.Library()


@register.simple_tag(takes_context=True)
def panels(context: Context, place: str, subject: str) -> dict[str, SafeString]:
    """Return the panels of a place, by name: `{% panels "game" game.key as more %}{{ more.head }}`."""
    return filled(place, subject, context.get("user"))
