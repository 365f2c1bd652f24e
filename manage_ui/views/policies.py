"""What the house chooses for lists, dealers, mails and for how long it keeps people."""

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from keeping.models import YEARS, Retention, RetentionRun
from manage_ui.forms.keeping import MailsForm, RetentionForm
from manage_ui.forms.running import DEALERS, LISTS, DealersForm, ListsForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.rooms import asked as rooms_asked
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving
from poker.lineup.commands import SetPolicy as SetDealers
from poker.lineup.state import MOST_TABLES
from poker.waiting.commands import SetPolicy as SetLists
from reports.models import MailTo
from reports.stored.mailing import addresses_of, addresses_set
from tables.dealers.asking import dealers_ask_inside_transaction, dealers_held, dealers_now
from tables.lists.asking import (
    lists_ask_inside_transaction,
    lists_held,
    lists_made,
    lists_now,
)
from tables.models import Room


@require_http_methods(["GET", "POST"])
@of_manager("lists")
def lists(request: HttpRequest, by: Manager) -> HttpResponse:
    """Minutes to answer and to arrive, passes, who is offered a chair first."""
    rooms = rooms_asked(request)
    room = rooms.room.pk

    def work() -> Asked:
        held = lists_made(room)
        form = ListsForm(request.POST, before=lists_held(held).policy)

        def ask() -> None:
            lists_ask_inside_transaction(
                lists_id=held,
                room_id=room,
                command_id=str(uuid4()),
                command=SetLists(form.policy),
                actor=by.key,
                now=timezone.now(),
            )

        asked = weighed(form, request.POST, groups=LISTS)
        return saving(asked, ask, by, "setting_changed", about=("waiting lists", room), room=room)

    fresh = ListsForm(before=lists_now(room).lists.policy)
    asked = carried(work) if request.method == "POST" else opened(fresh, LISTS)
    if asked.ready:
        return done(request, asked, "lists", room=room)
    return page(request, by, "lists", rooms=rooms, asked=asked, past=past("waiting lists", room=room))  # fmt: skip


@require_http_methods(["GET", "POST"])
@of_manager("dealers")
def sections(request: HttpRequest, by: Manager) -> HttpResponse:
    """Downs and breaks, how many tables are too many, and whose tables are whose."""
    rooms = rooms_asked(request)
    room = rooms.room.pk

    def work() -> Asked:
        form = DealersForm(request.POST, before=dealers_held(room).policy)

        def ask() -> None:
            dealers_ask_inside_transaction(
                room_id=room,
                command_id=str(uuid4()),
                command=SetDealers(form.policy),
                actor=by.key,
                now=timezone.now(),
            )

        asked = weighed(form, request.POST, groups=DEALERS)
        return saving(asked, ask, by, "setting_changed", about=("dealers", room), room=room)

    dealers = dealers_now(room).dealers
    fresh = DealersForm(before=dealers.policy)
    asked = carried(work) if request.method == "POST" else opened(fresh, DEALERS)
    if asked.ready:
        return done(request, asked, "sections", room=room)
    return page(request, by, "sections", rooms=rooms, asked=asked, dealers=dealers,
                most=MOST_TABLES, past=past("dealers", room=room))  # fmt: skip


@require_http_methods(["GET", "POST"])
@of_manager("retention")
def retention(request: HttpRequest, by: Manager) -> HttpResponse:
    """For how long the room keeps people who come no more."""
    rooms = rooms_asked(request)
    room = rooms.room

    def kept() -> Retention:
        return Retention.objects.filter(room=room).first() or Retention(room=room, years=YEARS)

    def work() -> Asked:
        Room.objects.select_for_update().get(pk=room.pk)  # its row may not be there yet
        before = kept().years
        form = RetentionForm(request.POST, instance=kept())
        asked = weighed(form, request.POST, touches=lambda: _forgets(form, before))
        return saving(asked, form.save, by, "kept_until_changed", room=room.pk)

    asked = carried(work) if request.method == "POST" else opened(RetentionForm(instance=kept()))
    if asked.ready:
        return done(request, asked, "retention", room=room.pk)
    return page(request, by, "retention", rooms=rooms, asked=asked, last=RetentionRun.objects.first(),
                past=past("retention", keys=[kept().pk or 0]))  # fmt: skip


def _forgets(form: RetentionForm, before: int) -> list[str]:
    years: int = form.cleaned_data["years"]
    if years >= before:
        return []
    return [
        f"Within a day, whoever was not here for {years} year{'' if years == 1 else 's'} becomes a number."
        " Nothing brings back what is taken away then."
    ]


@require_http_methods(["GET", "POST"])
@of_manager("mails")
def mails(request: HttpRequest, by: Manager) -> HttpResponse:
    """Who gets the reports of shifts and days."""
    rooms = rooms_asked(request)
    room = rooms.room

    def work() -> Asked:
        Room.objects.select_for_update().get(pk=room.pk)  # its row may not be there yet
        form = MailsForm(request.POST, now=addresses_of(room))

        def keep() -> MailTo:
            text = form.cleaned_data["addresses"]
            return addresses_set(room=room, text=text, now=timezone.now())

        about = ("mails of reports", room.pk)
        return saving(weighed(form, request.POST), keep, by, "setting_changed", about=about, room=room.pk)  # fmt: skip

    asked = carried(work) if request.method == "POST" else opened(MailsForm(now=addresses_of(room)))
    if asked.ready:
        return done(request, asked, "mails", room=room.pk)
    before = past("mails of reports", room=room.pk)
    return page(request, by, "mails", rooms=rooms, asked=asked, past=before)
