"""The API of the chat: reading, speaking, muting. Tokens need the scope `chat` for all of it."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from games.api import schemas
from games.api.base import View, field, row_number
from games.api.descriptions import KEY, MOST, Number, documented
from games.chat import channels, pointing, presentation, talk
from games.chat.rooms import Ear
from games.refusals import Refused

ACTS = ("read", "mute", "unmute", "mute-everywhere", "unmute-everywhere", "share", "unshare")
CHANNEL = OpenApiParameter(
    "channel",
    {"type": "string", "pattern": f"^(?:{channels.PATTERN})$"},
    description="One of the `channels` of an answer; left out: the caller's own",
)
AFTER = Number("after", MOST, "Only lines after this number; left out: the newest")
BEFORE = Number("before", MOST, "Only lines before this number, the newest of them")
LIMIT = Number("limit", presentation.PAGE_LINES, "At most so many lines")


class Chat(View):
    """The talk at a table, as the caller may read it, and saying something."""

    repeats_here = False
    scopes: ClassVar = {"GET": "chat", "POST": "chat"}

    @documented(
        presentation.Talk,
        operation_id="chat",
        parameters=[
            KEY,
            CHANNEL,
            AFTER,
            BEFORE,
            LIMIT,
        ],
    )
    def get(self, request: Request, key: str) -> Response:
        viewer = self.viewer(request, key)
        limit = LIMIT.of(request, presentation.PAGE_LINES)
        found = presentation.lines_json(
            viewer,
            request.GET.get("channel", ""),
            after=AFTER.of(request) if "after" in request.GET else None,
            before=BEFORE.of(request) if "before" in request.GET else None,
            limit=max(1, limit),
        )
        return self.tagged(request, found)

    @documented(
        schemas.Said,
        request=schemas.Saying,
        status=201,
        operation_id="say",
        parameters=[KEY],
        bodies={
            "To the table": {"text": "Well played!"},
            "To one's side": {
                "text": "Hold the north.",
                "channel": "side-green",
                "marks": [{"region": "rhudaur"}, {"region": "barad-dur", "to": "angmar"}],
            },
        },
    )
    def post(self, request: Request, key: str) -> Response:
        viewer = self.viewer(request, key)
        if not isinstance(request.data, dict):
            raise Refused("malformed", "Send an object.", 400)
        said = talk.say(
            viewer,
            field(request.data, "text", str),
            field(request.data, "channel", str, "") or "",
            marks=pointing.given(viewer.game, field(request.data, "marks", list, []) or []),
            key=request.META.get("HTTP_IDEMPOTENCY_KEY"),
        )
        line = presentation.line_json(said.line, {said.line.voice_id}, rules.title(viewer.game.title))
        return Response({"line": line, "replayed": said.replayed}, status=201)


class ChatActs(View):
    """Mark as read, mute and unmute a voice, share what was said with those who come later."""

    scopes: ClassVar = {"POST": "chat"}

    @documented(
        schemas.Done,
        request=schemas.ChatAct,
        operation_id="chat_act",
        parameters=[KEY, OpenApiParameter("act", str, OpenApiParameter.PATH, enum=list(ACTS))],
        bodies={"Mute": {"voice": 12}},
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        viewer = self.viewer(request, key)
        if act not in ACTS:
            raise Refused("no-such-action", "That cannot be done in a chat.", 404)
        if not isinstance(request.data, dict):
            raise Refused("malformed", "Send an object.", 400)
        return Response({"done": self._do(viewer, act, request.data)})

    def _do(self, viewer: Any, act: str, data: dict[str, Any]) -> str:
        if act == "read":
            talk.mark_read(Ear(viewer), field(data, "channel", str, "") or "")
            return "Read."
        if act in ("share", "unshare"):
            return talk.share(viewer, act == "share")
        wanted, everywhere = not act.startswith("un"), act.endswith("everywhere")
        return talk.mute(viewer, row_number(data, "voice"), wanted=wanted, everywhere=everywhere)
