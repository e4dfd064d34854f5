"""Acts about a game as a whole: take back, claim, agree to a draw or to stop, give it up."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.acts.act import Act, Button, Done, Field, FieldKind, Look, Question
from games.acts.kinds import CANCEL, DRAW, is_over
from games.hours import resignation
from games.play import endings, hand_over, takebacks, undo
from games.play.access import Viewer, require_player

# -- taking back -------------------------------------------------------------------------------


def _take_back(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    version = undo.take_back(viewer.game.key, require_player(viewer), data["version"])
    return Done("Your move is taken back.", version)


def _may_take_back(look: Look) -> bool:
    return _may_undo(look) or (
        look.plays
        and look.own is not None
        and takebacks.is_possible_over_bots(look.game, list(look.viewer.seats), look.own)
    )


def _may_undo(look: Look) -> bool:
    return look.plays and look.play.mover == look.viewer.seat_name


def _hand_over(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    version = hand_over.hand_over(viewer.game.key, by=require_player(viewer))
    return Done("Handed over.", version)


def _may_hand_over(look: Look) -> bool:
    return _may_undo(look) and look.play.is_held


# -- claiming ----------------------------------------------------------------------------------


def _claim(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    version = endings.claim(viewer.game.key, require_player(viewer), data["what"])
    return Done("The game is yours." if data["what"] == "win" else "The game is void.", version)


def _may_claim(look: Look) -> bool:
    own = look.viewer.seat_name
    return look.plays and own is not None and bool(endings.late_opponents(look.game, look.viewer.seats, own))


# -- agreeing ----------------------------------------------------------------------------------


def _draw(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    version = endings.offer_draw(viewer.game.key, require_player(viewer))
    words = "You have offered a draw; it stands until the next move."
    return Done(DRAW.done if is_over(viewer.game.key) else words, version)


def _may_offer(look: Look) -> bool:
    own = look.own
    fits = own is not None and not own.draw_offered and not any(s.bot for s in look.others)
    return look.plays and fits


def _may_accept(look: Look) -> bool:
    return look.plays and any(seat.draw_offered for seat in look.others)


def _decline(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    version = endings.decline_draw(viewer.game.key, require_player(viewer))
    return Done("You have declined the draw.", version)


def _cancel(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    own = require_player(viewer)
    version = -1
    with transaction.atomic():  # all seats of a table that one person plays alone, or none
        for seat in [s.name for s in viewer.seats] if viewer.game.is_solo else [own]:
            version = endings.ask_cancel(viewer.game.key, seat)
            if is_over(viewer.game.key):
                break
    words = "You have asked to end the game without a result; it ends when everybody has."
    return Done("The game has ended without a result." if is_over(viewer.game.key) else words, version)


def _may_ask_cancel(look: Look) -> bool:
    return look.plays and look.own is not None and not look.own.cancel_asked


# -- giving up ---------------------------------------------------------------------------------


def _resign(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    return Done("You have resigned.", resignation.resign(viewer.game.key, require_player(viewer)))


def _resign_question(look: Look) -> Question:
    assert look.own is not None
    seats = look.viewer.seats
    words = f"{resignation.what_follows(look.game, seats, look.own)} This cannot be undone."
    if resignation.ends_the_game(look.game, seats, look.own) and resignation.is_early(look.game, seats):
        return Question("Break this game off?", words, "Break it off")
    return Question("Resign this game?", words, "Resign")


ACTS = (
    Act(
        "take-back",
        "Take back",
        _take_back,
        _may_take_back,
        fields=(Field("version", "Version that you saw", FieldKind.VERSION, example=5),),
        buttons=(Button("take-back", "Take back", "take_back", _may_take_back, beside=True),),
        words=("undo", "take-back", "takeback"),
        help="take back your last moves, as long as nothing was revealed; alone with bots, over their answers, too",
        by_turn_link=True,
    ),
    Act(
        "hand-over",
        "Hand over now",
        _hand_over,
        _may_hand_over,
        buttons=(Button("hand-over", "Hand over now", "hand_over", _may_hand_over, beside=True),),
        help="let the others see at once what you could still take back",
    ),
    Act(
        "claim",
        "Claim the win, or call the game void",
        _claim,
        _may_claim,
        fields=(
            Field(
                "what",
                "What you claim",
                FieldKind.CHOICE,
                usual="win",
                choices={"win": "Claim the win", "void": "Call it void"},
                example="win",
            ),
        ),
        buttons=(
            Button(
                "claim-win",
                "Claim the win",
                "claim",
                _may_claim,
                {"what": "win"},
                style="button-primary",
                beside=True,
            ),
            Button("claim-void", "Call it void", "claim", _may_claim, {"what": "void"}, beside=True),
        ),
        words=("claim",),
        help="`claim win` or `claim void`, when the time of another player is up",
        ends=True,
    ),
    Act(
        "draw",
        "Offer a draw, or accept the one that is offered",
        _draw,
        buttons=(
            Button("draw", DRAW.button, "offer_draw", _may_offer, style="button-quiet", alone=False),
            Button("accept-draw", "Accept the draw", "accept_draw", _may_accept, beside=True),
        ),
        words=("draw", "offer-draw", "offer-a-draw", "accept-draw", "accept-the-draw", "remis"),
        help="offer a draw, or accept one; `decline` refuses it",
        tails=("offer", "accept", "yes"),
    ),
    Act(
        "decline-draw",
        "Decline the draw that is offered",
        _decline,
        buttons=(Button("decline-draw", "Decline the draw", "decline_draw", _may_accept, beside=True),),
        words=("decline",),
        tails=("draw",),
        gives_way=True,
    ),
    Act(
        "ask-cancel",
        "Ask to cancel",
        _cancel,
        _may_ask_cancel,
        style="button-quiet",
        words=("cancel",),
        help="ask to end the game without a result",
        sure=CANCEL.sure,
    ),
    Act(
        "resign",
        "Resign",
        _resign,
        lambda look: look.plays,
        style="button-danger",
        words=("resign", "concede", "i-resign", "give-up", "i-give-up", "surrender"),
        help="`resign yes` gives the game up",
        ends=True,
        final="give the game up",
        question=_resign_question,
    ),
)
