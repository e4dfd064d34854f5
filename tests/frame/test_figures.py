"""A figure that has become worse by more than 15 % is named, and the benchmark that found it fails."""

import pytest

from benchmarks import figures


@pytest.fixture
def kept(monkeypatch):
    monkeypatch.setattr(figures, "kept", lambda: {"a page": 2.0, "a look": 0.05})


@pytest.mark.parametrize(
    ("here", "lost"),
    [
        ({"a page": 2.29}, []),
        ({"a page": 2.31}, ["a page"]),
        ({"a page": 0.1, "nobody keeps this": 9.0}, []),
        ({"a look": 0.14}, []),
        ({"a look": 0.16, "a page": 3.0}, ["a look", "a page"]),
    ],
)
def test_what_is_worse_than_is_tolerated_is_named(kept, capsys, here, lost):
    assert figures.worse(here) == lost
    assert figures.judge("loops", here) == bool(lost)
    assert capsys.readouterr().out.count("worse") == len(lost)


def test_the_document_keeps_figures():
    """Those of every benchmark that is judged by them."""
    kept = figures.kept()
    assert {"War of the Ring: page, a visitor", "sweep-reminders, 30,000 games", "a mail, 2 workers"} <= set(
        kept
    )
    assert all(figure >= 0 for figure in kept.values())


def test_a_document_without_its_table_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(figures, "DOCUMENT", tmp_path / "empty.md")
    figures.DOCUMENT.write_text("# Performance\n")
    with pytest.raises(ValueError, match="keeps no figures"):
        figures.kept()
