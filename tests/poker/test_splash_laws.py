"""Laws of splash pots: beside its twin without one, a hand differs in the main pot alone (H-75)."""

from hypothesis import assume, given, note
from hypothesis import strategies as st

from poker import commands as c
from poker.betting import owed
from poker.state import Hand, Table
from poker.timeline import rebuild
from tests.support.laws import chips_at, house_chips, quick
from tests.support.random_tables import Room, legal_commands, rooms


def twin_of(room: Room) -> Room:
    twin = Room()
    twin.log = list(room.log)
    twin.table = room.table
    return twin


def hand_of(table: Table) -> Hand:
    assert table.hand is not None
    return table.hand


def compare(splashed: Table, plain: Table, splash: int) -> None:
    """Compare the hands: the same chips of every player, the same bets, and the splash in the first pot."""
    hand = hand_of(splashed)
    twin = hand_of(plain)
    assert hand.parts == twin.parts
    assert hand.round == twin.round
    assert hand.stage == twin.stage
    assert [owed(hand, part) for part in hand.parts] == [owed(twin, part) for part in twin.parts]
    assert hand.chips() == twin.chips() + splash
    assert [pot.seats for pot in hand.pots] == [pot.seats for pot in twin.pots]
    if not hand.pots:
        return
    if splashed.rules.splash_rake == "unraked":
        assert (hand.rake, hand.jackpot) == (twin.rake, twin.jackpot)
    difference = [
        pot.amount - other.amount for pot, other in zip(hand.pots, twin.pots, strict=True)
    ]
    charges = hand.rake + hand.jackpot - twin.rake - twin.jackpot
    assert sum(difference) == splash - charges
    assert min(difference) >= 0


@quick
@given(st.data(), rooms(tracking="actions", counts_chips=True))
def test_splash_changes_the_main_pot_alone(data: st.DataObject, room: Room) -> None:
    plain = twin_of(room)
    assume(room.execute(c.AnnounceSplashPot()))
    splash = room.table.splash
    for _ in range(60):
        choices = [
            command
            for command in legal_commands(plain.table)
            if not isinstance(command, c.AnnounceSplashPot)
        ]
        if not choices:
            return
        command = data.draw(st.sampled_from(choices))
        note(repr(command))
        assert plain.execute(command)
        assert room.execute(command)
        if plain.table.hand is None and plain.table.hands:
            break
        if plain.table.hand is not None:
            compare(room.table, plain.table, splash)
    assert rebuild(room.log) == room.table
    taken = house_chips(event for batch in room.log for event in batch.events)
    assert chips_at(room.table) == room.bought - taken
