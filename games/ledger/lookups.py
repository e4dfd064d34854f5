"""The few rows that every request looks for, read by statements that are worded once (`rows`)."""

from accounts.models import ApiToken
from games.ledger import rows
from games.models import Game, Seat, Submission


def game_of(key: str) -> Game | None:
    """Return the game with this key, or None."""
    return rows.first(Game, "row.key = %s", [key])


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game, with their accounts."""
    return rows.select(Seat, "row.game_id = %s", [game.pk], join="user")


def submission_of(game_key: str, seat: str, key: str) -> Submission | None:
    """Return what a seat has sent with this idempotency key, or None."""
    place = 'row.game_id = (SELECT id FROM games_game WHERE "key" = %s) AND row.key_digest = %s'
    return rows.first(Submission, place, [game_key, Submission.digest_of_key(seat, key)], join="game")


def token_of(secret: str) -> ApiToken | None:
    """Return the valid token with this secret, its user read along, or None."""
    if not secret.isascii() or len(secret) >= 200:
        return None
    token = rows.first(ApiToken, "row.digest = %s", [ApiToken.digest_of(secret.strip())], join="user")
    return token if token is not None and token.is_valid() else None
