"""Telling players that somebody has written to them: one notice until they have read it (NOT-14, DEF-6).

Only mail holds the words themselves, and tells the two channels apart. Browsers, chats and webhooks, which others may
read too, are told that there is something to read, and by whom.
"""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import F
from django.template.loader import render_to_string

import rules
from accounts.unlinked_text import unlinked
from games.chat import channels
from games.chat.notices import name_of
from games.chat.presentation import words_of
from games.chat.rooms import Ear, holds
from games.chat.talk import unread
from games.kinds import EventKind
from games.letters import addresses, sent_mails
from games.models import Seat
from games.models.chat import ChatVoice
from games.models.letters import Purpose
from games.play import game_names, seat_links, teams
from games.play.access import Viewer
from notifications import composers
from notifications.channels import email
from notifications.composers import Notice
from notifications.inbound.quotes import CHAT_MARKER
from notifications.models import Delivery


def compose_chat(delivery: Delivery) -> Notice | None:
    """Word a chat notice; None if everything was read meanwhile, or somebody else sits there now."""

    voice = ChatVoice.objects.filter(pk=delivery.subject.get("voice"), until=None).first()
    seat = (
        Seat.objects.select_related("game", "user")
        .filter(game__key=delivery.subject.get("game"), name=delivery.subject.get("seat"))
        .first()
    )
    if voice is None or seat is None or not holds(voice, seat):
        return None
    game = seat.game
    viewer = Viewer(game, tuple(game.seats.select_related("user")), seat, seat.user)
    fresh = unread(Ear(viewer), voice.channel)
    if not fresh:
        ChatVoice.objects.filter(pk=voice.pk).update(told=F("read"))
        return None
    title = rules.title(game.title)
    zone = ZoneInfo(seat.user.timezone) if seat.user else ZoneInfo("UTC")
    names = list(dict.fromkeys(unlinked(name_of(line.voice)) for line in fresh))
    who = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    aside = channels.is_side(voice.channel) and delivery.channel == email.NAME
    lead = f"{who} {'writes' if len(names) == 1 else 'write'} to {'your side' if aside else 'you'}."
    where = game_names.name_for(seat)
    url = f"{settings.SITE_URL}/game/{game.key}/"
    reply_to = ""
    if delivery.channel == email.NAME:
        purpose = Purpose.SIDE if aside else Purpose.CHAT
        reply_to = addresses.chat_address_for(seat, fresh[-1].number, purpose)
    context = {
        "site_name": settings.SITE_NAME,
        "lead": lead,
        "where": where,
        "side": title.seat_name(seat.name),
        "said": [words_of(line, game, zone) for line in fresh],
        "zone": str(zone),
        "reply_to": reply_to,
        "readers": _readers_of(seat) if aside else "the others at the table read",
        "marker": CHAT_MARKER,
        "url": f"{seat_links.address_of(seat) or url}",
    }
    return Notice(
        subject=f"{where}: {lead.rstrip('.')}",
        text=render_to_string("mail/chat.txt", context),
        html=render_to_string("mail/chat.html", context),
        data={
            "game": game.key,
            "title": game.title,
            "seat": seat.name,
            "channel": voice.channel,
            "unread": len(fresh),
            "url": url,
        },
        thread=game.key,
        references=sent_mails.references_of(seat),
        when_sent=sent_mails.noting(seat),
        reply_to=reply_to,
    )


def _readers_of(seat: Seat) -> str:
    """Return who alone reads an answer that is said on a seat's side, with the verb."""
    partners = teams.partners_in_words(seat.game, seat.name)
    return f"only {partners} {'read' if ' and ' in partners else 'reads'}"


def register() -> None:
    """Word the chat notices."""
    composers.register(EventKind.CHAT, compose_chat)
