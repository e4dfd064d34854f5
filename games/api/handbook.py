"""The rules, aids and cards of a title, for programs."""

from collections.abc import Sequence

import msgspec
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games import boards
from games.api import schemas
from games.api.base import View
from games.api.descriptions import documented
from games.boards.mentions import Lexicon, lexicon_of
from games.boards.shelves import Face, Shelf
from games.refusals import Refused
from rules.core.handbook import Handbook


def handbook_json(lexicon: Lexicon) -> schemas.Handbook:
    """Return all that can be read of a title, and of each of its expansions by itself."""
    title = lexicon.title
    handbooks = {volume.option: volume for volume in lexicon.handbook.volumes()} if lexicon.handbook else {}
    shelves = boards.shelves_of(title.id)
    return {
        "title": title.id,
        **_volume_json(handbooks.get(""), [shelf for shelf in shelves if not shelf.option]),
        "expansions": [
            {
                "option": option,
                "name": expansion.name,
                **_volume_json(handbooks.get(option), [shelf for shelf in shelves if shelf.option == option]),
            }
            for option, expansion in title.expansions.items()
        ],
    }


def _volume_json(handbook: Handbook | None, shelves: Sequence[Shelf]) -> schemas.Volume:
    return {
        "sections": msgspec.to_builtins(handbook.sections) if handbook is not None else [],
        "aids": msgspec.to_builtins(handbook.aids) if handbook is not None else [],
        "shelves": [
            {"id": shelf.id, "heading": shelf.heading, "cards": [_face_json(face) for face in shelf.faces]}
            for shelf in shelves
        ],
    }


def _face_json(face: Face) -> schemas.Card:
    return {
        "ids": [face.id, *face.also],
        "kind": face.kind,
        "name": face.name,
        "marks": list(face.marks),
        "parts": [
            {"heading": part.heading, "needs": part.needs, "text": part.text, "mark": part.mark}
            for part in face.parts
        ],
    }


class HandbookView(View):
    """The rules of a title for players: `sections` with their paragraphs, `aids` for the kinds of decisions and the
    phases, and what is printed on every card (`shelves`); `expansions` tell the same, each of its own."""

    @documented(
        schemas.Handbook,
        operation_id="handbook",
        parameters=[OpenApiParameter("title", str, OpenApiParameter.PATH, description="The title's id")],
    )
    def get(self, request: Request, title: str) -> Response:
        lexicon = lexicon_of(title)
        if lexicon is None:
            raise Refused("no-such-title", "That game is not offered here.", 404)
        return self.tagged(request, handbook_json(lexicon))
