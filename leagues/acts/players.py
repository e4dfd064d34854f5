"""Acts about another player: block, mute (MOD-10), report (MOD-9)."""

from collections.abc import Callable
from typing import Self

from accounts import blocks
from accounts.models import User
from games.models.chat import Channel, ChatLine
from games.refusals import Refused
from leagues.acts.act import Act, Answer, Done
from leagues.acts.answers import Reported
from leagues.models import PersonReport
from leagues.services.conduct import chat_lines, moderation, verdicts
from leagues.services.queries import Whole


class Regard(Answer, kw_only=True):
    """The caller's blocking and muting of the player."""

    blocked: bool
    muted: bool

    @classmethod
    def of(cls, done: Done) -> Self:
        blocked = done.user.blocks.filter(blocked=done.result).exists()
        return cls(blocked=blocked, muted=done.user.mutes.filter(muted=done.result).exists())


THANKS = "Thank you. The moderators will look at it, and you will hear from them."


def _regard(name: str, label: str, change: Callable[[User, User], None], words: str) -> Act:
    def run(user: User, username: str) -> User:
        person = verdicts.find(username)
        change(user, person)
        return person

    return Act(name, run, words, Regard, label, at=("username",))


def report(
    user: User,
    username: str,
    category: str,
    text: str,
    game: str = "",
    channel: str = Channel.PLAYERS.value,
    line: Whole | None = None,
) -> PersonReport:
    """Tell the moderators about somebody, with a line of a chat if there is one."""
    about = verdicts.find(username)
    said = None if line is None else _line(game, channel, line).pk
    return moderation.report(user, about, category=category, text=text, game=game, line=said)


def report_line(
    user: User, category: str, text: str, line: Whole, game: str = "", channel: str = Channel.PLAYERS.value
) -> PersonReport:
    """Tell the moderators about a line of a chat, whoever said it: an account or a guest."""
    said = _line(game, channel, line)
    return moderation.report(user, said.voice.user, category=category, text=text, line=said.pk)


def _line(game: str, channel: str, number: int) -> ChatLine:
    """Return the line that a report names. Raises Refused."""
    found = chat_lines.line_at(game, channel, number)
    if found is None:
        raise Refused("no-such-line", "There is no such line in the chat.", 404, extra={"field": "line"})
    return ChatLine.objects.select_related("voice__user").get(pk=found)


ACTS = (
    _regard(
        "block", "Block somebody.", blocks.block, "You will not be paired or seated with {result} any more."
    ),
    _regard("unblock", "Take a block back.", blocks.unblock, "You no longer block {result}."),
    _regard(
        "mute",
        "Read nothing that somebody says.",
        blocks.mute,
        "You read nothing more of {result}. They do not learn of it.",
    ),
    _regard("unmute", "Take a mute back.", blocks.unmute, "You read {result} again."),
    Act(
        "report",
        report,
        THANKS,
        Reported,
        example={"category": "stalling", "text": "Never moves."},
        at=("username",),
    ),
)
LINE = Act(
    "report-line",
    report_line,
    THANKS,
    Reported,
    example={"category": "abuse", "text": "Rude.", "game": "…", "channel": "players", "line": 7},
    at=(),
)
