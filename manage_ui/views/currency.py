"""The currency of the installation: it can change until the first hand is dealt."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.currency import CurrencyForm
from manage_ui.page_permissions import for_managers
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from poker.currency import currency
from staff.currencies import currency_of
from staff.house_currency import stored_code
from staff.installation import lock_installation
from tables.currency import currency_change, is_currency_final
from web.guard import PageUser

STORED = 500  # an amount as it is stored


@require_http_methods(["GET", "POST"])
@for_managers("rooms")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the currency, or change it."""

    def work() -> FormState:
        row = lock_installation()
        form = CurrencyForm(request.POST, code=row.currency)

        def change() -> None:
            code = form.cleaned_data["currency"]
            currency_change(code=code, by=by, now=timezone.now())

        form_state = validate_form(form, request.POST, touches=lambda: _touches(form, row.currency))
        return saving(form_state, change, by, "")

    is_final = is_currency_final()
    form_state = (
        save_in_transaction(work)
        if request.method == "POST"
        else new_form_state(CurrencyForm(code=stored_code()))
    )
    if form_state.is_ready:
        return done(request, form_state, "currency")
    if is_final:
        form_state.form.fields["currency"].disabled = True
    return page(
        request,
        by,
        "currency",
        form_state=form_state,
        is_final=is_final,
        is_read_only=by.is_read_only or is_final,
        sample=currency().sample,
        changes=change_history("installation"),
    )


def _touches(form: CurrencyForm, before: str) -> list[str]:
    code = form.cleaned_data["currency"]
    if code == before:
        return []
    old, new = currency_of(before).money(STORED), currency_of(code).money(STORED)
    return [
        "All rooms, tablets, reports and files write it at once.",
        f"Amounts that are set keep their numbers: {old} becomes {new}. Check plaques, collection, the drop's limit and"
        " incidentals.",
    ]
