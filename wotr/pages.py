"""Addresses of pages: all that mails lead to, and all that a worker needs to know."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from notifications.views import push_worker
from wotr import dev_mail, health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("metrics", health.scraped, name="metrics"),
    path("dev/mail/", dev_mail.mailbox, name="dev-mail"),
    path("dev/mail/<str:name>/", dev_mail.mail, name="dev-mail-one"),
    path("dev/mail/<str:name>/html/", dev_mail.mail_html, name="dev-mail-html"),
    path("account/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("push-worker.js", push_worker, name="push-worker"),
    path("notifications/", include("notifications.urls")),
    path("", include("leagues.urls")),
    path("", include("games.urls")),
]

# The inbound webhooks of mail services ask for this secret; without it they would believe anybody.
if settings.MAIL_WEBHOOKS:
    urlpatterns.insert(0, path("anymail/", include("anymail.urls")))
