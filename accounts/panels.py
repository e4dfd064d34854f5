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

from collections.abc import Callable, Collection, Mapping

from django.utils.safestring import SafeString

from accounts.models import User

#: What fills the panels of a place: from its subject and the reader (None for a visitor) to HTML by panel.
Provider = Callable[[str, User | None], Mapping[str, SafeString]]

_providers: dict[str, list[Provider]] = {}
#: Queries of providers, by place and number of the provider there.
_concerns: dict[str, dict[int, str]] = {}


def register(place: str, provider: Provider, concerns: str = "") -> None:
    """Let `provider` fill panels of a place, below what was registered before; a second time changes nothing.

    Args:
        concerns: SQL of a query that finds something exactly where there is something to show to the account with the
            number `%(reader)s`: a page that asks much asks for this along, and does not ask the provider in vain.
    """
    registered = _providers.setdefault(place, [])
    if provider not in registered:
        registered.append(provider)
        if concerns:
            _concerns.setdefault(place, {})[len(registered) - 1] = concerns


def concerns(place: str) -> Mapping[int, str]:
    """Return the queries that say whether providers of a place have something to show, by their numbers."""
    return _concerns.get(place, {})


def note(reader: User, place: str, found: Collection[int]) -> None:
    """Note on the reader, for this request, of which providers of a place the queries have found something."""
    vars(reader).setdefault("silent_panels", {})[place] = concerns(place).keys() - set(found)


def filled(place: str, subject: str, reader: User | None) -> dict[str, SafeString]:
    """Return the HTML of the panels of a place; a panel that nobody fills is left out."""
    found: dict[str, SafeString] = {}
    silent = vars(reader).get("silent_panels", {}).get(place, ()) if reader is not None else ()
    for number, provider in enumerate(_providers.get(place, ())):
        for name, html in provider(subject, reader).items() if number not in silent else ():
            found[name] = found.get(name, SafeString()) + html
    return found
