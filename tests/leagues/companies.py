"""Teams in an event: founded, asked together and agreed, as people would."""

from accounts.models import User
from leagues.models import Competition, Pairing, Team
from leagues.notices import compose
from leagues.services import directing
from leagues.services.entry import teams
from leagues.services.rounds import standings
from notifications.models import Delivery
from tests.leagues.world import World, players


def team_of(world: World, event: Competition, name: str, people: list[User]) -> Team:
    """A team whose first member has founded it and asked the others, in the order of its boards."""
    team = teams.found(event.key, people[0], name, world.now)
    for person in people[1:]:
        teams.ask(event.key, people[0], person.username, world.now)
        teams.join(event.key, person, team.pk, world.now)
    return team


def teams_of(world: World, event: Competition, number: int) -> list[Team]:
    """So many complete teams: Team 1 with ent11, ent12 …"""
    return [
        team_of(world, event, f"Team {n}", players(event.team_size, f"ent{n}")) for n in range(1, number + 1)
    ]


def begun(world: World, owner: User, preset: str = "team-round-robin", number: int = 3, **more: object):
    """A running event of complete teams of two boards, and its teams."""
    more.setdefault("team_size", 2)
    more.setdefault("least_entrants", 2)
    event = world.found(owner, preset, **more)
    made = teams_of(world, event, number)
    directing.start_now(event.key, owner, world.now)
    world.sweep()
    event.refresh_from_db()
    for team in made:
        team.refresh_from_db()
    return event, made


def games_of(event: Competition, board: int) -> list[Pairing]:
    """The games on a board, in the order in which they were paired."""
    return list(event.pairings.filter(board=board).select_related("match").order_by("number"))


def win_for(world: World, pairing: Pairing, team: Team) -> None:
    """Let a team win a running game of its match."""
    place = pairing.places.get(entrant__team=team)
    world.end(pairing.game, place.index)


def lines_of(event: Competition) -> list[tuple[str, float, float]]:
    """Name, match points and board points of every team, from the first."""
    view = standings.load(event)
    return [(view.name_of(line.entrant), line.points, line.breaks[0]) for line in view.tables()[0].lines]


def boards_of(team: Team) -> list[tuple[str, int]]:
    """Who is in a team, by the board."""
    return list(team.members.order_by("board").values_list("user__username", "board"))


def told(user: User, what: str) -> list[str]:
    """What somebody was told."""
    return [compose(row).text for row in Delivery.objects.filter(user=user, subject__what=what)]
