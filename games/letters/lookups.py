"""Looking things up by mail: what a card or a rule says, how a region stands, as the seat may know them (MIL-5)."""

from collections.abc import Collection, Iterable, Mapping
from textwrap import wrap
from typing import Any

import rules
from games import boards
from games.boards.mentions import lexicon_of
from games.boards.references import MOST_MEANT, Names, Reference, nearest
from games.models import Game
from games.play import positions
from games.play.access import Viewer
from games.refusals import Refused
from rules import COLUMNS
from rules.core.handbook import handbook_of, lines_of

Section = tuple[str, list[str]]
#: Characters of what is asked for that are read.
MOST_TYPED = 100
#: Cards that a mail tells of because they are named in it.
MOST_NAMED = 12


def card(viewer: Viewer, typed: str) -> Section:
    """Return what a card says. Raises Refused."""
    reference = _reference_of(viewer)
    view = _view_of(viewer)
    id = _only(typed, reference.find_card(typed[:MOST_TYPED]), reference.cards, "card")
    title, *lines = reference.card(id)
    place = reference.place(view, id) if view is not None else ""
    return title, _wrapped([*lines, *([place] if place else [])])


def holds_cards(viewer: Viewer) -> bool:
    """Return whether the viewer holds cards: every mail with the position tells them. Raises Refused."""
    reference, view = _reference_of(viewer), _view_of(viewer)
    return view is not None and bool(reference.hand(view, viewer.seat_name))


def how_to_answer(viewer: Viewer, what: str, typed: str) -> list[str]:
    """Return how a thing is chosen that may be the answer to what is asked: looking at it chooses nothing."""
    title, answer = rules.title(viewer.game.title), f"{what}: {typed}"
    running = viewer.game.status == Game.Status.RUNNING
    decision = positions.open_decision(viewer) if running and typed and title.claims_line(answer) else None
    if decision is None:
        return []
    try:
        title.read(decision, answer)
    except rules.IllegalChoice:
        return []
    return [f"This only tells of it. To choose it, write `{answer}`."]


def region(viewer: Viewer, typed: str) -> Section:
    """Return how a region stands. Raises Refused."""
    reference = _reference_of(viewer)
    id = _only(typed, reference.find_region(typed[:MOST_TYPED]), reference.regions, "region")
    view = _view_of(viewer)
    if view is None:
        raise Refused("not-running", "The game has not begun.", 409)
    title, *lines = reference.region(view, id)
    return title, _wrapped(lines)


def rule(viewer: Viewer, typed: str) -> Section:
    """Return what a rule of the handbook says, by its code. Raises Refused."""
    title = rules.title(viewer.game.title)
    handbook = handbook_of(title, viewer.game.options)
    if handbook is None:
        raise Refused(
            "nothing-to-look-up", f"{title.name} has no rules that could be looked up by mail.", 404
        )
    letters, _, rest = typed[:MOST_TYPED].rstrip(".!").rpartition("-")
    found = handbook.find(f"{letters.upper() or title.rule_prefix}-{rest.lower()}")
    if found is None:
        example = next(handbook.rules()).code
        raise Refused("not-found", f"No rule has this code. Rules are called like `rule {example}`.", 404)
    below = [f"- {part.code} {part.heading}" for part in getattr(found, "paragraphs", ())]
    return f"{found.code} {found.heading}", _wrapped([*lines_of(found.blocks), *below])


def hand_of(title: str, view: Mapping[str, Any], seat: str | None) -> list[dict[str, Any]]:
    """Return what the cards say that a seat holds: ids, names, their lines, and these at the width of a mail."""
    reference = boards.reference_of(title)
    if reference is None:
        return []
    held = zip(reference.hand(view, seat), reference.hand_of(view, seat), strict=True)
    return [_shown(id, name, lines) for id, (name, *lines) in held]


def _shown(id: str, name: str, lines: list[str]) -> dict[str, Any]:
    return {"id": id, "name": name, "lines": lines, "text": _wrapped(lines, "  ")}


def named_in(
    game: Game, lines: Iterable[Mapping[str, Any]], besides: Collection[str]
) -> list[dict[str, Any]]:
    """Return what the cards say that lines (`text`, `data`) name, each once, like those of a hand.

    Left out are characters, whom nearly every line names, and the cards `besides`. What is printed on a card is no
    secret; where it lies is told by the lines alone.
    """
    lexicon = lexicon_of(game.title, game.options)
    faces = lexicon.named_in(lines) if lexicon is not None else []
    told = [face for face in faces if face.kind == "card" and not {face.id, *face.also} & set(besides)]
    return [
        _shown(face.id, f"{face.name} ({', '.join(face.marks)})", face.lines()) for face in told[:MOST_NAMED]
    ]


def _reference_of(viewer: Viewer) -> Reference:
    reference = boards.reference_of(viewer.game.title, viewer.game.options)
    if reference is None:
        title = rules.title(viewer.game.title).name
        raise Refused("nothing-to-look-up", f"{title} has nothing that could be looked up by mail.", 404)
    return reference


def _view_of(viewer: Viewer) -> Mapping[str, Any] | None:
    """Return the position as the viewer knows it; None before the game begins."""
    if viewer.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return None
    return positions.open_game(viewer).view(positions.eyes(viewer))


def _only(typed: str, found: list[str], names: Names, what: str) -> str:
    """Return the one thing that was found. Raises Refused, with what could be meant."""
    if len(found) == 1:
        return found[0]
    if len(found) > MOST_MEANT:
        raise Refused("ambiguous", f"{len(found)} {what}s are called so: write more of the name.", 422)
    if found:
        shown = [names[id][0] for id in found]
        told = shown if len(set(shown)) == len(shown) else [f"{names[id][0]} ({id})" for id in found]
        raise Refused("ambiguous", f"More than one {what} is called so: {'; '.join(told)}.", 422)
    if not typed:
        raise Refused("malformed", f"Write its name, too: `{what} {next(iter(names.values()))[0]}`.", 422)
    near = nearest(typed, names)
    meant = f" Nearest to it: {'; '.join(near)}." if near else ""
    raise Refused("not-found", f"No {what} is called so.{meant}", 404)


def _wrapped(lines: list[str], indent: str = "") -> list[str]:
    """Break lines at the width of a mail; what goes on is indented."""
    return [
        row
        for line in lines
        for row in wrap(line, COLUMNS, initial_indent=indent, subsequent_indent=f"{indent}    ")
    ]
