"""The board of War of the Ring."""

from games import boards
from games.boards.war_of_the_ring import board, glimpse, mail, picture, reference, report, shelves

boards.register(
    "war-of-the-ring",
    boards.Board(
        template="games/board/war_of_the_ring/board.html",
        draw=board.board,
        expansion_pictures={
            "lords": "img/expansions/lords.svg",
            "kings": "img/expansions/kings.svg",
        },
        styles=(
            "css/map.css",
            "css/hand.css",
            "css/titles/war_of_the_ring.css",
            "css/titles/war_of_the_ring_map.css",
        ),
        scripts=("js/map.js", "js/map_window.js", "js/fan.js", "js/titles/war_of_the_ring.js"),
        plate="games/board/war_of_the_ring/plate.html",
        mine="games/board/war_of_the_ring/mine.html",
        hand="games/board/war_of_the_ring/hand.html",
        mine_word="Hand",
        tracks_word="Tracks",
        tabs=(boards.Tab("pool", "Pool", "games/board/war_of_the_ring/papers.html"),),
        signs="games/board/war_of_the_ring/signs.html",
        teams=boards.Teams(
            stock="war_of_the_ring_players/team.html",
            plate="war_of_the_ring_players/plate.html",
            name="war_of_the_ring_players/name.html",
        ),
        report=boards.Report(
            template="games/board/war_of_the_ring/report.html",
            tell=report.report,
            styles=("css/plots.css", "css/titles/war_of_the_ring.css"),
        ),
        reference=reference.REFERENCE,
        shelves=shelves.shelves,
        picture=picture.picture,
        glimpse=glimpse.glimpse,
        mailing=mail.mailing,
    ),
)
