"""The public view of the waitlists: aliases only, and no more entries than a board has rows for."""

from poker.waitlist.state import Waitlist, WaitlistEntry, Waitlists

SHOWN = 20  # entries per list


def view(waitlists: Waitlists) -> dict[str, object]:
    """Return the view as plain data.

    lists: [{key, title, kind, wants, waiting, names, called}] in the order they were opened.
    waiting: number of entries; names: the aliases of the first ones, in order, with whether they are present;
    called: who is called to a seat, {name, table, seat, state, until} with `until` in Unix milliseconds.
    """
    return {"lists": [_line(waitlist) for waitlist in waitlists.lines]}


def _line(waitlist: Waitlist) -> dict[str, object]:
    return {
        "key": waitlist.key,
        "title": waitlist.title,
        "kind": waitlist.kind,
        "wants": waitlist.wants,
        "waiting": len(waitlist.places),
        "names": [{"name": entry.name, "here": entry.here} for entry in waitlist.places[:SHOWN]],
        "called": [_called(entry) for entry in waitlist.places if entry.state != "waiting"],
    }


def _called(entry: WaitlistEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "table": entry.table,
        "seat": entry.seat,
        "state": entry.state,
        "until": entry.until,
    }
