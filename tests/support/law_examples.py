"""The number of examples for a law: fewer in `make test` than before a release, or as requested."""

import os
from collections.abc import Sequence
from typing import TypeVar

ALL_EXAMPLES = "ALL_EXAMPLES"  # an environment variable, set by `make test-all`
Item = TypeVar("Item")


def example_count(count: int) -> int:
    """Return the number of examples of a law. count: before a release. `EXAMPLES=5000` sets that number and draws new
    examples.
    """
    if asked := os.environ.get("EXAMPLES"):
        return int(asked)
    return count if ALL_EXAMPLES in os.environ else max(count // 10, 2)


def sampled(items: Sequence[Item], step: int) -> Sequence[Item]:
    """Return each `step`th item; all items before a release and with `EXAMPLES`.

    For laws that hold for every case of the rules.
    """
    is_whole = ALL_EXAMPLES in os.environ or "EXAMPLES" in os.environ
    return items if is_whole else items[::step]
