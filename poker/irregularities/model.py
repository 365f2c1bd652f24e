"""An irregularity as data: when it can happen, the facts to ask for, the decision table and the remedy."""

from typing import Literal

import msgspec

Family = Literal["flop", "stud", "draw"]
Group = Literal[
    "early", "exposed", "bet", "turn", "count", "deck", "showdown", "button", "draw", "conduct"
]
Kind = Literal["bool", "int", "seat", "seats", "choice", "card", "money", "text"]
Who = Literal["A", "C", "D"]  # a supervisor; the dealer unless disputed; the dealer's routine
Authority = Literal["", "D", "M"]  # derived only by us; a source known from memory and not verified


class FactDefinition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that people are asked for."""

    ask: str
    type: Kind
    options: tuple[tuple[str, str], ...] = ()  # (value, text) pairs of a choice
    default: object = None
    least: int = 0  # the smallest count


class StepRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a remedy before its facts are filled in."""

    say: str = ""
    do: tuple[str, ...] = ()
    # `lies` (already so), `now`, `burn` (before the next burn), `street:NAME` (before it is dealt),
    # `drawn` (after everyone draws), `showdown`, `after` (once the hand is over)
    when: str = "now"
    repeat: str = ""  # names a fact with seats, one step for each
    # The acts that the ruling's rollback took back stand on their turn, or immediately if they are
    # folds.
    binds: bool = False


class DecisionRule(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"condition": "if"}
):
    """One rule of a decision table."""

    id: str
    result: str
    condition: dict[str, object] = {}
    rule: str = ""
    authority: Authority = ""
    sup: Literal["", "A", "C", "D"] = ""
    back: str = ""
    open: bool = False  # left to the supervisor, whose remedy is not in the row
    steps: tuple[StepRow, ...] = ()


class LogSays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences about the log for both values of a yes-or-no fact, shown when it contradicts a report."""

    yes: str = ""
    no: str = ""


class Irregularity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One irregularity of the catalogue's part 2, with its decision table in order; the first match wins."""

    number: int
    key: str
    title: str
    phases: tuple[str, ...]
    group: Group
    sup: Who
    clause: str
    text: str
    sources: tuple[str, ...]
    rule: tuple[DecisionRule, ...]
    family: tuple[Family, ...] = ()
    games: tuple[str, ...] = ()
    not_games: tuple[str, ...] = ()  # games of its families that it does not concern
    often: int = 3
    facts: tuple[str, ...] = ()
    # Yes-or-no facts without which it cannot have happened. If the log has a different value, the row
    # is neither offered nor ruled on.
    needs: dict[str, bool] = {}
    # Facts that the title states, which hold unless the log or a report contradicts them.
    assumes: dict[str, bool] = {}
    # Options of a fact, each with the known facts that rule it out.
    excludes: dict[str, dict[str, dict[str, bool]]] = {}
    empty_seats: bool = False  # `seat` may be empty, and an empty seat is the likely answer

    def outcome(self, name: str) -> DecisionRule:
        """Return the decision rule with this id."""
        return next(rule for rule in self.rule if rule.id == name)


class Catalogue(msgspec.Struct, frozen=True):
    """All rows by key, in the order of their numbers; the facts they need; the sentences shown when the log contradicts
    a report.
    """

    rows: dict[str, Irregularity]
    facts: dict[str, FactDefinition]
    log_says: dict[str, LogSays] = {}
