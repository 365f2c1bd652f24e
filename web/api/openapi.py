"""OpenAPI descriptions of endpoints: request and response types, parameters, and every status."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiRequest,
    OpenApiResponse,
    extend_schema,
)

from poker.json_types import JsonObject
from web.api.filters import Filters
from web.api.pagination import MAX_PAGE_SIZE
from web.api.problems import MEDIA
from web.api.responses import Problem

REF = "#/components/schemas/{name}"
STATUS_DESCRIPTIONS = {
    400: "Bad request: a parameter or field is wrong or unknown.",
    401: "The token is missing, unknown, expired or revoked.",
    403: "The token lacks this scope, or its role can't do this.",
    404: "Not found, or it belongs to another room.",
    405: "Method not allowed.",
    409: "Conflict: something else came first. `stale`: the table has moved on from `seen`.",
    413: "The body is larger than 16 KB.",
    415: "The body isn't application/json.",
    422: "Understood, but refused by house or game rules; the sentence says which.",
    429: "Rate limit reached; Retry-After gives the seconds.",
}
# Example responses from a room in the tests, by operation. A test compares them with the current
# answers.
EXAMPLES: JsonObject = json.loads(Path(__file__).with_name("examples.json").read_text())
_KINDS: dict[str, object] = {}
View = TypeVar("View", bound=Callable[..., object])


def schema_ref(kind: object) -> dict[str, object]:
    """Return a reference to the type's component."""
    schemas, components = msgspec.json.schema_components([kind], ref_template=REF)
    for name in components:
        _KINDS[name] = kind
    schema: dict[str, object] = schemas[0]
    return schema


def documented(
    name: str,
    says: str,
    *,
    answer: object = None,
    status: int = 200,
    body: object = None,
    example: dict[str, object] | None = None,
    filters: type[Filters] | None = None,
    paged: bool = True,
    problems: Sequence[int] = (),
    media: str = "application/json",
    path: dict[str, str] | None = None,
    also: dict[int, str] | None = None,
) -> Callable[[View], View]:
    """Document a method.

    name: of the operation; says: one sentence; example: of the body (examples of responses are in `EXAMPLES`); path:
    meanings of the path parameters; filters: query filters; paged: whether it returns a page of a list.
    """
    codes = {400, 401, 403, 413, 429, *problems}
    codes |= {404} if path else set()
    codes |= {415} if body else set()
    answers: dict[object, object] = {
        (code, MEDIA): OpenApiResponse(schema_ref(Problem), description=STATUS_DESCRIPTIONS[code])
        for code in sorted(codes)
    }
    answers |= {code: OpenApiResponse(description=text) for code, text in (also or {}).items()}
    open_api_examples = (
        [OpenApiExample("Example response", EXAMPLES[name], response_only=True)]
        if name in EXAMPLES
        else []
    )
    if answer is None:
        answers[status] = OpenApiResponse(description="Done. No content.")
    else:
        schema = {"type": "string"} if answer is str else schema_ref(answer)
        open_api_response = OpenApiResponse(
            schema, description="Success.", examples=open_api_examples
        )
        answers[status, media] = open_api_response
    sent = [OpenApiExample("Example body", example, request_only=True)] if example else []
    request = (
        {"application/json": OpenApiRequest(schema_ref(body), examples=sent)} if body else None
    )
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
    open_api_parameters = [
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
        return open_api_parameters
    open_api_parameters += [
        OpenApiParameter(name, schema, "query", description=says)
        for name, (schema, says) in filters.described().items()
    ]
    if not paged:
        return open_api_parameters
    size = {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": 50}
    after = {"type": "integer", "minimum": 0, "maximum": 2**53}
    return [
        *open_api_parameters,
        OpenApiParameter("size", size, "query", description="Page size."),
        OpenApiParameter("after", after, "query", description="Taken from `next`."),
    ]


class Schema(AutoSchema):
    """Disables drf-spectacular's guesses, because each endpoint documents itself completely."""

    def _is_list_view(self, serializer: object = None) -> bool:
        return False


def components(result: JsonObject, **_: object) -> dict[str, object]:
    """Add the referenced types to the components, and mark every body as required."""
    _refs, components_by_name = msgspec.json.schema_components(_KINDS.values(), ref_template=REF)
    result.setdefault("components", {})["schemas"] = dict(sorted(components_by_name.items()))
    for methods in result["paths"].values():
        for operation in methods.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result
