"""Sprites of pictures: drawn once in a process, whole, and let go of when they are too many."""

from dataclasses import replace
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

import rules
from games import boards
from games.boards import pictures, sprites
from games.boards.sprites import Sprite
from rules import Game, Seeded

#: Titles whose pictures are drawn, with options that bring further pieces.
TABLES = (
    ("duel", {}),
    ("risk", {}),
    ("war-of-the-ring", {}),
    ("war-of-the-ring", {"lords": True, "kings": True}),
    ("war-of-the-ring", {"players": "4"}),
)
#: Units around what a sprite says that it covers.
AROUND = 12.0
RING = '<circle r="9" fill="#c28a0a"/>'


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    """A process that has drawn nothing yet."""
    monkeypatch.setattr(sprites, "_KEPT", sprites._Kept())


@pytest.fixture
def drawings(monkeypatch):
    """What is drawn: a list that grows."""
    drawn, image_of = [], sprites.image_of
    monkeypatch.setattr(sprites, "image_of", lambda svg: drawn.append(svg) or image_of(svg))
    return drawn


def pictures_of(title, options, count=6, apart=30):
    """Pictures of positions of a random game: those of mails, and the small ones."""
    kind, rng = rules.title(title), Random(2)
    play = Game.start(kind, kind.normalise_options(options), Seeded(2))
    for move in range(count * apart):
        if play.is_over:
            return
        decision = rng.choice(play.pending)
        if move % apart == 0:
            lines = [
                {"number": n, "seq": n, "kind": line.kind, "data": line.data, "text": ""}
                for n, line in enumerate(play.lines)
            ]
            scene = boards.Scene(play.view(decision.seat), decision.seat, decision, recent=lines[-9:])
            yield boards.picture_of(title, scene, {str(n): n for n in range(9)})
            yield boards.glimpse_of(title, scene)
        play.play(decision.seat, [kind.fuzz_choice(decision, rng)])


def laid(sprite, box=(-20.0, -20.0, 40.0, 40.0), scale=2.0):
    image = Image.new("RGB", (round(box[2] * scale), round(box[3] * scale)), "#ffffff")
    sprites.lay(image, sprite, "", box, scale)
    return image


@pytest.mark.long
@pytest.mark.parametrize(("title", "options"), TABLES)
def test_no_sprite_is_cut_off(title, options):
    """What it says that it covers holds all of it, lines and halos included."""
    seen = {}
    for picture in pictures_of(title, options):
        for part in picture.parts:
            if isinstance(part, Sprite):
                seen[picture.style, part.svg, part.box] = part
    assert len(seen) > 20
    for (style, svg, box), sprite in seen.items():
        left, top, wide, high = box
        more = replace(sprite, box=(left - AROUND, top - AROUND, wide + 2 * AROUND, high + 2 * AROUND))
        sizes = [sprites._drawn(style, svg, each.box, "", 1.0)[2] for each in (sprite, more)]
        assert sizes[0] == sizes[1], svg


@pytest.mark.long
@pytest.mark.parametrize("title", ["duel", "risk", "war-of-the-ring"])
def test_what_was_drawn_once_is_only_laid_down(title, drawings):
    shown = [picture for picture in pictures_of(title, {}) if picture.parts]
    first = [pictures.png_of(picture) for picture in shown]
    assert drawings
    drawings.clear()
    assert [pictures.png_of(picture) for picture in shown] == first
    assert drawings == []


def test_the_same_sprite_in_another_place_is_not_drawn_again(drawings):
    box = (-10.0, -10.0, 20.0, 20.0)
    middle = laid(Sprite(RING, box))
    aside = laid(Sprite(RING, box, x=5.0, y=-3.0))
    assert middle.getpixel((40, 40)) == aside.getpixel((50, 34)) == (0xC2, 0x8A, 0x0A)
    assert aside.getpixel((31, 40)) == (255, 255, 255)
    assert len(drawings) == 1
    laid(Sprite(RING, box, scale=0.5))
    assert len(drawings) == 2, "another size is another drawing"


def test_what_lies_outside_of_the_picture_is_not_drawn(drawings):
    assert laid(Sprite(RING, (-10.0, -10.0, 20.0, 20.0), x=31.0)).getcolors() == [(6400, (255, 255, 255))]
    assert drawings == []


def test_large_and_plain_sprites_are_kept_packed_and_look_the_same():
    land = '<path d="M-90-90H90V90H-90z" fill="#8c1d9e" fill-opacity=".5"/>'
    box, view = (-90.0, -90.0, 180.0, 180.0), (-100.0, -100.0, 200.0, 200.0)
    large, plain = Sprite(land, box), Sprite(land, box, ink="#8c1d9e")
    shown = [laid(sprite, view) for sprite in (large, plain, large, plain)]
    assert shown[0].tobytes() == shown[2].tobytes()
    assert shown[1].tobytes() == shown[3].tobytes()
    apart = ImageStat.Stat(ImageChops.difference(shown[0], shown[1]))
    assert max(apart.mean) < 1
    assert shown[1].getpixel((19, 19)) == (255, 255, 255)
    assert shown[1].getpixel((200, 200)) == shown[0].getpixel((200, 200)) != (255, 255, 255)
    assert sprites._KEPT._bytes < 10_000


def test_only_so_much_is_kept_and_what_was_laid_down_last_stays(monkeypatch, drawings):
    monkeypatch.setattr(sprites, "MOST_BYTES", 25_000)
    box = (-10.0, -10.0, 20.0, 20.0)
    rings = [Sprite(f'<circle r="{radius}" fill="#c28a0a"/>', box) for radius in (9, 8.9, 8.8, 8.7)]
    for ring in rings:
        laid(ring)
        laid(rings[0])
    assert sprites._KEPT._bytes <= 25_000
    drawings.clear()
    laid(rings[0])
    assert drawings == []
    laid(rings[1])
    assert len(drawings) == 1


def test_what_is_no_svg_is_said_to_be_none():
    with pytest.raises(ValueError):
        laid(Sprite("<path", (-10.0, -10.0, 20.0, 20.0)))
