"""What an address says of itself: types of its body and answer, its parameters, every status that it gives."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiRequest,
    OpenApiResponse,
    extend_schema,
)

from api.filters import Filters
from api.listing import LARGEST
from api.problems import MEDIA
from api.shapes.common import Problem

REF = "#/components/schemas/{name}"
SAID = {
    400: "What was sent cannot be read: a parameter or a field that is wrong or unknown.",
    401: "No token, or one that is unknown, expired or revoked.",
    403: "The token has not this scope, or its role may not do this.",
    404: "There is nothing here, or it is of another room.",
    405: "Another method.",
    409: "Something else came first: look again. `stale`: the table has moved on from `seen`.",
    413: "The body is larger than 16 KB.",
    415: "The body is not application/json.",
    422: "Understood, and refused by the rules of the house or the game; the sentence says which.",
    429: "More than the program may ask in a minute; Retry-After has the seconds.",
}
# What a room of the tests answers, by operation; its test compares them with what is answered now.
GIVEN: dict[str, Any] = json.loads(Path(__file__).with_name("examples.json").read_text())
_KINDS: dict[str, Any] = {}
View = TypeVar("View", bound=Callable[..., Any])


def ref(kind: Any) -> dict[str, Any]:
    """The type among the components of the documentation."""
    schemas, components = msgspec.json.schema_components([kind], ref_template=REF)
    for name in components:
        _KINDS[name] = kind
    schema: dict[str, Any] = schemas[0]
    return schema


def documented(
    name: str,
    says: str,
    *,
    answer: Any = None,
    status: int = 200,
    body: Any = None,
    example: dict[str, Any] | None = None,
    filters: type[Filters] | None = None,
    paged: bool = True,
    problems: Sequence[int] = (),
    media: str = "application/json",
    path: dict[str, str] | None = None,
    also: dict[int, str] | None = None,
) -> Callable[[View], View]:
    """Document a method. name: the operation's; says: a sentence; example: of the body, of answers they are in `GIVEN`.

    path: what its parameters mean. filters: it is narrowed by them; paged: it is a list.
    """
    codes = {400, 401, 403, 413, 429, *problems}
    codes |= {404} if path else set()
    codes |= {415} if body else set()
    answers: dict[Any, Any] = {
        (code, MEDIA): OpenApiResponse(ref(Problem), description=SAID[code])
        for code in sorted(codes)
    }
    answers |= {code: OpenApiResponse(description=text) for code, text in (also or {}).items()}
    shown = [OpenApiExample("An answer", GIVEN[name], response_only=True)] if name in GIVEN else []
    if answer is None:
        answers[status] = OpenApiResponse(description="Done; nothing more to say.")
    else:
        schema = {"type": "string"} if answer is str else ref(answer)
        told = OpenApiResponse(schema, description="As asked.", examples=shown)
        answers[status, media] = told
    sent = [OpenApiExample("A body", example, request_only=True)] if example else []
    request = {"application/json": OpenApiRequest(ref(body), examples=sent)} if body else None
    return extend_schema(
        operation_id=name,
        summary=says,
        request=request,
        responses=answers,
        parameters=_parameters(path or {}, filters, paged),
        tags=[name.split("_")[-1]],
    )


def _parameters(
    path: dict[str, str], filters: type[Filters] | None, paged: bool
) -> list[OpenApiParameter]:
    found = [
        OpenApiParameter(
            name,
            {"type": "string", "maxLength": 40}
            if says.startswith("The key")
            else {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
            "path",
            description=says,
        )
        for name, says in path.items()
    ]
    if filters is None:
        return found
    found += [
        OpenApiParameter(name, schema, "query", description=says)
        for name, (schema, says) in filters.described().items()
    ]
    if not paged:
        return found
    size = {"type": "integer", "minimum": 1, "maximum": LARGEST, "default": 50}
    after = {"type": "integer", "minimum": 0, "maximum": 2**53}
    return [
        *found,
        OpenApiParameter("size", size, "query", description="How many of them at once."),
        OpenApiParameter("after", after, "query", description="As `next` has it."),
    ]


class Schema(AutoSchema):
    """Nothing is guessed: an address says all of it itself."""

    def _is_list_view(self, serializer: Any = None) -> bool:
        return False


def components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Put the types where they are referred to; a body is always required."""
    _refs, found = msgspec.json.schema_components(_KINDS.values(), ref_template=REF)
    result.setdefault("components", {})["schemas"] = dict(sorted(found.items()))
    for methods in result["paths"].values():
        for operation in methods.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result
