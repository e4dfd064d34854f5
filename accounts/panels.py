"""Named panels: places in pages that apps above fill (the league of a game, where no notices go any more).

A template asks for the panels of its place and shows those that it has room for:
`{% panels "game" game.key as more %} … {{ more.head }}`. An app that has something to show registers a function in
`apps.ready()`. So no template loads a tag or a template of an app above its own.

| place | subject | panels |
|---|---|---|
| `game` | key of the game | `head`, `messages`, `aside` |
| `balance` | id of the title | `facts` |
| `home` | name of the reader | `league` |
| `account` | name of the reader | `links` |
| `notices` | name of the reader | `quiet_hours` |
| `reach` | name of the reader | `places` |
"""

from collections.abc import Callable, Mapping

from django.utils.safestring import SafeString

from accounts.models import User

#: What fills the panels of a place: from its subject and the reader (None for a visitor) to HTML by panel.
Provider = Callable[[str, User | None], Mapping[str, SafeString]]

_providers: dict[str, list[Provider]] = {}


def register(place: str, provider: Provider) -> None:
    """Let `provider` fill panels of a place, below what was registered before; a second time changes nothing."""
    registered = _providers.setdefault(place, [])
    if provider not in registered:
        registered.append(provider)


def filled(place: str, subject: str, reader: User | None) -> dict[str, SafeString]:
    """Return the HTML of the panels of a place; a panel that nobody fills is left out."""
    found: dict[str, SafeString] = {}
    for provider in _providers.get(place, ()):
        for name, html in provider(subject, reader).items():
            found[name] = found.get(name, SafeString()) + html
    return found
