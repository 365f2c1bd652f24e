"""The kinds of steps in a supervisor's own remedy, with typed arguments."""

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
BOARDS = (("0", "the upper board"), ("1", "the lower board"))  # of a hand with two
ACTS = ("check", "call", "fold", "raise")


class StepArgument(msgspec.Struct, frozen=True):
    name: str
    words: str
    # One of seat, int, money, card, cards, choice, street and acts.
    type: Literal["seat", "int", "money", "card", "cards", "choice", "street", "acts"]
    options: tuple[tuple[str, str], ...] = ()
    needed: bool = True  # whether the step requires it


class StepKind(msgspec.Struct, frozen=True):
    key: str
    words: str
    say: str  # default text for the dealer
    args: tuple[StepArgument, ...] = ()
    waits: bool = False  # whether it may wait for a street
    fixed: str = ""


SEAT = StepArgument("seat", "Seat", "seat")
KINDS = (
    StepKind("words", "Instruction only", "", waits=True),
    StepKind("misdeal", "Misdeal", "Misdeal. Chips back, same button.", fixed="confirmed=true"),
    StepKind("kill_hand", "Kill a hand", "Kill seat {seat}'s hand.", (SEAT,)),
    StepKind("restore_hand", "Restore a hand", "Seat {seat}'s hand is live again.", (SEAT,)),
    StepKind(
        "move_cards",
        "Move cards",
        "Move {count} from {source} to {target}.",
        (
            StepArgument("source", "From", "choice", PILES),
            StepArgument("target", "To", "choice", PILES),
            StepArgument("count", "How many", "int"),
            StepArgument("cards", "Which (Jh)", "cards", needed=False),
            StepArgument("seat", "Whose hand", "seat", needed=False),
            StepArgument("board", "Of two boards", "choice", BOARDS, needed=False),
        ),
        waits=True,
    ),
    StepKind("reshuffle", "Reshuffle the stub", "Shuffle and cut the stub.", waits=True),
    StepKind(
        "waive_burn",
        "No burn on a street",
        "No burn on the {street}.",
        (
            StepArgument("street", "Street", "street"),
            StepArgument("board", "Of two boards", "choice", BOARDS, needed=False),
        ),
        waits=True,
    ),
    StepKind(
        "top_card",
        "Known card is the next burn",
        "The next burn is {card}.",
        (StepArgument("card", "Card", "card"),),
        waits=True,
    ),
    StepKind(
        "serve",
        "Deal a card from the stub",
        "Deal {count} to seat {seat}.",
        (SEAT, StepArgument("count", "How many", "int")),
        waits=True,
    ),
    StepKind(
        "recount",
        "Recount",
        "Stub {stub}, burns {burns}.",
        (StepArgument("stub", "Stub", "int"), StepArgument("burns", "Burns", "int")),
        waits=True,
    ),
    StepKind(
        "return_chips",
        "Return chips",
        "{amount} back to seat {seat}.",
        (
            SEAT,
            StepArgument("amount", "How much", "money"),
            StepArgument("of", "From", "choice", (("bet", "its bet"), ("pot", "the pot"))),
        ),
    ),
    StepKind(
        "refund",
        "Refund everything a seat put in",
        "Return everything seat {seat} put in.",
        (SEAT,),
    ),
    StepKind("refund_ante", "Refund an ante", "Return seat {seat}'s ante.", (SEAT,)),
    StepKind(
        "return_inferred",
        "Take back an inferred call",
        "Seat {seat} did not call: take its inferred call out of the pot.",
        (SEAT,),
    ),
    StepKind(
        "pass_bring_in",
        "Pass the bring-in on",
        "Return seat {seat}'s bring-in; the next seat in rank brings it in.",
        (SEAT,),
    ),
    StepKind(
        "offer_all_in",
        "Let a seat be all-in for the pot",
        "Ask seat {seat} before any bet: all-in for the pot, or play on.",
        (SEAT,),
    ),
    StepKind(
        "collect_chips",
        "Collect chips",
        "Seat {seat} pays {amount}.",
        (
            SEAT,
            StepArgument("amount", "How much", "money"),
            StepArgument(
                "dead", "Where", "choice", (("false", "its bet"), ("true", "dead, center"))
            ),
        ),
    ),
    StepKind(
        "correct_bet", "Correct the bet", "The bet is {to}.", (StepArgument("to", "Bet", "money"),)
    ),
    StepKind(
        "bind",
        "Bind an out-of-turn action",
        "Seat {seat} must {what}.",
        (
            SEAT,
            StepArgument(
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
            StepArgument("to", "Amount", "money", needed=False),
        ),
    ),
    StepKind(
        "limit_acts",
        "Restrict a seat",
        "Seat {seat}: {acts} only.",
        (SEAT, StepArgument("acts", "To", "acts", tuple((act, act) for act in ACTS))),
    ),
    StepKind("void_hand", "Void the hand", "Hand void. All chips back."),
    StepKind(
        "set_kill",
        "Set the kill",
        "Next hand {on}.",
        (
            StepArgument("on", "Kill", "choice", (("true", "kill pot"), ("false", "no kill pot"))),
            StepArgument("seat", "Killer", "seat", needed=False),
        ),
    ),
)
BY_KEY = {kind.key: kind for kind in KINDS}
