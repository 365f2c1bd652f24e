"""The manager's pages of the rulebook: parse, call one action, show."""

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
from rulings import words
from rulings.books import book_of_room, book_of_table
from rulings.clauses import FAMILIES, WHO, lines, row_of
from rulings.drafts import draft_discard, draft_preset, draft_save, draft_withdraw
from rulings.looking_back import look_back
from rulings.models import Book
from rulings.pages import Page, Past
from rulings.publishing import version_publish
from rulings.rulebook import rulebook
from rulings.sign_in import staff_of
from tables.models import Room, Staff, Table

Answer = Callable[..., HttpResponse]


def of_manager(answer: Answer) -> Answer:
    """Only who may see rulebooks; others are asked to sign in, or told that they may not."""
    return _whoever_may(("rulings.view_book",), answer)


def of_floor(answer: Answer) -> Answer:
    """Who rules reads the clauses too."""
    return _whoever_may(("rulings.view_book", "rulings.view_ruling"), answer, by_badge=True)


def _whoever_may(permissions: tuple[str, ...], answer: Answer, *, by_badge: bool = False) -> Answer:
    """by_badge: who stands on the floor by badge and PIN counts as well as who has a password."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = staff_of(request) if by_badge else None
        user = staff.user if staff else request.user
        if not user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if not any(user.has_perm(permission) for permission in permissions):
            return render(request, "rulings/refused.html", status=403)
        return answer(request, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


@require_GET
@of_manager
def index(request: HttpRequest) -> HttpResponse:
    """The rulebook of the room; where there are several rooms, a list of them."""
    books = [book_of_room(room=room, now=timezone.now()) for room in Room.objects.order_by("name")]
    if len(books) == 1:
        return redirect("rulings:book", books[0].pk)
    return render(request, "rulings/index.html", {"books": books})


@require_GET
@of_manager
def book(request: HttpRequest, pk: int) -> HttpResponse:
    """A rulebook at its first setting."""
    first = next(iter(rulebook().settings()))
    return redirect("rulings:setting", pk, first.clause)


@require_GET
@of_manager
def setting(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """One setting or note in the middle, the draft on the right."""
    return _shown(request, _book(pk), clause)


@require_GET
@of_floor
def clause(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """A clause that rulings rest on: its words, how it decides, what other settings say."""
    row = row_of(clause)
    if row is None:
        raise Http404(clause)
    page = Page(_book(pk), None, timezone.now())
    page.family = row.clause.partition("-")[0]
    told = {
        "page": page,
        "row": row,
        "family": FAMILIES[page.family],
        "who": WHO[row.sup],
        "lines": lines(row, page.house),
        "reader": staff_of(request),
    }
    return render(request, "rulings/clause.html", told)


@require_GET
@of_manager
def version(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """An old version, to read."""
    found = get_object_or_404(
        _book(pk).versions.select_related("proposed_by", "published_by"), number=number
    )
    page = Page(_book(pk), None, timezone.now())
    return render(request, "rulings/version.html", {"page": page, "past": Past(found)})


@require_GET
@of_manager
def back(request: HttpRequest, pk: int) -> HttpResponse:
    """Which hands of the last weeks would have gone another way under the draft."""
    page = Page(_book(pk), None, timezone.now())
    found = look_back(book=page.book, settings=page.settings, now=page.now)
    return render(request, "rulings/back.html", {"page": page, "back": found})


@require_POST
@of_manager
def draft(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Keep what is chosen and written."""

    def act(of: Book, staff: Staff) -> None:
        option = request.POST.get("option", "")
        draft_save(
            book=of,
            staff=staff,
            seen=_seen(request),
            chosen={clause: option} if option else {},
            reason=request.POST.get("reason", ""),
            effective_from=_moment(request.POST.get("effective_from", "")),
            now=timezone.now(),
        )

    return _acted(request, pk, clause, act)


@require_POST
@of_manager
def discard(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Give up the change of the clause, or the whole draft."""

    def act(of: Book, staff: Staff) -> None:
        what = "" if request.POST.get("all") else clause
        draft_discard(book=of, staff=staff, seen=_seen(request), clause=what, now=timezone.now())

    return _acted(request, pk, clause, act)


@require_POST
@of_manager
def preset(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Begin the draft from a set."""

    def act(of: Book, staff: Staff) -> None:
        draft_preset(
            book=of,
            staff=staff,
            seen=_seen(request),
            preset=request.POST.get("preset", ""),
            now=timezone.now(),
        )

    return _acted(request, pk, clause, act)


@require_POST
@of_manager
def withdraw(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Propose that the table goes back to the room's rulebook."""

    def act(of: Book, staff: Staff) -> None:
        draft_withdraw(book=of, staff=staff, seen=_seen(request), now=timezone.now())

    return _acted(request, pk, clause, act)


@require_POST
@of_manager
def publish(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """The second manager's badge and PIN."""

    def act(of: Book, staff: Staff) -> None:
        made = version_publish(
            book=of,
            badge=request.POST.get("badge", "").strip(),
            pin=request.POST.get("pin", ""),
            seen=_seen(request),
            now=timezone.now(),
        )
        messages.success(request, words.published(made.number, made.effective_from))

    return _acted(request, pk, clause, act)


@require_POST
@of_manager
def own(request: HttpRequest, pk: int, clause: str) -> HttpResponse:
    """Give a table a rulebook of its own, and go there."""
    of = _book(pk)
    try:
        table = Table.objects.filter(room=of.room_id, name=request.POST.get("table", "")).first()
        if table is None:
            raise Refusal("no_table")
        made = book_of_table(table=table, staff=_staff(request))
    except Refusal as refusal:
        return _shown(request, of, clause, refusal)
    return redirect("rulings:setting", made.pk, clause)


def _acted(
    request: HttpRequest, pk: int, clause: str, act: Callable[[Book, Staff], None]
) -> HttpResponse:
    of = _book(pk)
    try:
        act(of, _staff(request))
    except Refusal as refusal:
        return _shown(request, of, clause, refusal)
    return redirect("rulings:setting", pk, clause)


def _shown(
    request: HttpRequest, of: Book, clause: str, refusal: Refusal | None = None
) -> HttpResponse:
    """The page, with what was refused on top."""
    found = rulebook().item(clause)
    if found is None:
        refusal = refusal or Refusal("no_clause", "", clause=clause)
        found = next(iter(rulebook().settings()))
    context = {
        "page": Page(of, found, timezone.now(), request.POST.dict()),
        "refused": words.sentence(refusal) if refusal else "",
        "staff": getattr(request.user, "staff", None),
    }
    status = words.status(refusal) if refusal else 200
    return render(request, "rulings/setting.html", context, status=status)


def _book(pk: int) -> Book:
    return get_object_or_404(Book.objects.select_related("room", "table"), pk=pk)


def _staff(request: HttpRequest) -> Staff:
    staff = getattr(request.user, "staff", None)
    if not isinstance(staff, Staff):
        raise Refusal("no_badge")
    return staff


def _seen(request: HttpRequest) -> int:
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _moment(text: str) -> datetime | None:
    """A date and time of the room; empty is none. Refuses what is no date."""
    if not text.strip():
        return None
    try:
        found = parse_datetime(text.strip())
    except ValueError:
        found = None
    if found is None:
        raise Refusal("date_unreadable", "", value=text[:30])
    return found if timezone.is_aware(found) else timezone.make_aware(found)
