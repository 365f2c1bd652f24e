"""`python -m tools.house`: count the figures compared in docs/decisions/house.md, in the files of this checkout."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
COLOR = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)|\brgba?\(|\bhsla?\(")


def files(ending: str) -> dict[str, str]:
    """Return the text of each tracked file with this ending, without tests and vendored files."""
    listing = subprocess.run(
        ["git", "ls-files", f"*{ending}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {
        path: (ROOT / path).read_text(encoding="utf-8")
        for path in listing.stdout.splitlines()
        if not re.search(r"^tests/|/vendor/", path) and (ROOT / path).exists()
    }


def counts() -> Iterator[tuple[str, str]]:
    python = files(".py")
    styles = files(".css")
    packages, arrows = _packages(python)
    yield "top-level packages / import arrows", f"{packages} / {arrows}"
    pages = files(".html")
    base_templates = [path for path in pages if path.endswith("base.html")]
    guards = [path for path in python if path.endswith("/guard.py")]
    roles = [path for path in python if path.endswith("/permissions.py")]
    yield (
        "base templates / guards / permission modules",
        f"{len(base_templates)} / {len(guards)} / {len(roles)}",
    )
    statuses = [
        path for path, code in python.items() if re.search(r"^def http_status\(", code, re.M)
    ]
    yield "modules with `http_status()`", str(len(statuses))
    yield "refusal codes with more than one sentence", str(_codes_worded_twice(python))
    scripts = files(".js")
    sockets = [path for path, code in scripts.items() if "new WebSocket" in code]
    yield "WebSocket loops in JavaScript", str(len(sockets))
    tokens = [path for path in styles if path.endswith("tokens.css")]
    raw = sum(len(COLOR.findall(css)) for path, css in styles.items() if path not in tokens)
    yield "token files / raw colors outside them", f"{len(tokens)} / {raw}"
    lines = sum(css.count("\n") for css in styles.values())
    yield "CSS lines / files", f"{lines:,} / {len(styles)}"
    code = "\n".join(text for path, text in python.items() if "/migrations/" not in path)
    any_count = len(re.findall(r"\bAny\b", code))
    yield "`dict[str, Any]` / `Any`", f"{code.count('dict[str, Any]')} / {any_count:,}"
    yield "migrations", str(sum(1 for path in python if re.search(r"/migrations/\d", path)))
    for page in ("README.md", "docs/architecture.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        yield f"{page}: lines / words", f"{text.count(chr(10))} / {len(text.split()):,}"


def _packages(python: dict[str, str]) -> tuple[int, int]:
    """Return the number of top-level packages and of pairs where one imports the other."""
    packages = {path.partition("/")[0] for path in python if "/" in path}
    arrows = {
        (path.partition("/")[0], target)
        for path, code in python.items()
        if "/" in path and "/migrations/" not in path
        for target in _imported(code)
        if target in packages and target != path.partition("/")[0]
    }
    return len(packages), len(arrows)


def _imported(code: str) -> Iterator[str]:
    """Yield the first part of each module that a module imports."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def _codes_worded_twice(python: dict[str, str]) -> int:
    """Return how many keys have a sentence in more than one module of messages."""
    modules = [
        code for path, code in python.items() if "def refusal_message(" in code or "refusal" in path
    ]
    sentences = Counter(key for code in modules for key in set(_worded_keys(code)))
    return sum(1 for count in sentences.values() if count > 1)


def _worded_keys(code: str) -> Iterator[str]:
    """Yield each refusal code that has a sentence in a dictionary of a module."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Dict):
            continue
        for key, value in zip(node.keys, node.values, strict=True):
            is_code = isinstance(key, ast.Constant) and isinstance(key.value, str)
            is_text = isinstance(value, ast.JoinedStr) or (
                isinstance(value, ast.Constant) and isinstance(value.value, str)
            )
            if is_code and is_text and " " in ast.unparse(value):
                assert isinstance(key, ast.Constant)
                yield str(key.value)


if __name__ == "__main__":
    for name, count in counts():
        print(f"| {name} | {count} |")
