"""The tablet's service worker: it stores the page, its parts and the engine for a start without a network.

Its version is the hash of all stored files. A new version is installed beside the old one and takes over between hands.
"""

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from dealer_ui.bundle import bundle
from dealer_ui.engine_files import engine_manifest
from staff.house_currency import without_amounts

FOLDER = Path(__file__).parent / "static"
SHARED_FOLDER = Path(__file__).parents[1] / "web/static"
SHARED_PARTS = (
    "web/base.css",
    "web/money.js",
    "web/socket.js",
    "web/tokens.css",
)  # shared by all pages
SCRIPT = FOLDER / "dealer_ui/engine/service_worker.js"
KEPT_TYPES = (".js", ".css", ".svg", ".woff2")
VERSION_HEADER = "X-Tablet-Version"
STATE_HEADER = "X-Tablet-State"


def _parts() -> Iterator[tuple[str, Path]]:
    """Yield name and path of each static file of the tablet's page."""
    for path in sorted((FOLDER / "dealer_ui").rglob("*")):
        if path.suffix in KEPT_TYPES and path != SCRIPT:
            yield path.relative_to(FOLDER).as_posix(), path
    for name in SHARED_PARTS:
        yield name, SHARED_FOLDER / name


@cache
def kept_urls() -> tuple[str, ...]:
    """Return the stored URLs besides the page's."""
    engine = engine_manifest()
    parts = [static(name) for name, _ in _parts()]
    runtime = (engine["runtime"] + name for name in engine["files"])
    return (*parts, engine["worker"], engine["bundle"], *runtime)


@cache
def version() -> str:
    """Return the hash of the stored files."""
    content = sha256(bundle().name.encode() + SCRIPT.read_bytes())
    for name, path in _parts():
        content.update(name.encode())
        content.update(path.read_bytes())
    content.update("".join(kept_urls()).encode())
    return content.hexdigest()[:16]


@without_amounts
@never_cache
@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the worker's script with its version and the URLs it stores."""
    names = f"const VERSION = {json.dumps(version())};\nconst KEPT = {json.dumps(kept_urls())};\n"
    return HttpResponse(names + SCRIPT.read_text(), content_type="text/javascript")


@without_amounts
@require_GET
def web_manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest for adding the tablet to the home screen."""
    content = {
        "name": "Floorbook tablet",
        "short_name": "Floorbook",
        "start_url": "/tablet/",
        "scope": "/tablet/",
        "display": "fullscreen",
        "orientation": "any",
        "background_color": "#101418",
        "theme_color": "#101418",
        "icons": [{"src": static("dealer_ui/icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(content, content_type="application/manifest+json")
