"""The base class of all endpoints: token, rate limit, scope, strict request bodies, typed responses."""

from collections.abc import Callable, Iterable
from typing import NoReturn, TypeVar, cast

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from journal.device_context import set_device, use_device
from journal.request_digest import set_request_content
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.integrations import find_valid_token
from staff.scopes import Scope
from web.api.caller import Caller
from web.api.invalid_tokens import invalid_token_refusal
from web.api.problems import exception_response
from web.api.throttles import ReadThrottle, WriteThrottle

REFUSED = ("no_scope", "role_never", "role_may_not", "needs_supervisor")
MAX_BODY_BYTES = 16 * 1024  # limit of a request's body
Body = TypeVar("Body", bound=msgspec.Struct)


class BearerAuthentication(BaseAuthentication):
    """A bearer token in the Authorization header; cookies and sessions are ignored."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Caller]:
        """Return the caller. Raises `Refusal`: `not_authenticated`, `bad_token`, `strange_often`."""
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer" or not text:
            raise Refusal("not_authenticated")
        shown = text.strip()[:200]
        token = find_valid_token(text=shown, now=timezone.now())
        if token is None:
            raise invalid_token_refusal(request, shown)
        return AnonymousUser(), Caller(token)

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401."""
        return "Bearer"


class JsonRenderer(BaseRenderer):
    """Renders typed values as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: object, accepted_media_type: object = None, renderer_context: object = None
    ) -> bytes:
        """Encode the data: money as whole numbers, times as RFC 3339 in UTC."""
        return b"" if data is None else msgspec.json.encode(data)


class JsonContentNegotiation(BaseContentNegotiation):
    """Ignores the requested format: there is only JSON."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        """Return any parser. It is not used, because `read_body` reads the bodies."""
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: object = None
    ) -> object:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class Endpoint(APIView):
    """An endpoint of the API."""

    scopes: dict[str, Scope | None] = {}  # the scope that a token needs, by method
    authentication_classes = [BearerAuthentication]
    permission_classes = []
    throttle_classes = [ReadThrottle, WriteThrottle]
    renderer_classes = [JsonRenderer]
    content_negotiation_class = JsonContentNegotiation
    metadata_class = None

    def get_exception_handler(self) -> Callable[..., Response | None]:
        """Return the handler that responds with problems, independent of the rest of the project."""
        return exception_response

    def initial(self, request: Request, *args: object, **named: object) -> None:
        """Check the token, then its rate, then its scope, so that forbidden requests also count toward the rate."""
        self.format_kwarg = None
        negotiated = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = negotiated
        self.perform_authentication(request)
        self.check_throttles(request)
        method = "GET" if request.method == "HEAD" else request.method or ""
        set_device(f"token …{caller(request).token.hint}")
        scope = self.scopes.get(method)
        if scope is not None:
            caller(request).must(scope)

    def dispatch(self, request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        """Handle the request, with the token as origin of everything stored."""
        with use_device(""):
            return super().dispatch(request, *args, **named)

    def handle_exception(self, exc: Exception) -> Response:
        """Answer with a problem; record requests that the role or the scope forbids."""
        if isinstance(exc, Refusal) and exc.code in REFUSED and self.request.auth is not None:
            who = caller(self.request)
            reason = f"{exc.code} {exc.facts.get('scope', '')}".strip()
            record(
                who,
                "refused_by_scope" if exc.code == "no_scope" else "refused_by_role",
                now=timezone.now(),
                about=("address", self.request.path[:100]),
                refused=True,
                reason=reason,
            )
        return super().handle_exception(exc)

    def http_method_not_allowed(self, request: object, *args: object, **named: object) -> Response:
        """Raises `Refusal`: `bad_method`."""
        raise Refusal("bad_method", "", allowed=", ".join(self.allowed_methods))

    def throttled(self, request: Request, wait: float) -> NoReturn:
        """Raises `Refusal`: `too_often`."""
        raise Refusal("too_often", "", seconds=int(wait))

    def finalize_response(
        self, request: Request, response: Response, *args: object, **named: object
    ) -> Response:
        """Keep caches from storing the response."""
        done = super().finalize_response(request, response, *args, **named)
        done.headers.setdefault("Cache-Control", "no-store")
        if response.status_code == 405:
            done["Allow"] = ", ".join(self.allowed_methods)
        return done

    @property
    def allowed_methods(self) -> list[str]:
        return [
            allowed_method
            for allowed_method in super().allowed_methods
            if allowed_method != "OPTIONS"
        ]


def caller(request: Request) -> Caller:
    return cast(Caller, request.auth)


def read_body(request: Request, kind: type[Body]) -> Body:
    """Parse the body as this type, strictly: "50" is not a number, and unknown fields are rejected.

    Raises `Refusal`: `bad_type`, `too_large`, `bad_body`.
    """
    if request._request.content_type != "application/json":
        raise Refusal("bad_type")
    if (
        int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BODY_BYTES
        or len(request._request.body) > MAX_BODY_BYTES
    ):
        raise Refusal("too_large", "", most=MAX_BODY_BYTES)
    body = request._request.body
    if b"\\u0000" in body:  # PostgreSQL cannot store it in a text
        raise Refusal("bad_body", "", detail="contains a NUL character")
    try:
        decoded = msgspec.json.decode(body, type=kind)
        content = msgspec.json.decode(body, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_body", "", detail=str(error)[:200]) from None
    if "id" in content:  # a retry may have seen more entries
        sent = {name: value for name, value in content.items() if name not in ("id", "seen")}
        set_request_content(f"{request.method} {request.path}", sent)
    return decoded
