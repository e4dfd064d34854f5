"""The board in text: every territory with its marks, its holder and its battalions."""

import rules
from tools.positions import standing

TITLE = rules.title("risk")


def test_strongholds_sites_and_ports_have_their_marks_and_nothing_else_has():
    play = standing("risk/2-combat")
    told = " ".join(TITLE.text_board(play.view("green")).replace("\u00a0", " ").split())
    for shown in (
        "Old Forest n2, Buckland n2,",
        "Weather Hills^ R1,",
        "Rhudaur* G3,",
        "Forodwaith^~ n2,",
        "Umbar*~ R4,",
        "Gap of Rohan^ G1L,",
        "* stronghold ^ Site of Power ~ port",
    ):
        assert shown in told
