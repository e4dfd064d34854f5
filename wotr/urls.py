"""Addresses of a web process: the API, and pages."""

from django.urls import URLPattern, URLResolver, include, path

from wotr import pages

handler400 = "wotr.faults.bad_request"
handler403 = "wotr.faults.forbidden"
handler404 = "wotr.faults.not_found"
handler500 = "wotr.faults.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("leagues.api.urls")),
    path("api/v1/", include("games.api.urls")),
    *pages.urlpatterns,
]
