"""The room's secret key, created once and stored in the data folder."""

import os
from pathlib import Path
from secrets import token_urlsafe


def load_or_create_secret(path: Path) -> str:
    """Return the secret in `path`; the first caller creates it, readable only by its owner."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{token_urlsafe(8)}")
    if not path.exists():
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(token_urlsafe(48))
        try:
            # unlike a rename, a link never replaces the file of a concurrent process
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
