"""The board of Duel for Middle-earth."""

from games import boards
from games.boards.duel import board, guide, picture, shelves

boards.register(
    "duel",
    boards.Board(
        template="games/board/duel/board.html",
        draw=board.board,
        styles=("css/titles/duel.css",),
        scripts=("js/titles/duel.js",),
        guide=guide.GUIDE,
        shelves=shelves.shelves,
        picture=picture.picture,
    ),
)
