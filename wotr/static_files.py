"""Styles, scripts and pictures: short, compressed (Brotli and gzip), under names that change with their contents."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: What jsmin would take for code, so that its spaces go: a template within a template, a pattern after an arrow.
MISREAD = re.compile(r"\$\{[^}`]*`|=>\s*/(?![/*])[^\n/]* ")


def shorten_script(script: str) -> str:
    """Return a script without comments and spare room; one that would be misread as it is."""
    return script if MISREAD.search(script) else str(jsmin(script))


#: The zero before a point in a path: `-0.5` says no more than `-.5`.
ZERO = re.compile(r"(?<![\w.])0(?=\.\d)")
PATH = re.compile(r'(?<=\bd=")[^"]*')


def shorten_drawing(drawing: str) -> str:
    """Return a drawing whose paths have no zero before a point."""
    return PATH.sub(lambda path: ZERO.sub("", path[0]), drawing)


#: What takes comments and spare room out of a file, by how its name ends.
SHORTEN = {".css": cssmin, ".js": shorten_script, ".svg": shorten_drawing}


class CollectedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """The storage of collected files; browsers may keep them for ever.

    As long as nothing has been collected, as in tests, files go by their own names and are sent as they lie in
    `static/`.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, tuple[Any, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Shorten the collected styles and scripts, then name them by their contents and compress them."""
        for name in [] if dry_run else paths:
            shorten = SHORTEN.get(Path(name).suffix)
            if shorten is not None:
                collected = Path(self.path(name))
                collected.write_text(shorten(collected.read_text(encoding="utf-8")), encoding="utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def stored_name(self, name: str) -> str:
        """Return the name with the hash of the file. Raises ValueError for a file that was not collected."""
        return str(super().stored_name(name)) if self.hashed_files else name
