"""Loading what a web process otherwise loads while its first users wait."""

import gc
import sys
from pathlib import Path

from django.template import engines
from django.urls import reverse


def warm_up() -> None:
    """Import the views and compile the project's templates: on slow cores seconds, in which no tap is answered.

    Everything that is there by then stays, so the garbage collector need not look through it again.
    """
    reverse("livez")  # imports the views of all addresses, and indexes them by name
    engine = engines["django"]
    for folder in map(Path, engine.template_dirs):
        if not folder.is_relative_to(sys.prefix):  # of an installed package
            for path in folder.rglob("*.html"):
                engine.get_template(str(path.relative_to(folder)))
    gc.collect()
    gc.freeze()
