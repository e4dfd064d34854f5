"""Template tags of boards."""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def icon(name: str, word: str = "") -> SafeString:
    """Draw a shape of the board's sprite (`#i-NAME`), with the word that it is read as, its name by default."""
    # a page has eighty of them: an include for each would be a tenth of it
    return mark_safe(
        f'<svg class="icon" role="img" aria-label="{escape(word or name)}"><use href="#i-{escape(name)}"/></svg> '
    )
