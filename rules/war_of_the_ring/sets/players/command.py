"""The command of a player who does not have the whole side, or may not use all of it now (WR-19.5 to 19.7)."""

from rules.core.decisions import Refusal
from rules.core.table import Table
from rules.war_of_the_ring.position import command
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    EVENT_FACTS,
    LEADER_SET,
    NATION_OF,
    NATIONS,
    NAZGUL,
    PLAYERS,
    UNIT_SET,
    Player,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.command import Command
from rules.war_of_the_ring.position.moments import INVOLVED, NATION_MOVED, Involved, Stepped
from rules.war_of_the_ring.position.state import Force, State
from rules.war_of_the_ring.sets.players import armies, order
from rules.war_of_the_ring.sets.players.state import table_of, teams


class OfTwo(Command):
    """The command of one of two partners: his Nations, his Minions, and mixed Armies in which he has most units."""

    is_whole = False

    def __init__(self, player: Player, other: Player) -> None:
        self.player, self.other = player, other
        self.kinds = frozenset(kind for kind in UNIT_SET if NATION_OF[kind] in player.nations)

    def no_use(self, s: State, nation: str) -> Refusal:
        if nation in self.player.nations:
            return None
        return "partners", f"{NATIONS[nation].name}: for your partner to act for.", "WR-19.5"

    def no_power(self, s: State, nation: str) -> Refusal:
        return self.no_use(s, nation)

    def no_character(self, s: State, character: str) -> Refusal:
        if character not in CHARACTERS or CHARACTERS[character].person not in self.other.persons:
            return None
        return "partners", f"{figure_name(character)} obeys your partner alone.", "WR-19.5"

    def no_figure(self, s: State, kind: str) -> Refusal:
        if kind == NAZGUL or kind not in NATION_OF:
            return self.no_character(s, kind)
        if NATION_OF[kind] in self.player.nations:
            return None
        return "partners", f"{figure_name(kind)} obeys your partner.", "WR-19.5"

    def no_card(self, s: State, card: str) -> Refusal:
        seats = CARDS[card].seats
        if not seats or self.player.id in seats:
            return None
        return "partners", f"“{CARDS[card].title}” is for your partner to play.", "WR-19.5"

    def movers(self, s: State, place: str) -> Force | None:
        force = s.forces.get(place)
        if force is None or (armies.is_mixed(s, place) and self._commands(s, place)):
            return force
        return self._own(s, place, force)

    def fighters(self, s: State, place: str) -> Force | None:
        force = s.forces.get(place)
        if force is None:
            return None
        if armies.is_mixed(s, place):
            return force if self._commands(s, place) else None
        return self._own(s, place, force)

    def _commands(self, s: State, place: str) -> bool:
        return armies.commanding(s, self.player.side, s.forces[place].figures) == self.player.id

    def _own(self, s: State, place: str, force: Force) -> Force | None:
        """Return his units and Leaders, with Nazgûl and who is not the partner's alone; None without units.

        Where the partner has no units, his Leaders lead those who are there (WR-1.2).
        """
        if force.figures and not force.characters and self.kinds.issuperset(force.figures):
            return force
        if not self.obeys(force.figures):
            return None
        left = () if self.other.id in armies.at(s, place) else LEADER_SET
        figures = {
            kind: number
            for kind, number in force.figures.items()
            if kind in left or self.no_figure(s, kind) is None
        }
        people = [who for who in force.characters if self.no_figure(s, who) is None]
        return Force(figures, people)

    def obeys(self, figures: dict[str, int]) -> bool:
        return not self.kinds.isdisjoint(figures)

    def no_party(self, s: State, place: str, party: dict[str, int]) -> Refusal:
        if not armies.is_mixed(s, place) or armies.commanding(s, self.player.side, party) in (
            None,
            self.player.id,
        ):
            return None
        return "lost-command", "So parted, the Army would obey your partner.", "WR-19.6"

    def may_lose(self, s: State, place: str) -> bool:
        return armies.is_mixed(s, place)

    def not_his(self, s: State, place: str) -> Refusal:
        region = region_name(place.partition("/")[0])
        if armies.is_mixed(s, place):
            if self._commands(s, place):
                return None
            return "partners", f"Your partner commands the mixed Army in {region}.", "WR-19.6"
        if self.player.id in armies.at(s, place) or place not in s.forces:
            return None
        return "partners", f"The Army in {region} obeys your partner.", "WR-19.5"


class Alone(Command):
    """The command of the only player against two: no Nation twice running, and no Army of several (WR-19.7)."""

    is_whole = False

    def no_use(self, s: State, nation: str) -> Refusal:
        if nation not in table_of(s).last.nations:
            return None
        return (
            "twice",
            f"{NATIONS[nation].name} was what your last action was about: not twice running.",
            "WR-19.7",
        )

    def no_card(self, s: State, card: str) -> Refusal:
        nations = nations_of(card)
        refusals = [self.no_use(s, nation) for nation in sorted(nations)]
        return refusals[0] if nations and all(refusals) else None

    def movers(self, s: State, place: str) -> Force | None:
        force = s.forces.get(place)
        return None if force is None or self._is_tired(s, place, force) else force

    def fighters(self, s: State, place: str) -> Force | None:
        return self.movers(s, place)

    def not_his(self, s: State, place: str) -> Refusal:
        force = s.forces.get(place)
        if force is None or not self._is_tired(s, place, force):
            return None
        where = region_name(place.partition("/")[0])
        return (
            "twice",
            f"Your last action was about the Army in {where}, or its Nation: not twice running.",
            "WR-19.7",
        )

    def _is_tired(self, s: State, place: str, force: Force) -> bool:
        nations, last = force.nations(), table_of(s).last
        return place in last.places if len(nations) > 1 else any(nation in last.nations for nation in nations)


def nations_of(card: str) -> set[str]:
    """Return the Nations that an Event card advances or recruits."""
    facts = EVENT_FACTS.get(card, {})
    recruits = facts.get("recruits", ())
    lines = recruits if isinstance(recruits, list) else [recruits] if recruits else []
    advances = facts.get("advances", ())
    return {line["nation"] for line in lines if "nation" in line} | set(advances)


_ALONE = Alone()
_OF_TWO = {
    one.id: OfTwo(one, other)
    for players in PLAYERS.values()
    for one in players
    for other in players
    if one.side == other.side and one.id != other.id
}


@command.narrower.answer
def narrower(s: State, side: Side, player: str | None) -> Command | None:
    """Return the command of one of two partners, or of whoever acts for a side."""
    whose = player or order.acts(s, side)
    if whose is None:
        return _ALONE if s.phase == "actions" else None
    return _OF_TWO.get(whose, _ALONE)


@INVOLVED.effect
def involved(t: Table[State], about: Involved) -> None:
    """Note what the only player against two acts on: one Nation, or an Army of several."""
    s = t.state
    if about.side in teams(s) or s.phase != "actions":
        return
    deed = table_of(s).deed
    if len(about.nations) > 1:
        deed.places = sorted({*deed.places, *about.places})
    else:
        deed.nations = sorted({*deed.nations, *about.nations})


@NATION_MOVED.effect
def advanced(t: Table[State], step: Stepped) -> None:
    """An Event card of his is about the Nations that it has advanced."""
    s = t.state
    side = NATIONS[step.nation].side
    if step.cause == "event" and s.resolving and CARDS[s.resolving[-1]].side == side:
        INVOLVED.follow(t, Involved(side, (step.nation,)))
