"""Teams before they play: founded, asked into, ordered, complete or not; and which events have them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.blocks import block
from accounts.services import close_account
from leagues.digests import _row as weekly_row
from leagues.models import AuditEntry, Competition, Entrant, Rating, Team
from leagues.notices import compose
from leagues.services import directing
from leagues.services.display import presentation
from leagues.services.entry import registration, teams
from leagues.services.lifecycle import succession
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.leagues.companies import begun, boards_of, games_of, lines_of, team_of, teams_of, told, win_for
from tests.leagues.world import players


@pytest.fixture
def cup(world, elrond):
    """A round robin of teams of two, open for registration."""
    return world.found(elrond, "team-round-robin", team_size=2, least_entrants=2)


# -- founding and agreeing ---------------------------------------------------------------------


def test_a_captain_asks_and_whoever_agrees_is_in(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "The  Ents", world.now)
    assert team.name == "The Ents"
    teams.ask(cup.key, merry, "Pippin", world.now)
    assert not cup.entrants.filter(user=pippin).exists(), "nobody is entered by somebody else"
    (words,) = told(pippin, "team")
    assert "merry asks you into a team at an event of Duel for Middle-earth." in words
    teams.join(cup.key, pippin, team.pk, world.now)
    assert boards_of(team) == [("merry", 1), ("pippin", 2)]
    assert not team.invitations.exists()
    assert list(cup.audit.filter(public=True).values_list("text", flat=True))[:2] == [
        "pippin plays for The Ents.",
        "merry has founded the team The Ents.",
    ]


def test_who_is_asked_can_say_no_and_is_not_told_of_it_any_more(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "The Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    teams.decline(cup.key, pippin, team.pk, world.now)
    with refused("not-asked"):
        teams.join(cup.key, pippin, team.pk, world.now)
    assert compose(Delivery.objects.get(user=pippin, subject__what="team")) is None
    world.pass_time(timedelta(days=1, minutes=1))
    teams.ask(cup.key, merry, "pippin", world.now)
    teams.take_back(cup.key, merry, "pippin", world.now)
    with refused("not-asked"):
        teams.decline(cup.key, pippin, team.pk, world.now)


@pytest.mark.parametrize("name", ["", " ", "x", "–—", "\x00\x07", "y" * 41])
def test_a_team_needs_a_name_that_can_be_read(world, cup, name):
    with refused("too-long" if len(name) > 40 else "name-needed"):
        teams.found(cup.key, person("merry"), name, world.now)
    assert not cup.teams.exists()


def test_a_name_is_there_once_however_it_is_written(world, cup):
    teams.found(cup.key, person("merry"), "Éomer’s Éored", world.now)
    with refused("name-taken"):
        teams.found(cup.key, person("pippin"), "éomer’s éored", world.now)
    assert not cup.entrants.filter(user__username="pippin").exists()


def test_nobody_plays_for_two_teams_of_an_event(world, cup):
    merry, pippin, sam = person("merry"), person("pippin"), person("sam")
    ents = teams.found(cup.key, merry, "Ents", world.now)
    teams.found(cup.key, sam, "Gardeners", world.now)
    for captain in (merry, sam):
        teams.ask(cup.key, captain, "pippin", world.now)
    teams.join(cup.key, pippin, ents.pk, world.now)
    assert teams.offer(cup, pippin, world.now).asked == []
    with refused("may-not-enter"):
        teams.found(cup.key, pippin, "Pippin’s own", world.now)
    with refused("already-in"):
        teams.ask(cup.key, sam, "pippin", world.now)


def test_a_full_team_asks_nobody_and_takes_nobody(world, cup):
    merry, pippin, sam = person("merry"), person("pippin"), person("sam")
    team = teams.found(cup.key, merry, "Ents", world.now)
    for name in ("pippin", "sam"):
        teams.ask(cup.key, merry, name, world.now)
    teams.join(cup.key, pippin, team.pk, world.now)
    with refused("team-full"):
        teams.join(cup.key, sam, team.pk, world.now)
    with refused("team-full"):
        teams.ask(cup.key, merry, "elrond", world.now)
    assert teams.offer(cup, sam, world.now).asked == []


def test_every_member_meets_the_conditions_of_entry(world, elrond):
    cup = world.found(elrond, "team-swiss", team_size=2, least_rating=1600)
    merry, pippin = person("merry"), person("pippin")
    with refused("may-not-enter"):
        teams.found(cup.key, merry, "Ents", world.now)
    for side in ("fellowship", "sauron"):
        Rating.objects.create(
            user=merry, title="duel", side=side, system="openskill", value=1700, last_at=world.now
        )
    team = teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    with refused("may-not-enter"):
        teams.join(cup.key, pippin, team.pk, world.now)
    assert "this event is for people from 1600 on" in teams.offer(cup, pippin, world.now).why_not


def test_nobody_enters_an_event_of_teams_alone(world, cup):
    with refused("only-teams"):
        registration.enter(cup.key, person("merry"), world.now)


def test_who_closes_their_account_is_asked_no_more(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    close_account(pippin)
    assert not team.invitations.exists()


def test_who_blocks_the_captain_is_not_asked(world, cup):
    merry, pippin = person("merry"), person("pippin")
    teams.found(cup.key, merry, "Ents", world.now)
    block(pippin, merry)
    with refused("blocked"):
        teams.ask(cup.key, merry, "pippin", world.now)


def test_a_captain_asks_so_many_a_day(world, cup, settings):
    settings.HOUSE = replace(settings.HOUSE, team_invitations_a_day=2)
    merry = person("merry")
    teams.found(cup.key, merry, "Ents", world.now)
    for user in players(2):
        teams.ask(cup.key, merry, user.username, world.now)
        teams.take_back(cup.key, merry, user.username, world.now)
    person("pippin")
    with refused("too-many-asked"):
        teams.ask(cup.key, merry, "pippin", world.now)
    world.pass_time(timedelta(days=1, minutes=1))
    assert teams.ask(cup.key, merry, "pippin", world.now).pk


def test_the_captain_orders_the_boards_and_nobody_else(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = team_of(world, cup, "Ents", [merry, pippin])
    first, second = (cup.entrants.get(user=user).pk for user in (merry, pippin))
    with refused("not-the-captain"):
        teams.order(cup.key, pippin, [second, first], world.now)
    with refused("not-the-captain"):
        teams.ask(cup.key, pippin, "elrond", world.now)
    for wrong in ([first], [first, first], [first, second, 999], []):
        with refused("bad-order"):
            teams.order(cup.key, merry, wrong, world.now)
    teams.order(cup.key, merry, [second, first], world.now)
    assert boards_of(team) == [("pippin", 1), ("merry", 2)]
    assert cup.audit.get(act="team-ordered").text == "Ents plays in this order: pippin, merry."


def test_who_leaves_before_the_start_leaves_a_place_and_the_next_one_leads(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = team_of(world, cup, "Ents", [merry, pippin])
    registration.leave(cup.key, merry, world.now)
    team.refresh_from_db()
    assert (team.captain, boards_of(team)) == (pippin, [("pippin", 1)])
    teams.ask(cup.key, pippin, "merry", world.now)
    teams.join(cup.key, merry, team.pk, world.now)
    assert boards_of(team) == [("pippin", 1), ("merry", 2)]
    close_account(pippin)
    registration.leave(cup.key, merry, world.now)
    assert not cup.teams.exists(), "a team that nobody is in is no more, and its name is free"
    teams.found(cup.key, merry, "Ents", world.now)


def test_places_are_places_for_teams(world, elrond):
    cup = world.found(elrond, "team-swiss", team_size=2, least_entrants=3, most_entrants=3)
    for number, user in enumerate(players(3), start=1):
        teams.found(cup.key, user, f"Team {number}", world.now)
    merry = person("merry")
    assert teams.offer(cup, merry, world.now).why_not == "All places for teams are taken."
    with refused("may-not-enter"):
        teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, cup.teams.first().captain, "merry", world.now)
    teams.join(cup.key, merry, cup.teams.first().pk, world.now)


def test_an_event_begins_when_so_many_teams_are_complete(world, elrond):
    cup = world.found(
        elrond, "team-round-robin", team_size=2, least_entrants=2, most_entrants=2, starts_when_full=True
    )
    team_of(world, cup, "Ents", players(2, "ent"))
    orcs = team_of(world, cup, "Orcs", players(1, "orc"))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.REGISTRATION
    teams.ask(cup.key, orcs.captain, person("merry").username, world.now)
    teams.join(cup.key, cup.teams.get(name="Orcs").invitations.get().user, orcs.pk, world.now)
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING
    assert len(world.games(cup)) == 2


# -- the start ---------------------------------------------------------------------------------


def test_a_team_that_is_not_complete_does_not_take_part_and_is_told_why(world, elrond, cup):
    teams_of(world, cup, 2)
    merry = person("merry")
    teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, person("pippin").username, world.now)
    world.pass_time(timedelta(days=14, minutes=1))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING
    assert cup.teams.get(name="Ents").state == Team.State.INCOMPLETE
    assert cup.entrants.get(user=merry).state == Entrant.State.WITHDRAWN
    (words,) = told(merry, "act")
    assert "Ents was not complete, with 1 of 2, and does not take part." in words
    assert [name for name, _, _ in lines_of(cup)] == ["Team 1", "Team 2"]
    assert cup.audit.get(act="started").text == "Begun with 2 teams."
    with refused("no-way-back"):
        directing.replace(cup.key, elrond, cup.entrants.get(user=merry).pk, "pippin", "Late.", world.now)
    with refused("no-way-back"):
        directing.readmit(cup.key, elrond, cup.entrants.get(user=merry).pk, "stand", "Late.", world.now)
    with refused("too-late"):
        teams.ask(cup.key, merry, "pippin", world.now)
    with refused("too-late"):
        teams.found(cup.key, person("sam"), "Late", world.now)


def test_too_few_complete_teams_call_it_off(world, elrond, cup):
    teams_of(world, cup, 1)
    teams.found(cup.key, person("merry"), "Ents", world.now)
    with refused("too-few"):
        directing.start_now(cup.key, elrond, world.now)
    world.pass_time(timedelta(days=14, minutes=1))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.CANCELLED
    assert "1 team is complete, 2 are needed" in cup.audit.get(act="cancelled").text


def test_teams_are_seeded_by_the_ratings_of_their_members(world, elrond, cup):
    made = teams_of(world, cup, 3)
    best = made[2].members.first().user
    for side in ("fellowship", "sauron"):
        Rating.objects.create(
            user=best, title="duel", side=side, system="openskill", value=1900, last_at=world.now
        )
    directing.start_now(cup.key, elrond, world.now)
    assert list(cup.teams.order_by("seed").values_list("name", flat=True)) == ["Team 3", "Team 1", "Team 2"]


# -- the setting -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["knock-out", "ladder", "season", "mini-cup"])
def test_other_formats_are_not_for_teams(world, elrond, kind):
    with pytest.raises(Exception, match="is not for teams: choose a Round robin or a Swiss"):
        world.found(elrond, format=kind, team_size=4)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"team_size": 1}, "A team has 2 to 8 boards."),
        ({"team_size": 9}, "The players of a team goes from 0 to 8."),
        ({"team_size": -1}, "The players of a team goes from 0 to 8."),
        ({"pairing_by_hand": True}, "Nobody is paired by hand"),
        ({"settings": {"late_entry": "half"}}, "Swiss of teams has no setting “late_entry”."),
        ({"settings": {"byes": 2}}, "Swiss of teams has no setting “byes”."),
    ],
)
def test_what_teams_cannot_have_is_refused_in_words(world, elrond, more, words):
    with pytest.raises(Exception, match=words):
        world.found(elrond, "team-swiss", **more)


def test_players_read_how_teams_play_before_they_enter(cup):
    said = " ".join(presentation.rules_words(cup))
    assert "Teams of 2 play for it." in said
    assert "Every team plays one match against every other." in said
    assert "Who has more board points wins the match" in said
    assert "A team that is not complete then does not take part." in said


def test_what_follows_is_of_teams_too_and_empty(world, elrond):
    event, _ = begun(world, elrond, number=2)
    following = succession.succeed(event, world.now)
    assert following.team_size == 2
    assert not following.teams.exists()
    assert not following.entrants.exists()


def test_the_weekly_letter_names_the_place_of_the_team(world, elrond):
    event, made = begun(world, elrond, number=2)
    win_for(world, games_of(event, 1)[0], made[0])
    world.sweep()
    assert (
        "number 1 of 2 in “Teams”, 1 game to play"
        in weekly_row(event, made[0].members.get(board=2).user)["words"]
    )


def test_an_event_without_teams_has_none(world, elrond):
    plain = world.found(elrond, "swiss")
    merry = person("merry")
    with refused("no-teams"):
        teams.found(plain.key, merry, "Ents", world.now)
    registration.enter(plain.key, merry, world.now)
    assert AuditEntry.objects.filter(competition=plain, act__startswith="team").count() == 0
    assert plain.entrants.get().team is None
