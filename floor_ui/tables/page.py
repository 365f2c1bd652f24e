"""The page of a table: its plaque, seats, history, and the available actions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import uuid4

from absences.away_players import players_away
from floor_ui.tables.act_permissions import ACTS
from floor_ui.tables.buy_in import REASONS
from floor_ui.tables.history import HistoryRow, history
from floor_ui.tables.table_list import is_short, moment
from lineup.eligible_staff import eligible_dealers
from lineup.sign_offs import room_sign_offs
from poker import codec
from poker.formatting import money
from poker.game_name import game_name
from poker.stakes import Stakes
from poker.view.model import SeatView
from staff.models import Staff
from staff.permissions import may
from tables.game_keys import waitlist_key_of
from tables.hand_kind_names import kinds_text
from tables.models import Plaque, Table
from waitlist.actions import load_waitlists
from waitlist.exclusions import refused_occupants
from waitlist.rules.state import WaitlistEntry, Waitlists
from waitlist.seat_availability import SeatReservation, reserved_seats, waitlist_reservations
from waitlist.seat_undo import SeatAction, last_seat_action
from waitlist.undo import UNDO_TIME
from web.printing.plaque import plaque_text
from web.templatetags.times import time_of

MISSED = {"small": "Missed small blind", "both": "Missed both blinds"}
ENTRY = {
    "wait": "Waits for the big blind",
    "post": "Posts next hand",
    "after_button": "Waits for the button",
}
STATES = {"in": "In the hand", "folded": "Folded", "dead": "Dead hand"}
CLOSE_REASONS = ("Game broke", "Room closing", "Table moved", "Short of dealers")
FINISH_REASONS = ("Tablet dead", "No network", "Tablet removed")
RESERVATION_LABELS = {"called": "Called", "held": "Held", "locked": "Locked up"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMark:
    text: str
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    number: int
    name: str
    chips: str
    marks: tuple[SeatMark, ...] = ()
    may_leave: bool = False  # the player is not in the hand in progress
    may_sit_out: bool = False  # the player is not away
    may_pick_up: bool = False  # the player is absent and not in the hand in progress
    reservation: SeatReservation | None = None  # of an empty seat
    until: datetime | None = None  # when the reservation ends, or when the player's absence began

    @property
    def reservation_label(self) -> str:
        """Return the kind of reservation: called, held or locked up."""
        return RESERVATION_LABELS[self.reservation.kind] if self.reservation else ""

    @property
    def is_open(self) -> bool:
        """Return whether any player can be seated there."""
        return not self.name and self.reservation is None

    @property
    def locked(self) -> bool:
        return self.reservation is not None and self.reservation.kind == "locked"


class TablePage:
    """A table at one moment, for a staff member."""

    def __init__(self, table: Table, staff: Staff, now: datetime) -> None:
        self.table = table
        self.staff = staff
        self.now = now
        self.view = table.view
        self.lists: Waitlists = load_waitlists(table.room_id)
        reserved = reserved_seats(table.name, self.view.seats, waitlist_reservations(self.lists))
        self._refused = refused_occupants(self.view.seats, now)
        away = players_away(table.room_id, now)
        self._absent = {player.seat: player for player in away if player.table.pk == table.pk}
        self.seats = [self._seat_row(seat, reserved.get(seat.seat)) for seat in self.view.seats]

    @property
    def command_id(self) -> str:
        """Return a new command id per form, so that a form sent twice is executed once."""
        return str(uuid4())

    @property
    def transfer_reasons(self) -> list[tuple[str, str]]:
        return list(REASONS.items())

    @property
    def allowed_actions(self) -> dict[str, bool]:
        return {act: may(self.staff, permission) for act, permission in ACTS.items()}

    @property
    def is_open(self) -> bool:
        return bool(self.view.table.open)

    @property
    def playing(self) -> bool:
        return bool(self.view.hand.started)

    @property
    def hand_kinds(self) -> str:
        """What sets the current or next hand apart, such as "Bomb pot $10"; "" for an ordinary hand."""
        return kinds_text(self.view.hand.kinds or ())

    @property
    def hand(self) -> int:
        """Return the number of the current or next hand."""
        return int(self.view.hand.number)

    @property
    def since(self) -> datetime | None:
        """Return when the table was opened or closed."""
        return moment(self.view.table.since)

    @property
    def close_reason(self) -> str:
        return str(self.view.table.why)

    @property
    def dealer(self) -> str:
        return self.view.dealer.name if self.view.dealer else ""

    @property
    def dealt_since(self) -> datetime | None:
        """Return when the dealer sat down in the box."""
        return moment(self.view.dealer.since) if self.view.dealer else None

    @property
    def taken(self) -> int:
        return sum(1 for seat in self.seats if seat.name)

    @property
    def is_short(self) -> bool:
        return is_short(self.is_open, self.taken, len(self.seats))

    @property
    def open_seats(self) -> list[SeatRow]:
        """Return the seats open to any player, even at a closed table."""
        return [seat for seat in self.seats if seat.is_open]

    @property
    def taken_seats(self) -> list[SeatRow]:
        return [seat for seat in self.seats if seat.name]

    @cached_property
    def undo(self) -> SeatAction | None:
        """Return the viewer's last seating or leaving that can be undone."""
        if not may(self.staff, ACTS["undo"]):
            return None
        return last_seat_action(self.table, self.staff.key, self.now)

    @property
    def undo_until(self) -> datetime | None:
        """Return when that undo expires."""
        return self.undo.at + UNDO_TIME if self.undo else None

    @property
    def seats_in(self) -> list[SeatRow]:
        seats_in = {seat.seat for seat in self.view.seats if seat.state == "in"}
        return [seat for seat in self.seats if self.playing and seat.number in seats_in]

    @property
    def finish_reasons(self) -> tuple[str, ...]:
        """Return the usual reasons for ending a hand without its tablet."""
        return FINISH_REASONS

    @property
    def flop_unknown(self) -> bool:
        """Return whether the log has no flop, at a house that takes rake only after a flop."""
        state = codec.decode_state(bytes(self.table.stream.state))
        if state.hand is None or state.hand.street > 0:
            return False
        return state.plaque.rake.no_flop_no_drop

    @property
    def next_dealers(self) -> list[tuple[str, str]]:
        """Return staff who can be pushed in here: key, and alias with missing sign-offs."""
        sign_offs = room_sign_offs(self.table.room_id)
        dealers = [
            dealer for dealer in eligible_dealers(self.table.room_id) if dealer.alias != self.dealer
        ]
        warnings = {
            dealer.key: sign_offs.warning(dealer.key, self.table.name) for dealer in dealers
        }
        return [
            (dealer.key, ", ".join(filter(None, (dealer.alias, warnings[dealer.key]))))
            for dealer in dealers
        ]

    @property
    def has_button(self) -> bool:
        """Return whether the players drew for the button."""
        return any(seat.button for seat in self.view.seats)

    @cached_property
    def stakes(self) -> Stakes | None:
        """Return the stakes of an open table, or of the plaque that a closed table will open with."""
        state = codec.decode_state(bytes(self.table.stream.state))
        if state.is_open:
            return state.stakes
        return self.table.plaque.to_stakes() if self.table.plaque else None

    @property
    def plaque_lines(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return the four facts of the plaque (S-005) and its buy-in (S-007) as label and lines; empty without a
        plaque.
        """
        if self.stakes is None:
            return []
        plaque = plaque_text(self.stakes)
        return [
            ("Game", (plaque.game, plaque.turns) if plaque.turns else (plaque.game,)),
            ("Limit", plaque.limit),
            ("Forced bets", plaque.forced),
            ("Collection", plaque.charge),
            ("Buy-in", (plaque.buy_in,)),
        ]

    @property
    def game(self) -> str:
        """Return the current game, or the plaque's name at a closed table."""
        if self.is_open and self.view.game:
            return game_name(self.view.game)
        return self.table.plaque.name if self.table.plaque else ""

    @property
    def next_game(self) -> str:
        """Return the game of a plaque posted during this hand."""
        coming = self.view.next_game
        return game_name(coming) if coming else ""

    @property
    def close_reasons(self) -> tuple[str, ...]:
        return CLOSE_REASONS

    @property
    def plaques(self) -> list[str]:
        return list(Plaque.objects.order_by("name").values_list("name", flat=True).distinct())

    @property
    def waitlists(self) -> list[tuple[str, list[tuple[WaitlistEntry, bool]]]]:
        """Return the waitlist entries of this game by waitlist, each marked if proposed for a seat draw.

        Players who are present are proposed while there are open seats.
        """
        key = waitlist_key_of(self.table)
        open_count = len(self.open_seats)
        results = []
        for waitlist in self.lists.lists:
            if (
                not key
                or waitlist.key != key
                or waitlist.kind not in ("game", "interest")
                or not waitlist.entries
            ):
                continue
            names = []
            for entry in waitlist.entries:
                proposed = entry.here and open_count > 0
                open_count -= proposed
                names.append((entry, proposed))
            results.append((waitlist.title, names))
        return results

    @property
    def history(self) -> list[HistoryRow]:
        """Return the log entries about this table's seats, button and plaque, newest first."""
        return history(self.table)

    def _seat_row(self, seat: SeatView, reservation: SeatReservation | None) -> SeatRow:
        chips = "" if seat.stack is None else money(seat.stack)
        return SeatRow(
            number=seat.seat,
            may_leave=bool(seat.player) and not (self.playing and seat.state == "in"),
            may_sit_out=bool(seat.player)
            and not (seat.away or seat.absent is True)
            and self.is_open,
            may_pick_up=bool(seat.player)
            and seat.away
            and not (self.playing and seat.state == "in"),
            name=seat.name,
            chips=chips,
            marks=tuple(self._marks(seat)) if seat.player else (),
            reservation=reservation,
            until=moment(reservation.until) if reservation else None,
        )

    def _marks(self, seat: SeatView) -> Iterator[SeatMark]:
        if standing := self._refused.get(seat.seat):
            yield SeatMark(text=f"Can't play: {standing.sentence}", icon="warn", tone="coral")
        if seat.button:
            yield SeatMark(text="Button")
        if self.playing and seat.state in STATES:
            yield SeatMark(text=STATES[seat.state])
        if seat.away:
            yield SeatMark(text=self._away(seat), icon="clock", tone="amber")
        yield from self._event_marks(seat)
        if missed := MISSED.get(seat.missed):
            yield SeatMark(text=missed, icon="warn", tone="amber")
        if entry := ENTRY.get(seat.entry):
            yield SeatMark(text=entry)
        elif seat.new:
            yield SeatMark(text="New: must post or wait")

    def _event_marks(self, seat: SeatView) -> Iterator[SeatMark]:
        """Yield the marks of a player of a tournament who is not at the table."""
        event = self.view.event
        if event is None:
            return
        if seat.absent is True:
            yield SeatMark(text="Away, blinded off", icon="clock", tone="amber")
        if left := event.hands_left(seat.seat):
            yield SeatMark(text=f"Penalty, {left} hand{'' if left == 1 else 's'}", icon="clock")

    def _away(self, seat: SeatView) -> str:
        player = self._absent.get(seat.seat)
        if player is None:
            return "Away"
        minutes = f"Away {player.standing.minutes} min"
        if player.standing.is_over:
            return f"{minutes}, over: {player.limit}"
        return f"{minutes}, limit {time_of(player.due)}" if player.due else minutes
