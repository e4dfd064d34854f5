"""Nothing hidden leaves the server: all that anybody can ask for in the middle of a game, searched (WR-22)."""

from __future__ import annotations

import html
import re
from itertools import chain
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client

import rules
from accounts.models import ApiToken
from games.api.urls import urlpatterns as api_patterns
from games.ledger import telling
from games.ledger.sealing import seal, unseal
from games.lobby import tables
from games.models import Game
from games.notices import calendar, for_groups
from games.orders import orders
from games.planning import boards
from games.play import drafts
from games.urls import urlpatterns as page_patterns
from notifications.models import Delivery
from rules.core.decisions import Text
from rules.war_of_the_ring.catalogue import CARDS, FP, SH, SIDES
from tests.api.streaming import on_this_thread
from tests.api.test_feed import Listener
from tests.conftest import Table, person
from tests.opening import open_table
from tests.pages.printed import without_printed
from tests.post import Post

TITLE = rules.title("war-of-the-ring")
SEED = b"a seed that nobody shall see yet"
SALTS = {FP: "salt-of-the-free-peoples", SH: "salt-of-the-shadow"}
MOVES = 150
#: What each seat keeps to itself besides its cards.
PRIVATE = {
    FP: ("draft-of-the-free-peoples", "order-of-the-free-peoples", "plan-of-the-free-peoples"),
    SH: ("draft-of-the-shadow", "order-of-the-shadow", "plan-of-the-shadow"),
}
#: The pages of a game, and its part of the API, that are read.
PAGES = (
    "", "?mode=text", "?story=cards", "?story=draws", "?story=dice", "?story=moves", "replay/", "report/",
    "proof/", "planning/", "share/", "orders/", "time/", "votes/", "channels/", "chat/", "feed.atom", "version",
    "record.json", "act/resign",
)  # fmt: skip
API = (
    "",
    "choices/",
    "log/",
    "log/?since=100",
    "steps/",
    "draft/",
    "orders/",
    "time/",
    "votes/",
    "proof/",
    "record/",
    "chat/",
    "channels/",
)
#: What knows no game: files, and the printed rules and cards of a title.
SAME_FOR_ALL = ("/static/", "/accounts/logout", "/handbook/")
#: Pages about one's own games.
OWN = ("/", "/my/", "/orders/", "/time-off/", "/seats/offered/", "/leagues/", "/notifications/", "/account/")
OWN_API = ("games/", "games/public/", "events/", "me/", "invitations/", "seats/offered/", "vacations/")
#: Sentences with titles in them that are the same in every game: the questions that orders may answer.
PUBLIC = [words.casefold() for words in TITLE.standing_kinds.values()]
#: Addresses with a game's key that only take POST, or (`play-seat`) ask who holds both seats, or (`glimpse`) give a
#: picture, of which tests/hidden compares the twins.
NOT_READ = {"follow", "guide", "move", "draft", "table-action", "play-seat", "seat-link-kept", "glimpse"}


def laid_face_down(play):
    """The side whose Combat card lies face down, None if none does."""
    shown = play.state.battle.cards if play.state.battle else {}
    return next((side for side in SIDES if side in play.state.battle_cards and side not in shown), None)


def play_on(table):
    """Let bots play until a card lies face down, and there are others to hide."""
    rng, bots = Random(4), {side: TITLE.bots["squire"]() for side in SIDES}
    for count in range(1500):
        play = table.play()
        if count >= MOVES and laid_face_down(play):
            return play
        asked = play.pending[0]
        table.submit(asked.seat, bots[asked.seat].choose(play.view(asked.seat), asked, rng))
    raise AssertionError("the game never came to such a position")


@pytest.fixture
def war(db, settings):
    """A game in its middle: cards in hand, discarded and laid face down; drafts, orders and plans."""
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    cache.clear()
    frodo, gothmog = person("frodo"), person("gothmog")
    game = open_table(frodo, title=TITLE.id, seat=FP, terms={"grace": 0}, salt=SALTS[FP])
    tables.join(game.key, user=gothmog, salt=SALTS[SH])
    Game.objects.update(sealed_seed=seal(SEED), commitment=rules.commitment(SEED))
    tables.start_now(game.key, frodo)
    game.refresh_from_db()
    table = Table(game, frodo, gothmog)
    play = play_on(table)
    assert all(len(play.state.hands[side]) >= 2 for side in SIDES)
    assert play.state.hidden_discards
    for side, (draft, order, plan) in PRIVATE.items():
        viewer = table.viewer(side)
        drafts.keep(viewer, [Text(draft)])
        for kind, line in (("policy", order), ("plan", plan)):
            orders.give(viewer, {"kind": kind, "decision_kind": "retreat", "lines": [line]})
        boards.make(viewer)
    assert unseal(Game.objects.get().sealed_seed) == SEED
    return table


def words_of(card):
    """The ways to name a card: its id and its title."""
    return [card, CARDS[card].title]


def secrets_of(table, seat):
    """What the viewer in a seat (None: a spectator) must find nowhere: a word, and what it is."""
    play = table.play()
    s = play.state
    found = {}
    for side in SIDES:
        if side == seat:
            continue
        laid = [s.battle_cards[side]] if laid_face_down(play) == side else []
        piles = (s.hands[side], s.decks[f"{side}/character"], s.decks[f"{side}/strategy"], laid)
        gone = [card for card in s.hidden_discards if CARDS[card].side == side]
        for card in chain(*piles, gone):
            found |= dict.fromkeys(words_of(card), f"a hidden card of {side}")
        found |= dict.fromkeys(PRIVATE[side], f"kept for {side} alone")
    row = Game.objects.get(pk=table.game.pk)
    return found | {
        SEED.hex(): "the seed",
        SEED.decode(): "the seed",
        row.sealed_seed: "the sealed seed",
        **{other.user.email: "an address" for other in row.seats.all() if other.name != seat},
    }


def search(text, hidden, where):
    """Fail if any of the hidden words stands in the text as a word of its own."""
    text = without_printed(html.unescape(text)).casefold()
    for public in PUBLIC:
        text = text.replace(public, "")
    for word, what in hidden.items():
        if word.casefold() not in text:
            continue
        if re.search(rf"(?<![\w-]){re.escape(word.casefold())}(?![\w-])", text):
            at = text.index(word.casefold())
            raise AssertionError(f"{where} tells {what}: …{text[max(0, at - 120) : at + 80]}…")


def uninvented(hidden):
    """What a planning board must not tell: the cards that it shows for the other side are made up."""
    return {word: what for word, what in hidden.items() if not what.startswith("a hidden card")}


def reader(table, seat):
    client = Client()
    if seat is not None:
        client.force_login(table.seat(seat).user)
    return client


def fetch(client, address):
    answer = client.get(address)
    if answer.status_code == 429:
        cache.clear()
        answer = client.get(address)
    assert answer.status_code < 500, address
    return answer.content.decode() + str(answer.headers)


def addresses(table, client):
    """Every address that somebody may try, and those that the game's pages link to."""
    base, api = f"/game/{table.game.key}/", f"/api/v1/games/{table.game.key}/"
    known = [base + page for page in PAGES] + [api + path for path in API]
    known += [*OWN, *(f"/api/v1/{path}" for path in OWN_API)]
    version = Game.objects.get(pk=table.game.pk).version
    for seq in range(0, version + 1, 50):
        known += [f"{base}replay/?at={seq}", f"{api}steps/{seq}/"]
    for page in ("", "replay/", "proof/", "orders/"):
        found = re.findall(r'(?:href|src|action)="(/[^"#]*|\?[^"#]*)', fetch(client, base + page))
        known += [base + page + link if link.startswith("?") else link for link in map(html.unescape, found)]
    return sorted({a for a in known if not a.startswith(SAME_FOR_ALL)})


@pytest.mark.rule("WR-22")
def test_nothing_hidden_is_told_to_anybody(war):
    """Pages, API, refusals and calendars, to each seat and to a spectator."""
    for seat in (*SIDES, None):
        hidden, client = secrets_of(war, seat), reader(war, seat)
        for address in addresses(war, client):
            here = uninvented(hidden) if "/planning/" in address else hidden
            search(fetch(client, address), here, f"{address} for {seat}")
        for where, text in refusals(war, client, seat):
            search(text, hidden, f"{where} for {seat}")
    for where, seat, text in letters(war):
        search(text, secrets_of(war, seat), f"{where} for {seat}")


def refusals(table, client, seat):
    """Moves that cannot be: without sense, for an old version, and in the other's place."""
    key, version = table.game.key, table.version(seat) if seat else 0
    hand = table.play().state.hands
    for typed in ("nonsense", "event", "pass pass pass", "play the", *starts_of(hand, seat)):
        for number in (version,):
            form = {"version": number, "key": "", "choice": "typed", "moves": typed, "confirmed": "1"}
            yield f"form {typed!r}", client.post(f"/game/{key}/move", form, follow=True).content.decode()
            for body in ({"moves": typed}, {"choices": [typed]}, {"choices": [{"x": 1}]}):
                answer = client.post(
                    f"/api/v1/games/{key}/moves/",
                    {"version": number, **body},
                    content_type="application/json",
                )
                assert answer.status_code >= 400, (typed, number, body)
                yield f"API {typed!r}", answer.content.decode()
        cache.clear()


def starts_of(hands, seat):
    """The first letters of hidden titles: no refusal may complete them."""
    return [CARDS[card].title[:5] for side in SIDES if side != seat for card in hands[side][:2]]


def letters(table):
    """The calendars of the players, and what the channel of their group is told: name, seat, text."""
    about = {"game": table.game.key, "version": Game.objects.get(pk=table.game.pk).published_version}
    told = for_groups.compose_turn(Delivery(kind="table-turn", subject=about))
    assert told is not None
    yield "channel", None, f"{told.subject} {told.data}"
    for seat in table.game.seats.all():
        calendar.renew(seat.user)
        yield "calendar", seat.name, calendar.calendar_of(seat.user).decode()


@pytest.mark.rule("WR-22")
def test_the_streams_tell_nothing_but_versions(transactional_db, war, monkeypatch):
    """What the open page listens to, and the stream of all games: for each seat, a spectator and a stranger."""
    on_this_thread(monkeypatch)
    one, every = f"/game/{war.game.key}/events", "/api/v1/events/stream/"
    listeners = [(seat, war.seat(seat).user) for seat in SIDES] + [(None, person("aragorn")), (None, None)]
    for seat, user in listeners:
        token = ApiToken.objects.issue(user, "page", ["read"])[1] if user else ""
        headers = {"Authorization": f"Bearer {token}"} if user else {}
        for path in (one, every) if seat else (one,):
            heard = Listener(path, headers, 1).listen()
            assert heard.status == 200
            assert path != one or set(heard.events[0]) == {"version", "chat"}
            search(heard.body, secrets_of(war, seat), f"{path} for {seat}")


@pytest.mark.rule("WR-22")
def test_mails_tell_nothing_hidden(war):
    """Turn mails and reminders of a dozen moves on: subject, text and HTML, each for its reader."""
    rng, bots, post = Random(9), {side: TITLE.bots["squire"]() for side in SIDES}, Post()
    readers = {war.seat(side).user.email: side for side in SIDES}
    read = dict.fromkeys(SIDES, 0)
    for _ in range(12):
        play = war.play()
        asked = play.pending[0]
        war.submit(asked.seat, bots[asked.seat].choose(play.view(asked.seat), asked, rng))
        for waits in war.play().pending:
            telling.notify_reminder(war.seat(waits.seat), 50)
        for mail in post.deliver():
            seat = readers[mail.to[0]]
            read[seat] += 1
            text = " ".join([mail.subject, mail.body, *(str(part) for part, _ in mail.alternatives)])
            search(text, secrets_of(war, seat), f"“{mail.subject}” to {seat}")
    assert all(read.values()), read


@pytest.mark.rule("WR-22")
def test_every_picture_is_the_same_for_every_game(war):
    """No picture is drawn from a position: what pages show as an image, or draw by reference, is a static file."""
    for seat in (*SIDES, None):
        client = reader(war, seat)
        for path in ("", "replay/", "proof/", "share/"):
            text = fetch(client, f"/game/{war.game.key}/{path}")
            shown = re.findall(
                r'<(?:img|image|source|object|embed|iframe)[^>]+?(?:src|href|data)="([^"]+)"', text
            )
            drawn = re.findall(r'<use[^>]+?href="([^"#]+)', text)
            named = re.findall(r'<meta[^>]+og:image[^>]+content="([^"]+)"', text)
            assert shown
            assert [address for address in shown + drawn + named if "/static/" not in address] == []


@pytest.mark.rule("WR-22")
def test_what_a_seat_may_know_is_found_by_the_same_search(war):
    """The search is not blind: one's own hand, draft and orders are on one's own pages."""
    for seat in SIDES:
        client = reader(war, seat)
        pages = fetch(client, f"/game/{war.game.key}/") + fetch(client, f"/game/{war.game.key}/orders/")
        own = [*PRIVATE[seat], *(CARDS[card].title for card in war.play().state.hands[seat])]
        for word in own:
            with pytest.raises(AssertionError, match="tells it"):
                search(pages, {word: "it"}, "the page")


@pytest.mark.rule("WR-22")
def test_a_refused_card_is_refused_alike_wherever_it_lies(war):
    """A card in the other's hand, one in his deck: the answers differ in nothing but its name."""
    play = war.play()
    seat = play.pending[0].seat
    other = SH if seat == FP else FP
    client, state = reader(war, seat), play.state
    cards = [
        state.hands[other][0],
        state.decks[f"{other}/character"][-1],
        state.decks[f"{other}/strategy"][0],
    ]
    answers = []
    for card in cards:
        for words in (card, CARDS[card].title):
            body = {"version": war.version(seat), "choices": [words]}
            answer = client.post(
                f"/api/v1/games/{war.game.key}/moves/", body, content_type="application/json"
            )
            answers.append((answer.status_code, answer.content.decode().replace(words, "…")))
    assert len(set(answers)) == 1
    assert answers[0][0] == 422


def test_every_address_of_a_game_is_among_those_that_are_read():
    """A new page of a game has to join this walk."""
    walked = {page.partition("?")[0] for page in PAGES}
    for pattern in page_patterns:
        route = str(pattern.pattern)
        if route.startswith("game/<slug:key>/") and pattern.name not in NOT_READ:
            path = route.removeprefix("game/<slug:key>/").replace("<slug:name>", "resign")
            assert path in walked, route
    for pattern in api_patterns:
        route = str(pattern.pattern)
        if route.startswith("games/<slug:key>/"):
            path = re.sub(r"<.*", "", route.removeprefix("games/<slug:key>/"))
            assert path in (*API, "moves/", "acts/", "chat/acts/", "follow/"), route
