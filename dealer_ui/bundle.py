"""The engine's bundle: the modules that a tablet runs, packed from this server's own files.

The bundle is made once in each process, so it cannot differ from the code that the server runs. Its name is the hash
of its content.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from django.conf import settings

from poker.irregularities.load import catalogue

DISCOVERED = "poker.games"  # its modules are found by listing the package
# pokerkit's package imports the whole library; hands need these modules only.
POKERKIT = ("hands", "lookups", "utilities")
POKERKIT_ON_TABLET = Path(__file__).parent / "engine/pokerkit_package.py"
# A tablet reads the checked rows as JSON: parsing TOML and checking it took a fifth of the engine's start.
PACKED_CATALOGUE = "poker/irregularities/catalogue.json"
FILE_TIMESTAMP = (2000, 1, 1, 0, 0, 0)
ROOT = Path(settings.BASE_DIR)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A packed engine: the ZIP, and its SHA-256 as the name."""

    name: str
    data: bytes
    modules: tuple[str, ...]


@cache
def bundle() -> Bundle:
    """Return the engine that this process runs, as a ZIP. The same files give the same bytes."""
    modules = tuple(sorted(_closure()))
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted({**_own_files(modules), **_pokerkit_files()}.items()):
            info = ZipInfo(name, FILE_TIMESTAMP)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)
    data = buffer.getvalue()
    return Bundle(sha256(data).hexdigest(), data, modules)


def _closure() -> set[str]:
    """Return the project's modules that `TABLET_ENGINE` imports, directly or not, with their packages."""
    found: set[str] = set()
    todo = [
        settings.TABLET_ENGINE,
        *(f"{DISCOVERED}.{path.stem}" for path in (ROOT / "poker/games").glob("*.py")),
    ]
    while todo:
        module = todo.pop()
        if module in found or not _path(module).exists():
            continue
        found.add(module)
        todo.extend(_imports(module))
        if "." in module:
            todo.append(module.rpartition(".")[0])
    return found


def _imports(module: str) -> Iterator[str]:
    """Yield the names that a module's import statements may refer to."""
    for node in ast.walk(ast.parse(_path(module).read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _path(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _own_files(modules: tuple[str, ...]) -> dict[str, bytes]:
    """Return the modules' files, the data that they read, and poker's catalogue of irregularities."""
    paths = [_path(module) for module in modules]
    paths += [ROOT / name for name in settings.TABLET_DATA]
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}
    # In the order of the files: the conditions of a rule say which fact is asked for first.
    return files | {PACKED_CATALOGUE: msgspec.json.encode(catalogue())}


def _pokerkit_files() -> dict[str, bytes]:
    spec = find_spec("pokerkit")
    assert spec is not None
    folder = Path((spec.submodule_search_locations or [])[0])
    files = {f"pokerkit/{name}.py": (folder / f"{name}.py").read_bytes() for name in POKERKIT}
    return files | {"pokerkit/__init__.py": POKERKIT_ON_TABLET.read_bytes()}
