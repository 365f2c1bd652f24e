"""The tablet's replacement for pokerkit's package: it fills tables of hands when they are first read.

pokerkit's modules define the tables of fourteen games; filling all of them took a quarter of the engine's start. This
is the `__init__.py` of the bundle's pokerkit (`dealer_ui/bundle.py`), which runs before its modules. The room uses
pokerkit unchanged, and tests compare both.
"""

from pokerkit.lookups import Lookup

ENTRIES = "_Lookup__entries"
_fill = Lookup.__post_init__


def _postpone(lookup: Lookup) -> None:
    delattr(lookup, ENTRIES)


def _fill_when_read(lookup: Lookup, name: str) -> object:
    """Fill the table. Python calls this only for an attribute that the lookup does not have."""
    if name != ENTRIES:
        raise AttributeError(name, name=name, obj=lookup)
    lookup.__dict__[ENTRIES] = {}
    _fill(lookup)
    return lookup.__dict__[ENTRIES]


for method, function in {"__post_init__": _postpone, "__getattr__": _fill_when_read}.items():
    setattr(Lookup, method, function)
