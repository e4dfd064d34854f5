"""The board of Risk."""

from games import boards
from games.boards.risk import board, mail, picture, reference, report, shelves

boards.register(
    "risk",
    boards.Board(
        template="games/board/risk/board.html",
        draw=board.board,
        styles=("css/map.css", "css/hand.css", "css/titles/risk.css"),
        scripts=("js/map.js", "js/map_window.js", "js/titles/risk.js"),
        plate="games/board/risk/plate.html",
        mine="games/board/risk/mine.html",
        hand="games/board/risk/hand.html",
        mine_word="Cards",
        tracks_word="Regions",
        tabs=(boards.Tab("table", "Table", "games/board/risk/papers.html"),),
        signs="games/board/risk/signs.html",
        report=boards.Report(
            template="games/board/risk/report.html",
            tell=report.report,
            styles=("css/plots.css", "css/titles/risk.css"),
        ),
        reference=reference.REFERENCE,
        shelves=shelves.shelves,
        picture=picture.picture,
        glimpse=picture.glimpse,
        mailing=mail.mailing,
    ),
)
