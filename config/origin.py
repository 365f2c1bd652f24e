"""From which device a request comes, and who was refused for his role: both for the search of who did what."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from audit.recording import Who, record, refused_here, why_refused
from dealer_ui.auth import device_of
from journal.origin import device_is
from rulings.sign_in import staff_of

BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Firefox", r"(Firefox|FxiOS)/"),
    ("Chrome", r"(Chrome|Chromium|CriOS)/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = ("iPad", "iPhone", "Android", "Windows", "Macintosh", "CrOS", "Linux")


def browser(agent: str) -> str:
    """Two words for a browser and its machine."""
    kind = next((name for name, found in BROWSERS if re.search(found, agent)), "a program")
    system = next((name for name in SYSTEMS if name in agent), "")
    return f"{kind}, {system}" if system else kind


class OriginMiddleware(MiddlewareMixin):
    """Says for the time of a request where it comes from, and writes down a 403 to somebody who is signed in."""

    def process_request(self, request: HttpRequest) -> None:
        """Browser and address; a tablet says its own name later."""
        agent, address = request.headers.get("User-Agent", ""), request.META.get("REMOTE_ADDR", "")
        device_is(f"{browser(agent)} · {address}")
        refused_here(begin=True)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Once a request; wrong badges and PINs are written down where they are checked."""
        if response.status_code == 403 and not refused_here():
            who = _who(request)
            if who is not None:
                where = f"{request.method} {request.path}"[:200]
                record(who, why_refused(), now=timezone.now(), refused=True, reason=where)
        device_is("")
        return response


def _who(request: HttpRequest) -> Who | str | None:
    """Whoever is asking, known by now; nobody for a page whose token is too old."""
    if getattr(request, "too_old", False) or not hasattr(request, "session"):
        return None
    if request.path_info.startswith("/tablet/"):
        tablet = device_of(request)
        return tablet.dealer if tablet is not None else None
    tried: Who | None = getattr(request, "signed_in_as", None)
    if tried is not None:
        return tried
    staff = staff_of(request)
    if staff is None and request.user.is_authenticated:
        return f"user.{request.user.pk}"
    return staff
