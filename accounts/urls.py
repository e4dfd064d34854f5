"""Addresses of the reader's own account; sign-in and its kin are django-allauth's, under /accounts/."""

from django.urls import URLPattern, URLResolver, path

from accounts import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.account, name="account"),
    path("tokens/", views.create_token, name="create-token"),
    path("tokens/<row:number>/revoke/", views.revoke_token, name="revoke-token"),
    path("export/", views.export, name="export-account"),
    path("delete/", views.delete_account, name="delete-account"),
]
