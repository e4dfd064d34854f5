"""Delivering the outbox: claimed in turn (`notifications.lanes`), retried with backoff, given up in the end."""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from django.conf import settings
from django.db import Error, close_old_connections, connection, transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from notifications import composers, kinds, lanes, outbox, rhythm, wakeups
from notifications.causes import OWN, always
from notifications.channels import email, registry
from notifications.channels.email.refusals import WHY, Meaning, Refusal
from notifications.composers import Notice, compose
from notifications.errors import DeliveryError
from notifications.inbound import addresses
from notifications.kinds import Kind, Sort
from notifications.lanes import Claim
from notifications.models import Delivery, Place, RefusedMail, Rhythm
from notifications.thread_pool import Crew

log = logging.getLogger(__name__)

#: Further games that one mail tells of.
MOST_JOINED = 20
#: Attempts before a notice is given up, after most of a day.
MOST_ATTEMPTS = 14
#: Seconds for which one sweep takes up notices, and those after which it looks for new ones while it waits.
TAKE_SECONDS = 20.0
LOOK_AGAIN_SECONDS = 0.5
#: Seconds for which a sweep tries to note what came of its notices while the database takes nothing. After that their
#: claims fall away, and they are told again.
NOTE_SECONDS = 600.0
#: Seconds within which a place answers at once.
PROMPT_SECONDS = 1.0
#: Refusals in a row after which a place that answers rests, too; one that is silent rests at once.
REFUSALS = 3
#: Sweeps of each lane that this process may have under way ...
_sweeps = {lane.name: threading.BoundedSemaphore(lane.sweeps) for lane in lanes.LANES.values()}
#: Lanes of which a sweep was wanted while so many were at it, any of which may just have had its last look ...
_wanted: set[str] = set()
#: ... and those that have lost the database, and have still to note what came of their notices.
_in_trouble: "set[_Sweep]" = set()

#: For so long it is kept how mail servers refused mail of this server.
KEEP_REFUSED = timedelta(days=30)
#: The kind of the notice that something no longer reaches its reader.
SWITCHED_OFF = "channel"
#: What it calls the mail of its reader.
MAIL_OFF = "mail"


@dataclass(frozen=True)
class Ready:
    """A claimed notice in words, with the claims of the others that it tells of."""

    delivery: Delivery
    notice: Notice
    joined: tuple[Claim, ...] = ()

    @property
    def claims(self) -> tuple[Claim, ...]:
        return (_claim_of(self.delivery), *self.joined)

    @property
    def is_doubtful(self) -> bool:
        """Whether its place may keep us waiting: it has not answered at once the last time."""
        return self.delivery.place is not None and not self.delivery.place.prompt


@dataclass(frozen=True)
class Outcome:
    """The outcome of sending a notice: nothing, or an error; and how many seconds it took."""

    ready: Ready
    error: DeliveryError | None
    seconds: float


def send_lane(
    name: str, now: datetime, limit: int = 200, going_on: Callable[[], bool] = lambda: True
) -> int | None:
    """Send what is due in a lane; safe with any number of workers.

    Args:
        limit: notices taken up at most. going_on: whether this worker goes on; otherwise no call is begun.

    Returns:
        How many were sent; None if enough sweeps of this process are at it already.
    """
    under_way = _sweeps[name]
    if not under_way.acquire(blocking=False):
        _wanted.add(name)
        return None
    with ExitStack() as stack:
        stack.callback(_let_others, name, under_way)
        _free_dead_claims(name, now)
        lanes.drop_moot(name, now)
        with Crew[Outcome](lanes.LANES[name].slots) as crew:
            return _send(_Sweep(lanes.LANES[name], crew, now), limit, going_on, stack.close)


def _let_others(name: str, under_way: threading.BoundedSemaphore) -> None:
    """Let the next sweep of a lane begin, and wake it if it has come before."""
    under_way.release()
    if name in _wanted:
        _wanted.discard(name)
        _wake(name)


def _wake(name: str) -> None:
    wakeups.after_commit(f"notifications.tasks.sweep_{name}")


def _free_dead_claims(name: str, now: datetime) -> None:
    """Let others have what dead workers claimed.

    What looks like theirs may be that of a sweep of ours that could not reach the database for as long: it notes first
    what came of its notices.
    """
    if not any(sweep.lane == name for sweep in list(_in_trouble)):
        lanes.free_dead_claims(name, now)


class _Sweep:
    """One sweep of a lane: what it has under way, and what came of calls and is not yet noted."""

    def __init__(self, lane: lanes.Lane, crew: Crew[Outcome], now: datetime) -> None:
        self.lane, self.line, self.crew = lane.name, lanes.Line(lane), crew
        self.sent, self.doubtful = 0, lane.doubtful
        self.trouble: Error | None = None
        self._now, self._began = now, time.monotonic()
        self._held: dict[int, tuple[Claim, ...]] = {}
        self._not_begun: set[Claim] = set()
        self._unsettled: list[Outcome] = []
        self._renewed_at = self._began

    @property
    def now(self) -> datetime:
        """Time goes on: a claim dated back to the beginning would soon look like that of a dead worker."""
        return self._now + timedelta(seconds=self.lasted)

    @property
    def lasted(self) -> float:
        return time.monotonic() - self._began

    @property
    def is_busy(self) -> bool:
        return bool(self.crew.busy or self._unsettled or self._not_begun)

    def take_up(self, limit: int) -> int:
        """Begin to send what is due. Returns how many notices were claimed; a trouble of the database ends it."""
        claims: list[Claim] = []
        try:
            claims = self.line.take(self.now, min(self.crew.size - self.crew.busy, limit), self.doubtful)
            self._not_begun = set(claims)
            for claim in claims:
                ready = prepare(claim, self.now)
                if ready is not None:
                    self._begin(ready)
                self._not_begun.discard(claim)
        except Error as error:
            self._troubled_by(error)
        return len(claims)

    def _begin(self, ready: Ready) -> None:
        """Begin to send a notice. Raises RuntimeError if the machine has no room for another thread."""
        self._not_begun.update(ready.claims)
        self.crew.begin(partial(carry_out, ready))
        self._not_begun.difference_update(ready.claims)
        self._held[ready.delivery.pk] = ready.claims
        self.doubtful -= ready.is_doubtful

    def settle(self) -> int:
        """Note what has come of calls, and what could not be noted before. Returns how many calls came back."""
        back = self.crew.finished(LOOK_AGAIN_SECONDS)
        self.doubtful += sum(outcome.ready.is_doubtful for outcome in back)
        outcomes, self._unsettled = [*self._unsettled, *back], []
        for outcome in outcomes:
            try:
                self.sent += settle(outcome, self.now)
                self._held.pop(outcome.ready.delivery.pk, None)
            except Error as error:
                self._troubled_by(error)
                self._unsettled.append(outcome)
        if self._not_begun:  # only where taking up has ended in the middle
            with self._noting_trouble():
                lanes.let_go(self._not_begun)
                self._not_begun = set()
        if self.lasted > NOTE_SECONDS:
            self._unsettled, self._not_begun = [], set()
        elif self.is_busy and not self.crew.busy:
            time.sleep(LOOK_AGAIN_SECONDS)  # until the database takes something again
        return len(back)

    def renew(self) -> None:
        """Now and then go on claiming what is under way, and let others have what dead workers claimed."""
        if time.monotonic() - self._renewed_at >= lanes.RENEW_SECONDS:
            self._renewed_at = time.monotonic()
            with self._noting_trouble():
                if self._held:
                    lanes.renew(chain.from_iterable(self._held.values()), self.now)
                _free_dead_claims(self.lane, self.now)

    def finish(self) -> None:
        """Wait for what is under way, and note what comes of it."""
        while self.is_busy:
            self.settle()
            self.renew()

    @contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        try:
            yield
        except Error as error:
            self._troubled_by(error)

    def _troubled_by(self, error: Error) -> None:
        """Take up nothing more; what went out is noted as soon as the database takes it.

        Until then this process frees no claims, so that it does not tell again what it has told; another one, where
        there are several for this lane, may do so half a minute after it was claimed.
        """
        self.trouble = error
        _in_trouble.add(self)
        if not connection.in_atomic_block:
            close_old_connections()


def _send(sweep: _Sweep, limit: int, going_on: Callable[[], bool], let_others: Callable[[], None]) -> int:
    """Take up what is due for a while, then wait for what is under way; meanwhile the next sweep may begin.

    One that has had its time, or its number of notices, wakes the next one for what it may have left. Whatever happens,
    what came of the notices under way is noted.
    """
    takes = True
    try:
        while True:
            spent = limit <= 0 or sweep.lasted >= TAKE_SECONDS
            if takes and (spent or sweep.trouble or not going_on()):
                takes, limit = False, 0
                let_others()
                if spent and not sweep.trouble:
                    _wake(sweep.lane)
            taken = sweep.take_up(limit) if takes else 0
            limit -= taken
            back = sweep.settle()
            sweep.renew()
            if not (taken or back or sweep.is_busy):
                break
    finally:
        try:
            sweep.finish()
        finally:
            _in_trouble.discard(sweep)
    if sweep.trouble:
        raise sweep.trouble
    return sweep.sent


def prepare(claim: Claim, now: datetime) -> Ready | None:
    """Put a claimed notice into words; None if it is no longer needed, has to wait, or cannot be worded.

    Raises the database's errors.
    """
    delivery = lanes.held([claim]).select_related("user", "place").first()
    if delivery is None:
        return None
    joined: dict[Claim, Notice] = {}
    try:
        verdict = rhythm.judge(delivery, now)
        if verdict.drop:
            _set(delivery, Delivery.State.DROPPED)
            return None
        if verdict.wait_until is not None:
            _set(delivery, Delivery.State.PENDING, due_at=verdict.wait_until, attempts=F("attempts") - 1)
            return None
        notice = compose(delivery)
        if notice is None:
            _set(delivery, Delivery.State.DROPPED)
            return None
        joins = rhythm.may_join(delivery)
        if joins is not None:
            joined = _join(delivery, joins, now)
        back = addresses.bounce_address(delivery)
        return Ready(delivery, replace(notice, also=tuple(joined.values()), return_to=back), tuple(joined))
    except Error:
        raise
    except Exception:
        log.exception("a notice could not be composed", extra={"delivery": delivery.pk})
        lanes.let_go(joined)
        _failed(delivery, DeliveryError("internal error", ours=True), now)
        return None


def carry_out(ready: Ready) -> Outcome:
    """Send a notice. Calls are made in threads of their own: nothing here asks the database."""
    began, error = time.perf_counter(), None
    try:
        registry.send(ready.delivery, ready.notice)
    except DeliveryError as failure:
        error = failure
    except Exception:
        log.exception("a notice could not be sent", extra={"delivery": ready.delivery.pk})
        error = DeliveryError("internal error", ours=True)
    return Outcome(ready, error, time.perf_counter() - began)


def settle(outcome: Outcome, now: datetime) -> bool:
    """Note what came of sending a notice. Returns whether it was sent. Raises the database's errors.

    What has gone out is sent, whoever claims it by now; a failure says nothing about what somebody else has claimed
    meanwhile.
    """
    ready = outcome.ready
    try:
        if outcome.error is None:
            _succeeded(ready, now, outcome.seconds <= PROMPT_SECONDS)
        else:
            lanes.let_go(ready.joined)
            _failed(ready.delivery, outcome.error, now)
    except Error:
        raise
    except Exception:
        # Its claim falls away later; the others that are under way are settled all the same.
        log.exception("what came of a notice could not be noted", extra={"delivery": ready.delivery.pk})
        return False
    return outcome.error is None


def _succeeded(ready: Ready, now: datetime, prompt: bool) -> None:
    """Note that a notice was sent, with those that it told of, too; what failed before is forgiven."""
    delivery = ready.delivery
    sent = Delivery.objects.filter(pk__in=[claim.delivery for claim in ready.claims])
    sent.update(state=Delivery.State.SENT, claimed_at=None, sent_at=now, error="")
    if delivery.channel == email.NAME and ready.notice.when_sent is not None:
        ready.notice.when_sent(email.id_of(delivery))
    if delivery.channel == email.NAME and delivery.user_id:
        troubled = Rhythm.objects.filter(user=delivery.user_id, mail_failures__gt=0, mail_comes_back=False)
        troubled.update(mail_failures=0, mail_failing_since=None)
    if delivery.place_id:
        Place.objects.filter(pk=delivery.place_id).update(
            failures=0, failing_since=None, rest_until=None, last_error="", called_at=now, prompt=prompt
        )


def _join(delivery: Delivery, joins: Callable[[Delivery], bool], now: datetime) -> dict[Claim, Notice]:
    """Claim the reader's other mails that are due and join this one, and word them.

    What has been answered meanwhile is dropped; what cannot be worded is left to its own delivery.
    """
    found: dict[Claim, Notice] = {}
    others = Delivery.objects.filter(
        user=delivery.user, channel=delivery.channel, state=Delivery.State.PENDING, due_at__lte=now
    )
    for other in others.order_by("due_at", "pk").select_related("user"):
        if len(found) == MOST_JOINED:
            break
        if not joins(other) or rhythm.held_until(other, now):
            continue
        claim = lanes.claim(other.pk, other.attempts, now)
        if claim is None:
            continue  # another worker was faster
        other.attempts = claim.attempts
        try:
            notice = None if rhythm.judge(other, now).drop else compose(other)
        except Exception:
            log.exception("a notice could not be composed", extra={"delivery": other.pk})
            lanes.let_go([claim])
            continue
        if notice is None:
            _set(other, Delivery.State.DROPPED)
        else:
            found[claim] = notice
    return found


def _claim_of(delivery: Delivery) -> Claim:
    """Return the claim under which a notice was read."""
    return Claim(delivery.pk, delivery.attempts)


def _set(delivery: Delivery, state: str, **fields: object) -> bool:
    """Note what becomes of a claimed notice. Returns whether the claim still held: otherwise it is another's affair."""
    return bool(lanes.held([_claim_of(delivery)]).update(state=state, claimed_at=None, **fields))


def backoff(attempts: int) -> timedelta:
    """Return how long to wait after so many attempts: 30 s doubling to 4 h, with jitter."""
    seconds = min(30 * 2 ** (attempts - 1), 4 * 3600)
    return timedelta(seconds=seconds * random.uniform(0.8, 1.2))


def rest(failures: int) -> timedelta:
    """Return how long a place that keeps us waiting rests: 30 s doubling to a quarter of an hour, with jitter."""
    seconds = min(30 * 2 ** (min(failures, 10) - 1), 900)
    return timedelta(seconds=seconds * random.uniform(0.8, 1.2))


@transaction.atomic
def _failed(delivery: Delivery, error: DeliveryError, now: datetime) -> None:
    """Note that a notice was not sent: it is tried again, or given up. A test is tried once."""
    is_test = delivery.kind == kinds.TEST
    dead = error.permanent or is_test or delivery.attempts >= MOST_ATTEMPTS
    state, words = Delivery.State.DEAD if dead else Delivery.State.PENDING, str(error)[:300]
    if not _set(delivery, state, error=words, due_at=now + backoff(delivery.attempts)):
        return
    log.warning("a notice failed", extra={"delivery": delivery.pk, "status": "dead" if dead else "retry"})
    if delivery.channel == email.NAME and error.ours and error.answered:
        _tell_operator(delivery.user, delivery.address, words, now)
    elif delivery.channel == email.NAME and not error.ours:
        meaning = Meaning.NO_MAILBOX if error.gone else Meaning.FAILED
        _mail_failed(delivery.user, delivery.address, meaning, now)
    if delivery.place_id is not None and not error.ours:
        _place_failed(delivery.place_id, error, now)
    if delivery.place_id is not None and is_test:
        Place.objects.filter(pk=delivery.place_id).update(last_error=words)


# -- switching off -----------------------------------------------------------------------------


def _place_failed(number: int, error: DeliveryError, now: datetime) -> None:
    """Count a failure of a place and let it rest; one that is gone or hopeless is switched off, and its owner told."""
    place = Place.objects.select_for_update().filter(pk=number).first()
    if place is None:
        return  # its owner has removed it meanwhile
    was_on = place.enabled
    place.failures += 1
    place.failing_since = place.failing_since or now
    place.called_at, place.prompt = now, False
    if not error.answered or place.failures >= REFUSALS:
        place.rest_until = now + rest(place.failures)
    if was_on:
        place.last_error = str(error)[:300]
    if error.gone or _is_hopeless(place.failures, place.failing_since, now):
        place.enabled = False
    place.save()
    transport = registry.find(place.channel)
    if was_on and not place.enabled and place.user is not None and transport is not None:
        _tell_switched_off(place.user, transport.spoken(place))


def _is_hopeless(failures: int, since: datetime, now: datetime) -> bool:
    """Return whether a channel has failed often and long enough to be switched off (DEF-6)."""
    house = settings.HOUSE
    return failures >= house.channel_failures and now - since >= house.channel_failing_for


def _mail_failed(user: User | None, address: str, meaning: Meaning, sent_at: datetime) -> None:
    """Count a mail to a person that did not get through; an address that takes none for good is switched off.

    Args:
        address: that of a guest, whose mails are not counted. sent_at: when it was sent.
    """
    lasts = meaning in (Meaning.NO_MAILBOX, Meaning.UNWANTED)
    if user is None:
        if lasts:
            outbox.forget_address(address)
        return
    rhythm, _ = Rhythm.objects.get_or_create(user=user)
    since = rhythm.mail_failing_since
    if since is None or _has_got_through(user, since, sent_at):
        rhythm.mail_failures, since = 0, sent_at
    rhythm.mail_failures = min(rhythm.mail_failures + 1, 1000)
    rhythm.mail_failing_since = since
    rhythm.save(update_fields=["mail_failures", "mail_failing_since"])
    if lasts or _is_hopeless(rhythm.mail_failures, since, sent_at):
        _switch_mail_off(user, WHY[meaning])


def _has_got_through(user: User, since: datetime, until: datetime) -> bool:
    """Return whether a mail that was sent between two that failed has not come back."""
    mails = Delivery.objects.filter(user=user, channel=email.NAME, state=Delivery.State.SENT)
    return mails.filter(sent_at__gt=since, sent_at__lt=until).exists()


@transaction.atomic
def came_back(
    user: User | None, address: str, refusal: Refusal, mail: Delivery | None, now: datetime
) -> None:
    """Deal with a mail that a server had taken, and that was refused after all; each mail once.

    Args:
        address: that of a guest. mail: which one it was, as far as that is known.
    """
    sent_at = now
    if mail is not None:
        sent_at = mail.sent_at or now
        # One mail may have told of several games.
        rows = Delivery.objects.filter(
            user=mail.user, address=mail.address, channel=email.NAME, sent_at=mail.sent_at
        )
        words = f"came back: {refusal.words}"[:300]
        noted = rows.filter(state=Delivery.State.SENT).update(state=Delivery.State.DEAD, error=words)
        if not noted and mail.state in (Delivery.State.SENT, Delivery.State.DEAD):
            return  # as it was before; a fast report comes before it is noted that the mail went out
    if refusal.meaning is Meaning.OURS:
        _tell_operator(user, address, refusal.words, now)
        return
    if user is not None:
        Rhythm.objects.update_or_create(user=user, defaults={"mail_comes_back": True})
    _mail_failed(user, address, refusal.meaning, sent_at)


def _tell_operator(user: User | None, address: str, words: str, now: datetime) -> None:
    """Note that mail was refused for a reason that the operator can mend (`notifications.models.RefusedMail`)."""
    reader = salted_hmac(
        "notifications.refused", f"{user.pk if user else address.lower()}", algorithm="sha256"
    )
    RefusedMail.objects.filter(at__lt=now - KEEP_REFUSED).delete()
    RefusedMail.objects.create(at=now, reader=reader.hexdigest(), words=words[:200])
    log.warning("a mail server refuses mail of this server", extra={"error": words})


def refused_readers(since: datetime) -> int:
    """Return to how many readers mail was refused since then for a reason that the operator can mend."""
    return RefusedMail.objects.filter(at__gt=since).values("reader").distinct().count()


def _switch_mail_off(user: User, why: str) -> None:
    """Send no more mail to a person, who is told so wherever else they can be reached."""
    if User.objects.filter(pk=user.pk, email_disabled=False).update(email_disabled=True):
        Rhythm.objects.filter(user=user).update(mail_off_because=why)
        _tell_switched_off(user, MAIL_OFF, why)


def mail_again(user: User) -> None:
    """Send mail to a person again, as if none had failed."""
    User.objects.filter(pk=user.pk).update(email_disabled=False)
    fresh = {"mail_failures": 0, "mail_failing_since": None, "mail_comes_back": False, "mail_off_because": ""}
    Rhythm.objects.filter(user=user).update(**fresh)
    user.email_disabled = False


def address_changed(user: User, **_: object) -> None:
    """Send mail to somebody's new address, whatever became of that to the old one."""
    if user.email_disabled:
        mail_again(user)


def _tell_switched_off(user: User, what: str, why: str = WHY[Meaning.FAILED]) -> None:
    """Tell somebody, by whatever still reaches them, that something no longer does, and why (DEF-6)."""
    stamp = int(timezone.now().timestamp())
    subject = {"what": what, "why": why}
    outbox.notify(SWITCHED_OFF, user=user, dedupe=f"off/{user.pk}/{stamp}/{what[:60]}", subject=subject)


def compose_switched_off(delivery: Delivery) -> Notice:
    """Word the notice that something no longer reaches somebody; chats show its subject only."""
    what, why = delivery.subject.get("what"), delivery.subject.get("why", WHY[Meaning.FAILED])
    lead = f"Notices no longer reach you through {what}: {why}."
    url = f"{settings.SITE_URL}/notifications/"
    context = {"site_name": settings.SITE_NAME, "lead": lead, "title": "Notices", "url": url}
    context["opens"] = "Look at your notices"
    return Notice(
        subject=f"No mail reaches you any more: {why}"
        if what == MAIL_OFF
        else "Notices no longer reach you everywhere",
        text=render_to_string("mail/notice.txt", context),
        html=render_to_string("mail/notice.html", context),
        data={"url": url, "headline": lead},
        thread="channels",
    )


def register() -> None:
    """Register the notice about what was switched off."""
    kinds.register(Kind(SWITCHED_OFF, "Something no longer reaches you", always(OWN), Sort.ANSWER, order=40))
    composers.register(SWITCHED_OFF, compose_switched_off)
