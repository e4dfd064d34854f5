"""Tables of three and four on the pages of War of the Ring: plates by team, the order, Armies of partners, hands."""

import html
import random
import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

import rules
from games import boards
from games.boards.maps.geometry import apart
from games.boards.war_of_the_ring import partners, regions
from games.boards.war_of_the_ring.pieces import heap_of, parts_of, stack_of
from games.hours import resignation
from games.models import Game
from rules.war_of_the_ring.position.catalogue import CARDS
from tests.browsing import game_page
from tests.conftest import Table, person
from tests.pages.printed import without_printed
from tests.rules.war_of_the_ring.positions import position
from tools import moments

NAME = "war-of-the-ring"
TITLE = rules.title(NAME)
FOUR = ("gondor", "rohan", "witch-king", "saruman")


def view_of(moment="four", seat=None):
    return moments.play_of(moments.MOMENTS[moment]).view(seat)


def table_at(moment, **more):
    """The game of a moment on the server: Frodo and Gothmog have the first seats of their sides."""
    people = person("frodo"), person("gothmog")
    key = moments.set_up(moment, "frodo", "gothmog", **more)
    return Table(Game.objects.get(key=key), *people)


@pytest.fixture
def four(db):
    return table_at("four")


@pytest.fixture
def three(db):
    return table_at("three")


def reader(table, seat):
    client = Client()
    client.force_login(table.seat(seat).user)
    return client


def head(text):
    """The plates of the others: of each team its class, who is in it, and what stands in its plates, in words."""
    begin = text.index('<div class="players is-teams"')
    return html.unescape(text[begin : text.index("<nav", begin)])


def words_in(text):
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def own_plate(text):
    """The plate of one's own seat, up to how it stands in time."""
    begin = text.index('class="mine-plate"')
    return text[begin - 5 : text.index("</div>", begin)]


def seals(text):
    return re.findall(r'class="seat-seal p-([\w-]+)"', text)


def glowing(text, how):
    return set(re.findall(rf'<use[^>]*class="[^"]*is-{how}[^"]*"\s+data-glow="([\w-]+)"', text))


def pile(view, region):
    return next(spot for spot in regions.spots(view, {}, {}) if spot.id == region)


# -- who commands ----------------------------------------------------------------------------------------


def test_of_equals_in_a_battle_the_leading_player_is_shown_as_its_commander():
    view, equal = view_of(), {"sauron-regular": 2, "isengard-regular": 2}
    for leading in ("witch-king", "saruman"):
        for seat, told in view["players"]["seats"].items():
            told["leads"] = seat in (leading, "gondor")
        assert partners.commander(view, "shadow", equal) == leading
        assert partners.commander(view, "shadow", equal | {"sauron-regular": 3}) == "witch-king"
    assert partners.commander(view, "free-peoples", {}) is None


# -- plates and order ------------------------------------------------------------------------------------


def test_my_partner_stands_first_and_what_we_share_is_below(four):
    text = game_page(four.fellowship, four.game.key)
    plates = head(text)
    assert seals(plates) == ["rohan", "witch-king", "saruman"]
    assert re.findall(r'class="team side-([^"]+)"', plates) == ["free-peoples is-own", "shadow"]
    assert plates.count('class="team-stock"') == 1
    rohan, shadow = plates.split('class="team side-shadow"')
    assert words_in(rohan[rohan.index("seat-rohan") :]).startswith(
        'seat-rohan"> Rohan , Leading Player hama 2 character cards in hand 2 strategy cards in hand'
    )
    assert "1 /10 victory points 2 2 Army 1 Character" in words_in(shadow)
    tray = text[text.index('id="dice"') :]
    assert "Free Peoples: shared with Rohan" in tray
    assert 'aria-label="Dice of the Free Peoples, shared with Rohan"' in text


def test_who_waits_sees_in_which_place_they_act(four):
    plates = words_in(head(game_page(four.sauron, four.game.key)))
    assert re.search(r"Saruman .*4th .*Free Peoples .*Gondor .*left .*Rohan .*3rd", plates)
    assert "You act next" in words_in(own_plate(game_page(four.sauron, four.game.key)))


def test_when_the_game_is_over_nobody_acts_or_waits(four):
    four.past_the_first_moves()
    for seat in ("gondor", "rohan"):
        resignation.resign(four.game.key, seat)
    text = game_page(four.sauron, four.game.key)
    told = words_in(head(text)) + words_in(own_plate(text))
    assert not re.search(r"\b(acts?|next|3rd|4th|waits|left)\b", told), told


def test_the_order_of_the_next_actions_stands_beside_the_tracks_and_over_the_map_of_a_phone(four):
    text = game_page(four.sauron, four.game.key)
    box = text[text.index('class="printed-box order-box"') :]
    assert seals(box[: box.index("</section>")]) == ["gondor", "witch-king", "rohan", "saruman"]
    facts = text[text.index('class="fact-order"') :]
    facts = facts[: facts.index("</p>")]
    assert seals(facts) == ["gondor", "witch-king", "rohan", "saruman"]
    assert "fact-team side-free-peoples" in facts
    assert "0/4" in facts


def test_a_lone_player_has_a_plate_beside_the_stock_and_stands_twice_in_the_order(three):
    text = game_page(three.sauron, three.game.key)
    plates = head(text)
    assert re.findall(r'class="team side-([^"]+)"', plates) == ["shadow is-own", "free-peoples is-one"]
    assert seals(plates) == ["saruman", "free-peoples"]
    box = text[text.index('class="printed-box order-box"') :]
    box = box[: box.index("</section>")]
    assert seals(box) == ["free-peoples", "witch-king", "free-peoples", "saruman"]
    assert "Not twice in a row: Gondor" in words_in(box)
    own = game_page(three.fellowship, three.game.key)
    assert seals(head(own)) == ["witch-king", "saruman"]
    assert "shared with" not in own


def test_politics_are_by_seats_and_the_signs_are_explained(four):
    text = game_page(None, four.game.key)
    assert re.findall(r'class="nations-of p-([\w-]+)"', text) == [*FOUR]
    track = text[text.index('class="nations-by-seat"') :]
    assert re.findall(r'data-nation="([\w-]+)"', track)[:5] == [
        "gondor",
        "elves",
        "rohan",
        "dwarves",
        "north",
    ]
    assert "Signs of the players" in text
    assert "Saruman: Isengard, Southrons & Easterlings" in html.unescape(text)


def test_replay_planning_and_the_text_know_the_seats(four):
    four.submit("gondor", rules.Text("skip: event"))
    assert seals(head(game_page(four.fellowship, four.game.key, "replay/"))) == [
        "rohan",
        "witch-king",
        "saruman",
    ]
    assert "is-teams" not in game_page(four.fellowship, four.game.key, "?mode=text")
    assert "Rohan" in game_page(four.fellowship, four.game.key, "?mode=text")
    client = reader(four, "gondor")
    client.post(f"/game/{four.game.key}/planning/", {"act": "make"})
    assert "has-mine has-teams is-planning" in game_page(client, four.game.key, "planning/")


def test_the_game_for_two_has_nothing_of_it(db):
    people = person("frodo"), person("gothmog")
    key = moments.set_up("sortie", "frodo", "gothmog")
    text = game_page(people[0], key)
    for word in ("is-teams", "has-teams", "seat-seal", "order-box", "war_of_the_ring_players", "tray-of"):
        assert word not in text


# -- hands -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [*FOUR, None])
def test_nobody_but_who_holds_them_reads_of_cards_in_a_hand(db, seat):
    """Not the partner either; their numbers are open."""
    table = table_at("opening", options={"players": "4"})
    state, key = table.play().state, table.game.key
    assert all(state.hands.values())
    client = reader(table, seat) if seat else None
    pages = [game_page(client, key, path) for path in ("", "replay/", "?mode=text", "share/")]
    for text in map(without_printed, pages):
        for player, cards in state.hands.items():
            for card in cards:
                assert player == seat or card not in text, (player, card)
                if player != seat and only_here(card):
                    assert html.escape(CARDS[card].title) not in text, (player, card)


def only_here(card):
    """Whether the title of a card stands on no other card, and is nobody's name."""
    title, face = CARDS[card].title, boards.war_of_the_ring.cards.face
    return not any(title in " ".join(map(str, face(other).values())) for other in CARDS if other != card)


def test_the_reference_of_a_mail_tells_of_ones_own_hand(four):
    reference = boards.reference_of(NAME)
    hands = moments.MOMENTS["four"].position["hands"]
    for seat in FOUR:
        view = four.play().view(seat)
        assert reference.hand(view, seat) == sorted(hands[seat])
        assert reference.place(view, hands["rohan"][0]) == (
            "It is in the hand of Rohan." if seat == "rohan" else ""
        )
    assert reference.hand(four.play().view(None), None) == []


# -- Armies ----------------------------------------------------------------------------------------------


def test_separate_armies_have_a_tray_each_and_a_seal_in_place_of_their_first_tab():
    spot = pile(view_of(), "edoras")
    assert spot.lines == ["Gondor's Army: Gondor 1 Regular", "Rohan's Army: Rohan 1 Regular, 1 Elite"]
    assert re.findall(r'class="army-rim p-([\w-]+)"', spot.figures) == ["gondor", "rohan"]
    assert 'class="tab"' not in spot.figures
    assert spot.dots == ["s-free-peoples"]


def test_the_tab_of_another_nation_stays_on_the_tray():
    assert re.findall(r'href="#e-(\w+)"', pile(view_of(), "ered-luin").figures) == ["elves", "dwarves"]


def test_a_mixed_army_has_one_tray_with_a_rope_and_the_seal_of_its_commander():
    spot = pile(view_of(), "eastemnet")
    assert spot.lines == [
        "mixed Army, Rohan commands: Gondor 2 Regulars; Rohan 2 Regulars, 1 Elite, 1 Leader"
    ]
    assert spot.figures.count('class="army-rope"') == 1
    assert re.findall(r'<use href="#p-([\w-]+)"', spot.figures) == ["rohan"]
    assert re.findall(r'class="tab"', spot.figures) == ['class="tab"'] * 2


def test_where_one_stands_alone_there_is_no_tray():
    spot = pile(view_of(), "osgiliath")
    assert "army-" not in spot.figures
    assert spot.lines == ["Shadow: Sauron 3 Regulars"]


def test_nazgul_go_with_the_larger_army_and_minions_with_their_player():
    force = {
        "region": "moria",
        "side": "shadow",
        "besieged": False,
        "figures": {"sauron-regular": 1, "isengard-regular": 2, "nazgul": 2},
        "characters": ["witch-king", "saruman"],
    }
    told = {
        "region": "moria",
        "side": "shadow",
        "besieged": False,
        "mixed": False,
        "commander": None,
        "units": {"witch-king": {"sauron-regular": 1}, "saruman": {"isengard-regular": 2}},
    }
    view = view_of()
    view = {**view, "players": {**view["players"], "armies": [told]}}
    one, other = partners.armies(view, [force])
    assert (one.players, one.force["figures"], one.force["characters"]) == (
        ("witch-king",),
        {"sauron-regular": 1},
        ["witch-king"],
    )
    assert other.force["figures"] == {"isengard-regular": 2, "nazgul": 2}
    assert other.force["characters"] == ["saruman"]


def test_two_armies_in_a_stronghold_stand_in_one_wall():
    inside = {"side": "free-peoples", "besieged": True, "characters": []}
    stacks = [
        stack_of({**inside, "figures": {"gondor-regular": 2}}, players=("gondor",)),
        stack_of({**inside, "figures": {"rohan-regular": 1}}, players=("rohan",)),
    ]
    heap = heap_of(stacks, brief=False)
    assert [block.wall is not None for block in heap.blocks] == [True, False]
    left, top, right, low = heap.blocks[0].wall
    for block in heap.blocks:
        assert left < block.tray[0]
        assert block.tray[2] < right
        assert top < block.tray[1] < block.tray[3] < low
    assert max(width for _, width, _ in parts_of(heap)) <= heap.width


def test_who_has_taken_a_settlement_is_said_and_banners_lie_below_all_figures(four):
    assert "captured by Saruman for the Shadow" in pile(view_of(), "pelargir").words
    text = game_page(None, four.game.key)
    drawn = text[text.index('class="m-piles"') :]
    assert drawn.index('class="m-banner') < drawn.index('class="pile')


def test_no_tray_meets_another_pile():
    spots = regions.spots(view_of(), {}, {})
    boxes = [(spot.x, spot.y, spot.width, spot.height) for spot in spots if spot.dots]
    assert all(apart(one, other, 0.0) for place, one in enumerate(boxes) for other in boxes[place + 1 :])


def test_why_the_army_of_a_partner_does_not_glow():
    why = regions.reasons(view_of(), "army-move", "gondor", set())
    assert why["helms-deep"] == "The Army in Helm's Deep obeys Rohan."
    assert why["eastemnet"] == "Rohan commands the mixed Army in Eastemnet."
    assert "dol-amroth" not in why
    why = regions.reasons(view_of(), "recruit", "gondor", set())
    assert why["edoras"] == "Edoras: for Rohan to recruit in."
    why = regions.reasons(view_of("three"), "army-move", "free-peoples", set())
    assert why["dol-amroth"] == "Your last action was about it: not twice running."


# -- questions and whole games ---------------------------------------------------------------------------


def test_an_offer_of_one_mixed_army_is_asked_on_the_map(four):
    """Gondor offers it at Edoras; Rohan's page rings the region, and the story tells of it."""
    four.submit("gondor", "join:armies")
    question = game_page(reader(four, "gondor"), four.game.key)
    assert glowing(question, "choice") == {"edoras", "ered-luin"}
    four.submit("gondor", "edoras")
    asked = game_page(reader(four, "rohan"), four.game.key)
    assert "Make one mixed Army of your Armies in Edoras?" in asked
    assert glowing(asked, "context") == {"edoras"}
    assert words_in(own_plate(game_page(four.fellowship, four.game.key))).endswith("You act")
    four.submit("rohan", "agree")
    told = html.unescape(game_page(reader(four, "witch-king"), four.game.key))
    assert "One mixed Army in Edoras : Rohan commands it." in words_in(told)
    assert "mixed Army, Rohan commands: Gondor 1 Regular; Rohan 1 Regular, 1 Elite" in told


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "options", "seed"),
    [("4", {}, 1), ("3", {}, 2), ("4", {"lords": True, "kings": True}, 3), ("4", {"bidding": True}, 4)],
)
def test_every_moment_of_a_random_game_can_be_drawn(players, options, seed):
    """Through every eye: the page's parts, the picture and the sheet of a mail, the small picture of lists."""
    chosen = TITLE.normalise_options({"players": players, **options})
    play = rules.Game.start(TITLE, chosen, rules.Seeded(b"partners", dict.fromkeys(TITLE.seats(chosen), "")))
    rng, bot = random.Random(seed), TITLE.bots["random"]()
    for moves in range(900):
        if not play.pending:
            break
        decision = rng.choice(play.pending)
        play.play(decision.seat, [bot.choose(play.view(decision.seat), decision, rng)])
        if moves % 60 == 0:
            for seat in (*TITLE.seats(chosen), None):
                drawn_for(play, seat)


def drawn_for(play, seat):
    view, decision = play.view(seat), play.decision_of(seat) if seat else None
    lines = [
        {"number": n, "seq": n, "kind": line.kind, "data": line.data, "text": TITLE.describe_line(line)}
        for n, line in enumerate(play.lines[-40:])
    ]
    scene = boards.Scene(view, seat, decision, lines, lines[-10:])
    drawing = boards.drawing_of(NAME, view, seat, decision, lines, lines[-10:])
    plate = next(iter(drawing["plates"].values()), None)
    for part in ("board", "papers", "signs", *(("mine", "hand") if plate else ())):
        context = {"drawing": drawing, "it": drawing["plates"].get(seat, plate)}
        assert render_to_string(f"games/board/war_of_the_ring/{part}.html", context)
    assert boards.picture_of(NAME, scene, {}).parts
    assert boards.glimpse_of(NAME, scene).parts
    assert boards.mailing_of(NAME, scene).standings.keys() >= set(view["sides"])


def test_a_hand_made_position_needs_no_partners():
    view = TITLE.view(position(forces={"erebor": {"dwarves-regular": 2}}), None)
    assert [army.players for army in partners.armies(view, view["forces"])] == [()] * len(view["forces"])
    assert not partners.has_teams(view)
