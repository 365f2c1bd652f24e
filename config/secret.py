"""The room's secret key, made once and kept beside its data."""

import os
from pathlib import Path
from secrets import token_urlsafe


def kept_secret(path: Path) -> str:
    """Read the secret in `path`; the first caller makes it, readable by the owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{token_urlsafe(8)}")
    if not path.exists():
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(token_urlsafe(48))
        try:
            os.link(draft, path)  # unlike a rename, never replaces what another process just made
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
