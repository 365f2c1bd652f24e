"""Views of the school on the floor."""

from collections.abc import Callable
from typing import Annotated

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from school.actions import choices_set, game_sign_off, sign_off_withdraw
from school.models import CheckRide
from school.pages.export import certificate_pdf, record_csv, record_json
from school.pages.labels import FAMILY_NAMES, TELLINGS
from school.pages.lessons import RoomLessons, room_lessons
from school.pages.record import TraineeRecord
from school.pages.trainee_list import TraineeList
from school.records.anonymizing import record_anonymize
from school.rules.commands import MOST_NOTE
from school.rules.state import FAMILIES
from school.tablet.wire import TEMPOS
from staff.audit.recording import record
from staff.models import Room, Staff
from staff.permissions import Permission, may, require
from staff.rooms import house_name, works_in
from staff.staff_rooms import rooms_of
from web.guard import for_staff, not_allowed
from web.messages.refusals import http_status, refusal_message
from web.posted import Flag, Posted, choice, command_id, line, number
from web.rooms import selected_room, with_room_in_address

MOST_REASON = 200
TRAINERS: Permission = "school.train"
# staff with these permissions may have a record, which they can read and download themselves
TRAINEES: tuple[Permission, ...] = (TRAINERS, "tables.deal", "tables.keep_lists")
Decide = Callable[..., object]  # what a trainer decides about a family of games


class SignOffForm(Posted):
    """A decision about a family of games, with the trainer's note."""

    command: Annotated[str, command_id(64)]
    family: Annotated[str, choice(FAMILIES, Refusal("school_family"))]
    note: Annotated[str, line(MOST_NOTE)]


class ChoicesForm(Posted):
    """How a trainee practices."""

    command: Annotated[str, command_id(64)]
    telling: Annotated[str, choice(list(TELLINGS), Refusal("school_choice"))]
    tempo: Annotated[int, number(3, malformed=-1)]  # hands an hour
    may_choose: Flag


class ReasonForm(Posted):
    """The reason for anonymizing a record."""

    reason: Annotated[
        str, line(MOST_REASON, missing=Refusal("reason_missing", "", command="school"))
    ]


@require_GET
@for_staff(TRAINERS)
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the trainees of a room, by default the room used last."""
    room, rooms = selected_room(request, staff)
    page = (
        TraineeList(
            room,
            query=" ".join(request.GET.get("who", "").split())[:60],
            number=_page_number(request),
            now=timezone.now(),
        )
        if room
        else None
    )
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "page": page,
        "may_write_lessons": may(staff, "rulings.change_book"),
    }
    return render(request, "school/trainees.html", context)


@require_GET
@for_staff(*TRAINEES)
def person(request: HttpRequest, staff: Staff, person: int) -> HttpResponse:
    """Show a trainee's record to a trainer or to the person."""
    return _shown(request, staff, *_own_or_trained(staff, person))


@require_GET
@for_staff(*TRAINEES)
def own(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the record of the signed-in person."""
    return _shown(request, staff, *_person(staff, staff.pk))


@require_POST
@for_staff(TRAINERS)
def sign_off(request: HttpRequest, staff: Staff, person: int) -> HttpResponse:
    """Sign off a family of games."""
    return _decided(request, staff, person, game_sign_off, "{name}: {family} signed off.")


@require_POST
@for_staff(TRAINERS)
def withdraw(request: HttpRequest, staff: Staff, person: int) -> HttpResponse:
    message = "{name}: the sign-off for {family} is withdrawn."
    return _decided(request, staff, person, sign_off_withdraw, message)


@require_POST
@for_staff(TRAINERS)
def choices(request: HttpRequest, staff: Staff, person: int) -> HttpResponse:
    """Set how a trainee practices."""

    def act(trainee: Staff) -> str:
        form = ChoicesForm.read(request.POST)
        if form.tempo not in TEMPOS:
            raise Refusal("school_choice")
        choices_set(
            person=trainee,
            telling=form.telling,
            tempo=form.tempo,
            may_choose=form.may_choose,
            by=staff,
            command_id=form.command,
            now=timezone.now(),
        )
        return "Saved. The tablet has it from the next sign-in on."

    return _acted(request, staff, person, act)


@require_POST
@for_staff(TRAINERS)
def forget(request: HttpRequest, staff: Staff, person: int) -> HttpResponse:
    """Anonymize a record."""

    def act(trainee: Staff) -> str:
        require(staff, "staff.change_staff")
        form = ReasonForm.read(request.POST)
        record_anonymize(person=trainee, by=staff, reason=form.reason, now=timezone.now())
        return f"The record of {trainee.alias} is anonymized."

    return _acted(request, staff, person, act)


@require_GET
@for_staff(*TRAINEES)
def record_as_json(request: HttpRequest, staff: Staff, person: int) -> HttpResponse:
    trainee, _ = _own_or_managed(staff, person)
    content = record_json(trainee, now=timezone.now())
    return _file(staff, trainee, content, "application/json", "json")


@require_GET
@for_staff(*TRAINEES)
def record_as_csv(request: HttpRequest, staff: Staff, person: int) -> HttpResponse:
    trainee, lessons = _own_or_managed(staff, person)
    content = record_csv(trainee, lessons)
    return _file(staff, trainee, content, "text/csv; charset=utf-8", "csv")


@require_GET
@for_staff(*TRAINEES)
def certificate(request: HttpRequest, staff: Staff, person: int, seq: int) -> HttpResponse:
    """Return the certificate of a check ride to a trainer or to the person."""
    trainee, lessons = _own_or_trained(staff, person)
    rides = CheckRide.objects.select_related("log__stream")
    ride = get_object_or_404(rides, log__staff=trainee, seq=seq)
    content = certificate_pdf(ride, trainee, lessons, house=house_name())
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="check-ride-{trainee.pk}-{seq}.pdf"'},
    )


def _family(family: str) -> str:
    return next(name for key, name in FAMILY_NAMES.items() if key == family)


def _page_number(request: HttpRequest) -> int:
    """Return the requested page number, 1 if it is missing or invalid."""
    number = request.GET.get("page", "")
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 7 else 1


def _person(staff: Staff, pk: int) -> tuple[Staff, RoomLessons]:
    """Return a person who works with the trainer, and the lessons of a room where both work. Raises `Http404`."""
    trainee = get_object_or_404(Staff.objects.select_related("user"), pk=pk)
    for room in rooms_of(staff.user):
        if works_in(trainee, room.pk):
            return trainee, room_lessons(room.pk, now=timezone.now())
    raise Http404


def _own_or_trained(staff: Staff, pk: int) -> tuple[Staff, RoomLessons]:
    """Return a person whose record this staff member may read: their own, or anyone's for a trainer.

    Raises `Refusal`: `not_allowed`.
    """
    if staff.pk != pk and not may(staff, TRAINERS):
        raise not_allowed(staff, TRAINERS)
    return _person(staff, pk)


def _own_or_managed(staff: Staff, pk: int) -> tuple[Staff, RoomLessons]:
    """Return a person whose record this staff member may download: their own, or anyone's for a manager.

    Raises `Refusal`: `school_not_yours`.
    """
    trainee, lessons = _person(staff, pk)
    if trainee != staff and not may(staff, "staff.view_staff"):
        raise Refusal("school_not_yours", "S-012")
    return trainee, lessons


def _file(staff: Staff, trainee: Staff, content: bytes, kind: str, ending: str) -> HttpResponse:
    record(staff, "training_downloaded", now=timezone.now(), about=trainee, after={"file": ending})
    name = f"school-{trainee.badge}.{ending}"
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _decided(
    request: HttpRequest, staff: Staff, pk: int, decide: Decide, message: str
) -> HttpResponse:
    """Execute a decision about a family of games. message: the text of the page afterwards."""

    def act(trainee: Staff) -> str:
        form = SignOffForm.read(request.POST)
        decide(
            person=trainee,
            family=form.family,
            note=form.note,
            by=staff,
            command_id=form.command,
            now=timezone.now(),
        )
        return message.format(name=trainee.alias, family=_family(form.family))

    return _acted(request, staff, pk, act)


def _acted(
    request: HttpRequest, staff: Staff, pk: int, act: Callable[[Staff], str]
) -> HttpResponse:
    trainee, lessons = _person(staff, pk)
    try:
        message = act(trainee)
    except Refusal as refusal:
        return _shown(request, staff, trainee, lessons, refusal)
    messages.success(request, message)
    return redirect("training:person", person=pk)


def _shown(
    request: HttpRequest,
    staff: Staff,
    trainee: Staff,
    lessons: RoomLessons,
    refusal: Refusal | None = None,
) -> HttpResponse:
    may_train = may(staff, TRAINERS)
    context = {
        "staff": staff,
        # The bar shows the room's floor calls, which trainees must not see.
        "room": _room_of(staff, trainee) if may_train else None,
        "may_train": may_train,
        "page": TraineeRecord(
            trainee,
            lessons,
            now=timezone.now(),
            number=_page_number(request),
        ),
        "may_download": trainee == staff or may(staff, "staff.view_staff"),
        "may_forget": may(staff, "staff.change_staff") and not trainee.user.is_active,
        "refused": refusal_message(refusal) if refusal else "",
        "input": request.POST if refusal else {},
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "school/trainee.html", context, status=status)


def _room_of(staff: Staff, trainee: Staff) -> Room | None:
    return next((room for room in rooms_of(staff.user) if works_in(trainee, room.pk)), None)
