"""The check of docs/fair-dice.md, as a stranger would run it: cut out of the page, without anything of ours."""

import re
import subprocess
import sys
from pathlib import Path

from rules.core.records import Record, dump_record

PAGE = Path(__file__).resolve().parents[1] / "docs" / "fair-dice.md"


def program() -> str:
    """Return the program."""
    (found,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


def check(folder: Path, record: Record | str) -> tuple[bool, str]:
    """Return whether the program is content with a record, and what it says."""
    path = folder / "record.json"
    path.write_text(record if isinstance(record, str) else dump_record(record).decode(), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-c", program(), path], capture_output=True, text=True, check=False
    )
    return done.returncode == 0, done.stdout + done.stderr
