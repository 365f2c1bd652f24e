"""A value that many ask for at the same moment is made once: by whoever is first, while the others wait."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Once(Generic[Value]):
    """The last `most` values by their keys, for all threads of this process."""

    def __init__(self, most: int) -> None:
        """Nothing is there yet."""
        self._most = most
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()
        _ALL.append(self)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of this key; what `make` raises is raised, and the next one who asks tries again."""
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
        """Make all of them anew."""
        with self._lock:
            self._kept.clear()


_ALL: list[Once[Any]] = []


def forget() -> None:
    """Make all of it anew."""
    for one in _ALL:
        one.forget()
