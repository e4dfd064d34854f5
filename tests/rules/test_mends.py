"""What was mended: every version of every title and set is told, with its rule, and what keeps the former reading."""

import re
from collections.abc import Iterator

import msgspec
import pytest

import rules
from rules.core.handbook import handbook_of
from rules.core.mends import Mend, mends_between, mends_in, options_of
from rules.war_of_the_ring.position.box import SETS

TITLES = [rules.title(id) for id in rules.titles()]
MENDS = [pytest.param(title, mend, id=mend.id) for title in TITLES for mend in title.mends]
#: A release of the project.
RELEASE = re.compile(r"\d+\.\d+\.\d+")


def versions() -> Iterator[tuple[str, str, int]]:
    """Every title, or set of it, that has been mended, with its version."""
    for title in TITLES:
        if title.id == "war-of-the-ring":
            yield from ((title.id, one.id, one.version) for one in SETS.values())
        else:
            yield title.id, "", title.version


@pytest.mark.parametrize(("title", "set_id", "version"), [*versions()])
def test_every_version_says_what_was_mended(title, set_id, version):
    told = [mend for mend in rules.title(title).mends if mend.set == set_id]
    assert mends_between(told, 1, version) is not None
    assert max((mend.version for mend in told), default=1) <= version


@pytest.mark.parametrize(("title", "mend"), MENDS)
def test_a_mend_names_a_rule_and_a_reading_that_there_are(title, mend):
    assert handbook_of(title).find(mend.rule), mend.rule
    assert RELEASE.fullmatch(mend.release)
    assert re.fullmatch(r"[a-z][a-z0-9-]{2,59}", mend.id)  # reports keep it
    assert mend.was.endswith(".")
    assert mend.now.endswith(".")
    if mend.option:
        assert mend.option in {field.name for field in title.option_fields}
        assert mend.option in title.former_defaults


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_no_two_mends_of_a_title_have_one_name(title):
    named = [mend.id for mend in title.mends]
    assert len(named) == len(set(named))


def test_the_newest_mends_make_the_versions_between():
    first, second, other = (
        Mend(id=f"mend-{n}", release="1.1.0", version=version, rule="WR-1", was="A.", now="B.", option=option)
        for n, version, option in ((1, 2, ""), (2, 3, "strict"), (3, 3, "strict"))
    )
    told = (first, second, other)
    assert mends_between(told, 1, 3) == told
    assert mends_between(told, 2, 3) == (second, other)
    assert mends_between(told, 3, 3) == ()
    assert mends_between(told, 3, 2) is None  # of rules that are to come
    assert mends_between(told, 3, 4) is None  # nobody says what the fourth has mended
    assert options_of(told) == ("strict",)


def test_mends_are_read_as_they_are_written_or_not_at_all(tmp_path):
    file = tmp_path / "mends.json"
    assert mends_in(file) == ()
    file.write_text(
        '[{"id": "one", "release": "1.1.0", "version": 2, "rule": "WR-1", "was": "A.", "now": "B."}]'
    )
    assert [mend.id for mend in mends_in(file)] == ["one"]
    file.write_text('[{"id": "one", "version": "2"}]')
    with pytest.raises(msgspec.ValidationError):
        mends_in(file)
