"""What games show on the pages below them comes by named panels (accounts.panels)."""

import pytest

from accounts import panels
from tests.browsing import page_at
from tests.conftest import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client):
    """The browser of somebody who is signed in."""
    client.force_login(person("frodo"))
    return client


def test_an_account_leads_to_its_vacations_and_standing_orders(reader):
    text = page_at(reader, "/account/")
    assert '<a class="button" href="/time-off/">Vacation and quiet hours</a>' in text
    assert '<a class="button" href="/orders/">Standing orders</a>' in text


def test_notices_lead_to_the_quiet_hours(reader):
    text = page_at(reader, "/notifications/")
    assert 'in my quiet hours (<a href="/time-off/">change these</a>); mail is never held back' in text


def test_without_games_the_pages_name_nothing_of_theirs(reader, monkeypatch):
    monkeypatch.setattr(panels, "_providers", {})
    assert "/time-off/" not in page_at(reader, "/account/")
    assert "in my quiet hours; mail is never held back" in page_at(reader, "/notifications/")
