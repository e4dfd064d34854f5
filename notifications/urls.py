"""Addresses of the notification pages."""

from django.urls import URLPattern, URLResolver, path

from notifications import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.notices, name="notifications"),
    path("webhooks/", views.change_webhooks, name="webhooks"),
    path("rhythm/", views.rhythm, name="mail-rhythm"),
    path("sign-in-links/", views.sign_in_links, name="sign-in-links"),
    path("senders/", views.forget_sender, name="forget-sender"),
    path("places/", views.change_places, name="notice-places"),
    path("mail-again/", views.mail_again, name="mail-again"),
    path("test-mail/", views.test_mail, name="test-mail"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
