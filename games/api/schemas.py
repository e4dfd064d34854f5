"""The shapes of the API, for its OpenAPI description only: the data itself is never passed through them."""

from __future__ import annotations

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers as s


class Problem(s.Serializer[object]):
    """A refusal (RFC 9457)."""

    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    code = s.CharField()
    detail = s.CharField()
    rule = s.CharField(required=False)
    index = s.IntegerField(required=False)
    version = s.IntegerField(required=False)


class Table(s.Serializer[object]):
    """A table of the lobby, or a game."""

    key = s.CharField()
    title = s.CharField()
    status = s.CharField()
    name = s.CharField(allow_blank=True, max_length=60)
    note = s.CharField(allow_blank=True)
    commitment = s.CharField(allow_null=True)
    url = s.CharField()


class TableList(s.Serializer[object]):
    """A page of tables or games; `next` is `after` of the next page."""

    results = Table(many=True)
    next = s.IntegerField(allow_null=True)


class NewTable(s.Serializer[object]):
    """What a table is opened with; whatever is left out is as usual here. `bots` maps seats to names of bots.

    `salt` is your word for the draws; it came after the seed was fixed if `commitment` names that (`/commitment/`).
    """

    title = s.CharField()
    options = s.DictField(required=False)
    seat = s.CharField(required=False)
    seat_choice = s.CharField(required=False)
    visibility = s.CharField(required=False)
    preset = s.CharField(required=False)
    zero_policy = s.CharField(required=False)
    spectators = s.CharField(required=False)
    chat = s.CharField(required=False)
    name = s.CharField(required=False, max_length=60)
    note = s.CharField(required=False)
    rated = s.BooleanField(required=False)
    auto_start = s.BooleanField(required=False)
    bots = s.DictField(child=s.CharField(), required=False)
    solo = s.BooleanField(required=False)
    salt = s.CharField(required=False)
    commitment = s.CharField(required=False)


class Commitment(s.Serializer[object]):
    """SHA-256 of the seed that is fixed for your next table; it serves for one table, until it `expires`."""

    commitment = s.CharField()
    committed_at = s.DateTimeField()
    expires = s.DateTimeField()


class Move(s.Serializer[object]):
    """A chain of choices: `choices` as JSON values, `moves` as text in the title's notation, or the `draft`.

    `word` is mixed into the draws from here on: 1 to 64 characters of ASCII without spaces, fresh for every position.
    """

    version = s.IntegerField()
    choices = s.ListField(child=s.JSONField(), required=False)
    moves = s.CharField(required=False)
    draft = s.BooleanField(required=False)
    word = s.CharField(required=False, max_length=64)


class Plan(s.Serializer[object]):
    """Moves to keep for later: `choices` or `moves`, as for a move."""

    choices = s.ListField(child=s.JSONField(), required=False)
    moves = s.CharField(required=False)


class KeptPlan(s.Serializer[object]):
    """Each part is `{"text": …}` in notation or `{"value": …}`."""

    draft = s.ListField(child=s.DictField())


class Moved(s.Serializer[object]):
    """What became of a chain of choices: how many were played, what is kept as `draft`, and who is asked now."""

    version = s.IntegerField()
    applied = s.IntegerField()
    written = s.ListField(child=s.CharField())
    draft = s.ListField(child=s.JSONField())
    barrier = s.BooleanField()
    over = s.BooleanField()
    replayed = s.BooleanField()
    waiting_for = s.ListField(child=s.CharField())
    decision = s.DictField(allow_null=True)


class SitDown(s.Serializer[object]):
    """`action` is `sit` (with `name`, perhaps `email` and `salt`) or `renew`."""

    action = s.CharField()
    name = s.CharField(required=False)
    email = s.CharField(required=False)
    salt = s.CharField(required=False)


class News(s.Serializer[object]):
    """Games that moved: `game`, `seat`, `status`, `version`, `waiting`, `stream` each."""

    events = s.ListField(child=s.DictField())
    next = s.CharField()


CONFIRM_MOVES = (
    "Whether the pages ask once more before every move chosen there. Moves of programs are not asked about."
)


class ProfileChange(s.Serializer[object]):
    """What is to change in the profile."""

    username = s.CharField(required=False)
    timezone = s.CharField(required=False)
    locale = s.CharField(required=False)
    confirm_moves = s.BooleanField(required=False, help_text=CONFIRM_MOVES)


class Profile(s.Serializer[object]):
    """The account that calls, and what its token may do."""

    username = s.CharField()
    timezone = s.CharField()
    locale = s.CharField()
    confirm_moves = s.BooleanField(help_text=CONFIRM_MOVES)
    scopes = s.ListField(child=s.CharField(), allow_null=True)


class Acted(s.Serializer[object]):
    """What came of an act: the version of the game afterwards, and words for whoever did it."""

    version = s.IntegerField()
    done = s.CharField()


class Done(s.Serializer[object]):
    """Words for whoever did it."""

    done = s.CharField()


class Situation(s.Serializer[object]):
    """A game as its caller may know it; `view` is the title's own."""

    key = s.CharField()
    title = s.CharField()
    status = s.CharField()
    held_until = s.DateTimeField(
        allow_null=True,
        help_text="Until when the caller may take back that it has handed over; nobody else sees the move before.",
    )
    version = s.IntegerField()
    headline = s.CharField(allow_blank=True)
    you = s.CharField(allow_null=True)
    waiting_for = s.ListField(child=s.CharField())
    view = s.DictField()
    decision = s.DictField(allow_null=True)
    can = s.DictField(child=s.BooleanField())


class Choices(s.Serializer[object]):
    """A page of the legal choices, as JSON values and `written` in notation; `next` is `after` of the next page."""

    version = s.IntegerField()
    kind = s.CharField()
    may_pass = s.BooleanField()
    choices = s.ListField(child=s.JSONField(allow_null=True))
    written = s.ListField(child=s.CharField())
    next = s.IntegerField(allow_null=True)


class Proof(s.Serializer[object]):
    """`trust` says in sentences what is proven, and to whom; each of `words` has `seq`, `seat`, `word`, `at`.

    `tree` says of a game of an event where its `commitment` stands among those that were fixed together: `event`,
    `root`, `number`, `path`.
    """

    commitment = s.CharField()
    committed_at = s.DateTimeField(allow_null=True)
    tree = s.DictField(allow_null=True)
    trust = s.ListField(child=s.CharField())
    words = s.ListField(child=s.DictField())
    drawn = s.IntegerField()
    checked = s.IntegerField(allow_null=True)
    fault = s.CharField(allow_null=True)


class Lines(s.Serializer[object]):
    """A part of the story; `next` is `since` of the next part."""

    lines = s.ListField(child=s.DictField())
    next = s.IntegerField()


class ChatLine(s.Serializer[object]):
    """Something that was said; the text of a hidden line is empty.

    `by`: `voice` names who spoke for muting; `seat` (null for spectators) with its `label`; `name`.
    """

    number = s.IntegerField()
    channel = s.CharField()
    by = s.DictField()
    mine = s.BooleanField()
    at = s.DateTimeField()
    text = s.CharField(allow_blank=True)
    hidden = s.BooleanField()


class ChatLines(s.Serializer[object]):
    """A part of a chat, and the `channels` that the caller may read."""

    channels = s.ListField(child=s.DictField())
    channel = s.CharField()
    lines = ChatLine(many=True)
    next = s.IntegerField()
    unread = s.IntegerField()


class Said(s.Serializer[object]):
    """The line that was said; `replayed` if its idempotency key had been used for it before."""

    line = ChatLine()
    replayed = s.BooleanField()


class Saying(s.Serializer[object]):
    """`channel` is `players` or `watchers`; left out, it is the caller's own."""

    text = s.CharField()
    channel = s.CharField(required=False)


class Anything(s.Serializer[object]):
    """An object whose fields the text of the operation names."""


Empty = inline_serializer("Empty", {})
