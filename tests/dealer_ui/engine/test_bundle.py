"""The engine's files: what the server sends is what it runs, complete, pure, and named by its content."""

import ast
import gzip
import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZipFile

import msgspec
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.test import RequestFactory
from django.urls import resolve
from pokerkit.hands import StandardHighHand

from dealer_ui.bundle import bundle
from dealer_ui.engine_files import engine_manifest, runtime
from dealer_ui.service_worker import kept_urls
from poker.irregularities.load import catalogue
from poker.irregularities.model import Catalogue
from tests.dealer_ui.engine.conversation import conversation

# Nothing in the bundle may depend on the machine, the clock or chance.
IMPURE = {
    "asyncio",
    "django",
    "os",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
    "urllib",
    "uuid",
}
ROOT = Path(settings.BASE_DIR)


def get(path: str) -> HttpResponse:
    """Return what the server sends."""
    match = resolve(path)
    response: HttpResponse = match.func(RequestFactory().get(path), *match.args, **match.kwargs)
    return response


def unpack() -> ZipFile:
    return ZipFile(BytesIO(bundle().data))


def test_each_file_is_the_one_that_the_manifest_names() -> None:
    manifest = engine_manifest()
    assert sha256(get(manifest["bundle"]).content).hexdigest() == manifest["engine"]
    for name, digest in manifest["files"].items():
        response = get(manifest["runtime"] + name)
        content = gzip.decompress(response.content)
        assert response["Content-Encoding"] == "gzip"
        assert sha256(content).hexdigest() == digest
        assert len(content) == runtime()["files"][name]["bytes"]
        assert len(response.content) == runtime()["files"][name]["sent"]


def test_files_are_kept_by_browsers_for_ever() -> None:
    manifest = engine_manifest()
    urls = [manifest["bundle"], *(manifest["runtime"] + name for name in manifest["files"])]
    assert all("immutable" in get(url)["Cache-Control"] for url in urls)
    assert set(urls) <= set(kept_urls())


def test_every_import_of_the_page_is_kept() -> None:
    """A start without the network needs each module, also those outside the tablet's own folder."""
    kept = [url for url in kept_urls() if url.startswith("/static/") and url.endswith(".js")]
    imported = set()
    for url in kept:
        text = Path(str(finders.find(url.removeprefix("/static/")))).read_text()
        imported |= {urljoin(url, path) for path in re.findall(r'(?:from|import) "(\..+?)"', text)}
    assert "/static/web/socket.js" in imported
    assert imported <= set(kept)


@pytest.mark.parametrize(
    "path",
    [
        "engine/{wrong}.zip",
        "engine/{wrong_case}.zip",
        "runtime/{wrong}/pyodide.mjs",
        "runtime/{version}/manifest.json",
        "runtime/{version}/pyodide.mjs.gz",
        "runtime/{version}/..%2Fmanifest.json",
    ],
)
def test_other_files_are_not_found(path: str) -> None:
    version = engine_manifest()["runtime"].rstrip("/").rpartition("/")[2]
    names = {"wrong": "0" * 64, "wrong_case": bundle().name.upper(), "version": version}
    with pytest.raises(Http404):
        get("/tablet/" + path.format(**names))


def test_same_files_give_the_same_bundle() -> None:
    assert bundle.__wrapped__() == bundle()
    names = unpack().namelist()
    assert names == sorted(set(names))


def test_bundle_is_pure() -> None:
    archive = unpack()
    for name in archive.namelist():
        if name.endswith(".py") and not name.startswith("pokerkit/"):
            imported = set(_imports(ast.parse(archive.read(name))))
            assert not imported & IMPURE, name


def _imports(tree: ast.AST) -> list[str]:
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return [name.partition(".")[0] for name in names]


LOADED = """
import sys
sys.path.insert(0, sys.argv[1])
from config import tablet_engine as calls
import banked.school.session, banked.tablet.calls, poker.games, school.tablet.calls
calls.warm_up()
print("\\n".join(module.__file__ or "" for module in list(sys.modules.values()) if getattr(module, "__file__", None)))
"""


def test_every_module_that_the_engine_loads_is_in_the_bundle() -> None:
    printed = _run([sys.executable, "-c", LOADED, str(ROOT)], text="")
    paths = [Path(line) for line in printed.splitlines()]
    own = [
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.is_relative_to(ROOT) and ".venv" not in path.parts
    ]
    assert len(own) > 50
    assert set(own) <= set(unpack().namelist())


DECIDE = """
import json, sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "site-packages" not in path)]
from config import tablet_engine as calls
print(json.dumps([calls.call(name, text).decode() for name, text, _ in json.load(sys.stdin)]))
"""


def test_bundle_alone_decides_taps(tmp_path: Path) -> None:
    """With the standard library and msgspec, as in the browser; nothing else is on the path."""
    unpack().extractall(tmp_path)
    shutil.copytree(Path(msgspec.__file__).parent, tmp_path / "msgspec")
    said = conversation()
    printed = _run([sys.executable, "-I", "-S", "-c", DECIDE, str(tmp_path)], text=json.dumps(said))
    assert json.loads(printed) == [result for _, _, result in said]


READ = """
import sys
sys.path.insert(0, sys.argv[1])
from poker.irregularities.load import catalogue
from pokerkit.hands import BadugiHand, StandardHighHand
def filled(hand):
    return "_Lookup__entries" in vars(hand.lookup)
assert not filled(StandardHighHand) and not filled(BadugiHand)
print(StandardHighHand("AhKhQhJhTh").entry.index, StandardHighHand("2h3h4h5h7c").entry.index)
assert filled(StandardHighHand) and not filled(BadugiHand)
import msgspec
print(msgspec.json.encode(catalogue()).decode())
"""


def test_tablet_fills_a_table_of_hands_when_it_is_read_and_has_the_rows_checked(
    tmp_path: Path,
) -> None:
    unpack().extractall(tmp_path)
    shutil.copytree(Path(msgspec.__file__).parent, tmp_path / "msgspec")
    assert not (tmp_path / "poker/irregularities/rows").exists()
    printed = _run([sys.executable, "-I", "-S", "-c", READ, str(tmp_path)], text="")
    best, worst = (StandardHighHand(cards).entry.index for cards in ("AhKhQhJhTh", "2h3h4h5h7c"))
    hands, rows = printed.splitlines()
    assert hands == f"{best} {worst}"
    assert msgspec.json.decode(rows, type=Catalogue) == catalogue()
    # In the same order, too: the first condition of a rule that is unknown is asked for first.
    assert json.loads(rows, object_pairs_hook=list) == _pairs(catalogue())


def _run(command: list[str], *, text: str) -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _pairs(value: object) -> object:
    """Return plain data with each mapping as a list of its pairs, in order."""
    return json.loads(msgspec.json.encode(value), object_pairs_hook=list)
