"""How often a process of the room searches its objects for those that only refer to each other."""

import gc

# Objects allocated and not freed before the youngest generation is searched, and how many such
# passes come before those of the two older generations. With Python's defaults (700, 10, 10) and
# 300 sockets of tablets, each process searched all its objects every ten seconds, and executed no
# tap for 80 ms. A sixth of a process's start was spent on searching what it had just imported.
THRESHOLDS = (10_000, 20, 50)


def search_seldom() -> None:
    """Search for unreachable objects as seldom as a process needs that keeps nearly all of them."""
    gc.set_threshold(*THRESHOLDS)
