"""The reader's own account: profile, tokens, leaving."""

from typing import cast

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import exports
from accounts.forms import DeleteForm, ProfileForm, TokenForm
from accounts.models import ApiToken, User
from accounts.post_only import post_only
from accounts.services import close_account, zone_changing

#: Tokens that one person may hold; more is a program that forgets to revoke.
MOST_TOKENS = 20


def page(
    request: HttpRequest,
    *,
    profile: ProfileForm | None = None,
    token: TokenForm | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the account page with the forms given, and fresh ones for the rest."""
    user = cast(User, request.user)
    context = {
        "profile": profile or ProfileForm(instance=User.objects.get(pk=user.pk)),
        "token_form": token or TokenForm(),
        "tokens": user.api_tokens.all(),
        "scope_labels": ApiToken.SCOPES,
        "secret": secret,
        "visits_kept": settings.HOUSE.visits_kept and settings.HOUSE.words["visits_kept"],
    }
    return render(request, "accounts/account.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Profile and tokens."""
    if request.method != "POST":
        return page(request)
    # A copy, so that a refused name does not appear in the page's head.
    profile = ProfileForm(request.POST, instance=User.objects.get(pk=cast(User, request.user).pk))
    if not profile.is_valid():
        return page(request, profile=profile, status=422)
    zone = profile.cleaned_data["timezone"]
    before = User.objects.get(pk=profile.instance.pk)
    if zone != before.timezone:
        zone_changing.send(sender=User, user=before, zone=zone)
        profile.instance.quiet, profile.instance.quiet_next = before.quiet, before.quiet_next
    profile.save()
    messages.success(request, "Your profile is saved.")
    return redirect("account")


@never_cache
@login_required
@post_only("account")
def create_token(request: HttpRequest) -> HttpResponse:
    """Issue a token; the secret is on this one answer only."""
    user = cast(User, request.user)
    form = TokenForm(request.POST)
    if form.is_valid() and user.api_tokens.count() >= MOST_TOKENS:
        form.add_error(None, f"You have {MOST_TOKENS} tokens already. Revoke one that you no longer use.")
    if not form.is_valid():
        return page(request, token=form, status=422)
    data = form.cleaned_data
    _, secret = ApiToken.objects.issue(
        user, data["name"], data["scopes"], days=data["days"], game=data["game"]
    )
    return page(request, secret=secret, status=201)


@login_required
@post_only("account")
def revoke_token(request: HttpRequest, number: int) -> HttpResponse:
    """Make a token worthless."""
    token = get_object_or_404(ApiToken, pk=number, user=cast(User, request.user))
    token.delete()
    messages.success(request, f"The token “{token.name}” no longer works.")
    return redirect("account")


@never_cache
@login_required
@post_only("account")
def export(request: HttpRequest) -> HttpResponse:
    """Hand out what is kept about the reader (ACC-5)."""
    return HttpResponse(
        exports.archive_of(cast(User, request.user)),
        content_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="my-data.zip"'},
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Close the account after a last question, which is not asked as often as somebody likes."""
    user = cast(User, request.user)
    if request.method == "POST":
        throttled = ratelimit.consume_or_429(request, action="reauthenticate", user=user)
        if throttled is not None:
            return cast(HttpResponse, throttled)
    form = DeleteForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        logout(request)
        close_account(user)
        messages.success(request, "Your account is closed. Your games remain, without your name.")
        return redirect("lobby")
    return render(
        request, "accounts/delete.html", {"form": form}, status=422 if request.method == "POST" else 200
    )
