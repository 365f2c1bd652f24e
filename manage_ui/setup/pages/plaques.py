"""Step 3: choosing games, and one rake for all of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.setup.pages.access import rows_of, setup_step, step_page
from manage_ui.setup.plaque_templates import cards, games_form
from manage_ui.setup.store import store_step
from poker.refusal import Refusal
from staff.models import Installation
from web.guard import PageUser
from web.messages.refusals import http_status, refusal_message


@require_http_methods(["GET", "POST"])
@setup_step("games")
def games(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Show the games as cards, and publish the plaques of the chosen ones."""
    status = 200
    refused = ""
    form = games_form()
    if request.method == "POST":
        status = 422
        try:
            form = store_step(lambda _: games_form(request.POST), by=by, now=timezone.now())
            if form.is_valid():
                return redirect("setup:tables")
        except Refusal as refusal:
            status = http_status(refusal)
            refused = refusal_message(refusal)
    return step_page(
        request,
        "games",
        "games",
        row=row,
        by=by,
        status=status,
        refused=refused,
        form=form,
        cards=cards(form),
        rake_rows=rows_of(form, "basis_points", "cap"),
    )
