"""The bodies of requests and the answers that the API makes itself, by their types.

What other modules answer has its type beside the function that makes it.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

import rules
from games.chat.pointing import Mark
from games.chat.presentation import ChannelName, Spoken
from games.models import Game, Invitation
from games.models.orders import OrderRun, StandingOrder
from games.orders.presentation import Order
from games.play import feed
from games.play.positions import Choice, Ended, Kept, Line, Options, Status
from games.shapes import Moment, Written, among
from rules.core.chance import LONGEST_WORD
from rules.core.handbook import Aid, Section
from rules.core.records import Tree
from rules.core.stages import Stage

#: What a player says for the draws.
Word = Annotated[str, Meta(max_length=LONGEST_WORD)]
#: Who said that they share a household, or do not, where two seem to use one connection.
Connection = Annotated[str, among(("household", "apart"))]
Visibility = Annotated[str, among(Game.Visibility.values)]

# -- tables -----------------------------------------------------------------------------------


class BrokenOff(TypedDict):
    """The numbers of rated games that somebody has broken off in their first decisions, and has begun."""

    games: int
    begun: int


class TableSeat(TypedDict):
    """A seat of a table, and how many rated games its player has broken off in the first moves."""

    name: str
    label: str
    player: str
    broken_off: BrokenOff | None
    taken: bool
    waiting: bool


class Table(TypedDict):
    """A table of the lobby, or a game.

    `corrected`: its position was set right by hand. `stage` is that of its rules today: only what is complete is rated.
    """

    key: str
    title: str
    title_name: str
    status: Status
    visibility: Visibility
    options: Options
    name: Annotated[str, Meta(max_length=60)]
    note: str
    owner: str | None
    rated: bool
    corrected: bool
    stage: Stage | None
    preset: str
    clock: str
    at_zero: str
    headline: str
    commitment: str | None
    seats: list[TableSeat]
    result: Ended | None
    url: str


class TableList(TypedDict):
    """A page of tables or games; `next` is `after` of the next page."""

    results: list[Table]
    next: int | None


class TitleSeat(TypedDict):
    """A seat of a title."""

    name: str
    label: str


class OptionSet(TypedDict):
    """A set that an `option` brings to a table by any of these `values`, and how far its rules are."""

    option: str
    name: str
    stage: Stage
    values: list[str | bool | int]


class Title(TypedDict):
    """A game that can be played here, with its options; version and seats are those of the usual ones.

    `stage` is that of the title without its `sets`; what is played with some is as far as the weakest of them.
    """

    id: str
    name: str
    version: int
    stage: Stage
    seats: list[TitleSeat]
    bots: list[str]
    options: list[rules.OptionField]
    sets: list[OptionSet]


class NewTable(TypedDict):
    """The terms of a new table; whatever is left out is as usual here. `bots` maps seats to names of bots.

    `salt` is your word for the draws; it came after the seed was fixed if `commitment` names that (`/commitment/`).
    """

    title: str
    options: NotRequired[Options]
    seat: NotRequired[str]
    seat_choice: NotRequired[Annotated[str, among(Game.SeatChoice.values)]]
    visibility: NotRequired[Visibility]
    preset: NotRequired[str]
    zero_policy: NotRequired[str]
    spectators: NotRequired[Annotated[str, among(Game.Spectators.values)]]
    chat: NotRequired[Annotated[str, among(Game.Chat.values)]]
    name: NotRequired[Annotated[str, Meta(max_length=60)]]
    note: NotRequired[str]
    rated: NotRequired[bool]
    auto_start: NotRequired[bool]
    bots: NotRequired[dict[str, str]]
    solo: NotRequired[bool]
    salt: NotRequired[str]
    commitment: NotRequired[str]


class Commitment(TypedDict):
    """SHA-256 of the seed that is fixed for your next table; it serves for one table, until it `expires`."""

    commitment: str
    committed_at: Moment
    expires: Moment


class TableAction(TypedDict, total=False):
    """The fields that an action needs (see `action`); `connection` is asked for by 409 `same-connection`."""

    seat: str
    salt: str
    connection: Connection
    username: str
    invitation: int
    commitment: str


class Left(TypedDict):
    """The table was left."""

    left: bool


class NewInvitation(TypedDict):
    """The number of the `invitation`, by which it is withdrawn."""

    invitation: int


class Linked(TypedDict):
    """The address of the private link of a seat; it is not told again."""

    url: str


# -- seats ------------------------------------------------------------------------------------


class OfferedSeat(TypedDict):
    """The seat of a private link, and its table."""

    seat: str
    taken: bool
    table: Table


class SitDown(TypedDict):
    """`action` is `sit` (with `name`, perhaps `email` and `salt`) or `renew`."""

    action: Literal["sit", "renew"]
    name: NotRequired[str]
    email: NotRequired[str]
    salt: NotRequired[str]


class SatDown(TypedDict):
    """The guest's own `link` from now on, and where they sit, if they have just sat down."""

    game: NotRequired[str]
    seat: NotRequired[str]
    link: str


class SeatClaim(TypedDict):
    """The `link` of a seat, and the caller's word for the draws."""

    link: str
    salt: NotRequired[str]


class ClaimedSeat(TypedDict):
    """The seat that is the caller's now."""

    game: str
    seat: str


WaitingInvitation = TypedDict(
    "WaitingInvitation",
    {"id": int, "from": str, "broken_off": BrokenOff, "seat": str, "table": Table},
)


class WaitingInvitations(TypedDict):
    """The invitations that wait for an answer."""

    invitations: list[WaitingInvitation]


class InvitationAnswer(TypedDict):
    """The answer to an invitation: accepted or not; `connection` is asked for by 409 `same-connection`."""

    accept: bool
    salt: NotRequired[str]
    connection: NotRequired[Connection]


class AnsweredInvitation(TypedDict):
    """The outcome of an invitation."""

    state: Annotated[str, among(Invitation.State.values)]
    game: str


# -- playing ----------------------------------------------------------------------------------


class Move(TypedDict):
    """A chain of choices: `choices` as JSON values, `moves` as text in the title's notation, or the `draft`.

    `word` is mixed into the draws from here on: 1 to 64 characters of ASCII without spaces, fresh for every position.
    `seat` is an ally's, where one question is answered in its place: with the version that stands in `asked_for`.
    """

    version: int
    choices: NotRequired[list[Choice]]
    moves: NotRequired[str]
    draft: NotRequired[bool]
    word: NotRequired[Word]
    seat: NotRequired[str]


class Plan(TypedDict, total=False):
    """Moves to keep for later: `choices` or `moves`, as for a move."""

    choices: list[Choice]
    moves: str


class KeptPlan(TypedDict):
    """Each part is `{"text": …}` in notation or `{"value": …}`."""

    draft: list[Kept]


class Moved(TypedDict):
    """The outcome of a chain of choices: how many were played, what is kept as `draft`, and who is asked now.

    `places` and `draft_places` say which of the submitted choices each of `written` and `draft` came from, and
    `named_places` which named, rightly, what the rules took without asking.
    """

    version: int
    applied: int
    written: list[str]
    draft: list[Choice]
    barrier: bool
    over: bool
    replayed: bool
    places: list[int]
    draft_places: list[int]
    named_places: list[int]
    waiting_for: list[str]
    decision: rules.Described | None


class ChoicePage(TypedDict):
    """A page of the legal choices, as JSON values and `written` in notation; `next` is `after` of the next page."""

    version: int
    kind: str
    may_pass: bool
    choices: list[Choice]
    written: list[str]
    next: int | None


class Story(TypedDict):
    """A part of the story; `next` is `since` of the next part."""

    lines: list[Line]
    next: int


class StepList(TypedDict):
    """The steps of a game that the caller may look at."""

    steps: list[int]


class GivenWord(TypedDict):
    """A word that came with a move, and when, to the minute."""

    seq: int
    seat: str | None
    word: str
    at: str | None


class Proof(TypedDict):
    """`trust` says in sentences what is proven, and to whom.

    `tree` says of a game of an event where its `commitment` stands among those that were fixed together.
    """

    commitment: str
    committed_at: Moment | None
    tree: Tree | None
    trust: list[str]
    words: list[GivenWord]
    drawn: int
    checked: int | None
    fault: str | None


class News(TypedDict):
    """Games that moved."""

    events: list[feed.MovedGame]
    next: str


class OrderAsked(TypedDict):
    """A standing order: what it answers (`decision_kind`) and how, on which `conditions`, and what ends it."""

    kind: Annotated[str, among(StandingOrder.Kind.values)]
    decision_kind: NotRequired[str]
    answer: NotRequired[Annotated[str, among(StandingOrder.Answer.values)]]
    lines: NotRequired[list[str] | str]
    conditions: NotRequired[list[str] | str]
    stop_on: NotRequired[list[str]]
    uses: NotRequired[int]
    days: NotRequired[int]


class OrderChange(TypedDict):
    """A change of an order."""

    act: Literal["arm", "pause", "remove"]


class OrderRunSeen(TypedDict):
    """The outcome of an order."""

    state: Annotated[str, among(OrderRun.State.values)]
    words: str
    at: Written | None


class OrderList(TypedDict):
    """The orders of a seat; `kinds` can be answered by one, with what they ask, and `events` can stop one."""

    orders: list[Order]
    kinds: dict[str, str]
    events: list[str]
    runs: list[OrderRunSeen]


class PartnerAllowed(TypedDict):
    """The ally who may answer questions of these `kinds`, and of no others; none at all takes everything back."""

    partner: str
    kinds: list[str]


class Acted(TypedDict):
    """The outcome of an act: the version of the game afterwards, and words for whoever did it."""

    version: int
    done: str


class Done(TypedDict):
    """Words for whoever did it."""

    done: str


class Following(TypedDict):
    """The caller's following of the game: whether their weekly digest tells of it."""

    follows: bool


# -- chat -------------------------------------------------------------------------------------


class Said(TypedDict):
    """The line that was said; `replayed` if its idempotency key had been used for it before."""

    line: Spoken
    replayed: bool


class Saying(TypedDict):
    """The words to say; left out, `channel` is the caller's own.

    In the channel of one's side `marks` point at regions of the board, by id or name; the text may be empty then.
    """

    text: str
    channel: NotRequired[ChannelName]
    marks: NotRequired[list[Mark]]


class ChatAct(TypedDict, total=False):
    """The number of the `voice` that is muted, or muted no longer; the `channel` that was read, left out: all."""

    voice: int
    channel: ChannelName


# -- time -------------------------------------------------------------------------------------


class LeftSeat(TypedDict):
    """A seat of a running game whose player has left."""

    key: str
    title: str
    seat: str
    label: str
    headline: str
    since: Written | None


class LeftSeats(TypedDict):
    """The seats that are offered."""

    results: list[LeftSeat]


class VacationAsked(TypedDict):
    """The time for which somebody is away, and whether their standing orders rest meanwhile."""

    start: Moment
    end: Moment
    pause_orders: NotRequired[bool]


class Vacation(TypedDict):
    """A vacation; an `automatic` one came with quiet hours or an absence."""

    start: Written
    end: Written
    automatic: bool


class RunningOn(TypedDict):
    """A game that no vacation stops, and why."""

    key: str
    why: str


class Vacations(TypedDict):
    """The vacations that come, how many days are left, and which games they stop."""

    coming: list[Vacation]
    days_left: int
    days_left_words: str
    more_at: Written | None
    stopped: list[str]
    running_on: list[RunningOn]


class AnnouncedVacation(Vacations):
    """The vacations that come now, and how many orders rest."""

    orders_paused: int


Hours = TypedDict("Hours", {"from": str, "to": str, "zone": str})
HoursAsked = TypedDict("HoursAsked", {"from": str, "to": str})


class QuietHours(TypedDict):
    """The quiet hours that hold `now`, and those that hold `next`; null: none."""

    now: Hours | None
    next: Hours | None


# -- the handbook -----------------------------------------------------------------------------


class CardPart(TypedDict):
    """One of the things that a card says, under its own heading; `needs` is what must be true for it."""

    heading: str
    needs: str
    text: str
    mark: str


class Card(TypedDict):
    """The words printed on a card, or told of a character; `ids` are those of all that are printed alike."""

    ids: list[str]
    kind: Literal["card", "character"]
    name: str
    marks: list[str]
    parts: list[CardPart]


class CardShelf(TypedDict):
    """Cards that belong together."""

    id: str
    heading: str
    cards: list[Card]


class Volume(TypedDict):
    """Everything that can be read of a title, or of one of its expansions."""

    sections: list[Section]
    aids: list[Aid]
    shelves: list[CardShelf]


class ExpansionVolume(Volume):
    """Everything that can be read of an expansion, which the `option` brings."""

    option: str
    name: str


class Handbook(Volume):
    """All that can be read of a title, and of each of its expansions."""

    title: str
    expansions: list[ExpansionVolume]
