"""Whole games of War of the Ring on its page, to every kind of victory: one player at a desk, one with a phone."""

import msgspec
import pytest
from playwright.sync_api import Page, expect

from rules.core.records import Record, check_chain, check_fairness
from tests.browser.driving import DESK, SMALL
from tests.browser.figures import keeps_to, takes_no_more
from tests.browser.matches import War, begin
from tests.browser.reading_the_end import reads_the_end, record_behind
from tools.golden import choices_of, recorded

pytestmark = pytest.mark.browser

#: The winner of each golden game, the words of its end, and how many choices before the end the page takes over. The
#: whole games end in corruption.
ENDINGS = {
    "ring": ("free-peoples", "The Ring is destroyed at the Crack of Doom.", 4),
    "military-shadow": ("shadow", "The Shadow has conquered Middle-earth.", 8),
    "military-free-peoples": ("free-peoples", "The Free Peoples have broken the Shadow's strongholds.", 6),
}
#: What takes more than one click: a die and its use, a number and Roll, an Army and where to, two cards and Choose.
MOST = {
    **dict.fromkeys(("move-fellowship", "hide-fellowship", "diplomacy", "play", "play-event", "pass"), 2),
    "hunt-allocation": 2,
    **dict.fromkeys(("separate-to", "reveal"), 2),  # by keys one more, where a long list is unfolded
    **dict.fromkeys(("army-move", "move-armies"), 3),
    "discard": 3,
}
#: The same with Lords: a die and who comes by it, or what he does; a Ring, the die and its face; boxes and Choose.
OF_LORDS = {
    **dict.fromkeys(("elrond", "galadriel", "boromir-captain-general-of-gondor", "draw"), 2),
    **dict.fromkeys(("minion", "recruit", "muster>muster-army"), 3),
    "recruit-second": 2,
    "companions-outside": 2,
    "lords-versions": 5,
    "discard": 2,
}
SOVEREIGNS = ("brand", "dain", "denethor", "theoden", "thranduil")
#: What is new with Kings: who is tempted, tiles, what the Ruler die costs; a die and who awakens or comes, or what he
#: does.
OF_KINGS = {
    **dict.fromkeys(("corruption-tile", "discard-die", "dismay", "remove-corruption"), 1),
    **dict.fromkeys((*SOVEREIGNS, "far-sighted"), 2),
    **dict.fromkeys(("awaken", "chieftain", "call-to-arms", "iron-guard", "mustering-of-the-mark"), 3),
    **dict.fromkeys((f"ruler-token-{who}" for who in SOVEREIGNS), 3),
}
NAMES = {"free-peoples": "Free Peoples", "shadow": "Shadow"}


def play_on(
    server, people, record: Record, moves: int, folder, *, whole: bool = False, most: int | None = None
) -> War:
    """Play a recorded game through the page from its choice number `moves` to its end, or to number `most`.

    `whole`: who waits turns away meanwhile, and who sits at the desk has the mouse in odd turns, in even ones a smaller
    window and the keyboard alone.
    """
    match = begin(server, people, record, moves, folder, War)
    match.turn_away = whole
    for seat, choice in choices_of(record)[moves:most]:
        person = people[seat]
        if whole and not person.touches and match.held is None:
            keys = match.mirror.game.table.state.turn % 2 == 0
            person.sits(SMALL if keys else DESK, keys=keys)
        match.play(seat, choice)
    if whole:
        people["free-peoples"].sits(DESK, keys=False)
    assert match.mirror.game.is_over or most
    return match


def the_end(match: War, winner: str, words: str, visitor: Page) -> None:
    """See how the game ended as both players and as a visitor with a link, and check every die of it."""
    for seat, person in match.people.items():
        named = f"{NAMES[winner]}, {match.people[winner].name}{' (you)' if seat == winner else ''}"
        reads_the_end(person, match.address, words, [named], has_won=seat == winner)
    page = person.page
    page.goto(match.address)
    papers = page.locator('.shell-tabs [data-part="dock"]')
    if papers.is_visible():
        papers.tap()
    page.locator('.dock-tabs [data-panel="more"]').click()
    page.get_by_role("link", name="Share this position").click()
    visitor.goto(page.get_by_label("The link").input_value())
    expect(visitor.locator(".game.replay")).to_contain_text("The game is over: everything is shown.")
    record = record_behind(page, match.address)
    check_chain(record)
    assert check_fairness(record) > 50
    assert msgspec.to_builtins(record.result) == msgspec.to_builtins(match.mirror.game.result)


def test_a_whole_game_from_the_first_die_by_mouse_touch_and_keys(server, browser, desk, phone, tmp_path):
    """The Fellowship hurries, the Eye sees it all the way: six turns of dice, hunts, Armies, Nations, and cards.

    Folco turns by turn has a mouse at 1440 × 900 and keys alone at 1280 × 720; Shagrat has a phone.
    """
    record = recorded("war_of_the_ring/hasty.txt")
    match = play_on(server, {"free-peoples": desk, "shadow": phone}, record, 0, tmp_path, whole=True)
    keeps_to(match, "war-of-the-ring-board.md", MOST, confirmed=frozenset({"touch"}))
    the_end(match, "shadow", "The Ring-bearers are corrupted.", browser.new_page())


def test_a_whole_game_with_lords_by_mouse_touch_and_keys(server, browser, desk, phone, tmp_path):
    """Forms chosen in secret, special dice, Keepers and their Rings, Minions, a token, and Sméagol: four turns."""
    record = recorded("war_of_the_ring/lords-hasty.txt")
    match = play_on(server, {"free-peoples": desk, "shadow": phone}, record, 0, tmp_path, whole=True)
    keeps_to(match, "war-of-the-ring-board.md", MOST | OF_LORDS, confirmed=frozenset({"touch"}), game="Lords")
    the_end(match, "shadow", "The Ring-bearers are corrupted.", browser.new_page())


def test_half_a_game_with_kings_and_lords_by_mouse_touch_and_keys(server, desk, phone, tmp_path):
    """Sovereigns awaken and are tempted, Ruler dice, a token, a Chieftain, tiles that one side alone may see."""
    record = recorded("war_of_the_ring/kings-hasty.txt")
    match = play_on(server, {"free-peoples": desk, "shadow": phone}, record, 0, tmp_path, whole=True, most=52)
    takes_no_more(match, OF_KINGS, frozenset({"touch"}))
    assert {"awaken", "discard-die", "corruption-tile"} <= {kind for _, kind in match.clicks}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_last_moves_of_a_game_lead_to_each_victory(server, browser, desk, phone, tmp_path, ending):
    """The winner sits at the desk, so that every end is seen as won at one width and as lost at the other."""
    winner, words, left = ENDINGS[ending]
    record = recorded(f"war_of_the_ring/{ending}.txt")
    people = (
        {"free-peoples": desk, "shadow": phone}
        if winner == "free-peoples"
        else {"free-peoples": phone, "shadow": desk}
    )
    match = play_on(server, people, record, len(choices_of(record)) - left, tmp_path)
    the_end(match, winner, words, browser.new_page())
