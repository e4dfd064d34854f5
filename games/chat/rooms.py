"""Rights to read and to speak at a table (WAT-6, WAT-9, MOD-10).

- **At the table** the players speak. Each reads what was said while they sat there; a replacement reads what came
  before only from those who share it. Spectators read along where the table says so.
- **Among the spectators** speak people with accounts who have never sat at the table. Players read it, and may
  join in, once the game is over.
- What somebody says is not read by those who have muted them, nor across a block.

Everything that is ever shown of a channel comes out of `Ear.readable`.
"""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from accounts import blocks
from games.models import Game, Seat
from games.models.chat import Channel, ChatLine, ChatMute, ChatRoom, ChatVoice
from games.play.access import Viewer
from games.refusals import Refused


def no_such_channel() -> Refused:
    """Return the refusal for a channel that is not there, or not for this viewer: the two look the same."""
    return Refused("no-such-channel", "There is no such channel for you.", 404)


# -- who speaks --------------------------------------------------------------------------------


def holds(voice: ChatVoice, seat: Seat) -> bool:
    """Return whether a voice still belongs to whoever sits in its seat."""
    return voice.until is None and (voice.user_id, voice.guest_name) == (
        seat.user_id,
        "" if seat.user_id else seat.guest_name,
    )


def voice_number(voice: ChatVoice) -> int:
    """Return the number by which a voice is named to readers: keyed, 29 bits, of who speaks where.

    Its id would tell how many others have spoken, the spectators of the same game among them.
    """
    who = f"{voice.game_id}/{voice.channel}/{voice.seat}/{voice.user_id}/{voice.guest_name}/{voice.since}"
    return int.from_bytes(salted_hmac("games.chat.voice", who).digest()[:4], "big") >> 3


def is_person(seat: Seat) -> bool:
    """Return whether somebody sits here who can read."""
    return bool(seat.user_id or seat.guest_name) and not seat.bot


def lock(game: Game, channel: str) -> ChatRoom:
    """Return a channel for changes; its game is locked until the end of the transaction, as by a move."""
    Game.objects.select_for_update(no_key=True).only("pk").get(pk=game.pk)
    room, _ = ChatRoom.objects.get_or_create(game=game, channel=channel)
    return room


def seated_voices(room: ChatRoom) -> dict[str, ChatVoice]:
    """Return by seat the voices of those who sit at the table now; the caller has locked the room.

    Whoever has sat down since gets a voice that begins with the next line.
    """
    found: dict[str, ChatVoice] = {}
    open_voices = {v.seat: v for v in ChatVoice.objects.filter(game=room.game, until=None).exclude(seat="")}
    for seat in Seat.objects.select_related("user").filter(game=room.game):
        voice = open_voices.get(seat.name)
        if voice is not None and not holds(voice, seat):
            _close(voice, room)
            voice = None
        if voice is None and is_person(seat):
            voice = _begin(room, seat)
        if voice is not None:
            found[seat.name] = voice
    return found


def _begin(room: ChatRoom, seat: Seat) -> ChatVoice:
    return ChatVoice.objects.create(
        game=room.game,
        channel=Channel.PLAYERS,
        seat=seat.name,
        user=seat.user,
        guest_name="" if seat.user_id else seat.guest_name,
        since=room.length + 1,
        read=room.length,
        told=room.length,
    )


def _close(voice: ChatVoice, room: ChatRoom) -> None:
    voice.until = room.length
    voice.save(update_fields=["until"])


def part(seat: Seat) -> None:
    """End the voice of whoever sits in a seat, just before they leave it; that they were there is kept."""
    room = lock(seat.game, Channel.PLAYERS)
    voice = ChatVoice.objects.filter(game=seat.game, seat=seat.name, until=None).first()
    if voice is not None and not holds(voice, seat):
        _close(voice, room)
        voice = None
    if voice is None and is_person(seat):
        voice = _begin(room, seat)
    if voice is not None:
        _close(voice, room)


def bind(seat: Seat) -> None:
    """Let the voice of a guest go on as that of the account to which they have bound their seat."""
    guest = ChatVoice.objects.filter(game=seat.game, seat=seat.name, until=None, user=None)
    guest.update(user=seat.user, guest_name="")


# -- what may be read --------------------------------------------------------------------------


@dataclass(frozen=True)
class Unheard:
    """Whose words somebody does not read: accounts and voices."""

    users: frozenset[int] = frozenset()
    voices: frozenset[int] = frozenset()

    def covers(self, voice: ChatVoice) -> bool:
        return voice.pk in self.voices or voice.user_id in self.users


class Ear:
    """The talk in a game that a viewer may read; that they may see the game was found out before."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.game = viewer.game

    @cached_property
    def voices(self) -> list[ChatVoice]:
        """The voices that the viewer has, or had, in the game."""
        if self.viewer.by_turn_link:
            return []
        user, seat = self.viewer.user, self.viewer.seat
        wanted = Q(user=user) if user is not None else Q(pk__in=[])
        if seat is not None:
            wanted |= Q(seat=seat.name, until=None)
        found = ChatVoice.objects.filter(wanted, game=self.game)
        return [v for v in found if (user and v.user_id == user.pk) or (seat and v.seat and holds(v, seat))]

    @cached_property
    def has_sat(self) -> bool:
        """Whether the viewer plays, or once played, in the game."""
        return self.viewer.is_player or any(voice.seat for voice in self.voices)

    @cached_property
    def unheard(self) -> Unheard:
        """Whose words the viewer does not read: muted here or everywhere, or kept apart by a block."""
        user = self.viewer.user
        users = blocks.unheard_by(user) if user is not None else set()
        muted = ChatMute.objects.filter(by__in=self.voices).values_list("muted", "muted__user")
        pairs = list(muted) if self.voices else []
        users |= {account for _, account in pairs if account is not None}
        return Unheard(frozenset(users), frozenset(voice for voice, _ in pairs))

    @cached_property
    def channels(self) -> list[str]:
        """The channels that the viewer may read, their own first; none by the link of a turn mail (ACC-10)."""
        game, viewer = self.game, self.viewer
        if game.chat == Game.Chat.OFF or game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
            return []
        if viewer.by_turn_link:
            return []
        table = game.chat == Game.Chat.OPEN or self.has_sat
        over = game.status == Game.Status.FINISHED
        # A visitor without an account may be anybody, also a player: they read the spectators at the end only.
        watching = over or (viewer.user is not None and not self.has_sat)
        watching = watching and game.visibility == Game.Visibility.PUBLIC
        found = [c for c, may in ((Channel.PLAYERS, table), (Channel.WATCHERS, watching)) if may]
        return [str(c) for c in (found if viewer.is_player else found[::-1])]

    def voice_in(self, channel: str) -> ChatVoice | None:
        """Return the voice with which the viewer speaks in a channel now, None as long as they have none."""
        seat = self.viewer.seat_name if channel == Channel.PLAYERS else ""
        for voice in self.voices:
            if voice.channel == channel and voice.seat == seat and voice.until is None:
                return voice
        return None

    def readable(self, channel: str) -> QuerySet[ChatLine]:
        """Return the lines of a channel that the viewer may read, in order. Raises Refused."""
        if channel not in self.channels:
            raise no_such_channel()
        lines = ChatLine.objects.filter(game=self.game, channel=channel)
        if channel == Channel.PLAYERS and self.game.chat != Game.Chat.OPEN:
            heard = Q(voice__shares=True) if self.viewer.is_player else Q(pk__in=[])
            for voice in (v for v in self.voices if v.seat):
                there = Q(number__gte=voice.since)
                heard |= there if voice.until is None else there & Q(number__lte=voice.until)
            lines = lines.filter(heard)
        deaf = self.unheard
        lines = lines.exclude(voice__in=deaf.voices).exclude(voice__user__in=deaf.users)
        return lines.select_related("voice__user").order_by("number")

    def newest(self) -> str:
        """Return what changes when there is something new to read: a number for each channel, no text."""
        if not ChatRoom.objects.filter(game=self.game, channel__in=self.channels, length__gt=0).exists():
            return ""
        numbers = []
        for channel in self.channels:
            last = self.readable(channel).order_by("-number").values_list("number", flat=True).first()
            numbers.append(f"{channel[0]}{last or 0}")
        return ".".join(numbers)


# -- what may be said --------------------------------------------------------------------------


def why_silent(viewer: Viewer, channel: str) -> str:
    """Return why the viewer may not speak in a channel that they read, in a sentence; "" if they may."""
    if channel == Channel.WATCHERS:
        return "" if viewer.user is not None else "Sign in to join in."
    if not viewer.is_player:
        return "Only the players speak here."
    if not partners(viewer):
        return "Nobody sits here whom you could talk to."
    return ""


def partners(viewer: Viewer) -> list[Seat]:
    """Return the seats of the people with whom the viewer's seat can talk."""
    me = viewer.seat
    if me is None:
        return []
    return [
        seat
        for seat in viewer.seats
        if seat.pk != me.pk and is_person(seat) and (seat.user_id is None or seat.user_id != me.user_id)
    ]
