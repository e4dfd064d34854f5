"""The table of what was found, and the mutants that are no faults."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.mutants.sites import Mutant

#: Mutants that change nothing anybody could notice, each with a word of reason.
EQUIVALENT = Path(__file__).with_name("equivalent.json")
VERDICTS = ("killed", "killed by golden records alone", "timed out", "survived", "equivalent", "not reached")


def lines(
    mutants: Sequence[Mutant], found: dict[int, dict[str, Any]], golden: set[str]
) -> list[dict[str, Any]]:
    """Join mutants and verdicts; `golden` are the tests that read records of whole games."""
    known = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    equivalent = {(one["file"], one["line"], one["before"], one["after"]): one["why"] for one in known}
    told = []
    for mutant in mutants:
        line = vars(mutant) | found[mutant.number]
        if line["verdict"] == "killed" and line["killer"] in golden:
            line["verdict"] = "killed by golden records alone"
        why = equivalent.get((mutant.file, mutant.source, mutant.before, mutant.after))
        if why is not None and line["verdict"] in ("survived", "not reached"):
            line |= {"verdict": "equivalent", "why": why}
        told.append(line)
    return told


def table(told: Sequence[dict[str, Any]]) -> str:
    """Return the counts by app, and each mutant that no test with a short way to it has killed."""
    apps = list(dict.fromkeys(line["app"] for line in told))
    counts = Counter((line["app"], line["verdict"]) for line in told)
    verdicts = [*VERDICTS, *sorted({line["verdict"] for line in told} - set(VERDICTS))]
    rows = [f"{'':32}" + "".join(f"{app:>15}" for app in (*apps, "all"))]
    for verdict in verdicts:
        of = [counts[app, verdict] for app in apps]
        rows.append(f"{verdict:32}" + "".join(f"{count:15}" for count in (*of, sum(of))))
    for verdict in verdicts[1:]:
        for line in told:
            if line["verdict"] == verdict:
                rows.append(f"\n{verdict}: {line['number']} {line['file']}:{line['line']} ({line['kind']})")
                rows += [f"    {line['source']}", f"    {line['before']}  ->  {line['after']}"]
                tests = f"{line['ran']} of {line['of']} tests" if "ran" in line else ""
                said = [line.get("killer") or line.get("running", ""), line.get("why", ""), tests]
                rows.append("    " + " · ".join(filter(None, said)))
    return "\n".join(rows)


def write(path: Path, told: Sequence[dict[str, Any]], **about: object) -> None:
    """Write everything as JSON; lines of an earlier run of the same mutants that were not run again stay."""
    if path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        if before["about"] == about:
            new = {line["number"] for line in told}
            kept = [line for line in before["mutants"] if line["number"] not in new]
            told = sorted([*kept, *told], key=lambda line: line["number"])
    text = json.dumps({"about": about, "mutants": list(told)}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
