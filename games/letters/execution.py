"""The execution of what a mail asks for, and the outcome line by line (MIL-4 to MIL-6)."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import orjson
from django.utils import timezone

import rules
from accounts import visits
from games.letters import choice_list, commands, plans, wrong
from games.letters.answers import Answer, Row
from games.letters.parser import Item, Script
from games.letters.questions import require_asked, stale
from games.models import Game, Seat
from games.play import access, partners, positions, trials
from games.play.submit import Submitted, only_others_answered, refused_by_rules, submit
from games.refusals import Refused
from notifications.inbound.parser import has_own_id
from rules.core import stories
from rules.core.errors import ChanceError

Outcome = TypeVar("Outcome")


def viewer_of(seat: Seat) -> access.Viewer:
    """Return the seat's owner as a viewer of the game as it is now."""
    game = access.get_game(seat.game.key)
    seats = tuple(game.seats.all())
    own = next(s for s in seats if s.pk == seat.pk)
    return access.Viewer(game, seats, own, own.user)


@dataclass(frozen=True)
class _Mail:
    """What a mail answers, as `answer` is told of it."""

    version: int
    message_id: str
    received_at: datetime
    of: str


def answer(
    seat: Seat,
    script: Script,
    *,
    version: int,
    message_id: str,
    received_at: datetime | None = None,
    of: str = "",
) -> Answer:
    """Do what a mail asks for. Nothing is raised for what players get wrong: the answer says it.

    Args:
        version: the version that the moves were written for.
        message_id: names the mail; the same mail again has no second effect.
        received_at: when the server got the mail; what the clock counts.
        of: the ally in whose place its one move answers, if the ally allows that now; "" for the seat's own.
    """
    done = Answer()
    mail = _Mail(version, message_id, received_at or timezone.now(), of)
    if seat.user is not None:
        visits.seen(seat.user, mail.received_at)
    if script.doubtful:
        _ask_back(script, done)
        return done
    plays = [item for item in script.commands if plans.plays(item)]
    contradiction = _contradiction(script, plays, of)
    if contradiction:
        done.refused, done.lead = True, f"Nothing was done: {contradiction}."
        done.rows = [Row(item.line, "left") for item in (*script.items, *script.plan)]
        return done
    if not script.items and not script.plan:
        done.lead = "There was neither a move nor a command in your mail." if not script.dry else ""
        done.refused = not script.dry
        done.lead = done.lead or "A dry run: nothing was changed."
    reported = [_report(seat, script, item, mail) for item in script.commands if wrong.says(item)]
    if script.moves:
        if not script.dry:
            _play(seat, script.moves, mail, done)
        elif of:
            _try_answer(seat, script.moves, mail, done)
        else:
            _try_moves(seat, script.moves, version, done)
    if plays and not script.dry:
        _play_plan(seat, plays[0], mail, done)
    if script.plan:
        plans.keep(viewer_of(seat), script.plan, done, _why_waits(script, done, "kept"))
    for row in reported:
        done.rows.append(row)
        done.changed = done.changed or row.state == "done"
        done.refused = done.refused or row.state == "refused"
    for item in script.commands:
        if not wrong.says(item) and (script.dry or not plans.plays(item)):
            _run(seat, script, item, version, done)
    done.rows += [Row(line, "ignored") for line in script.ignored]
    done.lead = done.lead or _lead(done)
    return done


def _report(seat: Seat, script: Script, item: Item, mail: _Mail) -> Row:
    """Report what a line says is wrong, before anything of its mail is played: it is about what the mail answered."""
    if script.dry:
        return Row(item.line, "left", item.command, [_why_waits(script, Answer(), "done")])
    return wrong.report(viewer_of(seat), item, [move.text for move in script.moves], mail.version, mail.of)


def _contradiction(script: Script, plays: list[Item], of: str) -> str:
    """Return why the lines of a mail cannot count together, "" where they can; `plays` are those that play the plan."""
    if script.moves and any(commands.ends(item) for item in script.commands):
        return "a mail that ends the game cannot hold moves too"
    if plays and (script.moves or script.plan or len(plays) > 1):
        return "`plan play` stands alone, without moves or another plan"
    if of and (plays or script.plan):
        return "a plan is for what you are asked yourself, and this mail answers for an ally"
    return ""


def _ask_back(script: Script, done: Answer) -> None:
    """Refuse a mail with lines that may be a name or a question as well as a move, and say both readings."""
    done.refused = True
    done.lead = "Nothing was done: a line of your mail may be a move, or none."
    done.rows = [Row(item.line, "left") for item in (*script.items, *script.plan)]
    for item in script.doubtful:
        words = [
            f"It would be a move, but reads as a name or a question. If it is a move, write `move: {item.text}`.",
            "If it is none, send the moves again without it, or with `end` above it.",
        ]
        done.rows.append(Row(item.line, "refused", "", words))
    done.rows += [Row(line, "ignored") for line in script.ignored]


def _why_waits(script: Script, done: Answer, what: str) -> str:
    """Return why something beside the moves of a mail is not `what` (done, kept), "" if it is."""
    if script.dry:
        return f"This is a dry run: not {what}."
    refused = bool(script.moves) and not done.moved
    return "Your moves were refused, so this waits too." if refused else ""


def _run(seat: Seat, script: Script, item: Item, version: int, done: Answer) -> None:
    """Do one command. Where the moves of the mail were refused, nothing else changes either."""
    row = Row(item.line, "done", item.command)
    done.rows.append(row)
    waits = _why_waits(script, done, "done") if commands.changes(item) else ""
    if waits:
        row.state, row.words = "left", [waits]
        return
    before = _length_of_log(seat)
    try:
        commands.run(viewer_of(seat), item, row.words, done.sections, version)
        done.changed = done.changed or commands.changes(item)
        done.moved = done.moved or (commands.changes(item) and _length_of_log(seat) > before)
    except Refused as refused:
        row.state, row.words = "refused", [refused.message]
        done.refused = True
    if row.state == "refused" and done.changed and done.lead.startswith("Done:"):
        done.lead += " Not everything else was done."


def _lead(done: Answer) -> str:
    """Return the first sentence of a receipt for a mail of commands alone."""
    if done.refused:
        return "Not everything was done." if done.changed else "Nothing was done."
    return "Done." if done.changed else "Here is what you asked for."


def _length_of_log(seat: Seat) -> int:
    return int(Game.objects.values_list("version", flat=True).get(pk=seat.game_id))


def _with_choices(
    seat: Seat,
    moves: list[Item],
    mail: _Mail,
    done: Answer,
    act: Callable[[rules.Decision, list[Any]], Outcome],
) -> Outcome | None:
    """Let `act` have what is asked and what the lines of a mail choose; None if refused, and the answer says why."""
    viewer = viewer_of(seat)
    done.rows = [Row(item.line, "left", item.text) for item in moves]
    decision = None
    try:
        decision = _asked(viewer, mail.version, mail.of)
        return act(decision, choice_list.choices_of([item.text for item in moves], decision))
    except Refused as refused:
        _refuse(viewer, moves, refused, done, decision)
    except rules.IllegalChoice as illegal:
        _refuse(viewer, moves, refused_by_rules(illegal), done, decision)
    return None


def _play(seat: Seat, moves: list[Item], mail: _Mail, done: Answer) -> None:
    result = _with_choices(seat, moves, mail, done, lambda _, choices: _submit(seat, choices, mail))
    if result is None:
        return
    done.changed = done.moved = True
    _note_played(result, done)
    if mail.of:
        done.lead = f"Done: you have answered for {rules.title(seat.game.title).seat_name(mail.of)}."


def _play_plan(seat: Seat, item: Item, mail: _Mail, done: Answer) -> None:
    """Play what the seat has kept; what of it lies behind the barrier stays kept."""
    row = Row(item.line, "refused")
    done.rows.append(row)
    viewer = viewer_of(seat)
    try:
        _asked(viewer, mail.version)
        result = _submit(seat, None, mail)
    except Refused as refused:
        done.refused = True
        row.words = [refused.message, *plans.line_at(viewer, refused.index)]
        return
    done.changed = done.moved = True
    row.state, row.understood = "done", "; ".join(result.written)
    if result.draft:
        row.words = [f"Still kept: {'; '.join(_written(choice) for choice in result.draft)}"]
    done.lead = f"Done: {result.applied} move{'s' if result.applied > 1 else ''} of your plan played."


def _submit(seat: Seat, choices: list[Any] | None, mail: _Mail) -> Submitted:
    """Play choices, or the plan (None), whose rest stays kept; the same mail again has no second effect."""
    return submit(
        seat.game.key,
        mail.of or seat.name,
        expected_version=mail.version,
        choices=choices,
        idempotency_key=f"mail-{hashlib.sha256(mail.message_id.encode()).hexdigest()[:40]}",
        received_at=mail.received_at,
        word=_word_of(mail.message_id),
        keeps_rest=choices is None,
        partner=seat.name if mail.of else "",
    )


#: Why something of a mail was not looked at, and what becomes of it.
BEHIND = (
    "Something was revealed, or another player was asked, before it. It is not kept: send it again when you are asked, "
    "or write `plan:` before what you want kept."
)


#: What is said of a line that named what the rules take without asking.
NO_OTHER = "There is no other choice here: the rules take it without asking."


def _note_played(result: Submitted, done: Answer) -> None:
    """Say of each line what of it was played, and what lies behind the barrier: a line may stand for several steps."""
    places = result.places or range(len(result.written))
    for place, row in enumerate(done.rows):
        played = [words for words, at in zip(result.written, places, strict=True) if at == place]
        rest = [_written(c) for c, at in zip(result.draft, result.draft_places, strict=True) if at == place]
        row.understood = "; ".join(played)
        row.state = ("part" if rest else "done") if played else "unseen"
        if not played and place in result.named_places:
            row.state, row.words = "done", [NO_OTHER]
        if rest:
            row.words = [*([f"Not looked at: {'; '.join(rest)}"] if played else []), BEHIND]
    count = result.applied
    done.lead = f"Done: {count} move{'s' if count > 1 else ''} played."
    if result.draft:
        done.lead += " What stood behind was not looked at."


def _written(choice: Any) -> str:
    return choice if isinstance(choice, str) else str(orjson.dumps(choice), "utf-8")


def _word_of(message_id: str) -> str | None:
    """Return the word for the draws that a mail brings: its sender finds the Message-ID in what they have sent.

    A name that the server made for a mail without one is no word.
    """
    return hashlib.sha256(message_id.encode()).hexdigest() if has_own_id(message_id) else None


def _asked(viewer: access.Viewer, version: int, of: str = "") -> rules.Decision:
    """Return what is asked, of an ally for whom the mail answers. Raises Refused for an old mail, or for nothing."""
    if viewer.game.status == Game.Status.FINISHED:
        raise Refused("game-over", "The game is over.", 409)
    play = positions.open_game(viewer)
    if of:
        return require_asked(viewer, play, version, of)
    seen = positions.visible_seq(viewer, play)
    if seen != version and not only_others_answered(viewer.game, play, str(viewer.seat_name), version):
        raise stale()
    decision = positions.open_decision(viewer, play)
    if decision is None:
        raise Refused("not-your-turn", "It is not your turn: nothing is asked of you now.", 409)
    return decision


def _refuse(
    viewer: access.Viewer,
    moves: list[Item],
    refused: Refused,
    done: Answer,
    first: rules.Decision | None,
) -> None:
    """Say which line was refused, and what comes near it; `first` is what the first line answers."""
    done.refused = True
    done.lead = "Nothing was done." if refused.index is not None else f"Nothing was done. {refused.message}"
    if refused.index is None:
        return
    for row in done.rows[: refused.index]:
        row.words = ["This would be possible, but all moves of a mail count together."]
    row = done.rows[refused.index]
    row.state = "refused"
    row.words = [refused.message + (f" ({refused.rule})" if refused.rule else "")]
    typed = moves[refused.index].text
    if refused.index and typed.isdecimal():
        row.words.append("A number counts only for the list in the mail that you answered: write the move.")
    decision = _decision_before(viewer, moves[: refused.index], first)
    if decision is not None:
        near = choice_list.nearest(rules.title(viewer.game.title), decision, typed)
        if near:
            row.words.append(f"Nearest to it: {'; '.join(near)}")
    if len(typed.split()) > 2 and not any(sign in typed for sign in ":;>"):
        row.words.append("If it is no move: `press: ` before it says it to the others, `# ` leaves it aside.")


def _decision_before(
    viewer: access.Viewer, before: list[Item], first: rules.Decision | None
) -> rules.Decision | None:
    """Return what is asked once the moves `before` are played, the first of them as an answer to `first`."""
    if first is None or not before:
        return first
    play = trials.copy_of(viewer)
    seat = viewer.seat_name or ""
    try:
        play.play(seat, choice_list.choices_of([item.text for item in before], first))
    except (rules.IllegalChoice, ChanceError):
        return None
    return play.decision_of(seat)


def _try_answer(seat: Seat, moves: list[Item], mail: _Mail, done: Answer) -> None:
    """Say whether an answer for an ally is possible, and no more: what it leads to is the ally's to see first."""

    def tried(decision: rules.Decision, choices: list[Any]) -> bool:
        choice = partners.only_choice(rules.title(seat.game.title), decision, choices)
        with suppress(ChanceError):
            trials.copy_of(viewer_of(seat)).play(mail.of, [choice])
        return True

    if not _with_choices(seat, moves, mail, done, tried):
        done.lead = f"A dry run. {done.lead}"
        return
    done.lead = "A dry run: nothing was changed."
    done.rows[0].state, done.rows[0].words = "shown", ["Possible."]


def _try_moves(seat: Seat, moves: list[Item], version: int, done: Answer) -> None:
    """Show what moves would do, up to the first thing that they would reveal (MIL-6)."""
    viewer = viewer_of(seat)
    done.rows = [Row(item.line, "left", item.text) for item in moves]
    done.lead = "A dry run: nothing was changed."
    try:
        decision = _asked(viewer, version)
    except Refused as refused:
        done.refused = True
        done.lead = f"A dry run: nothing was changed. {refused.message}"
        return
    choices = choice_list.choices_of([item.text for item in moves], decision)
    why_not = trials.refusal_of(viewer, choices)
    if why_not is not None:
        _refuse(viewer, moves, why_not, done, decision)
        done.lead = "A dry run: nothing was changed, and this chain of moves would be refused."
        return
    play = trials.copy_of(viewer)
    title = play.title
    for row in done.rows:
        row.state, row.understood = "unseen", ""
    for index, choice in enumerate(choices):
        row = done.rows[index]
        told = len(play.lines)
        try:
            applied = play.play(seat.name, [choice])
        except rules.IllegalChoice:  # the chain is possible: this names what the rules take without asking
            row.state, row.words = "shown", [NO_OTHER]
            continue
        except ChanceError:
            row.state = "shown"
            row.words = ["Possible. Then dice are rolled or something is drawn: a dry run ends here."]
            return
        row.state, row.understood = "shown", "; ".join(applied.written)
        if applied.barrier:
            row.words = ["Possible. Then it is final, or something is revealed: a dry run ends here."]
            if applied.draft:
                row.words.insert(0, f"Not looked at: {'; '.join(c.text for c in applied.draft)}")
            return
        fresh = [line for line in play.lines[told:] if line.is_visible_to(seat.name)]
        row.words = stories.sentences(title, fresh) or ["Possible."]
    then = play.decision_of(seat.name)
    view = play.view(seat.name)
    done.sections.append(("The position then", title.text_board(view).split("\n")))
    if then is not None:
        done.sections.append(("Then you are asked", [then.prompt, *choice_list.lines_of(title, then)]))
