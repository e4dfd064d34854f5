"""Acts of directors (TOU-9): about an event, a game, the people in it, each other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from accounts.models import User
from leagues.acts.act import Act, Done
from leagues.acts.answers import Event, Pairing, Reported
from leagues.models import Entrant
from leagues.services import directing
from leagues.services.conduct import copies, moderation
from leagues.services.directing import correspondence, directors, invitations, pairs, teams
from leagues.services.entry import readmission
from leagues.services.queries import Row


class Invitations(Event, kw_only=True):
    """The competition, and why others were not invited, a sentence each."""

    not_invited: list[str]

    @classmethod
    def of(cls, done: Done) -> dict[str, Any]:
        return {**super().of(done), "not_invited": done.result.refusals}


def _words_of_readmission(done: Done) -> str:
    waits = done.result.state != Entrant.State.ENTERED
    return f"{done.result.user.shown_name} {'may be asked into a team' if waits else 'is in again'}."


def readmit(key: str, user: User, entrant_id: Row, reason: str, games: str = readmission.STAND) -> Entrant:
    """Let somebody in again; the `games` that they lost by leaving `stand`, or are played anew (`replay`)."""
    return directing.readmit(key, user, entrant_id, games, reason)


def _in_event(name: str, run: Callable[..., Any], words: str, **example: Any) -> Act:
    return Act(name, run, words, Event, example=example)


def _on_game(name: str, run: Callable[..., Any], words: str, **example: Any) -> Act:
    return Act(name, run, words, Pairing, example=example)


_PAUSE = Act("pause", directing.pause, "The clocks stand.", Pairing, fixed={"wanted": True})

ACTS = (
    _in_event("start", directing.start_now, "It begins."),
    _in_event("call-off", directing.call_off, "It is called off."),
    _in_event("dates", directing.change_dates, "The dates are moved."),
    _in_event("director", directors.add, "{result} directs this event too."),
    _in_event("remove-director", directors.remove, "{result} directs this event no longer."),
    _in_event("step-down", directors.step_down, "You direct this event no longer."),
    Act("invite", invitations.invite_all, "{result.words}", Invitations, warnings=lambda made: made.refusals),
    _in_event("take-back-invitation", invitations.take_back, "{result} is invited no longer."),
    _in_event("message", directing.message_all, "Your message is on its way to everybody.", text="Be kind."),
    _in_event(
        "answer",
        correspondence.answer,
        "Your answer is on its way to {result.about}.",
        letter=71,
        text="Yes.",
    ),
    _in_event("end-round", directing.pair_now, "The round ends now."),
    _on_game("extend", directing.extend, "The deadline is moved.", number=3, days=7, reason="Illness."),
    _on_game(
        "adjudicate", directing.adjudicate, "The game is decided.", number=3, verdict="draw", reason="Agreed."
    ),
    _on_game("give-time", directing.give_time, "The clock has more time."),
    _PAUSE,
    replace(_PAUSE, name="resume", words="The clocks run again.", fixed={"wanted": False}),
    _on_game(
        "correct",
        directing.correct,
        "The position is set right.",
        number=3,
        change="Corruption = 5",
        reason="A misprint.",
    ),
    _on_game(
        "reading",
        directing.settle_reading,
        "Settled; the players are told.",
        number=3,
        way="new",
        reason="As the rulebook has it.",
    ),
    _on_game(
        "play-again",
        copies.play_again,
        "The copy begins; the players are told.",
        number=3,
        step=12,
        reason="A fault of ours.",
    ),
    _on_game("excuse", directing.excuse, "The loss by the clock is excused."),
    _in_event("remove", directing.remove, "They are taken out."),
    _in_event("remove-team", teams.remove, "{result} is taken out."),
    Act("readmit", readmit, _words_of_readmission, Event, example={"entrant": 12, "reason": "By mistake."}),
    _in_event("rung", directing.set_rung, "The rung is set."),
    _in_event("replace", directing.replace, "The place is handed over."),
    _in_event("place", directing.place_entrant, "The seed is set."),
    _in_event("keep-apart", pairs.keep_apart, "They are kept apart."),
    _in_event("let-meet", pairs.let_meet, "They may meet."),
    _in_event("pair", pairs.pair, "They are paired."),
    _in_event("unpair", pairs.unpair, "The pair is left to the rules."),
    Act("suspect", moderation.suspect, "The moderators look at it; you hear what comes of it.", Reported),
)
