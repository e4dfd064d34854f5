"""The bots' knowledge of the uses of dice that the base game's people bring (WR-18)."""

from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.bots.knowledge import Knowledge
from rules.war_of_the_ring.sets.base.abilities import voice_options

#: Worth of what the Voice of Saruman can do.
VOICE = {"recruit": 2.6, "promote": 1.4}


def _voice(j: Judgement) -> float:
    return max((VOICE[one] for one in voice_options(j.s)), default=-5.0)


KNOWLEDGE = Knowledge(uses={"voice": _voice}, answers={"voice": lambda j, decision, value: VOICE[value]})
