"""The manager's rulebook pages: parse, call one action, render."""

from collections.abc import Callable
from typing import Annotated

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from rulings import rulebook_messages
from rulings.clauses import DECIDED_BY, FAMILIES, lines, row_of
from rulings.drafts import draft_discard, draft_preset, draft_save, draft_withdraw
from rulings.models import Book
from rulings.pages import RulebookPage, VersionPage
from rulings.publishing import version_publish
from rulings.rule_change_preview import preview_rule_change
from rulings.rulebook import rulebook
from rulings.rulebooks import book_of_room, book_of_table
from staff.models import Staff
from staff.staff_rooms import rooms_of
from tables.models import Table
from web.guard import PageUser, for_accounts
from web.last_room import chosen_room
from web.messages.refusals import http_status, refusal_message
from web.posted import Moment, Posted, UncutSigned, Verbatim, number

Answer = Callable[..., HttpResponse]


class ChangeForm(Posted):
    """The fields that the actions post: the draft that the page showed; and a preset, a table, or whether to discard
    everything.
    """

    revision: Annotated[int, number(9, malformed=-1)]
    all: Verbatim
    preset: Verbatim
    table: Verbatim


class DraftForm(ChangeForm):
    """The choice of a clause, and the reason and date of the draft."""

    option: Verbatim
    reason: Verbatim
    effective_from: Moment


require_reader = for_accounts("rulings.view_book", area="rulings")
# Staff who make rulings read the clauses, too.
require_clause_reader = for_accounts(
    "rulings.view_book", "rulings.view_ruling", area="rulings", by_badge=True
)


@require_GET
@require_reader
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the rulebook of the chosen room, or the list of rooms if there are several and none is chosen."""
    rooms = list(rooms_of(by.user))
    room = rooms[0] if len(rooms) == 1 else chosen_room(request, rooms)
    if room is not None:
        return redirect("rulings:book", book_of_room(room=room, now=timezone.now()).pk)
    books = [book_of_room(room=room, now=timezone.now()) for room in rooms]
    return render(request, "rulings/index.html", {"books": books})


@require_GET
@require_reader
def book(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Show a rulebook at its first setting."""
    first = next(iter(rulebook().settings()))
    return redirect("rulings:setting", pk, first.clause)


@require_GET
@require_reader
def setting(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    """Show a setting or note with the draft on the right."""
    return _shown(request, by, _book(by, pk), clause)


@require_GET
@require_clause_reader
def clause(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    """Show a clause of rulings: its text, its decision table, and the alternatives."""
    row = row_of(clause)
    if row is None:
        raise Http404(clause)
    page = RulebookPage(_book(by, pk), None, timezone.now())
    page.family = row.clause.partition("-")[0]
    data = {
        "page": page,
        "row": row,
        "family": FAMILIES[page.family],
        "decided_by": DECIDED_BY[row.sup],
        "rows": lines(row, page.house),
        "reader": by,
    }
    return render(request, "rulings/clause.html", data)


@require_GET
@require_reader
def version(request: HttpRequest, by: PageUser, pk: int, number: int) -> HttpResponse:
    version = get_object_or_404(
        _book(by, pk).versions.select_related("proposed_by", "published_by"), number=number
    )
    page = RulebookPage(_book(by, pk), None, timezone.now())
    return render(
        request, "rulings/version.html", {"page": page, "version_page": VersionPage(version)}
    )


@require_GET
@require_reader
def preview(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Preview which hands of the last weeks would have gone differently under the draft."""
    page = RulebookPage(_book(by, pk), None, timezone.now())
    rule_change_preview = preview_rule_change(book=page.book, settings=page.settings, now=page.now)
    return render(request, "rulings/preview.html", {"page": page, "preview": rule_change_preview})


@require_POST
@require_reader
def draft(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    """Save the choices and the text of the draft."""

    def act(book: Book, staff: Staff) -> None:
        form = DraftForm.read(request.POST)
        draft_save(
            book=book,
            staff=staff,
            seen=form.revision,
            chosen={clause: form.option} if form.option else {},
            reason=form.reason,
            effective_from=form.effective_from,
            now=timezone.now(),
        )

    return _acted(request, by, pk, clause, act)


@require_POST
@require_reader
def discard(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    """Discard the change of the clause, or the whole draft."""

    def act(book: Book, staff: Staff) -> None:
        form = ChangeForm.read(request.POST)
        now = timezone.now()
        what = "" if form.all else clause
        draft_discard(book=book, staff=staff, seen=form.revision, clause=what, now=now)

    return _acted(request, by, pk, clause, act)


@require_POST
@require_reader
def preset(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    def act(book: Book, staff: Staff) -> None:
        form = ChangeForm.read(request.POST)
        now = timezone.now()
        draft_preset(book=book, staff=staff, seen=form.revision, preset=form.preset, now=now)

    return _acted(request, by, pk, clause, act)


@require_POST
@require_reader
def withdraw(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    """Propose that the table return to the room's rulebook."""

    def act(book: Book, staff: Staff) -> None:
        seen = ChangeForm.read(request.POST).revision
        draft_withdraw(book=book, staff=staff, seen=seen, now=timezone.now())

    return _acted(request, by, pk, clause, act)


@require_POST
@require_reader
def publish(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    """Publish with the second manager's badge and PIN."""

    def act(book: Book, staff: Staff) -> None:
        seen = ChangeForm.read(request.POST).revision
        signature = UncutSigned.read(request.POST).signature
        version = version_publish(book=book, seen=seen, now=timezone.now(), **signature)
        messages.success(
            request, rulebook_messages.published(version.number, version.effective_from)
        )

    return _acted(request, by, pk, clause, act)


@require_POST
@require_reader
def create_table_rulebook(request: HttpRequest, by: PageUser, pk: int, clause: str) -> HttpResponse:
    """Create a custom rulebook for a table, and redirect to it."""
    book = _book(by, pk)
    try:
        name = ChangeForm.read(request.POST).table
        table = Table.objects.filter(room=book.room_id, name=name).first()
        if table is None:
            raise Refusal("no_table")
        table_book = book_of_table(table=table, staff=_staff(by))
    except Refusal as refusal:
        return _shown(request, by, book, clause, refusal)
    return redirect("rulings:setting", table_book.pk, clause)


def _acted(
    request: HttpRequest, by: PageUser, pk: int, clause: str, act: Callable[[Book, Staff], None]
) -> HttpResponse:
    book = _book(by, pk)
    try:
        act(book, _staff(by))
    except Refusal as refusal:
        return _shown(request, by, book, clause, refusal)
    return redirect("rulings:setting", pk, clause)


def _shown(
    request: HttpRequest, by: PageUser, book: Book, clause: str, refusal: Refusal | None = None
) -> HttpResponse:
    """Render the page with the refusal on top."""
    match = rulebook().item(clause)
    if match is None:
        refusal = refusal or Refusal("no_clause", "", clause=clause)
        match = next(iter(rulebook().settings()))
    context = {
        "page": RulebookPage(book, match, timezone.now(), request.POST.dict()),
        "refused": refusal_message(refusal) if refusal else "",
        "staff": getattr(by.user, "staff", None),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "rulings/setting.html", context, status=status)


def _book(by: PageUser, pk: int) -> Book:
    """Return a rulebook of the reader's rooms. Raises `Http404` for any other."""
    books = Book.objects.select_related("room", "table")
    return get_object_or_404(books, pk=pk, room__in=rooms_of(by.user))


def _staff(by: PageUser) -> Staff:
    staff = getattr(by.user, "staff", None)
    if not isinstance(staff, Staff):
        raise Refusal("no_badge")
    return staff
