"""Random tournaments of a table, for the laws: absent players and penalties."""

from hypothesis import strategies as st

from poker.stakes import Stakes
from poker.table_event import PlannedLevel, SeatPenalty, TableEvent

LENGTH = 10**12  # milliseconds of the one level, which does not end


def table_event(
    penalties: tuple[SeatPenalty, ...] = (), stakes: Stakes | None = None
) -> TableEvent:
    """Return a tournament of one level. Its stakes are used by hands with a clock, which laws do not have."""
    plaque = stakes or Stakes("holdem", "none", 2, 2, (1, 2))
    level = PlannedLevel(
        number=1,
        length=LENGTH,
        pause=False,
        small_bet=plaque.small_bet,
        big_bet=plaque.big_bet,
        blinds=plaque.blinds,
        ante=plaque.ante,
        bring_in=plaque.bring_in,
        game=plaque.game,
        limit=plaque.limit,
        chips=plaque.chips,
    )
    return TableEvent(event="1", name="Event", levels=(level,), penalties=penalties)


def penalties() -> st.SearchStrategy[tuple[SeatPenalty, ...]]:
    """Draw the seats that serve a penalty, with the hands left."""
    seats = st.lists(st.integers(1, 10), max_size=4, unique=True)
    return seats.flatmap(
        lambda numbers: st.tuples(
            *(st.builds(SeatPenalty, st.just(number), st.integers(1, 3)) for number in numbers)
        )
    )
