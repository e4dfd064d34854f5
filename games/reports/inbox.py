"""The inbox of whoever mends: what was reported, by kind, and what is known of the rules that it is about."""

from games.models import Report

#: A report in one of these states is still to be dealt with.
WAITING = (Report.State.OPEN, Report.State.TAKEN)


def open_rules(title_id: str, set_id: str | None) -> int:
    """Return how many reports about a rule wait for an answer, or to be mended: of a set, or of a whole title (None).

    A report that nobody has put down to a set yet counts for its title alone.
    """
    waiting = Report.objects.filter(title=title_id, about=Report.About.RULE, state__in=WAITING)
    return (waiting if set_id is None else waiting.filter(set=set_id)).count()
