"""Answers to several acts: the whole competition, or one of its games."""

from typing import Any

from leagues.acts.act import Answer, Done, answer
from leagues.services.display import event_data
from leagues.services.display.presentation import PairingData, pairing_data
from leagues.services.entry import registration
from leagues.services.rounds import standings


class Event(Answer, event_data.WholeCompetition, kw_only=True):
    """A competition with its rules, entrants and standings; `you` is what concerns the caller."""

    @classmethod
    def of(cls, done: Done) -> dict[str, Any]:
        return event_data.whole(registration.find(done.at["key"]), done.user)


class Pairing(Answer):
    """A game of an event."""

    shape = PairingData

    @classmethod
    def of(cls, done: Done) -> dict[str, Any]:
        competition = registration.find(done.at["key"])
        pairing = competition.pairings.get(number=done.said["number"])
        return pairing_data(pairing, standings.seats_of(competition))


Reported = answer("Reported", report=(int, "pk"))
