"""Access to the setup pages, and their order. The setup closes once there is a room that it did not create."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from manage_ui.form_saving import FormRow
from manage_ui.setup.steps import (
    KEYS,
    SHOWN,
    StepKey,
    first_unfinished,
    is_done,
    step_after,
    step_before,
    step_of,
)
from ops.installation import setup_state
from staff.installation import installation
from staff.models import Installation
from web.guard import PageUser, for_accounts

CODE_KEY = "setup.code"  # session key: hash of the code that was entered in this browser
DONE = "The setup is finished. Everything it asked for can be changed here."
FIRST_THIS = "This step comes first."


# The view of a step: request, the user, and the installation so far.
StepAnswer = Callable[[HttpRequest, PageUser, Installation], HttpResponseBase]


def closed(request: HttpRequest) -> HttpResponse:
    """Return the response of every setup page when there is nothing to set up: a redirect to the settings.

    People often open the server's setup link again later. The settings are what they need then.
    """
    if request.user.is_authenticated:
        messages.info(request, DONE)
    return redirect("manage:index")


def setup_step(key: StepKey) -> Callable[[StepAnswer], Callable[[HttpRequest], HttpResponseBase]]:
    """Guard a step: only managers of the whole house may open it, and only after the steps before it.

    On an empty installation, redirect everyone to the start, which requests the code. Nothing is cached.
    """

    def guard(answer: StepAnswer) -> Callable[[HttpRequest], HttpResponseBase]:
        @for_accounts("tables.add_room", area="manage", house_wide=True)
        def in_turn(request: HttpRequest, by: PageUser) -> HttpResponseBase:
            row = installation()
            reached = first_unfinished(row, by.user)
            if KEYS.index(key) > KEYS.index(reached):
                messages.info(request, FIRST_THIS)
                return redirect(f"setup:{reached}")
            return answer(request, by, row)

        @wraps(answer)
        def edge(request: HttpRequest) -> HttpResponseBase:
            state = setup_state()
            if state == "closed":
                return closed(request)
            return redirect("setup:index") if state == "empty" else in_turn(request)

        guarded: Callable[[HttpRequest], HttpResponseBase] = never_cache(edge)
        return guarded

    return guard


def step_page(
    request: HttpRequest,
    key: StepKey,
    template: str,
    *,
    row: Installation,
    by: PageUser | None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """Render the page of a step, with the list of all steps."""
    step = step_of(key)
    user = by.user if by else None
    before = step_before(key)
    context: dict[str, object] = {
        "staff": by,
        "installation": row,
        "step": step,
        "steps": [
            {
                "step": shown,
                "is_here": shown.number == step.number,
                "is_done": shown.number != step.number
                and is_done(shown.key, row, user)
                and (shown.key != "you" or is_done("factor", row, user)),
            }
            for shown in SHOWN
        ],
        "back": reverse(f"setup:{before}") if before and row.begun_by else "",
        "next_title": step_of(step_after(key)).title.lower(),
        "offers_demo": step.number <= 2 and row.room_id is None,
        "now": timezone.now(),
        **more,
    }
    return render(request, f"manage_ui/setup/{template}.html", context, status=status)


def rows_of(form: BaseForm, *names: str) -> list[FormRow]:
    """Return these fields of a form as rows for the template."""
    return [FormRow(form[name]) for name in names]
