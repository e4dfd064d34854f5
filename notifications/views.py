"""The preference page, webhooks, and unsubscribing."""

from __future__ import annotations

from typing import Any, cast

import orjson
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from notifications import services
from notifications.channels import email, push
from notifications.composers import Notice
from notifications.errors import DeliveryError, NotificationError
from notifications.models import AnswerKind, Channel, Delivery, EventKind, Preference, Rhythm
from notifications.rhythm import rhythm_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """The grid of notices and channels."""
    user = cast(User, request.user)
    if request.method == "POST":
        for kind in EventKind.values:
            for channel in Channel.values:
                services.set_preference(user, kind, channel, f"{kind}-{channel}" in request.POST)
        messages.success(request, "Your wishes are stored.")
        return redirect("notifications")
    return _page(request, user)


@login_required
@require_POST
def rhythm(request: HttpRequest) -> HttpResponse:
    """How often mail comes."""
    user = cast(User, request.user)
    try:
        services.set_rhythm(
            user,
            request.POST.get("mode", ""),
            always="always" in request.POST,
            urgent_at_night="urgent_at_night" in request.POST,
            digest="digest" in request.POST,
            weekly="weekly" in request.POST,
        )
    except NotificationError as error:
        return _page(request, user, error.message, 422)
    messages.success(request, "Your wishes are stored.")
    return redirect("notifications")


@login_required
@require_POST
def sign_in_links(request: HttpRequest) -> HttpResponse:
    """Switch the links in turn mails on or off."""
    wanted = "sign_in_links" in request.POST
    services.set_sign_in_links(cast(User, request.user), wanted)
    words = "Turn mails hold a link from now on." if wanted else "No link that was sent opens anything now."
    messages.success(request, words)
    return redirect("notifications")


@login_required
@require_POST
def mail_again(request: HttpRequest) -> HttpResponse:
    """Switch mail on again after it had come back; a test mail shows whether it works."""
    user = cast(User, request.user)
    User.objects.filter(pk=user.pk).update(email_disabled=False)
    user.email_disabled = False
    return test_mail(request)


@login_required
@require_POST
def endpoints(request: HttpRequest) -> HttpResponse:
    """Add, remove, test or switch on a browser or a chat."""
    user = cast(User, request.user)
    action = request.POST.get("action", "")
    number = request.POST.get("endpoint", "")
    try:
        if action == "add-chat":
            services.add_chat(user, request.POST.get("url", "").strip())
            messages.success(request, "The chat is added. Test it once.")
        elif action == "add-browser":
            try:
                subscription = orjson.loads(request.POST.get("subscription", "")[:4_000])
            except orjson.JSONDecodeError:
                subscription = None
            services.add_browser(user, subscription, _browser(request))
            messages.success(request, "This browser takes notices now.")
        elif not (number.isdecimal() and len(number) < 18):
            raise NotificationError("no-such-endpoint", "There is no such browser or chat of yours.")
        else:
            services.change_endpoint(user, int(number), action)
            done = {"test": "It worked.", "remove": "Removed.", "enable": "Switched on."}
            messages.success(request, done[action])
    except NotificationError as error:
        return _page(request, user, error.message, 422)
    return redirect("notifications")


def _browser(request: HttpRequest) -> str:
    """Return the kind of browser that asks, in a word or two."""
    agent = request.headers.get("User-Agent", "")
    names = (("Firefox", "Firefox"), ("Edg", "Edge"), ("Chrome", "Chrome"), ("Safari", "Safari"))
    name = next((label for mark, label in names if mark in agent), "A browser")
    places = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"))
    place = next((label for mark, label in places if mark in agent), "")
    return f"{name} on {place}" if place else name


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notices; at the root, because it speaks for the whole site."""
    path = settings.BASE_DIR / "static" / "js" / "push-worker.js"
    return HttpResponse(path.read_bytes(), content_type="text/javascript; charset=utf-8")


def _page(request: HttpRequest, user: User, error: str = "", status: int = 200) -> HttpResponse:
    wanted = services.preferences_of(user)
    context: dict[str, Any] = {
        "rows": [
            {"kind": kind, "label": kind.label, "cells": [(c, c.label, wanted[kind][c]) for c in Channel]}
            for kind in EventKind
        ],
        "channels": list(Channel),
        "webhooks": user.webhooks.order_by("pk"),
        "browsers": user.endpoints.filter(channel=Channel.PUSH).order_by("pk"),
        "chats": user.endpoints.filter(channel=Channel.CHAT).order_by("pk"),
        "schemes": settings.CHAT_SCHEMES,
        "push_key": push.public_key(),
        "rhythm": rhythm_of(user),
        "modes": Rhythm.Mode.choices,
        "may_mail": services.may_mail(user),
        "switched_off": services.switched_off(user),
        "error": error,
    }
    return render(request, "notifications/preferences.html", context, status=status)


@login_required
@require_POST
def webhooks(request: HttpRequest) -> HttpResponse:
    """Add, remove, test or switch on a webhook."""
    user = cast(User, request.user)
    action = request.POST.get("action", "")
    number = request.POST.get("webhook", "")
    try:
        if action == "add":
            services.add_webhook(user, request.POST.get("url", "").strip())
            messages.success(request, "The webhook is added. Its secret is shown below.")
        elif not (number.isdecimal() and len(number) < 18):
            raise NotificationError("no-such-webhook", "There is no such webhook of yours.")
        elif action == "remove":
            services.remove_webhook(user, int(number))
            messages.success(request, "The webhook is removed.")
        elif action == "enable":
            services.enable_webhook(user, int(number))
            messages.success(request, "The webhook is switched on.")
        elif action == "test":
            services.test_webhook(user, int(number))
            messages.success(request, "The webhook answered.")
        else:
            raise NotificationError("no-such-action", "That cannot be done with a webhook.")
    except NotificationError as error:
        return _page(request, user, error.message, 422)
    return redirect("notifications")


@login_required
@require_POST
def test_mail(request: HttpRequest) -> HttpResponse:
    """Send a test mail to a verified address."""
    user = cast(User, request.user)
    if not EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists():
        return _page(request, user, "Verify your address first.", 422)
    delivery = Delivery(
        kind="test",
        channel=Channel.EMAIL,
        user=user,
        dedupe_key=f"test-{user.pk}-{timezone.now().timestamp()}",
    )
    try:
        email.send(delivery, Notice("A test", "Mail reaches you.", "<p>Mail reaches you.</p>"))
    except DeliveryError as error:
        return _page(request, user, f"The mail could not be sent: {error}.", 422)
    messages.success(request, "A test mail is on its way.")
    return redirect("notifications")


@csrf_exempt  # mail programs post here without having seen a page; the token is signed
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop one kind of mail, without signing in (RFC 8058)."""
    try:
        data = signing.loads(token, salt=email.SALT)
    except signing.BadSignature:
        return render(request, "notifications/unsubscribe.html", {"state": "bad"}, status=404)
    kind = str(data.get("kind", ""))
    label = dict([*EventKind.choices, *AnswerKind.choices]).get(kind, kind)
    if request.method != "POST":
        return render(request, "notifications/unsubscribe.html", {"state": "ask", "label": label})
    if data.get("user"):
        user = User.objects.filter(pk=data["user"]).first()
        if user is not None and kind == AnswerKind.DIGEST:
            services.stop_digest(user)
        elif user is not None and kind == AnswerKind.WEEKLY:
            services.stop_weekly(user)
        elif user is not None and kind in EventKind.values:
            Preference.objects.update_or_create(
                user=user, kind=kind, channel=Channel.EMAIL, defaults={"wanted": False}
            )
    else:
        Delivery.objects.filter(address=data.get("address", ""), state=Delivery.State.PENDING).update(
            state=Delivery.State.DROPPED
        )
        services.forget_address(str(data.get("address", "")))
    return render(request, "notifications/unsubscribe.html", {"state": "done", "label": label})
