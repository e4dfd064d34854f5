"""The sheet of a map writes its regions as HTML text, and all words in it as words."""

from games.boards.maps.sheet import Sheet
from games.boards.maps.spots import Spot

MARKUP = '<b onclick="x">Bag & End</b>'
SHOWN = "&lt;b onclick=&quot;x&quot;&gt;Bag &amp; End&lt;/b&gt;"


def sheet(**facts):
    spot = Spot(id="bag-end", name=MARKUP, kind=MARKUP, words=MARKUP, x=1.0, y=2.0, **facts)
    return Sheet(
        name="The Shire",
        file="img/isles.svg",
        width=10,
        height=10,
        under=(),
        over=(),
        spots=[spot],
        centre=(5, 5),
    )


def test_words_are_shown_as_they_stand_and_never_as_markup():
    choice = {"name": "choice", "value": MARKUP, "label": MARKUP}
    shown = sheet(lines=[MARKUP], beyond=MARKUP, why=MARKUP, choices=[choice])
    for text, times in ((shown.land, 2), (shown.gazetteer, 7)):
        assert "<b" not in text.replace("<button", "")
        assert text.count(SHOWN) == times


def test_what_can_be_chosen_glows_and_has_its_dot():
    shown = sheet(marks="is-choice", dots=["s-free"], key=(3.0, 4.0))
    assert 'class="is-choice" data-glow="bag-end"' in shown.glow
    assert shown.dots.count("<circle") == 1
    assert 'href="#r-bag-end" data-key="3.0 4.0"' in shown.land
    assert sheet(marks="is-touched").glow == ""
