"""The public picture of the lists: aliases only, and not more of a list than a board has lines for."""

from poker.waiting.state import Line, Lists, Waiting

SHOWN = 20  # names of one list


def view(lists: Lists) -> dict[str, object]:
    """lists: [{key, title, kind, wants, waiting, names, called}] in the order in which they were opened.

    waiting: how many names are on it; names: the aliases of the first ones, in order, with whether they are in the
    room; called: who is asked to a seat, {name, table, seat, state, until} with `until` in unix milliseconds.
    """
    return {"lists": [_line(line) for line in lists.lines]}


def _line(line: Line) -> dict[str, object]:
    return {
        "key": line.key,
        "title": line.title,
        "kind": line.kind,
        "wants": line.wants,
        "waiting": len(line.places),
        "names": [{"name": one.name, "here": one.here} for one in line.places[:SHOWN]],
        "called": [_called(one) for one in line.places if one.state != "waiting"],
    }


def _called(one: Waiting) -> dict[str, object]:
    return {
        "name": one.name,
        "table": one.table,
        "seat": one.seat,
        "state": one.state,
        "until": one.until,
    }
