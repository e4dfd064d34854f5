"""Why notices are sent: all that any kind tells has a cause, and what people send to each other has limits."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import cycle

import pytest
from django.db import transaction
from django.utils import timezone

from games.acts import votes
from games.acts.kinds import KINDS as VOTES
from games.hours import absence, pauses, resignation, vacations
from games.kinds import EventKind
from games.ledger import notices
from games.lobby import invitations, tables
from games.lobby.rematch import play_again
from games.notices import for_seats
from leagues import notices as league_notices
from leagues.services import directing
from leagues.services.directing import correspondence, directors
from leagues.services.directing import invitations as event_invitations
from leagues.services.entry import registration, teams
from leagues.services.messages import LEAGUE, LETTER
from notifications import causes, kinds, outbox
from notifications.causes import OWN, Act, Counted, always, of_each
from notifications.kinds import Kind
from notifications.models import Approach, Delivery
from tests.conftest import ROOT, Table, person, refused
from tests.leagues.conftest import world  # noqa: F401  # a fixture
from tests.leagues.world import World
from tests.opening import open_table

# -- the table ---------------------------------------------------------------------------------


def everything_told() -> list[tuple[str, str]]:
    """Return each kind of notice with all that it has words for."""
    words = {
        EventKind.OFFER: [*for_seats.OFFERS, *VOTES],
        EventKind.TIME: list(for_seats.NEWS),
        LEAGUE: [
            what for what in league_notices.WORDS if what not in league_notices.ANSWERED and what != "unsent"
        ],
        LETTER: [*league_notices.ANSWERED, "unsent"],
    }
    words[LEAGUE] += ["report", "moderation"]
    return [(str(kind.name), what) for kind in kinds.all_kinds() for what in words.get(kind.name, [""])]


def test_whatever_a_notice_tells_has_a_cause():
    told = everything_told()
    assert {EventKind.INVITATION, EventKind.CHAT, LEAGUE, LETTER, kinds.TEST} <= {kind for kind, _ in told}
    assert len(told) > 50
    for kind, what in told:
        assert kinds.find(kind).causes_of(what), (kind, what)


def test_every_cause_that_is_an_act_stands_in_the_table():
    named = {cause for kind in kinds.all_kinds() for found in kind.causes.values() for cause in found}
    named |= set(causes.ACCOUNT_MAILS.values())
    assert {cause for cause in named if isinstance(cause, Act)} == set(causes.acts())
    assert all(cause.reason for cause in named)


def test_a_new_kind_without_a_cause_cannot_be_registered():
    with pytest.raises(TypeError, match="causes"):
        Kind("serenade", "Somebody sings below your window")
    for nothing in ({}, {"": ()}):
        with pytest.raises(ValueError, match="why it is sent"):
            kinds.register(Kind("serenade", "Somebody sings below your window", nothing))
    assert kinds.find("serenade") is None


@pytest.mark.django_db
def test_something_new_that_a_kind_tells_is_not_written_without_a_cause(duel):
    written = Delivery.objects.count()
    with pytest.raises(LookupError, match="'serenade'"):
        notices.notify_news(duel.game, "serenade", "sauron")
    with pytest.raises(LookupError, match="'party'"):
        outbox.notify("party", user=duel.fellowship, dedupe="party", subject={})
    with pytest.raises(LookupError, match="'party'"):
        outbox.write("party", [], dedupe="party", subject={})
    assert Delivery.objects.count() == written


def test_an_act_without_limits_cannot_be_defined():
    with pytest.raises(ValueError, match="needs limits"):
        Act(name="serenade", reason="singing below somebody's window")
    with pytest.raises(ValueError, match="Two acts"):
        Act(name="invitation", reason="singing", limits={Counted.IN_ALL: "invitations_a_day"})
    assert "serenade" not in {act.name for act in causes.acts()}


def test_every_limit_is_a_house_value(settings):
    limits = [value for act in causes.acts() for value in act.limits.values()]
    assert len(limits) == len(set(limits)) > 20
    assert all(getattr(settings.HOUSE, value) >= 1 for value in limits)


def test_notices_are_written_where_their_causes_are_known():
    makes = re.compile(r"\bDelivery(\.objects\.\w*create)?\(|INTO notifications_delivery")
    found = {
        str(path.relative_to(ROOT))
        for app in ("accounts", "games", "leagues", "notifications", "wotr")
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and makes.search(path.read_text())
    }
    # The model; the outbox, which asks; and what goes to whoever asked for it (`OWN`): receipts, digests, tests.
    assert found == {
        "notifications/models.py",
        "notifications/outbox.py",
        "games/letters/limits.py",
        "notifications/rhythm.py",
        "notifications/test_notices.py",
    }
    own = ("receipt", "digest", "weekly", kinds.TEST)
    assert all(kinds.find(kind).causes_of("") == (OWN,) for kind in own)


def test_what_directors_decide_is_told_where_it_is_counted():
    """By itself (`messages.tell`) no act of theirs tells anybody something but an invitation."""
    told = {
        path.name: re.findall(r"messages\.(tell\w*)\(", path.read_text())
        for path in (ROOT / "leagues/services/directing").glob("*.py")
        if path.name != "correspondence.py"  # an answer is counted as one
    }
    assert {name for one in told.values() for name in one} == {
        "tell",
        "tell_decision",
        "tell_entrants",
        "tell_players",
    }
    assert [name for name, one in told.items() if "tell" in one] == ["invitations.py"]


def test_every_mail_of_an_account_has_a_cause():
    mails = (ROOT / "templates/account/email").glob("*_message.txt")
    templates = {path.stem.removesuffix("_message") for path in mails} - {"base"}
    assert templates == set(causes.ACCOUNT_MAILS)


def test_the_table_in_the_documents_is_that_of_the_code():
    assert causes.table() in (ROOT / "docs/operations.md").read_text()


def test_of_several_causes_each_is_told_apart():
    told = {**of_each(("rain", "snow"), causes.CLOCK), **always(OWN)}
    kind = Kind("weather", "The weather", told)
    assert [kind.causes_of(what) for what in ("snow", "sun")] == [(causes.CLOCK,), (OWN,)]


# -- each act, as often as it may be, and once more --------------------------------------------


class Shire:
    """What the examples of acts need: a game of Frodo and Gothmog, Sam, and Elrond, who directs events."""

    def __init__(self, clock: World, duel: Table) -> None:
        self.world, self.duel, self.key = clock, duel, duel.game.key
        self.frodo, self.sam, self.elrond = duel.fellowship, person("sam"), person("elrond")

    def event(self, preset: str = "swiss", **more: object) -> str:
        return str(self.world.found(self.elrond, preset, **more).key)

    def letter(self) -> tuple[str, int]:
        """Let Sam enter an event and write to its director. Returns the keys of both."""
        key = self.event()
        registration.enter(key, self.sam, self.world.now)
        return key, correspondence.write(key, self.sam, "A question.", self.world.now).pk


#: What does an act once, each time that it is called.
Example = Callable[[], object]


def invitation(shire: Shire) -> Example:
    def example() -> None:
        game = open_table(shire.frodo, title="duel")
        invitations.invite(game.key, shire.frodo, "sam")
        tables.cancel_table(game.key, shire.frodo)

    return example


def rematch(shire: Shire) -> Example:
    shire.duel.past_the_first_moves()
    resignation.resign(shire.key, "sauron")
    return lambda: tables.cancel_table(play_again(shire.key, shire.frodo).key, shire.frodo)


def guest(shire: Shire) -> Example:
    def example() -> None:
        game = open_table(shire.frodo, title="duel", seat="fellowship")
        secret = invitations.seat_link(game.key, shire.frodo, "sauron").rstrip("/").rpartition("/")[2]
        invitations.join_by_link(secret, guest_name="Lurtz", guest_email="Lurtz@example.org")
        tables.cancel_table(game.key, shire.frodo)

    return example


def request(shire: Shire) -> Example:
    """Frodo gives time, then asks for some, then gives some again."""
    gives = cycle((True, False))

    def example() -> object:
        if next(gives):
            return pauses.give_time(shire.key, "sauron", by="fellowship")
        return votes.agree(shire.duel.viewer("fellowship"), "extend", 24)

    return example


def taking_over(shire: Shire) -> Example:
    def example() -> None:
        shire.duel.game.seats.filter(name="sauron").update(
            user=shire.duel.sauron, absent_since=timezone.now()
        )
        absence.take_over(shire.key, "sauron", shire.sam)

    return example


def vacation(shire: Shire) -> Example:
    shire.world.pass_time(timedelta(days=60))

    def example() -> None:
        now = shire.world.now
        vacations.announce(shire.sam, now, now + timedelta(days=3), now)
        vacations.end(shire.sam, now)

    return example


def event_invitation(shire: Shire) -> Example:
    key = shire.event(by_invitation=True)

    def example() -> None:
        event_invitations.invite(key, shire.elrond, "sam", shire.world.now)
        event_invitations.take_back(key, shire.elrond, "sam", "A mistake.", shire.world.now)

    return example


def team_invitation(shire: Shire) -> Example:
    key = shire.event("team-round-robin", team_size=2, least_entrants=2)
    team = teams.found(key, shire.frodo, "Ents", shire.world.now)

    def example() -> None:
        teams.ask(key, shire.frodo, "sam", shire.world.now)
        teams.decline(key, shire.sam, team.pk, shire.world.now)

    return example


def decision(shire: Shire) -> Example:
    """Elrond lets Sam direct the event as well, then no longer."""
    key, adds = shire.event(), cycle((True, False))

    def example() -> object:
        if next(adds):
            return directors.add(key, shire.elrond, "sam")
        return directors.remove(key, shire.elrond, "sam", "A mistake.", shire.world.now)

    return example


def message(shire: Shire) -> Example:
    key = shire.event()
    return lambda: directing.message_all(key, shire.elrond, "Hear!", shire.world.now)


def letter(shire: Shire) -> Example:
    key, _ = shire.letter()
    Approach.objects.all().delete()
    return lambda: correspondence.write(key, shire.sam, "Another question.", shire.world.now)


def answer(shire: Shire) -> Example:
    key, asked = shire.letter()
    return lambda: correspondence.answer(key, shire.elrond, asked, "An answer.", shire.world.now)


EXAMPLES: dict[str, Callable[[Shire], Example]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        invitation,
        rematch,
        guest,
        request,
        taking_over,
        vacation,
        event_invitation,
        team_invitation,
        decision,
        message,
        letter,
        answer,
    )
}


def test_every_act_has_an_example_or_says_who_counts_it():
    counted = {act.name for act in causes.acts() if not act.counted_by}
    assert counted == set(EXAMPLES)
    assert {act.name for act in causes.acts()} - counted == {"chat", "naming-an-address"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_act_is_done_as_often_as_it_may_be_and_no_more(name, world, duel, settings):  # noqa: F811
    example, house = EXAMPLES[name](Shire(world, duel)), settings.HOUSE
    act = next(act for act in causes.acts() if act.name == name)
    for value in act.limits.values():
        settings.HOUSE = replace(house, **{value: 1})
        Approach.objects.all().delete()
        check_the_limit(example, act)


def check_the_limit(example: Example, act: Act) -> None:
    """Do an act once, and once more in vain: nothing is told, and nothing counted."""
    example()
    before = Delivery.objects.count(), Approach.objects.filter(act=act.name).count()
    with refused(act.code) as found, transaction.atomic():
        example()
    assert (found.value.status, before[1]) == (429, 1)
    assert 0 < found.value.extra["wait"] <= 24 * 3600
    assert found.value.message.endswith(" in 24 hours.")
    assert (Delivery.objects.count(), Approach.objects.filter(act=act.name).count()) == before
