"""Outcomes of an event for everybody in it: their place, who is champion, who goes up or down."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from games import titles
from leagues.formats import Table, play_off
from leagues.formats.season import tier_name
from leagues.models import Competition, Entrant, Pairing, Team
from leagues.services.rounds import standings

#: Events of before whose outcome one pass of the sweep writes down.
FEW = 3


def moves(view: standings.Standing, tables: Sequence[Table]) -> dict[int, int]:
    """Return the tier, from 1, that everybody has in what follows; {} where nobody goes up or down."""
    following = view.format.next_tiers(tables, view.settings)
    groups = {line.entrant: number for number, table in enumerate(tables, start=1) for line in table.lines}
    return following if following != groups else {}


def write(competition: Competition) -> None:
    """Store what an event that is over has meant for its entrants. The caller holds its lock."""
    view = standings.load(competition)
    tables = view.tables()
    following, champions = moves(view, tables), view.format.champions(tables)
    competition.concluded = True
    competition.save(update_fields=["concluded"])
    if competition.team_size:
        _write_teams(view, tables, champions)
        return
    rows = []
    for table in tables:
        for line in table.lines:
            row = view.rows[line.entrant]
            row.final_place, row.final_of = line.rank, len(table.lines)
            row.next_tier = following.get(row.pk, 0)
            row.champion = row.pk in champions
            rows.append(row)
    Entrant.objects.bulk_update(rows, ["final_place", "final_of", "next_tier", "champion"], batch_size=200)


def _write_teams(view: standings.Standing, tables: Sequence[Table], champions: Sequence[int]) -> None:
    """Store what an event has meant for its teams, and for everybody who was in one of them at the end."""
    for table in tables:
        for line in table.lines:
            team = view.teams[line.entrant]
            team.final_place, team.final_of = line.rank, len(table.lines)
            team.champion = team.pk in champions
    Team.objects.bulk_update(view.teams.values(), ["final_place", "final_of", "champion"], batch_size=200)
    rows = [row for row in view.rows.values() if row.team_id in view.teams]
    for row in rows:
        team = view.teams[row.team_id or 0]
        row.final_place, row.final_of = team.final_place, team.final_of
        row.champion = team.champion and row.state == Entrant.State.ENTERED
    Entrant.objects.bulk_update(rows, ["final_place", "final_of", "champion"], batch_size=200)


def write_missing() -> None:
    """Store the outcomes of events that were over before they were written down, a few at a time."""
    over = Competition.objects.filter(
        status=Competition.Status.FINISHED, concluded=False, title__in=titles.here()
    ).order_by("pk")
    for number in list(over.values_list("pk", flat=True)[:FEW]):
        with transaction.atomic():
            competition = Competition.objects.select_for_update().get(pk=number)
            if not competition.concluded:
                write(competition)


def tier_of(entrant: Entrant) -> int:
    """Return the tier in which somebody has played, from 1; 0 outside of seasons."""
    number = entrant.group.removeprefix(tier_name(0).removesuffix("0"))
    return int(number) if number.isdecimal() else 0


def move_words(tier: int, following: int) -> str:
    """Return what becomes of a player of a tier, `goes up to Tier 1`; "" where nobody moves (`following` is 0)."""
    if not following:
        return ""
    if following == tier:
        return f"stays in {tier_name(tier)}"
    return f"goes {'up' if following < tier else 'down'} to {tier_name(following)}"


def in_brief(entrant: Entrant) -> str:
    """Return what an event has meant for somebody, as their page lists it; "" while that is not known.

    `champion, 1 of 12 in Tier 1, stays in Tier 1`, `place 3 of 8`.
    """
    if not entrant.final_place:
        return ""
    where = f" in {entrant.group}" if entrant.group not in ("", "Ladder", "Bracket") else ""
    if entrant.team is not None:
        where = f" with {entrant.team.name}"
    what = "rung" if entrant.group == "Ladder" else "place"
    parts = [f"{what} {entrant.final_place} of {entrant.final_of}{where}"]
    parts += [move_words(tier_of(entrant), entrant.next_tier)]
    return ", ".join(["champion"] * entrant.champion + [part for part in parts if part])


def in_sentences(entrant: Entrant, champions: Sequence[Entrant]) -> str:
    """Return what an event has meant, as its last mail tells somebody; "" while that is not known."""
    if not entrant.final_place:
        return ""
    if entrant.team is not None:
        return _of_team_in_sentences(entrant.team)
    where = f" in {entrant.group}" if entrant.group not in ("", "Ladder", "Bracket") else ""
    if entrant.group == "Ladder":
        place = f"You stand on rung {entrant.final_place} of {entrant.final_of}"
    else:
        place = f"You are number {entrant.final_place} of {entrant.final_of}{where}"
    moved = move_words(tier_of(entrant), entrant.next_tier)
    for they, you in (("goes", "you go"), ("stays", "you stay")):
        moved = f"{you}{moved.removeprefix(they)}" if moved.startswith(they) else moved
    sentences = [f"{place}: {moved}." if moved else f"{place}."]
    if entrant.champion:
        others = _named(champion for champion in champions if champion.pk != entrant.pk)
        with_them = f", and share the first place with {others}" if others else ""
        sentences.insert(0, f"You are champion{with_them}{'.' if others else '!'}")
    elif len(champions) == 1:
        sentences.append(f"{_named(champions)} is champion.")
    elif champions:
        sentences.append(f"{_named(champions)} share the first place and are champions.")
    if len(champions) > 1:
        sentences.append(why_shared(entrant.competition))
    return " ".join(sentences)


def _named(people: Iterable[Entrant]) -> str:
    return " and ".join(person.user.shown_name for person in people)


def why_shared(competition: Competition) -> str:
    """Return why several are champion, in a sentence."""
    level = "They are level in points and all tie-breaks"
    if not play_off.is_wanted(competition.settings):
        return f"{level}."
    games = competition.pairings.filter(slot=play_off.SLOT)
    if games.exclude(outcome=Pairing.Outcome.UNPLAYED).exists():
        return f"{level}, and in the play-off too."
    return f"{level}, and the event ended before they could play it off."


def _of_team_in_sentences(team: Team) -> str:
    """Return what an event has meant for a team, as its members are told."""
    place = f"Your team, {team.name}, is number {team.final_place} of {team.final_of}."
    first = [other.name for other in team.competition.teams.filter(champion=True).order_by("name")]
    if team.champion:
        return f"{'You are champions!' if len(first) == 1 else 'You are champions, with others.'} {place}"
    return f"{place} {' and '.join(first)} {'is' if len(first) == 1 else 'are'} champion." if first else place


def champions_of(competition: Competition) -> list[Entrant]:
    """Return who has won an event that is over."""
    rows = competition.entrants.filter(champion=True).select_related("user")
    return list(rows.order_by("group", "place", "pk"))


def pool_winners(rows: Sequence[Entrant]) -> list[Entrant]:
    """Return the first of each pool where an event of several pools is over; [] where it has a champion."""
    first = [row for row in rows if row.final_place == 1 and row.group and row.team_id is None]
    several = len({row.group for row in rows if row.group}) > 1
    return sorted(first, key=lambda row: row.group) if several and not any(r.champion for r in rows) else []
