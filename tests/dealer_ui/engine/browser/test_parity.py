"""The engine in the browser gives the same bytes as in CPython: every case, every recorded hand, every call."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest
from django.http import Http404
from django.test import RequestFactory
from django.urls import resolve
from playwright.sync_api import Browser, Page

from dealer_ui.engine_files import engine_manifest
from tests.dealer_ui.engine import results
from tests.dealer_ui.engine.conversation import conversation

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[4]
SCRIPTS = ROOT / "dealer_ui/static/dealer_ui/engine"
# The real worker, with its Python at hand.
STARTED = "  call = calls.call;\n"
WORKER = """{}
const serve = onmessage;
onmessage = async (event) => {{
  if (!event.data.extra) return serve(event);
  const answer = await fetch(event.data.extra);
  python.unpackArchive(await answer.arrayBuffer(), "zip", {{ extractDir: "/extra" }});
  python.runPython("import sys, poker; sys.path.append('/extra'); poker.__path__.append('/extra/poker')");
  postMessage({{ id: event.data.id, result: python.pyimport("results").digests("/extra/data", event.data.every) }});
}};
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cases and the recorded hands in one folder, as the browser gets them."""
    folder = tmp_path_factory.mktemp("parity") / "data"
    for source in (ROOT / "tests/poker/cases", ROOT / "tests/data/phh"):
        for path in source.rglob("*"):
            if path.suffix in (".toml", ".phh"):
                target = folder / source.name / path.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
    return folder


START_ENGINE = """async (files) => {
  const { Engine } = await import("/engine.js");
  window.engine?.stop();
  window.engine = new Engine("/worker.js");
  await window.engine.start(files);
}"""
# Nine calls at once; their answers, and how many of them came as messages.
ALL_AT_ONCE = """async ([name, text]) => {
  let messages = 0;
  const count = () => messages++;
  window.engine.worker.addEventListener("message", count);
  const calls = Array.from({ length: 9 }, () => window.engine.post({ name, text }));
  const answers = await Promise.all(calls);
  await new Promise((resolve) => setTimeout(resolve));
  window.engine.worker.removeEventListener("message", count);
  return [answers, messages];
}"""
# One call while every slot is taken; its answer, and how many messages came.
FULL_MEMORY = """async ([name, text]) => {
  const { header } = window.engine.memory;
  let messages = 0;
  window.engine.worker.addEventListener("message", () => messages++);
  for (let slot = 1; slot < header.length; slot++) Atomics.store(header, slot, 1);
  const answer = await window.engine.post({ name, text });
  for (let slot = 1; slot < header.length; slot++) Atomics.store(header, slot, 0);
  await new Promise((resolve) => setTimeout(resolve)); // the listener above runs after the engine's
  return [answer, messages];
}"""
# A page of the tablet shares memory with its worker.
ISOLATED = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}


@pytest.fixture
def page(chromium: Browser, data: Path) -> Iterator[Page]:
    """A page whose engine has started from the files that the server sends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(_extra(data)))
    Thread(target=server.serve_forever, daemon=True).start()
    page = chromium.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    page.evaluate(START_ENGINE, engine_manifest())
    yield page
    page.context.close()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("every", "least"), [(24, 50), pytest.param(1, 1200, marks=pytest.mark.release)]
)
def test_engine_answers_in_the_browser_as_in_cpython(
    page: Page, data: Path, every: int, least: int
) -> None:
    """Every 24th of each file, and all of them before a release. One test, because an engine takes seconds to start."""
    check_shared_memory(page)  # first: its call is answered by an engine without a table
    check_calls(page)
    check_cases_and_hands(page, data, every, least)


def check_cases_and_hands(page: Page, data: Path, every: int, least: int) -> None:
    """Check that cases and recorded hands give the same bytes."""
    expected = json.loads(results.digests(str(data), every))
    assert len(expected) > least
    actual = json.loads(
        page.evaluate("every => window.engine.post({ extra: '/extra.zip', every })", every)
    )
    assert {name for name in expected if expected[name] != actual.get(name)} == set()
    assert actual == expected


def check_calls(page: Page) -> None:
    """Check that a conversation gives the same text."""
    for name, text, expected in conversation():
        actual = page.evaluate("([name, text]) => window.engine.post({ name, text })", [name, text])
        assert actual == expected, name


def check_shared_memory(page: Page) -> None:
    """Check that answers come by it while it has room: more calls than slots at once, and one while all are taken."""
    assert page.evaluate("() => crossOriginIsolated && Boolean(window.engine.memory)")
    name, text, expected = next(iter(conversation()))
    actual, messages = page.evaluate(ALL_AT_ONCE, [name, text])
    assert actual == [expected] * 9
    assert messages < 9
    assert page.evaluate(FULL_MEMORY, [name, text]) == [expected, 1]


def _extra(data: Path) -> bytes:
    """Return what the cases need beside the bundle: the rest of `poker`, and the data."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.write(results.__file__, "results.py")
        for path in sorted(data.rglob("*.*")):
            archive.write(path, Path("data") / path.relative_to(data))
        for path in sorted((ROOT / "poker").rglob("*.py")):
            archive.write(path, path.relative_to(ROOT))
    return buffer.getvalue()


def _handler(extra: bytes) -> type[BaseHTTPRequestHandler]:
    script = (SCRIPTS / "worker.js").read_text()
    assert STARTED in script
    worker = WORKER.format(script.replace(STARTED, f"{STARTED}  globalThis.python = python;\n"))
    own = {
        "/": ("text/html", b"<!doctype html><title>Parity</title>"),
        "/engine.js": ("text/javascript", (SCRIPTS / "engine.js").read_bytes()),
        "/command_store.js": (
            "text/javascript",
            (SCRIPTS.parent / "command_store.js").read_bytes(),
        ),
        "/vendor/idb.js": ("text/javascript", (SCRIPTS.parent / "vendor/idb.js").read_bytes()),
        "/worker.js": ("text/javascript", worker.encode()),
        "/extra.zip": ("application/zip", extra),
    }

    class Handler(BaseHTTPRequestHandler):
        """The page of this test, and the engine's files by Django's views."""

        def do_GET(self) -> None:
            if self.path in own:
                kind, content = own[self.path]
                self._send(200, {"Content-Type": kind, **ISOLATED}, content)
                return
            try:
                match = resolve(self.path)
                response = match.func(RequestFactory().get(self.path), *match.args, **match.kwargs)
            except Http404:
                self._send(404, {}, b"")
                return
            self._send(response.status_code, dict(response.items()), response.content)

        def _send(self, status: int, headers: dict[str, str], content: bytes) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    return Handler
