"""Writing down what is paired, and fitting in who comes late."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.models import Game
from leagues.formats import Meeting, OpenFormat, teams
from leagues.models import Competition, Entrant, Match, Pairing, Place, Round
from leagues.services.rounds import ladder_order, seeds, standings


def write(
    competition: Competition,
    meetings: Sequence[Meeting],
    rounds: Mapping[int, Round],
    now: datetime,
    deadline_at: datetime | None = None,
    boards: Sequence[tuple[Match, int]] = (),
) -> list[Pairing]:
    """Store meetings of rounds that are there; the caller holds the competition's lock.

    Args:
        rounds: by their numbers. deadline_at: of the meetings that are not decided, where it is not the round's.
        boards: of the meetings, in an event of teams: match and number.
    """
    last = competition.pairings.order_by("-number").values_list("number", flat=True).first() or 0
    pairings = [
        Pairing(
            competition=competition,
            round=rounds[meeting.round],
            number=last + offset,
            group=meeting.group,
            slot=meeting.slot,
            state=Pairing.State.DONE if meeting.is_decided else Pairing.State.WAITING,
            outcome=_outcome_of(meeting),
            deadline_at=None if meeting.is_decided else deadline_at,
            done_at=now if meeting.is_decided else None,
        )
        for offset, meeting in enumerate(meetings, start=1)
    ]
    for pairing, (match, board) in zip(pairings, boards, strict=False):
        pairing.match, pairing.board = match, board
    drawn = ((pairing, meeting.sides) for pairing, meeting in zip(pairings, meetings, strict=True))
    seeds.give_numbers(competition, [game for game in drawn if game[0].state == Pairing.State.WAITING])
    Pairing.objects.bulk_create(pairings, batch_size=500)
    gone = _gone(meetings)
    Place.objects.bulk_create(
        [
            Place(
                pairing=pairing,
                entrant_id=entrant,
                index=index,
                points=meeting.points[index] if meeting.points else None,
                won=index in meeting.winning,
                by_leaving=_is_lost(meeting, index, entrant in gone),
            )
            for pairing, meeting in zip(pairings, meetings, strict=True)
            for index, entrant in enumerate(meeting.sides)
        ],
        batch_size=500,
    )
    return pairings


def _is_lost(meeting: Meeting, index: int, gone: bool) -> bool:
    """Return whether a side loses a meeting because it is not there."""
    outcome = _outcome_of(meeting)
    return (outcome == Pairing.Outcome.WALKOVER and index not in meeting.winning) or (
        outcome == Pairing.Outcome.UNPLAYED and gone
    )


def _gone(meetings: Sequence[Meeting]) -> set[int]:
    """Return who is not there any more of those whose games are not played: with nobody opposite, both have lost."""
    unplayed = [meeting for meeting in meetings if _outcome_of(meeting) == Pairing.Outcome.UNPLAYED]
    sides = {entrant for meeting in unplayed for entrant in meeting.sides}
    rows = Entrant.objects.filter(pk__in=sides).exclude(state=Entrant.State.ENTERED)
    return set(rows.values_list("pk", flat=True)) if sides else set()


def _outcome_of(meeting: Meeting) -> str:
    if not meeting.is_decided:
        return Pairing.Outcome.NONE
    if meeting.is_bye:
        return Pairing.Outcome.BYE
    return Pairing.Outcome.WALKOVER if meeting.winning else Pairing.Outcome.UNPLAYED


def write_matches(
    competition: Competition, matches: Sequence[Meeting], rounds: Mapping[int, Round], now: datetime
) -> None:
    """Store matches of teams with their games; the caller holds the competition's lock. Args as in `write`."""
    last = competition.matches.order_by("-number").values_list("number", flat=True).first() or 0
    rows = [
        Match(
            competition=competition,
            round=rounds[match.round],
            number=last + offset,
            first_id=match.sides[0],
            second_id=None if match.is_bye else match.sides[1],
            group=match.group,
            slot=match.slot,
        )
        for offset, match in enumerate(matches, start=1)
    ]
    Match.objects.bulk_create(rows, batch_size=500)
    view = standings.load(competition)
    lineups, groups = standings.lineups_of(view.rows.values()), standings.teams_of(competition)
    blocked = view.apart()
    games: list[Meeting] = []
    boards: list[tuple[Match, int]] = []
    for row, match in zip(rows, matches, strict=True):
        for board, game in teams.games_of(match, lineups, groups, blocked).items():
            games.append(game)
            boards.append((row, board))
    write(competition, games, rounds, now, boards=boards)


def reopen(pairing: Pairing, game: Game | None, **places: Any) -> None:
    """Let a pairing be played after all: by a game that runs, or by one that is still to begin.

    Args:
        places: what else is written to its places.
    """
    Place.objects.filter(pairing=pairing).update(
        points=None,
        won=False,
        won_individually=False,
        timed_out=False,
        by_leaving=False,
        seconds_used=0,
        handicap=0,
        **places,
    )
    pairing.game, pairing.reason, pairing.needs_director, pairing.done_at = game, "", False, None
    pairing.state = Pairing.State.WAITING if game is None else Pairing.State.PLAYING
    pairing.outcome = Pairing.Outcome.NONE
    pairing.save()
    if pairing.competition.format == "ladder":
        ladder_order.forget_result(pairing)


def fit_in(competition: Competition, entrant: Entrant, now: datetime) -> str:
    """Give somebody who comes late their place and games. Returns in a sentence what that means for them.

    The caller holds the competition's lock, has stored the entrant, and knows that they may come.
    """
    view = standings.load(competition)
    assert isinstance(view.format, OpenFormat)
    arrival = view.format.arrive(entrant.pk, view.entrants, view.meetings, view.settings, view.draw())
    entrant.group, entrant.place = arrival.group, arrival.place
    entrant.save(update_fields=["group", "place"])
    deadline = now + timedelta(days=competition.round_days) if competition.round_days else None
    rounds = {row.number: row for row in competition.rounds.all()}
    write(competition, arrival.meetings, rounds, now, deadline)
    name = entrant.user.shown_name
    if arrival.group:
        return f"{name} has entered late, in {arrival.group}."
    return f"{name} has entered late, and plays from round {len(rounds) + 1} on."
