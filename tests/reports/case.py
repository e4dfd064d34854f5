"""What the test of a report begins with: its case, which lies beside it. It asks the rules alone."""

from pathlib import Path

from rules.core.cases import Case, load_case


def case_beside(file: str) -> Case:
    """Return the case of `test_report_12.py`: it lies in `report_12.json`, in the same folder."""
    test = Path(file)
    return load_case(test.with_name(test.name.removeprefix("test_")).with_suffix(".json").read_bytes())
