"""Grounds of pictures as pixels: what never changes under the pieces, drawn once and kept in VAR_DIR.

Drawing one takes three seconds, and some 70 MB for as long. `python -m games.boards.grounds WIDTH HEIGHT` does it, from
SVG elements to pixels of four bytes, so that this memory is gone with its process.
"""

import mmap
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, cast

import resvg_py
from django.conf import settings
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
FONTS = tuple(
    str(Path(__file__).parent / "fonts" / f"{name}.ttf")
    for name in ("Alegreya-Bold", "AlegreyaSans-ExtraBold")
)
#: Finer ways to shrink leave halos around lines, which weigh a tenth more.
SHRINKING = Image.Resampling.HAMMING
#: How large a ground is kept: pixels for each of its units.
_KEPT = 2.5
#: How many are kept; a title has one.
_MOST = 6
#: Seconds that drawing one may take on a busy machine.
_LONGEST = 120
_ONE_AT_A_TIME = Lock()

Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Ground:
    """The ground that never changes under the pieces, as SVG elements on a canvas of `width` × `height` units."""

    svg: str
    width: int
    height: int


def image_of(svg: str) -> Image.Image:
    """Return an SVG document as an image with transparency. Raises ValueError if it is none."""
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(FONTS))
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


def cut(ground: Ground, box: Box, size: tuple[int, int]) -> Image.Image:
    """Return what lies in a box of the ground, in its units, as an image of `size` pixels.

    It is drawn when it is first asked for, while others wait for it. Raises ValueError if it is no SVG.
    """
    if box == (0, 0, ground.width, ground.height):
        return _whole(ground, size).copy()
    return _cut(ground, box, size)


@lru_cache(maxsize=_MOST)
def _whole(ground: Ground, size: tuple[int, int]) -> Image.Image:
    return _cut(ground, (0, 0, ground.width, ground.height), size)


def _cut(ground: Ground, box: Box, size: tuple[int, int]) -> Image.Image:
    with _ONE_AT_A_TIME:
        pixels = _drawn(ground)
    left, top, wide, high = box
    right, bottom = min(left + wide, ground.width), min(top + high, ground.height)
    return pixels.cut((left * _KEPT, top * _KEPT, right * _KEPT, bottom * _KEPT), size)


class _Pixels:
    """A ground as pixels, in a file that every process reads: some 17 MB, of which memory holds what is just cut out.

    Where no file can be written, as on a full disk, it stays in memory.
    """

    def __init__(self, ground: Ground) -> None:
        self._size = (round(ground.width * _KEPT), round(ground.height * _KEPT))
        self._kept: Image.Image | None = None
        try:
            self._file = _file_of(ground, 4 * self._size[0] * self._size[1])
        except (OSError, subprocess.SubprocessError):
            self._kept = _pixels_of(ground)

    def cut(self, box: Box, size: tuple[int, int]) -> Image.Image:
        """Return what lies in a box of pixels (left, top, right, bottom), at another size."""
        if self._kept is not None:
            return self._kept.resize(size, SHRINKING, box).convert("RGB")
        with mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) as pixels:
            whole = Image.frombuffer("RGBX", self._size, cast(Any, pixels), "raw", "RGBX", 0, 1)
            part = whole.resize(size, SHRINKING, box).convert("RGB")
            del whole  # it looks into what is closed now
        return part


def _file_of(ground: Ground, size: int) -> BinaryIO:
    """Open the file of a ground; where there is none of `size` bytes, a child draws it, and the oldest one goes.

    Raises OSError and subprocess.SubprocessError.
    """
    folder = settings.VAR_DIR / "grounds"
    told = f"{resvg_py.__version__} {_KEPT} {ground.width} {ground.height} {ground.svg}"
    path = folder / sha256(told.encode()).hexdigest()
    with suppress(FileNotFoundError):
        if path.stat().st_size == size:
            return path.open("rb")
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "games.boards.grounds", str(ground.width), str(ground.height)]
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        try:
            subprocess.run(
                command, cwd=ROOT, input=ground.svg.encode(), stdout=file, stderr=subprocess.DEVNULL,
                timeout=_LONGEST, check=True,
            )  # fmt: skip
        except BaseException:
            Path(file.name).unlink()
            raise
    opened = Path(file.name).replace(path).open("rb")
    with suppress(FileNotFoundError):  # another process tidies up
        for old in sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime)[:-_MOST]:
            old.unlink()
    return opened


@lru_cache(maxsize=_MOST)
def _drawn(ground: Ground) -> _Pixels:
    return _Pixels(ground)


def _pixels_of(ground: Ground) -> Image.Image:
    """Draw a ground, four bytes a pixel."""
    wide, high = round(ground.width * _KEPT), round(ground.height * _KEPT)
    view = f'viewBox="0 0 {ground.width} {ground.height}" width="{wide}" height="{high}"'
    image = image_of(f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{ground.svg}</svg>')
    return image.convert("RGB").convert("RGBX")


def main() -> None:
    """Draw the ground that comes in."""
    wide, high = map(int, sys.argv[1:])
    sys.stdout.buffer.write(_pixels_of(Ground(sys.stdin.read(), wide, high)).tobytes())


if __name__ == "__main__":
    main()
