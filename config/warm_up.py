"""Loads in advance what a web process would otherwise load while its first users wait."""

import gc
import sys
from pathlib import Path

from django.template import engines
from django.urls import reverse

from dealer_ui.bundle import bundle
from poker.irregularities.load import catalogue

# Objects allocated and not freed before the youngest generation is searched, and how many such
# passes come before those of the two older generations. With Python's defaults (700, 10, 10) and
# 300 sockets of tablets, each process searched all its objects every ten seconds, and executed no
# tap for 80 ms.
GC_THRESHOLDS = (10_000, 20, 50)


def warm_up() -> None:
    """Import the views, pack the tablet's engine, compile the project's templates and read the irregularities.

    On slow cores this takes seconds, in which no tap is answered. All objects that exist by then stay, so the garbage
    collector need not search them again. It seldom searches the rest.
    """
    reverse("livez")  # imports the views of all addresses, and indexes them by name
    bundle()  # the files as they are now, and not after an upgrade under a running server
    engine = engines["django"]
    for folder in map(Path, engine.template_dirs):
        if not folder.is_relative_to(sys.prefix):  # the file belongs to an installed package
            for path in folder.rglob("*.html"):
                engine.get_template(str(path.relative_to(folder)))
    catalogue()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
