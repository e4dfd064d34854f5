"""Blocks and mutes between people (MOD-10, LOB-15). A block works in both directions, a mute only for who mutes."""

from collections.abc import Collection, Iterable

from django.db.models import Q

from accounts.models import Block, Mute, User


def block(user: User, other: User) -> None:
    """Let `user` have nothing to do with `other` any more."""
    if user.pk != other.pk:
        Block.objects.get_or_create(user=user, blocked=other)


def unblock(user: User, other: User) -> None:
    """Take a block back."""
    Block.objects.filter(user=user, blocked=other).delete()


def avoided_by(user: User) -> set[int]:
    """Return the ids of everybody whom `user` blocks, or who blocks `user`."""
    rows = Block.objects.filter(Q(user=user) | Q(blocked=user)).values_list("user", "blocked")
    return {other for pair in rows for other in pair} - {user.pk}


def is_blocked(user: User, others: Iterable[int]) -> bool:
    """Return whether `user` and one of `others` (ids) avoid each other."""
    return bool(avoided_by(user) & set(others))


def blocked_pairs(users: Collection[int]) -> frozenset[frozenset[int]]:
    """Return the pairs among `users` (ids) that avoid each other."""
    rows = Block.objects.filter(user__in=users, blocked__in=users).values_list("user", "blocked")
    return frozenset(frozenset(pair) for pair in rows)


# -- muting ------------------------------------------------------------------------------------


def mute(user: User, other: User) -> None:
    """Let `user` read nothing that `other` says, in any game. Nobody but `user` can find out."""
    if user.pk != other.pk:
        Mute.objects.get_or_create(user=user, muted=other)


def unmute(user: User, other: User) -> None:
    """Take a mute back."""
    Mute.objects.filter(user=user, muted=other).delete()


def unheard_by(user: User) -> set[int]:
    """Return the ids of everybody whose words `user` does not read: muted by them, or kept apart by a block."""
    muted = Mute.objects.filter(user=user).values_list("muted", flat=True)
    return avoided_by(user) | set(muted)


def do_not_hear(people: Collection[int], speaker: User) -> set[int]:
    """Return which of `people` (ids) do not read what `speaker` says."""
    muting = Mute.objects.filter(user__in=people, muted=speaker).values_list("user", flat=True)
    return (avoided_by(speaker) & set(people)) | set(muting)
