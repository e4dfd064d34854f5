"""The formats of events, by name."""

from leagues.formats.base import Draw, Entrant, Format, Line, Meeting, OpenFormat, SettingError, Table
from leagues.formats.knock_out import KnockOut
from leagues.formats.ladder import Ladder
from leagues.formats.mini_cup import MiniCup
from leagues.formats.round_robin import RoundRobin
from leagues.formats.season import Season
from leagues.formats.swiss import Swiss
from leagues.formats.teams import TeamRoundRobin, TeamSwiss

FORMATS: dict[str, Format] = {
    f.id: f for f in (Season(), RoundRobin(), Swiss(), KnockOut(), Ladder(), MiniCup())
}

#: Those that can be played by teams, by the name of what they are for people.
TEAM_FORMATS: dict[str, Format] = {f.id: f for f in (TeamRoundRobin(), TeamSwiss())}

__all__ = [
    "FORMATS",
    "TEAM_FORMATS",
    "Draw",
    "Entrant",
    "Format",
    "Line",
    "Meeting",
    "OpenFormat",
    "SettingError",
    "Table",
]
