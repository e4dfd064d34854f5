"""The image takes minutes and root: it is built where somebody asks for it (`make test-image`), and nowhere else."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "image" in config.option.markexpr:
        return
    asked_for = [item for item in items if item.get_closest_marker("image") is None]
    if len(asked_for) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in asked_for])
        items[:] = asked_for
