"""The lines of a remedy in words, with stub and burns after each: bright only where a count changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from floor_ui.words import LATER
from poker.cards import DECK_SIZE
from poker.irregular.propose import Line
from poker.ledger import Ledger
from poker.state import Table
from rulings.wording.facts import spoken
from rulings.wording.sayings import counted, money, seats_said, sentence, street_word, the_street

BOARD = {
    "flop": "Flop: three cards",
    "turn": "Turn: the next card",
    "river": "River: the next card",
}
PILES = (
    ("burns", "burns"),
    ("board", "board"),
    ("aside", "aside"),
    ("out", "out"),
    ("drawn", "drawn"),
    ("earlier", "earlier discards"),
    ("lost", "not found"),
    ("stub", "stub"),
)


@dataclass(frozen=True)
class Step:
    """One line. number: of a step of the ruling, as the tablet counts it; 0 for how it lies, for rounds and streets
    between; bright: that this count is another than before.
    """

    number: int
    say: str
    note: str
    burns: int
    stub: int
    burns_bright: bool
    stub_bright: bool


def steps(
    lines: Sequence[Line], table: Table, facts: Mapping[str, Any], lies: str = "As it lies now"
) -> tuple[Step, ...]:
    """Every line; `table` is as the ruling finds it, `lies` what the first line is called."""
    made: list[Step] = []
    number = 0
    for i, line in enumerate(lines):
        before = lines[i - 1] if i else None
        number += line.kind == "step"
        here, then = line.ledger, before.ledger if before else line.ledger
        made.append(
            Step(
                number=number if line.kind == "step" else 0,
                say=lies if line.kind == "lies" else _say(line, before, table, facts),
                note=_note(line),
                burns=here.burns,
                stub=here.stub,
                burns_bright=here.burns != then.burns,
                stub_bright=here.stub != then.stub,
            )
        )
    return tuple(made)


def _note(line: Line) -> str:
    """When it is done, where that is later; nobody knows yet what others draw till then."""
    when = LATER.get(line.when, "")
    return f"{when}; the stub less what they draw" if line.when == "drawn" else when


def _say(line: Line, before: Line | None, table: Table, facts: Mapping[str, Any]) -> str:
    match line.kind:
        case "step":
            return spoken(line.say)
        case "bet":
            return _bet(line.street, table, facts)
        case "burn":
            return "Burn one"
        case "street":
            return _street(line, before)
        case _:
            return sentence(line.kind.replace("_", " "))


def _street(line: Line, before: Line | None) -> str:
    burned = before is not None and before.kind == "burn" and before.street == line.street
    said = BOARD.get(line.street)
    if said is None:
        return sentence(
            f"{street_word(line.street)}: {line.cards} {'card' if line.cards == 1 else 'cards'}"
        )
    return said if burned else f"{said.partition(':')[0]}, without a burn"


def _bet(street: str, table: Table, facts: Mapping[str, Any]) -> str:
    """The round that is going on, with who acts first; a later one by its name."""
    hand = table.hand
    if hand is None or table.game.streets[hand.street].name != street:
        return f"Bet {_round(street)}"
    waiting = facts.get("pending")
    if not waiting:
        return f"Finish {_round(street)}"
    if len(waiting) > 1 or table.tracking != "actions":
        return f"{sentence(seats_said(waiting))} act. Finish {_round(street)}"
    return f"Seat {waiting[0]} acts{_may(table, waiting[0], facts)}. Finish {_round(street)}"


def _round(street: str) -> str:
    """ "the flop", "the betting before the flop"."""
    word = street_word(street)
    return f"the betting {word}" if word.startswith("before") else the_street(street)


def _may(table: Table, seat: int, facts: Mapping[str, Any]) -> str:
    """ ": fold, call $4 or raise to $8", where the log knows it of this seat."""
    hand = table.hand
    i = hand.index(seat) if hand else -1
    if hand is None or i < 0:
        return ""
    owed = hand.round.level - hand.parts[i].committed
    least = facts.get("min_raise") if facts.get("due") == seat else None
    more = "" if facts.get("capped") else f" or raise to {money(least)}" if least else " or raise"
    return (
        f": fold, call {money(owed)}{more}" if owed > 0 else f": check{' or bet' if more else ''}"
    )


def closing(lines: Sequence[Line], deck: int) -> str:
    """ "18 dealt + 3 burns + 5 board + 26 stub = 52" after the last line; "" where it does not add up."""
    if not lines:
        return ""
    pile = lines[-1].ledger
    dealt = pile.hands + pile.muck
    parts = [f"{dealt} dealt"] + [
        f"{count} {'burn' if (name, count) == ('burns', 1) else words}"
        for name, words in PILES
        if (count := getattr(pile, name))
    ]
    return f"{' + '.join(parts)} = {deck}" if adds_up(pile, deck) else ""


def deck_of(table: Table) -> int:
    """How many cards are in play."""
    return table.game.deck if table.stakes else DECK_SIZE


def adds_up(pile: Ledger, deck: int) -> bool:
    """Whether every card of the deck is somewhere (S-019)."""
    return pile.total() == deck


def numbered(lines: Sequence[Line]) -> int:
    """How many steps the dealer gets; rounds, burns and streets between them are not the ruling's."""
    return sum(1 for line in lines if line.kind == "step")


def series(lines: Sequence[Line]) -> str:
    """How the stub goes under another setting: "28, 29, 28"."""
    stubs = [line.ledger.stub for line in lines]
    changed = [stub for i, stub in enumerate(stubs) if not i or stub != stubs[i - 1]]
    return ", ".join(str(stub) for stub in changed)


def pot_said(table: Table) -> str:
    """The pot that would be held: "$54", "the pot" where nobody counted it."""
    return counted(table.pot) or "pot"
