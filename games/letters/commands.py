"""Commands that may be given by mail beside moves (MIL-5)."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

import rules
from accounts.unlinked_text import unlinked
from games.acts import registry, votes
from games.acts.about_time import in_zone
from games.acts.act import Look
from games.chat import channels, talk
from games.hours import vacations
from games.letters import choice_list, lobby, lookups, plans
from games.letters.parser import DOING, Item, help_lines
from games.models.chat import Channel
from games.orders import orders
from games.planning import notes
from games.play import partners, positions
from games.play.access import Viewer
from games.refusals import Refused
from games.time import clocks, wording
from rules.core.stories import in_a_row

HISTORY_LINES = 20
MOST_HISTORY = 300

Sections = list[tuple[str, list[str]]]
Command = Callable[[Viewer, str, list[str], Sections, int], None]


def run(viewer: Viewer, item: Item, words: list[str], sections: Sections, version: int) -> None:
    """Do one command: short answers go to `words`, long ones to `sections`. Raises Refused."""
    act = registry.act_by_word(item.command)
    if act is None:
        _RUN[item.command](viewer, item.text, words, sections, version)
    else:
        words.append(act.do(viewer, act.data_of(Look(viewer), item.text)).words)


def changes(item: Item) -> bool:
    """Return whether a command changes something."""
    if item.command == "plan":
        return bool(item.text)
    return item.command in DOING or registry.act_by_word(item.command) is not None


def ends(item: Item) -> bool:
    """Return whether a command may end the game: it does not mix with moves."""
    act = registry.act_by_word(item.command)
    return act is not None and act.ends


def _help(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    lines = ["Write moves, one a line; all of them count, or none. A number is a choice of the last list."]
    sections.append(("What you can write", lines + help_lines()))


def _board(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    words.append("The position stands below.")


def _card(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    if not text:
        words.append("Your cards stand below." if lookups.holds_cards(viewer) else "You hold no cards.")
        return
    sections.append(lookups.card(viewer, text))
    words += lookups.how_to_answer(viewer, "card", text)


def _region(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    sections.append(lookups.region(viewer, text))
    words += lookups.how_to_answer(viewer, "region", text)


def _rule(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    sections.append(lookups.rule(viewer, text))


def _legal(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    play = positions.open_game(viewer)
    title = play.title
    asked = {
        f"What you may answer for {title.seat_name(question.seat.name)}": question.decision
        for question in partners.questions(viewer, play)
    }
    decision = positions.open_decision(viewer, play)
    if decision is not None:
        asked = {"Everything that is possible": decision, **asked}
    if not asked:
        words.append("Nothing is asked of you now.")
    sections += [(name, [each.prompt, *choice_list.all_lines(title, each)]) for name, each in asked.items()]


def _status(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    now = positions.situation(viewer)
    names = {seat["name"]: unlinked(f"{seat['label']} ({seat['player']})") for seat in now["seats"]}
    words.append(f"{now['title_name']}, {now['headline']}. {now['status'].capitalize()}.")
    if now["waiting_for"]:
        words.append(f"Asked: {', '.join(names[s] for s in now['waiting_for'])}.")
    words += [f"{names[s['name']]} offers a draw." for s in now["seats"] if s["draw_offered"]]
    words += [f"{names[s['name']]} asks to cancel." for s in now["seats"] if s["cancel_asked"]]
    words += [f"{names[s['name']]} has run out of time." for s in now["seats"] if s["flagged"]]
    if now["result"]:
        words.append(now["result"]["text"])


def _history(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    count = min(int(text[:6]), MOST_HISTORY) if text.isdecimal() else HISTORY_LINES
    lines = positions.log_lines(viewer, limit=count, newest=True)
    told = in_a_row(rules.title(viewer.game.title), lines)
    sections.append(("The story", [f"- {line['text']}" for line in told] or ["Nothing has happened yet."]))


def _clock(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    title = rules.title(viewer.game.title)
    zone = ZoneInfo(viewer.user.timezone) if viewer.user else ZoneInfo("UTC")
    now = timezone.now()
    lines = []
    for seat in viewer.seats:
        left = clocks.remaining_ms(viewer.game, seat, now)
        name = title.seat_name(seat.name)
        if left is None:
            lines.append(f"{name}: no clock")
        elif seat.due_at and not seat.flagged_at:
            due = timezone.localtime(seat.due_at, zone)
            lines.append(f"{name}: {_spell(left)} left, until {due:%a %d %b %H:%M} ({zone})")
        else:
            lines.append(f"{name}: {'out of time' if seat.flagged_at else _spell(left) + ' in the bank'}")
    lines += [wording.words_of_clock(viewer.game), wording.words_at_zero(viewer.game)]
    sections.append(("Time", lines))


def _spell(milliseconds: int) -> str:
    minutes = milliseconds // 60_000
    days, hours = divmod(minutes // 60, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {minutes % 60} min"


def _list(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    sections += lobby.tables_to_join(viewer)


def _join(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    words += lobby.join(viewer, text)


def _observe(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    words += lobby.observe(viewer, text, sections)


def _notes(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    assert viewer.seat is not None
    if text.lower() == "clear":
        notes.note_game(viewer, "")
        words.append("Your notes are empty.")
        return
    kept = notes.about_game(viewer)
    if text:
        longer = f"{kept}\n{text}".strip()
        if len(longer) > notes.MOST_LETTERS:
            raise Refused("too-large", "Your notes are full: `notes clear` empties them.", 413)
        kept = notes.note_game(viewer, longer)
    sections.append(("Your notes (only you read them)", kept.split("\n") if kept else ["(none)"]))


def _vacation(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    if viewer.user is None:
        raise Refused("sign-in-first", "Vacations are for accounts.", 403)
    if text.lower() in ("off", "end"):
        words.append("You are back." if vacations.end(viewer.user) else "You were not away.")
        return
    days = text.split()
    pause = days[-1:] in (["orders"], ["Orders"])
    days = days[:-1] if pause else days
    if not days:
        words.append(vacations.allowance(viewer.user, timezone.now()).words)
        words += [
            f"Away from {in_zone(v.starts_at, viewer)} to {in_zone(v.ends_at, viewer)}."
            for v in vacations.coming(viewer.user, timezone.now())
        ]
        return
    try:
        first, last = (date.fromisoformat(day) for day in (days if len(days) == 2 else days * 2)[:2])
        home = last + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Refused("malformed", "Write two days, such as `vacation 2027-07-01 2027-07-14`.", 422) from None
    zone = ZoneInfo(viewer.user.timezone)
    now = timezone.now()
    start = now if first == now.astimezone(zone).date() else datetime.combine(first, time(), zone)
    vacations.announce(viewer.user, start, datetime.combine(home, time(), zone))
    words.append(f"You are away from {first} to {last}.")
    if pause:
        words.append(f"{orders.pause_all(viewer.user)} of your standing orders are paused.")


def _press(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    talk.say(viewer, text, Channel.PLAYERS)
    words.append("Said to the others at the table.")


def _aside(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    side = channels.side_of(viewer.game, viewer.seat_name)
    if not side:
        raise Refused("no-such-channel", "Nobody else plays on your side.", 404)
    talk.say(viewer, text, side)
    words.append(f"Said {channels.where(viewer.game, side)}.")


def _plan(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    plans.command(viewer, text, words, sections)


def _vote(viewer: Viewer, text: str, words: list[str], sections: Sections, version: int) -> None:
    first, _, rest = " ".join(text.split()).partition(" ")
    if not first:
        now = votes.situation(viewer, timezone.now())
        words += [
            f"{', '.join(vote['by_labels'])} {vote['words']}. Still to agree: {', '.join(vote['missing_labels'])}."
            for vote in now["open"]
        ] or ["Nothing is voted about."]
        words.append(f"You can vote about: {', '.join(now['possible'])}.")
    elif first.lower() in ("no", "against"):
        words.append(votes.refuse(viewer, rest.lower().partition(" ")[0]))
    else:
        if first.lower() in ("yes", "for") and rest:
            first, _, rest = rest.partition(" ")
        kind = votes.kind_of(first.lower())
        words.append(votes.agree(viewer, kind.name, kind.said(Look(viewer), rest)))


_RUN: dict[str, Command] = {
    "aside": _aside,
    "help": _help,
    "board": _board,
    "card": _card,
    "region": _region,
    "rule": _rule,
    "legal": _legal,
    "status": _status,
    "history": _history,
    "clock": _clock,
    "join": _join,
    "list": _list,
    "notes": _notes,
    "observe": _observe,
    "plan": _plan,
    "press": _press,
    "vacation": _vacation,
    "vote": _vote,
}
