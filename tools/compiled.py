"""`wotr-rules-compiled`: modules in which a game spends its time, compiled by Cython; no file of `rules` is changed.

`.venv-engine/bin/python -m tools.compiled` builds the wheel in dist/. It holds the compiled modules alone: where it is
unpacked beside `rules`, Python loads them in place of the files, which go on being what is read and changed. What it
was built from is the only thing that it fits, so it asks for the same version of `wotr-rules`.
"""

import os
import re
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: What is compiled: the driver and its parts, and of War of the Ring what its menus and battles hang on.
COMPILED = (
    *(
        f"rules/core/{name}.py"
        for name in ("applied", "chance", "decisions", "forced_choices", "game", "settled")
    ),
    *(f"rules/core/{name}.py" for name in ("listings", "named_choices", "sums", "table")),
    *(f"rules/war_of_the_ring/{part}/*.py" for part in ("bots", "position", "quest", "turns", "war")),
    "rules/war_of_the_ring/reasons/questions.py",
)
#: Annotations only say what is meant: an `int` may be larger than a processor's.
DIRECTIVES = {"language_level": 3, "annotation_typing": False}


def modules() -> dict[str, str]:
    """Return the files that are compiled, by the names of their modules."""
    files = [file.relative_to(ROOT) for pattern in COMPILED for file in sorted(ROOT.glob(pattern))]
    return {".".join(f.with_suffix("").parts): str(f) for f in files if f.name != "__init__.py"}


def build(folder: Path) -> None:
    """Build the wheel into a folder; all that comes up meanwhile stays out of the tree."""
    from Cython.Build import cythonize
    from setuptools import Extension, setup

    told = re.search(
        r'^__version__ = "([^"]+)"', (ROOT / "rules/__init__.py").read_text("utf-8"), re.MULTILINE
    )
    assert told is not None
    extensions = [
        Extension(name, [file], extra_compile_args=["-O2", "-g0", "-w"]) for name, file in modules().items()
    ]
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(ROOT / "rules", Path(scratch, "rules"), ignore=shutil.ignore_patterns("__pycache__"))
        os.chdir(scratch)
        workers = os.cpu_count() or 1
        setup(
            name="wotr-rules-compiled",
            version=told[1],
            description="Modules of wotr-rules, compiled",
            install_requires=[f"wotr-rules=={told[1]}"],
            packages=[],
            ext_modules=cythonize(extensions, nthreads=workers, quiet=True, compiler_directives=DIRECTIVES),
            script_args=[
                "-q",
                "build_ext",
                f"--parallel={workers}",
                "bdist_wheel",
                "--dist-dir",
                str(folder),
            ],
        )


if __name__ == "__main__":
    build(ROOT / "dist")
