"""Ready-made competitions: a choice that fills the whole form."""

from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Preset:
    """Values for a new competition. `fields` are those of Competition, `settings` those of its format."""

    id: str
    label: str
    words: str
    format: str
    fields: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    #: Days from its creation until the registration closes, and until the season ends; 0: none.
    registration_days: int = 14
    season_days: int = 0


_SEASON = Preset(
    "league-season",
    "League season",
    "Tiers of twelve, everybody twice, a year's time, the community's points.",
    "season",
    {"least_entrants": 4, "games_at_once": 3, "at_deadline": "double-loss", "clock_preset": "fast"},
    {"tier_size": 12, "scoring": "community", "leavers": "unplayed"},
    21,
    365,
)

PRESETS: dict[str, Preset] = {
    preset.id: preset
    for preset in (
        _SEASON,
        replace(
            _SEASON,
            id="expansion-season",
            label="Season of an expansion",
            words="Like a league season, with the lower thresholds of the smaller leagues: 8 and 12 games.",
            settings={**_SEASON.settings, "tier_size": 8, "first_threshold": 8, "second_threshold": 12},
        ),
        Preset(
            "small-season",
            "Small season",
            "One group of up to eight, everybody twice, all games at once, two points for a win.",
            "season",
            {"least_entrants": 3, "most_entrants": 8, "at_deadline": "clock", "round_days": 90},
            {"tier_size": 8, "most_tiers": 1, "scoring": "classic", "promoted": 0, "relegated": 0},
            7,
        ),
        Preset(
            "round-robin",
            "Round robin",
            "Pools of six, everybody twice.",
            "round-robin",
            {"least_entrants": 4, "at_deadline": "clock", "round_days": 90},
        ),
        Preset(
            "swiss",
            "Swiss",
            "As many rounds as a knock-out, three weeks for each.",
            "swiss",
            {"least_entrants": 6, "round_days": 21, "at_deadline": "clock"},
        ),
        Preset(
            "team-swiss",
            "Swiss of teams",
            "Teams of four boards, as many rounds as a knock-out, three weeks for each.",
            "swiss",
            {"team_size": 4, "least_entrants": 4, "round_days": 21, "at_deadline": "clock"},
        ),
        Preset(
            "team-round-robin",
            "Round robin of teams",
            "Teams of four boards, every team against every other, round by round, three weeks for each.",
            "round-robin",
            {"team_size": 4, "least_entrants": 3, "round_days": 21, "at_deadline": "clock"},
            {"pace": "rounds"},
        ),
        Preset(
            "knock-out",
            "Knock-out",
            "Sets of two with sides swapped; who loses is out.",
            "knock-out",
            {"least_entrants": 4, "round_days": 28, "at_deadline": "clock"},
            {"lives": "1"},
        ),
        Preset(
            "double-knock-out",
            "Double knock-out",
            "Sets of two with sides swapped; everybody has a second life.",
            "knock-out",
            {"least_entrants": 4, "round_days": 28, "at_deadline": "clock"},
            {"lives": "2"},
        ),
        Preset(
            "ladder",
            "Ladder",
            "Challenge people above you; open all year.",
            "ladder",
            {"least_entrants": 2, "round_days": 60, "at_deadline": "clock"},
            {},
            7,
        ),
        Preset(
            "mini-cup",
            "Mini-cup",
            "Four players, everybody twice; begins when it is full, and the next one opens.",
            "mini-cup",
            {
                "least_entrants": 4,
                "most_entrants": 4,
                "starts_when_full": True,
                "renews": True,
                "round_days": 60,
            },
            {"size": 4},
            0,
        ),
    )
}
