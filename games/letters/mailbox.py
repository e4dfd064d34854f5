"""The way of a mail: from the inbox to the game, and its receipt to the outbox."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

import rules
from games.chat import talk
from games.chat.showing import told_lines
from games.chat.words import MOST_LINES
from games.kinds import RECEIPT
from games.letters import addresses, listing
from games.letters.answering import answer, viewer_of
from games.letters.reading import read_lines
from games.models import Game, Seat
from games.models.chat import Channel as ChatChannel
from games.models.letters import Letter, Purpose, ReplyToken
from games.play import access, positions, seat_links
from games.refusals import Refused
from notifications import composers
from notifications.channels import email
from notifications.composers import Notice
from notifications.inbound import store
from notifications.inbound.addresses import token_of
from notifications.inbound.parsing import Incoming
from notifications.inbound.quoting import CHAT_MARKER, MARKER
from notifications.models import Delivery
from rules.core.decisions import fold

SALT = "games.letters.confirm"
LAST_RECEIPT = (
    "You have sent many mails within an hour: this receipt is the last for a while. What you send from your own "
    "address still counts; the page of the game shows what came of it."
)


def receive(incoming: Incoming, recipient: str, received_at: datetime) -> str:
    """Deal with a mail to a reply address. Returns why it is ignored, "" if it is not.

    Of many mails within an hour those that surely come from the player still act, but get no receipt.
    """
    token = _token(incoming, recipient, received_at)
    if isinstance(token, str):
        return token
    seat = token.seat
    owner = addresses.mail_of(seat)
    doubt = _doubt(incoming, owner)
    is_answered = _letters_within_an_hour(owner, received_at) < settings.HOUSE.mail_receipts
    if doubt and not is_answered:
        return "too many mails within an hour"
    letter = Letter.objects.create(
        seat=seat,
        purpose=token.purpose,
        version=token.version,
        message_id=incoming.message_id,
        lines=list(incoming.lines),
        cut=incoming.cut,
        state=Letter.State.ASKED if doubt else Letter.State.DONE,
        doubt=doubt,
        received_at=received_at,
    )
    if not doubt:
        # Whoever answers has read what the mail told them.
        talk.mark_read(viewer_of(seat), until=token.created_at)
        _do(letter)
    if is_answered and (letter.purpose == Purpose.MOVES or letter.state != Letter.State.DONE):
        _send_receipt(letter)
    return ""


def _token(incoming: Incoming, recipient: str, received_at: datetime) -> ReplyToken | str:
    """Return the token that a mail answers, or why it is ignored."""
    if incoming.ignored:
        return incoming.ignored
    if recipient in (incoming.sender, "") or incoming.sender == settings.MAIL_REPLY_ADDRESS.lower():
        return "it comes from ourselves"
    token = addresses.find(recipient, received_at)
    if token is None:
        return "its address is not known, or no longer"
    if not addresses.mail_of(token.seat):
        return "nobody sits there whom we could answer"
    if Letter.objects.filter(seat=token.seat, message_id=incoming.message_id).exists():
        return "it was dealt with before"
    return token


def excuse(head: Incoming, recipient: str, received_at: datetime) -> str:
    """Tell the owner of a seat that a mail to its reply address could not be read. Returns why not, or "".

    It is told to the seat's own address only, and not for what a program sent; the owner reads whether it is theirs.
    """
    token = _token(head, recipient, received_at)
    if isinstance(token, str):
        return token
    owner = addresses.mail_of(token.seat)
    if _letters_within_an_hour(owner, received_at) >= settings.HOUSE.mail_receipts:
        return "too many mails within an hour"
    what = "said" if token.purpose == Purpose.CHAT else "played"
    letter = Letter.objects.create(
        seat=token.seat,
        purpose=token.purpose,
        version=token.version,
        message_id=head.message_id,
        state=Letter.State.REFUSED,
        doubt=_doubt(head, owner),
        answer={"lead": f"Your mail could not be read: nothing was {what}.", "unread": True},
        received_at=received_at,
    )
    _send_receipt(letter)
    return ""


def _doubt(incoming: Incoming, owner: str) -> str:
    """Return why a mail cannot act by itself, "" if it can (MIL-3)."""
    if incoming.sender != owner:
        return "it was not sent from the address of your account"
    if settings.MAIL_AUTHENTICATION == "off" or incoming.authentication.is_good:
        return ""
    return incoming.authentication.words


def _letters_within_an_hour(owner: str, now: datetime) -> int:
    since = now - timedelta(hours=1)
    recent = Letter.objects.filter(received_at__gt=since)
    by_account = recent.filter(seat__user__email__iexact=owner).count()
    return by_account + recent.filter(seat__user__isnull=True, seat__guest_email__iexact=owner).count()


def _do(letter: Letter) -> None:
    """Do what a letter asks for and keep what came of it."""
    if letter.purpose == Purpose.CHAT:
        _say(letter)
        return
    if letter.cut:
        done: dict[str, Any] = {"rows": [], "sections": [], "refused": True}
        done["lead"] = "Nothing was done: your mail is too long. Write the moves only, one a line."
        changed = False
    else:
        result = answer(
            letter.seat,
            read_lines(letter.lines, lambda line: _is_move(letter.seat, line)),
            version=letter.version,
            message_id=letter.message_id,
            received_at=letter.received_at,
        )
        done, changed = result.as_json(), result.changed
    letter.answer = done
    letter.state = Letter.State.REFUSED if done["refused"] and not changed else Letter.State.DONE
    viewer = viewer_of(letter.seat)
    if viewer.game.status == Game.Status.RUNNING:
        letter.version_after = positions.visible_seq(viewer, positions.open_game(viewer))
    letter.save()


def _is_move(seat: Seat, line: str) -> bool:
    """Return whether a line that looks like a command is a move: by its form, or as an answer to what is asked."""
    title = rules.title(seat.game.title)
    if title.claims_line(line):
        return True
    viewer = viewer_of(seat)
    decision = positions.open_decision(viewer) if viewer.game.status == Game.Status.RUNNING else None
    if decision is None or fold(line.rstrip(".!")) != "decline":
        return False
    try:
        title.read(decision, "decline")
    except rules.IllegalChoice:
        return False
    return True


def _say(letter: Letter) -> None:
    """Say at the table what a letter holds; only what goes wrong is answered (MIL-2)."""
    try:
        if letter.cut:
            raise Refused("too-long", "Your mail is too long.", 422)
        talk.say(viewer_of(letter.seat), "\n".join(letter.lines), ChatChannel.PLAYERS)
    except Refused as refused:
        letter.state = Letter.State.REFUSED
        letter.answer = {"lead": f"Nothing was said. {refused.message}", "refused": True}
    else:
        letter.state = Letter.State.DONE
        letter.answer = {"lead": "Said to the others at the table.", "refused": False}
    letter.save()


def _send_receipt(letter: Letter, again: str = "") -> None:
    """Put the receipt into the outbox; it always goes to the seat's own address."""
    Delivery.objects.create(
        kind=RECEIPT,
        channel=email.NAME,
        user=letter.seat.user,
        address=letter.seat.guest_email if letter.seat.user_id is None else "",
        dedupe_key=f"receipt-{letter.pk}{again}/email",
        subject={"game": letter.seat.game.key, "letter": letter.pk},
        due_at=timezone.now(),
    )


# -- confirming --------------------------------------------------------------------------------


def confirm_url(letter: Letter) -> str:
    """Return the address of the page where a doubtful mail is confirmed."""
    token = signing.dumps({"letter": letter.pk}, salt=SALT)
    return f"{settings.SITE_URL}{reverse('confirm-letter', args=[token])}"


def letter_behind(token: str) -> Letter:
    """Return the letter that a confirm link is about. Raises Refused for a forged or old one."""
    try:
        data = signing.loads(token, salt=SALT, max_age=settings.HOUSE.mail_confirm_life)
    except signing.BadSignature:
        raise Refused("bad-link", "This link is not valid, or too old. Send your mail again.", 404) from None
    letter = Letter.objects.select_related("seat__game", "seat__user").filter(pk=data["letter"]).first()
    if letter is None:
        raise Refused("bad-link", "This link is not valid. Send your mail again.", 404)
    return letter


@transaction.atomic
def confirm(token: str) -> Letter:
    """Do what a doubtful mail asks for, once. Raises Refused."""
    letter = letter_behind(token)
    claimed = Letter.objects.filter(pk=letter.pk, state=Letter.State.ASKED)
    if not claimed.update(state=Letter.State.DONE):
        raise Refused("done-already", "This mail has been dealt with already.", 409)
    _do(letter)
    _send_receipt(letter, "-confirmed")
    return letter


# -- wording -----------------------------------------------------------------------------------


def grammar(seat: Seat, decision: rules.Decision | None, version: int) -> dict[str, Any]:
    """Return what a mail says about answering it: address and numbered choices; {} if it cannot be."""
    reply_to = addresses.address_for(seat, version)
    if not reply_to:
        return {}
    title = rules.title(seat.game.title)
    return {
        "reply_to": reply_to,
        "marker": MARKER,
        "choices": listing.lines_of(title, decision) if decision is not None else [],
    }


def compose_receipt(delivery: Delivery) -> Notice | None:
    """Word a receipt: each line with what came of it, then the position and what is possible now."""
    letter = (
        Letter.objects.select_related("seat__game", "seat__user")
        .filter(pk=delivery.subject.get("letter"))
        .first()
    )
    if letter is None:
        return None
    seat = letter.seat
    viewer = viewer_of(seat)
    seat.game = viewer.game
    title = rules.title(seat.game.title)
    context: dict[str, Any] = {
        "site_name": settings.SITE_NAME,
        "title": title.name,
        "side": title.seat_name(seat.name),
        "url": seat_links.address_of(seat) or f"{settings.SITE_URL}/game/{seat.game.key}/",
    }
    owner = addresses.mail_of(seat)
    if _letters_within_an_hour(owner, letter.received_at) >= settings.HOUSE.mail_receipts:
        context["last"] = LAST_RECEIPT
    if letter.state == Letter.State.ASKED:
        context |= {
            "lead": "Please confirm your mail.",
            "doubt": letter.doubt,
            "confirm_url": confirm_url(letter),
            "quoted": letter.lines,
        }
        reply_to, subject = "", "please confirm your mail"
    elif letter.answer.get("unread"):
        subject, reply_to = _what_was_not_read(context, letter)
    elif letter.purpose == Purpose.CHAT:
        subject, reply_to = _what_was_said(context, letter)
    else:
        subject, reply_to = _situation(context, letter, viewer)
    return Notice(
        subject=f"{title.name}, {context.get('headline', '')}: {subject}".replace(", :", ":"),
        text=render_to_string("mail/receipt.txt", context),
        html=render_to_string("mail/receipt.html", context),
        thread=seat.game.key,
        reply_to=reply_to,
        in_reply_to=letter.message_id if letter.message_id.isascii() else "<unknown@invalid>",
    )


def _what_was_said(context: dict[str, Any], letter: Letter) -> tuple[str, str]:
    """Add what came of words for the others. Returns the subject and the reply address."""
    reply_to = addresses.chat_address_for(letter.seat, letter.version)
    context |= {
        "lead": letter.answer.get("lead", ""),
        "headline": letter.seat.game.headline,
        "rows": [{"line": line, "state": "said"} for line in letter.lines[:MOST_LINES]],
        "chat": True,
        "refused": letter.state == Letter.State.REFUSED,
        "how": {"reply_to": reply_to, "marker": CHAT_MARKER},
    }
    return "not said" if letter.state == Letter.State.REFUSED else "your mail", reply_to


def _what_was_not_read(context: dict[str, Any], letter: Letter) -> tuple[str, str]:
    """Add what can be done instead; the game is not opened, it may be what broke. Returns subject and reply address."""
    is_chat = letter.purpose == Purpose.CHAT
    address_of = addresses.chat_address_for if is_chat else addresses.address_for
    reply_to = address_of(letter.seat, letter.version)
    context |= {
        "lead": letter.answer["lead"],
        "headline": letter.seat.game.headline,
        "unread": True,
        "chat": is_chat,
        "doubt": letter.doubt,
        "how": {"reply_to": reply_to, "marker": CHAT_MARKER if is_chat else MARKER},
    }
    return "your mail could not be read", reply_to


def _situation(context: dict[str, Any], letter: Letter, viewer: access.Viewer) -> tuple[str, str]:
    """Add the answer and the game as it stands. Returns the subject and the reply address."""
    assert viewer.seat is not None
    play = positions.open_game(viewer)
    now = positions.situation(viewer, play)
    decision = positions.open_decision(viewer, play)
    how = grammar(viewer.seat, decision, now["version"])
    given = letter.answer
    context |= {
        "lead": given.get("lead") or "Here is what you asked for.",
        "rows": given.get("rows", []),
        "sections": given.get("sections", []),
        "headline": now["headline"],
        "asked": decision.prompt if decision else "",
        "waiting": [] if decision else [s["label"] for s in now["seats"] if s["waiting"]],
        "said": told_lines(viewer),
        "board": now["text"],
        "result": (now["result"] or {}).get("text", ""),
        "how": how,
    }
    subject = "not done" if letter.state == Letter.State.REFUSED else "your mail"
    return subject, how.get("reply_to", "")


def register() -> None:
    """Take the mail to reply addresses, and word the receipts."""
    store.register(
        lambda address: bool(token_of(address)),
        lambda address: addresses.find(address) is not None,
        receive,
        excuse,
    )
    composers.register(RECEIPT, compose_receipt)
