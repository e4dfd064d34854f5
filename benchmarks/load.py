"""Clients as light as can be: prepared requests on keep-alive connections, so that the server is measured."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

#: What a browser sends in its cookie and in its form (both as long as Django's secret).
_CSRF = "b" * 32


class Connection:
    """One keep-alive connection."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Send a request. Returns status, headers and body."""
        self._socket.sendall(request)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._receive()
        head, _, body = answer.partition(b"\r\n\r\n")
        status = int(head[9:12])
        length = int(header(head, b"content-length") or 0)
        while len(body) < length and status != 304:
            body += self._receive()
        return status, head, body

    def _receive(self) -> bytes:
        part = self._socket.recv(65_536)
        if not part:
            raise ConnectionError("the server hung up")
        return part

    def close(self) -> None:
        self._socket.close()


def header(head: bytes, name: bytes) -> bytes:
    """Return the value of a header, b"" if it is not there."""
    for line in head.split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.lower() == name:
            return value.strip()
    return b""


def get(path: str, token: str = "", tag: bytes = b"") -> bytes:
    """Return a GET request."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    request = "\r\n".join(lines).encode()
    return request + (b"\r\nIf-None-Match: " + tag if tag else b"") + b"\r\n\r\n"


def post(path: str, token: str, what: dict[str, Any], **headers: str) -> bytes:
    """Return a POST request with a JSON body; a name of `headers` has `_` for `-`."""
    body = json.dumps(what)
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}", "", body]
    return "\r\n".join(lines).encode()


def move(game: dict[str, Any], number: int) -> bytes:
    """Return the request that sends submission `number` of a prepared game."""
    seat, version, choices = game["moves"][number]
    what = {"version": version, "choices": choices}
    key, token = game["key"], game["tokens"][seat]
    return post(f"/api/v1/games/{key}/moves/", token, what, Idempotency_Key=f"{key}-{number}")


@dataclass
class Player:
    """A client that knows its moves: it plays prepared games one after another and never asks."""

    games: list[dict[str, Any]]
    game: int = 0
    number: int = 0
    times: list[float] = field(default_factory=list)
    decisions: int = 0

    def next_request(self) -> tuple[bytes, int] | None:
        """Return the next request and how many choices it holds; None when all games are over."""
        while self.game < len(self.games):
            game = self.games[self.game]
            if self.number < len(game["moves"]):
                request = move(game, self.number), len(game["moves"][self.number][2])
                self.number += 1
                return request
            self.game, self.number = self.game + 1, 0
        return None

    def send_next(self, connection: Connection, since: float | None = None) -> bool:
        """Send the next submission; the time counts from `since`. False when all games are over."""
        prepared = self.next_request()
        if prepared is None:
            return False
        request, choices = prepared
        before = time.perf_counter() if since is None else since
        status, _, body = connection.call(request)
        if status != 200:
            raise RuntimeError(f"a prepared move was refused with {status}: {body[:300]!r}")
        self.times.append(time.perf_counter() - before)
        self.decisions += choices
        return True


def at_once(port: int, works: Iterable[Callable[[Connection], None]]) -> float:
    """Let every client work on its own connection. Returns the seconds that it took."""
    errors: list[Exception] = []

    def one(work: Callable[[Connection], None]) -> None:
        connection = Connection(port)
        try:
            work(connection)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(work,)) for work in works]
    before = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return time.perf_counter() - before


def saturate(port: int, players: list[Player], seconds: float) -> tuple[float, list[float], int]:
    """Let all players send as fast as they can. Returns the seconds, the times, the number of choices."""
    before = [(len(player.times), player.decisions) for player in players]
    until = time.perf_counter() + seconds

    def work(player: Player) -> Callable[[Connection], None]:
        def play(connection: Connection) -> None:
            while time.perf_counter() < until:
                if not player.send_next(connection):
                    raise RuntimeError("too few games were prepared")

        return play

    spent = at_once(port, [work(player) for player in players])
    times = [t for player, (n, _) in zip(players, before, strict=True) for t in player.times[n:]]
    decisions = sum(player.decisions for player in players) - sum(n for _, n in before)
    return spent, times, decisions


def calm(port: int, players: list[Player], seconds: float, rate: int) -> list[float]:
    """Send `rate` submissions a second, at even intervals whatever the answers take. Returns the times."""
    start = time.perf_counter() + 0.1
    before = [len(player.times) for player in players]

    def work(place: int, player: Player) -> Callable[[Connection], None]:
        def play(connection: Connection) -> None:
            for number in range(place, int(seconds * rate), len(players)):
                due = start + number / rate
                time.sleep(max(0.0, due - time.perf_counter()))
                player.send_next(connection, due)

        return play

    at_once(port, [work(place, player) for place, player in enumerate(players)])
    return [t for player, n in zip(players, before, strict=True) for t in player.times[n:]]


def unchanged(
    port: int, games: list[dict[str, Any]], clients: int, seconds: float
) -> tuple[float, list[float]]:
    """Let clients ask for views that have not changed. Returns answers a second, and the times."""
    times: list[float] = []
    until = time.perf_counter() + seconds + 0.2

    def work(game: dict[str, Any]) -> Callable[[Connection], None]:
        def look(connection: Connection) -> None:
            path, token = f"/api/v1/games/{game['key']}/", next(iter(game["tokens"].values()))
            tag = header(connection.call(get(path, token))[1], b"etag")
            request = get(path, token, tag)
            while time.perf_counter() < until:
                before = time.perf_counter()
                status, _, _ = connection.call(request)
                times.append(time.perf_counter() - before)
                if status != 304:
                    raise RuntimeError(f"an unchanged view was answered with {status}")

        return look

    spent = at_once(port, [work(games[number % len(games)]) for number in range(clients)])
    return len(times) / spent, times


def visit(port: int, prepared: list[dict[str, Any]]) -> tuple[list[float], list[float], list[float]]:
    """Return how long a player to move waits for the page in text, with the board, and for a move from its form."""
    connection = Connection(port)
    texts: list[float] = []
    boards: list[float] = []
    moves: list[float] = []
    for number, game in enumerate(prepared):
        cookies = f"sessionid={game['session']}; csrftoken={_CSRF}"
        signed = f" HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n"
        fields = {"version": game["version"], "moves": game["move"], "key": f"v{number}"}
        body = urlencode({**fields, "csrfmiddlewaretoken": _CSRF})
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        for times, request, wanted in (
            (texts, f"GET {game['page']}?mode=text{signed}\r\n", 200),
            (boards, f"GET {game['page']}{signed}\r\n", 200),
            (moves, f"POST {game['form']}{signed}{kind}\r\n{body}", 302),
        ):
            before = time.perf_counter()
            status, _, answer = connection.call(request.encode())
            times.append(time.perf_counter() - before)
            if status != wanted:
                raise RuntimeError(f"a player's visit was answered with {status}: {answer[:300]!r}")
    connection.close()
    return texts, boards, moves


def pages(port: int, games: list[dict[str, Any]], looks: int) -> list[float]:
    """Return how long the game page takes a spectator, one look after another."""
    connection = Connection(port)
    times = []
    for number in range(looks):
        before = time.perf_counter()
        status, _, _ = connection.call(get(f"/game/{games[number % len(games)]['key']}/"))
        if status != 200:
            raise RuntimeError(f"a page was answered with {status}")
        times.append(time.perf_counter() - before)
    connection.close()
    return times
