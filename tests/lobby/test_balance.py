"""How often each side has won here, beside the form for a new table (LOB-17)."""

import pytest

import rules
from games.lobby.balance import balance_of
from games.models import Game, Seat
from rules.war_of_the_ring.turns import handicap
from tests.conftest import person
from tests.opening import open_table

WAR = rules.title("war-of-the-ring")


@pytest.fixture
def frodo(db):
    return person("frodo")


def finished(owner, winners, *, number=1, bot="", visibility="public", **options):
    """Games that have ended with these winners."""
    for _ in range(number):
        game = Game.objects.create(
            title="war-of-the-ring",
            rules_version=1,
            owner=owner,
            options=WAR.normalise_options(options),
            status=Game.Status.FINISHED,
            visibility=visibility,
            result={"winners": winners, "reason": "ring", "text": "", "details": {}},
            expires_at="2030-01-01T00:00:00Z",
        )
        Seat.objects.create(game=game, name="free-peoples", position=0, user=owner)
        Seat.objects.create(game=game, name="shadow", position=1, bot=bot, user=None if bot else owner)


def test_people_and_bots_are_counted_apart(frodo):
    finished(frodo, ["shadow"], number=3)
    finished(frodo, ["free-peoples"])
    finished(frodo, ["free-peoples"], bot="random", visibility="private", number=2)
    found = balance_of(WAR)
    assert [(s.name, s.won, s.percent) for s in found.people] == [("Free Peoples", 1, 25), ("Shadow", 3, 75)]
    assert [(s.won, s.percent) for s in found.bots] == [(2, 100), (0, 0)]


def test_what_says_nothing_about_the_sides_is_not_counted(frodo):
    finished(frodo, [])  # void
    finished(frodo, ["free-peoples", "shadow"])  # a draw
    finished(frodo, ["shadow"], visibility="private")
    finished(frodo, ["shadow"], free_peoples_dwarven_rings=2)
    assert balance_of(WAR).people == []


@pytest.mark.parametrize(
    ("free", "shadow", "rings"),
    [
        (5, 20, {}),  # not enough games
        (15, 15, {}),
        (14, 16, {}),
        (13, 17, {handicap.OPTIONS["free-peoples"]: 1}),
        (10, 20, {handicap.OPTIONS["free-peoples"]: 3}),
        (40, 20, {handicap.OPTIONS["shadow"]: 3}),
        (0, 100, {handicap.OPTIONS["free-peoples"]: 9}),
    ],
)
def test_rings_are_suggested_for_the_side_that_wins_less(free, shadow, rings):
    assert WAR.suggested_handicap({"free-peoples": free, "shadow": shadow}) == rings


def test_the_suggestion_can_be_filled_in(frodo, client):
    finished(frodo, ["shadow"], number=20)
    finished(frodo, ["free-peoples"], number=10)
    client.force_login(frodo)
    html = client.get("/tables/new/?title=war-of-the-ring").content.decode()
    assert "Shadow 67 % (20)" in html
    assert "Dwarven Rings of the Free Peoples: 3" in html
    assert "option-free_peoples_dwarven_rings=3" in html
    html = client.get(
        "/tables/new/?title=war-of-the-ring&option-free_peoples_dwarven_rings=3"
    ).content.decode()
    assert 'name="option-free_peoples_dwarven_rings" value="3"' in html


def test_each_option_that_was_otherwise_than_usual_has_a_balance_of_its_own(frodo, client):
    """An expansion, a rule of the table, a handicap: what each does to the sides."""
    finished(frodo, ["shadow"], number=3)
    finished(frodo, ["free-peoples"], number=2, strict_stacking=True)
    finished(frodo, ["shadow"], strict_stacking=True)
    finished(frodo, ["free-peoples"], free_peoples_dwarven_rings=2, strict_stacking=True)
    finished(frodo, ["free-peoples"], bot="random", ring_on_arrival=False)
    found = {part.words: [s.won for s in part.sides] for part in balance_of(WAR).options}
    assert found == {"Strict stacking: yes": [2, 1], "Dwarven Rings of the Free Peoples: 2": [1, 0]}
    client.force_login(frodo)
    html = client.get("/tables/new/?title=war-of-the-ring").content.decode()
    assert "Strict stacking: yes" in html
    assert "Free Peoples 67 % (2), Shadow 33 % (1)" in html


def test_leagues_show_the_balance_where_they_are_founded(frodo, client):
    finished(frodo, ["shadow"], number=20)
    finished(frodo, ["free-peoples"], number=10)
    client.force_login(frodo)
    where = "/leagues/new/?preset=swiss&title=war-of-the-ring"
    html = client.get(where).content.decode()
    assert "Shadow 67 % (20)" in html
    assert "&amp;preset=swiss" in html
    html = client.get(f"{where}&option-free_peoples_dwarven_rings=3").content.decode()
    assert 'name="option-free_peoples_dwarven_rings" value="3"' in html


def test_a_title_without_games_says_so(frodo, client):
    client.force_login(frodo)
    assert "No finished games yet" in client.get("/tables/new/?title=duel").content.decode()
    assert open_table(frodo, title="duel").status == Game.Status.OPEN
