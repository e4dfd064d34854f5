"""An action and the questions behind it, clicked at once on a page of War of the Ring: die, Army, region."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from rules.core.decisions import Choice, Decision
from rules.war_of_the_ring import TITLE as RULES
from rules.war_of_the_ring.position.catalogue import figure_name
from tests.browser import driving
from tests.browser.driving import Person

#: Questions who of an Army goes or fights: the row of figures beside the ways answers them.
PARTIES = ("army-units", "attackers")
CARDS = ("play", "play-event")


@dataclass
class Held:
    """Answers of a seat that its page sends in one go: each question with what is chosen."""

    answers: list[tuple[Decision, Choice]] = field(default_factory=list)
    #: What the first question that tells it says of those behind it, before anything was answered.
    told: dict[str, Any] = field(default_factory=dict)

    def reads(self, decision: Decision) -> None:
        """Keep what a question lists, and what it tells of those behind it: then the position is another."""
        decision.describe()
        if decision.ahead is not None and not self.told:
            self.told = decision.ahead()

    def takes(self, decision: Decision, choice: Choice, following: Decision | None) -> bool:
        """Take an answer; say whether the next one, to the question `following`, belongs to it."""
        self.answers.append((decision, choice))
        kind = following.kind if following is not None and following.seat == decision.seat else ""
        if decision.kind == "action":
            die, _, use = str(choice).partition(":")
            told = self.told.get("next", {}).get(use, {})
            return kind == told.get("kind") or (kind == "card" and f"{die}:{use}" in self.by_card(decision))
        return kind in PARTIES and decision.kind in ("army-move", "attack") and ">" in str(choice)

    def by_card(self, decision: Decision) -> set[str]:
        """Return the actions that a page offers card by card: the first that plays one with each die."""
        found: dict[str, str] = {}
        for value in getattr(decision.options, "values", ()):
            die, _, use = value.partition(":")
            if use in CARDS:
                found.setdefault(die, value)
        return set(found.values())

    @property
    def is_one_line(self) -> bool:
        first, choice = self.answers[0]
        return len(self.answers) > 1 or (
            first.kind in ("army-move", "attack") and choice is not None and first.ahead is not None
        )


def answer(person: Person, held: Held) -> None:
    """Answer by the page's controls, in one go where the page sends it so."""
    if held.is_one_line:
        click(person, held)
    else:
        driving.choose(person, *held.answers[0])


def click(person: Person, held: Held) -> None:
    """Click what the answers say; where the page asks once more, read it first."""
    page, answers = person.page, list(held.answers)
    asked = driving.question_of(page)
    driving.stand(person)
    decision, choice = answers[0]
    if decision.kind == "action":
        take(person, str(choice), str(answers[1][1]), held)
    else:
        way(person, decision, str(choice), held)
    confirm(person, held)
    driving.answered(page, asked)
    if len(answers) == 3 and page.locator("#move-form").get_attribute("data-kind") in PARTIES:
        driving.choose(person, *answers[2])
    driving.stood(person, decision)


def take(person: Person, action: str, value: str, held: Held) -> None:
    """Take a die, then what it serves: on the map, on the table, or in the list."""
    page, (die, _, use) = person.page, action.partition(":")
    option = page.locator(f'.ask-options [data-option="{action} {value}"]')
    driving.take_die(person, die)
    if use in CARDS and not person.reads_lists:
        person.press(driving.in_hand(person, value))
        return
    if use == "diplomacy" and not person.reads_lists:
        person.press(page.locator(f'[data-nation="{value}"] .nation-name'))
        return
    if use == "draw" and not person.reads_lists:
        person.press(page.locator(f'[data-deck="{value}"]'))
        return
    if "@" in value:
        driving.tap_region(person, value.partition("@")[2])
        person.press(option)
        return
    hidden = use.startswith("leader-") and die == "will-of-the-west"  # the same die does it without a Leader
    if hidden or (not option.count() and ">" not in value):
        person.press(page.locator(f'.ask-options [data-option="use:{use}"]'))
    if ">" in value:
        way(person, held.answers[1][0], value, held, option=f"{action} {value}")
    else:
        person.press(option)


def way(person: Person, decision: Decision, pair: str, held: Held, *, option: str = "") -> None:
    """Tap where an Army stands, say who of it stays, and tap where it goes."""
    source, _, target = pair.partition(">")
    driving.tap_region(person, source)
    party = held.answers[-1] if held.answers[-1][0].kind in PARTIES else None
    if party is not None:
        leave(person, held, pair, party[1])
    if person.page.locator(".option.is-main").count():
        return  # there was but one way
    if source == target:
        person.press(person.page.locator(f'.ask-options [data-option="{option or pair}"]'))
    else:
        driving.tap_region(person, target)


def leave(person: Person, held: Held, pair: str, party: Any) -> None:
    """Tap away whoever stays behind by choice; the page knows who has to."""
    kind = "attack" if held.answers[-1][0].kind == "attackers" else "army-move"
    everybody = held.told["who"][pair.partition(">")[0]]
    barred = held.told["stay"].get(f"{kind} {pair}") or {}
    for figure, number in everybody.items():
        if number - barred.get(figure, 0) == party.get(figure, 0):
            continue
        row = person.page.locator(".who-goes").get_by_label(f"Less: {figure_name(figure)} (", exact=False)
        for _ in range(number - party.get(figure, 0)):
            person.press(row)


def confirm(person: Person, held: Held) -> None:
    """Where the page asks once more, its notation means these answers. Then play it."""
    main = person.page.locator(".option.is-main")
    if not main.count():
        return
    lines = person.page.locator(".ask-proposed code").inner_text().split("; ")
    for line, (decision, choice) in zip(lines, held.answers, strict=False):
        assert decision.check(RULES.read(decision, line)) == decision.check(choice)
    expect(main).to_be_enabled()
    person.press(main)
