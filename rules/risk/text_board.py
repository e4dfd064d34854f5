"""The board as plain text, at most 70 columns wide."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from rules.core.title import COLUMNS
from rules.risk.data import ARMIES, IN_REGION, PATH, REGIONS, TERRITORIES, title_of

SHORT = {"green": "G", "red": "R", "yellow": "Y", "black": "B", "neutral": "n", "": "-"}


def text_board(view: Mapping[str, Any]) -> str:
    """Return the board: territories by region, armies, the Fellowship."""
    lines = [_head(view), ""]
    for region, info in REGIONS.items():
        holder = view["regions"][region]
        whose = f", held by {ARMIES[holder].name}" if holder else ""
        lines.append(f"{info.name} (+{info.bonus}{whose})")
        lines += wrap(
            ", ".join(_territory(view, x) for x in IN_REGION[region]),
            COLUMNS,
            initial_indent="  ",
            subsequent_indent="  ",
            break_on_hyphens=False,
        )
    lines.append("")
    for seat in view["seats"]:
        lines += _army(view, seat)
    fellowship = view["fellowship"]
    lines.append(
        f"The Fellowship: {TERRITORIES[fellowship['territory']].name}, stop {fellowship['stop']} of {len(PATH)}"
    )
    lines.append("* stronghold   ^ Site of Power   ~ port   L Leader")
    return "\n".join(lines)


def _head(view: Mapping[str, Any]) -> str:
    if view["winners"]:
        return "The game is over."
    if view["turn"] == 0:
        return "The board is being set up."
    limit = f" of {view['round_limit']}" if view["round_limit"] else ""
    return f"Round {view['round']}{limit}, turn of {ARMIES[view['active']].name}"


def _territory(view: Mapping[str, Any], id: str) -> str:
    territory, here = TERRITORIES[id], view["territories"][id]
    marks = (
        ("*" if territory.stronghold else "")
        + ("^" if territory.site else "")
        + ("~" if territory.port else "")
    )
    leader = "L" if any(id in army["leaders"] for army in view["armies"].values()) else ""
    return f"{territory.name}{marks}\u00a0{SHORT[here['holder']]}{here['battalions']}{leader}".replace(
        " ", "\u00a0"
    )


def _army(view: Mapping[str, Any], seat: str) -> list[str]:
    army = view["armies"][seat]
    out = " (out)" if seat in view["out"] else ""
    lines = [
        f"{ARMIES[seat].name}{out}: {army['score']} points, {army['territories']} territories, "
        f"{army['battalions']} battalions"
    ]
    for name, cards in (
        ("Territory cards", army["cards"]),
        ("Adventure cards", army["hand"]),
        ("Open", army["played"]),
    ):
        if cards:
            told = ", ".join("?" if card is None else title_of(card) for card in cards)
            lines += wrap(f"{name}: {told}", COLUMNS, initial_indent="  ", subsequent_indent="    ")
    return lines
