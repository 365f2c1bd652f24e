"""Put Pyodide, the standard library and msgspec into the repository, trimmed, compressed and listed by hash.

For developers only: `make engine`, with Node.js and npm installed. It is needed for another version of Pyodide or
msgspec, or when the engine imports another module of the standard library. The engine's own modules are packed by the
server (`dealer_ui/bundle.py`).
"""

import gzip
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from hashlib import sha256
from pathlib import Path

import django
from django.conf import settings

from poker.json_types import JsonObject

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tools/engine_runtime"
TARGET = ROOT / "dealer_ui/engine_runtime"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def main() -> None:
    """Rebuild the runtime and print the size of each file."""
    versions = tomllib.loads((HERE / "versions.toml").read_text())
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        pyodide = fetch_pyodide(work, versions["pyodide"])
        wheel = fetch_msgspec(work, versions["msgspec"])
        files = {name: (pyodide / name).read_bytes() for name in PYODIDE_FILES}
        files["stdlib.zip"] = trim_standard_library(work, pyodide, wheel)
        files["msgspec.whl"] = wheel.read_bytes()
        licenses = {path.name: path.read_bytes() for path in (HERE / "licenses").iterdir()}
        licenses["msgspec.LICENSE"] = next((work / "msgspec").rglob("LICENSE")).read_bytes()
        info = json.loads((pyodide / "pyodide-lock.json").read_text())["info"]
        write(files, licenses, {**versions, "lock": {"info": info, "packages": {}}})


def fetch_pyodide(work: Path, pin: dict[str, str]) -> Path:
    """Return the folder of Pyodide's package, checked against its hash."""
    run("npm", "pack", "--silent", f"pyodide@{pin['version']}", cwd=work)
    archive = next(work.glob("pyodide-*.tgz"))
    check(archive, pin["sha256"])
    with tarfile.open(archive) as packed:
        packed.extractall(work, filter="data")
    return work / "package"


def fetch_msgspec(work: Path, pin: dict[str, str]) -> Path:
    """Return msgspec's wheel for Pyodide, checked against its hash and unpacked beside it."""
    platform = ("--platform", pin["platform"], "--python-version", pin["python"])
    only = ("--no-deps", "--only-binary=:all:", "--quiet", "--dest", str(work))
    run(sys.executable, "-m", "pip", "download", *platform, *only, f"msgspec=={pin['version']}")
    wheel = next(work.glob("msgspec-*.whl"))
    check(wheel, pin["sha256"])
    shutil.unpack_archive(wheel, work / "msgspec", "zip")
    return wheel


def trim_standard_library(work: Path, pyodide: Path, wheel: Path) -> bytes:
    """Return a ZIP of the modules that the engine loads, compiled by Pyodide's own Python."""
    from dealer_ui.bundle import bundle

    (work / "engine.zip").write_bytes(bundle().data)
    target = work / "stdlib.zip"
    run(
        "node",
        str(HERE / "trim.mjs"),
        str(pyodide),
        str(wheel),
        str(work / "engine.zip"),
        str(target),
    )
    return target.read_bytes()


def write(files: dict[str, bytes], licenses: dict[str, bytes], versions: JsonObject) -> None:
    """Write each file compressed, with a list of versions, sizes and hashes of the uncompressed files."""
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir()
    listed = {}
    for name, data in files.items():
        packed = gzip.compress(data, compresslevel=9, mtime=0)
        (TARGET / f"{name}.gz").write_bytes(packed)
        listed[name] = {"sha256": sha256(data).hexdigest(), "bytes": len(data), "sent": len(packed)}
        print(f"{name:20} {len(data):>10,} {len(packed):>10,}")
    for name, data in licenses.items():
        (TARGET / name).write_bytes(data)
    manifest = {
        "pyodide": versions["pyodide"]["version"],
        "msgspec": versions["msgspec"]["version"],
        "lock": versions["lock"],  # Pyodide compares its own version with it; it loads no package
        "files": listed,
    }
    (TARGET / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def check(file: Path, expected: str) -> None:
    """Exit if a file is not the pinned one."""
    actual = sha256(file.read_bytes()).hexdigest()
    if actual != expected:
        sys.exit(
            f"{file.name} has SHA-256 {actual}, tools/engine_runtime/versions.toml says {expected}"
        )


def run(*command: str, cwd: Path = ROOT) -> None:
    """Run a program. If it fails, this program ends."""
    subprocess.run(command, check=True, cwd=cwd)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    settings.configure(BASE_DIR=ROOT)
    django.setup()
    main()
