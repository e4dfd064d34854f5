"""A rule of Beads that is mended while games run, in tests."""

from collections.abc import Callable, Iterator

import pytest

from rules.core import registry
from rules.core.mends import Mend
from tests.games.toy_beads import GENEROUS, Beads

Mender = Callable[..., None]


def mender(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mender]:
    """Yield what mends the rule: with the former reading as an option (`keeps`), or without."""
    monkeypatch.setitem(registry.PACKAGES, "beads", "tests.games.toy_beads")

    def mended(*, keeps: bool, refused: int | None = None) -> None:
        monkeypatch.setattr(Beads, "version", 2)
        monkeypatch.setattr(Beads, "more", 1)
        monkeypatch.setattr(Beads, "refused", refused)
        if keeps:
            monkeypatch.setattr(Beads, "option_fields", (GENEROUS,))
            monkeypatch.setattr(Beads, "former_defaults", {"generous": True})
        told = Mend(
            id="six",
            release="0.2.0",
            version=2,
            rule="BE-1",
            was="A six took two beads more.",
            now="A six takes one bead more.",
            option=GENEROUS.name if keeps else "",
        )
        monkeypatch.setattr(Beads, "mends", (told,))

    yield mended
    registry.title.cache_clear()
