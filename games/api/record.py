"""The API of what has happened in a game: the story, its steps, the whole record."""

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from games.api import schemas
from games.api.base import View
from games.api.descriptions import KEY, MOST, Number, documented
from games.ledger import records
from games.play import positions
from games.play.proofs import proof_of

SINCE = Number("since", MOST, "Only lines from this number on: `next` of the last answer")


class Log(View):
    """The story of a game, from a line on."""

    @documented(schemas.Story, operation_id="log", parameters=[KEY, SINCE])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.viewer(request, key)
        since = SINCE.of(request)
        lines = positions.log_lines(viewer, since_number=since)
        return self.tagged(request, {"lines": lines, "next": lines[-1]["number"] + 1 if lines else since})


class Steps(View):
    """The steps of a game that the caller may look at."""

    @documented(schemas.StepList, operation_id="steps", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, {"steps": positions.steps(self.viewer(request, key))})


class Position(View):
    """The position after a step, as the caller knew it then."""

    @documented(positions.Then, operation_id="position", parameters=[KEY])
    def get(self, request: Request, key: str, seq: int) -> Response:
        return self.tagged(request, positions.position_at(self.viewer(request, key), seq))


class ProofView(View):
    """The word of each seat for the dice and draws, what is proven by it, and after the end the check of them all.

    `words` came with moves. While the game runs `checked` is null.
    """

    @documented(schemas.Proof, operation_id="proof", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.viewer(request, key)
        found = proof_of(viewer)
        told: schemas.Proof = {
            "commitment": viewer.game.commitment,
            "committed_at": viewer.game.committed_at,
            "tree": viewer.game.tree or None,
            "trust": found.trust,
            "words": [
                {
                    "seq": given.seq,
                    "seat": given.seat,
                    "word": given.word,
                    "at": given.at.isoformat(timespec="minutes") if given.at else None,
                }
                for given in found.words
            ],
            "drawn": found.number,
            "checked": found.checked,
            "fault": found.fault or None,
        }
        return self.tagged(request, told)


class RecordView(View):
    """The whole record of a finished game, for `python -m rules verify`."""

    @documented(rules.Record, operation_id="record", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        game = self.viewer(request, key).game
        positions.require_laid_open(game, "The record is published")
        return self.tagged(request, msgspec.to_builtins(records.record_of(game)))
