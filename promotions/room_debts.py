"""What a room still owes players before it can close permanently, and what to do about each debt."""

from collections.abc import Iterator
from dataclasses import dataclass

from poker.formatting import money
from promotions.funds import funds_of
from promotions.hours_log import load_hours
from promotions.hours_statement import balances, liability
from promotions.rules.fund_decide import UNDECIDED
from promotions.rules.fund_state import FundState
from staff.models import Room


@dataclass(frozen=True, slots=True)
class Debt:
    """Something that the room owes, and the next step."""

    title: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.title}: {self.remedy}"


def room_debts(room: Room) -> Iterator[Debt]:
    """Yield everything that a room owes: claims, shares and money of its funds, drawings, hours."""
    for _, state in funds_of(room):
        if state.status == "open":
            yield from _debts_of_fund(state)
    yield from _debts_in_hours(room)


def _debts_of_fund(state: FundState) -> Iterator[Debt]:
    undecided = sum(hit.status in UNDECIDED for hit in state.hits)
    if undecided:
        title = f"{state.title} has {undecided} undecided claim{'' if undecided == 1 else 's'}"
        yield Debt(title, "verify or refuse.")
    if state.due:
        yield Debt(f"{state.title} has {money(state.due)} in shares to pay", "pay the players.")
    if state.held:
        title = f"{state.title} holds {money(state.held)}"
        yield Debt(title, "release the shares, or send them to a stated receiver.")
    left = state.inside - state.due - state.held
    if left:
        title = f"{state.title} has {money(left)} of players' money"
        yield Debt(title, "transfer it with a reason and a second manager.")
    if state.owed:
        title = f"the house owes {state.title} {money(state.owed)}"
        yield Debt(title, "count and deposit the difference.")
    if not (undecided or state.inside or state.owed):
        yield Debt(f"{state.title} is empty and open", "close the fund.")


def _debts_in_hours(room: Room) -> Iterator[Debt]:
    for drawing in load_hours(room.pk).drawings:
        if drawing.stage in ("announced", "closed"):
            yield Debt(f"the drawing {drawing.title} isn't drawn", "draw or cancel it.")
    owed = liability(balances(room.pk).values())
    if owed.minutes:
        title = f"players have {owed.minutes} unredeemed minutes"
        yield Debt(title, "announce the last day, and redeem them.")
