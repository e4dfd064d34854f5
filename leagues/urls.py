"""Addresses of the leagues' pages."""

from django.urls import URLPattern, URLResolver, path

from leagues.views import director, event, lists, moderation, people, records

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/", lists.index, name="leagues"),
    path("leagues/new/", lists.new, name="new-league"),
    path("leagues/records/", records.records, name="records"),
    path("leagues/records/<slug:key>/", records.record, name="result-record"),
    path("leagues/ranking/<slug:title>/", people.ranking, name="ranking"),
    path("leagues/<slug:key>/", event.event, name="league"),
    path("leagues/<slug:key>/standings/", event.whole_standings, name="league-standings"),
    path("leagues/<slug:key>/games/", event.games, name="league-games"),
    path("leagues/<slug:key>/acts/", event.acts, name="league-acts"),
    path("leagues/<slug:key>/do/<slug:name>/", event.act, name="league-act"),
    path("leagues/<slug:key>/direct/", director.page, name="league-director"),
    path("leagues/<slug:key>/direct/<slug:name>/", director.act, name="league-direct"),
    path("leagues/<slug:key>/calendar.ics", event.calendar, name="league-calendar"),
    path("leagues/<slug:key>/<slug:what>.<slug:form>", event.export, name="league-export"),
    path("players/<str:username>/", people.profile, name="player"),
    path("players/<str:username>/block/", people.regard, {"act": "block"}, name="block-player"),
    path("players/<str:username>/mute/", people.regard, {"act": "mute"}, name="mute-player"),
    path("players/<str:username>/report/", people.report, name="report-player"),
    path(
        "guests/lines/<slug:key>/<slug:channel>/<row:number>/report/",
        people.report_guest,
        name="report-guest",
    ),
    path("moderation/", moderation.queue, name="moderation"),
    path("moderation/reports/<row:report>/", moderation.answer, name="answer-report"),
    path("moderation/pairs/<str:first>/<str:second>/", moderation.pair, name="suspicion"),
    path("moderation/pairs/<str:first>/<str:second>/judge/", moderation.judge, name="judge-pair"),
    path("moderation/lines/<row:number>/", moderation.hide, name="hide-line"),
    path("moderation/games/<slug:key>/", moderation.act, name="moderate-game"),
]
