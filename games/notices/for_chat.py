"""Telling players that somebody has written to them: one notice until they have read it (NOT-14, 7.6).

Only mail holds the words themselves. Browsers, chats and webhooks, which others may read too, are told that there
is something to read, and by whom.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone

import rules
from accounts import blocks
from games.chat.rooms import Ear, holds
from games.models import Game, Seat
from games.models.chat import Channel, ChatLine, ChatMute, ChatVoice
from games.play import seat_links
from games.play.access import Viewer
from notifications import composers
from notifications.composers import Notice
from notifications.models import Channel as Way
from notifications.models import Delivery, EventKind
from notifications.services import notify


def name_of(voice: ChatVoice) -> str:
    """Return the name that others read: an account's, or a guest's."""
    if voice.user is not None:
        return str(voice.user.shown_name)
    return f"{voice.guest_name} (guest)" if voice.guest_name else "deleted player"


def notify_line(line: ChatLine, voices: Iterable[ChatVoice]) -> None:
    """Tell those at the table who have nothing unread yet; not the speaker, nor who does not read them."""
    speaker = line.voice
    others = [v for v in voices if v.pk != speaker.pk and (v.user_id is None or v.user_id != speaker.user_id)]
    deaf: set[int] = set()
    if speaker.user is not None:
        deaf = blocks.do_not_hear([v.user_id for v in others if v.user_id is not None], speaker.user)
    same = ChatMute.objects.filter(by__game=line.game_id)
    same = same.filter(muted__user=speaker.user) if speaker.user_id else same.filter(muted=speaker)
    muting = set(same.values_list("by", "by__user"))
    silent_voices, silent_users = {voice for voice, _ in muting}, deaf | {user for _, user in muting if user}
    hold = settings.HOUSE.turn_hold
    for voice in others:
        if voice.told > voice.read or voice.pk in silent_voices or voice.user_id in silent_users:
            continue
        ChatVoice.objects.filter(pk=voice.pk).update(told=line.number)
        seat = Seat.objects.get(game=line.game_id, name=voice.seat)
        notify(
            EventKind.CHAT,
            user=voice.user,
            address=seat.guest_email if voice.user_id is None else "",
            dedupe=f"{line.game.key}/{voice.seat}/chat-{line.number}",
            subject={"game": line.game.key, "seat": voice.seat, "voice": voice.pk},
            delay=hold,
        )


def _words_of(line: ChatLine, game: Game, zone: ZoneInfo) -> dict[str, Any]:
    label = rules.title(game.title).seat_name(line.voice.seat) if line.voice.seat else ""
    return {
        "who": f"{label} ({name_of(line.voice)})" if label else name_of(line.voice),
        "at": timezone.localtime(line.at, zone),
        "lines": line.text.split("\n"),
    }


def told_lines(viewer: Viewer) -> list[dict[str, Any]]:
    """Return the unread lines of a player as a mail tells them: `who`, `at` in their zone, `lines`."""
    from games.chat.talk import unread

    zone = ZoneInfo(viewer.user.timezone) if viewer.user else ZoneInfo("UTC")
    return [_words_of(line, viewer.game, zone) for line in unread(Ear(viewer))]


def compose_chat(delivery: Delivery) -> Notice | None:
    """Word a chat notice; None if everything was read meanwhile, or somebody else sits there now."""
    from games.chat.talk import unread
    from games.letters import addresses
    from notifications.inbound.quoting import CHAT_MARKER

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
    fresh = unread(Ear(viewer))
    if not fresh:
        ChatVoice.objects.filter(pk=voice.pk).update(told=F("read"))
        return None
    title = rules.title(game.title)
    zone = ZoneInfo(seat.user.timezone) if seat.user else ZoneInfo("UTC")
    names = list(dict.fromkeys(name_of(line.voice) for line in fresh))
    who = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    lead = f"{who} {'writes' if len(names) == 1 else 'write'} to you."
    where = f"{title.name}, {game.headline}" if game.headline else title.name
    url = f"{settings.SITE_URL}/game/{game.key}/"
    reply_to = ""
    if delivery.channel == Way.EMAIL:
        reply_to = addresses.chat_address_for(seat, fresh[-1].number)
    context = {
        "site_name": settings.SITE_NAME,
        "lead": lead,
        "where": where,
        "side": title.seat_name(seat.name),
        "said": [_words_of(line, game, zone) for line in fresh],
        "zone": str(zone),
        "reply_to": reply_to,
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
            "channel": str(Channel.PLAYERS),
            "unread": len(fresh),
            "url": url,
        },
        thread=game.key,
        reply_to=reply_to,
    )


def register() -> None:
    """Word the chat notices."""
    composers.register(EventKind.CHAT, compose_chat)
