"""What processes of this machine have used of its processor."""

import os
from pathlib import Path


def processor_seconds(process: Path) -> float:
    """Return what a process has used, by its folder in /proc. Raises OSError where it has ended."""
    used = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
