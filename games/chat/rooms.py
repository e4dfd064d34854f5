"""Rights to read and to speak at a table (WAT-6, WAT-9, MOD-10, WAT-10).

- **At the table** the players speak. Each reads what was said while they sat there; a replacement reads what came
  before only from those who share it. Spectators read along where the table says so.
- **On a side** of several seats those who sit there speak among themselves. Each reads it as at the table; nobody else
  ever does, neither where spectators read along, nor when the game is over.
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
from games.chat import channels
from games.models import Game, Seat
from games.models.chat import Channel, ChatLine, ChatMute, ChatRoom, ChatVoice
from games.play.access import Viewer
from games.refusals import Refused

#: Who speaks, in whatever channel of a game.
Person = tuple[str, int] | tuple[str, str, str]


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


def person_of(voice: ChatVoice) -> Person:
    """Return who speaks, the same in all channels of a game: an account, a guest in a seat; else the voice alone."""
    if voice.user_id is not None:
        return "account", voice.user_id
    return ("guest", voice.seat, voice.guest_name) if voice.guest_name else ("voice", voice.pk)


def same_person(voice: ChatVoice) -> list[ChatVoice]:
    """Return the voices of somebody in all channels of a game."""
    voices = ChatVoice.objects.filter(game=voice.game_id, user=voice.user_id)
    return [other for other in voices if person_of(other) == person_of(voice)]


def is_person(seat: Seat) -> bool:
    """Return whether somebody sits here who can read."""
    return bool(seat.user_id or seat.guest_name) and not seat.bot


def lock(game: Game, channel: str) -> ChatRoom:
    """Return a channel for changes; its game is locked until the end of the transaction, as by a move."""
    Game.objects.select_for_update(no_key=True).only("pk").get(pk=game.pk)
    room, _ = ChatRoom.objects.get_or_create(game=game, channel=channel)
    return room


def seated_voices(room: ChatRoom) -> dict[str, ChatVoice]:
    """Return by seat the voices of those who speak in a room from their seats; the caller has locked it.

    Whoever has sat down since gets a voice that begins with the next line.
    """
    found: dict[str, ChatVoice] = {}
    open_voices = {v.seat: v for v in _voices_in(room).filter(until=None).exclude(seat="")}
    for seat in Seat.objects.select_related("user").filter(game=room.game):
        if room.channel not in channels.of_seat(room.game, seat.name):
            continue
        voice = _kept(room, seat, open_voices.get(seat.name))
        if voice is not None:
            found[seat.name] = voice
    return found


def _kept(room: ChatRoom, seat: Seat, voice: ChatVoice | None) -> ChatVoice | None:
    """Return the voice of whoever sits in a seat now: the one that was begun, if it is still theirs, or a new one."""
    if voice is not None and not holds(voice, seat):
        _close(voice, room)
        voice = None
    return _begin(room, seat) if voice is None and is_person(seat) else voice


def _voices_in(room: ChatRoom) -> QuerySet[ChatVoice]:
    return ChatVoice.objects.filter(game=room.game, channel=room.channel)


def _begin(room: ChatRoom, seat: Seat) -> ChatVoice:
    """Begin the voice of whoever sits in a seat; it is shared if what they say elsewhere in the game is."""
    elsewhere = ChatVoice.objects.filter(game=room.game, seat=seat.name, until=None)
    return ChatVoice.objects.create(
        game=room.game,
        channel=room.channel,
        seat=seat.name,
        user=seat.user,
        guest_name="" if seat.user_id else seat.guest_name,
        shares=any(voice.shares and holds(voice, seat) for voice in elsewhere),
        since=room.length + 1,
        read=room.length,
        told=room.length,
    )


def _close(voice: ChatVoice, room: ChatRoom) -> None:
    voice.until = room.length
    voice.save(update_fields=["until"])


def part(seat: Seat) -> None:
    """End the voices of whoever sits in a seat, just before they leave it; that they were there is kept."""
    for channel in channels.of_seat(seat.game, seat.name):
        room = lock(seat.game, channel)
        voice = _kept(room, seat, _voices_in(room).filter(seat=seat.name, until=None).first())
        if voice is not None:
            _close(voice, room)


def bind(seat: Seat) -> None:
    """Let the voices of a guest go on as those of the account to which they have bound their seat."""
    guest = ChatVoice.objects.filter(game=seat.game, seat=seat.name, until=None, user=None)
    guest.update(user=seat.user, guest_name="")


# -- what may be read --------------------------------------------------------------------------


@dataclass(frozen=True)
class Unheard:
    """Whose words somebody does not read, in whatever channel: accounts, guests by seat and name, and voices."""

    users: frozenset[int] = frozenset()
    guests: frozenset[tuple[str, str]] = frozenset()
    voices: frozenset[int] = frozenset()

    def without(self, lines: QuerySet[ChatLine]) -> QuerySet[ChatLine]:
        """Return the lines of all others."""
        lines = lines.exclude(voice__in=self.voices).exclude(voice__user__in=self.users)
        for seat, name in self.guests:
            lines = lines.exclude(voice__user=None, voice__seat=seat, voice__guest_name=name)
        return lines


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
        mutes = ChatMute.objects.filter(by__in=self.voices).select_related("muted") if self.voices else ()
        muted = [mute.muted for mute in mutes]
        users |= {voice.user_id for voice in muted if voice.user_id is not None}
        guests = {
            (voice.seat, voice.guest_name) for voice in muted if voice.user_id is None and voice.guest_name
        }
        return Unheard(frozenset(users), frozenset(guests), frozenset(voice.pk for voice in muted))

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
        players, watchers = (
            [str(c)] if may else [] for c, may in ((Channel.PLAYERS, table), (Channel.WATCHERS, watching))
        )
        if viewer.is_player:
            return list(dict.fromkeys([*players, *self.own_channels, *self.former_sides, *watchers]))
        return [*watchers, *players, *self.former_sides]

    @cached_property
    def spoken_in(self) -> frozenset[str]:
        """The channels of the game in which anything has been said, looked up once: most tables never talk."""
        rooms = ChatRoom.objects.filter(game=self.game, length__gt=0)
        return frozenset(rooms.values_list("channel", flat=True))

    @cached_property
    def own_channels(self) -> list[str]:
        """The channels in which the viewer's seat speaks: at the table, and on its side."""
        return channels.of_seat(self.game, self.viewer.seat_name)

    @property
    def former_sides(self) -> list[str]:
        """The channels of the sides on which the viewer has sat, of which they read what was said meanwhile."""
        sides = (voice.channel for voice in self.voices if channels.is_side(voice.channel))
        return list(dict.fromkeys(sides))

    def voice_in(self, channel: str) -> ChatVoice | None:
        """Return the voice with which the viewer speaks in a channel now, None as long as they have none."""
        seat = "" if channel == Channel.WATCHERS else self.viewer.seat_name
        for voice in self.voices:
            if voice.channel == channel and voice.seat == seat and voice.until is None:
                return voice
        return None

    def readable(self, channel: str) -> QuerySet[ChatLine]:
        """Return the lines of a channel that the viewer may read, in order. Raises Refused."""
        if channel not in self.channels:
            raise no_such_channel()
        if channel not in self.spoken_in:
            return ChatLine.objects.none()
        lines = ChatLine.objects.filter(game=self.game, channel=channel)
        is_open = channel == Channel.PLAYERS and self.game.chat == Game.Chat.OPEN
        if channel != Channel.WATCHERS and not is_open:
            heard = Q(voice__shares=True) if channel in self.own_channels else Q(pk__in=[])
            for voice in (v for v in self.voices if v.channel == channel):
                there = Q(number__gte=voice.since)
                heard |= there if voice.until is None else there & Q(number__lte=voice.until)
            lines = lines.filter(heard)
        return self.unheard.without(lines).select_related("voice__user").order_by("number")

    def newest(self) -> str:
        """Return what changes when there is something new to read: a number for each channel, no text."""
        if self.spoken_in.isdisjoint(self.channels):
            return ""
        numbers = []
        for channel in self.channels:
            last = self.readable(channel).order_by("-number").values_list("number", flat=True).first()
            numbers.append(f"{channels.mark_of(channel)}{last or 0}")
        return ".".join(numbers)


# -- what may be said --------------------------------------------------------------------------


def why_silent(viewer: Viewer, channel: str) -> str:
    """Return why the viewer may not speak in a channel that they read, in a sentence; "" if they may."""
    if channel == Channel.WATCHERS:
        return "" if viewer.user is not None else "Sign in to join in."
    if channel not in channels.of_seat(viewer.game, viewer.seat_name):
        return "Only those on that side speak here." if viewer.is_player else "Only the players speak here."
    if not partners(viewer, channel):
        where = "on your side" if channels.is_side(channel) else "here"
        return f"Nobody sits {where} whom you could talk to."
    return ""


def partners(viewer: Viewer, channel: str = Channel.PLAYERS) -> list[Seat]:
    """Return the seats of the people with whom the viewer's seat can talk in a channel."""
    me = viewer.seat
    if me is None:
        return []
    return [
        seat
        for seat in viewer.seats
        if seat.pk != me.pk
        and channel in channels.of_seat(viewer.game, seat.name)
        and is_person(seat)
        and (seat.user_id is None or seat.user_id != me.user_id)
    ]
