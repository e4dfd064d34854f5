"""The mail of the embedded shape, readable in the browser: only where settings.DEMO is on, and only on the machine
itself, for links to new passwords lie there.
"""

import base64
import email
import re
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.limits import parsed
from accounts.visits import is_of_this_machine

_SEPARATOR = re.compile(rb"^-{79}\r?\n", re.MULTILINE)
MOST_SHOWN = 100


def _means_this_machine(host: str) -> bool:
    """Return whether a host's name or address, perhaps with a port, means the machine itself."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    address = parsed(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def is_open_to(request: HttpRequest) -> bool:
    """Return whether the demo's mail may be shown: to a browser on this machine that asked for this machine.

    A page from elsewhere that has its own name point here (DNS rebinding) asks for that name. Whatever came through a
    proxy may have come from anywhere, and a server with a public address of its own is no demo.
    """
    if not settings.DEMO or getattr(settings, "EMAIL_FILE_PATH", None) is None:
        return False
    asked = (urlsplit(settings.SITE_URL).netloc, request.META.get("HTTP_HOST", ""))
    return is_of_this_machine(request) and all(map(_means_this_machine, asked))


def _messages(request: HttpRequest) -> list[tuple[str, EmailMessage]]:
    if not is_open_to(request):
        raise Http404
    folder = settings.EMAIL_FILE_PATH
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
    return render(request, "dev_mail.html", {"mails": [_row(n, m) for n, m in _messages(request)]})


def mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one mail: its headers and its text."""
    message = next((m for n, m in _messages(request) if n == name), None)
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
    message = next((m for n, m in _messages(request) if n == name), None)
    body = message.get_body(("html",)) if message else None
    if message is None or body is None:
        raise Http404
    response = HttpResponse(with_pictures(body.get_content(), message))
    response["Content-Security-Policy"] = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"
    )
    return response


def with_pictures(html: str, message: EmailMessage) -> str:
    """Return the HTML with the pictures that lie beside it in the mail."""
    for part in message.walk():
        content = part.get_payload(decode=True)
        name = str(part["Content-ID"] or "").strip("<>")
        if part.get_content_maintype() == "image" and name and isinstance(content, bytes):
            data = base64.b64encode(content).decode()
            html = html.replace(f'src="cid:{name}"', f'src="data:{part.get_content_type()};base64,{data}"')
    return html
