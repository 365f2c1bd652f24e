"""Apply events to the table state, one small function per event. Nothing is refused here."""

from msgspec.structs import replace

from poker import events as e
from poker.bomb_pots import posts_blinds
from poker.calls import Remedy
from poker.events import Event
from poker.evolve_bounty import (
    BOUNTY,
    after_hand,
    before_hand,
    moved_seat,
    under_plaque,
    without_seat,
)
from poker.evolve_floor import FLOOR_TABLE
from poker.evolve_hand import HAND, misdealt
from poker.evolve_promotions import PROMOTIONS
from poker.hand_kinds import EVENTS, with_kind
from poker.handlers import TableStep
from poker.ledger import Ledger
from poker.state import Dealer, Hand, HandResult, OpenDrop, Participant, QueuedPlaque, Seat, Table


def evolve(table: Table, event: Event) -> Table:
    """Return the table after `event`. Raises `KeyError` for an event type without a handler."""
    if type(event) in HAND:
        if table.hand is None:
            raise ValueError(f"{type(event).__name__} without a hand")
        return replace(table, hand=HAND[type(event)](table.hand, event))
    return TABLE[type(event)](table, event)


def change_seat(table: Table, number: int, **changes: object) -> Table:
    seats = list(table.seats)
    seats[number - 1] = replace(seats[number - 1], **changes)
    return replace(table, seats=tuple(seats))


def _created(table: Table, event: e.TableCreated) -> Table:
    seats = tuple(Seat(number) for number in range(1, event.seats + 1))
    return Table(name=event.name, seats=seats)


_FIRST_GAME: dict[str, object] = {
    "leg": 0,
    "leg_hands": 0,
    "leg_size": 0,
    "kill": False,
    "killer": 0,
    "bomb": None,
    "last_bomb": None,
    "kill_leg": 0,
}

_NO_STRADDLE: dict[str, object] = {"straddle": 0, "straddle_to": 0, "restraddles": ()}


def _renamed(table: Table, event: e.TableRenamed) -> Table:
    return replace(table, name=event.name)


def _player_renamed(table: Table, event: e.PlayerRenamed) -> Table:
    return replace(table, seats=tuple(_seat_renamed(seat, event) for seat in table.seats))


def _seat_renamed(seat: Seat, event: e.PlayerRenamed) -> Seat:
    if seat.player == event.player:
        return replace(seat, name=event.name)
    if seat.lock is not None and seat.lock.player == event.player:
        return replace(seat, lock=replace(seat.lock, name=event.name))
    return seat


def _seat_count_changed(table: Table, event: e.SeatCountChanged) -> Table:
    added = (Seat(number) for number in range(len(table.seats) + 1, event.seats + 1))
    seats = (*table.seats[: event.seats], *added)
    stays = all(seat <= event.seats for seat, _ in table.straddles)
    table = table if stays else replace(table, **_NO_STRADDLE)
    return replace(table, seats=seats, done=None)


def _opened(table: Table, event: e.TableOpened) -> Table:
    # A new game draws for the button again, and no one owes blinds from the last one (S-048).
    seats = tuple(
        replace(seat, missed="none", new=False, entry="", passed=False, no_button=False)
        for seat in table.seats
    )
    return replace(
        table,
        is_open=True,
        stakes=event.stakes,
        rules=event.rules,
        next_rules=None,
        tracking=event.tracking,
        seats=seats,
        button=0,
        small=0,
        big=0,
        done=None,
        since=event.at,
        why="",
        dealer=_new_down(table, replace(table.dealer, since=event.at)) if table.dealer else None,
        bounty=None,
        **_FIRST_GAME,
        leg_at=event.at,
        splash=0,
        last_splash=0,
        fund_splash=None,
    )


def _closed(table: Table, event: e.TableClosed) -> Table:
    shut = {"since": event.at, "why": event.reason, "bounty": None}
    return replace(
        table,
        is_open=False,
        button=0,
        small=0,
        big=0,
        bomb=None,
        splash=0,
        fund_splash=None,
        done=None,
        **_NO_STRADDLE,
        **shut,
    )


def _plaque_awaited(table: Table, event: e.PlaqueQueued) -> Table:
    # When rebuilt without the start of the hand, the change finds no hand and applies immediately.
    if table.hand is None:
        return _plaque_changed(table, e.PlaqueChanged(event.stakes, event.rules, event.at))
    return replace(table, next_plaque=QueuedPlaque(event.stakes, event.rules))


def _plaque_changed(table: Table, event: e.PlaqueChanged) -> Table:
    if table.hand is not None:
        return table  # the start of the hand already has it
    return replace(
        table,
        stakes=event.stakes,
        rules=event.rules,
        next_rules=None,
        next_plaque=None,
        done=None,
        bounty=under_plaque(table, event.stakes.bounty.kinds if event.stakes.bounty else ()),
        **_FIRST_GAME,
        leg_at=event.at,
        splash=table.splash if event.stakes.splash or table.fund_splash else 0,
        last_splash=0,
    )


def with_next_plaque(table: Table, now: int) -> Table:
    """Return the table with the plaque in force that waits for the next hand, if there is one."""
    coming = table.next_plaque
    if coming is None:
        return table
    event = e.PlaqueChanged(coming.stakes, coming.rules, now)
    return _plaque_changed(replace(table, hand=None), event)


def _rules_changed(table: Table, event: e.RulesChanged) -> Table:
    # When rebuilt without the preceding award, the change finds the hand, which keeps its own
    # stakes.
    if table.hand is not None:
        return replace(table, next_rules=event.rules)
    waiting = table.next_plaque and replace(table.next_plaque, rules=event.rules)
    return replace(table, rules=event.rules, next_rules=None, next_plaque=waiting)


def _game_changed(table: Table, event: e.GameChanged) -> Table:
    # A kill and the call for a bomb pot belong to their game.
    return replace(table, **_FIRST_GAME | {"leg": event.leg}, leg_at=event.at)


def _kill_changed(table: Table, event: e.KillChanged) -> Table:
    return replace(table, kill=event.on, killer=event.seat, kill_leg=event.leg)


def _tracking_changed(table: Table, event: e.TrackingChanged) -> Table:
    return replace(table, tracking=event.tracking)


def _button_placed(table: Table, event: e.ButtonDrawn | e.ButtonSet) -> Table:
    return replace(table, button=event.seat, fresh_button=True)


def _dealer_pushed(table: Table, event: e.DealerPushed) -> Table:
    return replace(table, dealer=_new_down(table, event.dealer))


def _new_down(table: Table, dealer: Dealer) -> Dealer:
    """Return a dealer at the start of their down."""
    return replace(dealer, before=table.hands, corrections=0)


def _seat_taken(table: Table, event: e.SeatTaken) -> Table:
    rake = table.stakes.rake if table.stakes and table.is_open else None
    spared = rake is not None and rake.kind == "time" and rake.spares_new
    seat = Seat(
        event.seat, event.player, event.name, stack=event.stack, new=event.new, spared=spared
    )
    seats = list(table.seats)
    seats[event.seat - 1] = seat
    return replace(table, seats=tuple(seats))


def _seats_drawn(table: Table, event: e.SeatsDrawn) -> Table:
    return table  # only a record of the draw; each player's `seat.taken` follows


def _seat_locked(table: Table, event: e.SeatLocked) -> Table:
    # When rebuilt without the preceding `seat.left`, the seat still has a player and is not
    # reserved.
    if table.seats[event.seat - 1].taken:
        return table
    return change_seat(table, event.seat, lock=event.lock)


def _seat_unlocked(table: Table, event: e.SeatUnlocked) -> Table:
    return change_seat(table, event.seat, lock=None)


def _seat_left(table: Table, event: e.SeatLeft) -> Table:
    if event.seat in dict(table.straddles):
        table = replace(table, **_NO_STRADDLE)
    seats = list(table.seats)
    seats[event.seat - 1] = Seat(event.seat)
    hand = table.hand
    if hand is not None:
        parts = tuple(replace(p, gone=True) if p.seat == event.seat else p for p in hand.parts)
        hand = replace(hand, parts=parts)
    # The limits of a kill stay; its blind belonged to the player, not to the seat.
    killer = 0 if table.killer == event.seat else table.killer
    leg = 0 if table.kill_leg == event.seat else table.kill_leg
    bounty = without_seat(table.bounty, event.seat)
    return replace(table, seats=tuple(seats), hand=hand, killer=killer, kill_leg=leg, bounty=bounty)


def _seat_changed(table: Table, event: e.SeatChanged) -> Table:
    """Move everything that belongs to the player; a straddle belongs to the seat."""
    before = table.seats[event.seat - 1]
    seats = list(table.seats)
    seats[event.seat - 1] = Seat(event.seat)
    seats[event.to - 1] = replace(before, number=event.to)
    if event.new:
        seats[event.to - 1] = replace(seats[event.to - 1], new=True, entry="", passed=False)
    return replace(
        table,
        seats=tuple(seats),
        killer=event.to if table.killer == event.seat else table.killer,
        kill_leg=event.to if table.kill_leg == event.seat else table.kill_leg,
        bounty=moved_seat(table.bounty, event.seat, event.to),
        **(_NO_STRADDLE if event.seat in dict(table.straddles) else {}),
    )


def _stack_picked_up(table: Table, event: e.StackPickedUp) -> Table:
    return table  # `seat.left` follows


def _seat_away(table: Table, event: e.SeatSatOut) -> Table:
    seat = table.seats[event.seat - 1]
    others_away = seat.others_away
    if not seat.away:
        others_away = sum(1 for other in table.seats if other.away)
    return change_seat(
        table,
        event.seat,
        away=True,
        away_at=event.at,
        long=event.long,
        others_away=others_away,
    )


def _seat_back(table: Table, event: e.SeatReturned) -> Table:
    return change_seat(
        table,
        event.seat,
        away=False,
        away_at=0,
        long=False,
        others_away=0,
        passed_by=0,
        entry=event.entry,
    )


def _seat_absent(table: Table, event: e.SeatMarkedAbsent) -> Table:
    return change_seat(table, event.seat, absent=True)


def _seat_present(table: Table, event: e.SeatMarkedPresent) -> Table:
    return change_seat(table, event.seat, absent=False)


def _chips_added(table: Table, event: e.ChipsAdded) -> Table:
    seat = table.seats[event.seat - 1]
    coming = seat.coming - event.amount if event.queued else seat.coming
    # An uncounted stack stays uncounted after a rebuy.
    stack = None if seat.stack is None else seat.stack + event.amount
    return change_seat(table, event.seat, stack=stack, coming=coming, held=0)


def _chips_queued(table: Table, event: e.ChipsQueued) -> Table:
    coming = table.seats[event.seat - 1].coming + event.amount
    return change_seat(table, event.seat, coming=coming)


def _chips_held(table: Table, event: e.QueuedChipsReturned) -> Table:
    return change_seat(table, event.seat, coming=0, held=event.amount)


def _chips_taken(table: Table, event: e.ChipsRemoved) -> Table:
    seat = table.seats[event.seat - 1]
    stack = None if seat.stack is None else seat.stack - event.amount
    return change_seat(table, event.seat, stack=stack, off=seat.off + event.amount)


def _time_collected(table: Table, event: e.TimeCollected) -> Table:
    seats = tuple(
        replace(seat, stack=max(seat.stack - event.each, 0))
        if seat.number in event.seats and seat.stack is not None
        else seat
        for seat in table.seats
    )
    seats = tuple(replace(seat, spared=False) if seat.spared else seat for seat in seats)
    return replace(table, seats=seats, time_at=event.at)


def _short_post(table: Table, event: e.ShortPostNamed) -> Table:
    return change_seat(table, event.seat, short=event.amount)


def _straddle(table: Table, event: e.StraddleNamed) -> Table:
    if event.again:
        named = (event.seat, event.amount)
        return replace(table, restraddles=(*table.restraddles, named))
    return replace(table, straddle=event.seat, straddle_to=event.amount, restraddles=())


def _hand_started(table: Table, event: e.HandStarted) -> Table:
    before = event.table
    return replace(
        before,
        hand=Hand(
            number=event.number,
            button=before.button,
            parts=(),
            ledger=Ledger(stub=before.game.deck),
            promotions=before.promotions,
            dealt_at=event.at,
        ),
        done=None,
        remedy=None,
        open_drop=None,
        result=None,
        bounty=before_hand(before.bounty),
    )


def _rake_taken(table: Table, event: e.RakeTaken) -> Table:
    return replace(table, open_drop=None)


def _button_moved(table: Table, event: e.ButtonMoved) -> Table:
    seats = [replace(seat, held=0) if seat.held else seat for seat in table.seats]
    for number in event.passed:
        seats[number - 1] = replace(seats[number - 1], passed=True)
    for number in event.missed_small:
        if seats[number - 1].missed == "none":
            seats[number - 1] = replace(seats[number - 1], missed="small")
    for number in event.missed_big:
        seat = seats[number - 1]
        passed_by = seat.passed_by + 1 if seat.away else 0
        seats[number - 1] = replace(seat, missed="both", passed_by=passed_by)
    if table.rules.new_player == "no_post":
        for number in event.order:
            seats[number - 1] = replace(seats[number - 1], new=False, passed=False)
    parts = tuple(Participant(number, stack=seats[number - 1].stack) for number in event.order)
    hand = table.hand
    assert hand is not None
    return replace(
        table,
        seats=tuple(seats),
        **_positions(table, event),
        leg_size=table.leg_size if table.leg_hands else len(event.order),
        hand=replace(
            hand,
            button=event.button,
            **_blinds_of(table, event),
            parts=parts,
            dealt=_players_dealt_in(table, event),
        ),
    )


def _players_dealt_in(table: Table, event: e.ButtonMoved) -> tuple[tuple[int, str], ...]:
    """Return seat and player of the hand, so that a promotion finds them after they left; () without promotions."""
    if not table.promotions:
        return ()
    return tuple((number, table.seats[number - 1].player) for number in event.order)


def _blinds_of(table: Table, event: e.ButtonMoved) -> dict[str, int]:
    """Return the seats of the blinds in this hand; a bomb pot without blinds has none."""
    if table.hand is not None and table.hand.bomb is not None and not posts_blinds(table):
        return {}
    return {"small": event.small, "big": event.big}


def _positions(table: Table, event: e.ButtonMoved) -> dict[str, object]:
    """Return button and blind positions. Stud has no button, so it stays for the next game with one (S-144)."""
    if not table.game.button or event.stays:
        return {}
    return {
        "button": event.button,
        "small": event.small,
        "big": event.big,
        "blinds": event.blinds,
        "fresh_button": False,
    }


def _blind_posted(table: Table, event: e.BlindPosted) -> Table:
    hand = table.hand
    assert hand is not None
    i = hand.index(event.seat)
    part = hand.parts[i]
    paid = event.live + event.dead
    parts = list(hand.parts)
    parts[i] = replace(
        part,
        committed=part.committed + event.live,
        total=part.total + event.live,
        dead=part.dead + event.dead,
        stack=None if part.stack is None else part.stack - paid,
        all_in=part.all_in or event.all_in,
    )
    table = replace(table, hand=replace(hand, parts=tuple(parts)), **_NO_STRADDLE)
    if event.kind == "straddle":
        table = _straddle_posted(table, parts[i].committed)
    if event.short:  # no button until the next full blind (S-059)
        return change_seat(table, event.seat, short=0, no_button=True)
    if event.kind in ("big", "entry"):
        return change_seat(
            table,
            event.seat,
            short=0,
            missed="none",
            new=False,
            entry="",
            passed=False,
            no_button=False,
        )
    return change_seat(table, event.seat, short=0) if table.seats[event.seat - 1].short else table


def _bomb_pot_called(table: Table, event: e.BombPotCalled) -> Table:
    return replace(table, bomb=event.bomb, last_bomb=event.bomb or table.last_bomb)


def _bomb_pot_started(table: Table, event: e.BombPotStarted) -> Table:
    hand = table.hand
    assert hand is not None
    return replace(
        table,
        bomb=None,
        last_bomb=event.bomb,
        bomb_hand=hand.number,
        bomb_at=event.at,
        hand=replace(hand, bomb=event.bomb, boards=((),) * event.bomb.boards),
    )


def _splash_pot_announced(table: Table, event: e.SplashPotAnnounced) -> Table:
    return replace(table, splash=event.amount, last_splash=event.amount or table.last_splash)


def _splash_added(table: Table, event: e.SplashAdded) -> Table:
    hand = table.hand
    assert hand is not None
    hand = replace(hand, splash=event.amount, fund_splash=table.fund_splash)
    last = table.last_splash if table.fund_splash else event.amount
    return replace(table, splash=0, fund_splash=None, last_splash=last, hand=hand)


def _straddle_posted(table: Table, amount: int) -> Table:
    hand = table.hand
    assert hand is not None
    if table.rules.straddle_sizes == "follow":
        hand = replace(hand, straddle=amount)
    return replace(table, hand=hand, straddled=amount)


def _hand_ended(table: Table, event: e.HandEnded) -> Table:
    hand = table.hand
    assert hand is not None
    seats = list(table.seats)
    for number, stack in event.stacks:
        if not seats[number - 1].taken:
            continue  # folded and left before the hand was over
        seat = seats[number - 1]
        stack = None if stack is None else stack + seat.paid
        seats[number - 1] = replace(seat, stack=stack, paid=0)
    if hand.bomb is not None:  # a short post was for this hand only
        seats = [replace(seat, short=0) if seat.short else seat for seat in seats]
    return replace(
        table,
        dealer=_after_dealt(table.dealer, hand),
        seats=tuple(seats),
        hands=hand.number,
        hand=None,
        rules=table.next_rules or table.rules,
        next_rules=None,
        leg_hands=table.leg_hands + 1,
        remedy=_after_hand(table.remedy),
        open_drop=_open_drop(table, hand) if event.uncounted else None,
        result=_result(table, hand),
        out=_out_of_chips(table, hand, event),
        event=table.event.after_hand(hand.served) if table.event else None,
        bounty=after_hand(table, hand),
    )


def _out_of_chips(table: Table, hand: Hand, event: e.HandEnded) -> tuple[tuple[int, int], ...]:
    """Return the seats of a tournament that went all-in and won nothing, with their chips before the hand."""
    if table.event is None:
        return ()
    winners = {seat for award in hand.awards for seat, _ in award.shares}
    has_chips = {seat for seat, stack in event.stacks if stack}
    lost = (part for part in hand.parts if part.all_in and part.seat not in winners | has_chips)
    return tuple(
        sorted(((part.seat, part.total + part.dead) for part in lost), key=lambda row: row[1])
    )


def _no_longer_out(table: Table, event: e.PlayerBusted | e.PlayerKept) -> Table:
    return replace(table, out=tuple(row for row in table.out if row[0] != event.seat))


def _event_set(table: Table, event: e.TableEventSet) -> Table:
    if event.tournament is None:
        seats = tuple(replace(seat, absent=False) if seat.absent else seat for seat in table.seats)
        return replace(table, event=None, out=(), seats=seats)
    return replace(table, event=event.tournament)


def _after_dealt(dealer: Dealer | None, hand: Hand) -> Dealer | None:
    """Return the dealer with the corrections of a finished hand."""
    if dealer is None or not hand.corrections:
        return dealer
    return replace(dealer, corrections=dealer.corrections + hand.corrections)


def _result(table: Table, hand: Hand) -> HandResult | None:
    """Return the sum of the awards to each seat, the largest first; None without awards or with an unknown pot."""
    if not hand.awards or table.pot is None:
        return None
    chips: dict[int, int] = {}
    pots: dict[int, int] = {}
    for award in hand.awards:
        for seat, share in award.shares:
            chips[seat] = chips.get(seat, 0) + share
            pots[seat] = pots.get(seat, 0) + 1
    seats = sorted(chips, key=lambda seat: (-chips[seat], seat))
    return HandResult(
        hand=hand.number,
        pots=tuple(pot.amount for pot in hand.pots),
        shares=tuple((seat, chips[seat], pots[seat]) for seat in seats),
        rake=hand.rake,
        jackpot=hand.jackpot,
    )


def _open_drop(table: Table, hand: Hand) -> OpenDrop:
    rake = table.plaque.rake
    players = len(hand.parts) if rake.caps else 0
    return OpenDrop(hand.number, rake, flop=hand.street > 0, players=players, unraked=table.unraked)


def _misdealt(table: Table, event: e.HandMisdealt) -> Table:
    """Undo the deal. Ruling steps planned for later streets concern cards that are gone, so they are dropped, too."""
    hand = table.hand
    remedy = table.remedy
    assert hand is not None
    if remedy is not None:
        steps = tuple(step for step in remedy.steps if step.when in ("now", "after"))
        remedy = replace(remedy, steps=steps)
    return replace(table, hand=misdealt(hand, event), remedy=remedy)


def _after_hand(remedy: Remedy | None) -> Remedy | None:
    """Return the part of a remedy that is left once the hand is over."""
    if remedy is None:
        return None
    return replace(remedy, steps=tuple(step for step in remedy.steps if step.when == "after"))


TABLE: dict[type[Event], TableStep] = {
    e.TableCreated: _created,
    e.TableRenamed: _renamed,
    e.PlayerRenamed: _player_renamed,
    e.SeatCountChanged: _seat_count_changed,
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.HandMisdealt: _misdealt,
    e.PlaqueQueued: _plaque_awaited,
    e.PlaqueChanged: _plaque_changed,
    e.RulesChanged: _rules_changed,
    e.GameChanged: _game_changed,
    e.KillChanged: _kill_changed,
    e.TrackingChanged: _tracking_changed,
    e.ButtonDrawn: _button_placed,
    e.ButtonSet: _button_placed,
    e.DealerPushed: _dealer_pushed,
    **FLOOR_TABLE,
    e.SeatTaken: _seat_taken,
    e.SeatsDrawn: _seats_drawn,
    e.SeatLocked: _seat_locked,
    e.SeatUnlocked: _seat_unlocked,
    e.StackPickedUp: _stack_picked_up,
    e.SeatLeft: _seat_left,
    e.PlayerBusted: _no_longer_out,
    e.PlayerKept: _no_longer_out,
    e.TableEventSet: _event_set,
    e.SeatChanged: _seat_changed,
    e.SeatSatOut: _seat_away,
    e.SeatReturned: _seat_back,
    e.SeatMarkedAbsent: _seat_absent,
    e.SeatMarkedPresent: _seat_present,
    e.ChipsAdded: _chips_added,
    e.ChipsQueued: _chips_queued,
    e.QueuedChipsReturned: _chips_held,
    e.ChipsRemoved: _chips_taken,
    e.TimeCollected: _time_collected,
    e.ShortPostNamed: _short_post,
    e.StraddleNamed: _straddle,
    e.BombPotCalled: _bomb_pot_called,
    e.BombPotStarted: _bomb_pot_started,
    e.SplashPotAnnounced: _splash_pot_announced,
    e.SplashAdded: _splash_added,
    **BOUNTY,
    **PROMOTIONS,
    e.HandStarted: _hand_started,
    e.ButtonMoved: _button_moved,
    e.BlindPosted: _blind_posted,
    e.HandEnded: _hand_ended,
    e.RakeTaken: _rake_taken,
}


def _telling_kind(step: TableStep) -> TableStep:
    """Return the step of an event that also tells the kind of its hand."""

    def evolve_both(table: Table, event: Event) -> Table:
        table = step(table, event)
        return replace(table, hand=with_kind(table.hand, event)) if table.hand else table

    return evolve_both


TABLE |= {kind: _telling_kind(TABLE[kind]) for kind in EVENTS if kind in TABLE}
