"""What tests do inside a server's settings (`Server.inside`) for whole games at its tables, and tell in JSON."""

import json
import secrets
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from allauth.account.models import EmailAddress
from django.utils import timezone

import rules
from accounts.models import ApiToken, User
from games.ledger.seed_encryption import seal
from games.lobby import tables
from games.models import Event, Game, Seat
from games.play import access, imports, positions, start
from games.play.start import Committed
from games.tasks import play_bot
from notifications.inbound.listener import Handler, protocol
from notifications.models import Rhythm
from notifications.preferences import set_preference, set_rhythm
from rules.core.records import load_record
from tests.opening import open_table
from tests.post import send_due

#: What takes mail here, once it does.
_doors: list[Controller] = []


class Door(Controller):
    """The listener of `receive_mail`, in a thread: a mail server of one's own brings it answers."""

    def factory(self) -> SMTP:
        return protocol(lmtp=False)


def open_door(port: int) -> None:
    """Take mail at this port from now on."""
    if not _doors:
        _doors.append(Door(Handler(), hostname="127.0.0.1", port=port))
        _doors[0].start()
    tell(_doors[0].port)


def tell(what: object) -> None:
    print("told", json.dumps(what))


def receives(name: str, *kinds: str) -> None:
    """Let there be an account that every notice of these kinds reaches by mail at once, and no other."""
    user, _ = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})
    user.quiet = {}
    user.save()
    EmailAddress.objects.update_or_create(
        user=user, defaults={"email": user.email, "verified": True, "primary": True}
    )
    set_rhythm(user, Rhythm.Mode.EACH, always=True, urgent_at_night=True, digest=False)
    for kind in ("turn", "start", "finish"):
        set_preference(user, kind, "email", kind in kinds)
    tell(user.username)


def begin(
    title: str, options: dict[str, Any], people: Mapping[str, str], bots: Mapping[str, str], seed: str
) -> None:
    """Begin a game between people and bots, by seat; what chance answers follows from the seed."""
    committed = Committed(rules.commitment(bytes.fromhex(seed)), seal(bytes.fromhex(seed)), timezone.now())
    usual, usual_scheme = start.fresh_seed, start.SCHEME
    start.fresh_seed, start.SCHEME = lambda: committed, 1
    try:
        (seat, name), *others = people.items()
        owner = User.objects.get(username=name)
        more = {"bots": dict(bots), "terms": {"grace": 0}, "auto_start": False}
        row = open_table(owner, title, options=options, seat=seat, **more)
        for other, name in others:
            tables.join(row.key, user=User.objects.get(username=name), seat=other)
        tables.start_now(row.key, owner)
    finally:
        start.fresh_seed, start.SCHEME = usual, usual_scheme
    tell(row.key)


def go_on(path: str, people: Mapping[str, str], bots: Mapping[str, str]) -> None:
    """Let people and bots take over a game from its record."""
    with open(path, "rb") as file:
        record = load_record(file.read())
    row = imports.import_record(
        record, {seat: User.objects.get(username=name) for seat, name in people.items()}
    )
    for seat, bot in bots.items():
        Seat.objects.filter(game=row, name=seat).update(bot=bot, guest_name="")
    play_bot(row.key)
    tell(row.key)


def stand(key: str) -> None:
    """Tell how a game stands: whether it is over, its version, each seat's moves and the last of them, the position."""
    row = access.get_game(key)
    game = positions.open_game(access.Viewer(row, tuple(row.seats.all()), None, None))
    snapshot = b64encode(msgspec.msgpack.encode(game.snapshot())).decode()
    moves = list(Event.objects.filter(game=row, kind="choice").order_by("seq").values_list("seat", "choices"))
    answers, said = Counter(seat for seat, _ in moves), dict(moves)
    is_over = row.status == Game.Status.FINISHED
    tell({"over": is_over, "version": row.version, "answers": answers, "said": said, "snapshot": snapshot})


def token(name: str) -> None:
    """Tell the secret of a fresh token of an account."""
    user = User.objects.get(username=name)
    tell(ApiToken.objects.issue(user, f"program {secrets.token_hex(2)}", list(ApiToken.SCOPES))[1])


def post() -> None:
    """Send every mail that is due by now, or will be soon."""
    tell(send_due(timezone.now() + timedelta(minutes=3)))
