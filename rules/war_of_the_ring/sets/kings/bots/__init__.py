"""The bots' knowledge of Kings of Middle-earth: worths of Sovereigns, tempting them, Ruler dice and its questions."""

from rules.war_of_the_ring.bots.judgement import RING_PRICE
from rules.war_of_the_ring.bots.knowledge import Knowledge
from rules.war_of_the_ring.position import entries
from rules.war_of_the_ring.sets.kings import abilities, sovereigns
from rules.war_of_the_ring.sets.kings.bots import battles, cards, guesses, rulers, temptation
from rules.war_of_the_ring.sets.kings.cards import shadow
from rules.war_of_the_ring.sets.kings.cards.free_peoples import AT_YOUR_SERVICE, NOT_SO_DARK
from rules.war_of_the_ring.sets.kings.chieftains import CHIEFTAIN
from rules.war_of_the_ring.sets.kings.state import CHIEFTAINS, DOUBTFUL, FACTS, FOLLY, SOVEREIGNS, THREATS

KNOWLEDGE = Knowledge(
    positions=(guesses.fill,),
    uses={
        "awaken": rulers.awaken,
        "remove-corrupted": lambda j: max(
            (rulers.freed(j, who) for who in sovereigns.removable(j.s)), default=rulers.NOTHING
        ),
        **{use: rulers.promote(who) for use, who in abilities.PROMOTIONS.items()},
        **{use: rulers.recruits(use) for use in abilities.COMING},
        **{
            f"ruler-token-{who}": rulers.by_token(rulers.recruits(use))
            for use, (who, _, _) in abilities.COMING.items()
        },
        "far-sighted": rulers.far_sighted,
        "ruler-token-thranduil": rulers.by_token(rulers.far_sighted),
        "ruler-token-denethor": rulers.by_token(rulers.stone),
        CHIEFTAIN: lambda j: rulers.comes(j, entries.open_to(j.s, CHIEFTAIN)),
        "chieftain-by-token": rulers.by_action_token,
        "discard-stewards-folly": cards.end_of(cards.folly),
        "discard-doubtful-welcome": cards.end_of(cards.doubtful),
        "discard-palantir-of-barad-dur": lambda j: 1.4 - 0.5 * RING_PRICE,
    },
    acts={f"attempt:{who}": temptation.tempt(who) for who in SOVEREIGNS},
    answers={
        "awaken": rulers.awakening,
        "remove-corrupted": lambda j, decision, value: rulers.freed(j, value) if value in FACTS else 0.0,
        "corruption-tile": temptation.corruption_tile,
        "draw-on": temptation.draw_on,
        "discard-die": rulers.discard_die,
        "dismay": rulers.dismay,
        CHIEFTAIN: rulers.chieftain,
        "forfeit-card": battles.forfeit_card,
        "heir-of-bard": battles.cancel,
        "shadow-in-the-north": battles.cancel,
        "press-by-weakness": lambda j, decision, value: j.press_siege(decision, value),
        "palantir-of-anarion": lambda j, decision, value: j.deck(decision, value) + 0.5,
        "sovereign-recruit": lambda j, decision, value: rulers.arriving(j, value),
        "far-sighted": lambda j, decision, value: rulers.far_sighted_way(j, value),
        "look-at-tiles": cards.look_at_tiles,
        "return-tile": cards.return_tile,
        "event-sovereign": cards.event_sovereign,
    },
    added={
        "event-way": cards.event_way,
        "event-recruit": cards.event_recruit,
        "event-figure": cards.event_figure,
    },
    hunters=(rulers.one_more_hunts,),
    entering={who: rulers.entering(who) for who in CHIEFTAINS},
    cards={
        **{card: cards.kingsmen(who) for card, who in cards.KINGSMEN.items()},
        NOT_SO_DARK: cards.most_relief,
        AT_YOUR_SERVICE: lambda j: 0.5 * cards.most_relief(j),
        shadow.WEST_HAS_FAILED: cards.west_has_failed,
        DOUBTFUL: cards.doubtful,
        THREATS: cards.threats,
        FOLLY: cards.folly,
    },
)
