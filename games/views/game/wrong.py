"""“This is wrong here”: the way from a line, a step, a question or a refusal to a report (games.reports)."""

from collections.abc import Mapping
from typing import Any

import orjson
from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games.models.reports import Report
from games.play import drafts, partners, positions
from games.play.access import Viewer
from games.refusals import Refused
from games.reports import evidence, filing, limits, presentation
from games.reports.evidence import Evidence, Spot
from games.views.common import refusal_page, tells_refusals, viewer_of
from games.views.game.moves import choices_in, decision_for

#: Lines of the story from which one is picked on a page, and own reports below them.
MOST_LINES, MOST_REPORTS = 200, 20
#: Where the newest refusal's choices wait between the press and the form, by the key of their game.
TRIED = "refused_choices"

THANKS = "Reported. Thank you! What becomes of it stands {where}."
ON_ACCOUNT, AT_TABLE = "under “What I reported” on the page of your account", "under “Something wrong?”"


class WrongForm(forms.Form):
    """What is wrong, and a sentence about it."""

    about = forms.ChoiceField(label="What is wrong?", choices=Report.About, widget=forms.RadioSelect)
    text = forms.CharField(
        label="In a sentence",
        max_length=filing.LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="What should it be, and which rule says so?",
    )
    named = forms.BooleanField(
        label="I may be named where it is told what was mended",
        required=False,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def wrong(request: HttpRequest, key: str) -> HttpResponse:
    """Report what is wrong at a place of a game; without one, pick it."""
    viewer = viewer_of(request, key)
    if viewer.user is None and viewer.seat is None:
        return redirect_to_login(request.get_full_path())
    try:
        positions.require_begun(viewer.game)
        if request.method == "POST" and "text" not in request.POST:
            return _refused(request, viewer)
        spot = _spot_of(request, key)
        return _places(request, viewer) if spot is None else _form(request, viewer, spot)
    except Refused as refused:
        return refusal_page(request, refused, reverse("game", args=[key]))


def _spot_of(request: HttpRequest, key: str) -> Spot | None:
    """Return the place that an address names. Raises Refused where it names none that can be."""
    asked = request.GET
    if "line" in asked:
        return Spot("line", line=_number(asked["line"]))
    if "step" in asked:
        return Spot("step", step=_number(asked["step"]))
    if "question" in asked:
        return Spot("question", of=asked["question"])
    if "refusal" in asked:
        kept = request.POST.get("tried") or request.session.get(TRIED, {}).get(key, "")
        return Spot("refusal", choices=_choices_of(kept), of=asked["refusal"])
    return None


def _number(raw: str) -> int | None:
    return int(raw) if raw.isascii() and raw.isdecimal() and len(raw) < 10 else None


def _choices_of(kept: str) -> list[Any]:
    """Return the choices of a refusal as a form keeps them. Raises Refused."""
    try:
        tried = orjson.loads(kept or "[]")
    except orjson.JSONDecodeError:
        tried = None
    if not isinstance(tried, list) or not all(isinstance(one, dict) for one in tried):
        raise Refused("malformed", "The form is not complete: load the page again.", 400)
    return drafts.choices_of(tried)


def _refused(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Take up the form that was refused, and go on with what shall be said of it."""
    ally = request.POST.get("seat", "")
    choices = choices_in(decision_for(viewer, ally), request.POST)
    if choices is None:
        choices = drafts.choices_of(viewer.seat.draft) if viewer.seat is not None else []
    found = evidence.at(viewer, Spot("refusal", choices=choices, of=ally))
    request.session[TRIED] = {viewer.game.key: orjson.dumps(found.tried).decode()}
    return redirect(f"{reverse('wrong', args=[viewer.game.key])}?refusal={ally}")


def _form(request: HttpRequest, viewer: Viewer, spot: Spot) -> HttpResponse:
    found, status = evidence.at(viewer, spot), 200
    form = WrongForm(request.POST if request.method == "POST" else None)
    if viewer.user is None:
        del form.fields["named"]
    if form.is_bound and form.is_valid():
        try:
            filing.report(
                viewer, spot, found, browser=request.headers.get("User-Agent", ""), **form.cleaned_data
            )
        except Refused as refused:
            form.add_error(None, refused.message)
            status = refused.status
        else:
            where = ON_ACCOUNT if viewer.user is not None else AT_TABLE
            messages.success(request, THANKS.format(where=where))
            return redirect("game", viewer.game.key)
    elif form.is_bound:
        status = 422
    context = {
        **_frame(viewer),
        "form": form,
        "found": found,
        "place": Report.Place(spot.place).label,
        "tried": orjson.dumps(found.tried).decode() if found.tried else "",
        "choices": _tried_words(viewer, found),
    }
    return render(request, "games/game/wrong.html", context, status=status)


def _tried_words(viewer: Viewer, found: Evidence) -> list[str]:
    """Return the choices of a refusal in words."""
    if found.tried is None:
        return []
    decision = positions.open_decision(viewer)
    return drafts.words_of(found.tried, decision, rules.title(viewer.game.title))


def _places(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let a place be picked: a question, or a line of the story, the newest first."""
    play = positions.open_game(viewer)
    until = _number(request.GET.get("until", ""))
    lines = positions.log_lines(viewer, play=play, until_seq=until, limit=MOST_LINES, newest=True)
    own = positions.open_decision(viewer, play)
    context = {
        **_frame(viewer),
        "questions": [
            *([("", own.prompt)] if own is not None else []),
            *((each.seat.name, each.decision.prompt) for each in partners.questions(viewer, play)),
        ],
        "lines": lines[::-1],
        "older": lines[0]["seq"] if len(lines) == MOST_LINES and lines[0]["seq"] != until else None,
        "reports": presentation.listed(limits.reports_of(viewer), MOST_REPORTS, game=viewer.game),
    }
    return render(request, "games/game/wrong_where.html", context)


def _frame(viewer: Viewer) -> Mapping[str, Any]:
    return {"game": viewer.game, "title": rules.title(viewer.game.title)}
