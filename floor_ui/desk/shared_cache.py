"""Cache that computes each value once: concurrent callers for the same key wait for the first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class SharedCache(Generic[Value]):
    """The last `most` values by key, for all threads of this process."""

    def __init__(self, most: int) -> None:
        """Create an empty cache and register it for `clear_all`."""
        self._most = most
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()
        _CACHES.append(self)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of this key. An error of `make` is raised, and the next caller tries again."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if key in self._kept:
                    return self._kept[key]
            try:
                value = make()
                with self._lock:
                    self._kept[key] = value
                    while len(self._kept) > self._most:
                        self._kept.popitem(last=False)
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return value

    def forget(self) -> None:
        """Drop all values."""
        with self._lock:
            self._kept.clear()


_CACHES: list[SharedCache[Any]] = []


def clear_all() -> None:
    """Drop the values of all caches."""
    for shared_cache in _CACHES:
        shared_cache.forget()
