"""How long something is, in its two largest units."""

import pytest

from games.templatetags.lobby_tags import spell


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59, "less than a minute"),
        (60, "1 min"),
        (59 * 60, "59 min"),
        (60 * 60, "1 h"),
        (61 * 60, "1 h 1 min"),
        (23 * 3600 + 59 * 60, "23 h 59 min"),
        (24 * 3600, "1 d"),
        (27 * 3600, "1 d 3 h"),
        (30 * 24 * 3600 + 5 * 60, "30 d 5 min"),
    ],
)
def test_a_length_of_time_is_spelt(seconds, words):
    assert spell(seconds) == words
