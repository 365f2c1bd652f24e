"""Funds: read funds, their gaming days and their claims."""

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from poker.refusal import Refusal
from promotions.api import schemas
from promotions.funds import load_fund
from promotions.models import FundDay, FundSummary, Hit, Share
from web.api.endpoint import Endpoint, caller
from web.api.filters import ChoiceFilter, Filters, IntegerFilter
from web.api.openapi import documented
from web.api.pagination import no_parameters, paginate
from web.api.responses import Page

FUND = {"fund": "Fund number, as in `id`."}
STATUSES = ("open", "closed")
MOST_HITS = 200


class FundFilter(Filters):
    """Filters of funds."""

    room = IntegerFilter(field_name="fund__room", label="In this room.")
    status = ChoiceFilter(choices=[(status, status) for status in STATUSES], label="In this state.")


def _summaries(request: Request) -> "QuerySet[FundSummary]":
    """Return the summaries of the funds the caller may see."""
    rows = FundSummary.objects.select_related("fund__room")
    return caller(request).within(rows, "fund__room")


def _fund(request: Request, fund: int) -> FundSummary:
    """Return a fund. Raises `Refusal`: `not_found`."""
    no_parameters(request)
    summary = _summaries(request).filter(pk=fund).first()
    if summary is None:
        raise Refusal("not_found")
    return summary


class FundList(Endpoint):
    """Funds."""

    scopes = {"GET": "funds:read"}

    @documented(
        "list_funds",
        "List funds of players' money.",
        answer=Page[schemas.FundItem],
        filters=FundFilter,
    )
    def get(self, request: Request) -> Response:
        """By number, oldest first."""
        return paginate(request, _summaries(request), schemas.fund_item, FundFilter)


class FundView(Endpoint):
    """One fund."""

    scopes = {"GET": "funds:read"}

    @documented("read_funds", "Get a fund: where its money is.", answer=schemas.FundItem, path=FUND)
    def get(self, request: Request, fund: int) -> Response:
        """The amounts that came in equal the amounts in all places."""
        return Response(schemas.fund_item(_fund(request, fund)))


class DaysView(Endpoint):
    """The gaming days of a fund."""

    scopes = {"GET": "funds:read"}

    @documented("list_fund_days", "List a fund's gaming days.", answer=schemas.FundDays, path=FUND)
    def get(self, request: Request, fund: int) -> Response:
        """Newest first."""
        row = _fund(request, fund)
        days = FundDay.objects.filter(fund=row.pk).order_by("-day")
        seq, _ = load_fund(row.pk)
        return Response(schemas.FundDays(seq, [schemas.day_item(day) for day in days]))


class HitsView(Endpoint):
    """The claims on a fund."""

    scopes = {"GET": "funds:read"}

    @documented(
        "list_fund_hits",
        "List a fund's last 200 claims with their shares.",
        answer=schemas.FundHits,
        path=FUND,
    )
    def get(self, request: Request, fund: int) -> Response:
        """Newest first. Shares name seats, not players."""
        row = _fund(request, fund)
        hits = list(Hit.objects.filter(fund=row.pk).order_by("-number")[:MOST_HITS])
        shares: dict[int, list[Share]] = {}
        numbers = [hit.number for hit in hits]
        for share in Share.objects.filter(fund=row.pk, hit__in=numbers).order_by("seat"):
            shares.setdefault(share.hit, []).append(share)
        items = [schemas.hit_item(hit, shares.get(hit.number, [])) for hit in hits]
        seq, _ = load_fund(row.pk)
        return Response(schemas.FundHits(seq, items))
