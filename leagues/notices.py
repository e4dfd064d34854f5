"""Words of the notices of leagues (`leagues.services.messages`).

Games tell of their own turns, beginnings and ends.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string

import rules
from accounts.models import User
from accounts.unlinked_text import unlinked
from leagues.formats import lateness
from leagues.models import AuditEntry, Competition, Pairing, PersonReport, TeamInvitation
from leagues.services import messages
from leagues.services.directing import correspondence
from leagues.services.directing.letter_text import MOST_WORDS, first_words
from leagues.services.display.presentation import pairing_data, standings_data
from leagues.services.messages import LEAGUE, LETTER
from leagues.services.queries import LIVE
from leagues.services.rounds import outcomes
from notifications import composers, kinds
from notifications.causes import CLOCK, MODERATORS, OWN, PLAY, of_each
from notifications.channels import email
from notifications.composers import Notice
from notifications.inbound.quotes import CHAT_MARKER
from notifications.kinds import Kind
from notifications.models import Delivery

# -- words -------------------------------------------------------------------------------------


def _moment(subject: dict[str, Any], user: User | None) -> str:
    zone = ZoneInfo(user.timezone) if user else ZoneInfo("UTC")
    local = datetime.fromtimestamp(int(subject.get("deadline", 0)), zone)
    return f"{local:%d %B %Y, %H:%M} ({zone})"


def _deadline(competition: Competition, delivery: Delivery) -> str | None:
    pairing = Pairing.objects.filter(pk=delivery.subject.get("pairing")).first()
    if pairing is None or pairing.state == Pairing.State.DONE:
        return None
    return (
        f"Your game in {competition.name} has to be finished by {_moment(delivery.subject, delivery.user)}. "
        f"Afterwards: {competition.get_at_deadline_display()}."
    )


def _starting(competition: Competition, delivery: Delivery) -> str | None:
    if competition.status != Competition.Status.REGISTRATION:
        return None
    return f"{competition.name} begins within {settings.HOUSE.words['event_remind']}. You are in."


def _ending(competition: Competition, delivery: Delivery) -> str | None:
    if competition.status != Competition.Status.RUNNING or competition.ends_at is None:
        return None
    subject = {"deadline": int(competition.ends_at.timestamp())}
    return (
        f"{competition.name} ends on {_moment(subject, delivery.user)}, and you have games left there. "
        f"Afterwards: {competition.get_at_deadline_display()}."
    )


def _invited(competition: Competition, delivery: Delivery) -> str | None:
    if competition.status not in LIVE or not competition.invitations.filter(user=delivery.user_id).exists():
        return None
    closes = competition.registration_closes_at
    until = ""
    if closes is not None and competition.status == Competition.Status.REGISTRATION:
        until = f" The registration is open until {_moment({'deadline': closes.timestamp()}, delivery.user)}."
    entry = _entry_of(delivery)
    who = f"{entry.actor} invites you" if entry is not None and entry.actor else "You are invited"
    return (
        f"{who} to an event of {rules.title(competition.title).name}: enter on its page if you like.{until}"
    )


def _team(competition: Competition, delivery: Delivery) -> str | None:
    asked = TeamInvitation.objects.filter(team=delivery.subject.get("team"), user=delivery.user_id)
    found = asked.select_related("team__captain").first()
    if found is None or competition.status != Competition.Status.REGISTRATION:
        return None
    return (
        f"{found.team.captain.shown_name} asks you into a team at an event of {rules.title(competition.title).name}. "
        "You are in it only if you agree: answer on the page of the event."
    )


def invitation_waits(delivery: Delivery) -> bool:
    """Return whether a notice asks its reader into an event or a team, and they have neither entered nor said no."""
    what, user = delivery.subject.get("what"), delivery.user_id
    if what == "team":
        return TeamInvitation.objects.filter(team=delivery.subject.get("team"), user=user).exists()
    if what != "invited":
        return False
    asked = Competition.objects.filter(key=delivery.subject.get("competition"), status__in=LIVE)
    return asked.filter(invitations__user=user).exclude(entrants__user=user).exists()


def _bye(competition: Competition, delivery: Delivery) -> str:
    number = delivery.subject.get("round")
    where = f"round {number} of {competition.name}"
    mine = competition.pairings.filter(places__entrant__user=delivery.user_id, round__number=number)
    if mine.filter(slot=lateness.ASKED).exists():
        worth = "as a draw" if competition.settings.get("bye_worth") == lateness.HALF else "nothing"
        return f"You do not play in {where}, as you asked: it counts {worth}."
    if competition.team_size:
        return f"Your team rests in {where}: every match of it counts as won, with a draw on every board."
    return f"You have a bye in {where}: it counts as a win."


def _finished(competition: Competition, delivery: Delivery) -> str:
    row = competition.entrants.filter(user=delivery.user_id).first()
    meant = outcomes.in_sentences(row, outcomes.champions_of(competition)) if row is not None else ""
    return f"{competition.name} is over. {meant}".strip()


def _decide(competition: Competition, delivery: Delivery) -> str | None:
    pairing = Pairing.objects.filter(pk=delivery.subject.get("pairing")).first()
    if pairing is None or not pairing.needs_director:
        return None
    names = " and ".join(p.entrant.user.shown_name for p in pairing.places.select_related("entrant__user"))
    return f"A game in {competition.name} waits for your decision: {names}. Its deadline has passed."


def _entry(competition: Competition | None, delivery: Delivery) -> str | None:
    entry = _entry_of(delivery)
    if entry is None:
        return None
    lead = f"{unlinked(competition.name)}: " if competition else ""
    return f"{lead}{entry.text}" + (f" Reason: {entry.reason}" if entry.reason else "")


def _written(words: str) -> Callable[[Competition, Delivery], str | None]:
    """Return how what people write is told; `words` says who wrote where."""

    def lead(competition: Competition, delivery: Delivery) -> str | None:
        entry = _entry_of(delivery)
        if entry is None:
            return None
        return f"{unlinked(f'{entry.actor} {words.format(event=competition.name)}')}: {entry.reason}"

    return lead


def _entry_of(delivery: Delivery) -> AuditEntry | None:
    return AuditEntry.objects.filter(pk=delivery.subject.get("entry")).select_related("actor").first()


#: Why an answer by mail was not passed on, by the code of the refusal.
UNSENT = {
    "not-sure": "nothing shows that it really came from you. If it did, write on the event's page.",
    "unreadable": "it could not be read. Write plain text, or on the event's page.",
    "too-long": f"it is too long. {MOST_WORDS} characters are the most.",
    "text-needed": "it holds no words of yours. Write above what you answer.",
    "too-many-letters": "too many letters came today. Write tomorrow.",
    "too-many-answers": "too many answers went to the same person today. Write tomorrow.",
    "not-entered": "you are not in the event.",
    "not-a-director": "you no longer direct the event.",
    "own-event": "you direct the event yourself.",
}


def _unsent(competition: Competition, delivery: Delivery) -> str:
    why = UNSENT.get(str(delivery.subject.get("why")), "it was refused.")
    return f"Your mail about {competition.name} was not passed on: {why}"


def _always(words: str) -> Callable[[Competition, Delivery], str | None]:
    """Return how it is told what is the same for everybody."""
    return lambda competition, delivery: words.format(event=competition.name)


WORDS: dict[str, Callable[[Competition, Delivery], str | None]] = {
    "starting": _starting,
    "ending": _ending,
    "invited": _invited,
    "team": _team,
    "bye": _bye,
    "deadline": _deadline,
    "finished": _finished,
    "cancelled": _always("{event} has been called off."),
    "decide": _decide,
    "act": _entry,
    "message": _written("writes to everybody in {event}"),
    "letter": _written("writes to the directors of {event}"),
    "answer": _written("answers your letter to the directors of {event}"),
    "unsent": _unsent,
    "result": _always("A result in {event}."),
    "standings": _always("The standings of {event}."),
}


def compose(delivery: Delivery) -> Notice | None:
    """Word a notice of the leagues; None if it is no longer needed."""
    what = str(delivery.subject.get("what"))
    if what == "report":
        return _compose_report(delivery)
    competition = Competition.objects.filter(key=delivery.subject.get("competition")).first()
    if what == "moderation":
        lead = _entry(None, delivery)
        return _notice(lead, "A moderator's decision", settings.SITE_URL, {}, "moderation") if lead else None
    if competition is None:
        return None
    lead = WORDS[what](competition, delivery)
    if lead is None:
        return None
    about = "An invitation" if what in UNASKED else unlinked(competition.name)
    data: dict[str, Any] = {"competition": competition.key, "what": what, "url": competition.address}
    if what not in UNASKED:
        data["name"] = competition.name
    if what == "result":
        data["result"] = result_data(competition, int(delivery.subject.get("pairing", 0)))
    if what in ("standings", "finished"):
        data["standings"] = standings_data(competition)
    url, how = competition.address, _how(delivery, what)
    if what not in (*ANSWERED, "act"):
        lead = unlinked(lead)
    made = _notice(lead, about, url, data, competition.key, opens="Go to the event", how=how)
    one = "invitation" if what in UNASKED else made.one
    made = replace(made, references=_sent_before(delivery, competition), one=one)
    return _as_letter(made, competition, delivery) if what in ANSWERED else made


def _sent_before(delivery: Delivery, competition: Competition) -> tuple[str, ...]:
    """Return the Message-IDs of the first and the newest mail about an event that went out to the reader of a mail."""
    if delivery.channel != email.NAME or delivery.user is None:
        return ()
    about = Delivery.objects.filter(user=delivery.user, channel=email.NAME, kind__in=(LEAGUE, LETTER))
    sent = about.filter(state=Delivery.State.SENT, subject__competition=competition.key).exclude(
        pk=delivery.pk
    )
    ends = sent.order_by("sent_at", "pk").first(), sent.order_by("sent_at", "pk").last()
    return tuple(dict.fromkeys(email.id_of(one) for one in ends if one is not None))


#: What is told to people who are in no event yet: nothing that somebody there has written, its name neither.
UNASKED = ("invited", "team")

#: What can be answered by mail, and who reads the answer.
ANSWERED = {
    "message": "Answer this mail to write to the directors: they alone read it, and no mail address is shown.",
    "letter": "Answer this mail, and who wrote it reads your answer; no mail address is shown.",
    "answer": "Answer this mail to write to the directors again; no mail address is shown.",
}


def _how(delivery: Delivery, what: str) -> dict[str, str]:
    """Return how a notice can be answered by mail, {} if it cannot."""
    entry = _entry_of(delivery) if what in ANSWERED and delivery.channel == email.NAME else None
    if entry is None or delivery.user is None:
        return {}
    address = correspondence.reply_address(entry, delivery.user)
    return {"reply_to": address, "marker": CHAT_MARKER, "answering": ANSWERED[what]} if address else {}


def _as_letter(notice: Notice, competition: Competition, delivery: Delivery) -> Notice:
    """Return a notice of what somebody wrote: its subject is theirs, below the event's name."""
    entry = _entry_of(delivery)
    if entry is None:
        return notice
    subject = entry.data.get("subject") or first_words(entry.reason)
    return replace(notice, subject=f"{unlinked(competition.name)}: {subject}"[:150])


def _compose_report(delivery: Delivery) -> Notice | None:
    report = PersonReport.objects.filter(pk=delivery.subject.get("report")).select_related("about").first()
    if report is None:
        return None
    lead = f"Your report about {report.about_name} was looked at: {report.get_state_display().lower()}. {report.answer}"
    return _notice(lead.strip(), "Your report", settings.SITE_URL, {}, "reports")


def _notice(
    lead: str,
    subject: str,
    url: str,
    data: dict[str, Any],
    thread: str,
    *,
    opens: str = "",
    how: dict[str, str] | None = None,
) -> Notice:
    """Return a notice.

    Args:
        opens: what its button says, "" where it leads to the site. how: how it can be answered by mail.
    """
    opens = opens or f"Go to {settings.SITE_NAME}"
    context: dict[str, Any] = {"site_name": settings.SITE_NAME, "lead": lead, "title": subject, "url": url}
    context |= {"opens": opens, "how": how or {}}
    first = lead.split(". ")[0].rstrip(".")
    return Notice(
        subject=(first if first.startswith(subject) else f"{subject}: {first}")[:150],
        text=render_to_string("mail/notice.txt", context),
        html=render_to_string("mail/notice.html", context),
        data=data,
        thread=thread,
        reply_to=how.get("reply_to", "") if how else "",
        gist=lead,
    )


def result_data(competition: Competition, pairing_id: int) -> dict[str, Any]:
    """Return the public facts of a decided pairing, for webhooks and the API."""
    pairing = Pairing.objects.select_related("game", "round").get(pk=pairing_id, competition=competition)
    return pairing_data(pairing, rules.title(competition.title).seats(competition.options))


#: What is told, by what brings it.
_NEWS = {
    **of_each(("starting", "ending", "bye", "deadline", "finished", "cancelled", "decide"), CLOCK),
    **of_each(("result", "standings"), PLAY),
    "invited": (messages.INVITING,),
    "team": (messages.ASKING,),
    "act": (messages.DECIDING, messages.MESSAGE),
    **of_each(("report", "moderation"), MODERATORS),
}
_LETTERS = {
    "message": (messages.MESSAGE,),
    "letter": (messages.WRITING,),
    "answer": (messages.ANSWERING,),
    "unsent": (OWN,),
}


def register() -> None:
    """Register the composer of the leagues."""
    kinds.register(
        Kind(LEAGUE, "News of your leagues and tournaments", _NEWS, order=70, in_digest=True),
        Kind(LETTER, "Letters between you and the directors of an event", _LETTERS, order=75),
    )
    composers.register(LEAGUE, compose, invitation_waits)
    composers.register(LETTER, compose)
