"""The page of notices: wishes, rhythm, places; and unsubscribing."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.post_only import post_only
from notifications import delivery, destinations, kinds, outbox, preferences, test_notices
from notifications.channels import registry
from notifications.channels.email.message import SALT
from notifications.channels.transport import PLACES, PROGRAMS, Shelf, Transport
from notifications.errors import NotificationError
from notifications.inbound import senders
from notifications.kinds import Kind
from notifications.models import Delivery, Place, Rhythm
from notifications.rhythm import rhythm_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The grid of notices and channels."""
    user = cast(User, request.user)
    if request.method == "POST":
        for kind, channels in preferences.preferences_of(user).items():
            for channel in channels:
                preferences.set_preference(user, kind, channel, f"{kind}-{channel}" in request.POST)
        messages.success(request, "Your wishes are stored.")
        return redirect("notifications")
    return _page(request, user)


@login_required
@post_only("notifications")
def rhythm(request: HttpRequest) -> HttpResponse:
    """How often mail comes."""
    user = cast(User, request.user)
    try:
        preferences.set_rhythm(
            user,
            request.POST.get("mode", ""),
            always="always" in request.POST,
            urgent_at_night="urgent_at_night" in request.POST,
            digest="digest" in request.POST,
            weekly="weekly" in request.POST,
            pictures="pictures" in request.POST,
        )
    except NotificationError as error:
        return _page(request, user, error.message, 422)
    messages.success(request, "Your wishes are stored.")
    return redirect("notifications")


@login_required
@post_only("notifications")
def sign_in_links(request: HttpRequest) -> HttpResponse:
    """Switch the links in turn mails on or off."""
    wished = "sign_in_links" in request.POST
    preferences.set_sign_in_links(cast(User, request.user), wished)
    words = "Turn mails hold a link from now on." if wished else "No link that was sent opens anything now."
    messages.success(request, words)
    return redirect("notifications")


@login_required
@post_only("notifications")
def mail_again(request: HttpRequest) -> HttpResponse:
    """Switch mail on again after it had come back; a test mail shows whether it works."""
    user = cast(User, request.user)
    delivery.mail_again(user)
    return test_mail(request)


@login_required
@post_only("notifications")
def forget_sender(request: HttpRequest) -> HttpResponse:
    """Let another address speak for the account no longer."""
    senders.forget(cast(User, request.user), request.POST.get("address", ""))
    messages.success(request, "Mails from that address wait for your confirmation again.")
    return redirect("notifications")


@login_required
@post_only("notifications")
def change_places(request: HttpRequest) -> HttpResponse:
    """Add, remove, test or switch on a browser or a chat."""
    return _change(request, PLACES)


@login_required
@post_only("notifications")
def change_webhooks(request: HttpRequest) -> HttpResponse:
    """Add, remove, test or switch on a webhook."""
    return _change(request, PROGRAMS)


def _change(request: HttpRequest, shelf: Shelf) -> HttpResponse:
    """Do what a form about the places of one list asks for; it names one of them by the shelf's code."""
    user = cast(User, request.user)
    action, number = request.POST.get("action", ""), request.POST.get(shelf.code, "")
    new = next((transport for transport in registry.on(shelf) if transport.add_action == action), None)
    try:
        if new is not None:
            given, label = new.from_form(request.POST, request.headers.get("User-Agent", ""))
            destinations.add(user, new.name, given, label)
            messages.success(request, new.added)
        elif not (number.isdecimal() and len(number) < 18):
            raise NotificationError(f"no-such-{shelf.code}", f"There is no such {shelf.one} of yours.")
        else:
            destinations.change(user, shelf, int(number), action)
            messages.success(request, shelf.done[action])
    except NotificationError as error:
        return _page(request, user, error.message, 422)
    return redirect("notifications")


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notices; at the root, because it speaks for the whole site."""
    path = settings.BASE_DIR / "static" / "js" / "push-worker.js"
    return HttpResponse(path.read_bytes(), content_type="text/javascript; charset=utf-8")


def _page(request: HttpRequest, user: User, error: str = "", status: int = 200) -> HttpResponse:
    stored, columns = preferences.preferences_of(user), registry.transports()
    context: dict[str, Any] = {
        "rows": [
            {
                "kind": kind.name,
                "label": kind.label,
                "cells": [(c.name, c.label, stored[kind.name][c.name]) for c in columns],
            }
            for kind in kinds.events()
        ],
        "channels": columns,
        "sections": [_section(user, transport) for transport in registry.sections()],
        "scripts": [transport.script for transport in registry.sections() if transport.script],
        "rhythm": rhythm_of(user),
        "modes": Rhythm.Mode.choices,
        "may_mail": outbox.may_mail(user),
        "test_mail": test_notices.newest_mail(user),
        "switched_off": destinations.switched_off(user),
        "senders": senders.of(user),
        "error": error,
    }
    return render(request, "notifications/preferences.html", context, status=status)


def _section(user: User, transport: Transport) -> dict[str, Any]:
    """Return what a channel's part of the page is made from."""
    rows = [
        {"place": place, "shown": transport.shown(place), "outcome": destinations.outcome_of(place)}
        for place in Place.objects.filter(user=user, channel=transport.name).order_by("pk")
    ]
    return {"channel": transport, "rows": rows, "facts": transport.facts()}


@login_required
@post_only("notifications")
def test_mail(request: HttpRequest) -> HttpResponse:
    """Let a test mail go to a verified address."""
    user = cast(User, request.user)
    try:
        test_notices.of_mail(user)
    except NotificationError as error:
        return _page(request, user, error.message, 422)
    messages.success(request, "A test mail is on its way.")
    return redirect("notifications")


@csrf_exempt  # mail programs post here without having seen a page; the token is signed
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop one kind of mail, without signing in (RFC 8058), or start it again after all."""
    try:
        data = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return render(request, "notifications/unsubscribe.html", {"state": "bad"}, status=404)
    name = str(data.get("kind", ""))
    kind = kinds.find(name)
    user = User.objects.filter(pk=data["user"], is_active=True).first() if data.get("user") else None
    context = {
        "state": "ask",
        "label": kind.label if kind is not None else name,
        "has_account": bool(data.get("user")),
        "may_undo": user is not None and kind is not None and preferences.may_mail_again(kind),
    }
    if request.method == "POST" and "again" in request.POST and context["may_undo"]:
        preferences.mail_again(cast(User, user), cast(Kind, kind))
        context["state"] = "again"
    elif request.method == "POST":
        _stop(data, user, kind)
        context["state"] = "done"
    return render(request, "notifications/unsubscribe.html", context)


def _stop(data: dict[str, Any], user: User | None, kind: Kind | None) -> None:
    """Stop what a signed link is about: one kind of mail to an account, or all mail to a guest's address."""
    if user is not None and kind is not None:
        preferences.stop_mail(user, kind)
    elif not data.get("user"):
        address = str(data.get("address", ""))
        Delivery.objects.filter(address=address, state=Delivery.State.PENDING).update(
            state=Delivery.State.DROPPED
        )
        outbox.forget_address(address)
