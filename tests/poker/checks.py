"""What holds at every table after every command: cards, burns, the view, no hidden information in it."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from poker import events as e
from poker.cards import DECK_SIZE, UNKNOWN
from poker.codec import decode_state, encode_state
from poker.decide.street import dealt_each
from poker.evolve import evolve
from poker.games import Street
from poker.state import Table
from poker.step import step
from poker.timeline import build_timeline
from poker.view import view
from tests.support.random_tables import Room

STEPS = {"open_table", "draw_button", "wait_players", "deal", "answer", "opener", "street"} | {
    "bust",
    "hold",
    "run_out",
    "showdown",
    "award",
    "name_out",
    "name_in",
    "floor",
    "bring_in",
    "first",
    "brought_in",
    "corrected",
    "last_card",
    "shortage",
    "draw",
    "discard",
    "rebuild",
    "remedy",
    "claim",
}


def check_cards(before: Table, room: Room) -> None:
    """Check the deck after each event of the last command (S-019): every held card is in the ledger."""
    table = before
    for event in room.log[-1].events:
        table = evolve(table, event)
        if table.hand is not None:
            ledger = table.hand.ledger
            assert ledger.total() == table.game.deck
            holds = msgspec.structs.asdict(ledger)
            del holds["lost"]  # a count by hand may find more than there should be
            assert min(holds.values()) >= 0
    if table.hand is not None:
        held_cards = sum(part.cards for part in table.hand.live())
        assert held_cards - table.hand.unnamed * dealt_each(table) == table.hand.ledger.hands
        check_burns(table, room)


def check_burns(table: Table, room: Room) -> None:
    """Check one burn for each street with a burn (S-082, S-086, S-158), as the plan of a short deck has it
    (H-14, H-49).
    """
    assert table.hand is not None
    burns: Counter[str] = Counter()
    planned: dict[str, int] = {}
    streets = table.game.streets
    for event in (event for batch in build_timeline(room.log).standing for event in batch.events):
        match event:
            case e.HandStarted() | e.HandMisdealt():
                burns = Counter()
                planned = {}
            case e.CountsCorrected(again=True):
                del burns[streets[-1].name]
            case e.LastCardPlanned(plan=plan):
                planned[streets[-1].name] = sum(part.do == "burn" for part in plan.steps)
            case e.DeckRebuilt():
                planned[streets[table.hand.street].name] = -1  # H-49: from the rebuilt deck again
            case e.DrawOpened(street=street, unburned=True):
                planned[street] = -1  # its burn waits for a rebuilt deck, which may not be needed
            case e.CardBurned(street=street):
                burns[street] += 1
    compare_burns(table, table.hand.street, burns, planned)


def burns_due(table: Table, street: Street) -> int:
    """Return the burns of a street: before its cards, and before its draw if the house burns there (H-46, H-55).

    A board card that is not out, after a misdeal or because all but one folded in the draw, has none.
    """
    assert table.hand is not None
    streets = table.game.streets
    board = sum(earlier.board for earlier in streets[: streets.index(street) + 1])
    burns = street.burn + (street.house_burn if table.rules.courchevel_burn else 0)
    if street.draw:
        of_the_draw = street.burn if table.rules.draw_burn else 0
        return of_the_draw + (burns if street.board and table.hand.ledger.board >= board else 0)
    return 0 if street.board and table.hand.ledger.board < board else burns


def compare_burns(table: Table, street: int, burns: Counter[str], planned: dict[str, int]) -> None:
    """Compare burns street by street up to this one; -1 is any number."""
    streets = table.game.streets
    for passed_street in streets[: street + 1]:
        due = burns_due(table, passed_street)
        due = planned.get(passed_street.name, due)
        assert burns[passed_street.name] == due or due < 0, passed_street.name
    assert sum(burns.values()) <= 2 * len(streets)


def check_view(table: Table) -> None:
    """Check that state and view can be encoded, the step is known and no number is negative."""
    assert decode_state(encode_state(table)) == table
    assert step(table).kind in STEPS
    view_data = msgspec.json.decode(msgspec.json.encode(view(table)))
    assert view_data["step"]["kind"] in STEPS
    deck = view_data["game"]["deck"] if view_data["game"] else DECK_SIZE
    assert sum(view_data["ledger"].values()) == deck
    if table.hand is None:
        return
    for seat in view_data["seats"]:
        assert seat["stack"] is None or seat["stack"] >= 0
    cap = view_data["money"]["cap"]
    assert cap is None or view_data["money"]["bets"] <= cap
    assert all(part.total >= 0 and part.committed >= 0 for part in table.hand.parts)


FACE = re.compile("[2-9TJQKA][shdc]")
Faces = tuple[str, ...]


class FacesShown:
    """The cards face up according to the log: board, shown hands, stud's upcards."""

    def __init__(self) -> None:
        self.boards: list[Faces] = [()]
        self.shared = 0
        self.shown: dict[int, Faces] = {}
        self.up: dict[int, Faces] = {}

    def take(self, event: e.Event) -> None:
        """Take one event of the log, including undone ones: a face once entered may be known."""
        match event:
            case e.HandStarted() | e.HandMisdealt() | e.HandEnded():
                self.boards = [()] * (len(self.boards) if isinstance(event, e.HandMisdealt) else 1)
                self.shared = 0
                self.shown = {}
                self.up = {}
            case e.BombPotStarted(bomb=bomb):
                self.boards = [()] * bomb.boards
            case e.RunsChosen(runs=runs):
                self.shared = len(self.boards[0])
                self.boards = [self.boards[0]] * runs
            case e.BoardDealt(cards=cards, board=board):
                self.boards[board] += cards
            case e.CommonCardDealt():
                self.boards[0] += (UNKNOWN,)
            case e.CountsCorrected(again=True):
                self.boards = [()]
            case _:
                self.entered_faces(event)

    def entered_faces(self, event: e.Event) -> None:
        """Yield faces that were entered after their cards were dealt."""
        match event:
            case e.BoardShown(cards=cards, board=board):
                shared = cards[: self.shared]
                self.boards = [(*shared, *other[self.shared :]) for other in self.boards]
                self.boards[board] = cards
            case e.HandShown(seat=seat, cards=cards):
                self.shown[seat] = cards
            case e.UpcardsShown(seat=seat, cards=cards):
                self.up[seat] = cards

    def faces(self) -> set[str]:
        """Return all shown faces."""
        seats = [*self.shown.values(), *self.up.values()]
        return {card for cards in [*self.boards, *seats] for card in cards}


def check_nothing_hidden(room: Room) -> None:
    """Check that every face in the view was shown in this hand, at the same place."""
    turned = FacesShown()
    for event in (event for batch in room.log for event in batch.events):
        turned.take(event)
    view_data: Any = msgspec.json.decode(msgspec.json.encode(view(room.table)))
    boards = [view_data["board"]["cards"], *view_data["board"]["more"]]
    assert boards == [list(board) for board in turned.boards]
    for seat in view_data["seats"]:
        assert seat["shown"] == list(turned.shown.get(seat["seat"], ())), seat
    assert {token for token in strings_in(view_data) if FACE.fullmatch(token)} <= turned.faces()


def strings_in(value: Any) -> Iterator[str]:
    """Yield every string in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings_in(item)
