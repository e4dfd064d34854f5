"""Traces of where people come from, as coarse as moderators need them: signs of one person with two accounts (MOD-12).

An address or a browser is never stored. What is kept is a keyed hash of it (HMAC-SHA-256 with SECRET_KEY, cut
to 64 bits), with times to ten minutes, as long as `settings.HOUSE.visits_kept` says. Without the key a copy of the
database names no address; nothing that players see is made from it but one warning about themselves.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.limits import line_of, parsed
from accounts.models import SharedConnection, User, Visit

#: Times are rounded down to this; a visit goes on as long as no pause is longer than `PAUSE`.
GRAIN = timedelta(minutes=10)
PAUSE = timedelta(minutes=30)
#: Accounts at one address above which it says nothing: a school, an office, a mobile network.
CROWDED = 4
#: Days that a joining player's warning looks back.
WARNED_DAYS = 14
#: Different people about whom one account is asked in a month: nobody finds out who lives where by trying.
MOST_ASKED = 3
ASKED_DAYS = 30
#: What proxies add to a request (RFC 7239, RFC 9110, and what was usual before them).
TRACES = (
    "HTTP_FORWARDED",
    "HTTP_VIA",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP",
)


# -- writing down ------------------------------------------------------------------------------


def address_of(request: HttpRequest) -> str:
    """Return the network address of a caller: behind our own proxy, the one that the proxy names."""
    return named_address(
        str(request.META.get("REMOTE_ADDR", "")), request.META.get("HTTP_X_FORWARDED_FOR", "")
    )


def named_address(remote: str, forwarded: str) -> str:
    """Return the address of a caller by where the connection comes from and what `X-Forwarded-For` says."""
    trusted = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    named = [part.strip() for part in forwarded.split(",")]
    return named[-trusted] if trusted and len(named) >= trusted and named[-trusted] else remote


def note_account(request: HttpRequest, account: int) -> None:
    """Tell the server for whom a request is answered, so that it knows whoever shows the same next time.

    It is noted in the ASGI scope, where there is one, for `wotr.fair_queue`.
    """
    request.META.get("asgi.scope", {})["account"] = account


def is_of_this_machine(request: HttpRequest) -> bool:
    """Return whether a request was sent on the machine of the server; one through a proxy may be from anywhere."""
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT or any(request.META.get(name) for name in TRACES):
        return False
    address = parsed(str(request.META.get("REMOTE_ADDR", "")))
    return address is not None and address.is_loopback


def connection_of(address: str) -> str:
    """Return what of an address stands for one line (accounts.limits), to tell who shares it.

    Nonsense, and the machine that the server itself runs on, are "".

    >>> connection_of("192.0.2.7"), connection_of("2001:db8:1:2:3:4:5:6"), connection_of("127.0.0.1")
    ('192.0.2.7', '2001:db8:1:2::', '')
    """
    found = parsed(address)
    return "" if found is None or found.is_loopback else line_of(address)


def mark_of(kind: str, value: str) -> str:
    """Return the keyed hash of an address or a browser's name, 16 hexadecimal digits; "" for ""."""
    if not value:
        return ""
    return salted_hmac(f"accounts.visits.{kind}", value, algorithm="sha256").hexdigest()[:16]


def seen(user: User, now: datetime | None = None) -> None:
    """Write down that somebody was here today; at most one write a day."""
    today = (now or timezone.now()).date()
    if user.seen_on != today:
        user.seen_on = today
        User.objects.filter(pk=user.pk).filter(Q(seen_on__isnull=True) | Q(seen_on__lt=today)).update(
            seen_on=today
        )


def note(user: User, request: HttpRequest, now: datetime | None = None) -> None:
    """Write a request of a signed-in person down, as part of a visit."""
    now = now or timezone.now()
    if user.kind != User.Kind.HUMAN:
        return
    seen(user, now)
    address = mark_of("address", connection_of(address_of(request)))
    if not settings.HOUSE.visits_kept or not address:
        return
    browser = mark_of("browser", request.META.get("HTTP_USER_AGENT", "")[:400])
    moment = _rounded(now)
    visit = (
        Visit.objects.filter(user=user, address=address, browser=browser, last_at__gte=moment - PAUSE)
        .order_by("-last_at")
        .first()
    )
    if visit is None:
        Visit.objects.create(user=user, address=address, browser=browser, begun_at=moment, last_at=moment)
    elif visit.last_at < moment:
        Visit.objects.filter(pk=visit.pk).update(last_at=moment)


def note_session(user: User, request: HttpRequest, now: datetime | None = None) -> None:
    """Write a request of a browser down, if its session has not told the same in these ten minutes."""
    now = now or timezone.now()
    told = mark_of("session", f"{address_of(request)} {request.META.get('HTTP_USER_AGENT', '')[:400]}")
    mark = [int(_rounded(now).timestamp()), told]
    if request.session.get("visit") != mark:
        note(user, request, now)
        request.session["visit"] = mark


def _rounded(moment: datetime) -> datetime:
    """Return the beginning of the ten minutes that a moment lies in."""
    grain = int(GRAIN.total_seconds())
    return datetime.fromtimestamp(int(moment.timestamp()) // grain * grain, moment.tzinfo)


def forget_old(now: datetime) -> int:
    """Delete visits older than they may be kept. Returns how many."""
    old = now - settings.HOUSE.visits_kept
    return Visit.objects.filter(last_at__lt=old).delete()[0]


def unseen(users: Collection[int], days: int, now: datetime) -> set[int]:
    """Return those of `users` (ids) who have not been here in the last `days` days; nobody for 0 days."""
    if not days:
        return set()
    since = (now - timedelta(days=days)).date()
    here = User.objects.filter(pk__in=users, seen_on__gte=since).values_list("pk", flat=True)
    return set(users) - set(here)


# -- who shares a connection -------------------------------------------------------------------


def telling_addresses(since: datetime, users: Collection[int] | None = None) -> dict[str, set[int]]:
    """Return who came from where since then, by mark; only what 2 to `CROWDED` accounts share.

    Args:
        users: only addresses from which one of these (ids) came.
    """
    rows = Visit.objects.filter(last_at__gte=since)
    if users is not None:
        own = rows.filter(user__in=users).values("address")
        rows = rows.filter(address__in=own)
    found: dict[str, set[int]] = {}
    for address, user in rows.order_by().values_list("address", "user").distinct():
        found.setdefault(address, set()).add(user)
    return {address: people for address, people in found.items() if 2 <= len(people) <= CROWDED}


def sharing(user: User, others: Iterable[int], now: datetime) -> set[int]:
    """Return those of `others` (ids) who lately came from an address that `user` lately came from."""
    wanted = set(others) - {user.pk}
    if not wanted or not settings.HOUSE.visits_kept:
        return set()
    found: set[int] = set()
    for people in telling_addresses(now - timedelta(days=WARNED_DAYS), [user.pk]).values():
        if user.pk in people:
            found |= people & wanted
    return found


def to_ask(user: User, others: Iterable[int], now: datetime) -> set[int]:
    """Return those of `others` about whom `user` has still to say why they share a connection.

    Somebody whom either of the two has spoken about before is not asked about again; nor is anybody beyond
    the few people that an account is asked about in a month. Whoever is to be asked about is written down.
    """
    shared = sharing(user, others, now)
    if not shared:
        return set()
    said = SharedConnection.objects.exclude(answer=SharedConnection.Answer.NONE)
    said = said.filter(Q(user=user, other__in=shared) | Q(other=user, user__in=shared))
    shared -= {person for pair in said.values_list("user", "other") for person in pair}
    asked = SharedConnection.objects.filter(user=user, asked_at__gte=now - timedelta(days=ASKED_DAYS))
    known = set(asked.values_list("other", flat=True))
    room = max(0, MOST_ASKED - len(known))
    due = (shared & known) | set(sorted(shared - known)[:room])
    for other in due - known:
        SharedConnection.objects.update_or_create(user=user, other_id=other, defaults={"asked_at": now})
    return due


def say(user: User, others: Iterable[int], answer: str, now: datetime) -> None:
    """Keep what `user` says about sharing a connection with `others`, for the moderators."""
    for other in others:
        SharedConnection.objects.update_or_create(
            user=user, other_id=other, defaults={"answer": answer, "said_at": now}
        )
