"""Commands about the table itself: open, close, plaque, button, dealer."""

from poker import button, stakes
from poker import commands as c
from poker import events as e
from poker.draft import Draft
from poker.games import GAMES, check_seat_count, check_seats
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Dealer, Table


def open_table(draft: Draft, command: c.OpenTable, now: int) -> None:
    """Open under a complete plaque with at least two players (S-005)."""
    table = draft.table
    if table.is_open:
        raise Refusal("table_open", "S-005", table=table.name)
    stakes.check(command.stakes, command.rules)
    playing = sum(1 for seat in table.seats if seat.playing)
    if playing < 2:
        raise Refusal("too_few_players", "S-049", players=playing)
    _seats_fit(draft, command.stakes)
    draft.record(e.TableOpened(command.stakes, command.rules, command.tracking, now))


def _seats_fit(draft: Draft, plaque: Stakes) -> None:
    """Raise `Refusal` unless every game of a rotation can be dealt to all seats (S-020 to S-023)."""
    players = sum(1 for seat in draft.table.seats if seat.taken)
    for leg in stakes.legs(plaque):
        check_seats(GAMES[leg.game], players)


def close_table(draft: Draft, command: c.CloseTable, now: int) -> None:
    """Close the table between hands: the game breaks."""
    require_open(draft)
    draft.between_hands("S-005")
    draft.record(e.TableClosed(now, command.reason.strip()))


def rename_table(draft: Draft, command: c.RenameTable, now: int) -> None:
    """Rename the table between hands. No guide covers it; the caller checks that the name is free."""
    draft.between_hands("")
    name = command.name.strip()
    if not name:
        raise Refusal("table_name", "", name=command.name)
    if name != draft.table.name:
        draft.record(e.TableRenamed(name, now))


def rename_player(draft: Draft, command: c.RenamePlayer, now: int) -> None:
    """Give a seated player, or one with a locked-up seat, another alias, even during a hand.

    No guide covers it; the caller checks that the alias is free.
    """
    names = {seat.name for seat in draft.table.seats if seat.player == command.player}
    locks = (seat.lock for seat in draft.table.seats if seat.lock is not None)
    names |= {lock.name for lock in locks if lock.player == command.player}
    if names - {command.name}:
        draft.record(e.PlayerRenamed(command.player, command.name))


def set_seat_count(draft: Draft, command: c.SetSeatCount, now: int) -> None:
    """Add or remove seats at the highest numbers, between hands. No guide covers it.

    Raises `Refusal`: `seat_count`, `too_many_seats` for a game not dealt to this many (S-020 to S-023, H-13), and for
    a removed seat in use `removed_seat_taken`, `removed_seat_locked`, `removed_seat_button`, `removed_seat_pot`,
    `steps_open`.
    """
    draft.between_hands("")
    table = draft.table
    number = command.number
    check_seat_count(number)
    if number == len(table.seats):
        return
    coming = table.next_plaque.stakes if table.next_plaque else None
    for plaque in (table.stakes if table.is_open else None, coming):
        for leg in stakes.legs(plaque) if plaque else ():
            check_seats(GAMES[leg.game], number)
    if number < len(table.seats):
        _refuse_in_use(table, number, now)
    draft.record(e.SeatCountChanged(number, now))


def _refuse_in_use(table: Table, number: int, now: int) -> None:
    """Refuse to remove seats above `number` that have a player, a lock-up, the button, a blind or a held pot."""
    for seat in table.seats[number:]:
        if seat.taken:
            raise Refusal("removed_seat_taken", "S-013", seat=seat.number, name=seat.name)
        if seat.lock is not None and seat.lock.until > now:
            what = seat.lock.name or seat.lock.reason
            raise Refusal("removed_seat_locked", "S-013", seat=seat.number, what=what)
    # With a dead button, these may be on an empty seat; the next hand counts from there (S-050).
    position = max(table.button, table.small, table.big)
    if position > number:
        raise Refusal("removed_seat_button", "S-050", seat=position)
    for pot in table.impounded:
        if max(pot.seats, default=0) > number:
            raise Refusal("removed_seat_pot", "H-47", seat=max(pot.seats), hand=pot.hand)
    if table.remedy is not None and table.remedy.steps:
        raise Refusal("steps_open", "S-012", table=table.name)


def change_plaque(draft: Draft, command: c.ChangePlaque, now: int) -> None:
    """Change the plaque from the next hand on; the current hand keeps its own, and the last plaque posted applies."""
    require_open(draft)
    stakes.check(command.stakes, command.rules)
    _seats_fit(draft, command.stakes)
    kind = e.PlaqueChanged if draft.table.hand is None else e.PlaqueQueued
    draft.record(kind(command.stakes, command.rules, now))


def change_rules(draft: Draft, command: c.ChangeRules, now: int) -> None:
    """Apply another rulebook version from the next hand on; stakes, kill and rotation stay.

    Raises `Refusal` if the plaque is not valid under it; the table then keeps its rules.
    """
    require_open(draft)
    table = draft.table
    if command.rules == (table.next_rules or table.rules):
        return
    coming = table.next_plaque.stakes if table.next_plaque else table.stakes
    if coming is not None:
        stakes.check(coming, command.rules)
    draft.record(e.RulesChanged(command.rules, now))


def choose_game(draft: Draft, command: c.ChooseGame, now: int) -> None:
    """Change the rotation's game from the next hand on: a player's choice, or the next game."""
    require_open(draft)
    draft.between_hands("S-005")
    table = draft.table
    games = [leg.game for leg in stakes.legs(table.stakes or table.plaque)]
    if len(games) < 2:
        raise Refusal("no_rotation", "S-005", game=command.game)
    if command.game not in games:
        raise Refusal("not_in_rotation", "S-005", game=command.game, games=games)
    draft.record(e.GameChanged(games.index(command.game), now))


def set_tracking(draft: Draft, command: c.SetTracking, now: int) -> None:
    """Set tracking to streets or actions, between hands. No guide has the distinction, so no rule is cited."""
    require_open(draft)
    draft.between_hands("")
    draft.record(e.TrackingChanged(command.tracking))


def draw_button(draft: Draft, command: c.DrawButton, now: int) -> None:
    """Award the button to the highest card of the draw (S-048).

    The room draws a card for every player, and again for tied players if the house rule requires it (H-25).
    """
    require_open(draft)
    draft.between_hands("S-048")
    rules: HouseRules = draft.table.rules
    for number in command.cards:
        seat = draft.table.seat(number)
        if seat is None or not seat.playing:
            raise Refusal("seat_not_playing", "S-048", seat=number)
    playing = [seat.number for seat in draft.table.seats if seat.playing]
    if len(command.cards) < min(2, len(playing)):
        missing = [number for number in playing if number not in command.cards]
        raise Refusal("button_cards_missing", "S-048", seats=missing, cards=len(command.cards))
    rounds = (dict(command.cards), *(dict(cards) for cards in command.again))
    if command.system and set(rounds[0]) != set(playing):
        missing = [number for number in playing if number not in rounds[0]]
        raise Refusal("button_cards_missing", "S-048", seats=missing, cards=len(rounds[0]))
    card_rounds = [tuple(sorted(cards.items())) for cards in rounds]
    seat_number = button.draw_winner(rounds, rules)
    draft.record(e.ButtonDrawn(card_rounds[0], seat_number, command.system, tuple(card_rounds[1:])))


def set_button(draft: Draft, command: c.SetButton, now: int) -> None:
    """Place the button by hand on a seat with a player."""
    require_open(draft)
    draft.between_hands("S-049")
    seat = draft.table.seat(command.seat)
    if seat is None or not seat.playing:
        raise Refusal("seat_not_playing", "S-049", seat=command.seat)
    draft.record(e.ButtonSet(command.seat))


def push_dealer(draft: Draft, command: c.PushDealer, now: int) -> None:
    """Push in the next dealer, between hands. Pushing in the same dealer again changes nothing.

    No guide makes a dealer wait for the end of a hand; it is a house choice.
    """
    draft.between_hands("")
    current = draft.table.dealer
    if current is None or current.key != command.dealer:
        draft.record(e.DealerPushed(Dealer(command.dealer, command.name, now)))


def require_open(draft: Draft) -> None:
    """Raise `Refusal` if the table is closed."""
    if not draft.table.is_open:
        raise Refusal("table_closed", "S-005", table=draft.table.name)
