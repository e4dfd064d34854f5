"""Answers by mail to what directors and entrants write: from the inbox to the audit trail."""

from datetime import datetime

from django.conf import settings

from accounts.models import User
from games.refusals import Refused
from leagues.acts import registry
from leagues.models import AuditEntry
from leagues.services import messages
from leagues.services.directing import correspondence
from notifications import outbox
from notifications.inbound import store
from notifications.inbound.parser import Incoming

#: What is told of a mail that nothing surely vouches for.
NOT_SURE = "not-sure"


def receive(incoming: Incoming, recipient: str, received_at: datetime) -> str:
    """Deal with an answer. Returns why nothing follows, or "".

    Only mail that surely comes from the person who was written to counts. Of any other, and of what is refused, that
    person is told by mail, once a day.
    """
    found = _addressee(incoming, recipient, received_at)
    if isinstance(found, str):
        return found
    entry, user = found
    doubt = store.why_doubtful(incoming, user.email.lower(), user)
    if doubt:
        _tell_why(entry, user, NOT_SURE, received_at)
        return doubt
    try:
        if incoming.cut:
            raise Refused("too-long", "", 422)
        _answer(entry, user, "\n".join(incoming.lines), received_at)
    except Refused as refused:
        _tell_why(entry, user, refused.code, received_at)
        return f"refused: {refused.code}"
    return ""


def _answer(entry: AuditEntry, user: User, text: str, now: datetime) -> None:
    """Do the act that a mail asks for: to a letter, the directors' answer; else a letter. Raises Refused."""
    assert entry.competition is not None
    act, said = registry.ENTRANTS["write"], {"subject": entry.data.get("subject", "")}
    if entry.act == correspondence.LETTER:
        act, said = registry.DIRECTORS["answer"], {"letter": entry.pk}
    act.run(key=entry.competition.key, user=user, text=text, now=now, **said)


def _addressee(incoming: Incoming, recipient: str, received_at: datetime) -> tuple[AuditEntry, User] | str:
    """Return what a mail answers and who was written to, or why it is ignored."""
    if incoming.ignored:
        return incoming.ignored
    if recipient in (incoming.sender, "") or incoming.sender == settings.MAIL_REPLY_ADDRESS.lower():
        return "it comes from ourselves"
    found = correspondence.behind(recipient)
    if found is None or received_at - found[0].at > settings.HOUSE.mail_token_life:
        return "its address is not known, or no longer"
    if not outbox.may_mail(found[1]):
        return "nobody is there whom we could answer"
    return found


def _tell_why(entry: AuditEntry, user: User, why: str, at: datetime) -> None:
    """Tell somebody that an answer of theirs was not passed on: once a day for each reason."""
    assert entry.competition is not None
    name = f"unsent-{why}-{at:%Y-%m-%d}"
    messages.tell(user, entry.competition, "unsent", name, why=why, entry=entry.pk)


def excuse(head: Incoming, recipient: str, received_at: datetime) -> str:
    """Tell somebody that an answer of theirs could not be read. Returns why not, or ""."""
    found = _addressee(head, recipient, received_at)
    if isinstance(found, str):
        return found
    _tell_why(*found, "unreadable", received_at)
    return ""


def register() -> None:
    """Take the mail to these addresses."""
    store.register(
        correspondence.is_known, lambda address: correspondence.behind(address) is not None, receive, excuse
    )
