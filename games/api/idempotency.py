"""Requests that may come twice: with an `Idempotency-Key` the second has no effect, and gets the first one's answer."""

import hashlib
from collections.abc import Callable
from typing import Any

import orjson
from django.db import IntegrityError, transaction
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.ledger.limits import check_key
from games.models import KeptAnswer
from games.refusals import Refused
from notifications.encryption import seal, unseal

#: The header that tells a repeated answer.
REPLAYED = "Idempotent-Replayed"


def once(request: Request, caller: str, do: Callable[[], Response]) -> Response:
    """Do what a request asks for, if it has not been done for the same key before, and return what is answered.

    Key and answer are stored in the transaction of what is done: of two requests at once the second waits for the
    first. A refusal changes nothing and is not kept.

    Args:
        caller: who asks; a key is its caller's own, and its address's.

    Raises:
        Refused: no key can be such, or this one came with another body before.
    """
    key = check_key(request.META["HTTP_IDEMPOTENCY_KEY"])
    name = _digest(caller, request.method, request.get_full_path(), key)
    body = _digest(orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS).decode())
    if (kept := _kept(name, body)) is not None:
        return kept
    user = request.user if isinstance(request.user, User) else None
    try:
        with transaction.atomic():
            row = _begun(name, body, user)
            answer = do()
            row.status, row.sealed = answer.status_code, seal({"data": answer.data})
            row.save(update_fields=["status", "sealed"])
            return answer
    except _UsedMeanwhile:
        kept = _kept(name, body)
        assert kept is not None, "whoever used the key has answered, or their row would be gone"
        return kept


class _UsedMeanwhile(Exception):
    """Another request with the same key was faster."""


def _begun(name: str, body: str, user: User | None) -> KeptAnswer:
    try:
        return KeptAnswer.objects.create(name=name, request_digest=body, user=user)
    except IntegrityError:
        raise _UsedMeanwhile from None


def _kept(name: str, body: str) -> Response | None:
    row = KeptAnswer.objects.filter(name=name).first()
    if row is None:
        return None
    if row.request_digest != body:
        raise Refused("idempotency-conflict", "This key was used for another request already.", 409)
    try:
        data = unseal(row.sealed)["data"]
    except ValueError:
        words = "This has been done. What it was answered cannot be read any more."
        raise Refused("idempotency-conflict", words, 409) from None
    return Response(data, status=row.status, headers={REPLAYED: "true"})


def _digest(*parts: Any) -> str:
    return hashlib.sha256(orjson.dumps(parts)).hexdigest()
