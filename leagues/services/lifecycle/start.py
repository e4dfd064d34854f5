"""The start of a competition: the registration closes, everybody is seeded, and finds their group."""

from datetime import datetime

from django.conf import settings
from django.db import transaction

from accounts import visits
from accounts.blocks import blocked_pairs
from accounts.models import User
from leagues.formats.mini_cup import pick
from leagues.formats.season import next_tiers
from leagues.models import Competition, Entrant
from leagues.services import audit, messages
from leagues.services.entry import registration, teams
from leagues.services.lifecycle import succession
from leagues.services.lifecycle.conclusion import cancel
from leagues.services.queries import complete_words
from leagues.services.queries import entered as number_entered
from leagues.services.records import ratings
from leagues.services.rounds import ladder_order, standings

#: Why a mini-cup cannot begin although enough people are in its queue.
NO_CUP = "No cup of people who get along and were here lately can be filled yet."


@transaction.atomic
def close_registration(number: int, now: datetime) -> bool:
    competition = Competition.objects.select_for_update().get(pk=number)
    if competition.status != Competition.Status.REGISTRATION:
        return False
    entered = number_entered(competition)
    closes = competition.registration_closes_at
    full = competition.starts_when_full and competition.most_entrants and entered >= competition.most_entrants
    if not full and (closes is None or closes > now):
        soon = closes is not None and closes - settings.HOUSE.event_remind <= now
        if closes is not None and soon and competition.reminded_for != closes:
            competition.reminded_for = closes
            competition.save(update_fields=["reminded_for"])
            messages.tell_entrants(competition, "starting", f"starting-{int(closes.timestamp())}")
        return False
    if entered < competition.least_entrants:
        if closes is None or closes > now:
            return False
        came = complete_words(entered) if competition.team_size else f"{entered} entered"
        text = f"Called off: {came}, {competition.least_entrants} are needed."
        cancel(competition, text, now, actor=None)
        return True
    return start(competition, now, actor=None)


def start(competition: Competition, now: datetime, *, actor: User | None) -> bool:
    """Begin a competition whose lock the caller holds; the rounds follow at once. False if it cannot begin.

    Args:
        actor: the director who begins it now; None for the rules of the event.
    """
    rows = list(competition.entrants.filter(state=Entrant.State.ENTERED).order_by("entered_at", "pk"))
    if competition.format == "mini-cup":
        rows = _pick_cup(competition, rows, now)
        if not rows:
            return False
    if competition.team_size:
        rows = teams.gather(competition, now, actor=actor)
    _seed(competition, rows)
    competition.started_at = now
    competition.status = Competition.Status.RUNNING
    competition.save(update_fields=["started_at", "status"])
    view = standings.load(competition)
    places = view.format.prepare([e for e in view.entrants if e.active], view.settings, view.draw())
    if competition.team_size:
        places = teams.settle_places(view, places)
    for row in rows:
        row.group, row.place = places.get(row.pk, ("", 0))
    Entrant.objects.bulk_update(rows, ["group", "place"], batch_size=200)
    if competition.format == "ladder":
        ladder_order.note_start(competition, sorted(rows, key=lambda row: row.place), now)
    for row in (row for row in rows if row.pk not in places):
        row.state = Entrant.State.WITHDRAWN
        row.reason = "There was no full table for everybody."
        row.save(update_fields=["state", "reason"])
    registration.touch(competition, now)
    who = f"{len(view.teams)} teams" if competition.team_size else f"{len(places)} entrants"
    audit.write("started", f"Begun with {who}.", competition, actor=actor, at=now)
    if competition.format == "mini-cup" and competition.renews:
        succession.succeed(competition, now)
    return True


def why_no_cup(competition: Competition, now: datetime) -> str:
    """Return why no mini-cup can be made of its queue, in a sentence; "" if one can, and for all other formats."""
    if competition.format != "mini-cup":
        return ""
    entered = competition.entrants.filter(state=Entrant.State.ENTERED).order_by("entered_at", "pk")
    queue = list(entered.values_list("user", flat=True))
    return "" if _first_of(competition, queue, now) else NO_CUP


def _first_of(competition: Competition, queue: list[int], now: datetime) -> list[int] | None:
    """Return who of a queue of people plays the next mini-cup; None if too few get along and were here (TOU-4)."""
    absent = visits.unseen(queue, competition.settings.get("seen_days", 0), now)
    return pick(queue, competition.settings["size"], blocked_pairs(queue), absent)


def _pick_cup(competition: Competition, rows: list[Entrant], now: datetime) -> list[Entrant]:
    """Return the players of a mini-cup; who has to wait stays entered until the next one opens."""
    by_user = {row.user_id: row for row in rows}
    chosen = _first_of(competition, list(by_user), now)
    if chosen is None:
        return []
    waiting = [row for row in rows if row.user_id not in chosen]
    for row in waiting:
        row.state = Entrant.State.WITHDRAWN
        row.reason = "Waits for the next cup."
    Entrant.objects.bulk_update(waiting, ["state", "reason"])
    return [by_user[user] for user in chosen]


def _seed(competition: Competition, rows: list[Entrant]) -> None:
    """Seed by rating, whoever entered first before others with the same; a director's own seeds stay."""
    seats = standings.seats_of(competition)
    means = ratings.means(competition.title, seats, "openskill", [row.user_id for row in rows])
    tiers = carried_tiers(competition)
    order = sorted(rows, key=lambda r: (r.seed or 10**6, -means[r.user_id], r.entered_at, r.pk))
    for seed, row in enumerate(order, start=1):
        row.seed = seed
        row.tier = row.tier or tiers.get(row.user_id, 0)
    Entrant.objects.bulk_update(order, ["seed", "tier"], batch_size=200)


def carried_tiers(competition: Competition) -> dict[int, int]:
    """Return the tier of each user that the season before gave them."""
    before = competition.previous
    if before is None or before.format != "season" or before.status != Competition.Status.FINISHED:
        return {}
    view = standings.load(before)
    tiers = next_tiers(view.tables(), view.settings["promoted"], view.settings["relegated"])
    return {view.rows[entrant].user_id: tier for entrant, tier in tiers.items()}
