"""The bodies and answers about an account: its profile, where its notices go, its rhythm of mail, its calendar."""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from games.shapes import among
from notifications.destinations import Outcome
from notifications.models import Rhythm as MailRhythm

CONFIRM_MOVES = (
    "Whether the pages ask once more before every move chosen there. Moves of programs are not asked about."
)


class ProfileChange(TypedDict, total=False):
    """A change of the profile."""

    username: str
    timezone: str
    locale: str
    confirm_moves: Annotated[bool, Meta(description=CONFIRM_MOVES)]


class Profile(TypedDict):
    """The account that calls, and what its token may do."""

    username: str
    timezone: str
    locale: str
    confirm_moves: Annotated[bool, Meta(description=CONFIRM_MOVES)]
    scopes: list[str] | None


class Preference(TypedDict):
    """A `kind` of notice, a `channel`, and whether it is `wanted` there."""

    kind: str
    channel: str
    wanted: bool


class Place(Outcome):
    """A browser or chat that is told."""

    id: int
    channel: str
    label: str


class NewPlace(TypedDict, total=False):
    """The address of a `chat`, or what a `browser` says of its push service, with a `label` for it."""

    chat: str
    browser: "BrowserAddress"
    label: str


class BrowserAddress(TypedDict):
    """A push subscription, as browsers give it."""

    endpoint: str
    keys: Mapping[str, str]


class Webhook(Outcome):
    """A webhook; its `secret` verifies the signatures."""

    id: int
    url: str
    secret: str


class NewWebhook(TypedDict):
    """The https address that is called."""

    url: str


class PlaceAction(TypedDict):
    """`test` it, or switch it on."""

    action: Literal["enable", "test"]


class ChannelAction(TypedDict):
    """`test` the channel of a table, switch it on, or store its `events`."""

    action: Literal["enable", "test", "events"]
    events: NotRequired[list[str]]


class NewChannel(TypedDict):
    """The address of a chat or program, and the events that it is told."""

    address: str
    events: list[str]


class AddedChannel(TypedDict):
    """A channel's id, and the secret of a program's signatures, told this once."""

    id: str
    secret: str


class IsDone(TypedDict):
    """It is done."""

    done: bool


class RhythmAsked(TypedDict):
    """The wished rhythm of mail; left out, `pictures` and `sign_in_links` stay as they are."""

    mode: Annotated[str, among(MailRhythm.Mode.values)]
    always: NotRequired[bool]
    urgent_at_night: NotRequired[bool]
    digest: NotRequired[bool]
    sign_in_links: NotRequired[bool]
    weekly: NotRequired[bool]
    pictures: NotRequired[bool]


class Rhythm(TypedDict):
    """The rhythm of mail: how often it comes, what may come at night, and what it holds."""

    mode: Annotated[str, among(MailRhythm.Mode.values)]
    always: bool
    urgent_at_night: bool
    digest: bool
    sign_in_links: bool
    weekly: bool
    pictures: bool


class CalendarAddress(TypedDict):
    """The secret address of the caller's calendar, "" if there is none."""

    address: str
