"""Pages on which managers write lessons: the list, a lesson, and a new lesson from a hand of the log."""

from dataclasses import dataclass, field
from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from school.lessons.house_lessons import (
    check_lesson,
    draft_from_hand,
    lesson_delete,
    lesson_save,
    version,
)
from school.lessons.reader import LessonError, WrittenLesson, read_lesson
from school.lessons.taught import games_of_house, lessons_of_house, own_lesson
from school.lessons.text import lesson_text, with_title
from school.models import HouseLesson
from school.tablet.mistakes import tap_text
from staff.models import Room, Staff
from staff.permissions import Permission
from staff.rooms import works_in
from tables.effective_rules import rules_of_room
from tables.table_names import table_by_name
from web.guard import for_staff
from web.posted import Flag, Posted, Text, text
from web.rooms import selected_room

PERMISSION: Permission = "rulings.change_book"


class LessonForm(Posted):
    """A posted lesson. Texts that are too long are refused, not cut."""

    title: Text
    text: Text
    seen: Annotated[str, text(longest=40)]  # the version that the page showed
    teach: Flag


@dataclass
class LessonPage:
    """One lesson on its page."""

    room: Room
    title: str
    text: str
    row: HouseLesson | None = None
    source: str = ""
    seen: str = ""  # the version of the stored lesson that the page shows
    fault: str = ""
    steps: list[tuple[str, str]] = field(default_factory=list)  # each sentence with its right taps

    def with_steps(self, lesson: WrittenLesson) -> "LessonPage":
        """Check the lesson and set `steps`, or `fault` if it is invalid."""
        pk = self.row.pk if self.row else None
        try:
            prepared = check_lesson(
                lesson, room_id=self.room.pk, games=games_of_house(), now=timezone.now(), pk=pk
            )
        except LessonError as error:
            self.fault = str(error)
            return self
        self.steps = [
            (step.says, ", ".join(tap_text(move) for move in step.do))
            for prepared_lesson in prepared.lessons
            for exercise in prepared_lesson.exercises
            for step in exercise.steps
        ]
        return self


@require_GET
@for_staff(PERMISSION)
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """List the room's own lessons and the product's, with the exercises that the house leaves out."""
    room, rooms = selected_room(request, staff)
    if room is None:
        raise Http404
    house = rules_of_room(room_id=room.pk, now=timezone.now())
    games = games_of_house()
    own = [
        (
            row,
            _title(row),
            [left_out.why for left_out in own_lesson(row.text, house, games).left_out],
        )
        for row in HouseLesson.objects.filter(room=room).order_by("-pk")
    ]
    lessons = lessons_of_house(house, games)
    context = {"staff": staff, "room": room, "rooms": rooms, "own": own, "lessons": lessons}
    return render(request, "school/lessons.html", context)


@require_http_methods(["GET", "POST"])
@for_staff(PERMISSION)
def from_hand(
    request: HttpRequest, staff: Staff, room: int, table: str, number: int
) -> HttpResponse:
    """Show or save a lesson from a hand of the log."""
    row = table_by_name(table, room)
    if row is None or not works_in(staff, row.room_id):
        raise Http404
    source = f"{row.name}, hand {number}"
    try:
        draft = draft_from_hand(row, number)
    except LessonError as error:
        page = LessonPage(row.room, source, "", source=source, fault=str(error))
        return _page(request, staff, page, status=422)
    page = LessonPage(row.room, draft.title, lesson_text(draft), source=source)
    if request.method == "POST":
        return _save(request, staff, page)
    return _page(request, staff, page.with_steps(draft))


@require_http_methods(["GET", "POST"])
@for_staff(PERMISSION)
def lesson(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show or save one of the room's own lessons."""
    row = _row(staff, pk)
    page = LessonPage(
        row.room, _title(row), row.text, row=row, source=row.source, seen=version(row)
    )
    if request.method == "POST":
        return _save(request, staff, page)
    try:
        page.with_steps(read_lesson(row.text))
    except LessonError as error:
        page.fault = str(error)
    return _page(request, staff, page)


@require_POST
@for_staff(PERMISSION)
def delete(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Delete one of the room's own lessons."""
    row = _row(staff, pk)
    lesson_delete(row=row, by=staff, now=timezone.now())
    return redirect("school-lessons:index")


def _row(staff: Staff, pk: int) -> HouseLesson:
    row = get_object_or_404(HouseLesson.objects.select_related("room"), pk=pk)
    if not works_in(staff, row.room_id):
        raise Http404
    return row


def _title(row: HouseLesson) -> str:
    try:
        return read_lesson(row.text).title
    except LessonError:
        return row.key  # the lesson's page shows the error


def _save(request: HttpRequest, staff: Staff, page: LessonPage) -> HttpResponse:
    form = LessonForm.read(request.POST)
    text = form.text.replace("\r\n", "\n")  # as browsers send it
    page.title = form.title
    page.text = text
    page.seen = form.seen
    try:
        lesson_save(
            room_id=page.room.pk,
            text=with_title(text, form.title),
            games=games_of_house(),
            is_taught=form.teach,
            by=staff,
            now=timezone.now(),
            pk=page.row.pk if page.row else None,
            seen=form.seen,
            source=page.source,
        )
    except LessonError as error:
        page.fault = str(error)
        return _page(request, staff, page, status=422)
    return redirect("school-lessons:index")


def _page(request: HttpRequest, staff: Staff, page: LessonPage, status: int = 200) -> HttpResponse:
    context = {"staff": staff, "room": page.room, "page": page}
    return render(request, "school/lesson.html", context, status=status)
