"""What a fund does with its splash pots after a command at a table, in the table's transaction.

A splash is due while it is announced, paid once it is in the pot of a hand, and returned if neither is so any longer.
An undone deal or a voided hand makes it due again, so that the next deal pays it once.
"""

from typing import Literal

from poker.events import (
    FundSplashAnnounced,
    FundSplashWithdrawn,
    HandVoided,
    SplashAdded,
    TableClosed,
    Undone,
)
from poker.promotion_terms import FundSplash
from poker.refusal import Refusal
from poker.state import Table
from promotions.at_tables import version_of
from promotions.funds import FUND
from promotions.rules import fund_commands as c
from promotions.rules.splashes import SplashStatus
from promotions.splash_pots import CLOSED, TAKEN_BACK
from tables.stored_commands import StoredAtTable

EVENTS = (
    FundSplashAnnounced,
    FundSplashWithdrawn,
    HandVoided,
    SplashAdded,
    TableClosed,
    Undone,
)
BACK = (HandVoided, Undone)  # what takes a splash out of a pot again
Place = Literal["", "announced", "pot"]


def follow_table(stored: StoredAtTable) -> None:
    """Pay, unpay or return the splash pots of promotions that a command moved.

    Raises `Refusal`: `splash_status` if the fund no longer has the splash, such as for an undone closing.
    """
    splashes = {
        splash.draw: splash
        for table in (stored.before, stored.state)
        for splash in (table.fund_splash, table.hand.fund_splash if table.hand else None)
        if splash is not None
    }
    for splash in splashes.values():
        _follow(stored, splash)


def _place(table: Table, splash: FundSplash) -> Place:
    if table.fund_splash is not None and table.fund_splash.draw == splash.draw:
        return "announced"
    in_pot = table.hand.fund_splash if table.hand else None
    return "pot" if in_pot is not None and in_pot.draw == splash.draw else ""


def _wanted(stored: StoredAtTable, splash: FundSplash) -> SplashStatus:
    """Return the status that the splash has with the table as it is now."""
    place = _place(stored.state, splash)
    if place:
        return "due" if place == "announced" else "paid"
    was_dealt = any(isinstance(event, SplashAdded) for event in stored.events)
    if was_dealt or _place(stored.before, splash) == "pot":
        return "paid"  # its hand ended
    return "returned"


def _follow(stored: StoredAtTable, splash: FundSplash) -> None:
    version = version_of(stored.room_id, splash.promotion)
    if version is None or version.promotion.fund_id is None:
        raise Refusal("no_promotion", "", key=splash.promotion)
    fund_id = version.promotion.fund_id
    drawn = FUND.lock_state(fund_id).splash(splash.draw)
    wanted = _wanted(stored, splash)
    if drawn is not None and drawn.status == wanted:
        return
    if wanted == "due" and not any(isinstance(event, BACK) for event in stored.events):
        status = drawn.status if drawn else "unknown"
        raise Refusal(
            "splash_status", "", number=splash.draw, table=stored.state.name, status=status
        )
    FUND.execute_inside_transaction(
        fund_id,
        _command(stored, splash, wanted),
        command_id=stored.command_id,
        actor=stored.actor,
        now=stored.now,
        part_of="table",
    )


def _command(stored: StoredAtTable, splash: FundSplash, wanted: SplashStatus) -> c.FundCommand:
    match wanted:
        case "paid":
            hand = stored.state.hand.number if stored.state.hand else stored.state.hands
            return c.PaySplash(splash.draw, hand)
        case "due":
            return c.UnpaySplash(splash.draw)
        case "returned":
            is_closed = not stored.state.is_open
            return c.ReturnSplash(splash.draw, CLOSED if is_closed else TAKEN_BACK)
