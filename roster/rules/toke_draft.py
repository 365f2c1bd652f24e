"""The tokes of a room while a command is being decided."""

from msgspec.structs import replace

from poker.logs.outcome import Draft
from poker.refusal import Refusal
from roster.rules import toke_events as e
from roster.rules.toke_shares import total_of
from roster.rules.toke_state import Split, SplitLine, TokeBox, Tokes


class TokeDraft(Draft[Tokes, e.TokeEvent]):
    """The tokes of a room while a command is being decided."""

    def box(self, number: int) -> TokeBox:
        """Return a box that is not in an approved split. Raises `Refusal`: `no_toke_box`."""
        box = self.state.box(number)
        if box is None:
            raise Refusal("no_toke_box", "", number=number)
        return box

    def open_split(self, number: int) -> Split:
        """Return a split that is not approved. Raises `Refusal`: `no_toke_split`."""
        split = self.state.split(number)
        if split is None:
            raise Refusal("no_toke_split", "", number=number)
        return split

    def propose(self, split: Split, lines: tuple[SplitLine, ...], now: int) -> None:
        """Record a split with the next number, which has the amount of its lines."""
        numbered = replace(split, number=self.state.proposed + 1, amount=total_of(lines))
        self.record(e.SplitProposed(numbered, lines, now))
