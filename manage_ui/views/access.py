"""How people sign in: how long it lasts, by role, and where a second factor is asked for."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from access.factors import has_factor
from access.policy import policy, policy_change, policy_held
from manage_ui.forms.keeping import SIGN_INS, SignInsForm
from manage_ui.guard import Manager, of_manager
from manage_ui.past import past
from manage_ui.saving import Asked, opened, weighed
from manage_ui.views.shown import carried, done, page, saving


@require_http_methods(["GET", "POST"])
@of_manager("access")
def sign_ins(request: HttpRequest, by: Manager) -> HttpResponse:
    """Of the whole house."""

    def work() -> Asked:
        form = SignInsForm(request.POST, kept=policy_held(), by=by.user)

        def change() -> None:
            said = form.cleaned_data
            policy_change(
                by=by,
                limits=form.limits,
                factor_for_managers=said["factor_for_managers"],
                factor_on_floor=said["factor_on_floor"],
                now=timezone.now(),
            )

        # The action itself writes down who did it, with before and after.
        return saving(weighed(form, request.POST, groups=SIGN_INS), change, by, "")

    fresh = SignInsForm(kept=policy(), by=by.user)
    asked = carried(work) if request.method == "POST" else opened(fresh, SIGN_INS)
    if asked.ready:
        return done(request, asked, "sign-ins")
    return page(request, by, "sign_ins", asked=asked, has_factor=has_factor(by.user),
                past=past("", verb="access_policy_changed"))  # fmt: skip
