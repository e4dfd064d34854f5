"""The common part of all API views: being let in, who calls, ETags, the fields of bodies."""

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar

import orjson
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import ApiToken, User
from games.api.admission import PRIVATE, Caller, admit, by_account, by_address, by_token
from games.api.idempotency import once
from games.api.parsers import NO_ZERO
from games.models import Seat
from games.play import access
from games.refusals import Refused

#: Rows of one page.
PAGE = 50


def method_of(request: Request) -> str:
    """Return the method that decides about limits and scopes: HEAD and OPTIONS are ways of reading (RFC 9110, 9.3)."""
    return "GET" if request.method in (None, "HEAD", "OPTIONS") else str(request.method)


def caller_of(request: Request) -> Caller:
    """Return who calls the general view: an account, by token or browser, or an address."""
    if isinstance(request.auth, ApiToken):
        return by_token(request.auth)
    if request.user.is_authenticated:
        return by_account(request.user.pk)
    return by_address(request._request)


class View(APIView):
    """Base of the API's views.

    `scopes` says by method what a token must be allowed to do; a method that it does not name needs `play`. Reading
    draws on one rate limit, whatever else is done on another.
    """

    #: Whether repeated requests are known by their key here, or by what they do.
    repeats_here: ClassVar[bool] = True
    scopes: ClassVar[dict[str, str]] = {"GET": "read"}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if any("\x00" in value for _, values in request.GET.lists() for value in values):
            raise Refused("malformed", NO_ZERO, 400)
        method = method_of(request)
        scope, key = self.scopes.get(method, "play"), kwargs.get("key")
        try:
            super().initial(request, *args, **kwargs)
        except exceptions.AuthenticationFailed:
            self.admit(by_address(request._request), "sign-in", scope, key)
            raise
        self.admit(caller_of(request), "read" if method == "GET" else "play", scope, key)
        if method != "GET" and self.repeats_here and "HTTP_IDEMPOTENCY_KEY" in request.META:
            self._do_once(request, method.lower())

    def _do_once(self, request: Request, method: str) -> None:
        """Let the method that is called next do nothing where the same was done before (games.api.idempotency).

        Only for who is known: of a seat link that has ended, nobody is told what was answered to it.
        """
        do: Callable[..., Response] | None = getattr(self, method, None)
        link = self.seat_link(request)
        opens = link and Seat.objects.filter(link_digest=Seat.digest_of(link)).exists()
        if do is None or not (request.user.is_authenticated or opens):
            return
        caller = f"seat-{link}" if link else caller_of(request).name

        def again(request: Request, *args: Any, **kwargs: Any) -> Response:
            return once(request, caller, lambda: do(request, *args, **kwargs))

        setattr(self, method, again)

    def admit(self, caller: Caller, bucket: str, scope: str, key: str | None) -> None:
        """Let a request in, or refuse it (games.api.admission)."""
        admission = admit(caller, bucket, scope, key)
        self.door_headers = admission.headers
        if admission.refusal is not None:
            raise admission.refusal

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Cache-Control"] = PRIVATE
        for name, value in getattr(self, "door_headers", {}).items():
            response[name] = value
        return response

    # -- who and what -------------------------------------------------------------------------

    def person(self, request: Request) -> User:
        """Return the account that calls. Raises NotAuthenticated."""
        if not isinstance(request.user, User):
            raise exceptions.NotAuthenticated("Sign in first: send a token.")
        return request.user

    def seat_link(self, request: Request) -> str:
        """Return the secret of the seat link with which the request comes, or ""."""
        return str(request.auth["seat_link"]) if isinstance(request.auth, dict) else ""

    def viewer(self, request: Request, key: str) -> access.Viewer:
        """Return the viewer of a game. Raises Refused (404)."""
        return access.look(key, request.user, self.seat_link(request) or None)

    def player(self, request: Request, key: str) -> access.Viewer:
        """Return the viewer of a game, who must hold a seat."""
        viewer = self.viewer(request, key)
        access.require_player(viewer)
        return viewer

    def tagged(self, request: Request, data: Any) -> Response:
        """Return data with a weak ETag, or 304 where the caller has it already (API-4)."""
        tag = 'W/"' + hashlib.sha256(orjson.dumps(data, default=str)).hexdigest()[:24] + '"'
        if is_known(tag, request.META.get("HTTP_IF_NONE_MATCH", "")):
            return Response(status=304, headers={"ETag": tag})
        return Response(data, headers={"ETag": tag})


class NotFound(View):
    """Everything else below the API's address."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Refused("not-found", "There is nothing at this address.", 404)


def is_known(tag: str, header: str) -> bool:
    """Return whether an `If-None-Match` header names the tag."""
    return tag.removeprefix("W/") in {known.strip().removeprefix("W/") for known in header.split(",")}


def field(data: Any, name: str, kind: type, default: Any = None) -> Any:
    """Return a field of a body with the right type; null is the same as nothing. Raises Refused."""
    value = data.get(name)
    if value is None:
        if default is None:
            raise Refused("malformed", f"“{name}” is missing.", 400, extra={"field": name})
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        words = {int: "a whole number", str: "text", list: "a list", dict: "an object", bool: "true or false"}
        raise Refused("malformed", f"“{name}” must be {words[kind]}.", 400, extra={"field": name})
    return value


def row_number(data: Any, name: str) -> int:
    """Return a row's number from a body. Raises Refused."""
    value: int = field(data, name, int)
    if not 0 <= value < 2**63:
        raise Refused("malformed", f"“{name}” is no number of anything.", 400, extra={"field": name})
    return value
