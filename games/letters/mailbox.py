"""The way of a mail: from the inbox to the game, and its receipt to the outbox."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.chat import channels, talk
from games.chat.rooms import Ear, no_such_channel
from games.letters import addresses, limits
from games.letters.answers import Row
from games.letters.execution import answer, viewer_of
from games.letters.parser import joined, read_lines
from games.letters.prose import Sentences
from games.letters.receipts import SALT
from games.models import Game, Seat
from games.models.chat import Channel
from games.models.letters import TALK, Letter, Purpose, ReplyToken
from games.play import positions
from games.refusals import Refused
from notifications.inbound import senders, store
from notifications.inbound.addresses import token_of
from notifications.inbound.parser import Incoming


def receive(incoming: Incoming, recipient: str, received_at: datetime) -> str:
    """Deal with a mail to a reply address. Returns why it is ignored, "" if it is not.

    Of many mails within an hour those that surely come from the player still act, and moves are answered.
    """
    token = _token(incoming, recipient, received_at)
    if isinstance(token, str):
        return token
    seat = token.seat
    doubt = store.why_doubtful(incoming, addresses.mail_of(seat), seat.user)
    fits = limits.has_room(seat, received_at)
    if doubt and not fits:
        return "too many mails within an hour"
    letter = Letter.objects.create(
        seat=seat,
        purpose=token.purpose,
        version=token.version,
        of=token.of,
        message_id=incoming.message_id,
        lines=list(incoming.lines),
        signed=incoming.name,
        struck=list(incoming.struck),
        below=list(incoming.below),
        cut=incoming.cut,
        state=Letter.State.ASKED if doubt else Letter.State.DONE,
        doubt=doubt,
        other_address=senders.to_ask_of(incoming, seat.user) if doubt else "",
        received_at=received_at,
    )
    if not doubt:
        # Whoever answers has read what the mail told them.
        talk.mark_read(Ear(viewer_of(seat)), _channel_of(letter), until=token.created_at)
        _do(letter)
    if letter.purpose == Purpose.MOVES or letter.state != Letter.State.DONE:
        limits.send_receipt(letter, fits=fits, now=timezone.now())
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
    doubt = store.why_doubtful(head, addresses.mail_of(token.seat), token.seat.user)
    fits = limits.has_room(token.seat, received_at)
    if doubt and not fits:
        return "too many mails within an hour"
    what = "said" if token.purpose in TALK else "played"
    letter = Letter.objects.create(
        seat=token.seat,
        purpose=token.purpose,
        version=token.version,
        of=token.of,
        message_id=head.message_id,
        state=Letter.State.REFUSED,
        doubt=doubt,
        answer={"lead": f"Your mail could not be read: nothing was {what}.", "unread": True},
        received_at=received_at,
    )
    limits.send_receipt(letter, fits=fits, now=timezone.now())
    return ""


def _do(letter: Letter) -> None:
    """Do what a letter asks for and keep what came of it."""
    if letter.purpose in TALK:
        _say(letter)
        return
    if letter.cut:
        done: dict[str, Any] = {"rows": [], "sections": [], "refused": True}
        done["lead"] = "Nothing was done: your mail is too long. Write the moves only, one a line."
        changed = moved = False
    else:
        sentences = Sentences.of(viewer_of(letter.seat), letter.signed, letter.of)
        result = answer(
            letter.seat,
            read_lines(joined(letter.lines, sentences), sentences),
            version=letter.version,
            message_id=letter.message_id,
            received_at=letter.received_at,
            of=letter.of,
        )
        result.rows += [Row(line, "struck") for line in letter.struck]
        result.rows += [Row(line, "below") for line in letter.below if sentences.belongs(line)]
        done, changed, moved = result.as_json(), result.changed, result.moved
    letter.answer, letter.acted = done, moved
    letter.state = Letter.State.REFUSED if done["refused"] and not changed else Letter.State.DONE
    viewer = viewer_of(letter.seat)
    if viewer.game.status == Game.Status.RUNNING:
        letter.version_after = positions.visible_seq(viewer, positions.open_game(viewer))
    letter.save()


def _channel_of(letter: Letter) -> str:
    """Return the channel that a letter speaks in: nowhere else is ever said what it holds. "" for one of moves."""
    if letter.purpose == Purpose.SIDE:
        return channels.side_of(letter.seat.game, letter.seat.name)
    return str(Channel.PLAYERS) if letter.purpose == Purpose.CHAT else ""


def _say(letter: Letter) -> None:
    """Say what a letter holds where it belongs; only what goes wrong is answered (MIL-2)."""
    channel = _channel_of(letter)
    try:
        if letter.cut:
            raise Refused("too-long", "Your mail is too long.", 422)
        if not channel:
            raise no_such_channel()
        talk.say(viewer_of(letter.seat), "\n".join(letter.lines), channel)
    except Refused as refused:
        letter.state = Letter.State.REFUSED
        letter.answer = {"lead": f"Nothing was said. {refused.message}", "refused": True}
    else:
        letter.state = Letter.State.DONE
        letter.answer = {"lead": f"Said {channels.where(letter.seat.game, channel)}.", "refused": False}
    letter.save()


# -- confirming --------------------------------------------------------------------------------


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


def may_be_asked(letter: Letter) -> bool:
    """Return whether its owner can be asked if mails from its address are theirs: it was not said before."""
    user = letter.seat.user
    return bool(letter.other_address and user and senders.is_unsaid(user, letter.other_address))


@transaction.atomic
def confirm(token: str, *, speaks: bool = False) -> Letter:
    """Do what a doubtful mail asks for, once. Raises Refused.

    Args:
        speaks: whether mails from its address count as those of the account from now on; asked once.
    """
    letter = letter_behind(token)
    claimed = Letter.objects.filter(pk=letter.pk, state=Letter.State.ASKED)
    if not claimed.update(state=Letter.State.DONE):
        raise Refused("done-already", "This mail has been dealt with already.", 409)
    if letter.seat.user is not None and may_be_asked(letter):
        senders.say(letter.seat.user, letter.other_address, speaks=speaks)
    letter.other_address = ""
    _do(letter)
    limits.send_receipt(letter, fits=True, now=timezone.now(), again="-confirmed")
    return letter


# -- what was refused --------------------------------------------------------------------------

#: Mails that the page of a game lists.
MOST_REFUSED = 20


def refused_of(seat: Seat) -> list[Letter]:
    """Return the newest mails of a seat of which something was refused, or that could not be read."""
    letters = Letter.objects.filter(seat=seat).exclude(state=Letter.State.ASKED)
    return list(letters.filter(Q(state=Letter.State.REFUSED) | Q(answer__refused=True))[:MOST_REFUSED])


def register() -> None:
    """Take the mail to reply addresses."""
    store.register(
        lambda address: bool(token_of(address)),
        lambda address: addresses.find(address) is not None,
        receive,
        excuse,
    )
