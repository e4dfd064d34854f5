"""Step 3: moving battalions within one's own territories (RK-13)."""

from rules.core.decisions import Amount, Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.risk.battles import move
from rules.risk.cards import claim_mission, claims, lay
from rules.risk.data import NEIGHBOURS, TERRITORIES, title_of
from rules.risk.setup import names
from rules.risk.state import State, closed_bridges, has_leader, held, joined, may_lead

NIGHT = "move-by-night"
NIGHT_MOVES = 3


def fortify(t: Table[State]) -> Procedure[None]:
    """Make one move, or four with Move by Night (RK-13.1, RK-13.5)."""
    s = t.state
    seat = s.active
    moves = 1
    has_entered = False
    while True:
        origins = [x for x in held(s, seat) if may_leave(s, x)] if moves else []
        options = names(origins) | claims(s)
        if origins and not has_entered and NIGHT in s.armies[seat].hand:
            options[f"play:{NIGHT}"] = f"Play {title_of(NIGHT)}"
        choice: str | None = yield Decision(
            seat,
            "fortify",
            "Fortify: from where do battalions move?",
            OneOf(tuple(options), options),
            "RK-13.1",
            may_pass=True,
            pass_label="End fortifying",
            fallback=None,
        )
        if choice is None:
            break
        if choice.startswith("claim:"):
            yield from claim_mission(t, choice.partition(":")[2])
        elif choice.startswith("play:"):
            lay(t, seat, NIGHT)
            moves += NIGHT_MOVES
            has_entered = True
        else:
            yield from one_move(t, choice)
            has_entered = True
            moves -= 1
    s.step = "cards"


def may_leave(s: State, origin: str) -> bool:
    """Return whether battalions of a territory may go anywhere."""
    holder = s.holders[origin]
    if s.battalions[origin] < 2 or all(s.holders[x] != holder for x in NEIGHBOURS[origin]):
        return False
    return not closed_bridges(s) or bool(goals(s, origin))


def goals(s: State, origin: str) -> list[str]:
    """Return where battalions of a territory may go, with its Leader or without (RK-13.1 to RK-13.4)."""
    if s.battalions[origin] < 2:
        return []
    found = joined(s, origin, with_leader=False)
    if may_lead(s, s.holders[origin], origin):
        led = joined(s, origin, with_leader=True)
        found = [x for x in led if x in found or not has_leader(s, s.holders[origin], x)]
    return found


def one_move(t: Table[State], origin: str) -> Procedure[None]:
    """Move battalions along a chain of one's own territories (RK-13.1, RK-13.2)."""
    s = t.state
    seat = s.active
    where = goals(s, origin)
    question = Decision(
        seat,
        "fortify-to",
        f"Fortify: where do they go from {TERRITORIES[origin].name}?",
        OneOf(where, names(where)),
        "RK-13.1",
        context={"origin": origin},
    )
    target: str = yield unless_settled(question)
    most = s.battalions[origin] - 1
    question = Decision(
        seat,
        "fortify-number",
        f"How many go from {TERRITORIES[origin].name} to {TERRITORIES[target].name}?",
        Amount(1, most),
        "RK-13.1",
        fallback=most,
        context={"origin": origin, "target": target},
    )
    number: int = yield unless_settled(question)
    leads = False
    if may_lead(s, seat, origin) and not has_leader(s, seat, target):
        if target not in joined(s, origin, with_leader=False):
            leads = True
        else:
            labels = {"goes": "The Leader goes along", "stays": "The Leader stays"}
            question = Decision(
                seat,
                "fortify-leader",
                "Does the Leader go along?",
                OneOf(tuple(labels), labels),
                "RK-13.2",
                fallback="stays",
            )
            leads = (yield question) == "goes"
    move(t, seat, origin, target, number, leader=leads)
    if leads and TERRITORIES[target].site and s.options["adventure_draw"] == "enter":
        s.site_conquered = True
