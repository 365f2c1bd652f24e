"""Lists in pages by ID, so that new rows shift nothing. A page has at most 200 rows."""

from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import QueryDict
from rest_framework.request import Request
from rest_framework.response import Response

from poker.refusal import Refusal
from web.api.filters import Filters
from web.api.responses import Page

MAX_PAGE_SIZE = 200
DEFAULT_PAGE_SIZE = 50
Row = TypeVar("Row", bound=Model)


def paginate(
    request: Request,
    rows: "QuerySet[Row]",
    item: Callable[[Row], object],
    filters: type[Filters] = Filters,
    *,
    newest: bool = False,
) -> Response:
    """Return a page of these rows by ID. newest: highest ID first. Raises `Refusal`: `bad_query`."""
    size, after = page_bounds(request, filters)
    filtered = filters(request.query_params, queryset=rows)
    if wrong := filtered.refused():
        raise Refusal("bad_query", "", field=wrong[0], detail=wrong[1])
    chosen = filtered.qs.order_by("-pk" if newest else "pk")
    if after is not None:
        chosen = chosen.filter(pk__lt=after) if newest else chosen.filter(pk__gt=after)
    page_rows = list(chosen[: size + 1])
    then = page_rows[size - 1].pk if len(page_rows) > size else None
    return Response(Page([item(row) for row in page_rows[:size]], next_page_url(request, then)))


def page_bounds(request: Request, filters: type[Filters]) -> tuple[int, int | None]:
    """Return the page size and the ID to start after.

    Raises `Refusal`: `bad_query`, even for an unknown or repeated parameter.
    """
    data = check_parameters(request, filters)
    size = _whole(data, "size", 1, MAX_PAGE_SIZE)
    return DEFAULT_PAGE_SIZE if size is None else size, _whole(data, "after", 0, 2**53)


def check_parameters(request: Request, filters: type[Filters], *, paged: bool = True) -> QueryDict:
    """Return the query parameters after checking them. Raises `Refusal`: `bad_query`."""
    data: QueryDict = request.query_params
    known_names = {*filters.base_filters, *(("size", "after") if paged else ())}
    for name in data:
        if name not in known_names:
            raise Refusal("bad_query", "", field=name[:40], detail="unknown parameter")
        if len(data.getlist(name)) > 1:
            raise Refusal("bad_query", "", field=name[:40], detail="given twice")
        if not data[name]:
            raise Refusal("bad_query", "", field=name[:40], detail="empty value")
    return data


def no_parameters(request: Request) -> None:
    """Check that there are no query parameters. Raises `Refusal`: `bad_query`."""
    for name in request.query_params:
        raise Refusal("bad_query", "", field=name[:40], detail="unknown parameter")


def next_page_url(request: Request, then: int | None) -> str | None:
    if then is None:
        return None
    data = request.query_params.dict() | {"after": str(then)}
    return f"{request.path}?{urlencode(data)}"


def _whole(data: QueryDict, name: str, least: int, most: int) -> int | None:
    if name not in data:
        return None
    text = str(data[name])
    if not (text.isascii() and text.isdecimal() and len(text) < 17 and least <= int(text) <= most):
        raise Refusal(
            "bad_query", "", field=name, detail=f"must be a number from {least} to {most}"
        )
    return int(text)
