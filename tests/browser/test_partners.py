"""Tables of four of War of the Ring: one plays at a desk, the partner on a phone, against one by mail and a program."""

import html
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping

import pytest
from playwright.sync_api import expect

from rules import Choice
from rules.core.records import Record
from rules.core.transcript import write_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CARDS
from tests.browser import driving
from tests.browser.companies import Again, Company, Correspondent, Lord, Mailbox, Program, Round
from tests.browser.matches import place_in, stored
from tests.pages.printed import without_printed
from tests.pages.test_war_of_the_ring_partners import only_here
from tools.golden import choices_of, played, recorded

pytestmark = pytest.mark.browser

MAILS, CALLS = "khamul", "wulf"
RING, CONQUEST, DELIVERANCE = (
    f"war_of_the_ring/players-four-{ending}.txt"
    for ending in ("ring", "military-shadow", "military-free-peoples")
)
#: What everybody is asked turn after turn.
SHARED = ("deck", "discard", "swap-card", "action")
#: The times in plates of others for which there is no room.
CUT = """[...document.querySelectorAll('.team .plate-clock:has(.time-left)')]
    .filter((clock) => clock.scrollWidth > clock.clientWidth).map((clock) => clock.textContent)"""


class Four(Round):
    """Gondor at a desk, Rohan on a phone, the Witch-king by mail, Saruman by the API; they play a recorded game again.

    `held` are the cards that each has had in hand so far.
    """

    def __init__(self, server, people, record, since=0):
        left = defaultdict(deque[Choice])
        for seat, choice in choices_of(record)[since:]:
            left[seat].append(choice)
        self.desk, self.phone = (
            Lord((person,), Again(left[seat]))
            for seat, person in zip(("gondor", "rohan"), people, strict=True)
        )
        self.mails = Correspondent(Mailbox(server, f"{MAILS}@example.org"), Again(left["witch-king"]))
        self.program = Program(server, CALLS, Again(left["saruman"]))
        self.held, before = defaultdict(set), played(record)
        for seat, choice in choices_of(record)[:since]:
            before.choose(seat, choice)
            self.hold(before.game.table.state.hands)
        doors = {
            "gondor": (people[0].name, self.desk),
            "rohan": (people[1].name, self.phone),
            "witch-king": (MAILS, self.mails),
            "saruman": (CALLS, self.program),
        }
        super().__init__(server, TITLE, {"players": "4"}, doors, {})

    def hold(self, hands: Mapping[str, Iterable[str]]) -> None:
        for player, cards in hands.items():
            self.held[player].update(cards)

    def looks(self, company: Company, seat: str) -> None:
        """What a seat has been shown names no card that another holds, its partner neither, unless it came from here.

        Once the game is over everything is shown. On a page there is room for how long the others have.
        """
        standing, door = company.standing, self.doors[seat]
        hands = standing.game.state.hands
        self.hold(hands)
        shown = " ".join(html.unescape(without_printed(door.sight(company))).split())
        assert shown
        of_others = {card for cards in hands.values() for card in cards} - self.held[seat]
        for card in of_others if not standing.over else ():
            assert card not in shown, (seat, card)
            assert not only_here(card) or CARDS[card].title not in shown, (seat, card)
        for person in door.screens if isinstance(door, Lord) else ():
            assert person.page.evaluate(CUT) == []


@pytest.fixture(scope="module")
def people(server, browser):
    """One at a desk, and one with a phone, who confirms everything."""
    arrived = [
        driving.arrive(server, browser, "dervorin", driving.DESK, confirms=False),
        driving.arrive(server, browser, "deorwine", driving.PHONE, confirms=True),
    ]
    yield arrived
    for person in arrived:
        person.page.context.close()


@pytest.fixture
def taken_over(server, people, tmp_path):
    """Let the four go on with a recorded game from a place in it; returns everybody, and the game."""

    def taken_over(name, since):
        record = recorded(name)
        table = Four(server, people, record, since(record))
        return table, table.take_over(stored(record, since(record), tmp_path))

    return taken_over


def last_turn(record: Record) -> int:
    """Return how many choices were made before the last turn of a game."""
    lines = write_transcript(record).splitlines()
    begins = max(n for n, line in enumerate(lines) if line.startswith("Turn "))
    return sum(line.startswith("  ") for line in lines[:begins])


def first_offer(record: Record) -> int:
    """Return how many choices were made before a player offers the partner one mixed Army."""
    return place_in(record, "join: armies")


@pytest.mark.timeout(1800)
def test_a_whole_game_of_four_until_the_ring_is_destroyed(server, people):
    """From the first cards to Mount Doom in nine turns, through every door; nobody reads what another holds."""
    record = recorded(RING)
    table = Four(server, people, record)
    company = table.begin(bytes.fromhex(record.fairness.seed))
    company.play_out(table.looks)
    asked = {kind for door in (table.desk, table.phone) for kind, _ in door.asked}
    assert asked == {*SHARED, "guide", "guide-ability", "declare", "enter-mordor", "reveal", "casualty"}
    assert set(table.mails.asked) == set(table.program.asked) == {*SHARED, "hunt-allocation"}
    table.read_the_end(company, "ring")


def test_the_last_turn_of_a_war_of_four(taken_over):
    """Partners attack and defend side by side, until the Shadow has what it needs; the end says who is ahead.

    It begins with a choice before it: whoever is asked when a game is taken over is sent no mail.
    """
    table, company = taken_over(CONQUEST, lambda record: last_turn(record) - 1)
    company.play_out(table.looks)
    table.read_the_end(company, "military-shadow")


def test_an_army_is_offered_on_a_phone_and_the_partner_agrees_at_the_desk(people, taken_over):
    table, company = taken_over(DELIVERANCE, first_offer)
    company.play_out(table.looks, most=3)
    assert table.phone.asked == {("action", "touch"): 1, ("join-region", "touch"): 1}
    assert table.desk.asked == {("join-armies", "mouse"): 1}
    for person in people:
        expect(person.page.locator(".story").first).to_contain_text("One mixed Army in Tower Hills")


def test_an_army_is_offered_by_a_program_and_the_partner_agrees_by_mail(taken_over):
    table, company = taken_over(CONQUEST, first_offer)
    company.play_out(table.looks, most=2)
    assert table.program.asked == {"action": 1}
    assert table.mails.asked == {"join-armies": 1}
    table.mails.box.wait_for(company.key, "One mixed Army in")
