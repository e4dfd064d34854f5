"""What must hold of an event at every moment, for whoever looks at it, by its pages and over the API."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import combinations, pairwise, permutations
from random import Random
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from games.models import Game
from leagues.formats import FORMATS, Entrant, Meeting, Table
from leagues.formats.season import next_tiers
from leagues.formats.tie_breaks import weaker_side_of
from leagues.models import Competition, Pairing, Place
from leagues.notices import compose
from notifications.models import Delivery
from tests.leagues.reading import Form, acts_offered, lines_of, standings_of, text_of
from tests.leagues.world import check_invariants

#: Forms of one act that one examination tries: which, is left to chance.
TRIED = 1
#: Where a won game counts 1 on the page and 2 over the API.
HALVED = ("knock-out", "ladder")
PLAYED = ("", "played", "adjudicated", "deadline")


class Caller:
    """People with a browser and a program each."""

    def __init__(self) -> None:
        self._browsers: dict[int, Client] = {}
        self._secrets: dict[int, str] = {}

    def browser(self, user: User | None) -> Client:
        number = user.pk if user is not None else 0
        if number not in self._browsers:
            self._browsers[number] = Client()
            if user is not None:
                self._browsers[number].force_login(user)
        return self._browsers[number]

    def sign_in_anew(self) -> None:
        """Forget all sessions: they end after some weeks."""
        self._browsers.clear()

    def call(self, user: User | None, path: str, data: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Call the API, to read or, with `data`, to act; status and body."""
        cache.clear()  # nobody here has to wait for a minute to be over
        headers = {}
        if user is not None:
            if user.pk not in self._secrets:
                self._secrets[user.pk] = ApiToken.objects.issue(user, "a program", list(ApiToken.SCOPES))[1]
            headers["Authorization"] = f"Bearer {self._secrets[user.pk]}"
        address = f"/api/v1{path}"
        if data is None:
            answer = Client().get(address, headers=headers)
        else:
            answer = Client().post(address, data, headers=headers, content_type="application/json")
        return answer.status_code, answer.json() if answer.content else None


@contextmanager
def undone() -> Iterator[None]:
    """Take back everything that is done within."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Examiner:
    """Looks at one event as its players, its director, a stranger and a visitor do.

    Attributes:
        spare: somebody who is never in it, whose name is written where an offer asks for one.
    """

    def __init__(
        self, caller: Caller, cup: Competition, director: User, others: tuple[User, User], rng: Random
    ) -> None:
        self.caller = caller
        self.cup = cup
        self.director = director
        self.stranger, self.spare = others
        self.rng = rng
        self._read: set[int] = set()
        self._is_busy = False
        self._pages: dict[tuple[int | str, ...], str] = {}

    def examine(self, corrections: list[tuple[str, str]]) -> None:
        """Look at everything.

        Args:
            corrections: what directors did so far, acts and reasons.
        """
        self._is_busy = True
        self.looking = self.readers()
        self.cup.refresh_from_db()
        check_invariants(self.cup)
        self.games_belong_to_their_pairings()
        document = self.everybody_reads_the_same()
        meetings = self._meetings()
        self.people_meet_as_promised(document, meetings)
        self.the_pure_format_says_the_same(document, meetings)
        self.champions_are_named(document)
        self.reasons_are_kept(corrections)
        self.mails_name_the_event()
        self.what_is_offered_is_not_refused()
        self._is_busy = False
        self._pages.clear()

    # -- pages -------------------------------------------------------------------------------------

    def readers(self) -> list[User | None]:
        """A player, if there is one, the director, and a stranger or a visitor."""
        players = [e.user for e in self.cup.entrants.exclude(user=self.director).select_related("user")]
        strange = self.rng.choice((self.stranger, None))
        return [*self.rng.sample(players, min(1, len(players))), self.director, strange]

    def everybody_reads_the_same(self) -> dict[str, Any]:
        """All pages answer, and the standings are the same on all of them. Returns the API's document."""
        documents = []
        factor = 0.5 if self.cup.format in HALVED else 1.0
        for reader in self.looking:
            status, document = self.caller.call(reader, f"/leagues/{self.cup.key}/")
            assert status == 200
            documents.append(document)
            lines = lines_of(document, factor)
            for page in ("league", "league-standings"):
                tables = standings_of(self.page(reader, page))
                for name, shown in tables.items():
                    told = [(line.rank, line.name, line.points) for line in shown]
                    assert told == lines[name], (reader, page, name)
                if tables and page == "league-standings":
                    assert set(tables) == set(lines)
            if reader != self.director:
                answer = self.caller.browser(reader).get(reverse("league-director", args=[self.cup.key]))
                assert answer.status_code == (302 if reader is None else 403), (reader, answer.status_code)
        first = documents[0]
        for document in documents[1:]:
            for part in ("standings", "entrants", "champions", "rules", "kept_apart", "paired_by_hand"):
                assert document[part] == first[part], part
        self._further_pages(self.rng.choice(self.looking), first, factor)
        self._players_pages(first)
        return first

    def _further_pages(self, reader: User | None, document: dict[str, Any], factor: float) -> None:
        every = standings_of(self.page(reader, "league-standings"))
        if self.cup.status != "registration":
            lines = lines_of(document, factor)
            for name, shown in every.items():
                assert [(line.rank, line.name, line.points) for line in shown] == lines[name]
        for name in ("league-games", "league-acts", "league-calendar"):
            self.page(reader, name)
        rows = json.loads(self.page(reader, "league-export", "standings", "json"))["rows"]
        assert [(row["table"], row["player"], row["points"]) for row in rows] == [
            (table["name"], line["player"], line["points"])
            for table in document["standings"]
            for line in table["lines"]
        ]
        status, said = self.caller.call(reader, f"/leagues/{self.cup.key}/standings/")
        assert (status, said["standings"]) == (200, document["standings"])

    def _players_pages(self, document: dict[str, Any]) -> None:
        """The page of a player names the event and, when it is over, what it has meant."""
        for row in self.rng.sample(document["entrants"], min(2, len(document["entrants"]))):
            text = text_of(self.page(None, "player", row["player"], key=False))
            assert self.cup.name in text
            assert row["outcome"] in text
            assert self.caller.call(None, f"/players/{row['player']}/")[0] == 200

    def page(self, reader: User | None, name: str, *more: str, key: bool = True) -> str:
        """Return a page, which must be there; while all is looked at, every page is fetched once."""
        number = reader.pk if reader is not None else 0
        if (number, name, *more) in self._pages:
            return self._pages[number, name, *more]
        answer = self.caller.browser(reader).get(
            reverse(name, args=[*([self.cup.key] if key else []), *more])
        )
        assert answer.status_code == 200, (reader, name, answer.status_code)
        text: str = answer.content.decode()
        if self._is_busy:
            self._pages[number, name, *more] = text
        return text

    # -- games -------------------------------------------------------------------------------------

    def games_belong_to_their_pairings(self) -> None:
        """Each game that runs is the only one of its pairing, between its players; what was played has a record."""
        pairings = self.cup.pairings.select_related("game", "round").prefetch_related("places__entrant")
        running = set(Game.objects.filter(pairing__competition=self.cup, status="running"))
        for pairing in pairings:
            people = [place.entrant.user_id for place in pairing.places.all()]
            assert len(set(people)) == len(people)
            if pairing.state == Pairing.State.PLAYING and pairing.game.status == Game.Status.RUNNING:
                running.remove(pairing.game)
                assert list(pairing.game.seats.order_by("position").values_list("user", flat=True)) == people
        if self.cup.status != Competition.Status.CANCELLED:
            assert not running, "games that run and are waited for by no pairing"
        played = {pairing.game_id for pairing in pairings if pairing.outcome == Pairing.Outcome.PLAYED}
        assert played <= set(self.cup.records.values_list("game", flat=True))

    def people_meet_as_promised(self, document: dict[str, Any], meetings: list[Meeting]) -> None:
        """Nobody meets, rests or has a side more often than the format says; games of a set swap the sides."""
        meetings = [m for m in meetings if m.slot != "P"]
        met = Counter(frozenset(m.sides) for m in meetings if len(m.sides) == 2)
        if self.cup.format in ("season", "round-robin", "mini-cup"):
            self._groups_meet(document, met)
        elif self.cup.format == "swiss":
            assert max(met.values(), default=0) <= 1
            rests = Counter(m.sides[0] for m in meetings if m.is_bye and not m.slot)
            assert max(rests.values(), default=0) <= 1
            lean: Counter[int] = Counter()
            for first, second in (m.sides for m in meetings if len(m.sides) == 2):
                lean.update({first: 1})
                lean.subtract({second: 1})
            assert all(abs(times) <= 2 for times in lean.values())
        elif self.cup.format == "knock-out":
            sets: dict[str, list[tuple[int, ...]]] = {}
            for meeting in meetings:
                sets.setdefault(meeting.slot, []).append(meeting.sides)
            assert all(len(games) == 2 and games[0] == games[1][::-1] for games in sets.values())

    def _groups_meet(self, document: dict[str, Any], met: Counter[frozenset[int]]) -> None:
        """In a group everybody meets everybody so often, as soon as all games are paired; elsewhere nobody."""
        games = self.cup.settings.get("games_per_pair", 2)
        is_paired = self.cup.status == Competition.Status.FINISHED or (
            self.cup.status == Competition.Status.RUNNING and self.cup.settings.get("pace", "all") == "all"
        )
        for one, other in combinations(document["entrants"], 2):
            together = bool(one["group"]) and one["group"] == other["group"]
            times = met[frozenset((one["id"], other["id"]))]
            assert times <= (games if together else 0)
            assert times == games or not together or not is_paired

    # -- the pure formats --------------------------------------------------------------------------

    def the_pure_format_says_the_same(self, document: dict[str, Any], meetings: list[Meeting]) -> None:
        """What programs read of entrants and pairings makes the standings, by the format on paper."""
        form = FORMATS[self.cup.format]
        entrants = [
            Entrant(
                row["id"],
                row["seed"] or row["id"],
                1,
                row["state"] == "entered",
                row["group"],
                row["place"],
                tuple(row["byes"]),
            )
            for row in document["entrants"]
        ]
        weaker = weaker_side_of([m for m in meetings if m.is_decided])
        tables = form.tables(entrants, meetings, document["settings"], weaker)
        assert [(t.name, _plain(t)) for t in tables] == [
            (
                t["name"],
                [
                    (
                        line["entrant"],
                        line["rank"],
                        line["points"],
                        line["won"],
                        line["drawn"],
                        line["lost"],
                        line["tie"],
                    )
                    for line in t["lines"]
                ],
            )
            for t in document["standings"]
        ]
        self._points_add_up(tables, meetings)
        names = {row["id"]: row["player"] for row in document["entrants"]}
        if self.cup.status == Competition.Status.FINISHED:
            assert sorted(document["champions"]) == sorted(names[e] for e in form.champions(tables))
        if self.cup.format == "season":
            self._who_goes_up_and_down(tables, document, names)

    def _meetings(self) -> list[Meeting]:
        """The pairings as programs read them; used time and handicaps, which they do not read, as they are kept."""
        kept: dict[int, list[tuple[float, int]]] = {}
        for number, seconds, handicap in (
            Place.objects.filter(pairing__competition=self.cup)
            .order_by("index")
            .values_list("pairing__number", "seconds_used", "handicap")
        ):
            kept.setdefault(number, []).append((seconds, handicap))
        rows, after = [], 0
        while after is not None:
            status, said = self.caller.call(None, f"/leagues/{self.cup.key}/pairings/?after={after}")
            assert status == 200
            rows += said["results"]
            after = said["next"]
        return [
            Meeting(
                row["round"],
                tuple(side["entrant"] for side in row["sides"]),
                row["group"],
                row["slot"],
                tuple(side["points"] for side in row["sides"]) if row["state"] == "done" else None,
                tuple(n for n, side in enumerate(row["sides"]) if side["won"])
                if row["state"] == "done"
                else None,
                row["outcome"] in PLAYED,
                tuple(seconds for seconds, _ in kept[row["number"]]),
                tuple(handicap for _, handicap in kept[row["number"]]),
                row["number"],
            )
            for row in rows
        ]

    def _points_add_up(self, tables: list[Table], meetings: list[Meeting]) -> None:
        """Where a win counts 2, a table holds as many points as its decided games have given."""
        if self.cup.format == "ladder" or self.cup.settings.get("scoring") == "community":
            return
        given = sum(sum(m.points or ()) for m in meetings if m.slot != "P")
        assert sum(line.points for table in tables for line in table.lines) == given

    def _who_goes_up_and_down(
        self, tables: list[Table], document: dict[str, Any], names: dict[int, str]
    ) -> None:
        following = next_tiers(tables, self.cup.settings["promoted"], self.cup.settings["relegated"])
        now = {line.entrant: number for number, table in enumerate(tables, 1) for line in table.lines}
        if following == now:
            following = {}
        told = {line["entrant"]: line["next_tier"] for t in document["standings"] for line in t["lines"]}
        assert told == {entrant: following.get(entrant) for entrant in now}
        tables_shown = standings_of(self.page(None, "league-standings"))
        shown = {line.name: line.mark for table in tables_shown.values() for line in table}
        if self.cup.status == Competition.Status.FINISHED:
            for entrant, tier in following.items():
                moves = tier != now[entrant]
                words = f"goes {'up' if tier < now[entrant] else 'down'} to Tier {tier}"
                assert (words in shown[names[entrant]]) == moves

    # -- what it has meant -------------------------------------------------------------------------

    def champions_are_named(self, document: dict[str, Any]) -> None:
        """When it is over, and no sooner, the page names the champions, and the last mails tell what became of all."""
        names = document["champions"]
        banner = self.page(None, "league").partition('class="card champion"')[2].partition("</p>")[0]
        if self.cup.status != Competition.Status.FINISHED:
            assert (names, banner) == ([], "")
            return
        rows = self.cup.entrants.exclude(final_place=0).select_related("user")
        assert set(names) == {row.user.shown_name for row in rows if row.champion}
        for row in rows:
            name = row.user.shown_name
            assert (name in banner) == (name in names if names else row.final_place == 1)
            if row.state != "entered":
                continue
            told = Delivery.objects.filter(user=row.user, channel="email", subject__what="finished")
            notice = compose(told.get(subject__competition=self.cup.key))
            assert notice is not None
            assert f" {row.final_place} of {row.final_of}" in notice.text
            assert ("You are champion" in notice.text) == row.champion
            assert row.champion or all(name in notice.text for name in names)

    # -- what directors did, and who was told ------------------------------------------------------

    def reasons_are_kept(self, corrections: list[tuple[str, str]]) -> None:
        """Every correction has its entry, with its reason and who made it, for everybody to read."""
        status, said = self.caller.call(None, f"/leagues/{self.cup.key}/audit/")
        assert status == 200
        entries = {(entry["act"], entry["reason"]): entry for entry in said["results"]}
        text = text_of(self.page(None, "league-acts"))
        for act, reason in corrections:
            assert entries[act, reason]["by"] == self.director.shown_name
            assert f"“{reason}”" in text

    def mails_name_the_event(self) -> None:
        """Every mail of the event that went out since the last time names it, in its subject and its text."""
        fresh = Delivery.objects.filter(channel="email", subject__competition=self.cup.key)
        for delivery in fresh.exclude(pk__in=self._read).select_related("user"):
            self._read.add(delivery.pk)
            notice = compose(delivery)
            if notice is not None:
                assert self.cup.name in notice.subject
                assert self.cup.name in text_of(notice.text), delivery.subject

    # -- offers ------------------------------------------------------------------------------------

    def what_is_offered_is_not_refused(self) -> None:
        """Acts are tried as the pages offer them, and taken back."""
        key = self.cup.key
        director = self.page(self.director, "league-director")
        self._try(self.director, acts_offered(director, f"/leagues/{key}/direct/"))
        for reader in filter(None, self.looking):
            self._try(reader, acts_offered(self.page(reader, "league"), f"/leagues/{key}/do/"))

    def _try(self, reader: User, offered: dict[str, list[Form]]) -> None:
        for act, forms in offered.items():
            for form in self.rng.sample(forms, min(TRIED, len(forms))):
                action = next(a for a in form.actions if a.strip("/").endswith(f"/{act}"))
                refusals = []
                for said in self._filled(act, form):
                    with undone():
                        answer = self.caller.browser(reader).post(action, said)
                    if answer.status_code == 302 and "/accounts/login" not in answer["Location"]:
                        break
                    refusals.append((said, text_of(answer.content.decode())[-300:]))
                else:
                    raise AssertionError(f"{reader} is offered {act}, and refused: {refusals}")

    def _filled(self, act: str, form: Form) -> Iterator[dict[str, str]]:
        """Ways to fill in a form. Of lists of two people some pair must do, of any other every choice."""
        said = dict(form.said)
        for name in form.needed:
            said[name] = {"username": self.spare.username}.get(name, "As it is offered.")
        if act == "correct":
            for number in (7, 9):
                yield {**said, "change": f"Coins of Sauron = {number}"}
            return
        if act == "play-again":
            said["step"] = "0"
        if act == "remove-director" or act == "take-back-invitation":
            said["username"] = form.said["username"]
        if act == "dates":
            said["ends"] = f"{self.cup.created_at + timedelta(days=400):%Y-%m-%d}"
        if act == "rung":
            rungs = self.cup.entrants.filter(state="entered").count()
            said["rung"] = "2" if said["rung"] == "1" else "1"
            assert rungs > 1
        if {"entrant", "other"} <= set(form.choices):
            pairs = list(permutations(form.choices["entrant"], 2))
            self.rng.shuffle(pairs)
            for one, other in pairs:
                yield {**said, "entrant": one, "other": other}
            return
        for name, choices in form.choices.items():
            said[name] = self.rng.choice(choices)
        yield said


def _plain(table: Table) -> list[tuple[Any, ...]]:
    for line, after in pairwise(table.lines):
        assert line.rank <= after.rank
    return [
        (line.entrant, line.rank, round(line.points, 4), line.won, line.drawn, line.lost, line.tie)
        for line in table.lines
    ]
