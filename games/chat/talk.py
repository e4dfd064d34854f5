"""Speaking, reading, muting and sharing at a table. Every function raises `Refused` in a player's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.pruning import prune_in_order
from games.chat import channels, notices
from games.chat.pointing import Mark
from games.chat.rooms import (
    Ear,
    lock,
    no_such_channel,
    same_person,
    seated_voices,
    voice_number,
    why_silent,
)
from games.chat.words import cleaned
from games.ledger import stream_nudges
from games.ledger.limits import check_key
from games.models import Game, Seat
from games.models.chat import Channel, ChatLine, ChatMute, ChatRoom, ChatVoice
from games.play.access import Viewer
from games.refusals import Refused

#: Unread lines that are counted and told at most.
MOST_UNREAD = 50


@dataclass(frozen=True)
class Said:
    """A line, and whether it was there before: sent again with the same key."""

    line: ChatLine
    replayed: bool


@transaction.atomic
def say(
    viewer: Viewer,
    text: str,
    channel: str = "",
    *,
    marks: Sequence[Mark] = (),
    key: str | None = None,
    now: datetime | None = None,
) -> Said:
    """Say something, and tell those who have nothing unread yet.

    Args:
        channel: "" for the viewer's own.
        marks: what it points at on the board, which is for those on one's side; with them the text may be empty.
        key: sending the same again with the same key says it once.
    """
    now = now or timezone.now()
    ear = Ear(viewer)
    if not ear.channels:
        raise no_such_channel()
    channel = channel or ear.channels[0]
    if channel not in ear.channels:
        raise no_such_channel()
    if silent := why_silent(viewer, channel):
        raise Refused("may-not-speak", silent, 403)
    if key is not None:
        check_key(key)
    if marks and not channels.is_side(channel):
        raise Refused("may-not-point", "Only those on your own side are shown what you point at.", 422)
    words = cleaned(text) if text.strip() or not marks else ""
    room = lock(viewer.game, channel)
    voice = _voice(room, viewer)
    if key is not None and (earlier := ChatLine.objects.filter(voice=voice, key=key).first()):
        if (earlier.text, earlier.marks) != (words, [*marks]):
            raise Refused("idempotency-conflict", "Something else was said with this key.", 409)
        return Said(earlier, True)
    _slow_down(voice, now)
    room.length += 1
    room.save(update_fields=["length"])
    line = ChatLine.objects.create(
        game=viewer.game,
        channel=channel,
        number=room.length,
        voice=voice,
        text=words,
        marks=[*marks],
        key=key or "",
        at=now,
    )
    if voice.read == room.length - 1:
        ChatVoice.objects.filter(pk=voice.pk).update(read=room.length)
    if channel != Channel.WATCHERS:
        notices.notify_line(line, seated_voices(room).values())
    stream_nudges.after_commit(f"{stream_nudges.SAID}-{channel}", viewer.game.key)
    return Said(line, False)


def _voice(room: ChatRoom, viewer: Viewer) -> ChatVoice:
    """Return the voice of a viewer who may speak in a room, which the caller has locked."""
    if room.channel == Channel.WATCHERS:
        voice, _ = ChatVoice.objects.get_or_create(
            game=room.game, user=viewer.user, seat="", defaults={"channel": Channel.WATCHERS}
        )
        return voice
    mine = seated_voices(room).get(viewer.seat_name or "")
    seat = viewer.seat
    if (
        mine is None
        or seat is None
        or (mine.user_id, mine.guest_name)
        != (
            seat.user_id,
            "" if seat.user_id else seat.guest_name,
        )
    ):
        raise Refused("not-seated", "You do not sit at this table any more.", 403)
    return mine


def _slow_down(voice: ChatVoice, now: datetime) -> None:
    recent = ChatLine.objects.filter(voice=voice, at__gt=now - timedelta(minutes=1)).count()
    if recent >= settings.HOUSE.chat_lines:
        raise Refused("too-fast", "You write very fast: wait a minute.", 429, extra={"wait": 60})


# -- reading -----------------------------------------------------------------------------------


def mark_read(ear: Ear, channel: str = "", *, until: datetime | None = None) -> None:
    """Remember that a player has read what was said at the table and on their side, up to a moment or to the end.

    Args:
        channel: the one that they have read; "" for both.

    Raises:
        Refused: there is no such channel for them.
    """
    if channel and channel not in ear.channels:
        raise no_such_channel()
    for own in ear.own_channels:
        voice = ear.voice_in(own) if channel in ("", own) else None
        if voice is not None:
            _mark(voice, until)


def _mark(voice: ChatVoice, until: datetime | None) -> None:
    lines = ChatLine.objects.filter(game=voice.game_id, channel=voice.channel, number__gt=voice.read)
    if until is not None:
        lines = lines.filter(at__lte=until)
    last = lines.order_by("-number").values_list("number", flat=True).first()
    if last is not None:
        ChatVoice.objects.filter(pk=voice.pk, read__lt=last).update(read=last)


def unread(ear: Ear, channel: str = Channel.PLAYERS) -> list[ChatLine]:
    """Return what was said in a channel that the player has not read yet, without what they said themselves.

    Where the player does not speak, nothing counts as unread.
    """
    if channel not in ear.own_channels or channel not in ear.channels:
        return []
    voice = ear.voice_in(channel)
    if voice is None:
        return []
    fresh = ear.readable(channel).filter(number__gt=voice.read, hidden=False).exclude(voice=voice)
    return list(fresh[:MOST_UNREAD])


def all_unread(ear: Ear) -> list[ChatLine]:
    """Return what the player has not read yet at the table and on their side, channel by channel."""
    return [line for channel in ear.own_channels for line in unread(ear, channel)]


# -- muting and sharing ------------------------------------------------------------------------


@transaction.atomic
def mute(viewer: Viewer, number: int, *, wanted: bool, everywhere: bool = False) -> str:
    """Stop reading, or read again, what a voice (its number) says: in this game, or everywhere.

    Returns a sentence about it. Who is muted is told nothing.
    """
    ear = Ear(viewer)
    voices = ChatVoice.objects.filter(game=viewer.game, channel__in=ear.channels).select_related("user")
    voice = next((voice for voice in voices.order_by("-pk") if voice_number(voice) == number), None)
    if voice is None:
        raise Refused("no-such-voice", "Nobody like that speaks here.", 404)
    if voice.pk in {own.pk for own in ear.voices}:
        raise Refused("own-voice", "That is yourself.", 409)
    name = notices.name_of(voice)
    if everywhere:
        if viewer.user is None or voice.user is None:
            raise Refused("accounts-only", "Guests can be muted in this game only.", 409)
        (blocks.mute if wanted else blocks.unmute)(viewer.user, voice.user)
        return f"You read nothing more of {name}, in any game." if wanted else f"You read {name} again."
    own = _listener(ear)
    if wanted:
        ChatMute.objects.get_or_create(by=own, muted=voice)
        return f"You read nothing more of {name} in this game."
    ChatMute.objects.filter(by__in=ear.voices or [own], muted__in=same_person(voice)).delete()
    return f"You read {name} again."


def _listener(ear: Ear) -> ChatVoice:
    """Return the voice for which wishes are kept; it is made if there is none yet."""
    viewer = ear.viewer
    channel = Channel.PLAYERS if viewer.is_player else Channel.WATCHERS
    if channel not in ear.channels or (channel == Channel.WATCHERS and viewer.user is None):
        raise Refused("sign-in-first", "Sign in first.", 403)
    return _voice(lock(viewer.game, channel), viewer)


@transaction.atomic
def share(viewer: Viewer, wanted: bool) -> str:
    """Let players who come later read what the viewer has said at the table, or no longer (WAT-9)."""
    ear = Ear(viewer)
    if viewer.is_player and Channel.PLAYERS in ear.channels:
        _listener(ear)
    changed = ChatVoice.objects.filter(pk__in=[v.pk for v in Ear(viewer).voices if v.seat]).update(
        shares=wanted
    )
    if not changed:
        raise Refused("not-seated", "You have not sat at this table.", 403)
    if wanted:
        return "Whoever takes a seat over may read what you have said here."
    return "Whoever takes a seat over reads nothing that was said before."


# -- keeping -----------------------------------------------------------------------------------


def forget_old(now: datetime) -> int:
    """Delete the lines that have been kept long enough (DEF-8). Returns how many."""
    count = prune_in_order(ChatLine.objects.filter(at__lt=now - settings.HOUSE.chat_kept).order_by("at"))
    left = ChatVoice.objects.filter(until__isnull=False).exclude(seat="")
    left.filter(lines=None, game__status=Game.Status.FINISHED, mutes=None, muted_by=None).delete()
    return count


def games_with_unread(user: User) -> dict[int, int]:
    """Return by game (id) how many lines of it somebody has not read; games without any are left out."""
    behind = ChatVoice.objects.filter(
        user=user,
        until=None,
        game__chat_rooms__channel=F("channel"),
        game__chat_rooms__length__gt=F("read"),
    ).exclude(seat="")
    seats = Seat.objects.filter(user=user, game__in=behind.values("game")).select_related("game", "user")
    found: dict[int, int] = {}
    for seat in seats.prefetch_related("game__seats"):
        viewer = Viewer(seat.game, tuple(seat.game.seats.all()), seat, user)
        count = len(all_unread(Ear(viewer)))
        if count:
            found[seat.game_id] = count
    return found
