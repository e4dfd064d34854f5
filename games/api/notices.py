"""The API about how somebody is told: browsers and chats, the rhythm of mail, the calendar."""

from typing import ClassVar

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import account_schemas
from games.api.base import View, field
from games.api.descriptions import KEY, documented
from games.lobby import channels
from games.models.hours import FeedToken
from games.notices import calendar
from notifications import destinations, preferences
from notifications.channels import chat, registry
from notifications.channels.transport import PLACES
from notifications.models import Place as NoticePlace
from notifications.models import Rhythm
from notifications.rhythm import rhythm_of


def _place(place: NoticePlace) -> account_schemas.Place:
    return {
        "id": place.number,
        "channel": place.channel,
        "label": place.label,
        **destinations.outcome_of(place),
    }


class Places(View):
    """The caller's browsers and chats; their addresses are secrets and are not told again.

    `testing`: a test is on its way. `last_call`, `last_error`: when it was called last, and what was wrong then.
    """

    scopes: ClassVar = {"GET": "account", "POST": "account"}

    @documented(list[account_schemas.Place], operation_id="places")
    def get(self, request: Request) -> Response:
        return Response([_place(place) for place in destinations.listed(self.person(request), PLACES)])

    @documented(
        account_schemas.Place,
        request=account_schemas.NewPlace,
        status=201,
        operation_id="add_place",
        bodies={
            "A chat": {"chat": "ntfy://my-topic"},
            "A browser": {
                "browser": {"endpoint": "https://push.example.org/x", "keys": {}},
                "label": "Firefox",
            },
        },
    )
    def post(self, request: Request) -> Response:
        new = [channel for channel in registry.on(PLACES) if channel.key in request.data]
        channel = new[0] if new else registry.get(chat.NAME)
        given = field(request.data, channel.key, channel.given)
        label = field(request.data, "label", str, "")
        added = destinations.add(self.person(request), channel.name, given, label)
        return Response(_place(added), status=201)


class Place(View):
    """One browser or chat: test it, switch it on, remove it.

    A test goes out in a moment; the list tells what came of it once `testing` is false. One is under way at a time.
    """

    scopes: ClassVar = {"POST": "account", "DELETE": "account"}

    @documented(
        account_schemas.IsDone,
        request=account_schemas.PlaceAction,
        operation_id="change_place",
        bodies={"Test": {"action": "test"}},
    )
    def post(self, request: Request, place: int) -> Response:
        destinations.change(self.person(request), PLACES, place, field(request.data, "action", str))
        return Response({"done": True})

    @documented(account_schemas.IsDone, operation_id="remove_place")
    def delete(self, request: Request, place: int) -> Response:
        destinations.change(self.person(request), PLACES, place, "remove")
        return Response({"done": True})


def _rhythm(rhythm: Rhythm) -> account_schemas.Rhythm:
    return {
        "mode": rhythm.mode,
        "always": rhythm.always,
        "urgent_at_night": rhythm.urgent_at_night,
        "digest": rhythm.digest,
        "sign_in_links": rhythm.sign_in_links,
        "weekly": rhythm.weekly,
        "pictures": rhythm.pictures,
    }


class MailRhythm(View):
    """The rhythm of mail: how often it comes."""

    scopes: ClassVar = {"GET": "account", "PUT": "account"}

    @documented(account_schemas.Rhythm, operation_id="rhythm")
    def get(self, request: Request) -> Response:
        return Response(_rhythm(rhythm_of(self.person(request))))

    @documented(
        account_schemas.Rhythm,
        request=account_schemas.RhythmAsked,
        operation_id="set_rhythm",
        bodies={"Once a day": {"mode": "digest"}},
    )
    def put(self, request: Request) -> Response:
        data, user = request.data, self.person(request)
        mode, names = field(data, "mode", str), ("always", "urgent_at_night", "digest", "weekly")
        wanted = {name: field(data, name, bool, False) for name in names}
        now = rhythm_of(user)
        wanted["pictures"] = field(data, "pictures", bool, now.pictures)
        links = field(data, "sign_in_links", bool, now.sign_in_links)
        with transaction.atomic():
            preferences.set_rhythm(user, mode, **wanted)
            stored = preferences.set_sign_in_links(user, links)
        return Response(_rhythm(stored))


class TableChannels(View):
    """The channels of a table's group; their addresses are secrets and are not told again (NOT-6).

    `testing`: a test is on its way. `last_call`, `last_error`: when it was called last, and what was wrong then.
    """

    scopes: ClassVar = {"GET": "read", "POST": "lobby"}

    @documented(list[channels.TableChannel], operation_id="table_channels", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return Response(channels.listed(self.viewer(request, key)))

    @documented(
        account_schemas.AddedChannel,
        request=account_schemas.NewChannel,
        status=201,
        operation_id="add_table_channel",
        parameters=[KEY],
        bodies={"A chat": {"address": "ntfy://our-club", "events": ["table-turn"]}},
    )
    def post(self, request: Request, key: str) -> Response:
        address, events = field(request.data, "address", str), field(request.data, "events", list)
        name, secret = channels.add(self.viewer(request, key), address, events)
        return Response({"id": name, "secret": secret}, status=201)


class TableChannel(View):
    """One channel of a table: test it, switch it on, store its events, remove it.

    A test goes out in a moment; the list tells what came of it once `testing` is false. One is under way at a time.
    """

    scopes: ClassVar = {"POST": "lobby", "DELETE": "lobby"}

    @documented(
        account_schemas.IsDone,
        request=account_schemas.ChannelAction,
        operation_id="change_table_channel",
        parameters=[KEY],
        bodies={"Test": {"action": "test"}},
    )
    def post(self, request: Request, key: str, channel: str) -> Response:
        action, events = field(request.data, "action", str), field(request.data, "events", list, [])
        channels.change(self.viewer(request, key), channel, action, events)
        return Response({"done": True})

    @documented(account_schemas.IsDone, operation_id="remove_table_channel", parameters=[KEY])
    def delete(self, request: Request, key: str, channel: str) -> Response:
        channels.change(self.viewer(request, key), channel, "remove")
        return Response({"done": True})


class CalendarAddress(View):
    """The secret address of the caller's calendar; a new one ends the old."""

    scopes: ClassVar = {"GET": "account", "POST": "account", "DELETE": "account"}

    @documented(account_schemas.CalendarAddress, operation_id="calendar_address")
    def get(self, request: Request) -> Response:
        return Response({"address": calendar.address_of(self.person(request))})

    @documented(account_schemas.CalendarAddress, operation_id="renew_calendar_address")
    def post(self, request: Request) -> Response:
        calendar.renew(self.person(request))
        return Response({"address": calendar.address_of(self.person(request))})

    @documented(account_schemas.CalendarAddress, operation_id="end_calendar_address")
    def delete(self, request: Request) -> Response:
        FeedToken.objects.filter(user=self.person(request)).delete()
        return Response({"address": ""})
