"""The things that each side has before it: coins, skills, Units, tokens, cards."""

from collections.abc import Mapping
from typing import Any

from games.boards.duel.cards import KINDS, card_face
from rules.duel.data import CARDS, LANDMARKS, QUEST_LENGTH, RACES, REGIONS, SKILLS, TOKENS, seat_name


def side_of(view: Mapping[str, Any], side: str) -> dict[str, Any]:
    """Return what a side has, for its plate and its papers."""
    own = view["sides"][side]
    faces = [card_face(card) for card in own["cards"]]
    return {
        "id": side,
        "side": side,
        "name": seat_name(side),
        "active": view["active"] == side and not view["winners"],
        "coins": own["coins"],
        "supply": own["supply"],
        "fortresses": own["fortresses"],
        "quest": view["quest"][side],
        "presence": len(own["presence"]),
        "support": own["support"],
        "goals": {"quest": QUEST_LENGTH, "races": len(RACES), "regions": len(REGIONS)},
        "skills": [{"skill": skill, "count": own["skills"].get(skill, 0)} for skill in SKILLS],
        "choices": own["choices"],
        "races": [{"race": r, "count": n} for r, n in own["races"].items() if n],
        "eagle": "hobbits-eagle" in own["tokens"],
        "chains": own["chains"],
        "tokens": [
            {"label": TOKENS[t].label, "text": TOKENS[t].text, "race": TOKENS[t].race} for t in own["tokens"]
        ],
        "landmarks": [LANDMARKS[x].name for x in own["landmarks"]],
        "cards": [
            {"colour": colour, "word": word, "faces": group}
            for colour, word in KINDS.items()
            if (group := [face for face in faces if CARDS[face["id"]].colour == colour])
        ],
        "card_count": len(faces),
    }
