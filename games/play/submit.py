"""The only door for moves (MOV-6, MOV-7): one transaction from the lock to the outbox."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import IntegrityError, transaction

import rules
from accounts.models import ApiToken
from games.ledger import ledger, limits, lookups, misses
from games.ledger.opened import Open
from games.models import Event, Game, Seat, Submission
from games.play import drafts, hand_over, partners, repeats
from games.refusals import Refused
from games.time.host_clock import trusted
from rules.core.applied import Applied
from rules.core.chance import LONGEST_WORD, Mixed, is_word
from rules.core.decisions import Text

_STATUS = {"not-your-turn": 409, "game-over": 409, "takeback-barrier": 409, "malformed": 400}


@dataclass
class Submitted:
    """The outcome of a submission: the version now, how many choices were applied, and the rest as a draft.

    `places` and `draft_places` say which of the submitted choices, from 0, each of `written` and `draft` came from: a
    line of notation may stand for several. `named_places` are those of what named, rightly, what the rules took
    without asking. `play` is the game after it, `answered` what was asked with its answers; a repeated answer comes
    without. `seat` is the seat that it was for, `partner` the ally who has answered in its place.
    `hands_over`: others are asked now, and nothing was revealed.
    """

    version: int
    applied: int
    written: list[str] = field(default_factory=list)
    draft: list[Any] = field(default_factory=list)
    barrier: bool = False
    over: bool = False
    replayed: bool = False
    places: list[int] = field(default_factory=list)
    draft_places: list[int] = field(default_factory=list)
    named_places: list[int] = field(default_factory=list)
    seat: str = ""
    partner: str = ""
    hands_over: bool = False
    play: rules.Game[Any] | None = field(default=None, repr=False, compare=False)
    answered: list[tuple[rules.Decision, rules.Choice]] = field(
        default_factory=list, repr=False, compare=False
    )

    def told(self) -> dict[str, Any]:
        """Return what its sender is told, as JSON."""
        return {name: getattr(self, name) for name in _TOLD}


_TOLD = (
    "version",
    "applied",
    "written",
    "draft",
    "barrier",
    "over",
    "replayed",
    "places",
    "draft_places",
    "named_places",
)

#: Finds the seat of a locked game that a submission is for. Raises Refused.
Finder = Callable[[Game, list[Seat]], str]


def refused_by_rules(illegal: rules.IllegalChoice) -> Refused:
    """Return a refusal of the rules as one of the server."""
    return Refused(
        illegal.code,
        illegal.message,
        _STATUS.get(illegal.code, 422),
        rule=illegal.rule,
        index=illegal.index,
    )


def visible_version(row: Any, play: rules.Game[Any], seat: str | None) -> int:
    """Return the version that a seat sees: others do not see what can still be taken back."""
    sees_all = seat is not None and (play.mover == seat or play.decision_of(seat) is not None)
    return int(row.version if sees_all else row.published_version)


def submit(
    game_key: str,
    seat_name: str | Finder,
    *,
    expected_version: int,
    choices: list[Any] | None,
    idempotency_key: str | None = None,
    received_at: datetime | None = None,
    by: str = "player",
    word: str | None = None,
    keeps_rest: bool = True,
    may_hold: bool = False,
    partner: str | Finder = "",
    token: ApiToken | None = None,
) -> Submitted:
    """Play a chain of choices for a seat.

    Args:
        seat_name: the seat, or what finds it among the locked game's seats (and may refuse).
        expected_version: the version that the choices were made for, as this seat sees it.
        choices: JSON values, or `Text` in the title's notation; None for what the seat has kept as its draft,
            whatever that is by then: sending it again is the same submission still.
        idempotency_key: sending the same again with the same key gives the first answer again.
        received_at: when the server received it (default: now, before waiting for the lock); what the
            clock counts, so that a move in time stays in time however long it waited to be processed.
        by: `player`, `bot` or `clock` (which answers with the fallback).
        word: what the mover's own program mixes into the draws, from this move's on. A game that began before
            there were such words takes none. The same submission sent again is the same with another word, too.
        keeps_rest: what lies behind the barrier becomes the seat's draft; otherwise the earlier one stays.
        may_hold: a move that only hands over may be held for as long as the table says (games.play.hand_over).
        partner: who answers one question in its place (games.play.partners), with a version and key of their own.
        token: that of the caller as it was a moment ago, to be looked at again under the lock.

    Raises:
        Refused: nothing has changed. Revoked: likewise, for the token is not what it was.
    """
    digest = _digest(choices, expected_version, str(seat_name) if partner else "")
    _check(idempotency_key, word)
    chain = _Chain(
        seat_name,
        expected_version,
        choices,
        idempotency_key,
        digest,
        trusted(received_at),
        by,
        word,
        keeps_rest,
        may_hold,
        partner,
        token,
    )
    try:
        with transaction.atomic():
            return _play(game_key, chain)
    except (Refused, IntegrityError):
        # What was accepted has moved its seat's version on: only what is refused now can be a repetition.
        if (earlier := _earlier(game_key, chain)) is None:
            raise
        return earlier


def _digest(choices: list[Any] | None, version: int, ally: str) -> int:
    """Return what tells a submission from others of its sender, for an `ally` too. Raises Refused for too much."""
    said = ["the draft"] if choices is None else choices
    if ally:
        said = [*said, {"in the place of": ally}]
    return Submission.digest_of(limits.check_size(said, version))


def _check(key: str | None, word: str | None) -> None:
    """Raise Refused for an idempotency key, or a word for the draws, that none can be."""
    if key is not None:
        limits.check_key(key)
    if word is not None and not is_word(word):
        raise Refused(
            "malformed",
            f"A word for the draws has 1 to {LONGEST_WORD} letters, digits and signs of ASCII, without spaces.",
            400,
            extra={"field": "word"},
        )


@dataclass
class _Chain:
    """A submission on its way; `seat` and `partner` become names as soon as these are known.

    `draft` is what the seat had kept, where it was that which was sent.
    """

    seat: str | Finder
    version: int
    choices: list[Any] | None
    key: str | None
    digest: int
    received_at: datetime
    by: str
    word: str | None
    keeps_rest: bool
    may_hold: bool
    partner: str | Finder
    token: ApiToken | None
    draft: list[dict[str, Any]] | None = None

    def find(self, row: Game, seats: list[Seat]) -> None:
        """Find the seat, and the partner, among those of the locked game. Raises Refused."""
        if not isinstance(self.seat, str):
            self.seat = self.seat(row, seats)
        if not isinstance(self.partner, str):
            self.partner = self.partner(row, seats)
        if self.partner == self.seat:
            self.partner = ""

    @property
    def sender(self) -> str:
        """The seat that has sent it, "" as long as that is not known: keys are its own."""
        sender = self.partner or self.seat
        return sender if isinstance(sender, str) else ""

    def choices_for(self, opened: Open, seat: Seat) -> list[Any]:
        """Return the choices to play, if they were made for the position as it is. Raises Refused."""
        row, play = opened.row, opened.play
        if self.partner:
            assert isinstance(self.partner, str)
            try:
                return [partners.answer_in(row, play, seat, self.partner, self.version, self.choices)]
            except rules.IllegalChoice as illegal:
                raise refused_by_rules(illegal) from None
        version = visible_version(row, play, seat.name)
        if self.version != version and not only_others_answered(row, play, seat.name, self.version):
            raise partners.stale(version)
        if self.choices is not None:
            return self.choices
        if not seat.draft:
            raise Refused("malformed", "You have kept no moves for later.", 400)
        self.draft = seat.draft
        return drafts.choices_of(seat.draft)

    def kept(self, row: Game, answer: Submitted) -> Submission:
        """Return what is kept so that sending it again is known, and answered as the first time."""
        assert self.key is not None
        return Submission(
            game=row,
            key_digest=Submission.digest_of_key(self.sender, self.key),
            sent_digest=self.digest,
            version=answer.version,
            final=answer.barrier,
            draft=self.draft,
        )


def _play(game_key: str, chain: _Chain) -> Submitted:
    row, seats = ledger.lock_with_seats(game_key, chain.token)
    chain.find(row, seats)
    ledger.require_running(row)
    opened = ledger.restored(row, seats, chain.received_at)
    seat = opened.seat(str(chain.seat))
    play = opened.play
    choices = chain.choices_for(opened, seat)
    word = None
    if chain.word is not None and isinstance(play.source, Mixed):
        word = chain.word
        play.source.mix_in(word)
    may_hold = chain.may_hold and not chain.partner
    held_for = hand_over.lasts(row, seats, seat) if may_hold else timedelta(0)
    try:
        applied = play.play(seat.name, choices, holds=bool(held_for))
    except rules.IllegalChoice as illegal:
        raise refused_by_rules(illegal) from None
    kind: Literal["choice", "timeout"] = "timeout" if chain.by == "clock" else "choice"
    by = str(chain.partner) or None
    ledger.append_answer(opened, seat, applied, kind, word, by)
    if play.is_held:
        row.held_until = opened.now + held_for
    if chain.by == "player" and not by and chain.keeps_rest and (seat.draft or applied.draft):
        seat.draft = drafts.stored(applied.draft)
        opened.changed.add(seat.name)
    weight = play.sitting_weight
    if applied.barrier:
        ledger.answer_at_once(opened)
    answer = _answer(play, seat, applied, opened.row.version, by or "")
    if chain.key is not None:
        opened.writes.insert([chain.kept(row, answer)])
    if applied.barrier:
        if seat.flagged_at is not None or seat.extra_ms:
            misses.forgive_if_in_time(opened, seat)
        ledger.pass_on(opened, seat, weight=weight, by_partner=bool(by))
    else:
        ledger.save(opened)
    return answer


def _answer(play: rules.Game[Any], seat: Seat, applied: Applied, number: int, partner: str) -> Submitted:
    """Return what a submission is answered, whose entry has this number."""
    return Submitted(
        version=number + play.is_over,  # the end is an entry of its own
        applied=len(applied.choices),
        written=applied.written,
        draft=[c.text if isinstance(c, Text) else c for c in applied.draft],
        barrier=applied.barrier,
        over=play.is_over,
        places=applied.places,
        draft_places=applied.draft_places,
        named_places=applied.named_places,
        seat=seat.name,
        partner=partner,
        hands_over=applied.hands_over,
        play=play,
        answered=list(zip(applied.asked, applied.choices, strict=True)),
    )


def only_others_answered(row: Game, play: rules.Game[Any], seat: str, version: int) -> bool:
    """Return whether nothing has happened since a seat's `version` but answers of others to what all are asked.

    The first of them may have named rules that were mended meanwhile, by which everything is as it was.
    """
    answered = play.answered_together
    if play.decision_of(seat) is None or not 0 < row.version - version <= len(answered) + 1:
        return False  # who is not asked learns nothing of what can still be taken back
    since = list(Event.objects.filter(game=row, seq__gt=version).values_list("kind", "seat", "rules"))
    by = [seat for kind, seat, _ in since if kind in (Event.Kind.CHOICE, Event.Kind.TIMEOUT)]
    named = [rules for _, _, rules in since if rules is not None and rules["way"] in ("same", "old")]
    return len(by) + len(named) == len(since) and 0 < len(set(by)) == len(by) and set(by) <= answered


def was_played(game: int, seat: str, key: str) -> bool:
    """Return whether a submission with this key has been accepted (MOV-7)."""
    digest = Submission.digest_of_key(seat, key)
    return bool(key) and Submission.objects.filter(game=game, key_digest=digest).exists()


def _earlier(game_key: str, chain: _Chain) -> Submitted | None:
    """Return the answer that the same submission got. Raises Refused if the key was another one's."""
    if chain.key is None or not chain.sender:
        return None
    found = lookups.submission_of(game_key, chain.sender, chain.key)
    if found is None:
        return None
    if found.sent_digest != chain.digest:
        raise Refused("idempotency-conflict", "This key was used for another submission already.", 409)
    seat, partner = str(chain.seat), str(chain.partner)
    play, applied = repeats.played_again(found, seat, partner, chain.version, chain.choices)
    answer = _answer(play, Seat(name=seat), applied, found.version - play.is_over, partner)
    return replace(answer, replayed=True, play=None, answered=[])
