"""Words that people choose, in mails."""

from django import template

from accounts import unlinked_text

register = template.Library()


@register.filter
def unlinked(words: object) -> str:
    """Return somebody's words with every address broken by spaces."""
    return unlinked_text.unlinked(str(words))
