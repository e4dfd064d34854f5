"""Chat lines before moderators: those reported, and those taken out of sight (MOD-9, MOD-10, MOD-13).

Moderators read what is reported to them, nothing else of what players say to each other.
"""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.chat import channels
from games.chat.notices import name_of
from games.chat.rooms import Ear
from games.models import Game
from games.models.chat import Channel, ChatLine
from games.play import access
from games.refusals import Refused
from leagues.models import AuditEntry
from leagues.services import audit, messages
from leagues.services.queries import players_of


def line_at(key: str, channel: str, number: int) -> int | None:
    """Return the id of the line with this number in a channel of a game; None if there is none.

    Nobody at a table is told ids: they are counted over all channels, and so would tell that others talk.
    """
    found = ChatLine.objects.filter(game__key=key, channel=channel, number=number % 2**31)
    return found.values_list("pk", flat=True).first()


def reported_line(reporter: User, about: User | None, number: int) -> ChatLine:
    """Return a line (its id) that somebody reports. Raises Refused unless `about` said it where they read it.

    Args:
        about: None for a guest, who has no account.
    """
    line = ChatLine.objects.select_related("game", "voice__user").filter(pk=number).first()
    nothing = Refused("no-such-line", "There is no such line in the chat.", 404, extra={"field": "line"})
    if line is None or line.hidden or line.voice.user != about or not (about or line.voice.guest_name):
        raise nothing
    try:
        ear = Ear(access.viewer_for(access.get_game(line.game.key), reporter))
        seen = ear.readable(line.channel).filter(pk=line.pk).exists()
    except Refused:
        raise nothing from None
    if not seen:
        raise nothing
    return line


@transaction.atomic
def hide_line(
    user: User, number: int, reason: str, *, hidden: bool = True, now: datetime | None = None
) -> AuditEntry:
    """Take a line (its id) out of sight, or show it again; its author and the players are told why.

    Its text stays in the database as long as other lines do, and in the reports about it. Returns the entry of
    the audit trail, which does not hold it. Of what was said on a side only those learn who sit there.
    """
    if not (user.is_active and user.is_staff):
        raise Refused("not-a-moderator", "Only moderators may do that.", 403)
    why = audit.needed_reason(reason)
    found = ChatLine.objects.select_for_update(of=("self",)).select_related("game", "voice__user")
    line = found.filter(pk=number).first()
    if line is None:
        raise Refused("no-such-line", "There is no such line in the chat.", 404)
    players = players_of(line.game)
    if user.pk == line.voice.user_id or user.pk in {player.pk for player in players}:
        raise Refused("own-game", "This is your own game: another moderator has to decide.", 403)
    if line.hidden == hidden:
        raise Refused("done-already", "Somebody has done that already.", 409)
    line.hidden = hidden
    line.save(update_fields=["hidden"])
    act = "removed from" if hidden else "put back into"
    where = {"game": line.game.key, "line": line.pk, "channel": line.channel, "number": line.number}
    at_the_table = line.channel == Channel.PLAYERS
    entry = audit.write(
        "hide-line" if hidden else "show-line",
        f"A line of {name_of(line.voice)} was {act} the chat.",
        # Players read every entry about their game, and nothing of the spectators before its end.
        line.game if at_the_table else None,
        actor=user,
        person=line.voice.user,
        reason=why,
        data={**where, "hidden": hidden},
        public=at_the_table,
        at=now,
    )
    told = {person.pk: person for person in players if at_the_table}
    if channels.is_side(line.channel):
        side = channels.seats_on(line.game, line.channel)
        seats = line.game.seats.select_related("user").filter(name__in=side)
        told = {seat.user.pk: seat.user for seat in seats if seat.user is not None}
    if line.voice.user is not None and line.voice.user.is_active:
        told[line.voice.user.pk] = line.voice.user
    messages.tell_moderation(told.values(), entry)
    return entry


def hidden_lines(game: Game, user: User) -> list[tuple[ChatLine, str]]:
    """Return the lines of a game that are out of sight, the newest first, each with where it was said.

    A moderator who plays in it sees none: one of them may have been said on the other side.
    """
    if user.pk in {player.pk for player in players_of(game)}:
        return []
    lines = game.chat_lines.filter(hidden=True).select_related("voice__user").order_by("-at")[:50]
    return [(line, channels.where(game, line.channel)) for line in lines]
