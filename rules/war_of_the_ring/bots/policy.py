"""The way from worths to choices: one policy for every shape of question, and the bots by strength."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from rules.core.decisions import AUTOMATIC, Amount, Choice, Counts, Decision, OneOf, Subset
from rules.war_of_the_ring.bots import events, hints
from rules.war_of_the_ring.bots.judgement import GOOD, PASS, Judgement
from rules.war_of_the_ring.position.catalogue import REGIONS, SH, STRONGHOLDS, Side
from rules.war_of_the_ring.position.state import controller

Worth = Callable[[Decision, str], float]
#: Questions before there are sides; what else is asked before the first turn comes after them.
BIDS = ("bid-side", "bid", "sealed-bid")


class Steward:
    """Takes what is worth most by its judgement of the whole board."""

    #: Spread of the errors in its judgement.
    doubt = 0.02
    #: Dwarven Rings that it gives for the side it bids for.
    most_rings = 1

    def __init__(self) -> None:
        self._view: Mapping[str, Any] | None = None
        self._judgement: Judgement | None = None

    def choose(self, view: Mapping[str, Any], decision: Decision, rng: Random) -> Choice:
        """Return a legal choice for `decision`."""
        if decision.kind in BIDS:
            return self.bid(decision)
        judgement = self.judge(view, view["sides"].get(decision.seat, decision.seat))
        options = decision.options
        if isinstance(options, OneOf):
            return self._one(judgement, decision, options, rng)
        of_set = judgement.knowledge.wholes.get(decision.kind)
        choice = of_set(judgement, decision) if of_set else events.whole(judgement, decision)
        if choice is None:
            choice = self._whole(judgement, decision, options)
        if choice is not None and decision.is_legal(choice):
            return choice
        return self.fallback(decision, rng)

    def bid(self, decision: Decision) -> Choice:
        """Bid for the Shadow, for at most as many Dwarven Rings as that side is worth more."""
        if decision.kind == "sealed-bid":
            return f"{SH}:{self.most_rings}"
        if isinstance(decision.options, OneOf):
            return SH
        if isinstance(decision.options, Amount) and decision.options.low <= self.most_rings:
            return decision.options.low
        return None

    def judge(self, view: Mapping[str, Any], side: Side) -> Judgement:
        """Return the judgement of a view; the same view is judged once."""
        if self._judgement is None or self._view is not view or self._judgement.side != side:
            self._view, self._judgement = view, Judgement(view, side, self._judgement)
        return self._judgement

    def fallback(self, decision: Decision, rng: Random) -> Choice:
        """Return a legal choice where the judgement has nothing to say."""
        if decision.fallback is not AUTOMATIC:
            return decision.fallback_choice()
        return decision.options.sample(rng)

    # -- one of several ----------------------------------------------------------------------------

    def _one(self, j: Judgement, decision: Decision, options: OneOf, rng: Random) -> Choice:
        worth = self.worth_of(j, decision, options)
        best: Choice = None
        best_worth = float("-inf")
        for value in options.values:
            weighed = worth(decision, value) + rng.gauss(0.0, self.doubt)
            if weighed > best_worth:
                best, best_worth = value, weighed
        passing = j.knowledge.passes.get(decision.kind, PASS.get(decision.kind, 0.0))
        if decision.may_pass and best_worth < passing:
            return None
        return best

    def worth_of(self, j: Judgement, decision: Decision, options: OneOf) -> Worth:
        """Return the function that weighs the values of a question, with what the sets of the game add."""
        of_set, added = j.knowledge.answers.get(decision.kind), j.knowledge.added.get(decision.kind)
        if of_set is not None:
            return partial(of_set, j)
        known = self._known(j, decision, options)
        if added is None:
            return known
        return lambda asked, value: known(asked, value) + added(j, asked, value)

    def _known(self, j: Judgement, decision: Decision, options: OneOf) -> Worth:
        of_card = events.WORTHS.get(decision.kind)
        if of_card is not None:
            return partial(of_card, j)
        method: Worth | None = getattr(j, METHODS.get(decision.kind, decision.kind.replace("-", "_")), None)
        if method is not None and decision.kind not in NOT_METHODS:
            return method
        if options.values and all(v in REGIONS for v in options.values):
            return partial(events.region, j)
        if options.values and all(v in hints.EVENTS for v in options.values):
            return j.card
        return lambda _, value: GOOD

    # -- other shapes ------------------------------------------------------------------------------

    def _whole(self, j: Judgement, decision: Decision, options: Counts | Subset | Amount) -> Choice:
        if isinstance(options, Counts):
            return self._counts(j, decision, options)
        if isinstance(options, Subset):
            return self._subset(j, decision, options)
        return self._amount(j, decision, options)

    def _counts(self, j: Judgement, decision: Decision, options: Counts) -> Choice:
        own = dict(options.limits)
        target = str((decision.context or {}).get("region", ""))
        if decision.kind == "army-units" and decision.why == MOVES and target in REGIONS:
            source = j.source_of(target, own)
            if source is not None:
                weighed = sorted(
                    j.weighed_parties(source, target, own), key=lambda found: found[0], reverse=True
                )
                return next((party for _, party in weighed if decision.is_legal(party)), None)
        if decision.kind == "advance":
            return self._advance(j, decision, target, own)
        return None

    def _advance(self, j: Judgement, decision: Decision, target: str, own: dict[str, int]) -> Choice:
        found = j.s.battle
        if found is None:
            return None
        weighed = j.weighed_parties(found.source, target, own)
        if controller(j.s, target) != j.side and target in STRONGHOLDS:
            weighed = [(worth + 1.0, party) for worth, party in weighed]
        weighed = sorted((w for w in weighed if w[0] > 0.0), key=lambda w: w[0], reverse=True)
        return next((party for _, party in weighed if decision.is_legal(party)), None)

    def _subset(self, j: Judgement, decision: Decision, options: Subset) -> Choice:
        items = list(options.items)
        if decision.kind == "companions":
            return items
        if all(card in hints.EVENTS for card in items):
            items.sort(key=lambda card: hints.keep_worth(j.s, card))
            taken = set(items[: options.minimum])
            return [card for card in options.items if card in taken]
        if decision.kind == "separate":
            best = max(items, key=lambda c: j.separation_worth([c]))
            return [best]
        return None

    def _amount(self, j: Judgement, decision: Decision, options: Amount) -> Choice:
        if decision.kind == "hunt-allocation":
            return j.hunt_dice(options.low, options.high)
        if decision.fallback is AUTOMATIC:
            return options.high
        return None


#: The rule by which dice move Armies; cards ask in other words which Army it is.
MOVES = "WR-8.5"
#: Kinds whose method has another name.
METHODS = {"continue": "continue_"}
#: Kinds that must not be mistaken for something else in the judgement.
NOT_METHODS = frozenset(("view", "side", "armies", "knowledge"))


class Captain(Steward):
    """Judges like the Steward, less surely."""

    doubt = 0.5


class Squire(Steward):
    """Means well and often errs."""

    doubt = 1.4
