"""Moments of War of the Ring from hand-written positions (tools/moments.py), one side at a desk, one with a phone.

Everything is clicked or tapped: dice, map, cards, forms. Each moment is played twice, so that each side of it is
seen at both widths.
"""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser import looking
from tests.browser.driving import DESK, PHONE, answered, question_of, sign_up
from tools.moments import FREE, SHADOW

pytestmark = pytest.mark.browser


class Player:
    """Somebody before the page of a game."""

    def __init__(self, page: Page, *, touches: bool) -> None:
        self.page = page
        self.touches = touches

    def look(self) -> None:
        """Load the page anew."""
        self.page.reload()

    def asked(self, words: str, *, by_itself: bool = False) -> None:
        """See that the page asks this; `by_itself`: without being loaded anew."""
        title = self.page.locator("#decision-title")
        if not by_itself and words not in title.inner_text():
            self.look()
        expect(title).to_contain_text(words)

    def press(self, target) -> None:
        if self.touches:
            target.tap()
        else:
            target.click()

    def part(self, name: str) -> None:
        """Open a part of the table in the sheet of a phone."""
        tab = self.page.locator(f'.shell-tabs [data-part="{name}"]')
        if tab.is_visible():
            self.press(tab)

    def die(self, name: str, use: str) -> None:
        """Take a die, and what to do with it."""
        self.press(self.page.get_by_label(f" {name}: what"))
        self.press(
            self.page.locator(".ask-options").get_by_role("button", name=re.compile(rf"\b{use}\b", re.I))
        )

    def region(self, name: str) -> None:
        if self.touches:
            looking.stands(self.page)
        self.press(self.page.locator(f'.m-land a[href="#r-{name}"]'))

    def take_card(self, title: str) -> None:
        self.part("mine")
        held = self.page.locator(
            ".hand-card", has=self.page.get_by_role("article", name=title, include_hidden=True)
        )
        self.press(held.locator(".card-head"))
        self.part("ask")

    def button(self, name: str) -> None:
        self.press(self.page.locator("#move-form").get_by_role("button", name=name, exact=True))

    def option(self, name: str) -> None:
        begins = rf"^{name}\b"  # a number may stand in what is expected of another, too
        words = re.compile(begins if name.isdigit() else rf"\b{name}")
        self.press(self.page.locator(".ask-options").get_by_role("button", name=words))

    def answer(self, name: str) -> None:
        """Press a button that plays at once."""
        asked = question_of(self.page)
        if self.page.locator(".ask-options").count():
            self.option(name)
        else:
            self.button(name)
        answered(self.page, asked)

    def decline(self) -> None:
        """Press the button that takes none of what is offered."""
        asked = question_of(self.page)
        self.press(self.page.locator("#move-form button[value=pass]"))
        answered(self.page, asked)

    def tick(self, *names: str) -> None:
        for name in names:
            self.press(self.page.locator("#move-form").get_by_label(name, exact=True))

    def play(self, *, words: str, code: str = "") -> None:
        """Dice or cards follow: read what the main button says, and in notation; then play it."""
        asked = question_of(self.page)
        expect(self.page.locator(".option.is-main")).to_contain_text(words)
        if code:
            expect(self.page.locator(".ask-proposed code")).to_have_text(code)
        expect(self.page.locator(".ask-note")).to_have_text(
            "Dice or cards follow: this cannot be taken back."
        )
        self.press(self.page.locator(".option.is-main"))
        answered(self.page, asked)

    def label(self, region: str) -> str:
        """What the map says of a region."""
        return self.page.locator(f'.m-land a[href="#r-{region}"]').get_attribute("aria-label") or ""

    def tells(self, *lines: str) -> None:
        """See these lines in the story."""
        story = self.page.locator(".story-long")
        for line in lines:
            expect(story).to_contain_text(line)

    def fits(self) -> None:
        """See that nothing sticks out to the right."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


@pytest.fixture(scope="module")
def people(server, browser):
    """Two accounts, one at a desk and one with a phone, and what went wrong on their pages."""
    errors: list[str] = []
    found = []
    for name, viewport in (("halbarad", DESK), ("grishnakh", PHONE)):
        touches = viewport is PHONE
        page = browser.new_context(viewport=viewport, has_touch=touches, is_mobile=touches).new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        sign_up(page, server.address, name)
        found.append((name, Player(page, touches=touches)))
    yield found, errors
    for _, player in found:
        player.page.context.close()


@pytest.fixture(params=["free-at-desk", "shadow-at-desk"])
def seated(request, server, people):
    """Return a function that begins a game in a moment: the players of the Free Peoples and of the Shadow."""
    (desk, phone), errors = people
    free, shadow = (desk, phone) if request.param == "free-at-desk" else (phone, desk)

    def begin(moment: str) -> tuple[Player, Player]:
        address = server.table(f"set_up({moment!r}, {free[0]!r}, {shadow[0]!r})")
        for _, player in (free, shadow):
            player.page.goto(address)
        return free[1], shadow[1]

    yield begin
    assert errors == []


def pips(roll) -> list[tuple[int, bool]]:
    """The dice of a roll as the page shows them: face, and whether it is marked as a hit."""
    return [
        (int(re.match(r"\d", pip.inner_text())[0]), "is-hit" in pip.get_attribute("class"))
        for pip in roll.locator(".pip").all()
    ]


def shown(faces: str) -> list[tuple[int, bool]]:
    """Dice written as `6! 5 1`, with a mark behind every hit."""
    return [(int(face[0]), face.endswith("!")) for face in faces.split()]


def rolls(player: Player, number: int, side: str):
    """The rolls of a side in a round of the battle, as the page shows them."""
    heading = player.page.get_by_role("heading", name=re.compile(rf"^Round {number}\b"))
    return player.page.locator(".battle .round", has=heading).locator(f".round-side.side-{side} .roll").all()


def test_a_sortie_and_then_an_assault(seated):
    free, shadow = seated("sortie")
    assert "Gondor 3 Regulars, 2 Elites, 1 Leader; Boromir (besieged)" in free.label("minas-tirith")

    free.die("Army/Muster", "attack")
    free.region("minas-tirith")
    free.press(free.page.get_by_role("button", name="Less: Gondor Regular"))
    free.play(
        words="Sortie from Minas Tirith",
        code="use muster-army: attack; attack: minas-tirith > minas-tirith;"
        " with: 2 gondor regular, 2 gondor elite, 1 gondor leader, 1 boromir",
    )

    free.asked("Lay a Combat card?")
    free.take_card("Éomer, Son of Éomund")
    shadow.asked("Lay a Combat card?", by_itself=True)
    expect(shadow.page.get_by_role("heading", name="Sortie at Minas Tirith")).to_be_visible()
    assert "Éomer" not in shadow.page.content()
    shadow.take_card("Cruel Weather")

    free.asked("2 hits to take at Minas Tirith", by_itself=True)
    for player in (free, shadow):
        player.look()
        combat, again = rolls(player, 1, FREE)
        assert pips(combat) == shown("6! 5! 1 5! 5!")
        expect(combat).to_contain_text("Combat roll +1")
        newest = player.page.locator(".battle section.round")
        expect(newest.get_by_role("heading")).to_contain_text("5 or more")
        expect(newest.locator(".hits")).to_have_text(["4 hits", "2 hits"])
        expect(newest.locator(".laid")).to_have_text(
            ["Attack: Valour (Éomer, Son of Éomund)", "Defence: Cruel as Death (Cruel Weather)"]
        )
        assert pips(again) == shown("4")
        (combat,) = rolls(player, 1, SHADOW)
        assert pips(combat) == shown("5! 2 2 6! 2")
        expect(combat).to_contain_text("Combat roll +1")
        expect(player.page.locator(".battle")).to_contain_text(
            "The Nazgûl give up 2 Leadership for this round"
        )
        player.fits()

    for left in (2, 1):
        free.asked(f"{left} hit")
        free.answer("Lose Gondor Regular")
    for left in (4, 3, 2, 1):
        shadow.asked(f"{left} hit")
        shadow.answer("Lose Sauron Regular")
    free.asked("Fight another round?")
    expect(free.page.locator(".battle")).to_contain_text("4 Sauron Regulars lost")
    free.decline()

    shadow.asked("Which action do you take?")
    expect(shadow.page.get_by_role("heading", name="Sortie at Minas Tirith (over)")).to_be_visible()
    shadow.die("Army", "attack")
    shadow.region("minas-tirith")
    shadow.option("Assault on Minas Tirith")
    for player in (shadow, free):
        player.asked("Lay a Combat card?")
        player.decline()
    shadow.asked("2 hits to take at Minas Tirith")
    combat, again = rolls(shadow, 1, SHADOW)
    assert pips(combat) == shown("5 5 3 5")  # behind walls only a six hits
    expect(combat.locator(".roll-why")).to_have_text("walls of the Stronghold: 6 needed")
    assert pips(again) == shown("4 2")
    assert pips(rolls(shadow, 1, FREE)[0]) == shown("6! 5! 1 3")
    shadow.answer("Lose Sauron Regular")
    shadow.asked("1 hit")
    shadow.answer("Lose Southron & Easterling Regular")
    shadow.asked("Reduce an Elite unit to fight another round?")
    shadow.decline()

    for player in (free, shadow):
        player.look()
        assert "Gondor 1 Regular, 2 Elites, 1 Leader; Boromir (besieged)" in player.label("minas-tirith")
        assert "Sauron 1 Elite; Southrons & Easterlings 1 Regular; 2 Nazgûl" in player.label("minas-tirith")
        player.tells("The Free Peoples sally from Minas Tirith", "The Shadow assaults Minas Tirith")
        player.fits()


def test_a_hunt_in_which_a_companion_falls(seated):
    free, shadow = seated("hunt")
    free.die("Character", "move the Fellowship")
    free.asked("The Hunt does 3 damage: does a Companion take it?")
    hunt = free.page.locator(".hunt-view")
    assert pips(hunt.locator(".roll").first) == shown("2 4 6!")
    expect(hunt).to_contain_text("hit on 5 or more (+1 each)")
    expect(hunt).to_contain_text("1 success")
    expect(hunt.locator(".tile b")).to_have_text("3")
    free.answer("Gimli")
    free.asked("Who guides the Fellowship?")
    free.answer("Meriadoc Brandybuck")
    free.asked("Separate Meriadoc Brandybuck")
    free.decline()

    shadow.asked("Which action do you take?", by_itself=True)
    for player in (free, shadow):
        player.look()
        hunt = player.page.locator(".hunt-view")
        expect(hunt.locator(".tile b")).to_have_text("3")
        expect(hunt).to_contain_text("Gimli takes 2 of 3 Hunt damage")
        expect(hunt).to_contain_text("Corruption rises by 1 to 4")
        facts = player.page.locator(".fellowship-box")
        for words in ("progress 4", "Corruption 4 of 12", "Guide Meriadoc Brandybuck"):
            expect(facts).to_contain_text(words)
        player.tells("Hunt roll 2, 4 and 6 with +1: 1 success.", "Gimli is lost.")
        player.fits()


def test_companions_leave_the_fellowship(seated):
    free, shadow = seated("separation")
    free.die("Character", "separate Companions")
    free.asked("Who leaves the Fellowship?")
    free.tick("Gimli", "Meriadoc Brandybuck")
    free.answer("Separate Gimli and Meriadoc Brandybuck")
    free.asked("Where do Gimli and Meriadoc Brandybuck go?")
    free.region("edoras")
    shadow.asked("Which action do you take?", by_itself=True)
    for player in (free, shadow):
        player.look()
        assert "Gimli; Meriadoc Brandybuck" in player.label("edoras")
        expect(player.page.locator(".fellowship-box")).to_contain_text("Guide Gandalf the Grey")
        expect(player.page.locator(".fellowship-box")).to_contain_text("with Peregrin Took")
        player.fits()


def test_into_mordor_and_up_its_track(seated):
    free, shadow = seated("mordor")
    free.asked("Declare the Fellowship, and where is it?")
    free.region("morannon")
    free.asked("The Ring-bearers stand before Mordor. What do they do?")
    free.answer("Enter Mordor")
    shadow.asked("How many dice go into the Hunt Box?", by_itself=True)
    expect(shadow.page.locator(".fellowship-box")).to_contain_text("at Mordor, step 0")
    expect(shadow.page.locator(".hunt-pool")).to_contain_text("Die, stop")
    shadow.option("1")
    shadow.play(words="Put 1 die into the Hunt Box")

    free.asked("Which action do you take?", by_itself=True)
    free.die("Character", "move the Fellowship")
    free.asked("The Hunt does 1 damage: does a Companion take it?")
    free.decline()
    for player in (free, shadow):
        player.look()
        hunt = player.page.locator(".hunt-view")
        expect(hunt.locator(".tile b")).to_have_text("1")
        expect(hunt).to_contain_text("Corruption rises by 1 to 5")
        expect(player.page.locator(".fellowship-box")).to_contain_text("revealed, at Mordor, step 1")
        expect(player.page.locator(".fellowship-box")).to_contain_text("Corruption 5 of 12")
        expect(player.page.locator(".m-fellowship.is-revealed text")).to_have_text("1")
        player.tells("The Ring-bearers enter Mordor.", "The Ring-bearers reach step 1 of Mordor.")
        player.fits()


@pytest.mark.parametrize(("moment", "cold", "warm"), [("sortie", 150_000, 25_000), ("four", 156_000, 27_500)])
def test_the_first_view_keeps_its_budget(server, browser, seated, moment, cold, warm):
    """For two less than 150 KB with an empty cache, less than 25 KB when the files are there; a bit more for four."""
    player, _ = seated(moment)
    fresh = browser.new_context(storage_state=player.page.context.storage_state()).new_page()
    traffic = fresh.context.new_cdp_session(fresh)
    traffic.send("Network.enable")
    answers: dict[str, dict] = {}
    lengths: dict[str, int] = {}
    traffic.on("Network.responseReceived", lambda e: answers.update({e["requestId"]: e["response"]}))
    traffic.on(
        "Network.loadingFinished", lambda e: lengths.update({e["requestId"]: int(e["encodedDataLength"])})
    )
    fresh.goto(player.page.url)
    asked_for = set(answers)  # what is loaded with the page, and not when something has happened since
    fresh.wait_for_timeout(500)
    sizes = {answers[request]["url"]: length for request, length in lengths.items() if request in asked_for}
    assert player.page.url in sizes
    shown = {
        answer["url"]: {k.lower(): v for k, v in answer["headers"].items()} for answer in answers.values()
    }
    kinds = {address: address.partition("/static/")[2].partition("/")[0] for address in sizes}
    assert set(kinds.values()) - {"war_of_the_ring_players"} == {"", "css", "js", "img", "fonts"}
    for address, kind in kinds.items():
        assert kind == "fonts" or shown[address]["content-encoding"] == ("br" if kind else "gzip"), address
        assert not kind or "immutable" in shown[address]["cache-control"], address
    assert sum(sizes.values()) < cold, sizes
    assert sum(size for address, size in sizes.items() if not kinds[address]) < warm, sizes


@pytest.mark.parametrize(("moment", "least"), [("lords", 10), ("kings", 7)])
def test_the_head_of_a_phone_holds_all_that_the_other_side_has(seated, moment, least):
    """With an expansion: special dice, those set aside, Rings, tokens, cards; nothing sticks out or is cut."""
    for player in seated(moment):
        if not player.touches:
            continue
        for width in (390, 360):
            player.page.set_viewport_size({"width": width, "height": 844})
            player.fits()
            head = player.page.locator(".shell-head").bounding_box()
            parts = player.page.locator(
                ".shell-head :is(.mini-die, .action-token, .elven, .plate-cards i, .plate-clock, .castle-count)"
            )
            boxes = [part.bounding_box() for part in parts.all()]
            assert len(boxes) >= least
            for box in boxes:
                assert box["x"] >= 0, box
                assert box["x"] + box["width"] <= width, box
                assert box["y"] >= head["y"], box
                assert box["y"] + box["height"] <= head["y"] + head["height"], box
            title = player.page.locator(".shell-title p").bounding_box()
            assert title["height"] < 20, "“Turn 6” stands in one line"
        player.page.set_viewport_size(PHONE)


def test_an_open_card_leaves_the_question_free(seated):
    """Wherever in the hand it is; and its own buttons can be reached along the edge between hand and question."""
    for player in seated("kings"):
        if player.touches:
            continue
        page, asked = player.page, player.page.locator(".shell-ask")
        for size in (DESK, {"width": 1024, "height": 768}):
            page.set_viewport_size(size)
            for held in page.locator(".hand-card").all():
                held.hover()
                opened = held.locator(".event-card")
                expect(opened).to_be_visible()
                box, free = opened.bounding_box(), asked.bounding_box()
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= free["x"]
            edge = page.locator(".shell-hand").bounding_box()["y"]
            page.mouse.move(page.locator(".hand-card").last.bounding_box()["x"] + 5, edge + 3)
            page.mouse.move(box["x"] + box["width"] - 20, edge + 3, steps=20)
            page.mouse.move(box["x"] + box["width"] - 20, edge - 30, steps=5)
            expect(opened).to_be_visible()
        page.mouse.move(0, 0)
        page.set_viewport_size(DESK)


def test_a_copy_that_has_just_been_made_has_all_that_its_board_needs(server, people):
    """The page without a copy has neither the board's sheets and scripts nor those of an expansion."""
    ((name, player), (other, _)), errors = people
    address = server.table(f"set_up('lords', {name!r}, {other!r})")
    player.page.goto(f"{address}planning/")
    player.press(player.page.get_by_role("button", name="Make a copy"))
    expect(player.page.locator(".ask-options")).to_be_visible()
    keeper = player.page.locator(".die.is-keeper")
    assert keeper.evaluate("die => getComputedStyle(die, '::before').clipPath").startswith("polygon")
    assert errors == []


@pytest.mark.parametrize("moment", ["four", "three"])
def test_the_head_holds_every_seat_of_a_table_of_partners(seated, moment):
    """Seals, names, clocks, places and cards of the others, at every width: none is cut, and no two plates meet."""
    for player in seated(moment):
        for width in (390, 360) if player.touches else (1440, 1280):
            player.page.set_viewport_size({"width": width, "height": 844})
            player.fits()
            tools = player.page.locator(".shell-tools").bounding_box()
            plates = [plate.bounding_box() for plate in player.page.locator(".team .seat-plate").all()]
            assert len(plates) == {"four": 3, "three": 2}[moment]
            for one, other in pairwise([*plates, tools]):
                beside = one["x"] + one["width"] <= other["x"] + 1
                below = other is tools and other["y"] + other["height"] <= one["y"] + 1
                assert beside or below, (width, one, other)
            player.page.locator(".team .seat-plate [data-countdown]").evaluate_all(
                "(clocks, words) => clocks.forEach((clock) => { clock.textContent = words; })",
                "13 d" if player.touches else "13 d 23 h",
            )
            for plate in player.page.locator(".team .seat-plate").all():
                frame = plate.bounding_box()
                for part in plate.locator("svg.seat-seal, b, .lead-token, i, .plate-clock > *").all():
                    box = part.bounding_box()
                    assert box is None or box["x"] + box["width"] <= frame["x"] + frame["width"] + 1, (
                        width,
                        plate.inner_text(),
                        box,
                    )
