"""The device of a request, and the recording of refused requests, both for the audit log."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from dealer_ui.auth import device_of
from journal.device_context import network_of, set_device, set_network
from journal.request_digest import reset_request_content, set_request_content
from staff.audit.recording import Actor, record, refusal_verb, was_refusal_recorded
from web.sign_in import signed_in_staff

BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Firefox", r"(Firefox|FxiOS)/"),
    ("Chrome", r"(Chrome|Chromium|CriOS)/"),
    ("Safari", r"Safari/"),
)
COMMAND_FIELDS = {"command", "command_id"}  # form fields with the id of a command
# Fields of a form that are not part of its request, or that no digest may contain.
NOT_CONTENT = COMMAND_FIELDS | {"csrfmiddlewaretoken", "seen", "badge", "pin", "password", "code"}
SYSTEMS = ("iPad", "iPhone", "Android", "Windows", "Macintosh", "CrOS", "Linux")


def describe_user_agent(agent: str) -> str:
    """Return two words for a browser and its system."""
    kind = next((name for name, match in BROWSERS if re.search(match, agent)), "a program")
    system = next((name for name in SYSTEMS if name in agent), "")
    return f"{kind}, {system}" if system else kind


class RequestOriginMiddleware(MiddlewareMixin):
    """Sets the device for the duration of a request, and records a 403 of a signed-in user."""

    def process_request(self, request: HttpRequest) -> None:
        """Set browser and IP address; a tablet sets its own name later."""
        agent = request.headers.get("User-Agent", "")
        address = request.META.get("REMOTE_ADDR", "")
        set_device(f"{describe_user_agent(agent)} · {address}")
        set_network(network_of(str(address)))
        was_refusal_recorded(begin=True)
        reset_request_content()
        if request.method == "POST" and COMMAND_FIELDS & request.POST.keys():
            fields = dict(request.POST.lists())
            content = {name: fields[name] for name in sorted(fields.keys() - NOT_CONTENT)}
            set_request_content(request.path, content)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Record a 403 at most once for each request; wrong badges and PINs are recorded where they are checked."""
        if response.status_code == 403 and not was_refusal_recorded():
            actor = _who(request)
            if actor is not None:
                where = f"{request.method} {request.path}"[:200]
                record(actor, refusal_verb(), now=timezone.now(), refused=True, reason=where)
        set_device("")
        set_network("")
        reset_request_content()
        return response


def _who(request: HttpRequest) -> Actor | str | None:
    """Return the signed-in user of the request; None if the page's CSRF token was outdated."""
    if getattr(request, "too_old", False) or not hasattr(request, "session"):
        return None
    if request.path_info.startswith("/tablet/"):
        tablet = device_of(request)
        return tablet.dealer if tablet is not None else None
    actor: Actor | None = getattr(request, "signed_in_as", None)
    if actor is not None:
        return actor
    staff = signed_in_staff(request)
    if staff is None and request.user.is_authenticated:
        return f"user.{request.user.pk}"
    return staff
