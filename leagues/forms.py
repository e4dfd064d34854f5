"""Forms of the leagues, made from what the formats, the titles and the clocks offer."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone

import rules
from games.lobby.fields import (
    OPTION_PREFIX,
    OptionRow,
    option_field,
    option_rows,
    options_chosen,
    options_in,
    options_of_size,
    preset_choices,
)
from games.models import Game
from leagues.formats import FORMATS, TEAM_FORMATS
from leagues.formats.teams import LEAST_BOARDS, MOST_BOARDS
from leagues.models import Competition, PersonReport
from leagues.presets import Preset
from leagues.services.lifecycle.creation import BY_HAND, FIELDS, NUMBERS, Proposal
from leagues.services.records import facts
from leagues.services.records.handicaps import is_offered

SETTING_PREFIX = "setting-"

RATING_HELP = "The mean of the sides, as the ranking shows it for OpenSkill. 0: any."


def number(
    label: str, most: int | None, help_text: str = "", *, least: int = 0, required: bool = True
) -> forms.IntegerField:
    """Return the field of a whole number."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=required
    )


def checked_number(
    name: str, label: str, help_text: str = "", *, required: bool = True
) -> forms.IntegerField:
    """Return the field of a number of a competition, with the bounds by which it is checked."""
    least, most, _ = NUMBERS[name]
    return number(label, most, help_text, least=least, required=required)


def switch(label: str, help_text: str = "", *, initial: bool | None = None) -> forms.BooleanField:
    """Return the field of what is so, or is not."""
    return forms.BooleanField(label=label, help_text=help_text, required=False, initial=initial)


class NewForm(forms.Form):
    """A new competition from a preset: name and dates first, everything else behind “More”.

    Attributes:
        chosen: the title's options as they are filled in; what is offered fits tables with these.
        is_shown_anew: the reader has asked for what fits other options, and goes on filling in.
    """

    is_shown_anew = False

    name = forms.CharField(label="Name", max_length=80)
    description = forms.CharField(
        label="What it is about", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    registration_days = number("Days of registration", 365, "0: until you begin it, or until it is full.")
    season_days = number("Days from now until the end", 1000, "0: when the last game is over.")
    most_entrants = checked_number("most_entrants", "Places", "0: as many as come.")
    clock_preset = forms.ChoiceField(label="Clock")
    least_entrants = checked_number("least_entrants", "Entrants that are needed")
    starts_when_full = switch("Begin as soon as all places are taken")
    least_rating = checked_number("least_rating", "Lowest rating", RATING_HELP, required=False)
    most_rating = checked_number("most_rating", "Highest rating", "0: any.", required=False)
    least_games = checked_number(
        "least_games",
        "Games that are asked for",
        "Of this game, that counted for ratings. 0: none.",
        required=False,
    )
    team_size = number("Players in a team", MOST_BOARDS, "One for each board.", least=LEAST_BOARDS)
    by_invitation = switch("Only people whom the directors invite")
    round_days = checked_number("round_days", "Days of a round", "0: no deadline but the clocks.")
    at_deadline = forms.ChoiceField(
        label="A game that is not finished in time", choices=Competition.AtDeadline.choices
    )
    games_at_once = checked_number("games_at_once", "Games at a time", "0: all that are paired.")
    handicap = forms.ChoiceField(
        label="Handicap",
        choices=Competition.Handicap.choices,
        required=False,
        help_text="Whatever the game knows.",
    )
    league = forms.CharField(
        label="League, for the result records",
        max_length=20,
        required=False,
        help_text="Such as General or LoME.",
    )
    spectators = forms.ChoiceField(label="Spectators", choices=Game.Spectators.choices, required=False)
    chat = forms.ChoiceField(label="Chat at the tables", choices=Game.Chat.choices, required=False)
    rated = switch("Rated")
    grace = number("Grace tokens", None, "Zero on the clock then gives more time.")
    vacation = switch("Vacations stop the clocks", initial=True)
    vacation_days = number("Days of vacation in all", 366, "0: all that somebody takes.")
    weekend = switch("Clocks stand at weekends")
    pauses = switch("Players may agree on a pause")
    bots = switch(
        "A bot may take a seat that was left",
        "When nobody wanted it for long; the game is not rated then.",
    )
    pairing_by_hand = switch(
        "Directors may keep people apart, and pair by hand", "Each time with a reason that everybody reads."
    )
    renews = switch("The next one opens when this one ends")

    #: Who may enter.
    ENTRY = ("least_rating", "most_rating", "least_games", "by_invitation")
    ESSENTIALS = ("name", "description", "registration_days", "season_days", "most_entrants", "clock_preset")

    def __init__(
        self, preset: Preset, title: rules.Title[Any], data: Any = None, initial: Any = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.preset = preset
        self.title = title
        self.fields["grace"].initial = settings.HOUSE.grace_tokens_event
        self.fields["vacation_days"].initial = settings.HOUSE.event_vacation_days
        self.fields["clock_preset"].choices = preset_choices(untimed=False)  # type: ignore[attr-defined]  # a ChoiceField
        self.format = (TEAM_FORMATS if preset.fields.get("team_size") else FORMATS)[preset.format]
        if self.of_teams or self.format.id not in BY_HAND:
            del self.fields["pairing_by_hand"]
        sets = title.option_sets()
        for option in title.option_fields:
            self.fields[OPTION_PREFIX + option.name] = option_field(option, sets.get(option.name))
        for name in title.aids:  # help is the organisers' to give
            self.fields[OPTION_PREFIX + name].initial = False
        self.chosen = options_chosen(self, title)
        if not is_offered(title, self.chosen):
            del self.fields["handicap"]
        if len(title.teams(self.chosen)) == 2:
            del self.fields["bots"]
        for option in self.format.offered(len(title.seats(self.chosen))):
            name = SETTING_PREFIX + option.name
            field = self.fields[name] = option_field(option)
            field.initial = preset.settings.get(option.name, option.default)
            # The page may have shown the settings of tables of another size: what it did not is as usual.
            field.required &= not self.is_bound or name in self.data
        model = {f.name: f for f in Competition._meta.get_fields() if f.name in self.fields}
        for name, field_ in model.items():
            self.fields[name].initial = preset.fields.get(name, getattr(field_, "default", None))
        self.fields["registration_days"].initial = preset.registration_days
        self.fields["season_days"].initial = preset.season_days
        if title.stage != "complete":
            self.fields["rated"].initial = False
        for name in ("name", "description", "league"):
            self.fields[name].initial = ""
        self._fit_teams()

    def _fit_teams(self) -> None:
        """Ask for the size of teams where there are any, in their words; titles with allies know it themselves."""
        if not self.of_teams:
            del self.fields["team_size"]
            return
        self.fields["most_entrants"].label = "Places for teams"
        self.fields["least_entrants"].label = "Teams that are needed"
        together = len(self.title.teams(self.chosen)[0])
        if together > 1:
            self.fields["team_size"].initial = together
            self.fields["team_size"].help_text = f"{together} sit together in {self.title.name}."

    @property
    def of_teams(self) -> bool:
        """Whether it is an event of teams."""
        return bool(self.preset.fields.get("team_size"))

    @property
    def essentials(self) -> list[forms.BoundField]:
        """The fields that everybody looks at."""
        names = (*self.ESSENTIALS, "team_size") if self.of_teams else self.ESSENTIALS
        return [self[name] for name in names]

    @property
    def format_fields(self) -> list[forms.BoundField]:
        """The settings of the format."""
        return [self[name] for name in self.fields if name.startswith(SETTING_PREFIX)]

    @property
    def size_options(self) -> list[forms.BoundField]:
        """The options of the title that say how many sit at a table."""
        return [self[name] for name in options_of_size(self.title)]

    @property
    def option_rows(self) -> list[OptionRow]:
        """The other options of the title."""
        before = options_of_size(self.title)
        return [row for row in option_rows(self, self.title) if row.field.name not in before]

    @property
    def further(self) -> list[forms.BoundField]:
        """Everything else."""
        known = (SETTING_PREFIX, OPTION_PREFIX)
        others = (*self.ESSENTIALS, *self.ENTRY, "team_size")
        return [self[n] for n in self.fields if n not in others and not n.startswith(known)]

    @property
    def entry_fields(self) -> list[forms.BoundField]:
        """Who may enter."""
        return [self[name] for name in self.ENTRY]

    @property
    def more_is_open(self) -> bool:
        """Whether something behind “More” is wrong or was filled in."""
        shown = (*self.ESSENTIALS, "team_size", *options_of_size(self.title))
        return self.is_shown_anew or bool(self.initial) or any(name not in shown for name in self.errors)

    def show_anew(self) -> None:
        """Keep what was filled in for another look, at the settings that fit it, and complain of nothing yet."""
        together = len(self.title.teams(self.chosen)[0])
        if self.of_teams and isinstance(self.data, QueryDict):
            filled_in = self.data.copy()
            usual = self.preset.fields["team_size"]
            filled_in["team_size"] = str(together if together > 1 else usual)
            self.data = filled_in
        self.full_clean()
        self.errors.clear()
        self.is_shown_anew = True

    def proposal(self) -> Proposal:
        """Return what the founder proposes."""
        cleaned = self.cleaned_data
        now = timezone.now()

        def after(days: int) -> datetime | None:
            return now + timedelta(days=days) if days else None

        terms = ("grace", "vacation", "vacation_days", "weekend", "pauses", "bots")
        fields: dict[str, Any] = {
            "registration_closes_at": after(cleaned["registration_days"]),
            "ends_at": after(cleaned["season_days"]),
            **{
                name: cleaned[name]
                for name in FIELDS
                if name in cleaned and (cleaned[name] or name not in ("spectators", "chat"))
            },
        }
        fields.update({name: cleaned[name] or 0 for name in ("least_rating", "most_rating", "least_games")})
        return Proposal(
            name=cleaned["name"],
            title=self.title.id,
            preset=self.preset.id,
            settings={
                name.removeprefix(SETTING_PREFIX): value
                for name, value in cleaned.items()
                if name.startswith(SETTING_PREFIX) and value not in (None, "")
            },
            options=options_in(cleaned),
            terms={name: cleaned[name] for name in terms if name in cleaned},
            fields=fields,
        )


class ReportForm(forms.Form):
    """Telling the moderators about somebody."""

    category = forms.ChoiceField(label="What is it about?", choices=PersonReport.Category.choices)
    text = forms.CharField(
        label="What has happened?",
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Name the game if there is one. They are not told who has written.",
    )
    game = forms.CharField(label="Key or address of the game", max_length=200, required=False)
    #: A line of a chat: game, channel and number, as in `7k2m/players/12`.
    line = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)


class RecordFilterForm(forms.Form):
    """The search among finished games (REP-11)."""

    title = forms.ChoiceField(label="Game", required=False)
    player = forms.CharField(label="Player", max_length=150, required=False)
    opponent = forms.CharField(label="Against", max_length=150, required=False)
    victory = forms.CharField(label="Victory", max_length=40, required=False)
    side = forms.CharField(label="Won by the side", max_length=40, required=False)
    since = forms.DateField(
        label="Ended from", required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label="Ended until", required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    rated = forms.BooleanField(label="Only rated games", required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        titles = rules.titles()
        wanted = (data or {}).get("title", "")
        for fact in facts.filters_of(wanted if wanted in titles else ""):
            self.fields.update(fact_filter(fact))
        choices = [("", "All"), *((t.id, t.name) for t in titles.values())]
        self.fields["title"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField


def fact_filter(fact: rules.FactField) -> dict[str, forms.Field]:
    """Return the fields by which finished games are searched for a fact: from and up to a number, or one choice."""
    if fact.kind == "number":
        return {
            f"{bound}_{fact.name}": forms.IntegerField(
                label=f"{fact.label} {words}", min_value=fact.minimum, max_value=fact.maximum, required=False
            )
            for bound, words in (("least", "at least"), ("most", "at most"))
        }
    choices = fact.choices
    if fact.kind == "boolean":
        choices = {"yes": "Yes", "no": "No"}
    if choices is None:
        return {fact.name: forms.CharField(label=fact.label, max_length=40, required=False)}
    offered = [("", "All"), *choices.items()]
    return {fact.name: forms.ChoiceField(label=fact.label, choices=offered, required=False)}
