"""Probes for monitoring: whether the process is alive, and whether it can serve. They use no session, never redirect,
and show strangers no facts.
"""

from hmac import compare_digest

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ops.health.monitor import HealthReport, KnownPart, monitor

LOOPBACK = ("127.0.0.1", "::1")
PROXY_HEADERS = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
BEARER = "Bearer "


@never_cache
@require_safe
def livez(request: HttpRequest) -> JsonResponse:
    """Return 200 as long as this process answers; it checks nothing else, not even the database."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Return 200 if this process can serve, otherwise 503, with the level of each part; facts only with the token."""
    report = monitor().read()
    content = _with_facts(report) if is_monitoring(request) else _levels(report)
    status = 200 if report.is_ready else 503
    return JsonResponse({"ready": report.is_ready, "level": report.level, **content}, status=status)


def is_monitoring(request: HttpRequest) -> bool:
    """Return whether a request may see facts: it has the token or, if no token is set, comes from this machine."""
    if settings.METRICS_TOKEN:
        authorization = request.headers.get("Authorization", "")
        return compare_digest(authorization.encode(), f"{BEARER}{settings.METRICS_TOKEN}".encode())
    is_proxied = any(name in request.headers for name in PROXY_HEADERS)
    return not is_proxied and request.META.get("REMOTE_ADDR", "") in LOOPBACK


def _levels(report: HealthReport) -> dict[str, object]:
    return {"parts": {known_part.part.key: known_part.part.level for known_part in report.parts}}


def _with_facts(report: HealthReport) -> dict[str, object]:
    return {
        "at": report.at.isoformat(),
        "parts": {known_part.part.key: _facts(known_part) for known_part in report.parts},
    }


def _facts(known_part: KnownPart) -> dict[str, object]:
    part = known_part.part
    return {
        "level": part.level,
        "state": part.state,
        "headline": part.headline,
        "facts": part.facts,
        "age": part.age,
        "at": known_part.at.isoformat(),
        "current": known_part.is_current,
    }
