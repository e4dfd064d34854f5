"""The grounds of pictures: a process of its own draws them, a file keeps them; memory where none can be written."""

import os
import subprocess

import pytest

from games.boards import grounds
from games.boards.grounds import Ground, cut

#: Gondor in red west of the river, Mordor in black east of it.
LAND = '<path fill="#c00000" d="M0 0h60v70H0z"/><path d="M60 0h40v70H60z"/>'


def colours(image):
    return {colour for _, colour in image.getcolors()}


def forget():
    """Know of no ground, like a process that has just begun."""
    grounds._drawn.cache_clear()
    grounds._whole.cache_clear()


@pytest.fixture
def disk(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    forget()
    yield tmp_path
    forget()


def test_a_box_of_the_ground_comes_out_in_the_size_that_is_wanted(disk):
    west = cut(Ground(LAND, 100, 70), (0, 0, 50, 35), (200, 140))
    assert (west.size, west.mode, colours(west)) == ((200, 140), "RGB", {(192, 0, 0)})
    east = cut(Ground(LAND, 100, 70), (70.5, 35, 29.5 + 1e-12, 35), (100, 100))
    assert colours(east) == {(0, 0, 0)}


def test_on_a_full_disk_it_is_the_same(disk, settings):
    """Nothing can be written there; whoever draws keeps it in memory."""
    box, size = (40.0, 10.0, 40.0, 40.0), (80, 80)
    kept = cut(Ground(LAND, 100, 70), box, size)
    forget()
    settings.VAR_DIR = disk / "full"
    assert cut(Ground(LAND, 100, 70), box, size).tobytes() == kept.tobytes()


def test_another_process_reads_what_was_drawn(disk, monkeypatch):
    whole = Ground(LAND, 100, 70), (0.0, 0.0, 100.0, 70.0), (100, 70)
    drawn = cut(*whole).tobytes()
    forget()
    monkeypatch.setattr(subprocess, "run", lambda *args, **more: pytest.fail("it is drawn already"))
    assert cut(*whole).tobytes() == drawn


def test_what_was_cut_off_is_drawn_anew(disk):
    whole = Ground(LAND, 100, 70), (0.0, 0.0, 100.0, 70.0), (100, 70)
    drawn = cut(*whole).tobytes()
    (file,) = (disk / "grounds").iterdir()
    os.truncate(file, 1000)
    forget()
    assert cut(*whole).tobytes() == drawn


def test_old_grounds_go(disk):
    """Those of an earlier version, and what nobody drew to its end."""
    (disk / "grounds").mkdir()
    for number in range(grounds._MOST):
        old = disk / "grounds" / f"old-{number}"
        old.touch()
        os.utime(old, (number, number))
    cut(Ground(LAND, 100, 70), (0, 0, 50, 35), (200, 140))
    left = sorted(file.name for file in (disk / "grounds").iterdir())
    assert len(left) == grounds._MOST
    assert "old-0" not in left
    assert "old-1" in left


def test_what_is_no_svg_is_said_to_be_none(disk):
    with pytest.raises(ValueError):
        cut(Ground("<path", 100, 70), (0, 0, 50, 35), (200, 140))
    assert list((disk / "grounds").iterdir()) == []
