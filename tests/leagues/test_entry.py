"""Who may enter: by rating, by games played, by invitation."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.blocks import block
from leagues import digests
from leagues.models import AuditEntry, Invitation, Rating
from leagues.notices import compose
from leagues.services import directing, messages
from leagues.services.directing import invitations
from leagues.services.display import presentation
from leagues.services.entry import eligibility, registration
from leagues.services.lifecycle import creation
from leagues.services.lifecycle.conclusion import finish
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.leagues.test_api import call  # noqa: F401  # a fixture
from tests.leagues.world import players


def rated(user, world, free, shadow):
    """Let somebody have ratings on both sides of Duel."""
    for side, value in zip(("fellowship", "sauron"), (free, shadow), strict=True):
        Rating.objects.create(
            user=user, title="duel", side=side, system="openskill", value=value, last_at=world.now
        )


def why_not(event, user, world):
    return eligibility.why_not_enter(event, user, world.now)


def rules_of(event):
    return " ".join(presentation.rules_words(event))


# -- by rating ---------------------------------------------------------------------------------


def test_a_rating_from_and_to_is_read_before_entering_and_asked_for(world, elrond):
    cup = world.found(elrond, "swiss", least_rating=1400, most_rating=1600)
    weak, fitting, strong, new = players(4)
    rated(weak, world, 1300, 1450)
    rated(fitting, world, 1300, 1700)
    rated(strong, world, 1500, 1750)
    assert "a rating from 1400 to 1600 in" in rules_of(cup)
    assert why_not(cup, weak, world) == "Your rating is 1375; this event is for people from 1400 on."
    assert why_not(cup, strong, world) == "Your rating is 1625; this event is for people up to 1600."
    with refused("may-not-enter"):
        registration.enter(cup.key, strong, world.now)
    registration.enter(cup.key, fitting, world.now)
    registration.enter(cup.key, new, world.now)
    assert set(cup.entrants.values_list("user", flat=True)) == {fitting.pk, new.pk}, "1500 is where all begin"


def test_a_rating_counts_as_pages_show_it(world, elrond):
    cup = world.found(elrond, "swiss", least_rating=1400)
    nearly, below = players(2)
    rated(nearly, world, 1399.5, 1399.7)
    rated(below, world, 1399.4, 1399.4)
    assert why_not(cup, nearly, world) == ""
    assert why_not(cup, below, world) == "Your rating is 1399; this event is for people from 1400 on."


def test_a_rating_counts_where_players_bid_for_the_sides(world, elrond):
    options = {"bidding": True}
    cup = world.found(elrond, "swiss", title="war-of-the-ring", options=options, least_rating=1600)
    (strong,) = players(1)
    for side in ("free-peoples", "shadow"):
        Rating.objects.create(
            user=strong, title="war-of-the-ring", side=side, system="openskill", value=1700, last_at=world.now
        )
    assert why_not(cup, strong, world) == ""


def test_who_is_in_stays_in_whatever_becomes_of_the_rating(world, elrond):
    cup = world.found(elrond, "swiss", most_rating=1600)
    (one,) = players(1)
    registration.enter(cup.key, one, world.now)
    rated(one, world, 1900, 1900)
    assert why_not(cup, one, world) == "You are in."


@pytest.mark.parametrize(
    ("field", "value"),
    [("least_rating", -1), ("most_rating", 5001), ("least_games", 1001), ("least_rating", True)],
)
def test_conditions_have_bounds(world, elrond, field, value):
    with pytest.raises(creation.Refused) as told:
        world.found(elrond, "swiss", **{field: value})
    assert told.value.extra["field"] == field


def test_conditions_that_nobody_could_meet_are_refused(world, elrond):
    with pytest.raises(creation.Refused, match="nobody could enter"):
        world.found(elrond, "swiss", least_rating=1600, most_rating=1500)


# -- by games ----------------------------------------------------------------------------------


def test_games_that_counted_are_asked_for(world, elrond):
    one, other, new = players(3)
    before = world.found(elrond, "round-robin", least_entrants=2, settings={"games_per_pair": 2})
    world.enter(before, [one, other])
    world.pass_time(timedelta(days=14))
    world.sweep()
    first, second = world.games(before)
    world.end(first)
    world.end(second, decisions=0)
    world.sweep()
    cup = world.found(elrond, "swiss", least_games=1)
    more = world.found(elrond, "swiss", least_games=2)
    assert "at least one game of" in rules_of(cup)
    assert why_not(cup, one, world) == ""
    assert why_not(more, one, world).startswith("You need 2 games of")
    assert why_not(more, one, world).endswith("and have 1."), "a game given up at once counts for nobody"
    assert why_not(cup, new, world).endswith("and have none.")


# -- by invitation -----------------------------------------------------------------------------


@pytest.fixture
def closed(world, elrond):
    return world.found(elrond, "swiss", by_invitation=True)


def test_only_who_is_invited_may_enter(world, elrond, closed):
    one, other = players(2)
    assert "Entry is by invitation of the directors." in rules_of(closed)
    invitations.invite(closed.key, elrond, one.username, world.now)
    registration.enter(closed.key, one, world.now)
    assert (
        why_not(closed, other, world)
        == "This event is by invitation, and its directors have not invited you."
    )
    with refused("may-not-enter"):
        registration.enter(closed.key, other, world.now)
    told = Delivery.objects.get(kind="league", subject__what="invited")
    assert told.user == one


def test_an_invitation_to_an_event_says_nothing_that_its_directors_have_written(world, elrond, closed):
    closed.name = "@everyone [free](http://evil.example)"
    closed.save(update_fields=["name"])
    (one,) = players(1)
    invitations.invite(closed.key, elrond, one.username, world.now)
    told = compose(Delivery.objects.get(kind="league", subject__what="invited"))
    assert told.subject.startswith("An invitation: elrond invites you to an event of Duel for Middle-earth")
    for words in (told.subject, told.text, told.html, told.gist, str(told.data)):
        assert "evil" not in words
        assert "everyone" not in words


def test_who_is_in_an_event_reads_its_name_without_addresses(world, elrond):
    cup = world.found(elrond, "swiss")
    cup.name = "Free at www.evil.example"
    cup.save(update_fields=["name"])
    (one,) = players(1)
    registration.enter(cup.key, one, world.now)
    messages.tell(one, cup, "cancelled", "cancelled")
    about = {"competition": cup, "actor": elrond, "act": "message", "reason": "Welcome.", "at": world.now}
    entry = AuditEntry.objects.create(**about)
    for what in ("act", "message"):
        messages.tell(one, cup, what, what, entry=entry.pk)
    for delivery in Delivery.objects.filter(user=one, subject__what__in=("cancelled", "act", "message")):
        told = compose(delivery)
        for words in (told.subject, told.text, told.html):
            assert "Free at www. evil. example" in words
            assert "evil.example" not in words
    cup.status = cup.Status.RUNNING
    cup.save(update_fields=["status"])
    ((_, (row,)),) = digests.weekly_parts(one, world.now)
    assert row["title"] == "Free at www. evil. example"


def test_an_invitation_is_taken_back_with_a_reason(world, elrond, closed):
    one, inside = players(2)
    for user in (one, inside):
        invitations.invite(closed.key, elrond, user.username, world.now)
    registration.enter(closed.key, inside, world.now)
    with refused("reason-needed"):
        invitations.take_back(closed.key, elrond, one.username, " ", world.now)
    assert closed.invitations.count() == 2, "nothing is half done"
    for user in (one, inside):
        invitations.take_back(closed.key, elrond, user.username, "Too many.", world.now)
    assert why_not(closed, one, world).startswith("This event is by invitation")
    assert why_not(closed, inside, world) == "You are in."
    acts = list(AuditEntry.objects.filter(competition=closed).values_list("act", "public"))
    assert acts.count(("invited", False)) == acts.count(("invitation-taken-back", False)) == 2


def test_invitations_that_make_no_sense_are_refused(world, elrond, closed, settings):
    one, other, hostile, stranger = players(4)
    block(hostile, elrond)
    invitations.invite(closed.key, elrond, one.username, world.now)
    with refused("already-invited"):
        invitations.invite(closed.key, elrond, one.username.upper(), world.now)
    registration.enter(closed.key, one, world.now)
    with refused("already-in"):
        invitations.invite(closed.key, elrond, one.username, world.now)
    with refused("no-such-player"):
        invitations.invite(closed.key, elrond, "nobody\x00", world.now)
    with refused("blocked"):
        invitations.invite(closed.key, elrond, hostile.username, world.now)
    with refused("not-a-director"):
        invitations.invite(closed.key, stranger, other.username, world.now)
    with refused("not-invited"):
        invitations.take_back(closed.key, elrond, other.username, "No.", world.now)
    with refused("not-by-invitation"):
        invitations.invite(world.found(elrond, "swiss").key, elrond, one.username, world.now)
    settings.HOUSE = replace(settings.HOUSE, event_invitations_a_day=1)
    with refused("too-many-invitations") as found:
        invitations.invite(closed.key, elrond, other.username, world.now)
    assert found.value.status == 429
    directing.call_off(closed.key, elrond, "Rain.", world.now)
    with refused("event-over"):
        invitations.invite(closed.key, elrond, other.username, world.now)


def test_what_follows_asks_for_the_same(world, elrond):
    cup = world.found(elrond, "small-season", by_invitation=True, least_games=3, renews=True)
    (one,) = players(1)
    invitations.invite(cup.key, elrond, one.username, world.now)
    cup.status = "running"
    finish(cup, world.now)
    assert (cup.following.by_invitation, cup.following.least_games) == (True, 3)
    assert Invitation.objects.filter(competition=cup.following, user=one).exists()


# -- faces -------------------------------------------------------------------------------------


def test_an_event_by_invitation_over_its_pages(client, world, elrond):
    client.force_login(elrond)
    form = client.get(reverse("new-league"), {"preset": "swiss", "title": "duel"}).context["form"]
    data = {f.html_name: f.value() for f in form if f.value() is not None and f.value() is not False}
    data |= {"preset": "swiss", "title": "duel", "name": "White Council"}
    data |= {"least_rating": "1600", "most_rating": "1500", "by_invitation": "on"}
    answer = client.post(reverse("new-league"), data)
    assert answer.status_code == 422
    assert "nobody could enter" in answer.content.decode()
    where = client.post(reverse("new-league"), data | {"most_rating": "", "least_rating": ""}).url
    one = person("saruman")
    page = client.get(f"{where}direct/").content.decode()
    assert "Nobody can enter before you invite them." in page
    client.post(f"{where}direct/invite/", {"username": "saruman"})
    assert "the invitation of saruman" in client.get(f"{where}direct/").content.decode()
    client.force_login(person("lobelia"))
    assert "have not invited you" in client.get(where).content.decode()
    assert client.post(f"{where}do/enter/").status_code == 409
    client.force_login(one)
    assert client.post(f"{where}do/enter/").status_code == 302
    assert "You are in" in client.get(where).content.decode()


def test_an_event_by_invitation_over_the_api(call, world, elrond):  # noqa: F811
    asked = {"preset": "swiss", "title": "duel", "name": "Council", "by_invitation": True, "least_games": 0}
    status, made = call(elrond, "POST", "/leagues/", asked)
    assert (status, made["entry"]["by_invitation"]) == (201, True)
    where = f"/leagues/{made['key']}"
    one = person("saruman")
    status, told = call(one, "POST", f"{where}/acts/enter/")
    assert (status, told["code"]) == (409, "may-not-enter")
    status, shown = call(elrond, "POST", f"{where}/direct/invite/", {"username": "saruman"})
    assert (status, shown["invited"]) == (200, ["saruman"])
    assert call(one, "GET", f"{where}/")[1]["invited"] == [], "only directors read whom they have invited"
    again = {"username": "saruman", "reason": "Second thoughts."}
    assert call(elrond, "POST", f"{where}/direct/take-back-invitation/", again)[1]["invited"] == []
    status, told = call(elrond, "POST", "/leagues/", asked | {"least_rating": "much"})
    assert (status, told["field"]) == (400, "least_rating")


# -- several at once ---------------------------------------------------------------------------


def test_several_people_are_invited_at_once_and_who_was_not_found_is_said(world, elrond, closed, client):
    one, other, third = players(3)
    client.force_login(elrond)
    where = reverse("league-direct", args=[closed.key, "invite"])
    names = f"{one.username}, gollum\n{other.username.upper()};\r\n, {one.username}"
    text = client.post(where, {"username": names}, follow=True).content.decode()
    assert "player1 and player2 are invited." in text
    assert "gollum: Nobody here is called “gollum”." in text
    assert text.count("is invited already") == 0, "who is named twice is invited once"
    assert set(closed.invitations.values_list("user", flat=True)) == {one.pk, other.pk}
    assert Delivery.objects.filter(subject__what="invited").count() == 2
    answer = client.post(where, {"username": "gollum, player1"})
    assert answer.status_code == 404
    assert "player1: player1 is invited already." in answer.content.decode()
    assert not closed.invitations.filter(user=third).exists()


def test_programs_invite_several_at_once(call, world, elrond, closed):  # noqa: F811
    players(2)
    where = f"/leagues/{closed.key}/direct/invite/"
    status, said = call(elrond, "POST", where, {"username": "player1\ngollum\nplayer2"})
    assert (status, said["invited"]) == (200, ["player1", "player2"])
    assert said["not_invited"] == ["gollum: Nobody here is called “gollum”."]
    status, said = call(elrond, "POST", where, {"username": "sauron,gollum"})
    assert (status, said["code"]) == (404, "no-such-player")
    assert "sauron" in said["detail"]
    assert "gollum" in said["detail"]


def test_the_limit_of_a_day_holds_for_several_at_once(world, elrond, closed, settings):
    settings.HOUSE = replace(settings.HOUSE, event_invitations_a_day=3)
    people = players(4)
    with refused("too-many-invitations") as found:
        invitations.invite_all(closed.key, elrond, ",".join(p.username for p in people), world.now)
    assert found.value.status == 429
    assert not closed.invitations.exists()
    invitations.invite(closed.key, elrond, people[0].username, world.now)
    made = invitations.invite_all(closed.key, elrond, "player2,player3,player4", world.now)
    assert made.words == "player2 and player3 are invited."
    words = "player4: You have sent 3 invitations within a day. You can send more in 24 hours."
    assert made.refusals == [words]
