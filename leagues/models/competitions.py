"""Competitions: entrants, rounds, pairings."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from games.models import Game, new_key

USER = settings.AUTH_USER_MODEL


class Competition(models.Model):
    """A league season, a tournament, a ladder or a mini-cup, over one title."""

    class Status(models.TextChoices):
        REGISTRATION = "registration", "Open for registration"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        CANCELLED = "cancelled", "Cancelled"

    class AtDeadline(models.TextChoices):
        """The fate of a game that is not finished at its deadline; read by players before entering."""

        DIRECTOR = "director", "The director decides"
        POSITION = (
            "position",
            "Whoever stands better in the game wins; where the game cannot tell, the director decides",
        )
        CLOCK = "clock", "Whoever has used less time wins"
        DOUBLE_LOSS = "double-loss", "Both lose"
        PLAY_ON = "play-on", "They play on, and the result counts when it comes"

    class Handicap(models.TextChoices):
        """Means to level the games of a title that knows handicaps; read by players before entering."""

        NONE = "", "None but the options of the game"
        BALANCE = "balance", "What levels the two sides, by all games here so far"
        RATINGS = "ratings", "What levels the two players, by their ratings on the sides they play"

    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=80)
    description = models.TextField(max_length=2000, blank=True)
    title = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    format = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTRATION)
    #: The league it belongs to (`General`, `LoME`), for result records; "" for a tournament.
    league = models.CharField(max_length=20, blank=True)

    owner = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="competitions_owned")
    directors: "models.ManyToManyField[Any, Any]" = models.ManyToManyField(
        USER, related_name="competitions_directed", blank=True
    )

    # entering
    least_entrants = models.PositiveSmallIntegerField(default=2)
    most_entrants = models.PositiveSmallIntegerField(default=0)
    registration_closes_at = models.DateTimeField(null=True, blank=True)
    starts_when_full = models.BooleanField(default=False)
    #: Who may enter: the mean of the sides' ratings from and to (0: any), games that counted for ratings, at least;
    #: and only who is invited.
    least_rating = models.PositiveSmallIntegerField(default=0)
    most_rating = models.PositiveSmallIntegerField(default=0)
    least_games = models.PositiveSmallIntegerField(default=0)
    by_invitation = models.BooleanField(default=False)
    #: Directors may keep people apart, and pair two by hand before a round is paired.
    pairing_by_hand = models.BooleanField(default=False)
    #: People in a team; 0: everybody plays alone.
    team_size = models.PositiveSmallIntegerField(default=0)

    # the games
    clock_preset = models.CharField(max_length=20, default="fast")
    #: What is agreed about time beside the clock (games.time.terms): weekends, vacations, pauses, grace.
    terms = models.JSONField(default=dict)
    rated = models.BooleanField(default=True)
    spectators = models.CharField(max_length=8, choices=Game.Spectators, default=Game.Spectators.ALL)
    chat = models.CharField(max_length=8, choices=Game.Chat, default=Game.Chat.PLAYERS)
    games_at_once = models.PositiveSmallIntegerField(default=0)
    handicap = models.CharField(max_length=8, choices=Handicap, default=Handicap.NONE, blank=True)

    # deadlines
    round_days = models.PositiveSmallIntegerField(default=0)
    ends_at = models.DateTimeField(null=True, blank=True)
    at_deadline = models.CharField(max_length=12, choices=AtDeadline, default=AtDeadline.DIRECTOR)

    #: The next mini-cup opens when this one begins; the next season takes over the tiers.
    renews = models.BooleanField(default=False)
    previous = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="following")

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    #: When the sweep has to look again; null where only people can move it on.
    due_at = models.DateTimeField(null=True, blank=True)
    #: Changes with everything that pairing looks at: a pairing made from an older state is thrown away.
    revision = models.PositiveIntegerField(default=0)
    #: The deadline for which reminders of the registration or of the end were sent.
    reminded_for = models.DateTimeField(null=True, blank=True)
    #: What it has meant for its entrants is written down.
    concluded = models.BooleanField(default=False)

    class Meta:
        ordering = ("-created_at",)
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="competition_due"),
            models.Index(fields=["status", "-created_at"], name="competition_status"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def url(self) -> str:
        """The address of its page on this site."""
        return f"/leagues/{self.key}/"

    @property
    def address(self) -> str:
        """The full address of its page."""
        return settings.SITE_URL + self.url


class Invitation(models.Model):
    """Somebody who may enter an event that is by invitation."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(USER, models.CASCADE, related_name="event_invitations")
    at = models.DateTimeField()

    class Meta:
        ordering = ("competition_id", "pk")
        constraints = [models.UniqueConstraint(fields=["competition", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.competition_id}"


class Team(models.Model):
    """People who play together in an event of teams."""

    class State(models.TextChoices):
        ENTERED = "entered", "In"
        INCOMPLETE = "incomplete", "Was not complete"
        OUT = "out", "Is out"

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=40)
    #: Who founded it, and orders it until it begins.
    captain = models.ForeignKey(USER, models.PROTECT, related_name="teams_led")
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    #: As those of an entrant.
    seed = models.PositiveIntegerField(default=0)
    group = models.CharField(max_length=20, blank=True)
    place = models.PositiveIntegerField(default=0)
    founded_at = models.DateTimeField()
    final_place = models.PositiveIntegerField(default=0)
    final_of = models.PositiveIntegerField(default=0)
    champion = models.BooleanField(default=False)

    class Meta:
        ordering = ("competition_id", "seed", "pk")
        constraints = [models.UniqueConstraint("competition", Lower("name"), name="team_called_once")]

    def __str__(self) -> str:
        return self.name


class TeamInvitation(models.Model):
    """Somebody whom a captain has asked into a team, and who has not answered."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(USER, models.CASCADE, related_name="team_invitations")
    at = models.DateTimeField()

    class Meta:
        ordering = ("team_id", "pk")
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="asked_into_team_once")]

    def __str__(self) -> str:
        return f"{self.user_id} into {self.team_id}"


class Entrant(models.Model):
    """Somebody in a competition."""

    class State(models.TextChoices):
        ENTERED = "entered", "In"
        WITHDRAWN = "withdrawn", "Has left"
        REMOVED = "removed", "Taken out"

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="entrants")
    user = models.ForeignKey(USER, models.PROTECT, related_name="entries")
    #: The team they play for, and where they sit in it, from 1 (0 for nobody's).
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="members")
    board = models.PositiveSmallIntegerField(default=0)
    seed = models.PositiveIntegerField(default=0)
    tier = models.PositiveSmallIntegerField(default=0)
    #: Tier, pool or bracket, and the number within it or the rung of a ladder; set when it begins.
    group = models.CharField(max_length=20, blank=True)
    place = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    #: Why they left, as players may read it.
    reason = models.CharField(max_length=200, blank=True)
    #: What they mix into the draws of their games here, "" for nothing, and when it came (`services.rounds.seeds`).
    salt = models.CharField(max_length=64, blank=True)
    salt_at = models.DateTimeField(null=True, blank=True)
    #: Numbers of the rounds in which they do not play, at their own wish.
    byes = models.JSONField(default=list)
    #: What it has meant in the end: the place among so many, from 1 (0 before), and the tier in what follows (0: none).
    final_place = models.PositiveIntegerField(default=0)
    final_of = models.PositiveIntegerField(default=0)
    next_tier = models.PositiveSmallIntegerField(default=0)
    champion = models.BooleanField(default=False)

    class Meta:
        ordering = ("competition_id", "seed", "pk")
        constraints = [models.UniqueConstraint(fields=["competition", "user"], name="enters_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.competition_id}"


class Round(models.Model):
    """A round: everything that was paired at one moment, in one transaction."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    paired_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("competition_id", "number")
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_round_of_each_number")
        ]

    def __str__(self) -> str:
        return f"{self.competition_id} round {self.number}"


class Match(models.Model):
    """Two teams that meet in a round, or one that rests; its games are pairings, one for each board."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    first = models.ForeignKey(Team, models.CASCADE, related_name="+")
    #: Null: the first one rests.
    second = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="+")
    group = models.CharField(max_length=20, blank=True)
    slot = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ("competition_id", "number")
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_match_of_each_number")
        ]

    def __str__(self) -> str:
        return f"{self.competition_id}, match {self.number}"


class Pairing(models.Model):
    """One game that is due between entrants, or a bye."""

    class State(models.TextChoices):
        WAITING = "waiting", "Not begun"
        PLAYING = "playing", "Being played"
        DONE = "done", "Decided"

    class Outcome(models.TextChoices):
        NONE = "", "Open"
        PLAYED = "played", "Played"
        BYE = "bye", "Bye"
        WALKOVER = "walkover", "Won without playing"
        ADJUDICATED = "adjudicated", "Decided by the director"
        DEADLINE = "deadline", "Decided at the deadline"
        UNPLAYED = "unplayed", "Not played"

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="pairings")
    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    number = models.PositiveIntegerField()
    group = models.CharField(max_length=20, blank=True)
    slot = models.CharField(max_length=12, blank=True)
    #: The match of two teams that it is a game of, and on which board, from 1.
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="games")
    board = models.PositiveSmallIntegerField(default=0)
    #: Which of the event's seeds its game has, from 0 (`services.rounds.seeds`); null where there is no game to play.
    seed_number = models.PositiveIntegerField(null=True, blank=True)
    game = models.OneToOneField(Game, models.SET_NULL, null=True, blank=True, related_name="pairing")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    outcome = models.CharField(max_length=12, choices=Outcome, default=Outcome.NONE, blank=True)
    #: Why it was decided so, or put off, as the players read it.
    reason = models.CharField(max_length=300, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    #: The deadline has passed and the director has to decide.
    needs_director = models.BooleanField(default=False)
    #: The deadline has passed and the round goes on without waiting for it.
    plays_on = models.BooleanField(default=False)
    reminded_for = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("competition_id", "number")
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="one_pairing_of_each_number"),
            models.UniqueConstraint(fields=["competition", "seed_number"], name="one_game_of_each_seed"),
        ]
        indexes = [models.Index(fields=["competition", "state"], name="pairing_state")]

    def __str__(self) -> str:
        return f"{self.competition_id}/{self.number}"


class Place(models.Model):
    """An entrant's side of a pairing. `index` is the seat's place in the title's seating order."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="places")
    index = models.PositiveSmallIntegerField()
    points = models.FloatField(null=True, blank=True)
    #: Among the winners; all of a pairing for a draw.
    won = models.BooleanField(default=False)
    #: Of those who have won together, who by the rules of the title has won for themselves, too (`Title.facts`).
    won_individually = models.BooleanField(default=False)
    #: Lost by the clock; bars from the next event until amends are made, unless excused (TOU-13).
    timed_out = models.BooleanField(default=False)
    excused = models.BooleanField(default=False)
    #: Lost because its player left, or was taken out: it can be played after all if they are let in again.
    by_leaving = models.BooleanField(default=False)
    seconds_used = models.FloatField(default=0)
    handicap = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("pairing_id", "index")
        constraints = [models.UniqueConstraint(fields=["pairing", "index"], name="one_place_of_each_index")]

    def __str__(self) -> str:
        return f"{self.pairing_id}:{self.index}"
