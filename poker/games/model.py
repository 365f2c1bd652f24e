"""A game as data: its streets, what is dealt on each, and how its hands are read."""

import msgspec


class Street(msgspec.Struct, frozen=True):
    """One betting round and the cards dealt before it. Counts are cards; `tier` picks the limit's bet."""

    name: str
    burn: int = 0
    hole: int = 0  # face down to each player
    board: int = 0  # face up in the centre
    tier: int = 0  # 0 small bet, 1 big bet (S-087, S-088)


class Game(msgspec.Struct, frozen=True):
    """A named list of streets, a ranking and the seats it can be dealt to."""

    key: str
    family: str
    streets: tuple[Street, ...]
    ranking: str
    seats: int
    phh: tuple[tuple[str, str], ...] = ()  # limit -> variant code of the hand-history format

    @property
    def hole(self) -> int:
        """Cards in a complete hand of one player."""
        return sum(street.hole for street in self.streets)

    def index(self, name: str) -> int:
        """Where a street stands in the game; -1 when it has none of that name."""
        return next((i for i, street in enumerate(self.streets) if street.name == name), -1)
