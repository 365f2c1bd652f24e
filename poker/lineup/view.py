"""The public picture of the line-up: who deals, who is free, supervisors' tables; not why somebody is away."""

from poker.lineup.state import Dealers, Duty


def view(dealers: Dealers) -> dict[str, object]:
    """duty: [{name, state, at, table}] in the order in which they came, state dealing, free, break or aside;
    boxes: [{table, since, dealer}]; sections: [{name, tables}]. Times are unix milliseconds.
    """
    names = {one.key: one.name for one in dealers.duty}
    return {
        "duty": [
            {"name": one.name, "state": state(one), "at": one.at, "table": one.table}
            for one in dealers.duty
        ],
        "boxes": [
            {"table": box.table, "since": box.since, "dealer": names.get(box.dealer, "")}
            for box in dealers.boxes
        ],
        "sections": [{"name": one.name, "tables": list(one.tables)} for one in dealers.sections],
    }


def state(one: Duty) -> str:
    """dealing, break, aside or free."""
    if one.table:
        return "dealing"
    return "break" if one.until else "aside" if one.aside else "free"
