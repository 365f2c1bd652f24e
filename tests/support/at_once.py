"""Acts of several people at the same moment, each in a thread with a connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from poker.refusal import Refusal


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Run acts in threads at the same time; return the codes of the refusals, "" for none, sorted."""
    start = Barrier(len(acts))

    def run(act: Callable[[], object]) -> str:
        start.wait(timeout=30)
        try:
            act()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(pool.map(run, acts))
