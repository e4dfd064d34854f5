"""`python -m tools.mutants`: put 200 small faults into the code, one at a time, and print which the tests find.

The tree is copied, and every fault stands in the copy beside what it replaces. One run of the suite, with none switched
on, tells which tests reach which fault; then each meets the tests that reach it, those that read records of whole games
(the records of the titles) last, until one fails.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path

from tools.mutants import reach, report, runs, sites, tree


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser("python -m tools.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many mutants")
    parser.add_argument(
        "--seed", type=int, default=1, help="which ones; the same seed and code make the same"
    )
    parser.add_argument("--only", default="", metavar="N,N", help="run these only")
    parser.add_argument(
        "--tests-of", metavar="REV", help="the tests of another revision, with the code of this tree"
    )
    parser.add_argument("--paths", nargs="*", default=[], help="only the tests of these files or folders")
    parser.add_argument(
        "--without", default="services or image or browser or hostile", metavar="MARKS",
        help="tests to leave out (default: %(default)s; the browser and the attacks on servers cost more than "
        "all others together)",
    )  # fmt: skip
    parser.add_argument(
        "--longest", type=float, default=5, help="processor seconds after which a test is left"
    )
    parser.add_argument(
        "--budget", type=float, default=40, help="processor seconds of tests chosen for a mutant"
    )
    parser.add_argument(
        "--limit", type=float, default=60, help="processor seconds after which a mutant is stopped"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at once")
    parser.add_argument("--work", type=Path, help="keep the copy and the reach here, and use what is there")
    parser.add_argument("--out", type=Path, help="where to write everything as JSON")
    return parser.parse_args()


def prepared(work: Path, mutants: list[sites.Mutant], given: argparse.Namespace) -> runs.Choosing:
    """Make the copy and learn the reach, unless they are there."""
    folder, probes = work / "reach", work / "probes.json"
    if not probes.exists():
        (work / "tree").mkdir(parents=True)
        tree.copy(work / "tree", given.tests_of)
        made = tree.rewrite(work / "tree", mutants)
        probes.write_text(json.dumps(made), encoding="utf-8")
    if not folder.exists():
        said = reach.run(
            work / "tree",
            folder,
            workers=given.jobs,
            without=given.without,
            longest=given.longest,
            paths=given.paths,
        )
        print(f"The suite over the copy: {said}", flush=True)
    told = {int(n): tuple(of) for n, of in json.loads(probes.read_text(encoding="utf-8")).items()}
    return runs.Choosing(work / "tree", reach.read(folder), told)


def main() -> None:
    """Make the mutants, run them and print the table."""
    given = arguments()
    print(f"{given.count} mutants with the seed {given.seed}", flush=True)
    everything = sites.choose(given.count, given.seed)
    only = {int(n) for n in given.only.split(",") if n}
    mutants = [one for one in everything if not only or one.number in only]
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        work = given.work or Path(temporary)
        choosing = prepared(work, everything, given)
        found = runs.Runs(work, choosing, runs.Bounds(given.budget, given.limit, given.jobs)).run(mutants)
        golden = {test.name for test in choosing.reached.tests.values() if test.golden}
    told = report.lines(mutants, found, golden)
    print(report.table(told))
    if given.out is not None:
        report.write(given.out, told, seed=given.seed, count=given.count, tests_of=given.tests_of)


if __name__ == "__main__":
    main()
