"""Staff: taken on, given a role or another PIN, let back in, let go."""

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from audit.recording import record
from manage_ui.forms.others import PersonForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.people import people
from manage_ui.saving import Asked, Groups, opened, weighed
from manage_ui.views.shown import carried, done, page, saving, there
from manage_ui.words import at_tables
from tables.models import Device, Staff
from tables.pins import staff_unlock
from tables.staffing import ROLES, is_above, staff_save

GROUPS: Groups = (
    ("Who", ("alias", "badge", "username")),
    ("What this person may do", ("role", "is_active")),
    ("Secrets", ("pin", "password")),
)
GONE = (
    "{alias} is let go: signed out everywhere at once, and let in nowhere any more by badge or name."
    " The logs keep the alias, and the tick takes {alias} back on."
)


@require_GET
@of_manager("staff")
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """Everybody by role; `?who=` and `?role=` leave some."""
    everybody = people(timezone.now())
    who, role = request.GET.get("who", "")[:60], request.GET.get("role", "")
    shown = [one for one in everybody if one.is_like(who) and role in ("", one.role)]
    return page(
        request, by, "staff", people=shown, of=len(everybody), who=who, role=role, roles=ROLES
    )


@require_http_methods(["GET", "POST"])
@of_manager("staff", makes=True)
def new(request: HttpRequest, by: Manager) -> HttpResponse:
    """Take somebody on."""

    def work() -> Asked:
        form = PersonForm(request.POST)
        asked = weighed(form, request.POST, groups=GROUPS, new=True)
        return saving(asked, lambda: _save(form), by, "staff_added")

    asked = carried(work) if request.method == "POST" else opened(PersonForm(), GROUPS)
    if asked.ready:
        return done(request, asked, "staff", of=asked.form.cleaned_data["alias"])
    return page(request, by, "person", asked=asked)


@require_http_methods(["GET", "POST"])
@of_manager("staff")
def one(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """One member of staff."""
    found = get_object_or_404(Staff.objects.select_related("user"), pk=pk)
    if is_above(found, by.user):
        return page(request, by, "refused", status=403)
    own = found.user_id == by.user.pk

    def work() -> Asked:
        held = Staff.objects.select_for_update(of=("self",)).select_related("user").get(pk=pk)
        form = PersonForm(request.POST, instance=held, own=own)
        asked = weighed(form, request.POST, groups=GROUPS, touches=lambda: _touches(held, form))
        return saving(asked, lambda: _save(form), by, "staff_changed")

    form = PersonForm(instance=found, own=own)
    asked = carried(work) if request.method == "POST" else opened(form, GROUPS)
    if asked.ready:
        return done(request, asked, "staff", of=asked.form.cleaned_data["alias"])
    locked = found.locked_until is not None and found.locked_until > timezone.now()
    return page(request, by, "person", asked=asked, person=found, locked=locked,
                past=past("staff", keys=[pk]))  # fmt: skip


@require_POST
@of_manager("staff")
def unlock(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """After too many wrong PINs."""
    found = get_object_or_404(Staff.objects.select_related("user"), pk=pk)
    if is_above(found, by.user):
        return page(request, by, "refused", status=403)
    staff_unlock(staff=found)
    record(by, "staff_unlocked", now=timezone.now(), about=found)
    messages.success(request, f"{found.alias} may try again.")
    return there("person", pk)


def _touches(held: Staff, form: PersonForm) -> list[str]:
    """What letting somebody go does, and where somebody deals who is signed out by this change."""
    said = form.cleaned_data
    gone = held.user.is_active and not said["is_active"]
    found = [GONE.format(alias=held.alias)] if gone else []
    same = held.user.groups.filter(pk=said["role"].pk).exists()
    if said["is_active"] and same and not said["pin"] and not said["password"]:
        return found
    at = Device.objects.filter(Q(dealer=held), revoked_at=None).order_by("table__name")
    tables = [one.table for one in at.select_related("table")]
    if not tables:
        return found
    return [
        *found,
        f"{held.alias} is signed in at {at_tables(tables)}: the tablet there takes no more taps"
        " until somebody signs in there.",
    ]


def _save(form: PersonForm) -> Staff:
    said = form.cleaned_data
    return staff_save(
        staff=form.instance,
        username=said["username"],
        role=said["role"],
        is_active=said["is_active"],
        pin=said["pin"],
        password=said["password"],
    )
