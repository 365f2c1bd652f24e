"""A dealer's shifts as a calendar (RFC 5545), at an address that the dealer can renew."""

from datetime import datetime, timedelta
from secrets import token_urlsafe

from icalendar import Calendar, Event

from roster.crew_log import load_crew
from roster.models import CalendarEntry, CalendarFeed
from staff.models import Staff

TOKEN_BYTES = 24
PAST = timedelta(weeks=4)  # shifts of the past that a calendar keeps
HOST = "floorbook"  # of the ids of entries, which stay the same whatever the server's name
REFRESH = timedelta(hours=1)


def feed_of(staff: Staff) -> CalendarFeed | None:
    """Return the feed of a dealer; None before the first link."""
    return CalendarFeed.objects.filter(staff=staff).first()


def renew_feed(staff: Staff, now: datetime) -> CalendarFeed:
    """Give a dealer a new link. The old one stops working."""
    feed, _ = CalendarFeed.objects.update_or_create(
        staff=staff, defaults={"token": token_urlsafe(TOKEN_BYTES), "renewed_at": now}
    )
    return feed


def feed_with(token: str) -> CalendarFeed | None:
    """Return the feed of a link; None for an old one, and for a dealer who left."""
    rows = CalendarFeed.objects.select_related("staff__user")
    feed = rows.filter(token=token).first()
    return feed if feed is not None and feed.staff.user.is_active else None


def calendar_of(staff: Staff, now: datetime) -> bytes:
    """Return the calendar of a dealer's published shifts in all rooms. Shifts that were taken away are canceled."""
    calendar = Calendar()
    calendar.add("prodid", "-//Floorbook//Roster//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"Shifts of {staff.alias}")
    calendar.add("refresh-interval", REFRESH)
    entries = CalendarEntry.objects.filter(dealer=staff.key, end__gt=now - PAST)
    titles: dict[int, dict[str, str]] = {}
    for entry in entries.select_related("week__room").order_by("start", "pk"):
        room = entry.week.room
        if room.pk not in titles:
            titles[room.pk] = {row.key: row.title for row in load_crew(room.pk).templates}
        calendar.add_component(_event(entry, room.name, titles[room.pk]))
    return bytes(calendar.to_ical())


def _event(entry: CalendarEntry, room: str, titles: dict[str, str]) -> Event:
    event = Event()
    event.add("uid", f"shift-{entry.week_id}-{entry.number}-{entry.dealer}@{HOST}")
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.changed_at)
    event.add("dtstart", entry.start)
    event.add("dtend", entry.end)
    title = titles.get(entry.template, "")
    event.add("summary", f"{title}, {room}" if title else f"Shift, {room}")
    event.add("location", room)
    event.add("status", "CANCELLED" if entry.is_canceled else "CONFIRMED")
    return event
