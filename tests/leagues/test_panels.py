"""What leagues show on the pages of games comes by named panels (accounts.panels)."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from accounts import panels
from leagues.services import audit

pytestmark = pytest.mark.django_db


@pytest.fixture
def places(monkeypatch):
    """No provider but those of the test."""
    monkeypatch.setattr(panels, "_providers", {})


def test_each_app_that_registers_adds_to_a_panel_in_its_turn(places):
    panels.register("game", lambda key, reader: {"head": format_html("<p>{}</p>", key)})
    panels.register(
        "game", lambda key, reader: {"head": mark_safe("<p>more</p>"), "aside": mark_safe("<hr>")}
    )
    assert panels.filled("game", "a<b", None) == {"head": "<p>a&lt;b</p><p>more</p>", "aside": "<hr>"}
    assert panels.filled("balance", "duel", None) == {}


def test_registering_twice_shows_nothing_twice(places):
    def provider(key, reader):
        return {"head": mark_safe("<p>once</p>")}

    panels.register("game", provider)
    panels.register("game", provider)
    assert panels.filled("game", "key", None) == {"head": "<p>once</p>"}


def test_a_provider_is_not_asked_where_its_query_has_found_nothing(places, django_user_model):
    def fails(subject, reader):
        raise AssertionError("asked in vain")

    panels.register("home", lambda name, reader: {"league": mark_safe("<p>always</p>")})
    panels.register("home", fails, concerns="SELECT 1 WHERE %(reader)s < 0")
    assert panels.concerns("home") == {1: "SELECT 1 WHERE %(reader)s < 0"}
    for reader in (django_user_model.objects.create_user("elrond"), AnonymousUser()):
        panels.note(reader, "home", ())
        assert panels.filled("home", "elrond", reader) == {"league": "<p>always</p>"}
        panels.note(reader, "home", {1})
        with pytest.raises(AssertionError, match="in vain"):
            panels.filled("home", "elrond", reader)


def test_a_page_of_a_game_shows_its_event_and_what_staff_did(duel, client, django_user_model):
    elrond = django_user_model.objects.create_user("elrond", is_staff=True)
    audit.write("noted", "A word was taken out.", duel.game, actor=elrond, reason="Rude.")
    audit.write("seen", "Looked at a seat.", duel.game, actor=elrond, public=False)
    text = client.get(reverse("game", args=[duel.game.key])).content.decode()
    aside = text.split('id="staff-title"')[1].split("</section>")[0]
    assert "A word was taken out." in aside
    assert "“Rude.”" in aside
    assert "Looked at a seat." not in text, "that is for its players and for staff"
    client.force_login(elrond)
    assert "Looked at a seat." in client.get(reverse("game", args=[duel.game.key])).content.decode()


def test_without_anything_to_show_the_page_has_no_such_part(duel, client):
    assert "staff-title" not in client.get(reverse("game", args=[duel.game.key])).content.decode()
