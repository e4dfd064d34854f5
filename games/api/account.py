"""The account over the API: its profile, what it is told, its webhooks."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.forms import ProfileForm
from games.api import account_schemas
from games.api.base import View, field
from games.api.descriptions import documented
from games.refusals import Refused
from notifications import destinations, preferences
from notifications.channels import registry
from notifications.channels.transport import PROGRAMS
from notifications.channels.webhook import NAME
from notifications.errors import NotificationError
from notifications.models import Place


class Me(View):
    """The account that calls."""

    scopes: ClassVar = {"GET": "read", "PATCH": "account"}

    @documented(account_schemas.Profile, operation_id="me")
    def get(self, request: Request) -> Response:
        return Response(self._profile(request))

    @documented(
        account_schemas.Profile,
        request=account_schemas.ProfileChange,
        operation_id="change_me",
        bodies={"Zone": {"timezone": "Europe/Berlin"}},
    )
    def patch(self, request: Request) -> Response:
        user = self.person(request)
        now = {name: getattr(user, name) for name in ProfileForm.Meta.fields}
        kinds = {name: bool if name == "confirm_moves" else str for name in now}
        wanted = {name: field(request.data, name, kinds[name], value) for name, value in now.items()}
        form = ProfileForm(wanted, instance=user)
        if not form.is_valid():
            name, errors = next(iter(form.errors.items()))
            raise Refused("bad-profile", str(errors[0]), 422, extra={"field": name})
        form.save()
        return Response(self._profile(request))

    def _profile(self, request: Request) -> account_schemas.Profile:
        user = self.person(request)
        return {
            "username": user.username,
            "timezone": user.timezone,
            "locale": user.locale,
            "confirm_moves": user.confirm_moves,
            "scopes": getattr(request.auth, "scopes", None),
        }


class Preferences(View):
    """The kinds of notices that the account gets, by channel."""

    scopes: ClassVar = {"GET": "account", "POST": "account"}

    @documented(dict[str, dict[str, bool]], operation_id="preferences")
    def get(self, request: Request) -> Response:
        return Response(preferences.preferences_of(self.person(request)))

    @documented(
        dict[str, dict[str, bool]],
        request=account_schemas.Preference,
        operation_id="set_preference",
        bodies={"No turn mails": {"kind": "turn", "channel": "email", "wanted": False}},
    )
    def post(self, request: Request) -> Response:
        user = self.person(request)
        data = request.data
        preferences.set_preference(
            user, field(data, "kind", str), field(data, "channel", str), field(data, "wanted", bool)
        )
        return Response(preferences.preferences_of(user))


def _hook(place: Place) -> account_schemas.Webhook:
    shown = registry.get(place.channel).shown(place)
    return {
        "id": place.number,
        "url": shown["url"],
        "secret": shown["secret"],
        **destinations.outcome_of(place),
    }


class Webhooks(View):
    """The account's webhooks.

    `testing`: a test is on its way. `last_call`, `last_error`: when it was called last, and what was wrong then.
    """

    scopes: ClassVar = {"GET": "account", "POST": "account"}

    @documented(list[account_schemas.Webhook], operation_id="webhooks")
    def get(self, request: Request) -> Response:
        return Response([_hook(place) for place in destinations.listed(self.person(request), PROGRAMS)])

    @documented(
        account_schemas.Webhook,
        request=account_schemas.NewWebhook,
        status=201,
        operation_id="add_webhook",
        bodies={"Add": {"url": "https://example.org/hook"}},
    )
    def post(self, request: Request) -> Response:
        added = destinations.add(self.person(request), NAME, field(request.data, "url", str))
        return Response(_hook(added), status=201)


class WebhookView(View):
    """One webhook.

    A test goes out in a moment; the list tells what came of it once `testing` is false. One is under way at a time.
    """

    scopes: ClassVar = {"POST": "account", "DELETE": "account"}

    @documented(
        account_schemas.Webhook,
        request=account_schemas.PlaceAction,
        operation_id="webhook_action",
        bodies={"Test": {"action": "test"}},
    )
    def post(self, request: Request, webhook: int) -> Response:
        user, action = self.person(request), field(request.data, "action", str)
        if action not in ("enable", "test"):
            raise Refused("no-such-action", "A webhook can be enabled or tested.", 404)
        destinations.change(user, PROGRAMS, webhook, action)
        return Response(_hook(destinations.find(user, PROGRAMS, webhook)))

    @documented(None, status=204, operation_id="remove_webhook")
    def delete(self, request: Request, webhook: int) -> Response:
        user = self.person(request)
        try:
            destinations.change(user, PROGRAMS, webhook, "remove")
        except NotificationError as error:
            raise Refused(error.code, error.message, 404) from None
        return Response(status=204)
