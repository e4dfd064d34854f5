"""The wishes of people: what they are told, through which channels, and how often."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from notifications import kinds
from notifications.channels import email, registry
from notifications.errors import NotificationError
from notifications.kinds import Kind
from notifications.models import Preference, Rhythm


def preferences_of(user: User) -> dict[str, dict[str, bool]]:
    """Return by kind and channel what a person wants."""
    stored = {(p.kind, p.channel): p.wanted for p in Preference.objects.filter(user=user)}
    names = [transport.name for transport in registry.transports()]
    return {
        str(kind.name): {name: stored.get((kind.name, name), name not in kind.unasked) for name in names}
        for kind in kinds.events()
    }


@transaction.atomic
def set_preference(user: User, kind: str, channel: str, wanted: bool) -> None:
    """Store one wish. Raises NotificationError for an unknown kind or channel."""
    known = kinds.find(kind)
    if known is None or known.sort is not kinds.Sort.EVENT or registry.find(channel) is None:
        raise NotificationError("no-such-preference", "There is no such notice or channel.")
    Preference.objects.update_or_create(user=user, kind=kind, channel=channel, defaults={"wanted": wanted})


def stop_mail(user: User, kind: Kind) -> None:
    """Send no more mail of one kind."""
    if kind.stop is not None:
        kind.stop(user)
    elif kind.can_be_stopped:
        set_preference(user, kind.name, email.NAME, False)


def may_mail_again(kind: Kind) -> bool:
    """Return whether mail of a kind that was stopped can be started again."""
    return kind.sort is kinds.Sort.EVENT or kind.start is not None


def mail_again(user: User, kind: Kind) -> None:
    """Send mail of one kind again."""
    if kind.start is not None:
        kind.start(user)
    else:
        set_preference(user, kind.name, email.NAME, True)


def stop_digest(user: User) -> None:
    """Send no more digests; whoever had nothing else gets one mail until they look."""
    rhythm = Rhythm.objects.filter(user=user).first()
    if rhythm is not None:
        mode = Rhythm.Mode.ONCE if rhythm.mode == Rhythm.Mode.DIGEST else rhythm.mode
        Rhythm.objects.filter(pk=rhythm.pk).update(digest=False, mode=mode)


def start_digest(user: User) -> None:
    """Send digests again; whether anything else comes is left as it is."""
    Rhythm.objects.update_or_create(user=user, defaults={"digest": True})


def set_rhythm(
    user: User,
    mode: str,
    *,
    always: bool,
    urgent_at_night: bool,
    digest: bool,
    weekly: bool = False,
    pictures: bool = True,
) -> Rhythm:
    """Store how often mail may come, and whether it shows pictures. Raises NotificationError."""
    if mode not in Rhythm.Mode.values:
        raise NotificationError("no-such-mode", "Choose one of the listed rhythms.")
    fields = {
        "mode": mode,
        "always": always,
        "urgent_at_night": urgent_at_night,
        "digest": digest,
        "weekly": weekly,
        "pictures": pictures,
    }
    rhythm, _ = Rhythm.objects.update_or_create(user=user, defaults=fields)
    return rhythm


def stop_weekly(user: User) -> None:
    """Send no more weekly digests."""
    Rhythm.objects.filter(user=user).update(weekly=False)


def start_weekly(user: User) -> None:
    """Send weekly digests again."""
    Rhythm.objects.update_or_create(user=user, defaults={"weekly": True})


def set_sign_in_links(user: User, wanted: bool) -> Rhythm:
    """Say whether turn mails hold a link that signs in (ACC-10); switching it off ends those sent before."""
    rhythm, _ = Rhythm.objects.get_or_create(user=user)
    if rhythm.sign_in_links and not wanted:
        rhythm.links_from = timezone.now()
    rhythm.sign_in_links = wanted
    rhythm.save(update_fields=["sign_in_links", "links_from"])
    return rhythm


def end_sign_in_links(user: User) -> None:
    """End the links in mails sent so far; later mails have new ones, if somebody wants them."""
    Rhythm.objects.update_or_create(user=user, defaults={"links_from": timezone.now()})
