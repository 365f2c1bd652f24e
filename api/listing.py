"""Lists in pieces: by number, so that what comes meanwhile moves nothing; a piece has at most 200."""

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import QueryDict
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import Filters
from api.shapes.common import Page
from poker.refusal import Refusal

LARGEST, USUAL = 200, 50
Row = TypeVar("Row", bound=Model)


def listed(
    request: Request,
    rows: "QuerySet[Row]",
    item: Callable[[Row], Any],
    filters: type[Filters] = Filters,
    *,
    newest: bool = False,
) -> Response:
    """A piece of these rows, by their numbers; newest: the greatest first. Refuses `bad_query`."""
    size, after = bounds(request, filters)
    found = filters(request.query_params, queryset=rows)
    if wrong := found.refused():
        raise Refusal("bad_query", "", field=wrong[0], detail=wrong[1])
    chosen = found.qs.order_by("-pk" if newest else "pk")
    if after is not None:
        chosen = chosen.filter(pk__lt=after) if newest else chosen.filter(pk__gt=after)
    piece = list(chosen[: size + 1])
    then = piece[size - 1].pk if len(piece) > size else None
    return Response(Page([item(row) for row in piece[:size]], following(request, then)))


def bounds(request: Request, filters: type[Filters]) -> tuple[int, int | None]:
    """How many, and after which. Refuses `bad_query`, also for a parameter that nobody knows or that comes twice."""
    sent = known_parameters(request, filters)
    size = _whole(sent, "size", 1, LARGEST)
    return USUAL if size is None else size, _whole(sent, "after", 0, 2**53)


def known_parameters(request: Request, filters: type[Filters], *, paged: bool = True) -> QueryDict:
    """What was sent. Refuses `bad_query`."""
    sent: QueryDict = request.query_params
    known = {*filters.base_filters, *(("size", "after") if paged else ())}
    for name in sent:
        if name not in known:
            raise Refusal("bad_query", "", field=name[:40], detail="there is no such parameter")
        if len(sent.getlist(name)) > 1:
            raise Refusal("bad_query", "", field=name[:40], detail="it is there twice")
        if not sent[name]:
            raise Refusal("bad_query", "", field=name[:40], detail="it is empty")
    return sent


def no_parameters(request: Request) -> None:
    """Refuses `bad_query` for any."""
    for name in request.query_params:
        raise Refusal("bad_query", "", field=name[:40], detail="there is no such parameter")


def following(request: Request, then: int | None) -> str | None:
    """The address of the next piece."""
    if then is None:
        return None
    said = request.query_params.dict() | {"after": str(then)}
    return f"{request.path}?{urlencode(said)}"


def _whole(sent: QueryDict, name: str, least: int, most: int) -> int | None:
    if name not in sent:
        return None
    text = str(sent[name])
    if not (text.isascii() and text.isdecimal() and len(text) < 17 and least <= int(text) <= most):
        raise Refusal("bad_query", "", field=name, detail=f"a number from {least} to {most}")
    return int(text)
