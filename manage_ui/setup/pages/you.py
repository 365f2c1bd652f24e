"""Step 1: creating and signing in the first manager, and their second factor."""

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from manage_ui.setup.forms import FirstManagerForm
from manage_ui.setup.pages.access import CODE_KEY, closed, rows_of, setup_step, step_page
from manage_ui.setup.store import store
from ops.installation import factor_put_off, setup_state
from poker.refusal import Refusal
from staff.account_holders import account_holder_of
from staff.installation import installation
from staff.models import Installation
from staff.second_factor import (
    factor_confirm,
    get_or_begin_secret,
    has_factor,
    provisioning_uri,
    secret_of,
)
from staff.session_limits import mark_second_factor_passed
from web.guard import PageUser, refused_page
from web.messages.refusals import http_status, refusal_message
from web.password_sign_in import complete_sign_in
from web.posted import Flag, Posted
from web.sign_in import CodeForm


class LaterForm(Posted):
    """Whether the second factor is put off until later."""

    later: Flag


FIELDS = tuple(FirstManagerForm.base_fields)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def you(request: HttpRequest) -> HttpResponseBase:
    """Create the first manager with the code of this browser. Afterwards, show who that is."""
    state = setup_state()
    if state == "closed":
        return closed(request)
    if state == "begun":
        return _done(request)
    if CODE_KEY not in request.session:
        return redirect("setup:index")
    if request.method == "GET":
        return _form_page(request, FirstManagerForm())
    form = FirstManagerForm(request.POST)
    return _create(request, form) if form.is_valid() else _form_page(request, form)


def _create(request: HttpRequest, form: FirstManagerForm) -> HttpResponse:
    now = timezone.now()
    try:
        code_hash = str(request.session[CODE_KEY])
        stored = store(form.setup, by=None, code_hash=code_hash, now=now)
    except Refusal as refusal:
        if refusal.code == "bad_setup_code":
            del request.session[CODE_KEY]  # it expired, or a new one replaced it
        return refused_page(request, refusal, area="manage")
    request.session.flush()  # drop all session data from before the account existed
    complete_sign_in(request, stored.by.user, now)
    return redirect("setup:factor")


def _form_page(request: HttpRequest, form: FirstManagerForm) -> HttpResponse:
    return step_page(
        request,
        "you",
        "you",
        row=installation(),
        by=None,
        status=422 if form.is_bound else 200,
        form=form,
        rows=rows_of(form, *FIELDS),
    )


@setup_step("you")
def _done(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    if request.method == "POST":  # sent twice, or by a second person: keep the first manager
        return redirect("setup:index")
    return step_page(request, "you", "you_done", row=row, by=by)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@setup_step("factor")
def factor(request: HttpRequest, by: PageUser, row: Installation) -> HttpResponse:
    """Set up the second factor of the signed-in account and show its recovery codes once, or put it off."""
    holder = account_holder_of(by.user)
    now = timezone.now()
    refused = ""
    status = 200
    if request.method == "POST" and LaterForm.read(request.POST).later:
        factor_put_off(by=holder, now=now)
        return redirect("setup:room")
    if request.method == "POST":
        try:
            codes = factor_confirm(staff=holder, code=CodeForm.read(request.POST).code, now=now)
        except Refusal as refusal:
            refused = refusal_message(refusal)
            status = http_status(refusal)
        else:
            request.session.cycle_key()  # a session that gains rights gets a new key
            mark_second_factor_passed(request.session, by.user)
            return step_page(request, "factor", "factor", row=row, by=by, codes=codes)
    if has_factor(by.user):
        return redirect("setup:index")
    device = get_or_begin_secret(holder)
    secret = secret_of(device)
    qrcode = segno.make(provisioning_uri(device, holder.alias), error="m", micro=False)
    return step_page(
        request,
        "factor",
        "factor",
        row=row,
        by=by,
        status=status,
        refused=refused,
        qr=qrcode.svg_data_uri(scale=4, border=2, dark="#101418", light="#fff"),
        secret=" ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
    )
