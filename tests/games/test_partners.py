"""A partner answers what a player has allowed: whose move that is, who sees what of it, when it ends (STD-9)."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import ApiToken
from games.acts import registry
from games.hours import absence
from games.ledger import records
from games.ledger.rebuild import rebuild
from games.models import Event, Game, LogLine, Seat
from games.orders import orders
from games.orders.execution import run_due
from games.play import partners, positions, undo
from games.play.submit import submit
from rules import title
from rules.core.records import check_chain
from rules.core.replay import replay
from rules.core.transcript import write_transcript
from tests.conftest import person, refused
from tests.games.invasion import WITHDRAWAL, invaded, invasion
from tests.post import unwrapped
from tests.rules.risk.scenes import RISK

pytestmark = pytest.mark.both_databases


@pytest.fixture
def risk(db):
    return invasion()


def allow(table, seat, partner, *kinds):
    partners.allow(table.viewer(seat), partner, kinds)


def asked_for(table, partner):
    return positions.situation(table.viewer(partner))["asked_for"]


def answer(table, seat, partner, choice, **more):
    """Answer with the version that the partner sees, as pages and programs do."""
    seen = [each["version"] for each in asked_for(table, partner) if each["seat"] == seat]
    version = more.pop("version", seen[0] if seen else table.version(partner))
    choices = more.pop("choices", [choice])
    return submit(table.game.key, seat, expected_version=version, choices=choices, partner=partner, **more)


def newest(table):
    return Event.objects.filter(game=table.game).order_by("-seq").first()


def told(table, seat):
    return [line["text"] for line in positions.log_lines(table.viewer(seat))]


# -- answering ---------------------------------------------------------------------------------


def test_a_partner_answers_in_the_place_of_who_is_asked(rope):
    allow(rope, "north", "south", "call")
    (question,) = asked_for(rope, "south")
    assert (question["seat"], question["player"]) == ("north", "merry")
    assert question["decision"]["kind"] == "call"
    done = answer(rope, "north", "south", "heave")
    assert (done.seat, done.partner, done.barrier) == ("north", "south", True)
    entry = newest(rope)
    assert (entry.seat, entry.by, entry.choices) == ("north", "south", ["heave"])
    assert {each.kind for each in rope.play().pending} == {"pull"}
    assert told(rope, "east")[-2:] == ["South answered for North.", "North calls: heave."]
    assert asked_for(rope, "south") == []


def test_it_is_the_time_of_who_was_asked(rope):
    allow(rope, "north", "south", "call")
    before = {seat.name: seat.bank_ms for seat in rope.game.seats.all()}
    asked = timezone.now() - timedelta(hours=30)
    Seat.objects.filter(game=rope.game, name="north").update(waiting_since=asked)
    answer(rope, "north", "south", "heave")
    assert rope.seat("north").bank_ms < before["north"] - 24 * 3_600_000
    assert rope.seat("south").bank_ms == before["south"]


def test_what_a_partner_did_is_news_to_whoever_was_away(rope):
    allow(rope, "north", "south", "call")
    Seat.objects.filter(game=rope.game, name="north").update(misses=1)
    seen = rope.seat("north").seen_version
    answer(rope, "north", "south", "heave")
    north = rope.seat("north")
    assert (north.misses, north.seen_version) == (1, seen)  # as if nobody had been there
    recent = [line["text"] for line in positions.since_last_move(rope.viewer("north"))]
    assert "South answered for North." in recent


def test_an_order_that_was_to_answer_is_not_needed_any_more(rope):
    rope.submit("north", "steady")
    for seat in ("north", "east", "south", "west"):
        rope.submit(seat, rope.play().decision_of(seat).fallback_choice())
    allow(rope, "east", "west", "call")
    policy = {"kind": "policy", "decision_kind": "call", "answer": "first", "lines": ["heave"]}
    orders.give(rope.viewer("east"), policy)
    answer(rope, "east", "west", "steady")
    assert run_due(timezone.now() + timedelta(minutes=30)) == 0
    assert newest(rope).choices == ["steady"]


# -- what is not allowed -----------------------------------------------------------------------


def test_without_being_allowed_nobody_answers_for_another(rope):
    assert asked_for(rope, "south") == []
    with refused("not-allowed"):
        answer(rope, "north", "south", "heave")
    allow(rope, "north", "south", "call")
    with refused("not-allowed"):
        answer(rope, "north", "west", "heave")
    assert Event.objects.filter(game=rope.game).count() == 1


def test_what_was_allowed_can_be_taken_back_at_any_moment(rope):
    allow(rope, "north", "south", "call")
    (question,) = asked_for(rope, "south")
    allow(rope, "north", "south")
    assert asked_for(rope, "south") == []
    with refused("not-allowed"):
        answer(rope, "north", "south", "heave", version=question["version"])
    assert rope.mover() == "north"


def test_other_questions_stay_with_whose_they_are(rope):
    allow(rope, "north", "south", "call")
    rope.submit("north", "heave")
    assert asked_for(rope, "south") == []
    with refused("not-your-turn"):
        answer(rope, "north", "south", rope.play().decision_of("north").fallback_choice())


def test_a_hand_is_shown_to_nobody_even_where_the_database_says_so(rope):
    """What a title does not declare for allies, no row of a seat opens."""
    with refused("no-such-decision"):
        allow(rope, "north", "south", "pull")
    rope.submit("north", "heave")
    Seat.objects.filter(game=rope.game, name="north").update(partners={"south": ["pull"]})
    assert asked_for(rope, "south") == []
    with refused("not-your-turn"):
        answer(rope, "north", "south", rope.play().decision_of("north").fallback_choice())


def test_only_allies_whom_somebody_else_plays_are_allowed(rope):
    for stranger in ("east", "north", "no-such-seat"):
        with refused("no-such-seat"):
            allow(rope, "north", stranger, "call")
    Seat.objects.filter(game=rope.game, name="south").update(user=rope.seat("north").user)
    with refused("no-such-seat"):
        allow(rope, "north", "south", "call")
    assert not partners.can_share(rope.viewer("north"))


def test_whoever_stands_alone_has_nobody_to_allow_it(duel):
    assert partners.situation(duel.viewer("sauron")) == {"kinds": {}, "partners": [], "answers_for": []}
    with refused("no-such-seat"):
        allow(duel, "sauron", "fellowship", "discard")


def test_of_two_who_answer_at_once_one_is_late(rope):
    allow(rope, "north", "south", "call")
    (question,) = asked_for(rope, "south")
    rope.submit("north", "steady")
    for seat in ("north", "east", "south", "west"):
        rope.submit(seat, rope.play().decision_of(seat).fallback_choice())
    allow(rope, "east", "west", "call")
    version = rope.version("east")
    answer(rope, "east", "west", "heave")
    with refused("stale-version"):
        rope.submit("east", "heave", version=version)
    with refused("not-your-turn"):
        answer(rope, "north", "south", "heave", version=question["version"])


def test_a_partner_answers_one_question_at_a_time(risk):
    """What comes next may be none that they may know."""
    allow(risk, "red", "black", "defend", "withdraw")
    for choices in ([f"{WITHDRAWAL}>lorien", 2], [], None):
        with refused("malformed"):
            answer(risk, "red", "black", "", choices=choices)
    with refused("not-an-option"):
        answer(risk, "red", "black", "mission-bree")
    assert risk.play().decision_of("red").kind == "defend"


def test_a_key_belongs_to_who_has_sent_it(rope):
    allow(rope, "north", "south", "call")
    version = asked_for(rope, "south")[0]["version"]
    done = answer(rope, "north", "south", "heave", idempotency_key="one")
    again = answer(rope, "north", "south", "heave", idempotency_key="one", version=version)
    assert (again.replayed, again.version, again.partner) == (True, done.version, "south")
    card = rope.play().decision_of("north").fallback_choice()
    assert not rope.submit("north", card, idempotency_key="one").replayed
    with refused("idempotency-conflict"):
        rope.submit("south", "heave", idempotency_key="one", version=version)


# -- what can still be taken back --------------------------------------------------------------


def test_a_partner_goes_on_with_what_follows(risk):
    """Green invades: black plays red's card, and says how many withdraw, and whether the Leader does."""
    allow(risk, "red", "black", "defend", "withdraw", "withdraw-leader")
    answer(risk, "red", "black", f"{WITHDRAWAL}>lorien")
    answer(risk, "red", "black", 2)
    (question,) = asked_for(risk, "black")
    assert question["decision"]["kind"] == "withdraw-leader"
    before = risk.reload().game.published_version
    assert question["version"] == risk.game.version > before
    assert (
        positions.situation(risk.viewer("black"))["version"] == before
    )  # the board stands still for all but red
    answer(risk, "red", "black", "stays")
    (question,) = asked_for(risk, "black")
    assert question["decision"]["kind"] == "defend"
    answer(risk, "red", "black", None)
    assert risk.mover() == "green"
    assert [line for line in told(risk, "green") if "answered for" in line] == [
        f"{RISK.seat_name('black')} answered for {RISK.seat_name('red')}."
    ] * 4


def test_whoever_has_the_seat_takes_back_what_the_partner_answered(risk):
    allow(risk, "red", "black", "defend", "withdraw", "withdraw-leader")
    answer(risk, "red", "black", f"{WITHDRAWAL}>lorien")
    for seat in ("black", "green"):
        assert not positions.situation(risk.viewer(seat))["can"]["take_back"]
        with refused("takeback-barrier"):
            undo.take_back(risk.game.key, seat, risk.version(seat))
    assert positions.situation(risk.viewer("red"))["can"]["take_back"]
    registry.act_called("take-back").do(risk.viewer("red"), {"version": risk.version("red")})
    assert risk.play().decision_of("red").kind == "defend"
    assert not [line for line in told(risk, "red") if "answered for" in line]
    answer(risk, "red", "black", None)
    assert risk.mover() == "green"


def test_for_the_partner_the_game_stands_still_while_the_other_may_take_back(risk):
    """What red has answered and may take back is not there for black, though black may answer the same."""
    allow(risk, "red", "black", "defend", "withdraw")
    before = positions.situation(risk.viewer("black"))
    risk.submit("red", f"{WITHDRAWAL}>lorien")
    assert positions.situation(risk.viewer("black")) == before
    with refused("stale-version"):
        answer(risk, "red", "black", None)
    undo.take_back(risk.game.key, "red", risk.version("red"))
    assert positions.situation(risk.viewer("black")) == before
    answer(risk, "red", "black", None)


def test_what_red_adds_to_the_partners_answer_is_not_there_for_them(risk):
    allow(risk, "red", "black", "defend", "withdraw", "withdraw-leader")
    answer(risk, "red", "black", f"{WITHDRAWAL}>lorien")
    before = asked_for(risk, "black")
    risk.submit("red", 3)
    assert asked_for(risk, "black") == before
    with refused("stale-version"):
        answer(risk, "red", "black", 2)


def test_a_question_about_a_hand_is_open_where_allies_see_hands(risk):
    allow(risk, "red", "black", "defend")
    assert asked_for(risk, "black")[0]["decision"]["kind"] == "defend"
    hidden = {**risk.game.options, "allies_see_hands": False}
    Game.objects.filter(pk=risk.game.pk).update(options=hidden)
    risk.reload()
    risk.put(invaded(risk))
    assert set(partners.kinds_at(risk.game)) == {"withdraw", "withdraw-leader", "defence-dice"}
    assert asked_for(risk, "black") == []
    with refused("no-such-decision"):
        allow(risk, "red", "black", "defend")
    with refused("not-your-turn"):
        answer(risk, "red", "black", None)


def test_in_war_of_the_ring_partners_answer_for_armies_and_for_no_card():
    """Gondor and Rohan hold hands of their own, which they do not show each other."""
    war = Game(title="war-of-the-ring", options=title("war-of-the-ring").normalise_options({"players": "4"}))
    kinds = partners.kinds_at(war)
    assert {"hit", "retreat", "advance"} <= kinds.keys()
    assert not {"combat-card", "discard", "swap-card", "table-card", "hunt-allocation"} & kinds.keys()


# -- who has the seat --------------------------------------------------------------------------


def test_it_ends_when_either_seat_changes_hands(rope):
    for leaves in ("north", "south"):
        allow(rope, "north", "south", "call")
        allow(rope, "south", "north", "call")
        Seat.objects.filter(game=rope.game, name=leaves).update(absent_since=timezone.now())
        absence.take_over(rope.game.key, leaves, person(f"new-{leaves}"))
        assert rope.seat("north").partners == rope.seat("south").partners == {}
        assert asked_for(rope, "south") == []


def test_an_answer_for_who_is_absent_does_not_bring_them_back(rope):
    allow(rope, "north", "south", "call")
    Seat.objects.filter(game=rope.game, name="north").update(absent_since=timezone.now())
    answer(rope, "north", "south", "heave")
    assert rope.seat("north").absent_since is not None


# -- the record --------------------------------------------------------------------------------


def test_the_log_replays_and_everything_is_made_again_from_it(rope):
    allow(rope, "north", "south", "call")
    answer(rope, "north", "south", "heave", word="a-word-of-sams")
    for seat in ("north", "east", "south", "west"):
        rope.submit(seat, rope.play().decision_of(seat).fallback_choice())

    def stored():
        seats = list(rope.game.seats.values("name", "bank_ms", "misses", "waiting_since", "due_at"))
        return seats, list(
            LogLine.objects.filter(game=rope.game).values_list("number", "seq", "kind", "data")
        )

    before = stored()
    rebuild(rope.game.key)
    assert stored() == before
    out = StringIO()
    call_command("verify_games", rope.game.key, stdout=out)
    assert "all replay to the same position" in out.getvalue()
    record = records.record_of(rope.reload().game)
    check_chain(record)
    assert replay(record).state.heaves == 1
    assert "north  ! by south\n" in write_transcript(record)


# -- programs ----------------------------------------------------------------------------------


@pytest.fixture
def program(client):
    """Ask the API as somebody."""

    def ask(user, method, path, body=None):
        secret = ApiToken.objects.issue(user, "all", list(ApiToken.SCOPES))[1]
        more = {} if body is None else {"data": body, "content_type": "application/json"}
        headers = {"Authorization": f"Bearer {secret}"}
        return getattr(client, method)(f"/api/v1/games/{path}", headers=headers, **more)

    return ask


def test_programs_allow_and_answer(risk, program):
    red, black = (risk.seat(name).user for name in ("red", "black"))
    key = risk.game.key
    body = {"partner": "black", "kinds": ["withdraw", "defend"]}
    allowed = program(red, "put", f"{key}/partners/", body).json()
    assert allowed["partners"][0] | {"label": ""} == {
        "seat": "black",
        "label": "",
        "player": "shagrat",
        "kinds": ["defend", "withdraw"],
    }
    assert program(black, "get", f"{key}/partners/").json()["answers_for"][0]["seat"] == "red"
    (question,) = program(black, "get", f"{key}/").json()["asked_for"]
    move = {"version": question["version"], "seat": "red", "choices": [f"{WITHDRAWAL}>lorien"]}
    moved = program(black, "post", f"{key}/moves/", move).json()
    assert (moved["decision"]["kind"], moved["draft"]) == ("withdraw", [])
    move = {"version": moved["version"], "seat": "red", "moves": "2"}
    moved = program(black, "post", f"{key}/moves/", move).json()
    assert moved["decision"] is None  # the Leader is red's own question
    assert program(red, "get", f"{key}/").json()["decision"]["kind"] == "withdraw-leader"


def test_a_program_that_may_answer_is_told_what_has_changed(risk, program, client):
    """The position of black's own seat stays as it is while black answers for red: the tag changes all the same."""
    allow(risk, "red", "black", "defend", "withdraw")
    black, key = risk.seat("black").user, risk.game.key
    secret = ApiToken.objects.issue(black, "all", list(ApiToken.SCOPES))[1]
    headers = {"Authorization": f"Bearer {secret}"}
    first = client.get(f"/api/v1/games/{key}/", headers=headers)
    known = {**headers, "If-None-Match": first["ETag"]}
    assert client.get(f"/api/v1/games/{key}/", headers=known).status_code == 304
    risk.submit("red", f"{WITHDRAWAL}>lorien")
    assert client.get(f"/api/v1/games/{key}/", headers=known).status_code == 304
    undo.take_back(key, "red", risk.version("red"))
    answer(risk, "red", "black", f"{WITHDRAWAL}>lorien")
    assert client.get(f"/api/v1/games/{key}/", headers=known).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"partner": "black", "kinds": "defend"}, 400),
        ({"partner": "black", "kinds": [["defend"]]}, 400),
        ({"partner": "black", "kinds": ["place"]}, 422),
        ({"partner": "green", "kinds": ["defend"]}, 404),
        ({"kinds": ["defend"]}, 400),
    ],
)
def test_nonsense_is_refused_in_words(risk, program, body, status):
    answered = program(risk.seat("red").user, "put", f"{risk.game.key}/partners/", body)
    assert answered.status_code == status, answered.content
    assert answered.json()["detail"].endswith(".")
    assert risk.seat("red").partners == {}


def test_a_program_answers_for_no_opponent_and_no_stranger(risk, program):
    allow(risk, "red", "black", "defend")
    move = {"version": risk.version("green"), "seat": "red", "choices": [None]}
    for seat in ("green", "yellow"):
        answered = program(risk.seat(seat).user, "post", f"{risk.game.key}/moves/", move)
        assert (answered.status_code, answered.json()["code"]) == (403, "not-allowed")
    answered = program(person("pippin"), "post", f"{risk.game.key}/moves/", move)
    assert answered.status_code == 403
    move["seat"] = "blue"
    assert program(risk.seat("black").user, "post", f"{risk.game.key}/moves/", move).status_code == 404
    assert risk.play().decision_of("red").kind == "defend"


# -- notices -----------------------------------------------------------------------------------


def test_a_mail_tells_who_may_answer(rope, post):
    post.deliver()
    allow(rope, "north", "south", "call")
    (mail,) = [m for m in post.deliver() if m.to == ["sam@example.org"]]
    assert "You may answer for North." in unwrapped(mail)
    assert "North is asked: Pull steadily, or heave?" in unwrapped(mail)
    assert "you may answer for North" in mail.subject
    allow(rope, "north", "south")
    allow(rope, "north", "south", "call")
    assert not [m for m in post.deliver() if m.to == ["sam@example.org"]]  # once for each question


def test_no_mail_of_what_is_answered_or_not_allowed_any_more(rope, post):
    post.deliver()
    allow(rope, "north", "south", "call")
    allow(rope, "north", "south")
    assert not [m for m in post.deliver() if "You may answer" in unwrapped(m)]
    allow(rope, "east", "west", "call")
    rope.submit("north", "steady")
    for seat in ("north", "east", "south", "west"):
        rope.submit(seat, rope.play().decision_of(seat).fallback_choice())
    answer(rope, "east", "west", "heave")
    assert not [m for m in post.deliver() if "You may answer" in unwrapped(m)]


def test_whoever_is_asked_by_a_move_has_a_partner_who_hears_of_it_too(rope, post):
    allow(rope, "east", "west", "call")
    rope.submit("north", "steady")
    for seat in ("west", "east", "south", "north"):
        rope.submit(seat, rope.play().decision_of(seat).fallback_choice())
    told = [(m.to[0], unwrapped(m)) for m in post.deliver()]
    assert any("It is your turn." in words for to, words in told if to == "pippin@example.org")
    assert any("You may answer for East" in words for to, words in told if to == "rosie@example.org")


# -- the page ----------------------------------------------------------------------------------


def test_the_page_shows_the_question_and_takes_the_answer(rope, client):
    key = rope.game.key
    client.force_login(rope.seat("north").user)
    page = client.get(f"/game/{key}/partners/").content.decode()
    assert 'South <span class="soft">sam</span>' in page
    assert "How is the rope pulled?" in page
    saved = client.post(f"/game/{key}/partners/", {"partner": "south", "kinds": ["call"]}, follow=True)
    assert "checked" in saved.content.decode()
    assert "South may answer this for you" in client.get(f"/game/{key}/").content.decode()
    client.force_login(rope.seat("south").user)
    page = client.get(f"/game/{key}/").content.decode()
    assert "You may answer for North" in page
    assert "merry’s move, on their clock" in page
    assert "You may answer for North" in client.get(f"/game/{key}/?mode=text").content.decode()
    (question,) = asked_for(rope, "south")
    form = {"seat": "north", "version": question["version"], "key": "one", "choice": "heave"}
    done = client.post(f"/game/{key}/move", form, follow=True).content.decode()
    assert "You have answered for North." in done
    assert "South answered for North." in done
    assert newest(rope).by == "south"
    again = client.post(f"/game/{key}/move", form, follow=True).content.decode()
    assert "its move is played" in again


def test_the_page_asks_once_more_where_a_player_wants_that(rope, client):
    allow(rope, "north", "south", "call")
    sam = rope.seat("south").user
    sam.confirm_moves = True
    sam.save()
    client.force_login(sam)
    form = {"seat": "north", "version": asked_for(rope, "south")[0]["version"], "choice": "heave"}
    asked = client.post(f"/game/{rope.game.key}/move", form).content.decode()
    assert 'name="seat" value="north"' in asked
    assert newest(rope).kind == "start"
    client.post(f"/game/{rope.game.key}/move", {**form, "confirmed": "1"})
    assert newest(rope).by == "south"


@pytest.mark.parametrize(
    ("reader", "seat"), [("south", "north"), ("east", "north"), ("south", "nobody"), ("north", "north")]
)
def test_the_page_refuses_whoever_may_not(rope, client, reader, seat):
    client.force_login(rope.seat(reader).user)
    form = {"seat": seat, "version": 0, "choice": "heave"}
    answered = client.post(f"/game/{rope.game.key}/move", form)
    assert answered.status_code in (403, 404, 409)
    assert newest(rope).kind == "start"


def test_spectators_and_opponents_find_no_such_page(rope, client):
    assert client.get(f"/game/{rope.game.key}/partners/").status_code == 403
    allow(rope, "north", "south", "call")
    client.force_login(rope.seat("east").user)
    page = client.get(f"/game/{rope.game.key}/").content.decode()
    assert "You may answer for" not in page
    assert "may answer this for you" not in page
    page = client.get(f"/game/{rope.game.key}/partners/").content.decode()
    assert "West <span" in page
    assert "North" not in page
