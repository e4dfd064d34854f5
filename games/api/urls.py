"""Addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, re_path
from drf_spectacular.views import SpectacularAPIView

from games.api import account, chat, hours, notices, orders, play, views, votes

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("titles/", views.Titles.as_view()),
    path("tables/", views.Tables.as_view()),
    path("tables/<slug:key>/<slug:action>/", views.TableActions.as_view()),
    path("invitations/", views.MyInvitations.as_view()),
    path("seat-link/", views.SeatLink.as_view()),
    path("seat-link/claim/", views.ClaimSeat.as_view()),
    path("invitations/<int:invitation>/", views.Invitations.as_view()),
    path("games/", views.MyGames.as_view()),
    path("games/public/", views.PublicGames.as_view()),
    path("games/<slug:key>/", play.GameView.as_view()),
    path("games/<slug:key>/choices/", views.ChoicesView.as_view()),
    path("games/<slug:key>/moves/", play.Moves.as_view()),
    path("games/<slug:key>/draft/", views.Draft.as_view()),
    path("games/<slug:key>/acts/<slug:act>/", views.Acts.as_view()),
    path("games/<slug:key>/orders/", orders.GameOrders.as_view()),
    path("games/<slug:key>/orders/<int:order>/", orders.GameOrder.as_view()),
    path("games/<slug:key>/chat/", chat.Chat.as_view()),
    path("games/<slug:key>/chat/acts/<slug:act>/", chat.ChatActs.as_view()),
    path("games/<slug:key>/time/", hours.GameTime.as_view()),
    path("games/<slug:key>/time/<slug:act>/", hours.TimeActs.as_view()),
    path("games/<slug:key>/channels/", notices.TableChannels.as_view()),
    path("games/<slug:key>/channels/<slug:channel>/", notices.TableChannel.as_view()),
    path("games/<slug:key>/follow/", votes.Follow.as_view()),
    path("games/<slug:key>/votes/", votes.Votes.as_view()),
    path("games/<slug:key>/votes/<slug:kind>/", votes.Vote.as_view()),
    path("games/<slug:key>/log/", views.Log.as_view()),
    path("games/<slug:key>/steps/", views.Steps.as_view()),
    path("games/<slug:key>/steps/<int:seq>/", views.Position.as_view()),
    path("games/<slug:key>/record/", views.RecordView.as_view()),
    path("events/", views.Events.as_view()),
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
    re_path(r"^.*$", views.NotFound.as_view()),
]
