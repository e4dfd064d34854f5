"""The registry of acts: each is reached by page and program, refuses a stranger on both, and is described."""

import re
from typing import get_type_hints

import msgspec
import pytest
from django.conf import settings as project
from django.urls import reverse

from accounts.models import ApiToken
from games.memo import openapi
from leagues.acts import moderators, players, registry
from leagues.acts.act import Act
from leagues.services.queries import Moment, Row, Whole
from tests.conftest import person

pytestmark = pytest.mark.django_db

#: Whose acts there are, the address of their pages, and of their acts for programs.
EVENT, GAME = "/api/v1/leagues/{key}", "/api/v1/moderation/games/{key}"
FACES = (
    (registry.ENTRANTS, "league-act", f"{EVENT}/acts/{{act}}/"),
    (registry.DIRECTORS, "league-direct", f"{EVENT}/direct/{{act}}/"),
    (registry.MODERATORS, "moderate-game", f"{GAME}/{{act}}/"),
    (registry.PLAYERS, "", "/api/v1/players/{username}/acts/{act}/"),
)
#: Those that have an address of their own.
ALONE = (
    (moderators.ANSWER, "/api/v1/moderation/reports/"),
    (moderators.JUDGE, "/api/v1/moderation/pairs/{first}/{second}/"),
    (moderators.HIDE, "/api/v1/moderation/lines/{number}/"),
    (players.LINE, "/api/v1/reports/lines/"),
)
EVERY = [
    *((act, path.replace("{act}", name)) for acts, _, path in FACES for name, act in acts.items()),
    *ALONE,
]
NAMES = [act.name for act, _ in EVERY]
#: A value of each kind that a body can hold.
SAMPLES = {
    str: "word",
    int: 3,
    bool: True,
    Row: 7,
    Whole: 7,
    Whole | None: 7,
    Moment | None: "2026-12-31T20:00:00Z",
    list[int]: [7, 8],
}


def fields_of(act: Act):
    return msgspec.structs.fields(act.body)


def sample_of(act: Act):
    """A body with every field."""
    return {one.encode_name: SAMPLES[one.type] for one in fields_of(act)}


def answered_by(act: Act):
    """The names of the fields of an answer: of its struct, or of the shape that it has."""
    shape = act.answer.shape or act.answer
    if issubclass(shape, msgspec.Struct):
        return {one.encode_name for one in msgspec.structs.fields(shape)}
    return set(get_type_hints(shape))


@pytest.mark.parametrize(("act", "path"), EVERY, ids=NAMES)
def test_an_act_is_described_with_its_body_and_its_answer(act, path):
    described = openapi()["paths"][path]["post"]
    shapes = openapi()["components"]["schemas"]

    def shape(content):
        return shapes[content["application/json"]["schema"]["$ref"].rpartition("/")[2]]

    assert described["description"]
    answer = shape(described["responses"]["200"]["content"])
    assert set(answer["properties"]) == answered_by(act) != set()
    if not fields_of(act):
        assert "requestBody" not in described
        return
    body = shape(described["requestBody"]["content"])
    assert set(body["properties"]) == set(sample_of(act))
    assert set(body.get("required", [])) == {one.encode_name for one in fields_of(act) if one.required}
    assert act.example.keys() <= body["properties"].keys()


@pytest.mark.parametrize("act", [act for act, _ in EVERY], ids=NAMES)
def test_a_form_says_what_a_program_says(act):
    sent = sample_of(act)
    said = act.read(sent)
    assert set(said) == {one.name for one in fields_of(act)}
    if act.form is None:
        typed = {name: "yes" if value is True else str(value) for name, value in sent.items()}
        dates = {one.name for one in fields_of(act) if one.type == Moment | None}
        typed |= {one.encode_name: "2026-12-31" for one in fields_of(act) if one.name in dates}
        read = act.read_form(typed)
        assert {n: v for n, v in read.items() if n not in dates} == {
            n: v for n, v in said.items() if n not in dates
        }
        assert all(f"{read[name]:%Y-%m-%d}" == "2026-12-31" for name in dates)


def test_every_act_has_a_form_on_a_page_that_asks_for_what_has_to_be_said():
    asked = {}
    for template in (project.BASE_DIR / "templates/leagues").rglob("*.html"):
        for form in re.findall(r"<form.*?</form>", template.read_text(), re.DOTALL):
            names = set(re.findall(r'name="([a-z_]+)', form))
            for act in re.findall(r"'league-(?:act|direct)' \S+ '([a-z-]+)'", form):
                asked.setdefault(act, set()).update(names)
            if "'moderate-game'" in form:
                asked |= dict.fromkeys(re.findall(r'<option value="([a-z-]+)"', form), names)
    for acts, page, _ in FACES[:3]:
        for act in acts.values():
            needed = (
                {one.encode_name for one in fields_of(act) if one.required} if act.form is None else set()
            )
            assert needed <= asked[act.name], f"{page} {act.name}"


@pytest.mark.parametrize("acts", [registry.DIRECTORS, registry.MODERATORS], ids=["directors", "moderators"])
def test_a_stranger_is_refused_by_page_and_program(client, world, elrond, duel, settings, acts):
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**6)
    event = world.found(elrond, "swiss")
    boromir = person("boromir")
    token = ApiToken.objects.issue(boromir, "acts", list(ApiToken.SCOPES))[1]
    client.force_login(boromir)
    (page, path) = next((page, path) for known, page, path in FACES if known is acts)
    key = event.key if page == "league-direct" else duel.game.key
    for name, act in acts.items():
        answer = client.post(
            path.format(key=key, act=name),
            sample_of(act),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )
        assert answer.status_code == 403, (name, answer.content)
        assert answer.json()["code"] in ("not-a-director", "not-a-moderator")
        where = [key, name] if page == "league-direct" else [key]
        sent = {n: str(value) for n, value in sample_of(act).items() if not isinstance(value, list)}
        sent |= {one.encode_name: "" for one in fields_of(act) if one.type == Moment | None}
        assert client.post(reverse(page, args=where), {"act": name, **sent}).status_code == 403, name


@pytest.mark.parametrize("name", registry.ENTRANTS)
def test_a_visitor_signs_in_before_they_do_something_in_an_event(client, world, elrond, name):
    event = world.found(elrond, "swiss")
    assert client.post(f"/api/v1/leagues/{event.key}/acts/{name}/").status_code == 401
    asked = client.post(reverse("league-act", args=[event.key, name]))
    assert asked.status_code == 302
    assert asked["Location"].startswith("/accounts/login/")
