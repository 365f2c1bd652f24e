"""The room's secret key, created once and stored in the data folder."""

import os
import sys
from pathlib import Path
from secrets import token_urlsafe

from config.data_dir import write_problem


def load_or_create_secret(path: Path) -> str:
    """Return the secret in `path`; the first caller creates it, readable only by its owner.

    Ends the program with a sentence if the file can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        try:
            _create(path)
        except OSError as error:
            sys.exit(write_problem(path.parent, error))
    return path.read_text()


def _create(path: Path) -> None:
    draft = path.with_name(f".{path.name}.{token_urlsafe(8)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(token_urlsafe(48))
        # unlike a rename, a link never replaces the file of a concurrent process
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
