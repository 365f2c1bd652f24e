"""The start of the setup: the one-time code, or the demo room instead of a setup."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from manage_ui.form_saving import FormRow
from manage_ui.setup.forms import SetupCodeForm
from manage_ui.setup.pages.access import CODE_KEY, closed
from manage_ui.setup.steps import first_unfinished
from ops.demo import DemoRefused, sign_ins
from ops.installation import setup_code_check, setup_demo, setup_state
from poker.refusal import Refusal
from staff.audit.recording import Actor
from staff.installation import installation
from web.guard import PageUser, for_accounts, refused_page
from web.messages.refusals import http_status, refusal_message


@never_cache
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponseBase:
    """Accept the code from the printed link or the form, or continue with the first unfinished step.

    The code only opens the first step in this browser. That step uses it up when it creates the first manager, so a
    link preview does not waste it.
    """
    state = setup_state()
    if state == "closed":
        return closed(request)
    if state == "begun":
        return _continue(request)
    typed = request.POST.get("code") if request.method == "POST" else request.GET.get("code")
    if typed is None:
        if CODE_KEY in request.session:
            return redirect("setup:you")
        return _code_page(request, SetupCodeForm())
    form = SetupCodeForm({"code": typed})
    if not form.is_valid():
        return _code_page(request, form, status=422)
    try:
        code_hash = setup_code_check(code=form.cleaned_data["code"], now=timezone.now())
    except Refusal as refusal:
        form.add_error("code", refusal_message(refusal))
        return _code_page(request, form, status=http_status(refusal))
    request.session.cycle_key()
    request.session[CODE_KEY] = code_hash
    return redirect("setup:you")


@never_cache
@require_POST
def demo(request: HttpRequest) -> HttpResponseBase:
    """Create the demo room instead, for the first manager or for a browser with the code."""
    state = setup_state()
    if state == "closed":
        return closed(request)
    return _demo_of_manager(request) if state == "begun" else _demo(request, None)


@for_accounts("tables.add_room", area="manage", house_wide=True)
def _continue(request: HttpRequest, by: PageUser) -> HttpResponse:
    return redirect(f"setup:{first_unfinished(installation(), by.user)}")


@for_accounts("tables.add_room", area="manage", house_wide=True)
def _demo_of_manager(request: HttpRequest, by: PageUser) -> HttpResponse:
    return _demo(request, by)


def _demo(request: HttpRequest, by: Actor | None) -> HttpResponse:
    try:
        setup_demo(by=by, code_hash=str(request.session.get(CODE_KEY, "")), now=timezone.now())
    except DemoRefused as error:
        context = {"refused": str(error)}
        return render(request, "manage_ui/setup/no_demo.html", context, status=409)
    except Refusal as refusal:
        return refused_page(request, refusal, area="manage")
    return render(request, "manage_ui/setup/demo.html", {"sign_ins": sign_ins()})


def _code_page(request: HttpRequest, form: SetupCodeForm, status: int = 200) -> HttpResponse:
    context = {"rows": [FormRow(form["code"])]}
    return render(request, "manage_ui/setup/code.html", context, status=status)
