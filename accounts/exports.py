"""A person's archive of what is kept about them, as JSON files (ACC-5)."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from accounts.models import User

#: Returns what one part of the server keeps about somebody, as JSON.
Part = Callable[[User], Any]

_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """Add a part, which becomes the file `name.json`."""
    _parts[name] = part


def archive_of(user: User) -> bytes:
    """Return the archive (zip): a file for each part. It holds nothing that others have written."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in _parts.items():
            archive.writestr(
                f"{name}.json", json.dumps(part(user), ensure_ascii=False, indent=1, default=str)
            )
    return packed.getvalue()


def profile_of(user: User) -> dict[str, Any]:
    """Return the account itself, with whom it blocks and mutes; no secret of it."""
    return {
        "username": user.username,
        "email": user.email,
        "joined": user.date_joined,
        "timezone": user.timezone,
        "locale": user.locale,
        "confirm_moves": user.confirm_moves,
        "quiet_hours": user.quiet,
        "protect": user.protect,
        "blocks": [row.blocked.shown_name for row in user.blocks.select_related("blocked")],
        "mutes": [row.muted.shown_name for row in user.mutes.select_related("muted")],
        "tokens": [
            {"name": token.name, "scopes": token.scopes, "created": token.created_at}
            for token in user.api_tokens.all()
        ],
    }


register("profile", profile_of)
