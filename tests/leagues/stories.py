"""An event as it is told: people act by its pages or by programs, and after every step all is looked at."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from random import Random
from typing import Any

from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat
from games.tasks import play_bot
from leagues.models import Competition, Entrant, Pairing
from leagues.notices import compose
from notifications.models import Delivery
from tests.conftest import person
from tests.leagues.examining import Caller, Examiner
from tests.leagues.reading import acts_offered, forms_of
from tests.leagues.world import World

#: How the audit trail calls what directors do.
CALLED = {
    "readmit": "readmitted",
    "adjudicate": "adjudicated",
    "rung": "rung-set",
    "keep-apart": "kept-apart",
    "let-meet": "let-meet",
    "pair": "paired-by-hand",
    "unpair": "unpaired",
    "extend": "extended",
    "remove": "removed",
    "replace": "replaced",
    "excuse": "excused",
    "end-round": "round-ended",
    "dates": "dates",
    "pause": "paused",
    "resume": "resumed",
    "give-time": "gave-time",
    "correct": "corrected",
    "play-again": "copied",
}

#: Who wins a game, by its people in the order of their seats: the index of a seat.
Winner = Callable[[list[User]], int]


def first_seat(people: list[User]) -> int:
    return 0


class Story:
    """One event, founded by Elrond, with players in it, Butterbur who only looks on, and Nob whom nobody asks.

    Whether an act is done on a page or over the API is left to chance, and so is who wins; it is the same every time.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = Random(1)
        self.caller = Caller()
        self.elrond = person("elrond")
        self.stranger = person("butterbur")
        self.spare = person("nob")
        self.people: dict[str, User] = {}
        self.corrections: list[tuple[str, str]] = []
        self.cup: Competition
        self.examiner: Examiner

    # -- founding ----------------------------------------------------------------------------------

    def found(self, preset: str, name: str, **changed: Any) -> None:
        """Elrond fills in the form of a new event."""
        browser = self.caller.browser(self.elrond)
        where = reverse("new-league")
        page = browser.get(where, {"preset": preset, "title": "duel"}).content.decode()
        form = next(f for f in forms_of(page) if "name" in f.said)
        said = form.said | {"preset": preset, "title": "duel", "name": name, "grace": "0"}
        said |= {key: str(value) for key, value in changed.items() if value is not False}
        answer = browser.post(where, {k: v for k, v in said.items() if changed.get(k) is not False})
        assert answer.status_code == 302, answer.content.decode()
        self._opened(answer["Location"].strip("/").split("/")[-1])

    def found_by_program(self, preset: str, name: str, **more: Any) -> None:
        """Elrond's program opens a new event."""
        said = {"preset": preset, "title": "duel", "name": name, "terms": {"grace": 0}, **more}
        status, made = self.caller.call(self.elrond, "/leagues/", said)
        assert status == 201, made
        self._opened(made["key"])

    def _opened(self, key: str) -> None:
        self.cup = Competition.objects.get(key=key)
        self.examiner = Examiner(self.caller, self.cup, self.elrond, (self.stranger, self.spare), self.rng)

    def goes_on_in(self, following: Competition) -> None:
        """From here on the story is about what follows the event."""
        self.corrections = []
        self._opened(following.key)

    # -- people ------------------------------------------------------------------------------------

    def arrive(self, *names: str) -> None:
        """People make accounts, and enter."""
        for name in names:
            if name not in self.people:
                self.people[name] = person(name)
            self.does(name, "enter")

    def entrant(self, name: str) -> Entrant:
        found: Entrant = self.cup.entrants.get(user=self.people[name])
        return found

    def line(self, name: str) -> dict[str, Any]:
        """Their line of the standings, as a visitor's program reads it."""
        said = self.caller.call(None, f"/leagues/{self.cup.key}/standings/")[1]
        shown = self.people[name].shown_name
        return next(x for table in said["standings"] for x in table["lines"] if x["player"] == shown)

    def shown(self, name: str | None = None, page: str = "league") -> str:
        """A page of the event as somebody sees it; of Elrond by his name."""
        return self.examiner.page(self.user(name), page)

    def user(self, name: str | None) -> User | None:
        return self.elrond if name == "elrond" else self.people[name] if name is not None else None

    # -- acts --------------------------------------------------------------------------------------

    def does(self, name: str, act: str, refused: bool = False, **said: Any) -> None:
        """Somebody acts on the page of the event, or by program."""
        self._act(self.user(name), act, said, "league-act", "acts", refused)

    def directs(self, act: str, reason: str = "", refused: bool = False, **said: Any) -> None:
        """Elrond acts as a director. Everybody hears why."""
        if reason:
            said["reason"] = reason
        self._act(self.elrond, act, said, "league-direct", "direct", refused)
        if reason and act in CALLED and not refused:
            self.corrections.append((CALLED[act], reason))

    def _act(
        self, user: User | None, act: str, said: dict[str, Any], page: str, path: str, refused: bool
    ) -> None:
        self.world.pass_time(timedelta(minutes=1))
        if self.rng.random() < 0.5:
            answer = self.caller.browser(user).post(reverse(page, args=[self.cup.key, act]), said)
            assert (answer.status_code >= 400) == refused, (act, said, answer.content.decode()[-2000:])
        else:
            status, body = self.caller.call(user, f"/leagues/{self.cup.key}/{path}/{act}/", said)
            assert (status >= 400) == refused, (act, said, body)
        self.cup.refresh_from_db()

    def may_replace(self, name: str) -> bool:
        """Whether Elrond's page offers that somebody takes their place."""
        offered = acts_offered(self.shown("elrond", "league-director"), f"/leagues/{self.cup.key}/direct/")
        return str(self.entrant(name).pk) in {form.said["entrant"] for form in offered.get("replace", [])}

    def decide(self, pairing: Pairing, winner: str, reason: str) -> None:
        """Elrond decides a game for somebody, or as a `draw` …"""
        verdict = winner
        if winner in self.people:
            place = pairing.places.get(entrant__user=self.people[winner])
            verdict = ("first", "second")[place.index]
        self.directs("adjudicate", reason, number=pairing.number, verdict=verdict)

    # -- games -------------------------------------------------------------------------------------

    def game_of(self, one: str, other: str, **more: Any) -> Pairing:
        """The latest pairing of two."""
        both = self.cup.pairings.filter(places__entrant=self.entrant(one), **more)
        found = both.filter(places__entrant=self.entrant(other)).order_by("-number").first()
        assert found is not None
        return found

    def by_chance(self, people: list[User]) -> int:
        return self.rng.randrange(2)

    def better(self, *names: str) -> Winner:
        """Whoever is named first wins."""
        order = {self.people[n].pk: number for number, n in enumerate(names) if n in self.people}
        return lambda people: 0 if order[people[0].pk] < order[people[1].pk] else 1

    def play(self, games: Iterable[Game] | None = None, winner: Winner | None = None) -> None:
        """Games, all that run unless said otherwise, are played: whoever loses gives up on their own page."""
        for game in list(self.world.games(self.cup)) if games is None else games:
            people = [seat.user for seat in game.seats.select_related("user").order_by("position")]
            Seat.objects.filter(game=game).update(full_decisions=5)
            loser = people[1 - (winner or self.by_chance)(people)]
            status, said = self.caller.call(loser, f"/games/{game.key}/acts/resign/", {})
            assert status == 200, said
        self.world.sweep()
        self.cup.refresh_from_db()

    def play_some(self, number: int) -> None:
        """So many of the games that run are played, whichever."""
        games = self.world.games(self.cup)
        self.play(self.rng.sample(games, min(number, len(games))))

    def play_to_the_end(self, winner: Winner | None = None) -> None:
        """All games are played, round by round, until the sweep has ended the event."""
        for _ in range(30):
            if self.cup.status != Competition.Status.RUNNING:
                break
            self.play(winner=winner)
        assert self.cup.status == Competition.Status.FINISHED

    def play_to_the_last_card(self, game: Game) -> None:
        """Both play as a bot would, until the rules end their game."""
        people = dict(game.seats.values_list("pk", "user"))
        game.seats.update(bot="squire")
        while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
            play_bot(game.key)
        for seat, user in people.items():
            game.seats.filter(pk=seat).update(bot="", user=user)
        self.sweep()

    def runs_out_of_time(self, name: str) -> Pairing:
        """Somebody does not answer in a game any more, and loses it by the clock."""
        pairing = self.cup.pairings.filter(places__entrant=self.entrant(name), state="playing").first()
        assert pairing is not None
        assert pairing.game is not None
        self.world.run_out(pairing.game, self.people[name])
        self.caller.sign_in_anew()
        self.cup.refresh_from_db()
        pairing.refresh_from_db()
        return pairing

    def wait(self, days: int) -> None:
        """Days go by in which nothing happens."""
        self.world.pass_time(timedelta(days=days))
        self.caller.sign_in_anew()
        self.sweep()

    # -- looking -----------------------------------------------------------------------------------

    def examine(self) -> None:
        self.examiner.examine(self.corrections)

    def sweep(self) -> None:
        self.world.sweep()
        self.cup.refresh_from_db()

    def last_mail_to(self, name: str) -> str:
        """What the last mail of the event tells somebody."""
        told = Delivery.objects.filter(user=self.people[name], channel="email", subject__what="finished")
        notice = compose(told.get(subject__competition=self.cup.key))
        assert notice is not None
        return notice.text
