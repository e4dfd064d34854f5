"""Events of teams on their pages and over the API, from founding to the last board."""

import json

import pytest
from django.urls import reverse

from leagues.models import Competition, Team
from leagues.services import directing
from leagues.services.entry import registration, teams
from tests.browsing import page_at
from tests.conftest import person
from tests.leagues.companies import begun, games_of, team_of, teams_of, win_for
from tests.leagues.test_api import call  # noqa: F401  # a fixture
from tests.leagues.world import is_over, players

HOSTILE = "<script>x</script>"


@pytest.fixture
def cup(world, elrond):
    return world.found(elrond, "team-round-robin", team_size=2, least_entrants=2)


# -- pages -------------------------------------------------------------------------------------


def test_a_founder_opens_an_event_of_teams(client, world, elrond):
    client.force_login(elrond)
    assert "Round robin of teams" in page_at(client, reverse("new-league"))
    form = client.get(reverse("new-league"), {"preset": "team-swiss", "title": "duel"}).context["form"]
    assert "pairing_by_hand" not in form.fields
    assert not {"setting-late_entry", "setting-byes", "setting-first_tie"} & set(form.fields)
    data = {
        field.html_name: field.initial
        for field in form
        if field.initial is not None and field.initial is not False
    }
    data |= {"preset": "team-swiss", "title": "duel", "name": "Team Cup", "team_size": "9"}
    answer = client.post(reverse("new-league"), data)
    assert answer.status_code == 422
    answer = client.post(reverse("new-league"), data | {"team_size": "3"})
    assert answer.status_code == 302
    made = Competition.objects.get()
    assert (made.team_size, made.format, made.least_entrants) == (3, "swiss", 4)
    text = page_at(client, f"/leagues/{made.key}/")
    assert "Teams of 3 play for it." in text
    assert "Swiss of teams" in text
    assert "No team yet. 4 are needed." in text


def test_the_form_of_an_event_for_people_asks_for_no_team(client, world, elrond):
    client.force_login(elrond)
    form = client.get(reverse("new-league"), {"preset": "swiss", "title": "duel"}).context["form"]
    assert "team_size" not in form.fields


def test_a_team_is_founded_asked_joined_and_ordered_on_the_page(client, world, cup):
    merry, pippin = person("merry"), person("pippin")
    where = f"/leagues/{cup.key}/"
    client.force_login(merry)
    assert "Found the team" in page_at(client, where)
    client.post(f"{where}do/found-team/", {"name": "Tom & Co <b>"})
    assert client.post(f"{where}do/ask-player/", {"username": "pippin"}).status_code == 302
    text = page_at(client, where)
    assert "Tom &amp; Co &lt;b&gt;" in text
    assert "is asked, and has not answered." in text
    client.force_login(pippin)
    text = page_at(client, where)
    assert "Play for Tom &amp; Co &lt;b&gt;</button>" in text
    team = cup.teams.get()
    client.post(f"{where}do/join-team/", {"team": team.pk})
    assert "Set the order" not in page_at(client, where), "only the captain orders"
    first, second = team.members.order_by("board")
    order = {f"board-{first.pk}": "2", f"board-{second.pk}": "1"}
    assert client.post(f"{where}do/order-team/", order).status_code == 403
    client.force_login(merry)
    assert (
        client.post(
            f"{where}do/order-team/", {f"board-{first.pk}": "1", f"board-{second.pk}": "1"}
        ).status_code
        == 422
    )
    client.post(f"{where}do/order-team/", order)
    assert [m.user for m in team.members.order_by("board")] == [pippin, merry]
    text = page_at(client, where)
    assert "Your team is complete." in text


def test_saying_no_on_the_page(client, world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    client.force_login(pippin)
    client.post(f"/leagues/{cup.key}/do/decline-team/", {"team": team.pk})
    assert "Play for Ents" not in page_at(client, f"/leagues/{cup.key}/")
    client.force_login(merry)
    answer = client.post(f"/leagues/{cup.key}/do/ask-no-longer/", {"username": "pippin"})
    assert answer.status_code == 404


def test_a_visitor_reads_who_plays_for_whom_and_is_asked_to_sign_in(client, world, cup):
    team_of(world, cup, "Ents", players(2))
    text = page_at(client, f"/leagues/{cup.key}/")
    assert "Sign in to enter." in text
    assert "<strong>Ents</strong>" in text
    answer = client.post(f"/leagues/{cup.key}/do/found-team/", {"name": "Orcs"})
    assert "login" in answer["Location"]


def test_the_page_shows_matches_by_board_standings_and_scores(client, world, elrond):
    event, made = begun(world, elrond, number=3)
    where = f"/leagues/{event.key}/"
    client.force_login(made[0].captain)
    text = page_at(client, where)
    assert "Round 1" in text
    for pairing in games_of(event, 1):
        win_for(world, pairing, min((p.entrant.team for p in pairing.places.all()), key=lambda t: t.pk))
    world.sweep()
    text = page_at(client, where)
    assert "2&nbsp;:&nbsp;0" in text or "0&nbsp;:&nbsp;2" in text
    assert "not decided" in text
    assert ">Board 2</p>" in text
    while not is_over(event):
        for pairing in event.pairings.filter(state="playing").select_related("game"):
            win_for(world, pairing, min((p.entrant.team for p in pairing.places.all()), key=lambda t: t.pk))
        world.sweep()
    text = page_at(client, where)
    assert '<span class="eyebrow">Champion</span> <strong>Team 1</strong>' in text
    assert "won 4 : 0 against Team 2" in text
    assert "What everybody has won for their team" in text
    assert '<tr class="is-mine">' in text
    assert "In the cells: the board points of the match" in text
    assert "Board points: the points of all games" in text
    games = page_at(client, f"{where}games/?round=1")
    assert "<details open>" in games
    assert "Round 1" in games
    assert "Team 1" in page_at(client, f"{where}standings/")
    assert (
        page_at(client, f"/players/{made[0].captain.username}/").count("champion, place 1 of 3 with Team 1")
        == 1
    )


def test_the_page_says_what_broke_a_tie(client, world, elrond):
    event, (one, two, three) = begun(world, elrond, number=3)
    while not is_over(event):
        for pairing in event.pairings.filter(state="playing").select_related("game"):
            here = {place.entrant.team_id for place in pairing.places.all()}
            if here == {one.pk, three.pk} and pairing.board == 2:
                directing.adjudicate(event.key, elrond, pairing.number, "draw", "Agreed.", now=world.now)
            elif here == {one.pk, two.pk}:
                win_for(world, pairing, one if pairing.board == 1 else two)
            else:
                win_for(world, pairing, one if one.pk in here else two)
        world.sweep()
    text = page_at(client, f"/leagues/{event.key}/")
    assert "Team 2 is ahead of Team 1: Board points, 6 to 5." in text


def test_exports_name_teams_matches_and_boards(client, world, elrond):
    event, made = begun(world, elrond, number=2)
    win_for(world, games_of(event, 1)[0], made[0])
    world.sweep()
    where = f"/leagues/{event.key}/"
    head, first, *_ = page_at(client, f"{where}standings.csv").splitlines()
    assert head.split(",")[:4] == ["table", "rank", "name", "points"]
    assert "Team 1" in first
    head = page_at(client, f"{where}pairings.csv").splitlines()[0]
    assert head.startswith("number,round,group,slot,match,board,players")
    rows = json.loads(page_at(client, f"{where}pairings.json"))["rows"]
    assert [(row["match"], row["board"]) for row in rows] == [(1, 1), (1, 2)]


def test_directors_act_on_teams_on_their_page(client, world, elrond):
    event, made = begun(world, elrond, number=3)
    where = f"/leagues/{event.key}/direct/"
    client.force_login(elrond)
    text = page_at(client, where)
    assert "Take out a whole team" in text
    assert "Team 1, 1" in text
    assert client.post(f"{where}remove-team/", {"team": made[2].pk, "reason": ""}).status_code == 422
    assert client.post(f"{where}remove-team/", {"team": "x", "reason": "Because."}).status_code == 404
    assert client.post(f"{where}remove-team/", {"team": made[2].pk, "reason": "Because."}).status_code == 302
    assert Team.objects.get(pk=made[2].pk).state == Team.State.OUT
    assert "Is out" in page_at(client, f"/leagues/{event.key}/")
    assert (
        client.post(f"{where}place/", {"entrant": made[0].members.first().pk, "seed": "1"}).status_code == 409
    )


def test_the_list_of_events_counts_teams(client, world, cup):
    teams_of(world, cup, 2)
    teams.found(cup.key, person("merry"), "Ents", world.now)
    assert "3 teams" in page_at(client, reverse("leagues"))


def test_somebody_who_shares_a_connection_is_asked_and_then_in_the_team(client, world, cup, monkeypatch):
    from accounts import visits

    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    monkeypatch.setattr(visits, "to_ask", lambda user, others, now: [merry.pk] if user == pippin else [])
    monkeypatch.setattr(visits, "say", lambda *given: None)
    client.force_login(pippin)
    where = f"/leagues/{cup.key}/do/join-team/"
    answer = client.post(where, {"team": team.pk})
    assert answer.status_code == 409
    assert f'name="team" value="{team.pk}"' in answer.content.decode()
    answers = answer.context["answers"]
    assert client.post(where, {"team": team.pk, "connection": answers[0][0]}).status_code == 302
    assert team.members.count() == 2


# -- the API -----------------------------------------------------------------------------------


def test_a_team_event_runs_over_the_api_alone(call, world, elrond):  # noqa: F811
    status, made = call(
        elrond,
        "POST",
        "/leagues/",
        {"format": "round-robin", "title": "duel", "name": "Boards", "team_size": 2, "clock_preset": "fast"},
    )
    assert (status, made["team_size"], made["teams"], made["matches"]) == (201, 2, [], [])
    where = f"/leagues/{made['key']}"
    four = players(4)
    numbers = []
    for captain, other in (four[:2], four[2:]):
        status, answer = call(captain, "POST", f"{where}/acts/found-team/", {"name": f"Of {captain}"})
        assert status == 200
        numbers.append(answer["team"])
        call(captain, "POST", f"{where}/acts/ask-player/", {"username": other.username})
        you = call(other, "GET", f"{where}/")[1]["you"]
        assert (you["team"], you["asked_by"]) == (None, [answer["team"]])
        assert call(captain, "GET", f"{where}/")[1]["you"]["has_asked"] == [other.username]
        assert call(elrond, "GET", f"{where}/")[1]["you"]["has_asked"] == []
        assert call(other, "POST", f"{where}/acts/join-team/", {"team": answer["team"]})[0] == 200
    shown = call(four[0], "GET", f"{where}/")[1]
    first = shown["teams"][0]
    ids = [member["entrant"] for member in first["members"]]
    assert call(four[0], "POST", f"{where}/acts/order-team/", {"entrants": ids[::-1]})[0] == 200
    assert (
        call(four[1], "POST", f"{where}/acts/order-team/", {"entrants": ids})[1]["code"] == "not-the-captain"
    )
    assert call(elrond, "POST", f"{where}/direct/start/")[0] == 200
    world.sweep()
    rows = call(None, "GET", f"{where}/pairings/")[1]["results"]
    assert [(row["match"], row["board"]) for row in rows] == [(1, 1), (1, 2)]
    event = Competition.objects.get(key=made["key"])
    for pairing in event.pairings.all():
        win_for(world, pairing, event.teams.get(pk=numbers[0]))
    world.sweep()
    shown = call(four[0], "GET", f"{where}/")[1]
    assert shown["champions"] == [f"Of {four[0]}"]
    (match,) = shown["matches"]
    assert sorted(match["board_points"]) == [0.0, 4.0]
    assert sorted(match["match_points"]) == [0.0, 2.0]
    line = shown["standings"][0]["lines"][0]
    assert (line["team"], line["name"], line["points"]) == (numbers[0], f"Of {four[0]}", 2.0)
    best = next(team for team in shown["teams"] if team["id"] == numbers[0])
    assert (best["champion"], best["place"], [m["points"] for m in best["members"]]) == (True, 1, [2.0, 2.0])


@pytest.mark.parametrize(
    ("act", "data", "code"),
    [
        ("found-team", {}, "malformed"),
        ("found-team", {"name": 7}, "malformed"),
        ("found-team", {"name": "\u202e\u200b"}, "name-needed"),
        ("found-team", {"name": "x" * 4000}, "too-long"),
        ("join-team", {"team": "1"}, "malformed"),
        ("join-team", {"team": 10**30}, "malformed"),
        ("join-team", {"team": 10**15}, "not-asked"),
        ("decline-team", {"team": -1}, "not-asked"),
        ("ask-player", {"username": "elrond"}, "not-the-captain"),
        ("ask-no-longer", {"username": "elrond"}, "not-the-captain"),
        ("order-team", {"entrants": [1]}, "not-the-captain"),
        ("order-team", {"entrants": ["1", None]}, "malformed"),
        ("order-team", {"entrants": 5}, "malformed"),
        ("order-team", {"entrants": [True]}, "malformed"),
    ],
)
def test_hostile_calls_are_refused_in_words(call, world, cup, act, data, code):  # noqa: F811
    status, answer = call(person("merry"), "POST", f"/leagues/{cup.key}/acts/{act}/", data)
    assert (status >= 400, answer["code"]) == (True, code)
    assert not cup.teams.exists()


def test_a_name_with_html_is_shown_as_it_was_written(call, client, world, cup):  # noqa: F811
    merry = person("merry")
    call(merry, "POST", f"/leagues/{cup.key}/acts/found-team/", {"name": HOSTILE})
    assert cup.teams.get().name == HOSTILE
    assert HOSTILE not in page_at(client, f"/leagues/{cup.key}/")
    assert HOSTILE not in page_at(client, f"/leagues/{cup.key}/acts/")


def test_what_is_too_late_is_refused(call, world, elrond, cup):  # noqa: F811
    made = teams_of(world, cup, 2)
    directing.start_now(cup.key, elrond, world.now)
    captain = made[0].captain
    where = f"/leagues/{cup.key}/acts"
    ids = list(made[0].members.values_list("pk", flat=True))
    for act, data in (
        ("order-team", {"entrants": ids}),
        ("ask-player", {"username": "elrond"}),
        ("found-team", {"name": "Late"}),
        ("join-team", {"team": made[0].pk}),
    ):
        assert call(captain, "POST", f"{where}/{act}/", data)[1]["code"] == "too-late"
    assert call(elrond, "POST", f"/leagues/{cup.key}/acts/enter/")[1]["code"] == "only-teams"


def test_directors_take_a_team_out_over_the_api(call, world, elrond, cup):  # noqa: F811
    made = teams_of(world, cup, 2)
    where = f"/leagues/{cup.key}/direct/remove-team/"
    assert (
        call(made[1].captain, "POST", where, {"team": made[0].pk, "reason": "x"})[1]["code"]
        == "not-a-director"
    )
    assert call(elrond, "POST", where, {"team": 0, "reason": "x"})[1]["code"] == "no-such-team"
    status, shown = call(elrond, "POST", where, {"team": made[0].pk, "reason": "A rude name."})
    assert status == 200
    assert [team["name"] for team in shown["teams"]] == ["Team 2"]


def test_what_people_are_asked_is_told_to_nobody_else(call, client, world, elrond, cup):  # noqa: F811
    merry = person("merry")
    teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, person("pippin").username, world.now)
    for reader in (None, person("sam")):
        assert "pippin" not in json.dumps(call(reader, "GET", f"/leagues/{cup.key}/")[1])
        assert "pippin" not in json.dumps(call(reader, "GET", f"/leagues/{cup.key}/audit/")[1])
    assert "pippin" not in page_at(client, f"/leagues/{cup.key}/")


def test_an_event_for_people_says_that_it_has_no_teams(call, world, elrond):  # noqa: F811
    plain = world.found(elrond, "swiss")
    registration.enter(plain.key, person("merry"), world.now)
    shown = call(elrond, "GET", f"/leagues/{plain.key}/")[1]
    assert (shown["team_size"], shown["teams"], shown["matches"]) == (0, [], [])
    assert "team" not in shown["you"]
    directing.call_off(plain.key, elrond, "Rain.", world.now)
    presets = call(None, "GET", "/leagues/presets/")[1]["formats"]
    offered = {f["id"]: [s["name"] for s in f["settings_of_teams"]] for f in presets}
    assert offered["swiss"] == ["rounds", "games_per_round", "weights"]
    assert offered["round-robin"] == ["games_per_pair", "pace"]
    assert offered["ladder"] == []
