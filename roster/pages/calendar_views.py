"""The calendar of a dealer. The secret address alone opens it, because calendars can't sign in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from roster.calendar_feed import calendar_of, feed_with


@require_safe
@never_cache
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the calendar of a link. An old link shows what to do instead."""
    feed = feed_with(token)
    if feed is None:
        answer = render(request, "roster/old_calendar.html", status=404)
    else:
        content = calendar_of(feed.staff, timezone.now())
        answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
        answer["Content-Disposition"] = 'inline; filename="shifts.ics"'
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer
