"""Sign-in rules: session limits by role, and where a second factor is required."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from manage_ui.change_history import change_history
from manage_ui.form_saving import FormState, new_form_state, validate_form
from manage_ui.forms.retention import SIGN_INS, SignInsForm
from manage_ui.page_permissions import for_managers
from manage_ui.views.page_helpers import done, page, save_in_transaction, saving
from staff.policy import lock_policy, policy, policy_change
from staff.second_factor import has_factor
from web.guard import PageUser


@require_http_methods(["GET", "POST"])
@for_managers("access")
def sign_ins(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show and change the sign-in rules of the whole house."""

    def work() -> FormState:
        form = SignInsForm(request.POST, policy=lock_policy(), by=by.user)

        def change() -> None:
            data = form.cleaned_data
            policy_change(
                by=by,
                limits=form.limits,
                factor_for_managers=data["factor_for_managers"],
                factor_on_floor=data["factor_on_floor"],
                now=timezone.now(),
            )

        # The action itself records who did it, with before and after.
        return saving(validate_form(form, request.POST, groups=SIGN_INS), change, by, "")

    fresh = SignInsForm(policy=policy(), by=by.user)
    form_state = (
        save_in_transaction(work) if request.method == "POST" else new_form_state(fresh, SIGN_INS)
    )
    if form_state.is_ready:
        return done(request, form_state, "sign-ins")
    return page(request, by, "sign_ins", form_state=form_state, has_factor=has_factor(by.user),
                changes=change_history("", verb="access_policy_changed"))  # fmt: skip
