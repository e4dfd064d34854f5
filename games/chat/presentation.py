"""The talk at a table as pages and programs show it."""

import secrets
from collections.abc import Iterable
from typing import Annotated, Any, TypedDict
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

import rules
from accounts.unlinked_text import unlinked
from games import boards
from games.chat import channels, pointing
from games.chat.notices import name_of
from games.chat.pointing import Mark
from games.chat.rooms import (
    Ear,
    Person,
    is_person,
    no_such_channel,
    partners,
    person_of,
    voice_number,
    why_silent,
)
from games.chat.talk import unread
from games.models import Game
from games.models.chat import Channel, ChatLine, ChatMute, ChatVoice
from games.play.access import Viewer
from games.shapes import Written, like

#: Lines on the game page, and on a page of their own.
FEW_LINES = 20
PAGE_LINES = 100

ChannelName = Annotated[str, like(channels.PATTERN)]


class Speaker(TypedDict):
    """The speaker of a line: `voice` names them for muting, `seat` is null for spectators."""

    voice: int
    seat: str | None
    label: str
    name: str


class Spoken(TypedDict):
    """Something that was said, and what it points at on the board; both are empty in a hidden line."""

    number: int
    channel: ChannelName
    by: Speaker
    mine: bool
    at: Written
    text: str
    marks: list[Mark]
    hidden: bool


class Hearing(TypedDict):
    """A channel that the caller may read, with why they may not speak there, or "", and how much is unread."""

    name: ChannelName
    label: str
    silent: str
    unread: int


class Talk(TypedDict):
    """A part of a chat, and the `channels` that the caller may read; `unread` counts the lines of all of them."""

    channels: list[Hearing]
    channel: ChannelName
    lines: list[Spoken]
    next: int
    unread: int


def speaker(voice: ChatVoice, title: rules.Title[Any]) -> Speaker:
    """Return who speaks, as JSON."""
    return {
        "voice": voice_number(voice),
        "seat": voice.seat or None,
        "label": title.seat_name(voice.seat) if voice.seat else "",
        "name": name_of(voice),
    }


def line_json(line: ChatLine, own: set[int], title: rules.Title[Any]) -> Spoken:
    """Return a line as JSON; of a hidden one, only that it was there."""
    return {
        "number": line.number,
        "channel": line.channel,
        "by": speaker(line.voice, title),
        "mine": line.voice_id in own,
        "at": line.at.isoformat(timespec="seconds"),
        "text": "" if line.hidden else line.text,
        "marks": [] if line.hidden else line.marks,
        "hidden": line.hidden,
    }


def channels_json(ear: Ear) -> list[Hearing]:
    """Return the channels of a viewer as JSON, with why they may not speak where they may only read."""
    return [
        {
            "name": name,
            "label": channels.words_of(ear.game, name).label,
            "silent": why_silent(ear.viewer, name),
            "unread": len(unread(ear, name)),
        }
        for name in ear.channels
    ]


def lines_json(
    viewer: Viewer,
    channel: str = "",
    *,
    after: int | None = None,
    before: int | None = None,
    limit: int = PAGE_LINES,
) -> Talk:
    """Return lines of a channel, oldest first: those after a number, else the newest (before a number).

    `next` is the number to go on after. Raises Refused.
    """
    ear = Ear(viewer)
    if not ear.channels:
        raise no_such_channel()
    channel = channel or ear.channels[0]
    lines = ear.readable(channel)
    if after is not None:
        found = list(lines.filter(number__gt=after)[:limit])
    else:
        earlier = lines if before is None else lines.filter(number__lt=before)
        found = list(earlier.order_by("-number")[:limit])[::-1]
    own = {voice.pk for voice in ear.voices}
    title = rules.title(viewer.game.title)
    hearing = channels_json(ear)
    return {
        "channels": hearing,
        "channel": channel,
        "lines": [line_json(line, own, title) for line in found],
        "next": found[-1].number if found else (after or 0),
        "unread": sum(one["unread"] for one in hearing),
    }


def panels(ear: Ear, *, before: dict[str, int] | None = None, limit: int = FEW_LINES) -> list[dict[str, Any]]:
    """Return the channels with their lines as a page shows them, the viewer's own first.

    A table at which nobody could be talked to, and never was, has no panel.
    """
    viewer, title = ear.viewer, rules.title(ear.game.title)
    own = {voice.pk for voice in ear.voices}
    reference = boards.reference_of(viewer.game.title, viewer.game.options)
    points = reference is not None and bool(reference.regions)
    shown, is_over = [], viewer.game.status == Game.Status.FINISHED
    for name in ear.channels:
        lines = ear.readable(name)
        if before and name in before:
            lines = lines.filter(number__lt=before[name])
        rows = list(lines.order_by("-number")[: limit + 1])
        silent = why_silent(viewer, name)
        if not rows and name != Channel.WATCHERS and silent:
            continue
        fresh = {line.pk for line in unread(ear, name)}
        shown.append(
            {
                "name": name,
                "points": channels.is_side(name) and points,
                "words": channels.words_of(viewer.game, name, viewer.seat_name),
                "tells_readers": channels.is_side(name) or (name == Channel.WATCHERS and not is_over),
                "own": name == ear.channels[0],
                "silent": silent,
                "lines": [
                    {
                        **line_json(line, own, title),
                        "moment": line.at,
                        "unread": line.pk in fresh,
                        "points": pointing.words_of(viewer.game, line.marks),
                        "account": line.voice.user
                        if line.voice.user and not line.voice.user.deleted
                        else None,
                        "guest": line.voice.user is None and bool(line.voice.guest_name),
                    }
                    for line in rows[:limit][::-1]
                ],
                "earlier": rows[limit - 1].number if len(rows) > limit else None,
                "unread": len(fresh),
            }
        )
    return shown


def people(viewer: Viewer) -> list[dict[str, Any]]:
    """Return everybody else whom the viewer could read, each once: who they are, and whether they are muted, and how.

    Who has said nothing yet is listed if they sit at the table and have a voice already.
    """
    ear = Ear(viewer)
    title = rules.title(viewer.game.title)
    seats = {seat.name: seat for seat in viewer.seats}
    own_users = {voice.user_id for voice in ear.voices if voice.user_id} | (
        {viewer.user.pk} if viewer.user else set()
    )
    own = {voice.pk for voice in ear.voices}
    mutes = ChatMute.objects.filter(by__in=own).select_related("muted")
    here = {person_of(mute.muted) for mute in mutes}
    site = set(viewer.user.mutes.values_list("muted", flat=True)) if viewer.user else set()
    found: dict[Person, dict[str, Any]] = {}
    voices = ChatVoice.objects.filter(game=viewer.game, channel__in=ear.channels).select_related("user")
    for voice in voices.annotate(has_spoken=Exists(ChatLine.objects.filter(voice=OuterRef("pk")))):
        sits = bool(voice.seat) and voice.until is None and is_person(seats[voice.seat])
        if voice.pk in own or (voice.user_id is not None and voice.user_id in own_users):
            continue
        who = person_of(voice)
        if who in found or not (sits or voice.has_spoken or who in here):
            continue
        found[who] = {
            **speaker(voice, title),
            "account": voice.user if voice.user and not voice.user.deleted else None,
            "muted": who in here,
            "muted_everywhere": voice.user_id in site,
        }
    return list(found.values())


def silence_words(viewer: Viewer) -> str:
    """Return a warning for who has blocked everybody they could talk to; "" otherwise."""
    others = [seat.user_id for seat in partners(viewer)]
    if viewer.user is None or not others:
        return ""
    blocked = set(viewer.user.blocks.values_list("blocked", flat=True))
    if all(user in blocked for user in others):
        return "You block whoever else sits here: neither of you reads the other."
    return ""


def shares(viewer: Viewer) -> bool | None:
    """Return whether those who come later may read what the viewer has said; None for who never sat there."""
    own = [voice for voice in Ear(viewer).voices if voice.seat]
    if not own and not viewer.is_player:
        return None
    return any(voice.shares for voice in own)


def panel_context(ear: Ear, pointed: Iterable[ChatLine]) -> dict[str, Any]:
    """Return what the chat's part of the game page shows; looking at it does not yet mark it as read.

    `pointed` are the lines that point at the map and wait for an answer.
    """
    found, title = panels(ear), rules.title(ear.game.title)
    return {
        "chat": found,
        "chat_unread": sum(panel["unread"] for panel in found),
        "chat_key": secrets.token_urlsafe(12),
        "chat_most": settings.HOUSE.chat_length,
        "pointed": [
            {"by": speaker(line.voice, title), "words": pointing.words_of(ear.game, line.marks)}
            for line in pointed
        ],
    }


def words_of(line: ChatLine, game: Game, zone: ZoneInfo) -> dict[str, Any]:
    """Return a line as a mail tells it: `who`, `at` in a zone, `lines`."""
    label = rules.title(game.title).seat_name(line.voice.seat) if line.voice.seat else ""
    name = unlinked(name_of(line.voice))
    return {
        "who": f"{label} ({name})" if label else name,
        "at": timezone.localtime(line.at, zone),
        "lines": pointing.in_words(line).split("\n"),
    }


def told_lines(viewer: Viewer) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the unread lines of a player as a mail tells them, by channel: `who`, `at` in their zone, `lines`."""
    zone, ear = ZoneInfo(viewer.user.timezone) if viewer.user else ZoneInfo("UTC"), Ear(viewer)
    found = {name: unread(ear, name) for name in ear.own_channels}
    return [
        (f"Said {channels.where(viewer.game, name)}", [words_of(line, viewer.game, zone) for line in lines])
        for name, lines in found.items()
        if lines
    ]
