"""Notices to players about their games, and their words."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet
from django.db.models.fields.json import KT
from django.template.loader import render_to_string
from django.utils import timezone

import rules
from accounts.unlinked_text import unlinked
from games.acts.kinds import KINDS
from games.chat.presentation import told_lines
from games.hours import reliability
from games.kinds import EventKind
from games.letters import receipts, sent_mails
from games.letters.game_summary import Sheet
from games.letters.questions import asked_in
from games.models import Game, Invitation, Seat
from games.play import access, game_names, positions, seat_links, teams, turn_links
from games.play.submit import only_others_answered
from games.time import clocks, durations
from notifications import composers
from notifications.channels import email, registry
from notifications.composers import Notice
from notifications.models import Delivery
from notifications.rhythm import rhythm_of


def _seat_of(delivery: Delivery) -> Seat | None:
    """Return the seat that a notice is for, with all that its words are made of, in two statements."""
    subject = delivery.subject
    return (
        Seat.objects.select_related("game", "user__rhythm", "mail")
        .prefetch_related(Prefetch("game__seats", Seat.objects.select_related("user")))
        .filter(game__key=subject.get("game"), name=subject.get("seat"))
        .first()
    )


def game_url(game: Game) -> str:
    """Return a game's full address."""
    return f"{settings.SITE_URL}/game/{game.key}/"


def _data(seat: Seat, situation: positions.Situation) -> dict[str, Any]:
    """Return what programs are told of a notice."""
    return {
        "game": seat.game.key,
        "title": seat.game.title,
        "seat": seat.name,
        "version": situation["version"],
        "headline": situation["headline"],
        "url": game_url(seat.game),
        "result": seat.game.result,
    }


def _render(
    delivery: Delivery,
    seat: Seat,
    lead: str,
    subject: str,
    *,
    board: bool,
    asks: bool = False,
    one_tap: str = "",
    offers: bool = False,
    of: str = "",
) -> Notice:
    """Word a notice about a game. Its subject is the game, `subject`, and in a mail what the seat is asked.

    `asks`: it says that the seat is to move, or may answer for the ally `of`; `offers`: it can be answered anyway.
    """
    game = seat.game
    title = rules.title(game.title)
    viewer = access.Viewer(game, tuple(game.seats.all()), seat, seat.user)
    play = positions.open_game(viewer)
    situation = positions.situation(viewer, play, asked=False)
    sheet = Sheet(viewer, play, situation, of=of, pictured=delivery.channel == email.NAME)
    how = receipts.grammar(seat, sheet.asked)
    zone, about = game_names.zone_of(seat), game_names.name_for(seat)
    context = {
        **sheet.context(board=board, numbered=bool(how)),
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "lead": lead,
        "offers": offers,
        "talks": told_lines(viewer),
        "how": how,
        # A guest's only way to the seat is the private link.
        "url": seat_links.address_of(seat) or game_url(game),
        "one_tap": one_tap,
    }
    due, is_mail = context["due"], delivery.channel == email.NAME
    turn = sheet.asked.in_words(seat, whole=is_mail) if asks else ""
    with timezone.override(zone):  # templates write moments in the zone that is active
        text, html = (render_to_string(f"games/letters/notice.{kind}", context) for kind in ("txt", "html"))
    return Notice(
        subject=f"{about}: {('. ' if is_mail else ', ').join(filter(None, (subject, turn)))}",
        text=text,
        html=html,
        data=_data(seat, situation),
        thread=game.key,
        reply_to=how.get("reply_to", ""),
        references=sent_mails.references_of(seat),
        pictures=sheet.pictures,
        when_sent=sent_mails.noting(seat, situation["version"], sheet.asked if asks else None),
        gist=f"You play {title.seat_name(seat.name)}."
        + (f" You may answer for {context['ally']}." if context["ally"] else "")
        + (f" Time until {due:%a %d %b, %H:%M} ({zone})." if due else ""),
    )


def moved_on(notices: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Return the turn notices whose seat is asked nothing any more, or whose game does not run; not those of allies."""
    asked = Seat.objects.filter(
        game__key=OuterRef("told_game"),
        name=OuterRef("told_seat"),
        game__status=Game.Status.RUNNING,
        waiting_since__isnull=False,
    )
    told = notices.exclude(subject__has_key="of")
    return told.annotate(told_game=KT("subject__game"), told_seat=KT("subject__seat")).filter(~Exists(asked))


def compose_turn(delivery: Delivery) -> Notice | None:
    """Word a turn notice; None if the turn has moved on."""

    seat = _seat_of(delivery)
    if seat is None or seat.game.status != Game.Status.RUNNING:
        return None
    if "of" in delivery.subject:
        return _compose_turn_of_ally(delivery, seat)
    if seat.waiting_since is None:
        return None
    if delivery.channel != email.NAME and sent_mails.moved_by_mail(seat, seat.game.version):
        return None  # whoever moves by mail gets a receipt, which asks
    if registry.is_personal(delivery.channel) and _is_known(seat, delivery):
        return None
    viewer = access.Viewer(seat.game, tuple(seat.game.seats.all()), seat, seat.user)
    play = positions.open_game(viewer)
    if not _is_still_asked(delivery, seat, play):
        return None
    if delivery.channel == email.NAME and sent_mails.is_asked(seat, play):
        return None
    if positions.open_decision(viewer, play) is None:
        return None
    tap = turn_links.address_of(seat) if delivery.channel == email.NAME else ""
    return _render(delivery, seat, "It is your turn.", "", board=True, asks=True, one_tap=tap)


def _compose_turn_of_ally(delivery: Delivery, seat: Seat) -> Notice | None:
    """Word that a seat may answer in an ally's place; None if that is answered, or not allowed any more."""
    if registry.is_personal(delivery.channel) and _is_known(seat, delivery):
        return None
    viewer = access.Viewer(seat.game, tuple(seat.game.seats.all()), seat, seat.user)
    asked = asked_in(viewer, positions.open_game(viewer), str(delivery.subject["of"]))
    if asked.ally is None or asked.version != delivery.subject.get("version"):
        return None
    if delivery.channel == email.NAME and sent_mails.is_asked_for(seat, asked):
        return None
    lead = f"You may answer for {rules.title(seat.game.title).seat_name(asked.of)}."
    return _render(delivery, seat, lead, "", board=True, asks=True, of=asked.of)


def _is_still_asked(delivery: Delivery, seat: Seat, play: rules.Game[Any]) -> bool:
    """Return whether the turn is the one of the notice; others may have answered the same question meanwhile."""
    version = int(delivery.subject.get("version", -1))
    same = seat.game.published_version == version
    return same or only_others_answered(seat.game, play, seat.name, version)


def _is_known(seat: Seat, delivery: Delivery) -> bool:
    """Return whether the player has seen the position, or wants silence until they look (NOT-2, NOT-3)."""
    if seat.user is None:
        return False
    rhythm = rhythm_of(seat.user)
    has_looked = seat.seen_version >= seat.game.published_version
    if not rhythm.always and has_looked and not sent_mails.moved_by_mail(seat, seat.seen_version):
        return True
    if rhythm.mode != rhythm.Mode.ONCE or delivery.channel != email.NAME:
        return False
    unread = Seat.objects.filter(
        user=seat.user,
        game__status=Game.Status.RUNNING,
        waiting_since__isnull=False,
        seen_version__lt=F("game__published_version"),
    ).values_list("game__key", flat=True)
    earlier = Delivery.objects.filter(
        user=seat.user,
        kind=EventKind.TURN,
        channel=email.NAME,
        state=Delivery.State.SENT,
        subject__game__in=list(unread),
        sent_at__gt=timezone.now() - settings.HOUSE.mail_once_for,
    )
    return earlier.exclude(pk=delivery.pk).exists()


def _has_begun_it(seat: Seat, delivery: Delivery) -> bool:
    """Return whether the player has begun the game alone and looked at it since: turn notices tell the rest (NOT-2)."""
    looked = "hold" in delivery.subject and seat.seen_version >= 0
    return looked and not (seat.user is not None and rhythm_of(seat.user).always)


def compose_reminder(delivery: Delivery) -> Notice | None:
    """Word a reminder; None if the seat has moved, or a later one has come."""
    seat = _seat_of(delivery)
    if seat is None or seat.game.status != Game.Status.RUNNING or seat.flagged_at:
        return None
    tap = turn_links.address_of(seat) if delivery.channel == email.NAME else ""
    if "silent" in delivery.subject and seat.waiting_since is not None and seat.due_at is None:
        return _render(
            delivery,
            seat,
            "A game still waits for you.",
            "it still waits for you",
            board=True,
            asks=True,
            one_tap=tap,
        )
    if (int(seat.due_at.timestamp()) if seat.due_at else 0) != delivery.subject.get("due"):
        return None
    if delivery.subject.get("later"):
        lead = "You wanted to hear of this again."
        return _render(delivery, seat, lead, "you wanted to hear of it", board=True, asks=True, one_tap=tap)
    if seat.due_at is None:
        return None
    if seat.reminded_for == seat.due_at and seat.reminded_mark < delivery.subject.get("mark", 0):
        return None  # it was held over night, and the next one has come
    return _render(
        delivery,
        seat,
        "Your time is running out.",
        "your time is running out",
        board=True,
        asks=True,
        one_tap=tap,
    )


def compose_start(delivery: Delivery) -> Notice | None:
    """Word the beginning of a game."""
    seat = _seat_of(delivery)
    if seat is None or seat.game.status != Game.Status.RUNNING:
        return None
    if registry.is_personal(delivery.channel) and _has_begun_it(seat, delivery):
        return None
    side = rules.title(seat.game.title).seat_name(seat.name)
    partners = teams.partners_in_words(seat.game, seat.name)
    if partners:
        side = f"{side}, with {partners} against {teams.opponents_in_words(seat.game, seat.name)}"
    lead = f"The game begins. You play {side}."
    if seat.waiting_since is None:
        return _render(delivery, seat, lead, "the game begins", board=False)
    tap = turn_links.address_of(seat) if delivery.channel == email.NAME else ""
    begins = "the game begins"
    return _render(delivery, seat, f"{lead} It is your turn.", begins, board=True, asks=True, one_tap=tap)


def compose_finish(delivery: Delivery) -> Notice | None:
    """Word the end of a game."""
    seat = _seat_of(delivery)
    if seat is None or seat.game.result is None:
        return None
    text = str(seat.game.result.get("text", "The game is over."))
    return _render(delivery, seat, f"The game is over. {text}", "the game is over", board=True)


#: Besides what somebody asks for, which is worded by its kind (games.acts.kinds).
OFFERS = {
    "no": "{name} has voted against: {value}.",
    "flag": "{name} has run out of time: {others} may claim the game.",
    "late": "{name} has run out of time: the seat can be offered to others.",
}


NEWS = {
    "grace": "{name} has used a grace token and has {grace} more.",
    "protected": "{name} is protected from running out of time: {protection} of vacation begin.",
    "absent": "{name} does not answer any more. The server answers for the seat, and others may take it.",
    "left": "{name} has left the game. The server answers for the seat, and others may take it.",
    "substitute": "Somebody else plays {name} now.",
    "pause": "{name} asks for a pause. It begins when everybody has asked for one.",
    "paused": "The clocks stand.",
    "resumed": "The pause ends: the clocks will run again.",
    "given": "{name} was given time.",
    "extended": "Everybody was given time, by agreement.",
    "taken-back": "The game has gone back by agreement, as {name} asked.",
    "corrected": "The position was set right: {change}.",
    "rules-old": "A rule was mended. It makes a difference in this game, which goes on by the former reading.",
    "rules-new": "A rule was mended. It makes a difference in this game, which goes on by the new reading from here.",
    "rules-back": "A rule was mended. The game has gone back to before the step that is another by it.",
    "vacation": "{name} will be away until {until}. The clock stands meanwhile.",
}


def compose_news(delivery: Delivery) -> Notice | None:
    """Word news about the time of a game; None if the game has ended."""
    seat = _seat_of(delivery)
    if seat is None or seat.game.status != Game.Status.RUNNING:
        return None
    given = delivery.subject
    title = rules.title(seat.game.title)
    zone = ZoneInfo(seat.user.timezone) if seat.user else ZoneInfo("UTC")
    until = datetime.fromtimestamp(int(given.get("until", 0)), zone)
    lead = NEWS[str(given.get("what"))].format(
        name=title.seat_name(str(given["by"])) if given.get("by") else "",
        until=f"{until:%d %B, %H:%M}",
        grace=durations.spell(clocks.grace_gift(seat.game) // timedelta(seconds=1)),
        protection=settings.HOUSE.words["protection_step"],
        change=given.get("value", ""),
    )
    if given.get("reason"):
        lead = f"{lead} The reason: {given['reason']}"
    return _render(delivery, seat, lead, lead.split(".")[0], board=False)


def compose_offer(delivery: Delivery) -> Notice | None:
    """Word an offer, or that somebody's time is up; None if the game has ended."""
    seat = _seat_of(delivery)
    what, value = str(delivery.subject.get("what")), str(delivery.subject.get("value", ""))
    after_end = what in KINDS and KINDS[what].after_end
    if seat is None or not (seat.game.status == Game.Status.RUNNING or after_end):
        return None
    by = str(delivery.subject.get("by"))
    name = rules.title(seat.game.title).seat_name(by)
    if what == "flag" and not teams.are_two(seat.game):
        what = "late"  # of several teams none may claim the game
    if what in OFFERS:
        lead = OFFERS[what].format(name=name, value=value, others=teams.opponents_in_words(seat.game, by))
    else:
        lead = f"{name} {KINDS[what].notice(value)}."
    return _render(delivery, seat, lead, lead.rstrip("."), board=False, offers=True)


def compose_invitation(delivery: Delivery) -> Notice | None:
    """Word an invitation; None if it is no longer open.

    Whoever is invited may never have heard of the sender: what the table is called stays on its page.
    """
    invitation = (
        Invitation.objects.select_related("game", "sender")
        .filter(pk=delivery.subject.get("invitation"))
        .first()
    )
    if invitation is None or invitation.state != Invitation.State.OPEN:
        return None
    game = invitation.game
    title = rules.title(game.title)
    habit = reliability.broken_off_by(invitation.sender, timezone.now()).words
    subject = unlinked(f"{invitation.sender} invites you to a game of {title.name}")
    lead = unlinked(f"{subject}. {invitation.sender} {habit}.") if habit else f"{subject}."
    context = {"site_name": settings.SITE_NAME, "lead": lead, "title": title.name, "url": game_url(game)}
    context["opens"] = "Look at the table"
    return Notice(
        subject=subject,
        text=render_to_string("mail/notice.txt", context),
        html=render_to_string("mail/notice.html", context),
        data={"game": game.key, "title": game.title, "url": game_url(game)},
        thread=game.key,
        gist=unlinked(f"{invitation.sender} {habit}.") if habit else "",
        one="invitation",
    )


def invitation_waits(delivery: Delivery) -> bool:
    """Return whether an invitation was not answered: one that was taken back was not, so that it makes no room."""
    unanswered = (Invitation.State.OPEN, Invitation.State.WITHDRAWN)
    return Invitation.objects.filter(pk=delivery.subject.get("invitation"), state__in=unanswered).exists()


def register() -> None:
    """Register the composers of all notices about games."""
    composers.register(EventKind.TURN, compose_turn, moot=moved_on)
    composers.register(EventKind.REMINDER, compose_reminder)
    composers.register(EventKind.START, compose_start)
    composers.register(EventKind.FINISH, compose_finish)
    composers.register(EventKind.OFFER, compose_offer)
    composers.register(EventKind.TIME, compose_news)
    composers.register(EventKind.INVITATION, compose_invitation, invitation_waits)
