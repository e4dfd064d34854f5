"""The rules of every title, its cards and characters: pages for everybody, and what a page shows beside the board.

What is printed on a card is no secret. Where a card lies is never told here.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from django.views.decorators.http import require_safe

import rules
from games import boards
from games.boards.mentions import Lexicon, lexicon_of
from games.memo import made_once
from games.views.common import tagged
from rules.core.handbook import handbook_of

#: For how long a browser keeps a rule or a card without asking again.
KEPT_SECONDS = 3600


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the titles, with what there is to read of each."""
    lexicons = [_lexicon(id) for id in rules.titles()]
    titles = [(lexicon.title, lexicon, things_of(lexicon)) for lexicon in lexicons]
    return tagged(request, render(request, "games/handbook/index.html", {"titles": titles}))


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Tell of the keys and colours of the table: a page, or for the table itself what a dialog shows."""
    beside = request.headers.get("X-Requested-With") == "fetch"
    response = render(request, f"games/handbook/keys{'_fragment' if beside else ''}.html")
    patch_vary_headers(response, ["X-Requested-With"])
    return response


@require_safe
def handbook(request: HttpRequest, title: str) -> HttpResponse:
    """Show all rules of a title."""
    lexicon = _lexicon(title)
    if lexicon.handbook is None:
        raise Http404(f"{lexicon.title.name} has no rules to read here.")
    context = {
        "title": lexicon.title,
        "handbook": lexicon.handbook,
        "spoken": _of(lexicon),
        "has_cards": bool(lexicon.faces),
        "things": things_of(lexicon),
        "body": rules_body(lexicon, _asked(request, lexicon)),
    }
    return tagged(request, render(request, "games/handbook/rules.html", context))


@made_once
def rules_body(lexicon: Lexicon, expansions: frozenset[str] | None) -> str:
    """Return contents and rules of a title with these expansions, or with all: the same for everybody."""
    handbook = handbook_of(lexicon.title, _options(expansions))
    assert handbook is not None
    context = {
        "title": lexicon.title,
        "handbook": handbook,
        "spoken": _of(lexicon),
        "supplements": [
            {"book": volume, "spoken": _of(lexicon, volume.option)} for volume in handbook.supplements
        ],
    }
    return render_to_string("games/handbook/rules_body.html", context)


@require_safe
def cards(request: HttpRequest, title: str) -> HttpResponse:
    """Show all cards and characters of a title."""
    lexicon = _lexicon(title)
    if not lexicon.faces:
        raise Http404(f"{lexicon.title.name} has no cards to read here.")
    context = {
        "title": lexicon.title,
        "has_rules": lexicon.handbook is not None,
        "things": things_of(lexicon),
        "body": cards_body(lexicon, _asked(request, lexicon)),
    }
    return tagged(request, render(request, "games/handbook/cards.html", context))


@made_once
def cards_body(lexicon: Lexicon, expansions: frozenset[str] | None) -> str:
    """Return the shelves of a title with these expansions, or with all: the same for everybody."""
    shelves = boards.shelves_of(lexicon.title.id, _options(expansions))
    context = {"shelves": [(shelf, _of(lexicon, shelf.option)) for shelf in shelves]}
    return render_to_string("games/handbook/cards_body.html", context)


@require_safe
def rule(request: HttpRequest, title: str, code: str) -> HttpResponse:
    """Show one rule, as a page opens it beside the board."""

    def of(lexicon: Lexicon) -> dict[str, Any] | None:
        found = lexicon.handbook.find(code) if lexicon.handbook is not None else None
        return (
            {"rule": found, "spoken": _of(lexicon, lexicon.option_of(found))} if found is not None else None
        )

    return _fragment(request, title, "games/handbook/rule_fragment.html", of)


@require_safe
def card(request: HttpRequest, title: str, id: str) -> HttpResponse:
    """Show one card or character, as a page opens it beside the board."""

    def of(lexicon: Lexicon) -> dict[str, Any] | None:
        face = lexicon.faces.get(id)
        return {"face": face, "spoken": _of(lexicon, lexicon.option_of(face))} if face is not None else None

    return _fragment(request, title, "games/handbook/card_fragment.html", of)


def things_of(lexicon: Lexicon) -> str:
    """Return what there is to read of a title beside its rules."""
    kinds = {face.kind for face in lexicon.faces.values()}
    return "cards and characters" if "character" in kinds else "cards"


def _asked(request: HttpRequest, lexicon: Lexicon) -> frozenset[str] | None:
    """Return the expansions of the game from which a page is read (`?with=lords`); None where everything is shown."""
    named = request.GET.get("with")
    return None if named is None else frozenset(named.split(",")) & frozenset(lexicon.title.expansions)


def _options(expansions: frozenset[str] | None) -> dict[str, Any] | None:
    return None if expansions is None else dict.fromkeys(expansions, True)


def _of(lexicon: Lexicon, option: str = "") -> Lexicon | None:
    """Return what texts of the base game name, or those of an expansion, which are told to those who play with it."""
    return lexicon_of(lexicon.title.id, {option: True} if option else {})


def _lexicon(title: str) -> Lexicon:
    lexicon = lexicon_of(title)
    if lexicon is None:
        raise Http404("There is no such game here.")
    return lexicon


def _fragment(
    request: HttpRequest, title: str, template: str, of: Callable[[Lexicon], dict[str, Any] | None]
) -> HttpResponse:
    """Answer with a part of a page that is the same for everybody, or say that it is not there."""
    lexicon = lexicon_of(title)
    context = of(lexicon) if lexicon is not None else None
    if lexicon is None or context is None:
        return HttpResponse(render_to_string("games/handbook/missing_fragment.html"), status=404)
    text = render_to_string(template, {"title": lexicon.title, **context})
    etag = quote_etag(sha256(text.encode()).hexdigest()[:24])
    known = {tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))}
    response = HttpResponse(status=304) if etag in known else HttpResponse(text)
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response
