"""The operations page, its backup button, and its reduced form while the database is down."""

from datetime import timedelta

from celery import current_app
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST
from kombu.exceptions import OperationalError as BrokerError

from manage_ui.operations.content import MEANINGS, cards_of, summary_of
from manage_ui.operations.history import last_day
from manage_ui.operations.listings import LISTS, TABS, backup_state
from manage_ui.operations.tablets import tablet_rows
from ops.health.checks.services import check_worker
from ops.health.monitor import HealthReport, monitor
from ops.models import BackupRun
from ops.tasks import BACKUP_TASK
from web.guard import PageUser, for_accounts

PATH = "/operations/"
# Marks a browser that has shown the page to a manager; sent for PATH only.
COOKIE = "floorbook_operations"
COOKIE_SECONDS = 3600
BACKUPS = 6  # rows
# Seconds within which a backup must begin; longer than the broker takes to redeliver the task of a killed worker.
BACKUP_EXPIRES = 3600
STARTED = "The backup has begun. It is in the list as soon as it ends."
NO_WORKER = "No worker is alive to make the backup. Run the command instead."
RUNNING = "A backup is running already."
guard = for_accounts("staff.keep_access", area="manage", house_wide=True)


@require_GET
@guard
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Show the state of every part. For an hour, this browser can also open the page while the database is down."""
    now = timezone.now()
    context = _context(monitor().read()) | {
        "staff": by,
        "runs": [(run, *backup_state(run)) for run in BackupRun.objects.all()[:BACKUPS]],
        "tablets": tablet_rows(now),
        "day": last_day(now),
        "tabs": TABS,
        "tab": "health",
        "backup_is_possible": True,
    }
    response = render(request, "manage_ui/operations/index.html", context)
    response.set_cookie(
        COOKIE,
        signing.dumps(by.user.pk, salt=COOKIE),
        max_age=COOKIE_SECONDS,
        path=PATH,
        httponly=True,
        samesite="Strict",
        secure=settings.HTTPS,
    )
    return response


@require_GET
@guard
def listing(request: HttpRequest, by: PageUser, tab: str) -> HttpResponse:
    if tab not in LISTS:
        raise Http404
    context = {"staff": by, "listing": LISTS[tab](timezone.now()), "tabs": TABS, "tab": tab}
    return render(request, "manage_ui/operations/list.html", context)


@require_POST
@guard
def back_up(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Queue a backup, and show a message if one is running or no worker is alive."""
    now = timezone.now()
    recent = now - timedelta(hours=1)
    if BackupRun.objects.filter(ended_at=None, started_at__gt=recent).exists():
        messages.warning(request, RUNNING)
    elif check_worker(now).level == "bad":
        messages.error(request, NO_WORKER)
    else:
        try:
            current_app.send_task(
                BACKUP_TASK, [now.isoformat()], retry=False, expires=BACKUP_EXPIRES
            )
        except BrokerError:
            messages.error(request, NO_WORKER)
        else:
            messages.success(request, STARTED)
    return redirect("operations:index")


def page_without_database(request: HttpRequest) -> HttpResponse | None:
    """Return the page with the last known values, for a browser that showed it to a manager within the hour.

    None for other browsers, because their user cannot be checked. The page has no buttons, since none would work.
    """
    try:
        signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return None
    text = render_to_string("manage_ui/operations/index.html", _context(monitor().read()))
    return HttpResponse(text)


def _context(report: HealthReport) -> dict[str, object]:
    cards = cards_of(report, timezone.now())
    return {
        "report": report,
        "summary": summary_of(report),
        "cards": cards,
        "red": [card for card in cards if card.known.part.level == "bad"],
        "meanings": MEANINGS,
    }
