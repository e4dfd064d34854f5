"""The whole description of the API, called with generated data (Schemathesis)."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import ApiToken
from wotr.wsgi import application

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture
def generated(duel, settings, one_connection):
    settings.RATE_LIMITS = {"read": 10**9, "play": 10**9, "sign-in": 10**9}
    _, secret = ApiToken.objects.issue(duel.sauron, "generated", list(ApiToken.SCOPES))
    return duel, secret


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
            answer = case.call(headers={"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"})
            case.validate_response(answer, checks=CHECKS)

        call()
        seen += 1
    assert seen > 20
