"""Loads in advance what a web process would otherwise load while its first users wait."""

import gc
import sys
from pathlib import Path

from django.template import engines
from django.urls import reverse

from config.garbage import search_seldom
from dealer_ui.bundle import bundle
from poker.irregularities.load import catalogue


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
    search_seldom()
