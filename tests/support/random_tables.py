"""Random tables for the laws, and the commands offered by their view."""

from collections.abc import Sequence

from hypothesis import strategies as st

from poker import commands as c
from poker.draw_shortage import DrawPlan
from poker.engine import create, run
from poker.games import GAMES, Game
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import legs
from poker.state import Table
from poker.timeline import CommandEvents, undo
from poker.view import view
from poker.view.model import AwardView, BountyView, SeatView, TableView, present
from tests.support.plaques import houses, stakes


class Room:
    """A table with its log; every command goes through it."""

    def __init__(self) -> None:
        outcome = create("T", 10)
        self.log = [CommandEvents("0", outcome.events)]
        self.table: Table = outcome.state
        self.bought = 0  # chips that came in, where stacks are counted
        self.commands: list[c.Command] = []

    def __repr__(self) -> str:
        """Return the commands, for a failing example."""
        return "\n".join(map(repr, self.commands))

    def execute(self, command: c.Command) -> bool:
        """Execute a command; return whether it was accepted."""
        try:
            outcome = run(self.table, command, now=1)
        except Refusal:
            return False
        self.commands.append(command)
        self.table = outcome.state
        if outcome.events:
            self.log.append(CommandEvents(str(len(self.log)), outcome.events))
        return True

    def undo(self) -> bool:
        """Undo the last command; return whether there was one."""
        try:
            outcome = undo(self.log)
        except Refusal:
            return False
        self.table = outcome.state
        self.log.append(CommandEvents(str(len(self.log)), outcome.events))
        return True


@st.composite
def rooms(
    draw: st.DrawFn,
    *,
    tracking: str | None = None,
    counts_chips: bool | None = None,
    games: Sequence[Game] = tuple(GAMES.values()),
    house: st.SearchStrategy[HouseRules] | None = None,
) -> Room:
    """Draw an open table of any game with a button, from two players to a full table."""
    rules = draw(houses() if house is None else house)
    plaque = draw(stakes(rules, draw(st.sampled_from(games))))
    max_seats = min(GAMES[stakes.game].seats for stakes in legs(plaque))
    # A full table more often than by chance, because decks run short there.
    minimum = draw(st.sampled_from([2, 2, max_seats]))
    room = Room()
    seats = draw(st.lists(st.integers(1, 10), min_size=minimum, max_size=max_seats, unique=True))
    tracks_chips = draw(st.booleans()) if counts_chips is None else counts_chips
    for seat in seats:
        stack = draw(st.integers(1, 300)) if tracks_chips else None
        assert room.execute(c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack))
        room.bought += stack or 0
    level = tracking or draw(st.sampled_from(["actions", "actions", "actions", "streets"]))
    assert room.execute(c.OpenTable(plaque, rules, level))  # type: ignore[arg-type]
    assert room.execute(c.SetButton(draw(st.sampled_from(seats))))
    return room


def legal_commands(table: Table) -> list[c.Command]:
    """Return the commands offered by the view."""
    view_data = view(table)
    if view_data.step.kind == "bust":
        return [c.BustPlayer(view_data.out[0][0]), c.KeepPlayer(view_data.out[0][0])]
    commands: list[c.Command] = []
    for seat in view_data.seats:
        commands += _by_seat(seat)
    if view_data.step.kind == "corrected":  # the seat with a question answers first
        return [command for command in commands if isinstance(command, c.Act)]
    return [*commands, *_of_the_table(view_data)]


def _of_the_table(view_data: TableView) -> list[c.Command]:
    """Return the commands that name no acting seat: awards, counts, the deal, the deck."""
    commands: list[c.Command] = []
    if view_data.award:
        commands += _awards(view_data.award)
    stage = view_data.hand.stage
    if (
        stage in ("draw", "betting", "complete")
        and view_data.count.still_in >= 2
        and _deck_suffices(view_data)
    ):
        commands.append(c.CloseStreet(view_data.count.still_in))
    if stage == "posts":
        commands.append(c.Deal())
    if view_data.step.kind == "rebuild" and _can_rebuild(present(present(view_data.draw).plan)):
        commands.append(c.RebuildDeck())
    for offer in view_data.straddling.offers if view_data.straddling else []:
        commands.append(c.Straddle(offer.seat))
        if offer.most > offer.least:
            commands.append(c.Straddle(offer.seat, offer.most))
    commands += _of_the_pot(view_data)
    if view_data.may_muck:
        live = (seat.seat for seat in view_data.seats if seat.state == "in")
        commands += [c.Muck(seat) for seat in live]
    return commands


def _of_the_pot(view_data: TableView) -> list[c.Command]:
    """Return the call for a bomb pot or a splash pot, bounty games, and each agreement to run it twice."""
    commands: list[c.Command] = []
    bomb_pot = view_data.bomb_pot
    between = view_data.hand.stage == "posts" and not view_data.hand.started
    if bomb_pot and bomb_pot.most and between and not bomb_pot.called:
        commands.append(c.CallBombPot(boards=bomb_pot.boards))
    splash = view_data.splash_pot
    if splash and between and not splash.announced:
        commands.append(c.AnnounceSplashPot())
    if view_data.bounty and not view_data.hand.started:
        commands += _of_bounty(view_data.bounty)
    if view_data.runs and view_data.runs.most > 1:
        live = [seat.seat for seat in view_data.seats if seat.state == "in"]
        commands += [c.AgreeRuns(seat, view_data.runs.most) for seat in live]
        commands.append(c.AgreeRuns(live[0], 1))
    if view_data.step.kind == "run_out" and not _changes_cards(view_data):
        commands.append(c.RunOut(view_data.count.still_in))
    return commands


def _of_bounty(bounty: BountyView) -> list[c.Command]:
    """Return the start of each bounty game that the view offers, and each payment, whole or without its first."""
    commands: list[c.Command] = [c.StartBounty(kind) for kind in bounty.kinds]
    for claim in bounty.claims:
        seat = claim.seat if bounty.kind == "seven_deuce" else None
        first = claim.payments[0]
        left_out = first.payee if first.payer == claim.seat else first.payer
        if seat is not None:
            commands.append(c.PayBounty(seat))
        if len(claim.payments) > 1:
            commands.append(c.PayBounty(seat, (left_out,)))
    return commands


def _changes_cards(view_data: TableView) -> bool:
    """Return whether players still draw or discard, so that the streets are dealt one by one."""
    streets = GAMES[present(view_data.game).key].streets
    coming = streets[view_data.hand.streets.index(view_data.hand.street) + 1 :]
    return any(street.draw or street.discard for street in coming)


def _deck_suffices(view_data: TableView) -> bool:
    """Return whether the deck reaches the last street. Eight players who each buy four cards use it up earlier
    (S-180).
    """
    return not view_data.forecast or view_data.forecast.kind != "short"


def _can_rebuild(plan: DrawPlan) -> bool:
    """Return whether any pile may join the deck; otherwise it takes a ruling (H-45)."""
    return any(item.do == "gather" for item in plan.steps)


def _awards(award: AwardView) -> list[c.Command]:
    """Return awards of the current pot: to one seat, to all, and by halves in split-pot games."""
    high = [tuple(unit) for unit in award.units]
    every = tuple(seat for unit in high for seat in unit)
    awards: list[c.Command] = [
        c.AwardPot(unit) for unit in (high[0], every) if not award.halves or len(unit) == 1
    ]
    if not award.halves:
        return awards
    low = [tuple(unit) for unit in award.halves.parts[1].units]
    if not low:
        return awards
    all_low = tuple(seat for unit in low for seat in unit)
    return [
        *([] if award.halves.both else awards),
        c.AwardPot(high[0], low=low[-1]),
        c.AwardPot(every, low=low[0]),
        c.AwardPot(high[-1], low=all_low),
    ]


def _by_seat(seat: SeatView) -> list[c.Command]:
    number = seat.seat
    commands = _card_commands(seat)
    if seat.can_fold:
        commands.append(c.Act(number, "fold"))
    if seat.can_check:
        commands.append(c.Act(number, "check"))
    if seat.can_call:
        commands.append(c.Act(number, "call"))
    if seat.raises:
        minimum = seat.raises.min
        maximum = seat.raises.max
        commands.append(c.Act(number, seat.raises.kind, minimum))
        amounts = {minimum * 3 if maximum is None else maximum}
        amounts |= {total for total in (seat.raises.pot, seat.raises.half_pot) if total is not None}
        commands += [c.Act(number, seat.raises.kind, amount) for amount in sorted(amounts)]
        if seat.raises.all_in is not None:
            commands.append(c.Act(number, "all_in", seat.raises.all_in))
    if seat.call_pot:
        commands.append(c.Act(number, "call", seat.call_pot))
    return commands


def _card_commands(seat: SeatView) -> list[c.Command]:
    """Return commands for openers, draws, discards and bought cards."""
    number = seat.seat
    commands: list[c.Command] = [c.NameOpener(number)] if seat.can_open else []
    if seat.can_discard is True:
        commands.append(c.Discard(number))
    if seat.can_draw is not None:
        commands += [c.Draw(number, count) for count in range(seat.can_draw + 1)]
    return [*commands, c.BuyCard(number)] if seat.can_buy else commands


def entry_commands(table: Table) -> list[c.Command]:
    """Return commands for players who are away or owe an entry."""
    view_data = view(table)
    return [c.SitIn(seat.seat, choice) for seat in view_data.seats for choice in seat.choices]
