"""The kinds of steps of which a supervisor composes a remedy, each with its arguments by type."""

from typing import Literal

import msgspec

PILES = (
    ("stub", "the stub"),
    ("burns", "the burns"),
    ("board", "the board"),
    ("hand", "a hand"),
    ("muck", "the muck"),
    ("aside", "set aside"),
    ("out", "out of play"),
)
ACTS = ("check", "call", "fold", "raise")


class Arg(msgspec.Struct, frozen=True):
    """An argument of a step. type: seat, int, money, card, cards, choice, acts; needed: a step without it is none."""

    name: str
    words: str
    type: Literal["seat", "int", "money", "card", "cards", "choice", "street", "acts"]
    options: tuple[tuple[str, str], ...] = ()
    needed: bool = True


class Kind(msgspec.Struct, frozen=True):
    """A kind of step. say: the dealer's words when nobody writes others; pile: it may wait for a street."""

    key: str
    words: str
    say: str
    args: tuple[Arg, ...] = ()
    waits: bool = False
    fixed: str = ""


SEAT = Arg("seat", "Seat", "seat")
KINDS = (
    Kind("words", "Words only", "", waits=True),
    Kind("misdeal", "Misdeal", "Misdeal. Chips back, the same button.", fixed="confirmed=true"),
    Kind("kill_hand", "Kill a hand", "Kill the hand of seat {seat}.", (SEAT,)),
    Kind("restore_hand", "Restore a hand", "The hand of seat {seat} lives again.", (SEAT,)),
    Kind(
        "move_cards",
        "Move cards",
        "Move {count} from {source} to {target}.",
        (
            Arg("source", "From", "choice", PILES),
            Arg("target", "To", "choice", PILES),
            Arg("count", "How many", "int"),
            Arg("cards", "Which (Jh)", "cards", needed=False),
            Arg("seat", "Seat of a hand", "seat", needed=False),
        ),
        waits=True,
    ),
    Kind("reshuffle", "Reshuffle the stub", "Shuffle the stub, cut.", waits=True),
    Kind(
        "waive_burn",
        "No burn on a street",
        "No burn on the {street}.",
        (Arg("street", "Street", "street"),),
        waits=True,
    ),
    Kind(
        "top_card",
        "Known card is the next burn",
        "The next burn is {card}.",
        (Arg("card", "Card", "card"),),
        waits=True,
    ),
    Kind(
        "serve",
        "Card from the stub to a seat",
        "Deal {count} to seat {seat}.",
        (SEAT, Arg("count", "How many", "int")),
        waits=True,
    ),
    Kind(
        "recount",
        "Counted anew",
        "Stub {stub}, burns {burns}.",
        (Arg("stub", "Stub", "int"), Arg("burns", "Burns", "int")),
        waits=True,
    ),
    Kind(
        "return_chips",
        "Return chips",
        "{amount} back to seat {seat}.",
        (
            SEAT,
            Arg("amount", "How much", "money"),
            Arg("of", "From", "choice", (("bet", "its bet"), ("pot", "the pot"))),
        ),
    ),
    Kind("refund", "Refund all of a seat", "Everything of seat {seat} goes back.", (SEAT,)),
    Kind("refund_ante", "Refund an ante", "The ante of seat {seat} goes back.", (SEAT,)),
    Kind(
        "collect_chips",
        "Collect chips",
        "Seat {seat} pays {amount}.",
        (
            SEAT,
            Arg("amount", "How much", "money"),
            Arg("dead", "Where", "choice", (("false", "its bet"), ("true", "dead, centre"))),
        ),
    ),
    Kind("correct_bet", "Correct the bet", "The bet is {to}.", (Arg("to", "Bet", "money"),)),
    Kind(
        "bind",
        "Bind an early act",
        "Seat {seat} is bound to {what}.",
        (
            SEAT,
            Arg(
                "what",
                "To",
                "choice",
                (
                    ("call", "call"),
                    ("fold", "fold"),
                    ("check", "check"),
                    ("raise", "raise"),
                    ("bet", "bet"),
                ),
            ),
            Arg("to", "Amount", "money", needed=False),
        ),
    ),
    Kind(
        "limit_acts",
        "Limit a seat",
        "Seat {seat} may only {acts}.",
        (SEAT, Arg("acts", "To", "acts", tuple((act, act) for act in ACTS))),
    ),
    Kind("void_hand", "Void the hand", "The hand is void, all chips go back."),
    Kind(
        "set_kill",
        "Set the kill",
        "Next hand {on}.",
        (
            Arg("on", "Kill", "choice", (("true", "kill pot"), ("false", "no kill pot"))),
            Arg("seat", "Killer", "seat", needed=False),
        ),
    ),
)
BY_KEY = {kind.key: kind for kind in KINDS}
