"""Five thousand calls that the API's own description has made up (Schemathesis), by every kind of caller.

Each answer is as the description says, none is a fault of the server, and none holds what its caller may not know.
Every call is taken back, so each finds the same games. `FUZZ_SEED` makes up others; the seed is printed.
"""

import os
import socket

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from accounts.models import ApiToken
from games.chat import talk
from games.hours import resignation
from games.ledger.seed_encryption import unseal
from games.lobby import invitations
from games.models import Game
from games.play import drafts
from leagues.services.lifecycle import creation
from rules.core.decisions import Text
from tests.conftest import person
from tests.opening import open_table
from wotr.wsgi import application

pytestmark = [pytest.mark.services, pytest.mark.django_db]

SEED = int(os.environ.get("FUZZ_SEED", "11"))
CALLERS = ("nobody", "browser", *ApiToken.SCOPES)
#: Calls of all callers together, and how many of them each operation gets from each.
CALLS = 5000
EXAMPLES = 6
CHECKS = [not_a_server_error, content_type_conformance, status_code_conformance]
#: What Gothmog keeps to himself, and where.
DRAFT, NOTE, ADDRESS = "draft-of-the-shadow", "a token of gothmog", "gothmog@example.org"


@pytest.fixture
def world(duel, settings, monkeypatch):
    """A game of Frodo's against Gothmog, who keeps things to himself; around it tables, a league, an invitation."""
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**9)
    frodo, gothmog, sam = duel.fellowship, duel.sauron, person("sam")
    drafts.keep(duel.viewer("sauron"), [Text(DRAFT)])
    ApiToken.objects.issue(gothmog, NOTE, ["read"])
    private = open_table(sam, title="duel", solo=True)
    waiting = open_table(sam, title="duel", visibility="public")
    invitations.invite(waiting.key, sam, "frodo")
    over = open_table(frodo, title="duel", solo=True)
    resignation.resign(over.key, over.seats.first().name)
    now = duel.game.created_at
    league = creation.create(sam, creation.Proposal(preset="swiss", name="Spring", title="duel"), now)
    talk.say(duel.viewer("sauron"), "Well met.")

    def nowhere(host, *args, **more):
        raise socket.gaierror(f"{host}: nothing is looked up here")

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    # The calls come through WSGI in this thread: the test's own connection must outlive each of them.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield {
        "games": [duel.game.key, over.key, private.key, waiting.key],
        "tables": [waiting.key, duel.game.key],
        "records": [over.key, duel.game.key],
        "leagues": [league.key],
        "seed": unseal(Game.objects.get(pk=duel.game.pk).sealed_seed).hex(),
        "frodo": frodo,
    }
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def headers_of(caller, frodo):
    """What a caller shows at the door: nothing, Frodo's session, or a token of his with one scope."""
    if caller == "nobody":
        return {}
    if caller == "browser":
        client = Client()
        client.force_login(frodo)
        secret = "c" * 32
        session = client.cookies["sessionid"].value
        return {"Cookie": f"sessionid={session}; csrftoken={secret}", "X-CSRFToken": secret}
    return {"Authorization": f"Bearer {ApiToken.objects.issue(frodo, caller, [caller])[1]}"}


#: Parts of addresses that lead somewhere, and numbers that lead nowhere.
NUMBERS = [1, 2, 0, 2**31, 2**63 - 1, 2**63, 10**30]
KNOWN = {
    "username": ["gothmog", "frodo", "Sam"],
    "first": ["gothmog", "frodo"],
    "second": ["sam", "frodo"],
    "title": ["duel", "war-of-the-ring"],
    "action": [
        *("join", "leave", "start", "cancel", "invite", "withdraw", "dismiss", "link", "unlink", "salt"),
        "rematch",
    ],
    "act": [
        "start",
        "enter",
        "leave",
        "extend",
        "message",
        "read",
        "mute",
        "share",
        "block",
        "report",
        "pause",
    ],
    **dict.fromkeys(("invitation", "order", "place", "webhook", "channel", "seq"), NUMBERS),
}


def send_to_known(case, world, pick):
    """Let most of the parts of an address lead somewhere."""
    for name in case.path_parameters or {}:
        found = world.get(case.path.split("/")[3], world["games"]) if name == "key" else KNOWN.get(name)
        if found and pick % 4:
            case.path_parameters[name] = found[pick // 4 % len(found)]


def examples_of(operation):
    """The bodies that the description gives as examples."""
    body = operation.definition.raw.get("requestBody", {}).get("content", {}).get("application/json", {})
    return [example["value"] for example in body.get("examples", {}).values()]


def tells_too_much(text, world):
    """What of the hidden facts stands in an answer, "" if nothing does."""
    found = next((word for word in (DRAFT, NOTE, ADDRESS) if word in text), "")
    if (
        not found
        and world["seed"] in text
        and not Game.objects.filter(key=world["games"][0], status="finished")
    ):
        return "the seed"  # of a game that is not over
    return found


def call_often(operation, headers, world):
    """Call one operation with generated data; some of it fits the description, some does not. Returns how often."""
    examples, calls = examples_of(operation), 0

    @seed(SEED)
    @hypothesis_settings(
        max_examples=EXAMPLES,
        derandomize=False,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of(operation.as_strategy(), operation.as_strategy(GenerationMode.NEGATIVE)),
        pick=st.integers(0, 10**6),
    )
    def call(case, pick):
        nonlocal calls
        send_to_known(case, world, pick)
        if examples and pick % 3:
            case.body = examples[pick // 3 % len(examples)]
        calls += 1
        with transaction.atomic():
            answer = case.call(headers=headers)
            case.validate_response(answer, checks=CHECKS)
            assert not tells_too_much(answer.text, world), answer.text
            transaction.set_rollback(True)

    call()
    return calls


@pytest.mark.parametrize("caller", CALLERS)
def test_no_made_up_call_breaks_the_server_or_the_description_or_tells_too_much(world, caller):
    assert connection.vendor == "postgresql"
    print(f"FUZZ_SEED={SEED}, caller: {caller}")
    headers = {"Accept-Encoding": "identity", **headers_of(caller, world["frodo"])}
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    calls = sum(call_often(result.ok(), headers, world) for result in schema.get_all_operations())
    print(f"{calls} calls")
    assert calls * len(CALLERS) >= CALLS
