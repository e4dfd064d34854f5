"""What was mended, for programs."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.descriptions import documented
from games.reports import mended


class MendedView(View):
    """What was mended, by the versions of the program, the newest first: rules with their numbers, words and pages."""

    @documented(list[mended.Release], operation_id="mended")
    def get(self, request: Request) -> Response:
        return self.tagged(request, mended.releases())
