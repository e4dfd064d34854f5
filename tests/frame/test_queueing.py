"""Threads are shared by the work that callers cause; whoever hangs up while they wait is never served."""

import asyncio
from threading import Event

import pytest

from tests.frame.test_bodies import scope_of
from wotr import asgi, fair_queue, faults
from wotr.fair_queue import Credentials, NotServed, Queue, network_in

BEARER = [(b"authorization", b"Bearer wotr_secret")]


class Line:
    """The connection of somebody who waits for an answer until they hang up."""

    def __init__(self):
        self.hangs_up = asyncio.Event()
        self.left = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive(self):
        if self.left:
            return self.left.pop()
        await self.hangs_up.wait()
        return {"type": "http.disconnect"}


class Crowd:
    """Callers of one queue, and in which order they are served."""

    def __init__(self, queue):
        self.queue, self.served = queue, []

    def ask(self, name, *, cost=0.0, account=False, size=0):
        """Let somebody ask; they are served at once, or wait. Their work costs so many processor seconds."""
        line = Line()

        async def serve():
            async with self.queue.slot(name, line.receive, is_stranger=not account, size=size) as slot:
                self.served.append(name)
                await line.may_end.wait()
                slot.has_begun = True
                slot.end(cost)

        line.may_end = asyncio.Event()
        line.task = asyncio.ensure_future(serve())
        return line

    async def settle(self):
        for _ in range(20):
            await asyncio.sleep(0)

    async def finish(self, *lines):
        await self.settle()
        for line in lines:
            line.may_end.set()
            await self.settle()


def run(story, threads=4):
    """Let a story happen on a queue for so many threads."""

    async def told():
        crowd = Crowd(Queue(threads))
        await story(crowd)
        await crowd.settle()
        assert not crowd.queue._callers, "nobody is remembered when all is done"

    asyncio.run(asyncio.wait_for(told(), 60))


# -- whose turn it is --------------------------------------------------------------------------------------------------


def test_who_has_had_little_done_comes_before_who_has_had_much():
    async def story(crowd):
        lines = [crowd.ask("greedy", cost=0.4) for _ in range(8)]
        await crowd.settle()
        assert crowd.served == ["greedy"], "one network has a thread"
        await crowd.finish(lines[0])
        others = [crowd.ask("modest"), crowd.ask("elsewhere")]
        await crowd.settle()
        assert crowd.served == ["greedy", "greedy", "modest"], "and strangers together two"
        await crowd.finish(lines[1])
        assert crowd.served[-1] == "elsewhere", "who has come later, and has had nothing yet"
        await crowd.finish(*others, *lines[2:])
        assert crowd.served.count("greedy") == 8, "nobody is refused"

    run(story)


def test_who_was_away_has_saved_nothing_up():
    """Whoever comes back after a long while is treated like everybody who is there now."""

    async def story(crowd):
        busy = [crowd.ask("busy", cost=1.0) for _ in range(6)]
        await crowd.finish(*busy[:3])
        back = [crowd.ask("back", cost=1.0) for _ in range(3)]
        await crowd.finish(busy[3], *back, *busy[4:])
        for line in (*busy, *back):
            await line.task
        assert crowd.served[4:] == ["back", "busy", "back", "busy", "back"]

    run(story, threads=1)


def test_some_threads_are_always_left_to_those_with_an_account():
    async def story(crowd):
        strangers = [crowd.ask(f"network {number}") for number in range(50)]
        await crowd.settle()
        assert len(crowd.served) == 2
        players = [crowd.ask(f"account {number}", cost=0.1, account=True) for number in (1, 1, 1, 2)]
        await crowd.settle()
        assert crowd.served[2:] == ["account 1", "account 1"]
        await crowd.finish(players[0])
        assert crowd.served[-1] == "account 2", "before the third of the other"
        await crowd.finish(*players[1:], *strangers)
        assert len(crowd.served) == 54

    run(story)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_few_threads_serve_everybody_too(threads):
    async def story(crowd):
        lines = [crowd.ask(name, account=name == "account") for name in ("one", "two", "account", "one")]
        await crowd.finish(*lines)
        assert sorted(crowd.served) == ["account", "one", "one", "two"]

    run(story, threads)


def test_who_asks_for_more_than_can_be_done_is_refused_and_nobody_else():
    async def story(crowd):
        first = crowd.ask("greedy", cost=10.0)
        await crowd.finish(first)
        busy = [crowd.ask("greedy", cost=10.0) for _ in range(2)]
        await crowd.finish(busy[0])
        lines = [crowd.ask("greedy", cost=10.0) for _ in range(20)]
        modest = crowd.ask("modest")
        await crowd.settle()
        refused = [line for line in lines if line.task.done()]
        assert refused, "the queue of one is not endless"
        assert {line.task.exception().fault for line in refused} == {faults.TOO_MANY}
        assert not modest.task.done()
        await crowd.finish(busy[1], modest, *lines)
        assert crowd.served.count("modest") == 1

    run(story)


def test_nobody_fills_the_memory_with_forms_that_wait():
    async def story(crowd):
        busy = crowd.ask("greedy", size=256_000)
        await crowd.settle()
        lines = [crowd.ask("greedy", size=256_000) for _ in range(40)]
        mail = crowd.ask("mail service", size=25_000_000)
        await crowd.settle()
        refused = [line for line in lines if line.task.done()]
        assert len(lines) - len(refused) == fair_queue.MOST_BYTES_WAITING // 256_000
        assert {line.task.exception().fault for line in refused} == {faults.TOO_MANY}
        await crowd.finish(busy, mail, *lines)
        assert "mail service" in crowd.served, "one of any size may wait"
        again = crowd.ask("greedy", size=256_000)
        await crowd.finish(again)
        assert not again.task.exception()

    run(story, threads=1)


def test_a_page_with_all_its_files_is_no_crowd():
    """Thirty people behind one address open a page with a score of files each."""

    async def story(crowd):
        lines = [crowd.ask("school", cost=0.003) for _ in range(30 * 21)]
        await crowd.settle()
        assert not any(line.task.done() for line in lines)
        for line in lines:
            line.may_end.set()
        while len(crowd.served) < len(lines):
            await asyncio.sleep(0)

    run(story)


# -- who leaves --------------------------------------------------------------------------------------------------------


def test_who_hangs_up_while_they_wait_is_not_served(monkeypatch):
    monkeypatch.setattr(fair_queue, "SOON", 0)

    async def story(crowd):
        first, *waiting = [crowd.ask("network", cost=0.4) for _ in range(400)]
        other = crowd.ask("network")
        await crowd.settle()
        for line in waiting:
            line.hangs_up.set()
        await crowd.settle()
        assert {line.task.exception().fault for line in waiting} == {None}, (
            "nobody is there to read an answer"
        )
        await crowd.finish(first, other)
        assert crowd.served == ["network", "network"]

    run(story)


def test_who_hangs_up_in_the_moment_in_which_their_turn_comes_leaves_it_to_the_next(monkeypatch):
    monkeypatch.setattr(fair_queue, "SOON", 0)

    async def story(crowd):
        first, leaves, stays = [crowd.ask("network") for _ in range(3)]
        await crowd.settle()
        leaves.hangs_up.set()
        first.may_end.set()
        await crowd.settle()
        assert isinstance(leaves.task.exception(), NotServed)
        await crowd.finish(stays)
        assert crowd.served == ["network", "network"]

    run(story)


def test_what_is_cut_off_gives_its_thread_back():
    async def story(crowd):
        begun, waits, next_one = [crowd.ask("network") for _ in range(3)]
        await crowd.settle()
        waits.task.cancel()
        begun.task.cancel()
        await crowd.finish(next_one)
        assert crowd.served == ["network", "network"]

    run(story)


def test_who_has_waited_long_is_told_to_come_back(monkeypatch):
    monkeypatch.setattr(fair_queue, "LONGEST_WAIT", 0.01)

    async def story(crowd):
        first, second = [crowd.ask("network") for _ in range(2)]
        with pytest.raises(NotServed) as caught:
            await second.task
        assert caught.value.fault is faults.CROWDED
        await crowd.finish(first)

    run(story)


# -- who comes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxies", "forwarded", "network"),
    [
        (0, b"", "127.0.0.0"),
        (0, b"198.51.100.7", "127.0.0.0"),
        (1, b"192.0.2.9, 198.51.100.7", "198.51.100.0"),
        (1, b"2001:db8:1:2::3", "2001:db8:1::"),
        (1, b"", "127.0.0.0"),
    ],
)
def test_a_stranger_counts_by_the_network_that_our_own_proxy_names(settings, proxies, forwarded, network):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = [(b"x-forwarded-for", forwarded)] if forwarded else []
    assert network_in(scope_of(headers=headers)) == network


def test_only_a_token_or_session_that_has_opened_something_is_known(monkeypatch):
    monkeypatch.setattr(fair_queue, "MOST_KNOWN", 2)
    known = Credentials("sessionid")
    cookies = [(b"cookie", b"theme=dark; sessionid=abc")]
    assert known.shown_in(scope_of()) == ""
    assert "secret" not in known.shown_in(scope_of(headers=BEARER))
    twice = [(b"cookie", b"sessionid=forged; sessionid=abc")]  # Django reads the last one
    assert known.shown_in(scope_of(headers=twice)) == known.shown_in(
        scope_of(headers=[(b"cookie", b"sessionid=abc")])
    )
    shown = known.shown_in(scope_of(headers=cookies))
    assert known.account_of(shown) is None
    behind_a_password = [(b"authorization", b"Basic dXM6dXM="), *cookies]
    assert known.shown_in(scope_of(headers=behind_a_password)) != known.shown_in(
        scope_of(headers=behind_a_password[:1])
    )
    known.note(shown, 7)
    known.note("Bearer one", 8)
    known.note(shown, 7)
    known.note("Bearer two", 9)
    assert [known.account_of(it) for it in (shown, "Bearer one", "Bearer two")] == [7, None, 9]


def test_nobody_fills_what_is_known_alone(monkeypatch):
    """Whoever signs in and shows something else beside it every time is forgotten, and nobody else is."""
    monkeypatch.setattr(fair_queue, "MOST_OF_ONE", 3)
    known = Credentials("sessionid")
    known.note("of a player", 1)
    for number in range(50):
        known.note(f"junk {number}", 2)
    assert [known.account_of(f"junk {number}") for number in range(45, 50)] == [None, None, 2, 2, 2]
    assert known.account_of("of a player") == 1


# -- in front of the application ---------------------------------------------------------------------------------------


class Pages:
    """A WSGI application whose pages wait until they may end, and what it was asked for."""

    def __init__(self, account=None):
        self.asked, self.may_end, self.account = [], Event(), account

    def __call__(self, environ, start_response):
        self.asked.append(environ["PATH_INFO"])
        if self.account is not None:
            environ["asgi.scope"]["account"] = self.account
        self.may_end.wait(60)
        start_response("200 OK", [])
        return [b"a page"]

    async def are_asked(self, number):
        while len(self.asked) < number:
            await asyncio.sleep(0.001)


def ask(path, line, **more):
    """Ask the ASGI application. Returns the task, whose result are the answers' parts."""
    sent = []

    async def send(message):
        sent.append(message)

    async def asking():
        await asgi.application(scope_of(path, method="GET", **more), line.receive, send)
        return sent

    return asyncio.ensure_future(asking())


def test_a_page_whose_caller_has_left_is_never_made(monkeypatch):
    pages = Pages()
    monkeypatch.setattr(asgi, "wsgi", pages)

    async def story():
        first, lines = Line(), [Line() for _ in range(50)]
        made = ask("/first", first)
        await pages.are_asked(1)
        left = [ask("/left", line) for line in lines]
        stays = ask("/stays", Line())
        await asyncio.sleep(0)
        first.hangs_up.set()  # what has begun is brought to its end
        for line in lines:
            line.hangs_up.set()
        assert await asyncio.gather(*left) == [[]] * 50
        pages.may_end.set()
        assert [sent[0]["status"] for sent in (await made, await stays)] == [200, 200]

    asyncio.run(asyncio.wait_for(story(), 60))
    assert pages.asked == ["/first", "/stays"]


def test_who_was_answered_as_an_account_waits_for_no_stranger(monkeypatch):
    pages = Pages(account=7)
    monkeypatch.setattr(asgi, "wsgi", pages)

    async def story():
        pages.may_end.set()
        await ask("/whose", Line(), headers=BEARER)
        pages.may_end.clear()
        strangers = [
            ask("/stranger", Line(), headers=[(b"authorization", b"Bearer forged")]) for _ in range(9)
        ]
        await pages.are_asked(2)
        player = ask("/player", Line(), headers=BEARER)
        await pages.are_asked(3)
        pages.may_end.set()
        await asyncio.gather(player, *strangers)

    asyncio.run(asyncio.wait_for(story(), 60))
    assert pages.asked[:3] == ["/whose", "/stranger", "/player"]


def test_who_asks_for_too_much_is_told_so_in_words(monkeypatch):
    pages = Pages()
    monkeypatch.setattr(asgi, "wsgi", pages)
    monkeypatch.setattr(fair_queue, "MOST_WAITING", 0)

    async def story():
        made = ask("/first", Line())
        await pages.are_asked(1)
        page, problem = await ask("/page", Line()), await ask("/api/v1/games/", Line())
        pages.may_end.set()
        await made
        return page, problem

    page, problem = asyncio.run(asyncio.wait_for(story(), 60))
    for sent in (page, problem):
        assert sent[0]["status"] == 429
        assert (b"retry-after", b"5") in sent[0]["headers"]
    assert b"Wait a few seconds" in page[1]["body"]
    assert b'"too-many-waiting"' in problem[1]["body"]
