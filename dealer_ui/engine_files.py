"""The files of the tablet's engine: the bundle and its runtime. Their URLs contain their hashes."""

import json
from functools import cache
from pathlib import Path

from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_response_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from dealer_ui.bundle import bundle
from poker.json_types import JsonObject

FOLDER = Path(__file__).parent / "engine_runtime"
WORKER = Path(__file__).parent / "static/dealer_ui/engine/worker.js"
MAX_AGE = 365 * 24 * 3600  # seconds; a changed file has a different URL
TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".whl": "application/zip",
}


@cache
def runtime() -> JsonObject:
    """Return the manifest of the runtime: versions, and size and hash of each file."""
    manifest: dict[str, object] = json.loads((FOLDER / "manifest.json").read_text())
    return manifest


@cache
def runtime_version() -> str:
    """Return the name of the runtime's folder: the beginnings of the hashes of its wasm file and its library."""
    files = runtime()["files"]
    return "".join(files[name]["sha256"][:8] for name in ("pyodide.asm.wasm", "stdlib.zip"))


def engine_manifest() -> JsonObject:
    """Return the data that the page needs to start the engine."""
    return {
        "engine": bundle().name,
        "worker": "/tablet/engine/worker.js",
        "bundle": f"/tablet/engine/{bundle().name}.zip",
        "runtime": f"/tablet/runtime/{runtime_version()}/",
        "lock": json.dumps(runtime()["lock"]),
        "files": {name: entry["sha256"] for name, entry in runtime()["files"].items()},
    }


def allow_shared_memory(response: HttpResponse) -> None:
    """Let the page of a response share memory with its worker. The page loads nothing from other origins."""
    response["Cross-Origin-Opener-Policy"] = "same-origin"
    response["Cross-Origin-Embedder-Policy"] = "require-corp"


@csp_update({"script-src": ["'wasm-unsafe-eval'"]})  # a worker's policy comes with its script
@never_cache
@require_GET
def worker_script(request: HttpRequest) -> HttpResponse:
    """Return the script of the engine's worker.

    The URL must be below /tablet/, because a browser sends a service worker only requests for URLs in its scope.
    """
    response = HttpResponse(_worker_text(), content_type="text/javascript")
    allow_shared_memory(response)
    return response


@cache
def _worker_text() -> str:
    return WORKER.read_text()


@require_GET
def engine_bundle(request: HttpRequest, name: str) -> HttpResponse:
    """Return this server's bundle; any other bundle is not found."""
    if name != bundle().name:
        raise Http404("This server runs another engine.")
    return _immutable(HttpResponse(bundle().data, content_type="application/zip"))


@require_GET
def runtime_file(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """Return a file of the runtime, compressed as stored."""
    if version != runtime_version() or name not in runtime()["files"]:
        raise Http404("The engine runs on other files.")
    data = _packed(name)
    response = HttpResponse(data, content_type=TYPES[Path(name).suffix])
    response["Content-Encoding"] = "gzip"
    return _immutable(response)


@cache
def _packed(name: str) -> bytes:
    return (FOLDER / f"{name}.gz").read_bytes()


def _immutable(response: HttpResponse) -> HttpResponse:
    patch_response_headers(response, MAX_AGE)
    response["Cache-Control"] = f"public, max-age={MAX_AGE}, immutable"
    return response
