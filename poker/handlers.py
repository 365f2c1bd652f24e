"""Types for the tables that map each type of a command or an event to its handler.

A handler takes only its own type. The key of the table states the type, because `Callable` cannot.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from poker.state import Hand, Table

if TYPE_CHECKING:
    from poker.draft import Draft  # imports the handlers of events, because it applies them

State = TypeVar("State")
Result = TypeVar("Result")

DecideOn: TypeAlias = Callable[[State, Any, int], None]  # records a command's events on a draft
Decide: TypeAlias = DecideOn["Draft"]
Evolve: TypeAlias = Callable[[State, Any], State]  # applies an event to a state
HandStep: TypeAlias = Evolve[Hand]
TableStep: TypeAlias = Evolve[Table]
Describe: TypeAlias = Callable[[Any], Result]  # text or a value made from an event
