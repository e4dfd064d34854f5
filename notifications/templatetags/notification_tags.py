"""What templates ask about notices."""

from __future__ import annotations

from django import template

from accounts.models import User
from notifications import places

register = template.Library()


@register.simple_tag
def switched_off(user: User) -> list[str]:
    """Return what no longer reaches somebody because it failed too often."""
    return places.switched_off(user)
