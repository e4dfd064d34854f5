"""Acts of moderators: about a game (MOD-11), a report (MOD-9), two people of whom there are signs (MOD-12)."""

from typing import Any

from accounts.models import User
from games.play.access import require_moderator
from leagues.acts.act import Act, Answer, Done, answer
from leagues.services.conduct import chat_lines, copies, moderation, verdicts


class Seen(Answer):
    """The view of a seat."""

    shape = moderation.Seen

    @classmethod
    def of(cls, done: Done) -> moderation.Seen:
        seen: moderation.Seen = done.result
        return seen


Copied = answer("Copied", game=(str, "key"))
ActedOn = answer("ActedOn", game=(str, "key"), status=(str, "status"))

DONE, COPIED = "Done; the players are told.", "The copy begins; the players are told."


def _act_on_game(name: str, label: str, **fixed: Any) -> Act:
    example = {"seat": "sauron", "hours": 24, "username": "sam", "reason": "Storm."}
    said = {field: value for field, value in example.items() if field not in fixed}
    return Act(name, moderation.act_on_game, DONE, ActedOn, label, said, {"act": name, **fixed})


def _copy(name: str, label: str, **fixed: Any) -> Act:
    example = {"step": 12, "reason": "A fault of ours."}
    return Act(name, copies.copy, COPIED, Copied, label, example, fixed, game=lambda made: made)


Answered = answer("Answered", state=(str, "state"))
Judged = answer("Judged", games=(int, ""))


def judge(user: User, first: str, second: str, verdict: str, reason: str) -> int:
    """Decide about two people: `clear` them, `annul` their games against each other, or `restore` those."""
    require_moderator(user)
    return verdicts.judge(user, verdicts.find(first), verdicts.find(second), verdict, reason)


def _words_of_verdict(done: Done) -> str:
    games = f"{done.result} games; both are told." if done.result else ""
    return f"Decided: {games or 'Nobody is told, and nothing is shown of them again.'}"


ANSWER = Act(
    "answer-report",
    moderation.answer,
    "The report is closed, and the reporter is told.",
    Answered,
    example={"report": 7, "acted": True, "text": "They were warned."},
    at=(),
)
JUDGE = Act(
    "judge",
    judge,
    _words_of_verdict,
    Judged,
    example={"verdict": "annul", "reason": "One person."},
    at=("first", "second"),
)
HIDE = Act(
    "hide-line",
    chat_lines.hide_line,
    lambda done: "The line is out of sight." if done.said.get("hidden", True) else "The line is shown again.",
    answer("ShownLine", act=(str, "act")),
    example={"reason": "Rude.", "hidden": True},
    at=("number",),
)
ACTS = (
    Act("see", moderation.see, "", Seen),
    _act_on_game("move-deadline", "Give a clock more time.", username=""),
    _act_on_game("fallback", "Answer an open decision by its fixed rule.", username="", hours=0),
    _act_on_game("swap-seat", "Give a seat to somebody else.", hours=0),
    _act_on_game("void", "End the game without a result.", seat="", username="", hours=0),
    _copy("copy", "Play on in a copy, beside the game.", instead=False),
    _copy("rewind", "Play on in a copy, instead of the game.", instead=True),
)
