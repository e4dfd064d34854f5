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

from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from accounts.models import User

#: Who reads a page, by account or as a stranger.
Reader = User | AnonymousUser
#: What fills the panels of a place: from its subject and the reader (None for a visitor) to HTML by panel.
Provider = Callable[[str, User | None], Mapping[str, SafeString]]

#: Who fills the panels of a place, each with its query.
_providers: dict[str, list[tuple[Provider, str]]] = {}


def register(place: str, provider: Provider, concerns: str = "") -> None:
    """Let `provider` fill panels of a place, below what was registered before; a second time changes nothing.

    Args:
        concerns: SQL of a query that finds something wherever there may be something to show to the account with the
            number `%(reader)s`, or, where the subject is a game, about that with the number `%(game)s`. A page that
            asks much asks for this along, and no provider in vain.
    """
    registered = _providers.setdefault(place, [])
    if all(provider is not known for known, _ in registered):
        registered.append((provider, concerns))


def concerns(place: str) -> dict[int, str]:
    """Return the queries of a place's providers by their numbers there; providers without one are always asked."""
    return {number: query for number, (_, query) in enumerate(_providers.get(place, ())) if query}


def note(reader: Reader, place: str, found: Collection[int]) -> None:
    """Note on whoever reads the page, for this request, which queries of a place have found something."""
    vars(reader).setdefault("silent_panels", {})[place] = concerns(place).keys() - set(found)


def filled(place: str, subject: str, user: Reader | None) -> dict[str, SafeString]:
    """Return the HTML of the panels of a place; a panel that nobody fills is left out."""
    found: dict[str, SafeString] = {}
    silent = {} if user is None else vars(user).get("silent_panels", {})
    reader = user if isinstance(user, User) else None
    for number, (provider, _) in enumerate(_providers.get(place, ())):
        if number not in silent.get(place, ()):
            for name, html in provider(subject, reader).items():
                found[name] = found.get(name, SafeString()) + html
    return found
