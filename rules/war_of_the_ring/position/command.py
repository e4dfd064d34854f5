"""The command of whoever acts for a side: what of it he may touch (WR-19.5, WR-19.6).

With two players it is the whole side. Movement, muster, politics and battle ask the command before they offer
anything; a set in which a side has several players answers with a narrower one.
"""

from collections.abc import Iterable

from rules.core.decisions import Refusal
from rules.war_of_the_ring.position.catalogue import SH, Side
from rules.war_of_the_ring.position.state import Force, State
from rules.war_of_the_ring.position.voices import Voice


class Command:
    """The command of a whole side.

    Attributes:
        is_whole: whether nothing of the side is another player's.
    """

    is_whole = True

    def no_use(self, s: State, nation: str) -> Refusal:
        """Return why he may not recruit for a Nation or advance it, None where he may."""
        return None

    def may_use(self, s: State, nation: str) -> bool:
        """Return whether he may recruit for a Nation and advance it."""
        return self.no_use(s, nation) is None

    def no_power(self, s: State, nation: str) -> Refusal:
        """Return why he may not awaken a Sovereign of a Nation and use what he can do, None where he may."""
        return None

    def no_character(self, s: State, character: str) -> Refusal:
        """Return why he may not bring a Character into play or move a Minion, None where he may."""
        return None

    def no_figure(self, s: State, kind: str) -> Refusal:
        """Return why a figure of a separate Army does not obey him, None where it does."""
        return None

    def no_card(self, s: State, card: str) -> Refusal:
        """Return why he may not play an Event card of his hand, None where he may."""
        return None

    def movers(self, s: State, place: str) -> Force | None:
        """Return the figures at a place that he may move, None where there are none."""
        return s.forces.get(place)

    def fighters(self, s: State, place: str) -> Force | None:
        """Return the figures at a place with which he may attack, None where there are none."""
        return s.forces.get(place)

    def obeys(self, figures: dict[str, int]) -> bool:
        """Return whether an Army of these figures can be his to command."""
        return True

    def no_party(self, s: State, place: str, party: dict[str, int]) -> Refusal:
        """Return why he may not part an Army so that `party` acts, None where he may."""
        return None

    def may_lose(self, s: State, place: str) -> bool:
        """Return whether an Army at a place that he commands could be parted so that another commands who acts."""
        return False

    def not_his(self, s: State, place: str) -> Refusal:
        """Return why nobody at a place obeys him, None where somebody does."""
        return None


_WHOLE = Command()


def _one(answers: Iterable[Command | None]) -> Command | None:
    return next((answer for answer in answers if answer is not None), None)


#: The command of one of several players of a side; with None, of whoever acts for it.
narrower: Voice[[Side, str | None], Command | None] = Voice(_one)


def command(s: State, side: Side, player: str | None = None) -> Command:
    """Return the command of a player of a side, or of whoever acts for it now."""
    if SH in s.hands:  # as `is_for_two` says, without a call
        return _WHOLE
    return narrower(s, side, player) or _WHOLE
