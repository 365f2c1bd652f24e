"""The base of all addresses: token, rate, scope, strict bodies, answers of types."""

import time
from typing import Any, TypeVar, cast

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.caller import Caller
from api.counting import counted
from api.integrations import token_known
from api.problems import answered
from api.scopes import Scope
from api.strangers import refused
from audit.recording import record
from journal.origin import asked_from, device_is
from poker.refusal import Refusal

REFUSED = ("no_scope", "role_never", "role_may_not", "needs_supervisor")
LARGEST = 16 * 1024  # bytes of a body
Body = TypeVar("Body", bound=msgspec.Struct)


class Bearer(BaseAuthentication):
    """A token in the header Authorization; nothing else is asked, no cookie and no session."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Caller]:
        """Refuses `not_authenticated`, `bad_token`, `strange_often`."""
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer" or not text:
            raise Refusal("not_authenticated")
        shown = text.strip()[:200]
        token = token_known(text=shown, now=timezone.now())
        if token is None:
            raise refused(request, shown)
        return AnonymousUser(), Caller(token)

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


class JsonRenderer(BaseRenderer):
    """Typed values as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None
    ) -> bytes:
        """Money stays whole numbers, times are RFC 3339 in UTC."""
        return b"" if data is None else msgspec.json.encode(data)


class JsonOnly(BaseContentNegotiation):
    """There is one format, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Bodies are read by `read`."""
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """JSON."""
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """An address of the API. scopes: by method, what the token needs."""

    scopes: dict[str, Scope | None] = {}
    authentication_classes = [Bearer]
    permission_classes = []
    renderer_classes = [JsonRenderer]
    content_negotiation_class = JsonOnly
    metadata_class = None

    def get_exception_handler(self) -> Any:
        """Problems, whatever the rest of the project does."""
        return answered

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        """The token, then its rate, then its scope: who may not is counted, too."""
        self.format_kwarg = None
        negotiated = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = negotiated
        self.perform_authentication(request)
        count(caller(request), writes=request.method not in ("GET", "HEAD"))
        method = "GET" if request.method == "HEAD" else request.method or ""
        device_is(f"token …{caller(request).token.hint}")
        scope = self.scopes.get(method)
        if scope is not None:
            caller(request).must(scope)

    def dispatch(self, request: Any, *args: Any, **named: Any) -> Any:
        """What is stored because of it is from this token."""
        with asked_from(""):
            return super().dispatch(request, *args, **named)

    def handle_exception(self, exc: Exception) -> Response:
        """Who is refused for the role or the scope is written down."""
        if isinstance(exc, Refusal) and exc.code in REFUSED and self.request.auth is not None:
            who, reason = caller(self.request), f"{exc.code} {exc.facts.get('scope', '')}".strip()
            record(
                who,
                "refused_by_scope" if exc.code == "no_scope" else "refused_by_role",
                now=timezone.now(),
                about=("address", self.request.path[:100]),
                refused=True,
                reason=reason,
            )
        return super().handle_exception(exc)

    def http_method_not_allowed(self, request: Any, *args: Any, **named: Any) -> Response:
        """Refuses `bad_method`."""
        raise Refusal("bad_method", "", allowed=", ".join(self.allowed_methods))

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **named: Any
    ) -> Response:
        """Nothing of it is kept on the way."""
        done = super().finalize_response(request, response, *args, **named)
        done.headers.setdefault("Cache-Control", "no-store")
        if response.status_code == 405:
            done["Allow"] = ", ".join(self.allowed_methods)
        return done

    @property
    def allowed_methods(self) -> list[str]:
        """What this address takes."""
        return [one for one in super().allowed_methods if one != "OPTIONS"]


def caller(request: Request) -> Caller:
    """Who asks."""
    return cast(Caller, request.auth)


def count(who: Caller, *, writes: bool) -> None:
    """One more request in this minute. Refuses `too_often` above `API_RATE`, of writes above `API_WRITE_RATE`."""
    most = settings.API_WRITE_RATE if writes else settings.API_RATE
    now = int(time.time())
    asked = counted(f"{who.integration.pk}.{'w' if writes else 'r'}", 60, now)
    if asked > most:
        raise Refusal("too_often", "", seconds=60 - now % 60)


def read(request: Request, kind: type[Body]) -> Body:
    """The body as this type, strictly: "50" is no number, a field that nobody knows is none.

    Refuses `bad_type`, `too_large`, `bad_body`.
    """
    if request._request.content_type != "application/json":
        raise Refusal("bad_type")
    if (
        int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST
        or len(request._request.body) > LARGEST
    ):
        raise Refusal("too_large", "", most=LARGEST)
    body = request._request.body
    if b"\\u0000" in body:  # no database keeps it in a text
        raise Refusal("bad_body", "", detail="it has a NUL")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_body", "", detail=str(error)[:200]) from None
