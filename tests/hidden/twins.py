"""Twin games: equal but for what one eye may not know.

A game is played once and told (`Told`): who chose what, and what was drawn. Its twin is played again from that, with
the hidden cards exchanged for others and with other private words of the other seats. Keys, numbers, secrets and the
clock are the same in both, because chance and time are held: what an eye is then told differently, it may not know.
"""

import json
import os
import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from freezegun import freeze_time

import rules
from accounts import blocks
from accounts.models import ApiToken, User
from games import memo
from games.boards import reference_of
from games.chat import channels, pointing, talk
from games.hours import reminders
from games.ledger import notices
from games.ledger.seed_encryption import seal
from games.lobby import tables
from games.models import Game, log
from games.models.chat import Channel
from games.notices import calendar
from games.orders import orders
from games.planning import boards
from games.play import access, drafts, partners, positions, teams
from games.play.submit import submit
from games.refusals import Refused
from games.reports import filing
from notifications import destinations, guard, preferences, rhythm
from notifications.models import Rhythm
from rules.core import chance
from rules.core.chance import Dice
from rules.core.decisions import Choice, Decision, Text
from tests.conftest import person
from tests.notifications.conftest import Browser
from tests.opening import open_table
from tests.post import send_due

BEGINNING = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
NAMES = ("frodo", "gothmog", "radagast", "shagrat")
#: A spectator with an account, and one without.
SPECTATOR, STRANGER = "aragorn", "a stranger"
#: The browsers that are told: their keys are drawn where nobody can hold chance, so they are made once.
BROWSERS = {name: Browser(f"https://push.example.org/{name}") for name in (*NAMES, SPECTATOR)}
#: What may be a card, a tile or a place in a view or a choice.
_WORD = re.compile(r"[A-Za-z0-9_'-]+")


@dataclass
class Told:
    """A game as it was played: every choice, every draw, and the words that each eye has ever been shown."""

    choices: list[tuple[str, Choice]] = field(default_factory=list)
    drawn: dict[int, list[Any]] = field(default_factory=dict)
    shown: dict[str | None, set[str]] = field(default_factory=dict)
    #: The kinds of question that were answered so, one for each choice.
    kinds: list[str] = field(default_factory=list)
    #: Who could answer in the end without anybody else's seeing it, and two different answers.
    open_choice: tuple[str, Choice, Choice] | None = None


@dataclass(frozen=True)
class Script:
    """A game to play in twins.

    Attributes:
        ready: whether there is something to hide by now.
        least, most: choices before `ready` is asked, and after which the game never came to it.
        exchange: from a position, an eye and the game as it was told to the hidden things that the twin has in
            exchange for others, among those that the eye was never shown; None: the title's own twin is put in the
            place of the position, unless there are `answers`.
        answers: by kind of question, what is answered to it in secret, and what in the twin instead: everything
            after it is chosen and drawn alike.
        secret: from a position to what the title's own twin must have otherwise, for an eye that may not know it.
        choose: how all seats choose; None: as a bot does.
        without: seats that do not look, from which nothing is hidden that is not in another script.
        unseen: whether there has to be a choice by then of which nobody else learns.
        wide: whether every address of the server is asked for, not only those of the game and near it.
        brief: whether only moves are sent to the game's own addresses, and links are followed only where there are
            `answers`: another script of the title sends to all, and follows them.
    """

    name: str
    title: str
    ready: Callable[[rules.Game[Any]], object]
    least: int = 0
    most: int = 600
    options: tuple[tuple[str, Any], ...] = ()
    exchange: Callable[[Any, str | None, Told], dict[str, str]] | None = None
    answers: Mapping[str, tuple[Choice, Choice]] = field(default_factory=dict, hash=False)
    secret: Callable[[Any, str | None], object] | None = None
    choose: Callable[[Decision, Random], Choice] | None = None
    without: tuple[str, ...] = ()
    seed: int = 4
    unseen: bool = True
    wide: bool = False
    brief: bool = False


@dataclass(frozen=True)
class Facts:
    """What one of two twins holds: which words each seat keeps for itself, what is exchanged, what lies open."""

    private: dict[str, str]
    exchanged: dict[str, str] = field(default_factory=dict)
    put: bool = False
    second_choice: bool = False
    #: The others have planning boards. The eye itself has none: what is hidden is dealt anew there, never the same.
    plans: bool = False
    players_say: str = ""
    spectators_say: str = ""
    seed: bytes = b"a seed that nobody shall see yet"
    eye: str | None = None


@dataclass
class World:
    """One of the twins, while it stands: its game, the people, and what was sent to whom."""

    script: Script
    game: Game
    people: dict[str, User]
    seats: dict[str, str]
    tokens: dict[str, str]
    sent: list[tuple[str, str]]

    def viewer(self, who: str) -> access.Viewer:
        return access.viewer_for(access.get_game(self.game.key), self.people.get(who))

    def allies_of(self, who: str) -> list[str]:
        """Return the seats of the allies of somebody, none for who does not play."""
        own = next((seat for seat, name in self.seats.items() if name == who), None)
        return [] if own is None else [seat for seat in teams.allies_of(self.game, own) if seat != own]

    def play(self) -> rules.Game[Any]:
        game = access.get_game(self.game.key)
        return positions.open_game(access.Viewer(game, tuple(game.seats.all()), None, None))


class Dealer:
    """Chance of both kinds, held: that of the games, and that of keys and tokens."""

    def __init__(self, label: str) -> None:
        self.label, self.told, self.exchanged = label, Told(), {}
        self.listening = False
        #: What may be the seed of a game; a planning board has others, and chance of its own.
        self.seeds: set[bytes] = set()
        self.begin("")

    def begin(self, what: str) -> None:
        """Begin anew for one step: what was used up before makes no difference to it."""
        self.rng = Random(f"{self.label}/{what}")
        random.seed(f"{self.label}/{what}")

    def bytes(self, length: int | None = None) -> bytes:
        drawn = self.rng.randbytes(32 if length is None else length)
        self.seeds.add(drawn)
        return drawn

    def take(self, source: chance.Seeded, asked: chance.Chance, index: int) -> list[int]:
        """Answer for the games: what was told once, with the exchanged things in the place of the others."""
        if source.seed not in self.seeds:
            return _fairly(source, asked, index)
        if self.listening:
            places = _fairly(chance.Seeded(f"{self.label}/{index}"), asked, index)
            self.told.drawn[index] = chance.answer(asked, places)
            return places
        items = self.told.drawn[index]
        if isinstance(asked, Dice):
            return list(items)
        bag, found = list(asked.bag), []
        for item in items:
            wanted = exchanged_in(item, self.exchanged)
            found.append(next(i for i, x in enumerate(bag) if x == wanted and i not in found))
        return found


_fairly = chance.Seeded.take


@contextmanager
def held(dealer: Dealer) -> Iterator[Any]:
    """Hold chance and the clock."""
    memo.openapi()  # made once in a process, of types that msgspec does not know while the clock stands
    with pytest.MonkeyPatch.context() as patch, freeze_time(BEGINNING, real_asyncio=True) as clock:
        patch.setattr(os, "urandom", dealer.bytes)
        patch.setattr(random, "_urandom", dealer.bytes)
        patch.setattr("secrets.token_bytes", dealer.bytes)
        patch.setattr(chance.Seeded, "take", lambda self, asked, index: dealer.take(self, asked, index))
        patch.setattr(guard, "vetted_address", lambda parts: "192.0.2.1")
        yield clock


def exchanged_in(value: Any, exchanged: dict[str, str]) -> Any:
    """Return a JSON value with every name exchanged."""
    if not exchanged:
        return value
    return json.loads(_WORD.sub(lambda m: exchanged.get(m[0], m[0]), json.dumps(value)))


def words_in(value: Any) -> set[str]:
    return set(_WORD.findall(json.dumps(msgspec.to_builtins(value))))


@contextmanager
def standing(script: Script, facts: Facts, dealer: Dealer, *, follow: bool) -> Iterator[World]:
    """Let a world stand, and be as if it had never been afterwards.

    Args:
        follow: play what was told; without, play anew and tell.
    """
    with held(dealer) as clock, transaction.atomic():
        _begin_counting()
        cache.clear()
        mail.outbox.clear()
        dealer.exchanged, dealer.listening = facts.exchanged, not follow
        world = _seated(script, facts, dealer)
        clock.tick(timedelta(minutes=10))
        if follow:
            for (seat, choice), kind in zip(dealer.told.choices, dealer.told.kinds, strict=True):
                other = script.answers.get(kind) if seat != facts.eye else None
                _submit(world, seat, other[1] if other else exchanged_in(choice, facts.exchanged))
        else:
            _play(world, dealer.told)
        _put(world, facts)
        clock.tick(timedelta(minutes=10))
        _keep(world, facts, dealer)
        dealer.begin("what is said")
        _say_to_themselves(world, facts, dealer.told)
        dealer.begin("posts")
        clock.tick(timedelta(hours=9))
        _send(world, dealer)
        try:
            yield world
        finally:
            transaction.set_rollback(True)
    cache.clear()


def _begin_counting() -> None:
    """Number rows alike: a sequence of PostgreSQL does not go back with its transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema()")
            for (name,) in cursor.fetchall():
                cursor.execute(f'ALTER SEQUENCE "{name}" RESTART WITH 5000')


def _seated(script: Script, facts: Facts, dealer: Dealer) -> World:
    """Seat people, each with a token, a program that is called, a browser and a calendar."""
    names = rules.title(script.title).seats(rules.title(script.title).normalise_options(dict(script.options)))
    people = {}
    for name in (*NAMES[: len(names)], SPECTATOR):
        dealer.begin(name)
        people[name] = person(name)
    seats = dict(zip(names, NAMES, strict=False))
    dealer.begin("table")
    owner = people[NAMES[0]]
    salt = {seat: f"the word of {seat}" for seat in names}
    game = open_table(
        owner,
        title=script.title,
        seat=names[0],
        options=dict(script.options),
        terms={"grace": 0},
        salt=salt[names[0]],
    )
    for seat in names[1:]:
        tables.join(game.key, user=people[seats[seat]], salt=salt[seat])
    dealer.begin("start")
    tables.start_now(game.key, owner)
    game.refresh_from_db()
    for user in people.values():
        _trust_allies(access.viewer_for(access.get_game(game.key), user))
    world = World(script, game, people, seats, {}, [])
    for name, user in people.items():
        dealer.begin(f"what {name} has")
        world.tokens[name] = ApiToken.objects.issue(user, "all", list(ApiToken.SCOPES))[1]
        calendar.renew(user)
        Rhythm.objects.update_or_create(user=user, defaults={"digest": True, "weekly": True})
        destinations.add(user, "webhook", f"https://{name}.example.org/hook")
        destinations.add(user, "push", BROWSERS[name].subscription, "Firefox")
        destinations.add(user, "chat", f"ntfys://ntfy.example.org/{name}")
    dealer.begin("group")
    channel = {"address": "https://group.example.org/hook", "events": ["table-start", "table-turn"]}
    answer = Client().post(
        f"/api/v1/games/{game.key}/channels/",
        channel,
        content_type="application/json",
        headers={"Authorization": f"Bearer {world.tokens[NAMES[0]]}"},
    )
    assert answer.status_code in (200, 201), answer.content
    return world


def _trust_allies(viewer: access.Viewer) -> None:
    """Let the allies of a seat answer for it whatever allies may."""
    if viewer.is_player:
        told = partners.situation(viewer)
        for ally in told["partners"]:
            partners.allow(viewer, ally["seat"], list(told["kinds"]))


def _submit(world: World, seat: str, choice: Choice) -> Any:
    game = access.get_game(world.game.key)
    viewer = access.viewer_for(game, world.people[world.seats[seat]])
    version = positions.situation(viewer)["version"]
    return submit(game.key, seat, expected_version=version, choices=[choice])


def _play(world: World, told: Told) -> None:
    """Play on until there is something to hide and something to choose unseen, and tell what happened."""
    script, rng = world.script, Random(world.script.seed)
    title = rules.title(script.title)
    names = tuple(title.bots)
    bots = {seat: title.bots["squire" if "squire" in names else names[0]]() for seat in world.seats}
    for count in range(script.most):
        play = world.play()
        for eye in (*world.seats, None):
            shown = told.shown.setdefault(eye, set())
            shown |= words_in(play.view(eye))
        if count >= script.least and script.ready(play):
            for eye, shown in told.shown.items():
                shown |= words_in(_story(world, eye))
            told.open_choice = _unseen_choice(play)
            if told.open_choice is not None or not script.unseen:
                return
        asked = play.pending[0]
        if asked.kind in script.answers:
            choice, other = script.answers[asked.kind]
            assert choice != other
        elif script.choose is not None:
            choice = script.choose(asked, rng)
        else:
            choice = bots[asked.seat].choose(play.view(asked.seat), asked, rng)
        _submit(world, asked.seat, choice)
        told.choices.append((asked.seat, msgspec.to_builtins(choice)))
        told.kinds.append(asked.kind)
    raise AssertionError(f"{script.name} never came to such a position")


def _story(world: World, eye: str | None) -> list[Any]:
    """Return what the story has told an eye, with what was whispered to it alone."""
    lines = log.LogLine.objects.filter(game=world.game)
    return [
        line.data
        for line in lines
        if rules.LogLine(line.kind, line.data, tuple(line.visible_to)).is_visible_to(eye)
    ]


def _unseen_choice(play: rules.Game[Any]) -> tuple[str, Choice, Choice] | None:
    """Find two answers of one seat of which nobody else learns: they can be taken back, or are asked at once."""
    snapshot = play.snapshot()
    for asked in play.pending:
        others = [eye for eye in (*play.title.seats(play.options), None) if eye != asked.seat]
        before = [(play.view(eye), play.log(eye)) for eye in others]
        rng, found = Random(1), []
        for _ in range(12):
            choice = asked.sample(rng)
            trial = rules.Game.restore(play.title, play.options, snapshot, chance.Seeded(0))
            applied = trial.choose(asked.seat, choice)
            asks_alike = _others_asked(trial, asked.seat) == _others_asked(play, asked.seat)
            unseen = not trial.is_over and not applied.outcomes and trial.pending and asks_alike
            plain = msgspec.to_builtins(choice)
            if (
                unseen
                and [(trial.view(eye), trial.log(eye)) for eye in others] == before
                and plain not in found
            ):
                found.append(plain)
            if len(found) == 2:
                return asked.seat, found[0], found[1]
    return None


def _others_asked(play: rules.Game[Any], seat: str) -> set[str]:
    return {asked.seat for asked in play.pending} - {seat}


def _put(world: World, facts: Facts) -> None:
    """Put the title's own twin into the place of the position, and another seed into that of the seed."""
    if facts.put:
        play = world.play()
        snapshot = play.snapshot()
        title = play.title
        state = msgspec.msgpack.decode(snapshot.mark.state, type=title.state_type)
        put = title.twin(state, facts.eye, Random(7))
        hides = world.script.secret
        if hides is not None and (secret := hides(state, facts.eye)) is not None:
            assert hides(put, facts.eye) != secret, f"the twin for {facts.eye} has the same secret"
        mark = msgspec.structs.replace(snapshot.mark, state=msgspec.msgpack.encode(put))
        twin = msgspec.msgpack.encode(msgspec.structs.replace(snapshot, mark=mark))
        Game.objects.filter(pk=world.game.pk).update(snapshot=twin)
    Game.objects.filter(pk=world.game.pk).update(sealed_seed=seal(facts.seed))


def _keep(world: World, facts: Facts, dealer: Dealer) -> None:
    """Let every seat keep drafts, orders, plans, reports, notices and mutes for itself."""
    kinds = list(rules.title(world.script.title).standing_kinds)
    for seat, name in world.seats.items():
        words, user, viewer = facts.private[seat], world.people[name], world.viewer(name)
        dealer.begin(f"what {seat} keeps")
        # Of these everybody has one, for their ids are counted over the whole server, which says nothing of a game.
        word = words.replace(" ", "-").replace(";", "") or "none"
        destinations.add(user, "webhook", f"https://{name}.example.org/{word}")
        ApiToken.objects.issue(user, word[:20], ["read"])
        if not words:
            continue
        drafts.keep(viewer, [Text(part) for part in words.split("; ")])
        for kind in kinds[: len(words) % 3]:
            orders.give(viewer, {"kind": "policy", "decision_kind": kind, "lines": [words]})
        orders.give(viewer, {"kind": "plan", "lines": words.split("; ")})
        if facts.plans and seat != facts.eye:
            boards.make(viewer)
        for step, part in enumerate(words.split("; ")):
            with suppress(Refused):  # what is short has no step more
                filing.file(viewer, place="step", step=step, about="rule", text=part, named=True)
        with suppress(Refused):  # only who is asked can be reminded later
            reminders.put_off(world.game.key, seat, len(words) % 20 + 1)
        preferences.set_preference(user, "chat", "email", len(words) % 2 == 0)


def _say_to_themselves(world: World, facts: Facts, told: Told) -> None:
    """Talk in all channels, mute and block, and choose what nobody else sees yet."""
    for name, words, channel in (
        (SPECTATOR, facts.spectators_say, Channel.WATCHERS),
        (world.seats[next(iter(world.seats))], facts.players_say, Channel.PLAYERS),
    ):
        for part in filter(None, words.split("; ")):
            talk.say(world.viewer(name), part, channel)
    reference = reference_of(world.script.title)
    regions = list(reference.regions) if reference is not None else []
    sides = [side for side in teams.teams_of(world.game) if len(side) > 1]
    for side in sides:
        # What the eye's own side says is the same in both twins.
        words = facts.private[facts.eye if facts.eye in side else side[0]]
        for part in filter(None, words.split("; ")):
            place = regions[len(part) % len(regions)] if regions else None
            marks = [pointing.Mark(region=place, to=None)] if place else []
            talk.say(
                world.viewer(world.seats[side[0]]), part, channels.side_of(world.game, side[0]), marks=marks
            )
    spoken = {next(iter(world.seats)), *(side[0] for side in sides)}
    for seat, name in world.seats.items():
        # Who is blocked reads nothing of it at the table, and rightly notices: whoever has spoken only mutes.
        shun = blocks.mute if seat in spoken else blocks.block
        for other in world.people if facts.private[seat].endswith("!") else ():
            if other != name:
                shun(world.people[name], world.people[other])
    if told.open_choice is not None:
        seat, *answers = told.open_choice
        if seat != facts.eye:
            _submit(world, seat, exchanged_in(answers[facts.second_choice], facts.exchanged))
        else:
            _submit(world, seat, answers[0])


def _send(world: World, dealer: Dealer) -> None:
    """Remind, write the digests, and send everything; keep what was sent to whom."""

    def called(
        method: str, url: str, headers: dict[str, str], body: bytes = b"", **more: Any
    ) -> guard.Answer:
        reader = next((name for name in BROWSERS if url == f"https://push.example.org/{name}"), None)
        told = BROWSERS[reader].read(body) if reader else f"{sorted(headers.items())}\n".encode() + body
        world.sent.append((url, f"{method} {len(body)}\n{told.decode('latin-1')}"))
        return guard.Answer(200, {}, b"{}")

    game = access.get_game(world.game.key)
    for seat in game.seats.all():
        if seat.waiting_since is not None:
            notices.notify_reminder(seat, 50)
    now = timezone.now()
    rhythm.write_digests(now)
    rhythm.write_weeklies(now)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "call", called)
        for hours in (0, 1, 30):
            send_due(now + timedelta(hours=hours))
    for each in mail.outbox:
        dealer.begin("a mail")  # its parts are divided by chance
        world.sent.append((each.to[0], str(each.message())))
