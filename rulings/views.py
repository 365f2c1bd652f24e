"""The manager's rulebook pages: parse, call one action, render."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from rulings import rulebook_messages
from rulings.clauses import DECIDED_BY, FAMILIES, lines, row_of
from rulings.drafts import draft_discard, draft_preset, draft_save, draft_withdraw
from rulings.guard import refused_page
from rulings.messages.refusals import http_status, refusal_message
from rulings.models import Book
from rulings.pages import RulebookPage, VersionPage
from rulings.publishing import version_publish
from rulings.rule_change_preview import preview_rule_change
from rulings.rulebook import rulebook
from rulings.rulebooks import book_of_room, book_of_table
from rulings.sign_in import signed_in_staff
from staff.models import Staff
from staff.permissions import Permission, who_may
from tables.models import Table
from tables.staff_rooms import rooms_of

Answer = Callable[..., HttpResponse]


def require_manager(answer: Answer) -> Answer:
    """Let only staff who may see rulebooks pass; others are asked to sign in, or get a 403 page."""
    return _require_any(("rulings.view_book",), answer)


def require_clause_reader(answer: Answer) -> Answer:
    """Let staff who make rulings pass too, because they read the clauses."""
    return _require_any(("rulings.view_book", "rulings.view_ruling"), answer, by_badge=True)


def _require_any(
    permissions: tuple[Permission, ...], answer: Answer, *, by_badge: bool = False
) -> Answer:
    """Require one of the permissions. `by_badge`: a floor sign-in counts as well as a password sign-in."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = signed_in_staff(request) if by_badge else None
        user = staff.user if staff else request.user
        if not user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if not any(user.has_perm(permission) for permission in permissions):
            refusal = Refusal(
                "not_allowed", "S-012", name=user.get_username(), who=who_may(*permissions)
            )
            return refused_page(request, refusal, sign_in_url=reverse("admin:login"))
        return answer(request, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


@require_GET
@require_manager
def index(request: HttpRequest) -> HttpResponse:
    """Show the rulebook of the room, or the list of rooms if there are several."""
    books = [book_of_room(room=room, now=timezone.now()) for room in rooms_of(request.user)]
    if len(books) == 1:
        return redirect("rulings:book", books[0].pk)
    return render(request, "rulings/index.html", {"books": books})


@require_GET
@require_manager
def book(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a rulebook at its first setting."""
    first = next(iter(rulebook().settings()))
    return redirect("rulings:setting", pk, first.clause)


@require_GET
@require_manager
def setting(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Show a setting or note with the draft on the right."""
    return _shown(request, _book(request, pk), clause)


@require_GET
@require_clause_reader
def clause(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Show a clause of rulings: its text, its decision table, and the alternatives."""
    row = row_of(clause)
    if row is None:
        raise Http404(clause)
    page = RulebookPage(_book(request, pk, by_badge=True), None, timezone.now())
    page.family = row.clause.partition("-")[0]
    data = {
        "page": page,
        "row": row,
        "family": FAMILIES[page.family],
        "decided_by": DECIDED_BY[row.sup],
        "rows": lines(row, page.house),
        "reader": signed_in_staff(request),
    }
    return render(request, "rulings/clause.html", data)


@require_GET
@require_manager
def version(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a version."""
    version = get_object_or_404(
        _book(request, pk).versions.select_related("proposed_by", "published_by"), number=number
    )
    page = RulebookPage(_book(request, pk), None, timezone.now())
    return render(
        request, "rulings/version.html", {"page": page, "version_page": VersionPage(version)}
    )


@require_GET
@require_manager
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview which hands of the last weeks would have gone differently under the draft."""
    page = RulebookPage(_book(request, pk), None, timezone.now())
    rule_change_preview = preview_rule_change(book=page.book, settings=page.settings, now=page.now)
    return render(request, "rulings/preview.html", {"page": page, "preview": rule_change_preview})


@require_POST
@require_manager
def draft(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Save the choices and the text of the draft."""

    def act(book: Book, staff: Staff) -> None:
        option = request.POST.get("option", "")
        draft_save(
            book=book,
            staff=staff,
            seen=_seen(request),
            chosen={clause: option} if option else {},
            reason=request.POST.get("reason", ""),
            effective_from=_parse_moment(request.POST.get("effective_from", "")),
            now=timezone.now(),
        )

    return _acted(request, pk, clause, act)


@require_POST
@require_manager
def discard(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Discard the change of the clause, or the whole draft."""

    def act(book: Book, staff: Staff) -> None:
        what = "" if request.POST.get("all") else clause
        draft_discard(book=book, staff=staff, seen=_seen(request), clause=what, now=timezone.now())

    return _acted(request, pk, clause, act)


@require_POST
@require_manager
def preset(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Replace the draft with a preset."""

    def act(book: Book, staff: Staff) -> None:
        draft_preset(
            book=book,
            staff=staff,
            seen=_seen(request),
            preset=request.POST.get("preset", ""),
            now=timezone.now(),
        )

    return _acted(request, pk, clause, act)


@require_POST
@require_manager
def withdraw(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Propose that the table goes back to the room's rulebook."""

    def act(book: Book, staff: Staff) -> None:
        draft_withdraw(book=book, staff=staff, seen=_seen(request), now=timezone.now())

    return _acted(request, pk, clause, act)


@require_POST
@require_manager
def publish(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Publish with the second manager's badge and PIN."""

    def act(book: Book, staff: Staff) -> None:
        version = version_publish(
            book=book,
            badge=request.POST.get("badge", "").strip(),
            pin=request.POST.get("pin", ""),
            seen=_seen(request),
            now=timezone.now(),
        )
        messages.success(
            request, rulebook_messages.published(version.number, version.effective_from)
        )

    return _acted(request, pk, clause, act)


@require_POST
@require_manager
def create_table_rulebook(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Create a custom rulebook for a table, and redirect to it."""
    book = _book(request, pk)
    try:
        table = Table.objects.filter(room=book.room_id, name=request.POST.get("table", "")).first()
        if table is None:
            raise Refusal("no_table")
        created = book_of_table(table=table, staff=_staff(request))
    except Refusal as refusal:
        return _shown(request, book, clause, refusal)
    return redirect("rulings:setting", created.pk, clause)


def _acted(
    request: HttpRequest, pk: int, clause: str, act: Callable[[Book, Staff], None]
) -> HttpResponse:
    book = _book(request, pk)
    try:
        act(book, _staff(request))
    except Refusal as refusal:
        return _shown(request, book, clause, refusal)
    return redirect("rulings:setting", pk, clause)


def _shown(
    request: HttpRequest, book: Book, clause: str, refusal: Refusal | None = None
) -> HttpResponse:
    """Render the page with the refusal on top."""
    match = rulebook().item(clause)
    if match is None:
        refusal = refusal or Refusal("no_clause", "", clause=clause)
        match = next(iter(rulebook().settings()))
    context = {
        "page": RulebookPage(book, match, timezone.now(), request.POST.dict()),
        "refused": refusal_message(refusal) if refusal else "",
        "staff": getattr(request.user, "staff", None),
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "rulings/setting.html", context, status=status)


def _book(request: HttpRequest, pk: int, *, by_badge: bool = False) -> Book:
    """Return a rulebook of the reader's rooms. Raises Http404 for another. `by_badge`: as in `_require_any`."""
    staff = signed_in_staff(request) if by_badge else None
    rooms = rooms_of(staff.user if staff else request.user)
    return get_object_or_404(Book.objects.select_related("room", "table"), pk=pk, room__in=rooms)


def _staff(request: HttpRequest) -> Staff:
    staff = getattr(request.user, "staff", None)
    if not isinstance(staff, Staff):
        raise Refusal("no_badge")
    return staff


def _seen(request: HttpRequest) -> int:
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _parse_moment(text: str) -> datetime | None:
    """Parse a date and time of the room; None if empty. Raises `Refusal` if it is not a date."""
    if not text.strip():
        return None
    try:
        parsed_at = parse_datetime(text.strip())
    except ValueError:
        parsed_at = None
    if parsed_at is None:
        raise Refusal("date_unreadable", "", value=text[:30])
    return parsed_at if timezone.is_aware(parsed_at) else timezone.make_aware(parsed_at)
