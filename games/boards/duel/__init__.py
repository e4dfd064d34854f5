"""The board of Duel for Middle-earth."""

from games import boards
from games.boards.duel import board, mail, picture, reference, report, shelves

boards.register(
    "duel",
    boards.Board(
        template="games/board/duel/board.html",
        draw=board.board,
        styles=("css/titles/duel.css",),
        scripts=("js/titles/duel.js",),
        plate="games/board/duel/plate.html",
        mine="games/board/duel/mine.html",
        hand="games/board/duel/hand.html",
        mine_word="Cards",
        tracks_word="Map",
        tabs=(boards.Tab("cards", "Cards", "games/board/duel/cards.html"),),
        report=boards.Report(
            template="games/board/duel/report.html",
            tell=report.report,
            styles=("css/plots.css", "css/titles/duel.css"),
        ),
        reference=reference.REFERENCE,
        shelves=shelves.shelves,
        picture=picture.picture,
        glimpse=picture.glimpse,
        mailing=mail.mailing,
    ),
)
