"""Tables of War of the Ring for two, three and four, from the form to the last turn against bots (WR-19)."""

from random import Random

import pytest

import rules
from games.lobby import tables
from games.models import Event, Game
from games.play import access, positions
from games.play.submit import submit
from games.tasks import play_bot
from tests.lobby.test_create import offered, post
from tests.opening import open_table

pytestmark = pytest.mark.django_db

TITLE = rules.title("war-of-the-ring")
#: Every number of players, with the seats, and who wins together with the last one.
NUMBERS = [
    ("2", ["free-peoples", "shadow"], ("shadow",)),
    ("3", ["free-peoples", "witch-king", "saruman"], ("witch-king", "saruman")),
    ("4", ["gondor", "rohan", "witch-king", "saruman"], ("witch-king", "saruman")),
]
#: What the form sends beside that of every title.
FIELDS = {
    f"option-{option.name}": "on" if option.default is True else option.default
    for option in TITLE.option_fields
    if option.default is not False
}


def filled(client, players, **fields):
    return post(client, title="war-of-the-ring", **{**FIELDS, "option-players": players, **fields})


@pytest.mark.parametrize(("players", "seats", "allies"), NUMBERS)
def test_the_form_shows_the_seats_of_the_table(browser, frodo, players, seats, allies):
    answer = filled(browser(frodo), players, update="seats", size="2")
    page = answer.content.decode()
    assert offered(answer) == ["random", *seats]
    assert "may claim the game" in page, "two sides play"
    assert page.partition("<details")[0].count('name="option-players"') == 1, "among the essentials"
    assert not Game.objects.exists()


def test_three_do_not_bid_for_the_sides(browser, frodo):
    answer = filled(browser(frodo), "3", **{"option-bidding": "on"})
    assert answer.status_code == 422
    assert "is not offered with “Players: three" in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(("players", "seats", "allies"), NUMBERS)
def test_people_sit_down_and_the_game_begins(browser, frodo, person, players, seats, allies):
    filled(browser(frodo), players, seat=seats[0], rated="on", auto_start="")
    game = Game.objects.get()
    assert [seat.name for seat in game.seats.all()] == seats
    for number, _ in enumerate(seats[1:]):
        tables.join(game.key, user=person(f"hobbit{number}"))
    tables.start_now(game.key, frodo)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert TITLE.allies(game.options, seats[-1]) == allies
    asked = {seat.name for seat in game.seats.all() if seat.waiting_since is not None}
    swapping = {seat for seat in seats if len(TITLE.allies(game.options, seat)) > 1}
    assert asked == (swapping or {"free-peoples"}), "partners may swap a card at once"


def test_each_of_four_sees_a_hand_of_their_own_alone(browser, frodo, sam, person):
    game = open_table(frodo, "war-of-the-ring", options={"players": "4"}, seat="gondor")
    people = {"gondor": frodo, "rohan": sam, "witch-king": person("merry"), "saruman": person("pippin")}
    for seat, user in list(people.items())[1:]:
        tables.join(game.key, user=user, seat=seat)
    tables.start_now(game.key, frodo)
    for seat, user in people.items():
        hands = browser(user).get(f"/api/v1/games/{game.key}/").json()["view"]["hands"]
        assert {name for name, hand in hands.items() if hand["cards"] is not None} == {seat}
        assert all(sum(hand["decks"].values()) == 2 for hand in hands.values())


def with_three_bots(frodo, players="4"):
    seats = [seat for seat in TITLE.seats({"players": players}) if seat != "saruman"]
    return open_table(
        frodo,
        "war-of-the-ring",
        options={"players": players},
        seat="saruman",
        bots=dict.fromkeys(seats, "steward"),
    )


def play_with_bots(game, until):
    """Let the person at Saruman's seat play as a bot would, and the bots what they do, until something is so."""
    mine, rng = TITLE.bots["steward"](), Random(7)
    game.refresh_from_db()
    while game.status == Game.Status.RUNNING and not until(game):
        play_bot(game.key)
        viewer = access.Viewer(game := access.get_game(game.key), tuple(game.seats.all()), None, None)
        play = positions.open_game(viewer)
        decision = play.decision_of("saruman")
        if decision is not None:
            seat = next(seat for seat in game.seats.all() if seat.name == "saruman")
            version = positions.situation(access.Viewer(game, tuple(game.seats.all()), seat, seat.user))[
                "version"
            ]
            choice = mine.choose(play.view("saruman"), decision, rng)
            submit(game.key, "saruman", expected_version=version, choices=[choice])
        game.refresh_from_db()
    return game


def test_three_bots_play_a_turn_with_somebody(frodo):
    game = with_three_bots(frodo)
    play_with_bots(game, until=lambda game: game.version > 60)
    acted = set(Event.objects.filter(game=game).values_list("seat", flat=True)) - {""}
    assert acted == {"gondor", "rohan", "witch-king", "saruman"}


@pytest.mark.long
@pytest.mark.parametrize("players", ["3", "4"])
def test_a_game_with_bots_goes_on_to_its_end(frodo, players):
    game = play_with_bots(with_three_bots(frodo, players), until=lambda game: False)
    assert game.status == Game.Status.FINISHED
    won = set(game.result["winners"])
    assert won in [set(team) for team in TITLE.teams(game.options)], "a team wins together"
