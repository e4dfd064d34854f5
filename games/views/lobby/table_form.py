"""The form for a new table, made from what the titles and the clocks offer."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict

import rules
from accounts.forms import ZoneField
from accounts.zones import zone_choices
from games.lobby.fields import (
    OPTION_PREFIX,
    ExpansionCard,
    OptionRow,
    expansion_cards,
    grouped,
    option_field,
    option_rows,
    options_chosen,
    options_in,
    options_of_size,
    preset_choices,
    seats_by_option,
)
from games.lobby.new_tables import LONGEST_NAME, LONGEST_NOTE, Company, Doors, NewTable, TimeTerms
from games.models import Game
from games.time.terms import DAYS, HAND_OVERS, in_words_of

#: What claiming comes to where more than two teams play: nobody wins alone because one of them is late.
OF_SEVERAL = "The others may offer the seat to somebody else"

#: For how long a hand-over can be taken back, as tables may choose.
HAND_OVER = [(str(seconds), in_words_of(seconds) if seconds else "No") for seconds in HAND_OVERS]

OPPONENTS = [
    ("open", "Anybody who sits down"),
    ("link", "A friend, by a private link"),
    ("invite", "A player, by name"),
    ("bot", "A bot, now"),
    ("solo", "Yourself: you play every side"),
]


def _usual_at_zero(for_two: bool) -> str:
    """Return what happens at zero where a table says nothing."""
    return str(settings.HOUSE.zero_two if for_two else settings.HOUSE.zero_more)


class TableForm(forms.Form):
    """A new table of one title. `essentials` come first, everything else waits behind “More”.

    Attributes:
        chosen: the title's options as they are filled in. seats: those of a table with these options.
        is_shown_anew: the reader has asked for the seats of other options, and goes on filling in.
    """

    is_shown_anew = False

    opponent = forms.ChoiceField(
        label="Play against", choices=OPPONENTS, widget=forms.RadioSelect, initial="open"
    )
    bot = forms.ChoiceField(label="Its strength", required=False)
    username = forms.CharField(
        label="Name of the player",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    seat = forms.ChoiceField(label="Your side", widget=forms.RadioSelect)
    #: How many seats the form was last shown with.
    size = forms.CharField(required=False, max_length=2, widget=forms.HiddenInput)
    preset = forms.ChoiceField(
        label="Time to think",
        help_text="Your time runs only while something is asked of you, and every full move gives some back.",
    )
    visibility = forms.ChoiceField(
        label="Who sees the table",
        choices=[
            (Game.Visibility.PUBLIC.value, "Everybody: it is in the list of tables"),
            (Game.Visibility.PRIVATE.value, "Only those who play"),
        ],
        widget=forms.RadioSelect,
        initial=Game.Visibility.PUBLIC.value,
    )
    zero_policy = forms.ChoiceField(
        label="When somebody’s time is up",
        choices=Game.ZeroPolicy.choices,
    )
    spectators = forms.ChoiceField(
        label="Spectators",
        choices=Game.Spectators.choices,
        initial=Game.Spectators.ALL.value,
        help_text="Spectators never see what is hidden.",
    )
    chat = forms.ChoiceField(
        label="Chat",
        choices=Game.Chat.choices,
        initial=Game.Chat.PLAYERS.value,
        required=False,
        help_text="Spectators talk among themselves; the players read that when the game is over.",
    )
    name = forms.CharField(
        label="Name of the table",
        required=False,
        max_length=LONGEST_NAME,
        help_text="“Tuesday at the Pony.” It stands wherever the game is listed, for everybody who sees it.",
    )
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=LONGEST_NOTE,
        help_text="“First game, be gentle.” It stands in the list.",
    )
    rated = forms.BooleanField(
        label="Rated",
        required=False,
        initial=True,
        help_text="Counts only for public games between people with accounts, with a clock.",
    )
    grace = forms.TypedChoiceField(
        label="Grace tokens",
        required=False,
        help_text="Each gives more time at zero, once, instead of what happens there.",
    )
    hand_over = forms.TypedChoiceField(
        label="A hand-over can be taken back",
        required=False,
        choices=[("", ""), *HAND_OVER],
        help_text="For so long nobody else sees a move that only passes the turn on, and no clock runs. Never after "
        "dice or cards, nor on the live clock.",
    )
    weekend = forms.BooleanField(
        label="Clocks stand at weekends",
        required=False,
        help_text="Saturday and Sunday, in the table’s zone.",
    )
    hours_from = forms.TimeField(
        label="Clocks run only from",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}),
    )
    hours_to = forms.TimeField(label="until", required=False, widget=forms.TimeInput(attrs={"type": "time"}))
    deadline_at = forms.TimeField(
        label="Daily deadline at",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}),
        help_text="For the clock with a daily deadline.",
    )
    deadline_days = forms.MultipleChoiceField(
        label="on",
        choices=[(str(n), name) for n, name in enumerate(DAYS)],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=[str(n) for n in range(7)],
    )
    zone = ZoneField(
        label="The table’s time zone", required=False, help_text="For weekends, hours and deadlines."
    )
    no_vacation = forms.BooleanField(label="Vacations do not stop the clocks", required=False)
    bots_replace = forms.BooleanField(
        label="A bot may take a seat that was left",
        required=False,
        help_text="When nobody wanted it for long; the game is not rated then.",
    )
    auto_start = forms.BooleanField(
        label="Begin by itself",
        required=False,
        initial=True,
        help_text="A moment after the last seat is taken; otherwise you start it.",
    )

    salt = forms.CharField(
        label="Your word for the draws",
        required=False,
        max_length=64,
        help_text="Anything. It is mixed into every draw, so that not even the server can arrange them: "
        "its secret seed is fixed already.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-suggest-salt": ""}),
    )

    ESSENTIALS = ("seat", "preset", "visibility", "name")
    FURTHER = (
        "zero_policy",
        "grace",
        "hand_over",
        "weekend",
        "hours_from",
        "hours_to",
        "deadline_at",
        "deadline_days",
        "zone",
        "no_vacation",
        "bots_replace",
        "spectators",
        "chat",
        "note",
        "rated",
        "auto_start",
        "salt",
    )

    def __init__(self, title: rules.Title[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = title
        sets = title.option_sets()
        for option in title.option_fields:
            self.fields[OPTION_PREFIX + option.name] = option_field(option, sets.get(option.name))
        self.chosen = options_chosen(self, title)
        self.seats = title.seats(self.chosen)
        self._offer_seats()
        self.choices_of("bot", [(name, name.capitalize()) for name in title.bots])
        self.fields["bot"].initial = list(title.bots)[-1]
        self.choices_of("preset", preset_choices())
        self._with_house_values(len(self.seats))
        if title.stage != "complete":
            self.fields["rated"].initial = False
        if title.stage == "draft":
            self.fields["visibility"].initial = Game.Visibility.PRIVATE.value
        zone = self.fields["zone"]
        assert isinstance(zone, ZoneField)
        zone.choices = [("", "Yours"), *zone_choices()]

    def _offer_seats(self) -> None:
        """Offer the seats that a table with these options has; which of them is drawn fits all options."""
        field = self.fields["seat"]
        labels = [(seat, self.title.seat_name(seat)) for seat in self.seats]
        self.choices_of("seat", [("random", "Drawn at the start"), *labels])
        field.initial = "random"
        field.error_messages["invalid_choice"] = "With these options the table has other seats: choose again."
        if self.seats != self.title.seats(self.title.normalise_options({})):
            field.label = "Your seat"
        if len(self.title.teams(self.chosen)) != 2:
            policies = {**dict(Game.ZeroPolicy.choices), Game.ZeroPolicy.CLAIM.value: OF_SEVERAL}
            self.choices_of("zero_policy", list(policies.items()))

    def options_change_seats(self) -> bool:
        """Return whether the seats of this title depend on its options."""
        usual = self.title.seats(self.title.normalise_options({}))
        return any(seats_by_option(self.title, option) - {usual} for option in self.title.option_fields)

    def show_anew(self) -> None:
        """Keep what was filled in for another look, and complain of nothing yet.

        A seat that is gone is drawn, and at zero that happens which is usual at a table of this size, if it was so.
        """
        if isinstance(self.data, QueryDict):
            filled_in = self.data.copy()
            if self["seat"].value() not in self.seats:
                filled_in["seat"] = "random"
            before, now = filled_in.get("size", ""), str(len(self.seats))
            if before not in ("", now) and filled_in.get("zero_policy") == _usual_at_zero(before == "2"):
                filled_in["zero_policy"] = _usual_at_zero(now == "2")
            filled_in["size"] = now
            self.data = filled_in
        self.full_clean()
        self.errors.clear()
        self.is_shown_anew = True

    def _with_house_values(self, seats: int) -> None:
        """Propose, and say, what is usual here."""
        house = settings.HOUSE
        self.fields["size"].initial = seats
        kept = house.words["solo_kept"]
        self.choices_of(
            "opponent",
            [
                (n, f"{label}; deleted after {kept} without a move" if n == "solo" else label)
                for n, label in OPPONENTS
            ],
        )
        self.fields["preset"].initial = house.clock_default
        self.fields["zero_policy"].initial = _usual_at_zero(seats == 2)
        usual = f"As usual: {house.grace_tokens}, {house.grace_tokens_live} on the live clock"
        most = range(house.grace_tokens_most + 1)
        self.choices_of("grace", [("", usual), *((str(n), str(n)) for n in most)])
        self.choices_of("hand_over", [("", f"As usual: {house.words['hand_over']}"), *HAND_OVER])
        least, longest = house.words["playing_hours_least"], house.words["playing_hours_most"]
        self.fields[
            "hours_from"
        ].help_text = (
            f"Leave both empty to let them run all day; otherwise {least} to {longest}. Replaces quiet hours."
        )

    def choices_of(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Set the choices of a field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("opponent") == "invite" and not data.get("username", "").strip():
            self.add_error("username", "Whom do you want to invite?")
        if data.get("opponent") == "bot" and not data.get("bot"):
            self.add_error("bot", "Choose how strong the bot shall be.")
        return data

    def essentials(self) -> list[forms.BoundField]:
        """Return the fields that are always shown."""
        return [self[name] for name in self.ESSENTIALS]

    def size_options(self) -> list[forms.BoundField]:
        """Return the options that say how many sit at the table; they stand before its seats."""
        return [self[name] for name in options_of_size(self.title)]

    def expansions(self) -> list[ExpansionCard]:
        """Return the options that bring whole expansions: they stand first, as cards."""
        return expansion_cards(self.title, self.chosen)

    def options(self) -> list[OptionRow]:
        """Return the fields of the title's other options."""
        before = {*options_of_size(self.title), *(card.name for card in self.expansions())}
        return [row for row in option_rows(self, self.title) if row.field.name not in before]

    def house_rules(self) -> list[tuple[str, list[OptionRow]]]:
        """Return those options in groups, by their headings."""
        return grouped(self.options())

    def differing(self) -> int:
        """Return how many of those options that mean something here are not as usual."""
        meant = {
            OPTION_PREFIX + one.name for one in self.title.option_fields if self.title.means(one, self.chosen)
        }
        return sum(row.differs and row.field.name in meant for row in self.options())

    def further(self) -> list[forms.BoundField]:
        """Return the fields behind “More” that every title has."""
        return [self[name] for name in self.FURTHER]

    def house_rules_are_open(self) -> bool:
        """Whether a house rule is wrong or was set before, so that it must be seen."""
        names = {row.field.name for row in self.options()}
        set_before = self.is_shown_anew or any(name in names for name in self.initial)
        return set_before or any(name in names for name in self.errors)

    def more_is_open(self) -> bool:
        """Whether something behind “More” is wrong or was set before, so that it must be seen."""
        hidden = {field.name for field in self.further()}
        return any(name in hidden for name in (*self.initial, *self.errors))

    def terms(self) -> dict[str, Any]:
        """Return what is agreed about time, for `games.time.terms`."""
        data = self.cleaned_data
        times = {name: data[name] for name in ("hours_from", "hours_to", "deadline_at")}
        return {
            **{name: f"{value:%H:%M}" if value else "" for name, value in times.items()},
            "grace": data["grace"],
            "hand_over": data["hand_over"],
            "weekend": data["weekend"],
            "deadline_days": data["deadline_days"],
            "zone": data["zone"],
            "vacation": not data["no_vacation"],
            "bots": data["bots_replace"],
        }

    def without_word(self) -> None:
        """Forget the word for the draws: the server knows it before the seed that is shown now."""
        if isinstance(self.data, QueryDict):
            self.data = self.data.copy()
            self.data["salt"] = ""

    def table(self, commitment: str) -> NewTable:
        """Return the table that was filled in; `commitment` is what the page showed (games.lobby.reserved_seeds)."""
        data = self.cleaned_data
        company = self._company(commitment)
        # The box is ticked at first: it means “if it can be”.
        can_be_rated = (
            data["visibility"] == Game.Visibility.PUBLIC
            and data["preset"] != "untimed"
            and self.title.stage_of(self.chosen) == "complete"
        )
        return NewTable(
            self.title.id,
            options_in(data),
            company,
            TimeTerms(data["preset"], data["zero_policy"], self.terms()),
            Doors(data["visibility"], data["spectators"], data["chat"] or Game.Chat.PLAYERS),
            name=data["name"],
            note=data["note"],
            rated=data["rated"] and can_be_rated and not company.bots and not company.solo,
            auto_start=data["auto_start"],
        )

    def _company(self, commitment: str) -> Company:
        data = self.cleaned_data
        random = data["seat"] == "random"
        mine = self.seats[0] if random else data["seat"]
        against_bot = data["opponent"] == "bot"
        return Company(
            seat=mine,
            seat_choice=Game.SeatChoice.RANDOM if random else Game.SeatChoice.PICK,
            bots={seat: data["bot"] for seat in self.seats if seat != mine} if against_bot else {},
            solo=data["opponent"] == "solo",
            salt=data["salt"],
            commitment=commitment,
        )
