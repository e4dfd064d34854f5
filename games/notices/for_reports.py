"""Telling people what came of what they have reported as wrong.

Only mail, which its reader alone opens, holds what they said and what they are answered: browsers, chats and webhooks,
which others may read too, are told how far it is.
"""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.unlinked_text import unlinked
from games import titles
from games.kinds import EventKind
from games.models import Report
from games.reports import inbox, presentation
from notifications import composers
from notifications.channels import email
from notifications.composers import Notice
from notifications.models import Delivery

#: How far a report is, behind the name of the game.
_WORDS = {
    Report.State.TAKEN: "it is a fault, and will be mended",
    Report.State.MENDED: "it is mended in version {version}",
    Report.State.NO_FAULT: "it is no fault{reference}",
}


def compose_report(delivery: Delivery) -> Notice | None:
    """Word the answer to a report; None if it is open again, or gone."""
    report = Report.objects.filter(pk=delivery.subject.get("report")).first()
    words = _WORDS.get(Report.State(report.state)) if report is not None else None
    if report is None or words is None:
        return None
    reference = f" by {report.reference}" if report.reference else ""
    came = words.format(version=report.mended_in, reference=reference)
    where = unlinked(titles.words_of(report.title).name)
    lead = f"What you reported of {where} was looked at: {came}."
    url = f"{settings.SITE_URL}{address_of(report)}"
    number = presentation.number_of(_own(report), report)
    context: dict[str, Any] = {
        "site_name": settings.SITE_NAME,
        "lead": lead,
        "title": "Your report",
        "url": url,
    }
    context["opens"] = "Read more"
    if delivery.channel == email.NAME:
        context |= {"answer": report.answer, "said": unlinked(report.text)}
    return Notice(
        subject=f"Your report of {where}: {came}"[:150],
        text=render_to_string("mail/report.txt", context),
        html=render_to_string("mail/report.html", context),
        data={
            "report": number,
            "title": report.title,
            "game": report.game_key,
            "state": report.state,
            "reference": report.reference,
            "mended_in": report.mended_in,
            "mend": report.mend,
            "url": url,
        },
        thread=f"report-{number}",
        gist=lead,
    )


def _own(report: Report) -> QuerySet[Report]:
    """Return all reports of whoever has made one."""
    if report.reporter_id is not None:
        return Report.objects.filter(reporter=report.reporter_id)
    return Report.objects.filter(reporter=None, guest=report.guest_id)


def address_of(report: Report) -> str:
    """Return where one reads more: the rule that is referred to, what was mended, or all that one has reported."""
    if report.reference and inbox.title_of(report) is not None:
        return f"{reverse('handbook', args=[report.title])}#{report.reference}"
    if report.mended_in:
        return reverse("mended")
    return reverse("my-reports") if report.reporter_id else reverse("handbook-index")


def register() -> None:
    """Word the answers to reports."""
    composers.register(EventKind.REPORT, compose_report)
