"""The public view of the lineup: who deals, who is available, supervisors' sections; not why a dealer is away."""

from poker.lineup.state import Lineup, OnDutyDealer


def view(dealers: Lineup) -> dict[str, object]:
    """Return the view as plain data.

    duty: [{name, state, at, table}] in the order they clocked in, state dealing, free, break or aside;
    boxes: [{table, since, dealer}]; sections: [{name, tables}]. Times are Unix milliseconds.
    """
    names = {dealer.key: dealer.name for dealer in dealers.duty}
    return {
        "duty": [
            {"name": dealer.name, "state": state(dealer), "at": dealer.at, "table": dealer.table}
            for dealer in dealers.duty
        ],
        "boxes": [
            {"table": box.table, "since": box.since, "dealer": names.get(box.dealer, "")}
            for box in dealers.boxes
        ],
        "sections": [
            {"name": section.name, "tables": list(section.tables)} for section in dealers.sections
        ],
    }


def state(dealer: OnDutyDealer) -> str:
    """Return dealing, break, aside or free."""
    if dealer.table:
        return "dealing"
    return "break" if dealer.until else "aside" if dealer.aside else "free"
