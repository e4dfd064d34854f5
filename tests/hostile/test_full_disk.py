"""A full disk: whoever writes is asked to come back, nothing is half done, and all go on when there is room again."""

import time

import pytest

from tests.hostile import attacks
from tests.hostile.conftest import set_the_scene
from tests.hostile.promises import SECONDS
from tests.hostile.receivers import Honest
from tests.hostile.site import embedded

pytestmark = [pytest.mark.hostile, pytest.mark.timeout(1800)]


@pytest.fixture
def small(one_at_a_time, tmp_path, migrated, figures):
    """A server whose database lies on a small file system."""
    honest = Honest()
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(honest.smtp_port), "EMAIL_USE_TLS": "0"}
    try:
        with (
            attacks.small_disk(tmp_path) as place,
            embedded(place, migrated, tmp_path, WEBHOOK_ALLOWED_HOSTS=honest.place, **mail) as site,
        ):
            yield from set_the_scene(site, honest, [], figures)
    finally:
        honest.stop()


def test_a_full_disk(small):
    with small.promises.under("a full disk") as window:
        with attacks.full(small.site.folder) as size:
            window.figures["megabytes to fill"] = round(size / 1_000_000)
            # No longer: a sweep cannot note meanwhile that it has run.
            time.sleep(min(SECONDS, 30.0))
        window.figures["said without Retry-After"] = sum(
            "without" in words for member in small.club.members for _, words in member.troubles
        )
    assert window.figures["said without Retry-After"] == 0
    small.promises.verify()
