"""Imports of the scripts as a browser resolves them: by address, even from one app to another."""

import re
from pathlib import Path
from urllib.parse import urljoin

from django.contrib.staticfiles.finders import AppDirectoriesFinder, find

IMPORT = re.compile(r'(?:\bfrom|\bimport) "(\..+?)"')


def _scripts() -> dict[str, str]:
    """Return the name and text of each script, without libraries."""
    return {
        name: Path(storage.path(name)).read_text()
        for name, storage in AppDirectoriesFinder().list([])
        if name.endswith(".js") and "site-packages" not in storage.path(name)
    }


def test_every_import_leads_to_a_file() -> None:
    imports = {
        urljoin(name, path) for name, text in _scripts().items() for path in IMPORT.findall(text)
    }
    assert "web/socket.js" in imports
    assert [path for path in imports if find(path) is None] == []
