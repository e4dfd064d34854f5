"""The people who are told that something was said; the words come later."""

from collections.abc import Iterable

from django.conf import settings

from accounts import blocks
from games.chat.rooms import person_of, same_person
from games.kinds import EventKind
from games.models import Seat
from games.models.chat import Channel, ChatLine, ChatMute, ChatVoice
from notifications.outbox import notify


def name_of(voice: ChatVoice) -> str:
    """Return the name that others read: an account's, or a guest's."""
    if voice.user is not None:
        return str(voice.user.shown_name)
    return f"{voice.guest_name} (guest)" if voice.guest_name else "deleted player"


def notify_line(line: ChatLine, voices: Iterable[ChatVoice]) -> None:
    """Tell those of a channel who have nothing unread in it; not the speaker, nor who does not read them."""
    speaker = line.voice
    others = [v for v in voices if v.pk != speaker.pk and (v.user_id is None or v.user_id != speaker.user_id)]
    deaf: set[int] = set()
    if speaker.user is not None:
        deaf = blocks.do_not_hear([v.user_id for v in others if v.user_id is not None], speaker.user)
    mutes = ChatMute.objects.filter(muted__in=same_person(speaker)).select_related("by")
    muting = {person_of(mute.by) for mute in mutes}
    said = "chat" if line.channel == Channel.PLAYERS else line.channel
    hold = settings.HOUSE.turn_hold
    for voice in others:
        if voice.told > voice.read or person_of(voice) in muting or voice.user_id in deaf:
            continue
        ChatVoice.objects.filter(pk=voice.pk).update(told=line.number)
        seat = Seat.objects.get(game=line.game_id, name=voice.seat)
        notify(
            EventKind.CHAT,
            user=voice.user,
            address=seat.guest_email if voice.user_id is None else "",
            dedupe=f"{line.game.key}/{voice.seat}/{said}-{line.number}",
            subject={"game": line.game.key, "seat": voice.seat, "voice": voice.pk},
            delay=hold,
        )
