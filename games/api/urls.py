"""Addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, re_path
from drf_spectacular.views import SpectacularAPIView

from games.api import (
    account,
    acts,
    chat,
    choices,
    games,
    hours,
    notices,
    orders,
    play,
    record,
    seats,
    tables,
    votes,
)
from games.api.base import NotFound

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("titles/", tables.Titles.as_view()),
    path("tables/", tables.Tables.as_view()),
    path("tables/<slug:key>/<slug:action>/", tables.TableActions.as_view()),
    path("invitations/", seats.MyInvitations.as_view()),
    path("seat-link/", seats.SeatLink.as_view()),
    path("seat-link/claim/", seats.ClaimSeat.as_view()),
    path("invitations/<int:invitation>/", seats.Invitations.as_view()),
    path("games/", games.MyGames.as_view()),
    path("games/public/", games.PublicGames.as_view()),
    path("games/<slug:key>/", play.GameView.as_view()),
    path("games/<slug:key>/choices/", choices.ChoicesView.as_view()),
    path("games/<slug:key>/moves/", play.Moves.as_view()),
    path("games/<slug:key>/draft/", choices.Draft.as_view()),
    acts.act_paths(),
    path("games/<slug:key>/orders/", orders.GameOrders.as_view()),
    path("games/<slug:key>/orders/<int:order>/", orders.GameOrder.as_view()),
    path("games/<slug:key>/chat/", chat.Chat.as_view()),
    path("games/<slug:key>/chat/acts/<slug:act>/", chat.ChatActs.as_view()),
    path("games/<slug:key>/time/", hours.GameTime.as_view()),
    path("games/<slug:key>/time/<slug:act>/", hours.TimeActs.as_view()),
    path("games/<slug:key>/channels/", notices.TableChannels.as_view()),
    path("games/<slug:key>/channels/<slug:channel>/", notices.TableChannel.as_view()),
    path("games/<slug:key>/follow/", votes.Follow.as_view()),
    votes.vote_paths(),
    path("games/<slug:key>/log/", record.Log.as_view()),
    path("games/<slug:key>/steps/", record.Steps.as_view()),
    path("games/<slug:key>/steps/<int:seq>/", record.Position.as_view()),
    path("games/<slug:key>/record/", record.RecordView.as_view()),
    path("events/", games.Events.as_view()),
    path("seats/offered/", hours.OfferedSeats.as_view()),
    path("places/", notices.Places.as_view()),
    path("places/<int:place>/", notices.Place.as_view()),
    path("rhythm/", notices.MailRhythm.as_view()),
    path("calendar/", notices.CalendarAddress.as_view()),
    path("vacations/", hours.Vacations.as_view()),
    path("quiet-hours/", hours.QuietHours.as_view()),
    path("me/", account.Me.as_view()),
    path("preferences/", account.Preferences.as_view()),
    path("webhooks/", account.Webhooks.as_view()),
    path("webhooks/<int:webhook>/", account.WebhookView.as_view()),
    re_path(r"^.*$", NotFound.as_view()),
]
