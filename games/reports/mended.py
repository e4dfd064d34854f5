"""What was mended, by the versions of the program: rules, as their titles tell it, and words and pages by reports."""

from collections.abc import Iterator
from typing import Any, TypedDict

from django.db.models import Min

import rules
from games.models import Report
from rules.core.handbook import handbook_of
from rules.core.mends import Mend

#: Words and pages that are told, the newest first.
MOST_WORDS = 500


class Mended(TypedDict):
    """Something that was mended.

    A rule has an `id`, its `rule`, the `set` of the title, the `version` of that (0 where every game leads where it
    led), what `was` played and what is `now`. `option` keeps the former reading, "" for none. Of words and pages
    `about` says what it was, and `now` what was answered. `seen_by` is who said so first, if they wish to be named.
    """

    id: str
    title: str
    title_name: str
    about: str
    set: str
    set_name: str
    version: int
    rule: str
    heading: str
    was: str
    now: str
    option: str
    option_label: str
    seen_by: str | None


class Release(TypedDict):
    """A version of the program, with what was mended in it."""

    version: str
    mended: list[Mended]


def releases() -> list[Release]:
    """Return the versions of the program in which something was mended, the newest first."""
    found: dict[str, list[Mended]] = {}
    for release, one in (*_rules(), *_words()):
        found.setdefault(release, []).append(one)
    return [
        {"version": release, "mended": found[release]} for release in sorted(found, key=_order, reverse=True)
    ]


def _order(release: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdecimal() else 0 for part in release.split("."))


def _rules() -> Iterator[tuple[str, Mended]]:
    """Yield every mend of every title, with its release; of each title the newest first."""
    seen = _seen_first()
    for title in rules.titles().values():
        for mend in title.mends[::-1]:
            yield mend.release, _rule(title, mend, seen.get((title.id, mend.id)))


def _rule(title: rules.Title[Any], mend: Mend, seen_by: str | None) -> Mended:
    book = handbook_of(title)
    found = book.find(mend.rule) if book is not None else None
    option = next((field.label for field in title.option_fields if field.name == mend.option), "")
    return {
        "id": mend.id,
        "title": title.id,
        "title_name": title.name,
        "about": Report.About.RULE.value,
        "set": mend.set,
        "set_name": _set_name(title, mend.set),
        "version": mend.version,
        "rule": mend.rule,
        "heading": found.heading if found is not None else "",
        "was": mend.was,
        "now": mend.now,
        "option": mend.option,
        "option_label": option,
        "seen_by": seen_by,
    }


def _set_name(title: rules.Title[Any], set_id: str) -> str:
    """Return the name of a set: that of an expansion, or of the title itself; "" for none."""
    expansion = title.expansions.get(set_id)
    return expansion.name if expansion is not None else title.name if set_id else ""


def _seen_first() -> dict[tuple[str, str], str | None]:
    """Return by title and mend who reported it first: None where they do not wish to be named, or are gone."""
    told = Report.objects.filter(state=Report.State.MENDED).exclude(mended_in="").exclude(mend="")
    firsts = told.order_by().values("title", "mend").annotate(first=Min("pk")).values("first")
    reports = Report.objects.filter(pk__in=firsts).select_related("reporter").defer("seen", "tried")
    return {(report.title, report.mend): _name(report) for report in reports}


def _name(report: Report) -> str | None:
    reporter = report.reporter
    return reporter.shown_name if report.named and reporter is not None and not reporter.deleted else None


def _words() -> Iterator[tuple[str, Mended]]:
    """Yield the words and pages that were mended through reports, each once; nothing of what the reporters saw."""
    told = Report.objects.filter(state=Report.State.MENDED, mend="").exclude(mended_in="").order_by()
    firsts = told.values("title", "mended_in", "place", "kind", "answer").annotate(first=Min("pk"))
    newest = firsts.order_by("-first").values("first")[:MOST_WORDS]
    numbers = [row["first"] for row in newest]
    reports = Report.objects.filter(pk__in=numbers).select_related("reporter").defer("seen", "tried")
    for report in reports.order_by("-pk"):
        title = rules.titles().get(report.title)
        if title is None:
            continue
        book = handbook_of(title) if report.rule else None
        found = book.find(report.rule) if book is not None else None
        yield (
            report.mended_in,
            {
                "id": "",
                "title": title.id,
                "title_name": title.name,
                "about": report.about,
                "set": report.set,
                "set_name": _set_name(title, report.set),
                "version": 0,
                "rule": report.rule,
                "heading": found.heading if found is not None else "",
                "was": "",
                "now": report.answer,
                "option": "",
                "option_label": "",
                "seen_by": _name(report),
            },
        )
