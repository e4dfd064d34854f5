"""The words of a receipt: what came of each line, and how the game stands now (MIL-4)."""

from typing import Any

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

import rules
from games.chat.presentation import told_lines
from games.chat.words import MOST_LINES
from games.kinds import RECEIPT
from games.letters import addresses, choice_list, limits, mail_html, sent_mails
from games.letters.execution import viewer_of
from games.letters.game_summary import Sheet
from games.letters.questions import Asked
from games.models import Seat
from games.models.letters import TALK, Letter, Purpose
from games.play import access, game_names, positions, seat_links
from notifications import composers
from notifications.composers import Notice
from notifications.inbound.quotes import CHAT_MARKER, LINE_MARKER, MARKER
from notifications.models import Delivery

#: What a receipt says of a line, by what came of it (`answering.Row`).
VERDICTS = {
    "done": "done",
    "part": "done in part",
    "unseen": "not looked at",
    "left": "not done",
    "kept": "kept as your plan",
    "ignored": "left aside, as no move",
    "struck": "left aside, because you struck it out",
    "below": "not looked at, because it stands below a line of signs, as signatures do",
    "refused": "refused",
    "shown": "possible",
}
#: Characters of a choice that fit twice beside each other on a phone.
SHORT = 24
#: Signs the links that confirm doubtful mails.
SALT = "games.letters.confirm"


def confirm_url(letter: Letter) -> str:
    """Return the address of the page where a doubtful mail is confirmed."""
    token = signing.dumps({"letter": letter.pk}, salt=SALT)
    return f"{settings.SITE_URL}{reverse('confirm-letter', args=[token])}"


def grammar(seat: Seat, asked: Asked) -> dict[str, Any]:
    """Return what a mail says about answering it: address and numbered choices; {} if it cannot be."""
    reply_to = addresses.address_for(seat, asked.version, asked.of)
    if not reply_to:
        return {}
    decision = asked.decision
    title = rules.title(seat.game.title)
    choices = choice_list.lines_of(title, decision) if decision is not None else []
    return {
        "reply_to": reply_to,
        "marker": LINE_MARKER if decision is None else MARKER,
        "choices": choices,
        "choice_lines": mail_html.lines_of(choices),
        "options": (options := choice_list.options_of(title, decision) if decision is not None else []),
        "ranks": choice_list.how_to_rank(decision) if decision is not None else "",
        "short": all(
            max(len(option.label), len(option.written), len(option.note)) <= SHORT for option in options
        ),
        "more": decision is not None and len(choice_list.listed(decision)) > choice_list.MOST_LISTED,
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
        "site_url": settings.SITE_URL,
        "about": game_names.name_for(seat),
        "title": title.name,
        "title_id": title.id,
        "opponents": game_names.opponents_for(seat),
        "side": title.seat_name(seat.name),
        "url": seat_links.address_of(seat) or f"{settings.SITE_URL}/game/{seat.game.key}/",
    }
    context["last"] = limits.words_for(letter, delivery)
    when_sent = sent_mails.noting(seat)
    if letter.state == Letter.State.ASKED:
        context |= {
            "lead": "Please confirm your mail.",
            "doubt": letter.doubt,
            "confirm_url": confirm_url(letter),
            "quoted": letter.lines,
            "quoted_lines": [mail_html.Line(line, 0) for line in letter.lines],
        }
        reply_to, subject = "", "please confirm your mail"
    elif letter.answer.get("unread"):
        subject, reply_to = _what_was_not_read(context, letter)
    elif letter.purpose in TALK:
        subject, reply_to = _what_was_said(context, letter)
    else:
        subject, reply_to = _situation(context, letter, viewer)
        when_sent = context["when_sent"]
    with timezone.override(game_names.zone_of(seat)):  # templates write moments in the zone that is active
        text, html = (
            render_to_string("games/letters/receipt.txt", context),
            render_to_string("games/letters/receipt.html", context),
        )
    return Notice(
        subject=f"{context['about']}: {subject}",
        text=text,
        html=html,
        thread=seat.game.key,
        reply_to=reply_to,
        references=sent_mails.references_of(seat),
        pictures=context.get("pictures", ()),
        when_sent=when_sent,
        in_reply_to=letter.message_id if letter.message_id.isascii() else "<unknown@invalid>",
    )


def _what_was_said(context: dict[str, Any], letter: Letter) -> tuple[str, str]:
    """Add what came of words for the others. Returns the subject and the reply address."""
    reply_to = addresses.chat_address_for(letter.seat, letter.version, Purpose(letter.purpose))
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
    is_chat = letter.purpose in TALK
    if is_chat:
        reply_to = addresses.chat_address_for(letter.seat, letter.version, Purpose(letter.purpose))
    else:
        reply_to = addresses.address_for(letter.seat, letter.version, letter.of)
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
    now = positions.situation(viewer, play, asked=False)
    given, sheet = letter.answer, Sheet(viewer, play, now, of=letter.of)
    how = grammar(viewer.seat, sheet.asked)
    context |= {
        **sheet.context(board=True, numbered=bool(how)),
        "pictures": sheet.pictures,
        "lead": given.get("lead") or "Here is what you asked for.",
        "rows": [
            {**row, "verdict": VERDICTS[row["state"]]}
            for row in given.get("rows", [])
            if row["state"] in VERDICTS
        ],
        "sections": given.get("sections", []),
        "when_sent": sent_mails.noting(viewer.seat, now["version"], sheet.asked),
        "waiting": [] if sheet.decision else [s["label"] for s in now["seats"] if s["waiting"]],
        "talks": told_lines(viewer),
        "section_lines": [(name, mail_html.lines_of(lines)) for name, lines in given.get("sections", [])],
        "result": now["result"]["text"] if now["result"] else "",
        "how": how,
    }
    refused = letter.state == Letter.State.REFUSED
    outcome = "not done" if refused else "done" if given.get("changed") else "your mail"
    turn = sheet.asked.in_words(viewer.seat, whole=True)
    return ". ".join(filter(None, (outcome, turn))), how.get("reply_to", "")


def register() -> None:
    """Word the receipts."""
    composers.register(RECEIPT, compose_receipt)
