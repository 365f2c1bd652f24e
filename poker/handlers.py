"""Types of the handlers in the tables that map each type of a command or an event to its handler.

A handler takes only its own type, which the key of its table says and `Callable` cannot.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from poker.state import Hand, Table

if TYPE_CHECKING:
    from poker.draft import Draft  # it applies events, and so imports their handlers

State = TypeVar("State")
Result = TypeVar("Result")

DecideOn: TypeAlias = Callable[[State, Any, int], None]  # records on a draft what a command does
Decide: TypeAlias = DecideOn["Draft"]
Evolve: TypeAlias = Callable[[State, Any], State]  # applies an event to a state
HandStep: TypeAlias = Evolve[Hand]
TableStep: TypeAlias = Evolve[Table]
Describe: TypeAlias = Callable[[Any], Result]  # what is said of an event, or made of it
