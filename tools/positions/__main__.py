"""`python -m tools.positions`: write the named positions anew."""

from tools.positions import FOLDER, PLACES, written

if __name__ == "__main__":
    for file in FOLDER.glob("*/*.json"):
        file.unlink()
    for name in PLACES:
        file = FOLDER / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(written(name), encoding="utf-8")
        print(f"{file.relative_to(FOLDER)}: {file.stat().st_size} bytes")
