"""How many examples a law is tried on: fewer in `make test` than before a release, and as many as asked for."""

import os

ALL_EXAMPLES = "ALL_EXAMPLES"  # an environment variable, set by `make test-all`


def example_count(count: int) -> int:
    """Return the number of examples of a law; count: before a release. `EXAMPLES=5000` asks for others, so many."""
    if asked := os.environ.get("EXAMPLES"):
        return int(asked)
    return count if ALL_EXAMPLES in os.environ else max(count // 5, 2)
