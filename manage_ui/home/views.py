"""The home page, and the choice of an area that the browser opens instead."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from dealer_ui.auth import COOKIE_AGE, device_of
from manage_ui.home.areas import AREAS, AREAS_BY_KEY, HomeArea
from manage_ui.home.live_lines import live_line
from ops.health.monitor import monitor
from ops.installation import unfinished_setup
from staff.account_holders import AccountHolder, account_holder_of
from staff.models import Room
from staff.rooms import is_house_wide
from staff.session_limits import ends_at
from staff.staff_rooms import rooms_of
from web.guard import by_password
from web.sign_in import signed_in_staff

COOKIE = "floorbook_area"
HOME_QUERY = "home"  # `/?home` shows the home page even if the browser opens an area instead


@dataclass(frozen=True, slots=True)
class AreaCard:
    """An area as shown on the page."""

    area: HomeArea
    url: str
    is_open: bool
    line: str
    until: datetime | None  # when the sign-in that opens the area ends


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Show the six areas. Redirect a paired tablet to its table, and an empty installation to its setup.

    A browser with a chosen area is redirected there, unless it follows a link on this site, such as the logo.
    """
    if device_of(request) is not None:
        return redirect("tablet")
    setup = unfinished_setup()
    if setup:
        return render(request, "web/not_set_up.html", {"is_begun": setup == "begun"})
    holder, is_by_password = _signed_in(request)
    rooms = list(rooms_of(holder.user)) if holder else list(Room.objects.order_by("name"))
    room = _room(request, rooms, is_signed_in=holder is not None)
    chosen = AREAS_BY_KEY.get(request.COOKIES.get(COOKIE, ""))
    if chosen is not None and not _wants_home(request):
        return redirect(chosen.url(None))
    now = timezone.now()
    cards = [_card(request, area, holder, room, now, is_by_password) for area in AREAS]
    context = {
        "cards": cards,
        "holder": holder,
        "room": room,
        "rooms": rooms if holder else [],
        "chosen": chosen,
        "now": now,
        "is_well": monitor().read().is_ready,
        "version": settings.PRODUCT_VERSION,
        "may_see_health": _may_see_health(holder, is_by_password),
    }
    return render(request, "manage_ui/home/index.html", context)


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Store the chosen area in a cookie. Delete the cookie for an unknown area or none."""
    response = redirect(f"/?{HOME_QUERY}")
    area = AREAS_BY_KEY.get(request.POST.get("area", ""))
    if area is None:
        response.delete_cookie(COOKIE, samesite="Lax")
        return response
    response.set_cookie(
        COOKIE,
        area.key,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _wants_home(request: HttpRequest) -> bool:
    """Return whether the user came from a page of this site or by `?home`, not by opening the browser."""
    here = f"{request.scheme}://{request.get_host()}/"
    return HOME_QUERY in request.GET or request.headers.get("Referer", "").startswith(here)


def _signed_in(request: HttpRequest) -> tuple[AccountHolder | None, bool]:
    """Return the signed-in account, by badge or else by password, and whether a password opened the session."""
    staff = signed_in_staff(request)
    if staff is not None:
        return staff, by_password(request, staff)
    if isinstance(request.user, User):
        return account_holder_of(request.user), True
    return None, False


def _may_see_health(holder: AccountHolder | None, is_by_password: bool) -> bool:
    """Return whether this sign-in may open the operations page."""
    if holder is None or not is_by_password:
        return False
    return holder.user.has_perm("staff.keep_access") and is_house_wide(holder.user)


def _room(request: HttpRequest, rooms: list[Room], *, is_signed_in: bool) -> Room | None:
    """Return the requested room, else the first one. Visitors get none if there are several rooms."""
    wanted = request.GET.get("room", "")
    for room in rooms:
        if str(room.pk) == wanted:
            return room
    if rooms and (is_signed_in or len(rooms) == 1):
        return rooms[0]
    return None


def _card(
    request: HttpRequest,
    area: HomeArea,
    holder: AccountHolder | None,
    room: Room | None,
    now: datetime,
    is_by_password: bool,
) -> AreaCard:
    room_id = room.pk if room else None
    is_open = holder is not None and area.is_open_to(holder, by_password=is_by_password)
    return AreaCard(
        area=area,
        url=area.url(room_id) if is_open else area.entrance(room_id),
        is_open=is_open,
        line=live_line(area.key, room, now) if is_open else "",
        until=ends_at(request.session) if is_open else None,
    )
