"""The commands that a tablet may send, and those of them that only a supervisor may send."""

from collections.abc import Callable, Mapping

from poker import commands as c
from poker.commands import Command
from poker.decide.card_remedies import PILES
from poker.decide.chip_remedies import SETTLING
from poker.logs.codec import tag
from poker.view.model import TableView

_RULINGS: tuple[type[Command], ...] = (
    *PILES,
    *SETTLING,
    c.FloorSeen,
    c.FloorComing,
    c.FloorArrived,
    c.MakeRuling,
)
RULINGS = frozenset(tag(kind) for kind in _RULINGS)
SUPERVISED = frozenset({"change_plaque", "take_chips"})
# Pushes need the next dealer's badge and PIN; managers change rulebooks, and names and seat counts
# of tables; only a floor screen confirms that it shows a call. The parts of a ruling need a
# supervisor's badge and PIN (`rulings`). The floor and the desk lock up, draw and change seats, and
# pick up stacks.
SEAT_COMMANDS = frozenset(
    {"lock_seat", "unlock_seat", "draw_seats", "change_seat", "pick_up_stack"}
)
PUSH = "push"  # a push from a tablet without a network, with badge and PIN
ROOM_COMMANDS = frozenset(
    {
        "push_dealer",
        "change_rules",
        "confirm_delivery",
        "finish_hand",
        "fund_splash",
        "rename_table",
        "set_promotions",
        "set_seat_count",
        "set_table_event",
        "settle_claim",
        "withdraw_fund_splash",
    }
)
NOT_ON_TABLETS = frozenset({*ROOM_COMMANDS, *SEAT_COMMANDS, *RULINGS})


def badge_key(badge: str) -> str:
    """Return the actor recorded for a tap until the room has checked the PIN of its dealer's badge."""
    return f"badge.{badge}"


def has_unchecked_pin(dealer: str) -> bool:
    """Return whether the room had not yet checked the dealer's PIN when they tapped."""
    return dealer.startswith(badge_key(""))


def needs_supervisor(
    view: Callable[[], TableView],
    name: str,
    args: Mapping[str, object],
    *,
    dealers_seat: Callable[[], bool],
) -> bool:
    """Return whether only a supervisor may send this command.

    view: reads the table's public view; dealers_seat: returns whether the room lets dealers seat players.

    They are: other stakes, moving a button that is in play, the piles for a deck that runs out on a draw if a
    supervisor must confirm them (H-45), removing chips from play (S-009), a buy-in of a house transfer (S-003), and
    letting an irregular amount stand.
    """
    match name:
        case "seat_player":
            return bool(args.get("reason")) or not dealers_seat()
        case "set_button":  # the first button of a table is placed by its dealer, or drawn (S-048)
            return view().hand.stage != "button"
        case "rebuild_deck":
            draw = view().draw
            return draw is not None and draw.plan is not None and draw.plan.supervisor
    lets_stand = name in ("act", "correct_act") and args.get("stood") is True
    return name in SUPERVISED or lets_stand
