"""The few rows that every request looks for, read by statements that are worded once (`rows`)."""

from typing import Any

from accounts.models import ApiToken
from games.ledger import rows
from games.models import Game, Seat, Submission

_OF_GAME = 'row.game_id = (SELECT id FROM games_game WHERE "key" = %s)'


def game_of(key: str) -> Game | None:
    """Return the game with this key, or None."""
    return rows.first(Game, "row.key = %s", [key])


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game, with their accounts."""
    return rows.select(Seat, "row.game_id = %s", [game.pk], join="user")


def with_seats(key: str) -> tuple[list[Game], list[Seat]]:
    """Return the game with this key, if there is one, and its seats with their accounts."""
    games, seats = rows.select_together(
        rows.Selection(Game, "row.key = %s", [key]), rows.Selection(Seat, _OF_GAME, [key], join="user")
    )
    return games, seats


def mail_is_behind(seat: Seat, version: int) -> bool:
    """Return whether the mail of a seat has told less than what happened up to this version."""
    behind = "SELECT 1 FROM games_seatmail WHERE seat_id = %s AND told_version < %s"
    return bool(rows.fetch(behind, [seat.pk, version]))


def submission_of(game_key: str, seat: str, key: str) -> Submission | None:
    """Return what a seat has sent with this idempotency key, or None."""
    digest = Submission.digest_of_key(seat, key)
    return rows.first(Submission, f"{_OF_GAME} AND row.key_digest = %s", [game_key, digest], join="game")


def locked(game_key: str, token: ApiToken | None = None) -> tuple[Game | None, list[Seat], ApiToken | None]:
    """Return a game with its row locked, its seats as they are under the lock, and a token as it is now."""
    asked: list[rows.Selection[Any]] = [
        rows.Selection(Game, "row.key = %s", [game_key], lock=True),
        rows.Selection(Seat, _OF_GAME, [game_key], join="user"),
    ]
    if token is not None:
        asked.append(_of_token(token.digest))
    games, seats, *tokens = rows.select_together(*asked)
    found = tokens[0] if tokens else []
    return games[0] if games else None, seats, found[0] if found else None


def token_of(secret: str) -> ApiToken | None:
    """Return the valid token with this secret, its user read along, or None."""
    if not secret.isascii() or len(secret) >= 200:
        return None
    (found,) = rows.select_together(_of_token(ApiToken.digest_of(secret.strip())))
    return found[0] if found and found[0].is_valid() else None


def _of_token(digest: str) -> rows.Selection[ApiToken]:
    return rows.Selection(ApiToken, "row.digest = %s", [digest], join="user")
