"""The rules of a table's clocks in words (TRN-14)."""

from collections.abc import Sequence

from django.conf import settings

import rules
from games import titles
from games.models import Game
from games.time.durations import spell
from games.time.presets import preset_of
from games.time.terms import DAYS, in_words, time_of


def words_of_clock(game: Game) -> str:
    """Return a table's clock rules in a sentence (TRN-14)."""
    return " ".join([_words_of_preset(game), *words_of_stops(game)])


def words_of_stops(game: Game) -> list[str]:
    """Return what stops a table's clocks, a sentence each; nothing where there are none."""
    return [] if preset_of(game).is_untimed else in_words(game.terms)


def _words_of_preset(game: Game) -> str:
    preset = preset_of(game)
    if preset.is_untimed:
        return "There is no clock."
    if preset.is_deadline:
        terms = game.terms.get("deadline") or {"at": 0, "days": range(7)}
        days = "every day" if len(terms["days"]) == 7 else ", ".join(DAYS[day] for day in terms["days"])
        return (
            f"Everybody answers until {time_of(terms['at'])} {game.terms.get('zone', 'UTC')}, {days}; "
            f"at least {settings.HOUSE.words['deadline_notice']} after being asked."
        )
    if preset.is_per_move:
        return f"Every move may take {spell(preset.bank)}; small answers at most {spell(preset.light_limit)}."
    share = _words_of_share(settings.HOUSE.light_share)
    return (
        f"Each side begins with {spell(preset.bank)}; every full move adds {spell(preset.increment)}, up to "
        f"{spell(preset.cap)}. Small answers add {share} of that and may take "
        f"{spell(preset.light_limit)} at most. Time runs only while something is asked of you."
    )


def _words_of_share(share: float) -> str:
    return {0.25: "a quarter", 0.5: "a half"}.get(share, f"{share:.0%}")


def words_at_zero(game: Game) -> str:
    """Return what happens when somebody's time is up, in a sentence (TRN-14)."""
    if preset_of(game).is_untimed:
        return "Nobody can run out of time."
    if not titles.is_here(game.title):
        return "The clocks stand until the rules of this game are here again."
    return words_of_policy(game.zero_policy, rules.title(game.title).teams(game.options))


def words_of_policy(policy: str, teams: Sequence[Sequence[str]]) -> str:
    """Return what a policy for running out of time means where these teams of seats play, in a sentence."""
    if policy == Game.ZeroPolicy.VOID:
        return "When somebody runs out of time, the game is void. A small answer is given by a fixed rule instead."
    if policy == Game.ZeroPolicy.AUTOPLAY:
        return (
            "When somebody runs out of time, the server answers for them by a fixed rule; after "
            f"{settings.HOUSE.misses_to_absence} times in a row the seat is offered to others for "
            f"{settings.HOUSE.words['seat_offered']}."
        )
    if policy == Game.ZeroPolicy.FORFEIT:
        return "Whoever runs out of time has lost. A small answer is given by a fixed rule instead."
    wait = settings.HOUSE.words["unclaimed_void"]
    if len(teams) != 2:
        return (
            "When somebody runs out of time, the others may wait on or offer the seat to somebody else; after "
            f"{wait} that happens by itself. A small answer is given by a fixed rule instead."
        )
    opponent = "the other team" if max(map(len, teams)) > 1 else "the opponent"
    return (
        f"When somebody runs out of time, {opponent} may claim the win, call the game void, or wait on; after "
        f"{wait} unclaimed it is void. A small answer is given by a fixed rule instead."
    )
