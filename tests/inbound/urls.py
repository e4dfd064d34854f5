"""The site's addresses with those of mail services, as where ANYMAIL_WEBHOOK_SECRET is set."""

from django.urls import include, path

from wotr.urls import urlpatterns as site

urlpatterns = [path("anymail/", include("anymail.urls")), *site]
