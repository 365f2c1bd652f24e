"""The steps of a remedy as text, with stub and burns after each. Only changed counts are highlighted."""

from collections.abc import Sequence
from dataclasses import dataclass

from floor_ui.messages import LATER
from poker.cards import DECK_SIZE
from poker.formatting import as_sentence, money, money_or_blank, seats_said, street_word, the_street
from poker.irregularities.propose import PreviewRow
from poker.json_types import JsonObject
from poker.ledger import Ledger
from poker.state import Table
from web.messages.facts import spoken

BOARD = {
    "flop": "Flop: three cards",
    "turn": "Turn: the next card",
    "river": "River: the next card",
}
PILES = (
    ("burns", "burns"),
    ("board", "board"),
    ("aside", "set aside"),
    ("out", "out of play"),
    ("drawn", "drawn"),
    ("earlier", "earlier discards"),
    ("lost", "not found"),
    ("stub", "stub"),
)


@dataclass(frozen=True)
class RemedyRow:
    # The number of the ruling's step, as counted on the tablet; 0 for the current state, rounds and
    # streets.
    number: int
    text: str
    note: str
    burns: int
    stub: int
    burns_bright: bool  # the count differs from the row above
    stub_bright: bool  # the count differs from the row above


def steps(
    lines: Sequence[PreviewRow],
    table: Table,
    facts: JsonObject,
    first_label: str = "As it is now",
) -> tuple[RemedyRow, ...]:
    """Return every row. table: before the ruling; first_label: of the first row."""
    remedy_rows: list[RemedyRow] = []
    number = 0
    for i, line in enumerate(lines):
        before = lines[i - 1] if i else None
        number += line.kind == "step"
        ledger = line.ledger
        then = before.ledger if before else line.ledger
        remedy_rows.append(
            RemedyRow(
                number=number if line.kind == "step" else 0,
                text=first_label if line.kind == "lies" else _row_text(line, before, table, facts),
                note=_note(line),
                burns=ledger.burns,
                stub=ledger.stub,
                burns_bright=ledger.burns != then.burns,
                stub_bright=ledger.stub != then.stub,
            )
        )
    return tuple(remedy_rows)


def _note(line: PreviewRow) -> str:
    """Return when a later step is due. The draws before it are unknown."""
    when = LATER.get(line.when, "")
    return f"{when}; the stub drops by what they draw" if line.when == "drawn" else when


def _row_text(line: PreviewRow, before: PreviewRow | None, table: Table, facts: JsonObject) -> str:
    match line.kind:
        case "step":
            return spoken(line.say)
        case "bet":
            return _bet_text(line.street, table, facts)
        case "burn":
            return "Burn one"
        case "street":
            return _street(line, before)
        case _:
            return as_sentence(line.kind.replace("_", " "))


def _street(line: PreviewRow, before: PreviewRow | None) -> str:
    burned = before is not None and before.kind == "burn" and before.street == line.street
    text = BOARD.get(line.street)
    if text is None:
        return as_sentence(
            f"{street_word(line.street)}: {line.cards} {'card' if line.cards == 1 else 'cards'}"
        )
    return text if burned else f"{text.partition(':')[0]}, no burn"


def _bet_text(street: str, table: Table, facts: JsonObject) -> str:
    """Return the round in progress and who acts first, or the name of a later round."""
    hand = table.hand
    if hand is None or table.game.streets[hand.street].name != street:
        return f"Bet {_round_name(street)}"
    waiting = facts.get("pending")
    if not waiting:
        return f"Finish {_round_name(street)}"
    if len(waiting) > 1 or table.tracking != "actions":
        return f"{as_sentence(seats_said(waiting))} act. Finish {_round_name(street)}"
    return f"Seat {waiting[0]} acts{_options_text(table, waiting[0], facts)}. Finish {_round_name(street)}"


def _round_name(street: str) -> str:
    """Return the betting round, such as "the flop" or "the betting before the flop"."""
    word = street_word(street)
    return f"the betting {word}" if word.startswith("before") else the_street(street)


def _options_text(table: Table, seat: int, facts: JsonObject) -> str:
    """Return the seat's options, such as ": fold, call $4 or raise to $8"; "" if the log cannot determine them."""
    hand = table.hand
    place = hand.index(seat) if hand else -1
    if hand is None or place < 0:
        return ""
    owed = hand.round.level - hand.parts[place].committed
    least = facts.get("min_raise") if facts.get("due") == seat else None
    more = "" if facts.get("capped") else f" or raise to {money(least)}" if least else " or raise"
    return (
        f": fold, call {money(owed)}{more}" if owed > 0 else f": check{' or bet' if more else ''}"
    )


def closing(lines: Sequence[PreviewRow], deck: int) -> str:
    """Return the count of all cards after the last step, such as "18 dealt + 3 burns + 5 board + 26 stub = 52".

    Returns "" if the sum is not the deck.
    """
    if not lines:
        return ""
    pile = lines[-1].ledger
    dealt = pile.hands + pile.muck
    parts = [f"{dealt} dealt"] + [
        f"{count} {'burn' if (name, count) == ('burns', 1) else text}"
        for name, text in PILES
        if (count := getattr(pile, name))
    ]
    return f"{' + '.join(parts)} = {deck}" if adds_up(pile, deck) else ""


def deck_of(table: Table) -> int:
    return table.game.deck if table.stakes else DECK_SIZE


def adds_up(pile: Ledger, deck: int) -> bool:
    """Return whether every card of the deck is accounted for (S-019)."""
    return pile.total() == deck


def count_steps(lines: Sequence[PreviewRow]) -> int:
    """Return how many steps the dealer gets, without the rounds, burns and streets between them."""
    return sum(1 for line in lines if line.kind == "step")


def stub_series(lines: Sequence[PreviewRow]) -> str:
    """Return the stub after each step under another setting, such as "28, 29, 28"."""
    stubs = [line.ledger.stub for line in lines]
    changed = [stub for i, stub in enumerate(stubs) if not i or stub != stubs[i - 1]]
    return ", ".join(str(stub) for stub in changed)


def pot_text(table: Table) -> str:
    """Return the pot to be held, such as "$54", or "pot" if it was not counted."""
    return money_or_blank(table.pot) or "pot"
