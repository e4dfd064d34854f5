"""Result records for programs: one, and the search among them."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View, field
from games.api.descriptions import documented
from games.refusals import Refused
from leagues.api import schemas
from leagues.api.common import AFTER, page_of
from leagues.forms import RecordFilterForm
from leagues.services.records import exports
from leagues.services.records.results import describe
from leagues.services.records.search import found_records

GAME = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The game's key")


class RecordView(View):
    """The record of one game; its players say how good it was."""

    @documented(schemas.ResultRecord, operation_id="result_record", parameters=[GAME])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, exports.row_of(exports.find(key)))

    @documented(
        schemas.ResultRecord,
        request=schemas.Opinion,
        operation_id="describe_record",
        parameters=[GAME],
        bodies={"An opinion": {"interest": 9, "comment": "To the last tile."}},
    )
    def post(self, request: Request, key: str) -> Response:
        data: Any = request.data
        interest = field(data, "interest", int) if data.get("interest") is not None else None
        comment = field(data, "comment", str, "")
        record = describe(key, self.person(request), interest=interest, comment=comment)
        return Response(exports.row_of(record))


class Records(View):
    """Search the finished public games."""

    @documented(schemas.ResultRecords, operation_id="records", parameters=[AFTER, schemas.RecordSearch])
    def get(self, request: Request) -> Response:
        asked = request.GET.copy()
        if asked.get("rated", "").lower() in ("false", "0"):
            asked.pop("rated")
        form = RecordFilterForm(asked)
        if not form.is_valid():
            name, errors = next(iter(form.errors.items()))
            raise Refused("malformed", f"“{name}”: {errors[0]}", 400, extra={"field": name})
        records = exports.with_people(found_records(form.cleaned_data))
        return self.tagged(request, page_of(request, records, exports.row_of))
