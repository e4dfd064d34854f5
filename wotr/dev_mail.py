"""The mail of the embedded shape, readable in the browser. Only where settings.DEMO is on."""

from __future__ import annotations

import email
import re
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

_SEPARATOR = re.compile(rb"^-{79}\r?\n", re.MULTILINE)
MOST_SHOWN = 100


def _messages() -> list[tuple[str, EmailMessage]]:
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    if not settings.DEMO or folder is None:
        raise Http404
    found: list[tuple[str, EmailMessage]] = []
    files = sorted(Path(folder).glob("*.log"), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in files[:MOST_SHOWN]:
        parts = [part for part in _SEPARATOR.split(path.read_bytes()) if part.strip()]
        for number, raw in reversed(list(enumerate(parts))):
            message = email.message_from_bytes(raw, policy=default)
            assert isinstance(message, EmailMessage)
            found.append((f"{path.stem}.{number}", message))
    return found[:MOST_SHOWN]


def _row(name: str, message: EmailMessage) -> dict[str, Any]:
    return {
        "name": name,
        "subject": str(message["Subject"]),
        "to": str(message["To"]),
        "date": str(message["Date"]),
    }


def mailbox(request: HttpRequest) -> HttpResponse:
    """List the newest mails."""
    return render(request, "dev_mail.html", {"mails": [_row(n, m) for n, m in _messages()]})


def mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one mail: its headers and its text."""
    message = next((m for n, m in _messages() if n == name), None)
    if message is None:
        raise Http404
    body = message.get_body(("plain",))
    context = {
        **_row(name, message),
        "headers": [(k, str(v)) for k, v in message.items()],
        "text": body.get_content() if body else "",
    }
    return render(request, "dev_mail_one.html", context)


def mail_html(request: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML part of one mail, as a page of its own that can do nothing."""
    message = next((m for n, m in _messages() if n == name), None)
    body = message.get_body(("html",)) if message else None
    if body is None:
        raise Http404
    response = HttpResponse(body.get_content())
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return response
