"""Signs that two accounts are one person, or have an agreement outside the games (MOD-12).

A sign is a question, not a proof. Signs are computed when somebody looks, from two sources kept apart: the
public results, which directors may look at for their own event, and the visits (accounts.visits), which only
moderators may. Only pairs who met at a table or in an event are looked at at all.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations, pairwise
from typing import Any

from django.conf import settings
from django.db.models import F

from accounts import visits
from accounts.models import SharedConnection, User, Visit
from games.models import Game, Seat
from leagues.models import Competition, Entrant, RecordSeat

#: Results of so many days, and of so many games, are looked at.
LOOKED_BACK_DAYS = 365
MOST_SEATS = 100_000
#: Games that all go one way, or were given up early, before that is a sign; decisions of the loser that are few.
ENOUGH_GAMES = 3
FEW_DECISIONS = 10
#: Tables that the other one takes within a minute.
INSTANT = timedelta(seconds=60)
ENOUGH_INSTANT = 3
#: Counting games of an account, and the share of them against one other.
ENOUGH_ALONE = 5
SHARE_ALONE = 0.8
#: Changes from one account to the other within an hour, without ever being here at once.
ENOUGH_TURNS = 3
TURN = timedelta(hours=1)

Pair = frozenset[int]


@dataclass(frozen=True)
class Sign:
    """One sign about a pair. `weight` is negative where it speaks for two honest people.

    `private` signs come from visits: they are for moderators alone.
    """

    kind: str
    weight: int
    words: str
    private: bool = False


@dataclass(frozen=True)
class Met:
    """A finished game between two people, as far as signs are looked for in it."""

    game: str
    at: datetime
    loser: int
    gave_up: bool
    decisions: int
    instant: bool
    counts: bool
    annulled: bool


@dataclass
class Suspicion:
    """Two people and everything that is noticed about them."""

    people: tuple[User, User]
    signs: list[Sign]
    met: list[Met] = field(default_factory=list)
    said: list[SharedConnection] = field(default_factory=list)

    @property
    def weight(self) -> int:
        """The weights of all signs together."""
        return sum(sign.weight for sign in self.signs)

    @property
    def said_household(self) -> bool:
        """Whether one of them has said that they share a connection."""
        return any(row.answer == SharedConnection.Answer.HOUSEHOLD for row in self.said)


def of_event(competition: Competition, now: datetime, reader: User) -> list[Suspicion]:
    """Return what the public results tell about entrants of an event, for its directors; never visits.

    What concerns the director who reads is left out.
    """
    entrants = list(competition.entrants.values_list("user", flat=True))
    met = games_between(now, entrants)
    people = User.objects.in_bulk({user for pair in met for user in pair})
    found = []
    for pair, games in met.items():
        if not pair <= set(entrants) or reader.pk in pair:
            continue
        signs = signs_of_games(pair, games, met, people)
        if signs:
            found.append(Suspicion(_sorted(pair, people), signs, games))
    return _heaviest(found)


def of_everybody(now: datetime) -> list[Suspicion]:
    """Return all pairs with signs, for moderators, the heaviest first."""
    met = games_between(now)
    shared = pairs_at_one_address(now)
    together = who_met(shared)
    candidates = set(met) | (shared & together)
    return _heaviest(_suspicions(candidates, met, now))


def of_pair(first: User, second: User, now: datetime) -> Suspicion:
    """Return everything that is noticed about two people, for moderators."""
    pair = frozenset((first.pk, second.pk))
    met = games_between(now, pair)
    found = _suspicions({pair}, met, now)
    if found:
        return found[0]
    people = {first.pk: first, second.pk: second}
    return Suspicion(_sorted(pair, people), [], met.get(pair, []))


def _suspicions(candidates: Collection[Pair], met: dict[Pair, list[Met]], now: datetime) -> list[Suspicion]:
    ids = {user for pair in candidates for user in pair}
    everybody = ids | {user for pair in met for user in pair}
    people = User.objects.in_bulk(everybody)
    came = visits_of(ids, now)
    said: dict[Pair, list[SharedConnection]] = {}
    for row in SharedConnection.objects.filter(user__in=ids, other__in=ids).select_related("user", "other"):
        said.setdefault(frozenset((row.user_id, row.other_id)), []).append(row)
    found = []
    for pair in candidates:
        games = met.get(pair, [])
        signs = signs_of_games(pair, games, met, people) + signs_of_visits(pair, came)
        if signs:
            found.append(Suspicion(_sorted(pair, people), signs, games, said.get(pair, [])))
    return found


def _sorted(pair: Pair, people: dict[int, User]) -> tuple[User, User]:
    first, second = sorted(pair)
    return people[first], people[second]


def _heaviest(found: Iterable[Suspicion]) -> list[Suspicion]:
    return sorted(
        (s for s in found if s.weight > 0),
        key=lambda s: (s.said_household, -s.weight, [p.username for p in s.people]),
    )


# -- from the results --------------------------------------------------------------------------


def games_between(now: datetime, users: Collection[int] | None = None) -> dict[Pair, list[Met]]:
    """Return the finished games of two people with accounts, by pair, the oldest first.

    Args:
        users: only games in which one of these (ids) played.
    """
    seats = RecordSeat.objects.filter(
        record__finished_at__gte=now - timedelta(days=LOOKED_BACK_DAYS),
        record__game__visibility=Game.Visibility.PUBLIC,
    )
    if users is not None:
        seats = seats.filter(record__in=RecordSeat.objects.filter(user__in=users).values("record"))
    by_record: dict[int, list[dict[str, Any]]] = {}
    for row in seats.order_by("-record", "index").values(
        "record",
        "user",
        "won",
        "full_decisions",
        reason=F("record__reason"),
        counts=F("record__counts"),
        annulled=F("record__annulled"),
        at=F("record__finished_at"),
        game=F("record__game__key"),
        owner=F("record__game__owner"),
        made=F("record__game__created_at"),
        full=F("record__game__full_at"),
    )[:MOST_SEATS]:
        by_record.setdefault(row["record"], []).append({**row})
    found: dict[Pair, list[Met]] = {}
    for two in by_record.values():
        pair = frozenset(row["user"] for row in two)
        if len(two) == 2 == len(pair) and None not in pair:
            found.setdefault(pair, []).append(_met(two, pair))
    return {pair: sorted(games, key=lambda m: m.at) for pair, games in found.items()}


def _met(two: list[dict[str, Any]], pair: Pair) -> Met:
    first = two[0]
    losers = [row for row in two if not row["won"]]
    loser = losers[0] if len(losers) == 1 else None
    return Met(
        game=first["game"],
        at=first["at"],
        loser=loser["user"] if loser else 0,
        gave_up=loser is not None and first["reason"] in ("resignation", "time"),
        decisions=loser["full_decisions"] if loser else 0,
        instant=first["owner"] in pair
        and first["full"] is not None
        and first["full"] - first["made"] <= INSTANT,
        counts=first["counts"],
        annulled=first["annulled"],
    )


def signs_of_games(
    pair: Pair, games: list[Met], everybody: dict[Pair, list[Met]], people: dict[int, User]
) -> list[Sign]:
    """Return what the results of a pair's games tell; all of it is public."""
    signs = []
    given_up = [game for game in games if game.gave_up]
    losers = Counter(game.loser for game in given_up)
    if len(losers) == 1 and len(given_up) >= ENOUGH_GAMES:
        loser = people[given_up[0].loser].shown_name
        signs.append(
            Sign("one-way", 2, f"{loser} gave up all {len(given_up)} of their games that somebody gave up.")
        )
    early = Counter(g.loser for g in given_up if g.counts and g.decisions <= FEW_DECISIONS)
    for loser_id, number in early.items():
        if number >= ENOUGH_GAMES:
            name = people[loser_id].shown_name
            words = f"{name} gave up {number} counting games within {FEW_DECISIONS} decisions."
            signs.append(Sign("early", 2, words))
    instant = sum(game.instant for game in games)
    if instant >= ENOUGH_INSTANT:
        words = f"{instant} tables of one were taken by the other within a minute."
        signs.append(Sign("instant", 1, words))
    counting = sum(game.counts for game in games)
    for user in sorted(pair):
        own = sum(game.counts for other, rows in everybody.items() if user in other for game in rows)
        if own >= ENOUGH_ALONE and counting / own >= SHARE_ALONE:
            words = f"{people[user].shown_name} played {counting} of {own} counting games against the other."
            signs.append(Sign("only-each-other", 2, words))
    return signs


# -- from the visits ---------------------------------------------------------------------------


def pairs_at_one_address(now: datetime) -> set[Pair]:
    """Return the pairs of accounts that came from one address which is not crowded."""
    since = now - settings.HOUSE.visits_kept
    return {
        frozenset(pair)
        for people in visits.telling_addresses(since).values()
        for pair in combinations(sorted(people), 2)
    }


def who_met(pairs: Collection[Pair]) -> set[Pair]:
    """Return those of the pairs who sat at one public table, or are in one event."""
    users = {user for pair in pairs for user in pair}
    places: dict[tuple[str, int], set[int]] = {}
    seats = Seat.objects.filter(user__in=users, game__visibility=Game.Visibility.PUBLIC)
    for game, user in seats.values_list("game", "user"):
        places.setdefault(("game", game), set()).add(user or 0)
    entries = Entrant.objects.filter(user__in=users).values_list("competition", "user")
    for competition, user in entries:
        places.setdefault(("event", competition), set()).add(user)
    return {pair for pair in pairs if any(pair <= there for there in places.values())}


def visits_of(users: Collection[int], now: datetime) -> dict[int, list[Visit]]:
    """Return the visits of these people from addresses that tell something, in their order."""
    since = now - settings.HOUSE.visits_kept
    addresses = visits.telling_addresses(since, users)
    rows = Visit.objects.filter(user__in=users, last_at__gte=since, address__in=list(addresses))
    found: dict[int, list[Visit]] = {}
    for row in rows.order_by("begun_at", "pk"):
        found.setdefault(row.user_id, []).append(row)
    return found


def signs_of_visits(pair: Pair, came: dict[int, list[Visit]]) -> list[Sign]:
    """Return what the visits of two people tell. No address and no code of one is in the words."""
    first, second = sorted(pair)
    common = {v.address for v in came.get(first, [])} & {v.address for v in came.get(second, [])}
    mine = [v for v in came.get(first, []) if v.address in common]
    theirs = [v for v in came.get(second, []) if v.address in common]
    if not common:
        return []
    browsers = {v.browser for v in mine} & {v.browser for v in theirs} - {""}
    days = {v.begun_at.date() for v in mine} & {v.begun_at.date() for v in theirs}
    how = " with the same sort of browser" if browsers else ""
    on = f"; on {len(days)} day{'s' if len(days) > 1 else ''} both" if days else "; never on one day"
    words = f"Both came from one address{how}{on}."
    signs = [Sign("same-address", 3 if browsers else 2, words, private=True)]
    at_once = sum(a.begun_at < b.last_at and b.begun_at < a.last_at for a in mine for b in theirs)
    line = sorted([*mine, *theirs], key=lambda v: (v.begun_at, v.last_at))
    turns = sum(
        before.user_id != after.user_id and after.begun_at - before.last_at <= TURN
        for before, after in pairwise(line)
    )
    if at_once:
        times = "once" if at_once == 1 else f"{at_once} times"
        words = f"They were here at the same time {times}, which speaks for two people."
        signs.append(Sign("at-once", -1, words, private=True))
    elif turns >= ENOUGH_TURNS:
        words = f"They took turns {turns} times within an hour, and were never here at once."
        signs.append(Sign("taking-turns", 3, words, private=True))
    return signs
