"""The story of one game as an Atom feed, as spectators know it (NOT-16)."""

from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

import rules
from games.play import access, positions
from games.refusals import Refused
from rules.core.stories import in_a_row

#: Newest lines of the story.
MOST_ENTRIES = 50


class _Story(Atom1Feed):
    """A feed that is as old as its newest entry, or as its game."""

    begun: datetime

    def latest_post_date(self) -> datetime:
        return max((item["updateddate"] for item in self.items), default=self.begun)


@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponse:
    """Return the newest lines of a game that everybody may watch; whoever asks gets the same.

    Several lines of one step are one entry, and an entry's name never changes, so that a reader shows each once.
    """
    try:
        viewer = access.viewer_for(access.get_game(key), None)
        play = positions.open_game(viewer)
    except Refused:
        raise Http404 from None
    address = f"{settings.SITE_URL}{reverse('game', args=[key])}"
    players = " – ".join(seat.player_name for seat in viewer.seats)
    story = _Story(
        title=f"{rules.title(viewer.game.title).name}: {players}",
        link=address,
        description="",
        feed_url=f"{settings.SITE_URL}{reverse('game-feed', args=[key])}",
        language="en",
    )
    assert viewer.game.started_at is not None
    story.begun = viewer.game.started_at
    steps: dict[int, list[positions.Line]] = {}
    for line in positions.log_lines(viewer, play=play, limit=4 * MOST_ENTRIES, newest=True):
        steps.setdefault(line["seq"], []).append(line)
    for seq in sorted(steps, reverse=True)[:MOST_ENTRIES]:
        lines = in_a_row(play.title, steps[seq])
        told = lines[-1]["at"]
        moment = datetime.fromisoformat(told) if told else story.begun
        story.add_item(
            title=lines[0]["text"],
            link=f"{settings.SITE_URL}{reverse('replay', args=[key])}?at={seq}",
            description="\n".join(line["text"] for line in lines),
            unique_id=f"{address}#step-{seq}",
            pubdate=moment,
            updateddate=moment,
        )
    return HttpResponse(
        story.writeString("utf-8"),
        content_type="application/atom+xml; charset=utf-8",
        headers={"Cache-Control": "public, max-age=120"},
    )
