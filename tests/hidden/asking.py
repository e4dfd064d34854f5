"""Everything that somebody can ask for about a game: made from the addresses that the server knows.

A new address is asked for by itself, if the parameters in it are known ones (`VALUES`); if not, `paths` says so.
"""

import asyncio
import html
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver

from games.acts import registry as acts
from games.models import Game
from games.notices import calendar
from games.streams import threads
from rules.core.contract.questions import HOSTILE
from tests.api.test_feed import Listener
from tests.hidden.twins import SPECTATOR, STRANGER, Dealer, World

#: What is asked for with these parameters; `key` and the like are those of the world.
VALUES: dict[str, tuple[str, ...]] = {
    "act": ("mute",),
    "action": ("join", "start", "salt", "link", "rematch"),
    "channel": ("webhook-1", "webhook-2"),
    "code": ("WR-4.4",),
    "first": ("frodo",),
    "form": ("csv", "json"),
    "id": ("fp-str-10",),
    "invitation": ("1",),
    "kind": ("draw",),
    "name": ("no-such-name",),
    "number": ("1",),
    "order": ("1", "3"),
    "place": ("1", "2"),
    "report": ("1",),
    "second": ("gothmog",),
    "secret": ("x" * 24,),
    "token": ("x" * 24,),
    "username": ("frodo", "gothmog"),
    "webhook": ("1", "2"),
    "what": ("standings",),
}
#: What stands for the parameters of some addresses in particular.
VALUES_AT: dict[str, dict[str, tuple[str, ...]]] = {
    "game/<slug:key>/act/<slug:name>": {"name": ("resign", *list(acts.ACTS)[:1], "no-such-act")},
    "guests/lines/<slug:key>/<slug:channel>/<row:number>/report/": {
        "channel": ("players", "watchers", "side-green", "side-red")
    },
    "api/v1/games/<slug:key>/time/<slug:act>/": {"act": ("mute", "give")},
}
#: Why an address is not asked for here.
LEFT_OUT = {
    "accounts/logout/": "it ends the session of who asks",
    r"accounts/^confirm-email/(?P<key>[-:\w]+)/$": "its key is one's own, and about no game",
    r"accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "its key is one's own, and about no game",
    "api/v1/schema/": "the same for everybody and at any time",
    "api/v1/^.*$": "what is nowhere",
    "dev/mail/": "the mailbox of a demo",
    "dev/mail/<str:name>/": "the mailbox of a demo",
    "dev/mail/<str:name>/html/": "the mailbox of a demo",
    "push-worker.js": "a file",
}
#: What may be asked of some addresses beside what stands in them.
QUERIES: dict[str, tuple[str, ...]] = {
    "game/<slug:key>/": (
        "?mode=text", "?story=cards", "?story=draws", "?story=dice", "?story=moves", "?typed=1",
    ),
    "game/<slug:key>/replay/": ("?at=0", "?at={middle}", "?at={last}", "?at=99999"),
    "game/<slug:key>/proof/": ("?at={middle}",),
    "game/<slug:key>/correct/": ("?of=people", "?value=Corruption%20%3D%205", "?value=Coins%20of%20Sauron%20%3D%209"),
    "game/<slug:key>/wrong/": (
        "?question", "?line=0", "?line=3", "?line=9999", "?step=0", "?step={last}", "?refusal", "?until={middle}",
    ),
    "game/<slug:key>/chat/": ("?players=99", "?watchers=99", "?side-green=99", "?side-red=99"),
    "api/v1/games/<slug:key>/log/": ("?since=1", "?since={last}", "?limit=5"),
    "api/v1/games/<slug:key>/choices/": ("?limit=1", "?after=1"),
    "api/v1/games/<slug:key>/corrections/": (
        "?change=Corruption%20%3D%205", "?change=Saruman%3A%20not%20in%20play%20%3E%20Orthanc",
    ),
    "api/v1/games/<slug:key>/chat/": (
        "?channel=players", "?channel=watchers", "?before=99",
        "?channel=side-green", "?channel=side-red&after=0",
    ),
    "api/v1/events/": ("?after=0",),
    "api/v1/records/": ("?title=duel",),
}  # fmt: skip
#: Addresses with these at their beginning are also sent forms, or bodies, that make no sense; nothing of it stays.
SENT_TO = ("game/", "api/v1/games/", "tables/<slug:key>/", "api/v1/tables/<slug:key>/")
#: The ends of those of them that take moves.
MOVES = ("/move", "/moves/", "/draft", "/draft/")
#: The ends of those of them that take reports.
REPORTS = ("/wrong/", "/reports/")
#: What is near to a game without its key in the address; the rest is asked for where a script is `wide`.
NEAR = (
    "",
    "my/",
    "my/next/",
    "my/reports/",
    "orders/",
    "notifications/",
    "api/v1/games/",
    "api/v1/games/public/",
    "api/v1/events/",
    "api/v1/reports/",
)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
#: What a move could be that cannot be.
NONSENSE: tuple[Any, ...] = ("nonsense", "pass", 7, None, *HOSTILE[:4])


def routes() -> dict[str, frozenset[str]]:
    """Return every address that the server knows, with the methods that it may take, as far as can be told."""

    def walk(patterns: Any, before: str) -> Iterator[tuple[str, frozenset[str]]]:
        for pattern in patterns:
            here = before + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                view = getattr(pattern.callback, "cls", None)
                page = frozenset(("GET", "POST"))
                yield here, frozenset(m for m in METHODS if hasattr(view, m.lower())) if view else page
            else:
                yield from walk(pattern.url_patterns, here)

    return dict(sorted(walk(get_resolver().url_patterns, "")))


def paths(route: str, values: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the paths of an address. Raises AssertionError if it has a parameter that nobody knows."""
    if route in LEFT_OUT:
        return []
    assert not {"(?P", "^"} & set(re.findall(r"\(\?P|\^", route)), (
        f"name in LEFT_OUT why {route} is not asked for"
    )
    wanted = re.findall(r"<(?:\w+:)?(\w+)>", route)
    unknown = [name for name in wanted if name not in values]
    assert not unknown, f"{route}: say in VALUES of tests/hidden/asking.py what is asked for as {unknown}"
    plain = "/" + re.sub(r"<[^>]+>", "{}", route)
    here = values | VALUES_AT.get(route, {})
    return [plain.format(*found) for found in product(*(here[name] for name in wanted))]


def values_of(world: World) -> dict[str, tuple[str, ...]]:
    steps = range(Game.objects.get(pk=world.game.pk).version + 1)
    some = {0, len(steps) // 2, len(steps) - 1}
    return {
        **VALUES,
        "key": (world.game.key,),
        "title": (world.script.title,),
        "name": (*VALUES["name"], *list(world.seats)[:2]),
        "seq": tuple(str(steps[at]) for at in sorted(some)),
    }


class Asker:
    """Somebody who asks for everything and writes down what they are told: by what they asked for."""

    def __init__(self, world: World, who: str, dealer: Dealer) -> None:
        self.world, self.who, self.dealer = world, who, dealer
        self.told: dict[str, str] = {}
        dealer.begin(f"{who} comes")
        self.pages = Client(raise_request_exception=False)
        self.programs = Client(raise_request_exception=False)
        if who in world.people:
            self.pages.force_login(world.people[who])
            self.pages.get("/")  # after this the browser is known
        self.values = values_of(world)
        version = Game.objects.get(pk=world.game.pk).published_version
        self.numbers = {"middle": str(version // 2), "last": str(version)}

    def everything(self) -> dict[str, str]:
        """Ask for all of it, by pages and programs, and read the posts and the streams."""
        for route, methods in routes().items():
            if not (self.world.script.wide or route in NEAR or route.startswith(SENT_TO)):
                continue
            for path in paths(route, self.values):
                for query in ("", *QUERIES.get(route, ())) if "GET" in methods else ():
                    self.ask("GET", path + query.format(**self.numbers))
                if route.startswith(SENT_TO) and (
                    route.endswith((*MOVES, *REPORTS)) or not self.world.script.brief
                ):
                    self.send_nonsense(route, path, methods)
        if not self.world.script.brief or self.world.script.answers:
            self.follow_links()
        self.listen()
        self.read_posts()
        return self.told

    def ask(self, method: str, path: str, body: Any = None) -> str:
        """Ask once; what comes of it is undone."""
        label = f"{method} {path}" + ("" if body is None else f" {str(body)[:60]}")
        by_program = path.startswith("/api/v1/")
        client = self.programs if by_program else self.pages
        more: dict[str, Any] = {}
        if by_program:
            more["content_type"] = "application/json"
            if self.who in self.world.tokens:
                more["headers"] = {"Authorization": f"Bearer {self.world.tokens[self.who]}"}
        cache.clear()
        self.dealer.begin(f"{self.who} {label}")
        cookies = client.cookies.copy()
        before = transaction.savepoint()
        if method == "GET":
            more.pop("content_type", None)
            answer = client.get(path, **more)
        else:
            answer = client.generic(method, path, **more) if body is None else client.post(path, body, **more)
        transaction.savepoint_rollback(before)
        client.cookies = cookies
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert answer.status_code != 500, f"{label} for {self.who}"
        heads = "\n".join(f"{name}: {value}" for name, value in sorted(answer.items()))
        sent = "\n".join(sorted(morsel.OutputString() for morsel in answer.cookies.values()))
        text = f"{answer.status_code}\n{heads}\n{sent}\n\n{content.decode('utf-8', 'replace')}"
        self.told[label] = text
        return text

    def send_nonsense(self, route: str, path: str, methods: frozenset[str]) -> None:
        """Send what the door must refuse, and what it may take: the answer is what counts."""
        version = int(self.numbers["last"])
        if not route.startswith("api/"):
            self.ask("POST", path, {})
            if route.endswith("/move"):
                form = {"version": version, "key": "", "choice": "typed", "moves": "pass; nonsense"}
                self.ask("POST", path, {**form, "confirmed": "1"})
                for ally in self.world.allies_of(self.who):
                    self.ask("POST", path, {**form, "seat": ally, "moves": "nonsense", "confirmed": "1"})
            if route.endswith(REPORTS):
                self.ask("POST", path, {"moves": "pass; nonsense"})
                for place in ("question", "line=3", "step={last}".format(**self.numbers)):
                    self.ask("POST", f"{path}?{place}", {"about": "rule", "text": "No."})
            return
        for method in sorted(methods - {"GET", "POST"}):
            self.ask(method, path)
        if "POST" in methods:
            self.ask("POST", path, {})
        if route.endswith(REPORTS):
            said = {"about": "rule", "text": "No."}
            for place in (
                {"place": "question"},
                {"place": "line", "line": 3},
                {"place": "step", "step": version},
            ):
                self.ask("POST", path, {**place, **said})
            for each in NONSENSE:
                self.ask("POST", path, {"place": "refusal", "choices": [each], **said})
        if route.endswith(("/moves/", "/draft/")):
            for each in NONSENSE:
                self.ask("POST", path, {"version": version, "choices": [each]})
                for ally in self.world.allies_of(self.who):
                    self.ask("POST", path, {"version": version, "seat": ally, "choices": [each]})
            self.ask("POST", path, {"version": version, "draft": True})
            self.ask("POST", path, {"version": version + 1, "moves": "pass"})

    def follow_links(self) -> None:
        """Follow what the pages of the game lead to beyond what was asked for."""
        mine = f"/game/{self.world.game.key}/"
        found = set()
        for label, text in self.told.items():
            page = label.removeprefix("GET ").partition("?")[0]
            if label.startswith(f"GET {mine}"):
                links = re.findall(r'(?:href|src)="(/[^"#]*|\?[^"#]*)', text)
                found |= {page + link if link[0] == "?" else link for link in map(html.unescape, links)}
        known = {label.removeprefix("GET ") for label in self.told}
        beside = ("/static/", "/accounts/", "/dev/", "/push-worker")
        # Of links that differ in numbers and in what is asked for only, the first and the last are followed.
        alike: dict[str, list[str]] = {}
        for link in sorted(found - known):
            if not link.startswith(beside):
                alike.setdefault(re.sub(r"\d+|=[^&]*", "=", link), []).append(link)
        for links in alike.values():
            for link in dict.fromkeys((links[0], links[-1])):
                self.ask("GET", link)

    def listen(self) -> None:
        """Listen to the streams until they have told what there is."""
        headers = {}
        if self.who in self.world.tokens:
            headers = {"Authorization": f"Bearer {self.world.tokens[self.who]}"}
        game, news = f"/game/{self.world.game.key}/events", "/api/v1/events/stream/"
        for path in (game, news) if headers else (game,):
            self.dealer.begin(path)
            # Whoever plays nothing has no news to wait for.
            enough = int(path == game or self.who in self.world.seats.values())
            heard = Listener(path, headers, enough).listen()
            self.told[f"stream {path}"] = f"{heard.status} {heard.body}"

    def read_posts(self) -> None:
        """Read what was sent to this one, and what everybody at the table can read."""
        mine = {"https://group.example.org/hook"}
        user = self.world.people.get(self.who)
        if user is not None:
            own = f"https://{self.who}.example.org/hook"
            mine |= {user.email, own, f"https://push.example.org/{self.who}"}
            self.told["calendar"] = calendar.calendar_of(user).decode()
        # What goes to different places goes at the same time: there is an order at each place only.
        count: Counter[str] = Counter()
        for to, text in self.world.sent:
            if self.is_mine(to, mine):
                self.told[f"post {count[to]} to {to}"] = text
                count[to] += 1

    def is_mine(self, to: str, mine: set[str]) -> bool:
        return to in mine or (self.who != STRANGER and to.startswith("https://ntfy") and self.who in to)


def eyes(world: World, eye: str | None) -> list[str]:
    """Return who looks with this eye: whoever sits there; for None, who sits nowhere."""
    if eye is not None:
        return [world.seats[eye]]
    return [SPECTATOR, STRANGER] if world.script.wide else [SPECTATOR]


async def here_and_now(work: Any, *arguments: Any, **more: Any) -> Any:
    """Stands in for the threads of the streams: what they read, they read in the test's transaction."""
    loop = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return work(*arguments, **more)
    finally:
        asyncio._set_running_loop(loop)


def hold_still(patch: Any) -> None:
    """Let the streams look on the connection of the test, and leave out what only other tests ask for."""
    patch.setattr("django.test.client.store_rendered_templates", lambda *told, **more: None)
    patch.setattr(threads, "to_open", here_and_now)
    patch.setattr(threads, "to_look", here_and_now)


def differences(first: dict[str, str], second: dict[str, str]) -> list[str]:
    """Return what was told differently, with the place where it begins: in the body if that differs."""
    found = []
    for label in sorted({*first, *second}):
        here, there = first.get(label, "(nothing)"), second.get(label, "(nothing)")
        if here != there:
            parts = [text.partition("\n\n") for text in (here, there)]
            here, there = (part[2] if parts[0][2] != parts[1][2] else part[0] for part in parts)
            pairs = enumerate(zip(here, there, strict=False))
            at = next((place for place, (one, other) in pairs if one != other), 0)
            lead = here[max(0, at - 60) : at]
            found.append(f"{label}: …{lead!r}[{here[at : at + 80]!r} | {there[at : at + 80]!r}]")
    return found
