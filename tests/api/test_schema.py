"""The whole description of the API, called with generated data (Schemathesis)."""

from __future__ import annotations

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from accounts.models import ApiToken
from wotr.wsgi import application


@pytest.fixture
def generated(duel, settings):
    settings.RATE_LIMITS = {"read": 10**9, "play": 10**9, "sign-in": 10**9}
    _, secret = ApiToken.objects.issue(duel.sauron, "generated", list(ApiToken.SCOPES))
    # The calls come through WSGI in this thread: the test's own connection must outlive each of them.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield duel, secret
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.long
def test_no_generated_request_breaks_the_server_or_the_description(generated):
    duel, secret = generated
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    seen = 0
    for result in schema.get_all_operations():
        operation = result.ok()

        @hypothesis_settings(
            max_examples=12,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def call(case):
            if "key" in (case.path_parameters or {}):
                case.path_parameters["key"] = duel.game.key
            answer = case.call(headers={"Authorization": f"Bearer {secret}"})
            case.validate_response(
                answer, checks=[not_a_server_error, content_type_conformance, status_code_conformance]
            )

        call()
        seen += 1
    assert seen > 20
