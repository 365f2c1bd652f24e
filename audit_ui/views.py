"""The search of who did what: parse, ask, show."""

import csv
from collections.abc import Iterator
from datetime import timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from audit.recording import record
from audit.verbs import VERBS
from audit_ui import words
from audit_ui.asked import KINDS, LOCAL, Asked, read
from audit_ui.finding import HEAD, MOST, found, rows_of, walked
from audit_ui.guard import of_auditor
from documents.cells import harmless
from poker.refusal import Refusal
from tables.models import Staff, Table


@require_GET
@of_auditor
def search(request: HttpRequest, staff: Staff) -> HttpResponse:
    """The last day, or what is searched for; newest first."""
    now = timezone.now()
    sent = request.GET
    context: dict[str, object] = {
        "staff": staff,
        "at": "search",
        "sent": sent,
        "kinds": KINDS.items(),
        "verbs": sorted(VERBS.items(), key=lambda pair: pair[1]),
        "tables": Table.objects.select_related("room").order_by("room__name", "name"),
    }
    try:
        asked = read(sent.dict(), now)
    except Refusal as refusal:
        context |= {"refused": words.sentence(refusal), "since": sent.get("since", "")}
        context |= {"until": sent.get("until", "")}
        return render(request, "audit_ui/search.html", context, status=words.status(refusal))
    lines, after = found(asked)
    context |= _shown(asked) | {
        "lines": lines,
        "next": f"?{asked.address(after=str(after))}" if after else "",
        "csv": asked.address(),
    }
    return render(request, "audit_ui/search.html", context)


def _shown(asked: Asked) -> dict[str, object]:
    return {
        "since": timezone.localtime(asked.since).strftime(LOCAL),
        "until": timezone.localtime(asked.until).strftime(LOCAL),
        "later": asked.after is not None,
        "first": f"?{asked.address()}",
    }


# The house's own measure: a file is read by people. What is cut off is never left out in silence.
CUT = "Older lines are not in this file, which has {most:,} at most: ask again for the time until {at}"


class _Echo:
    def write(self, text: str) -> str:
        return text


@require_GET
@of_auditor
def download(request: HttpRequest, staff: Staff) -> HttpResponseBase:
    """What was searched for as CSV; who took it away is in the list, too."""
    now = timezone.now()
    try:
        asked = read({**request.GET.dict(), "after": ""}, now)
    except Refusal as refusal:
        told = {"refused": words.sentence(refusal), "staff": staff}
        return render(request, "audit_ui/refused.html", told, status=words.status(refusal))
    record(staff, "acts_downloaded", now=now, reason=asked.address()[:300])
    answer = StreamingHttpResponse(_rows(asked), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="who-did-what.csv"'
    return answer


def _rows(asked: Asked) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(HEAD)
    left = MOST
    for lines in walked(asked, MOST + 1):  # one more says whether there are more
        for row in rows_of(lines[:left]):
            yield writer.writerow([harmless(cell) for cell in row])
        if len(lines) > left:
            # The whole minute once more: a search is asked to the minute.
            at = timezone.localtime(lines[left].at + timedelta(minutes=1))
            yield writer.writerow([CUT.format(most=MOST, at=at.strftime(LOCAL))])
            return
        left -= len(lines)
