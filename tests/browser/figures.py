"""The figures of whole games that the documents tell, and whether a game keeps to them."""

from pathlib import Path

from tests.browser.matches import Match

DOCS = Path(__file__).resolve().parents[2] / "docs"


def documented(page: str, game: str = "") -> dict[str, list[int]]:
    """Return what a page of the documents says of a whole game, by device: answers, clicks, scrolls, moves.

    `game` is the word that its rows begin with, where the page tells of several.
    """
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    head = f"| {game}, by " if game else "| by "
    rows = [
        [cell.strip() for cell in line.removeprefix(head).strip("| ").split("|")]
        for line in lines
        if line.startswith(head) and not line.startswith("| by |")
    ]
    return {row[0].partition(",")[0]: [int(cell) for cell in row[1:]] for row in rows}


def takes_no_more(match: Match, most: dict[str, int], confirmed: frozenset[str]) -> None:
    """See that no answer of the kinds in `most` took more clicks than that, or one more where it is confirmed."""
    for (device, kind), clicks in match.clicks.items():
        assert max(clicks) <= most.get(kind, max(clicks)) + (device in confirmed), (device, kind, clicks)


def keeps_to(
    match: Match,
    page: str,
    most: dict[str, int],
    *,
    confirmed: frozenset[str] = frozenset(),
    game: str = "",
) -> None:
    """See that a whole game took no more clicks than its documents say, as a whole and for every kind of answer.

    `most` has the kinds that take more than one click; each answer takes one more with the devices in `confirmed`,
    whose players are asked once more. Nothing has scrolled or moved: that was looked at after each answer.
    """
    takes_no_more(match, {kind: most.get(kind, 1) for _, kind in match.clicks}, confirmed)
    told = documented(page, game)
    assert set(told) == set(match.answers)
    for device, (answers, clicks, *moved) in told.items():
        taken = sum(sum(some) for (by, _), some in match.clicks.items() if by == device)
        assert match.answers[device] == answers
        assert taken <= clicks, (device, taken)
        assert moved == [0, 0]
