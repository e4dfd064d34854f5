"""People at a board with a map in the browser, and what each of them clicks for an answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from rules.core.decisions import Amount, Choice, Counts, Decision, OneOf, Subset
from rules.core.title import Title
from rules.risk import TITLE as RISK
from rules.risk.data import TERRITORIES
from rules.war_of_the_ring import TITLE as WAR_OF_THE_RING
from rules.war_of_the_ring.position.catalogue import CARDS, NATIONS, REGIONS
from tests.browser import looking
from tests.browser.tidiness import untidy
from tools.moments import PARTNERS

DESK: Any = {"width": 1440, "height": 900}
SMALL: Any = {"width": 1280, "height": 720}
PHONE: Any = {"width": 390, "height": 844}
#: Points at which a region is looked for under its neighbours' edges, in parts of its frame.
PROBES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9)

#: Where page and map stand: what is scrolled, the frame of the map, what part of it is seen.
GEOMETRY = """() => {
    const box = document.querySelector(".shell-board").getBoundingClientRect();
    const map = document.querySelector(".map-scroll"), page = document.scrollingElement;
    return {
        page: [page.scrollLeft, page.scrollTop], board: [box.x, box.y, box.width, box.height],
        map: map && [map.scrollLeft, map.scrollTop, map.scrollWidth, map.scrollHeight],
    };
}"""
#: What moves on a page without its reader having done anything, kept by the page itself since somebody stands there. An
#: answer is its reader's doing until it has been drawn, however long it is on its way.
SHIFTS = """
window.shifts = [];
window.since = 0;
window.answers = [];
new MutationObserver((changes) => {
    for (const { target } of changes) {
        if (target.id !== "decision") continue;
        if (target.ariaBusy === "true") window.answers.push({ sent: performance.now(), drawn: Infinity });
        const answer = window.answers.at(-1), drawn = () => { answer.drawn = performance.now(); };
        if (answer && target.ariaBusy !== "true") requestAnimationFrame(() => requestAnimationFrame(drawn));
    }
}).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        if (entry.hadRecentInput || entry.startTime < window.since) continue;
        if (window.answers.some(({ sent, drawn }) => sent <= entry.startTime && entry.startTime <= drawn)) continue;
        const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
        const moved = entry.sources.map((one) => {
            const named = one.node?.outerHTML?.slice(0, 80) ?? one.node?.nodeName;
            const what = named ?? "what a style sheet draws, or what is gone";
            return `${what}: from ${at(one.previousRect)} to ${at(one.currentRect)}`;
        });
        window.shifts.push([entry.value, ...moved, Math.round(entry.startTime), { ...window.answers.at(-1) }]);
    }
}).observe({ type: "layout-shift", buffered: true });
"""
#: From now on what moves is written down: all of the page is there by then, where an answer led to another one, and
#: letters that came late have found their places.
BEGIN = """() => new Promise((here) => document.readyState === "complete" ? here() : addEventListener("load", here))
    .then(() => document.fonts.ready)
    .then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    .then(() => { window.shifts = []; window.since = performance.now(); })"""
#: A few frames later.
DRAWN = """() => new Promise((drawn) => {
    const next = (left) => left ? requestAnimationFrame(() => next(left - 1)) : drawn();
    next(4);
})"""

#: What a form says that is not taken, and whether a sign-up was answered: the browser has to work for it first.
REFUSALS = "main .errorlist, main .message.is-error"
SIGNED_UP = f"() => location.pathname !== '/accounts/signup/' || document.querySelector('{REFUSALS}')"

#: The key that a control shows, or that does the same wherever the focus is; "" where Tab leads there.
KEY_OF = """(control) => {
    const shown = control.querySelector(".badge-key")?.textContent ?? control.closest("[data-key]")?.dataset.key ?? "";
    const busy = document.activeElement.closest("a, button, summary, [tabindex='0']");
    if (control === document.activeElement || (control.matches("[value=fields]") && !busy)) return "Enter";
    return control.value === "pass" ? "0" : { "↵": busy ? "" : "Enter", Esc: "Escape" }[shown] ?? shown;
}"""
#: Unfolds all of a long list.
REST = '.ask-options .ask-rest[aria-expanded="false"]'
#: How often Tab is pressed at most to come somewhere.
FAR = 40
#: What can be tapped on the map of each title; so many at most are placed there by taps.
PLACES = {WAR_OF_THE_RING.id: REGIONS.keys(), RISK.id: TERRITORIES.keys()}
TAPS = 9

#: Who has signed up where; tests that run elsewhere in between let a file begin again.
_signed_up: set[tuple[str, str]] = set()


@dataclass
class Person:
    """Somebody at a screen. `errors` are what the page's scripts complained about, `clicks` how often was pressed."""

    name: str
    page: Page
    errors: list[str] = field(default_factory=list)
    stands: dict[str, Any] = field(default_factory=dict)
    clicks: int = 0
    #: Whether everything is done by keys; each key counts as a click.
    keys: bool = False
    #: What is played.
    rules: Title[Any] = WAR_OF_THE_RING

    @property
    def touches(self) -> bool:
        return bool(self.page.viewport_size and self.page.viewport_size["width"] < 600)

    @property
    def device(self) -> str:
        return "keys" if self.keys else "touch" if self.touches else "mouse"

    @property
    def reads_lists(self) -> bool:
        """Whether what lies on the table is chosen in the list: a phone has it behind tabs, keys have no pointer."""
        return self.touches or self.keys

    def sits(self, viewport: Any, *, keys: bool) -> None:
        """Take another window, where no page is open yet, with the hand on the keys or on the mouse."""
        if self.page.viewport_size != viewport:
            self.page.goto("about:blank")
            self.page.set_viewport_size(viewport)
        self.keys = keys

    def forgets(self) -> None:
        """Leave the page, and forget what was opened and folded there: the next test finds a table as it begins."""
        if self.page.url.startswith("http"):
            self.page.evaluate("sessionStorage.clear(), localStorage.clear()")
        self.page.goto("about:blank")

    def key(self, name: str) -> None:
        self.clicks += 1
        self.page.keyboard.press(name)

    def go_to(self, control: Locator) -> None:
        """Press Tab until the focus is there."""
        for _ in range(FAR):
            if control.evaluate("(control) => control === document.activeElement"):
                return
            self.key("Tab")
        raise AssertionError(f"Tab does not lead to {control}")

    def press(self, control: Locator) -> None:
        """Click, or tap on a phone, or press the key that says so, or Tab and Enter where none does."""
        if self.keys:
            key = control.evaluate(KEY_OF)
            if not key:
                self.go_to(control)
            self.key(key or "Enter")
            return
        self.clicks += 1
        if self.touches:
            control.tap()
        else:
            control.click()

    def part(self, name: str) -> None:
        """Open a part of the table in the sheet of a phone; at a desk everything is in sight."""
        tab = self.page.locator(f'.shell-tabs [data-part="{name}"]')
        if tab.is_visible():
            self.press(tab)

    def geometry(self) -> dict[str, Any]:
        """Return where page and map stand: nothing of it may change from one question to the next.

        Of a phone's map that is its frame and its size; what is seen of it goes with the question.
        """
        if self.touches:
            looking.stands(self.page)
        found: dict[str, Any] = self.page.evaluate(GEOMETRY)
        if self.touches and found["map"]:
            found["map"] = found["map"][2:]
        return found

    def looks_steady(self) -> None:
        """See that nothing has moved by itself, and that the page needs no scrolling."""
        shifts, scrolls = self.page.evaluate(
            "[window.shifts, document.scrollingElement.scrollHeight > innerHeight]"
        )
        assert not shifts, shifts
        assert not scrolls


def follow(page: Page, control: Locator) -> None:
    """Click what leads to another page, and wait for that page: whoever leaves earlier may take the click along."""
    with page.expect_navigation():
        control.click()


def confirm_moves(page: Page, address: str, *, wanted: bool) -> None:
    """Say in the account whether every move is asked about once more."""
    page.goto(f"{address}/account/")
    page.locator("input[name=confirm_moves]").set_checked(wanted)
    follow(page, page.locator("form:has(input[name=confirm_moves]) button").first)
    assert page.locator("input[name=confirm_moves]").is_checked() == wanted


def sign_up(page: Page, address: str, name: str) -> None:
    """Sign up, or in where this name has signed up before. Nobody has a name that `tools.moments` gives to others."""
    assert name not in PARTNERS.values()
    if (address, name) in _signed_up:
        page.goto(f"{address}/accounts/login/")
        page.fill("[name=login]", f"{name}@example.org")
        page.fill("[name=password]", "a-long-secret-word")
        follow(page, page.locator("main form button:not([name])").first)
        return
    _signed_up.add((address, name))
    page.goto(f"{address}/accounts/signup/")
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", "a-long-secret-word")
    page.fill("[name=password2]", "a-long-secret-word")
    page.locator("main form button:not([name])").first.click()
    page.wait_for_function(SIGNED_UP)
    assert "/accounts/signup/" not in page.url, page.locator(REFUSALS).all_inner_texts()
    page.wait_for_load_state()


def arrive(server: Any, browser: Browser, name: str, viewport: Any, *, confirms: bool) -> Person:
    """Sign up in a context of one's own."""
    page = browser.new_context(viewport=viewport, has_touch=viewport == PHONE).new_page()
    person = Person(name, page)
    page.on("pageerror", lambda error: person.errors.append(str(error)))
    page.add_init_script(SHIFTS)
    sign_up(page, server.address, name)
    if confirms:
        confirm_moves(page, server.address, wanted=True)
    return person


# -- one person's page ---------------------------------------------------------------------------------


def choose(person: Person, decision: Decision, choice: Choice) -> None:
    """Make a choice by the controls that the page offers for it; the table stays where it is meanwhile."""
    form, options = person.page.locator("#move-form"), decision.options
    asked = question_of(person.page)
    stand(person)
    if choice is None:
        person.press(form.locator("button[value=pass]").first)
    elif isinstance(options, OneOf):
        pick_one(person, decision, str(choice))
    elif isinstance(options, Counts) and options.is_one:
        assert isinstance(choice, dict)
        pick_one(person, decision, *choice)
    else:
        fill_in(person, decision, choice)
    confirm(person, decision, choice)
    answered(person.page, asked)
    stood(person, decision)


def stand(person: Person) -> None:
    """Remember where everything stands before an answer; a phone sees the question by then."""
    person.page.evaluate(BEGIN)
    if person.touches:
        looking.sees_the_question(person.page)
    person.stands = person.geometry()


def stood(person: Person, decision: Decision) -> None:
    """See that an answer was taken, that nothing has moved for it, and that a phone sees what is asked now."""
    expect(person.page.locator("#decision [role=alert]")).to_have_count(0)
    if person.touches:
        looking.sees_the_question(person.page)
    assert person.geometry() == person.stands, decision.prompt
    person.looks_steady()
    if person.rules is WAR_OF_THE_RING:
        assert untidy(person.page) == [], decision.prompt


def question_of(page: Page) -> str | None:
    """Return what marks the question that a page asks now: no page asks with the same mark again."""
    mark: str | None = page.evaluate("document.querySelector('#move-form input[name=key]')?.value ?? null")
    return mark


#: Whether a question is open still: a further step of its answer is offered, or it is asked about once more.
GOES_ON = """asked => document.querySelector("#move-form input[name=key]")?.value === asked
    && document.getElementById("decision").ariaBusy !== "true"
    && document.querySelector(".ask-options button.option") !== null"""
#: What is pressed next: the main button where there is one, else the first option, or what there is instead.
NEXT = (
    "#move-form:has(.option.is-main) .option.is-main, "
    "#move-form:not(:has(.option.is-main)) .ask-options button.option:not(.is-back)"
)
#: No answer has so many steps.
STEPS = 20


def choose_first(page: Page, press: Callable[[Locator], None] = Locator.click) -> None:
    """Take the first choice that the page offers, step by step; the next question comes without leaving the page."""
    asked, first, pressed = question_of(page), page.locator(NEXT).first, list[str | None]()
    if not page.evaluate(GOES_ON, asked):
        press(page.locator("#move-form > button[value=pass]"))
    while page.evaluate(GOES_ON, asked):
        pressed.append(first.text_content())
        press(first)
        assert len(pressed) < STEPS, f"{page.locator('#decision').inner_text()!r} goes on after {pressed}"
    answered(page, asked)


def answered(page: Page, asked: str | None) -> None:
    """Wait until the page has shown what came of an answer."""
    page.wait_for_function(
        """asked => document.getElementById("decision")?.ariaBusy !== "true"
            && (document.querySelector("#move-form input[name=key]")?.value ?? null) !== asked""",
        arg=asked,
    )


def fill_in(person: Person, decision: Decision, choice: Choice) -> None:
    page = person.page
    form = page.locator("#move-form")
    if isinstance(decision.options, Subset):
        assert isinstance(choice, list)
        if not person.reads_lists:  # a ranked list is made of the fields by a script of its own
            expect(page.locator(".ask-body.is-live")).to_have_count(1)
        for item in choice:
            if item in PLACES[person.rules.id]:
                tap_region(person, item)
            elif not person.reads_lists and page.locator(f'.hand-card[data-item="{item}"]').count():
                person.press(in_hand(person, item))
            else:
                person.press(form.locator(f'input[name=item][value="{item}"]'))
    elif isinstance(decision.options, Counts):
        assert isinstance(choice, dict)
        if not person.keys and choice.keys() <= PLACES[person.rules.id]:
            place_by_taps(person, choice)
        for kind, most in decision.options.limits.items():
            set_number(person, kind, most, choice.get(kind, 0))
    else:
        assert isinstance(decision.options, Amount)
        assert isinstance(choice, int)
        if not form.locator("input[name=amount]").is_visible():
            by_list(person, f"amount:{choice}")
            return
        step_to(person, choice)
    person.press(form.locator("button[value=fields]"))


def place_by_taps(person: Person, wanted: dict[str, int]) -> None:
    """Tap regions as often as more is wanted there, if that is not too often."""
    number = person.page.locator("#move-form input[name^=count-]")
    now = dict(number.evaluate_all("(fields) => fields.map((one) => [one.name.slice(6), Number(one.value)])"))
    more = {region: most - now[region] for region, most in wanted.items() if most > now[region]}
    for region, times in more.items() if sum(more.values()) <= TAPS else ():
        for _ in range(times):
            tap_region(person, region)


def set_number(person: Person, kind: str, most: int, wanted: int) -> None:
    """Say how many of a kind: figures are tapped away one by one, other things have a number field."""
    form = person.page.locator("#move-form")
    number = form.locator(f'input[name="count-{kind}"]')
    unused = form.locator('.placing [aria-expanded="false"]')
    if not number.is_visible() and unused.count():
        person.press(unused)
    if number.is_visible():
        if number.input_value() == str(wanted):
            return
        if person.keys:
            person.go_to(number)
        number.fill(str(wanted))
        return
    name = form.locator(f'label[for="count-{kind}"]').text_content() or ""
    row = form.get_by_label(f"Less: {name.partition(' (')[0]} (", exact=False)
    for _ in range((int(number.input_value()) - wanted) % (most + 1)):
        person.press(row)


def step_to(person: Person, wanted: int) -> None:
    """Say a number by the buttons beside it."""
    form = person.page.locator("#move-form")
    now = int(form.locator("input[name=amount]").input_value())
    button = form.get_by_role("button", name="More: " if wanted > now else "Less: ")
    for _ in range(abs(wanted - now)):
        person.press(button)


def in_hand(person: Person, card: str) -> Locator:
    return person.page.locator(f'.hand-card[data-item="{card}"] .card-head')


def pick_one(person: Person, decision: Decision, value: str) -> None:
    """Choose one value: by a die, on the map, on a card, on the Political Track, else in the list."""
    page = person.page
    regions = [part for part in value.rpartition("@")[2].split(">") if part in PLACES[person.rules.id]]
    if decision.kind == "action":
        die = page.locator(f'.tray details:has(button[value="{value}"]) summary')
        if die.count():
            take_die(person, die.first.get_attribute("data-die") or "")
        if value.startswith("ring:"):
            by_list(person, "use:ring")
        if value.startswith("attempt:"):
            by_row(person, value)
            return
        by_use(person, value)
    elif regions:
        by_map(person, value, regions)
    elif not person.reads_lists and value in CARDS and page.locator(f'.hand button[value="{value}"]').count():
        person.press(in_hand(person, value))
    elif (
        not person.reads_lists
        and value in NATIONS
        and page.locator(f'.nation-choice[value="{value}"]').count()
    ):
        person.press(page.locator(f'.nation-choice[value="{value}"]'))
    else:
        by_list(person, value)


def take_die(person: Person, die: str) -> None:
    person.press(
        person.page.locator(
            f'.ask-options [data-option="die:{die}"]' if person.keys else f'summary[data-die="{die}"]'
        )
    )


def by_use(person: Person, value: str) -> None:
    """Choose what a die does; where one answer only is possible behind it, the page offers that with it."""
    behind = person.page.locator(f'.ask-options [data-option^="{value} "]')
    group = person.page.locator(f'.ask-options [data-option="use:{value.rpartition(":")[2]}"]')
    if group.count():
        person.press(group)
    if behind.count():
        person.press(behind)
    else:
        by_list(person, value)


def by_row(person: Person, value: str) -> None:
    """Tempt a Sovereign where he is shown, or in the list, where several stand behind one option."""
    row = person.page.locator(f'.ruler-choice[value="{value}"]')
    if row.is_visible() and not person.reads_lists:
        person.press(row)
        return
    together = person.page.locator('.ask-options [data-option="attempts"]')
    if together.count():
        person.press(together)
    by_list(person, value)


def by_list(person: Person, value: str) -> None:
    """Choose in the list; a long one is unfolded where it does not show what is wanted."""
    option, rest = person.page.locator(f'.ask-options [data-option="{value}"]'), person.page.locator(REST)
    option.or_(rest).first.wait_for()
    if not option.count():
        person.press(rest)
    person.press(option)


#: Whether a question is still open, and this value stands in its list, or in what a long one unfolds.
IS_STILL_ASKED = """([asked, value]) => document.querySelector("#move-form input[name=key]")?.value === asked
    && document.getElementById("decision").ariaBusy !== "true"
    && document.querySelector(`.ask-options :is([data-option="${CSS.escape(value)}"],
        .ask-rest[aria-expanded="false"])`) !== null"""


def by_map(person: Person, value: str, regions: list[str]) -> None:
    """Tap the region, then where to; where several things can be done there, say which in the list."""
    page, asked = person.page, question_of(person.page)
    for region in dict.fromkeys(regions):
        tap_region(person, region)
    if page.evaluate(IS_STILL_ASKED, [asked, value]):
        by_list(person, value)


def tap_region(person: Person, region: str) -> None:
    """Tap a region; who has a phone drags the map there before, who has keys presses the one that stands there."""
    if person.keys:
        shown = person.page.locator(f'.m-badge[data-at="{region}"] text').first
        if not shown.count() and person.page.locator(REST).count():
            person.press(person.page.locator(REST))
        if shown.count():
            person.key(shown.text_content() or "")
            return
        person.key("m")
        person.go_to(person.page.locator(f'.m-land a[href="#r-{region}"]'))
        person.key("Enter")
        return
    if person.touches:
        looking.stands(person.page)
        link = person.page.locator(f'.m-land a[href="#r-{region}"]')
        link.evaluate(
            "(link) => link.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})"
        )
    at = place_of(person, region)
    assert at, f"{region} cannot be tapped"
    person.clicks += 1
    if not person.touches:
        person.page.mouse.click(*at)
        return
    asked, stood = question_of(person.page), looking.place(person.page)
    person.page.touchscreen.tap(*at)
    moved = person.page.evaluate(STILL_THERE, [asked, stood])
    assert not moved, f"the map has moved under a tap on {region}"


#: Whether a tap on the map that was but a step has moved the map.
STILL_THERE = """([asked, stood]) => new Promise((later) => setTimeout(later, 80)).then(() => {
    const { scrollLeft, scrollTop } = document.querySelector(".map-scroll");
    const goesOn = document.querySelector("#move-form input[name=key]")?.value === asked
        && document.getElementById("decision").ariaBusy !== "true";
    return goesOn && (scrollLeft !== stood[0] || scrollTop !== stood[1]);
})"""


def place_of(person: Person, region: str) -> list[float] | None:
    """Return a point of the window where a tap meets a region, or None if it is out of sight or covered."""
    link = person.page.locator(f'.m-land a[href="#r-{region}"]')
    found: list[float] | None = link.evaluate(
        """(link, probes) => {
            const box = link.getBoundingClientRect();
            for (const down of probes) for (const across of probes) {
                const x = box.left + across * box.width, y = box.top + down * box.height;
                const pile = [...document.querySelectorAll(".pile")].findLast((one) => {
                    const frame = one.getBoundingClientRect(), near = (at, from, to) => at >= from - 3 && at <= to + 3;
                    return near(x, frame.left, frame.right) && near(y, frame.top, frame.bottom);
                });
                const hit = document.elementFromPoint(x, y)?.closest("a"), own = link.getAttribute("href");
                if (pile ? hit && `#r-${pile.dataset.pile}` === own : hit === link) return [x, y];
            }
            return null;
        }""",
        list(PROBES),
    )
    return found


def confirm(person: Person, decision: Decision, choice: Choice) -> None:
    """Where the page asks once more, read it: what it says first in notation is the choice. Then play it."""
    page = person.page
    main = page.locator(".option.is-main")
    if not main.count():
        return
    code = page.locator(".ask-proposed code")
    if code.count():
        line, _, _ = code.inner_text().partition("; ")  # behind it stands what the rules take by themselves
        assert decision.check(person.rules.read(decision, line)) == decision.check(choice)
    person.press(main)
