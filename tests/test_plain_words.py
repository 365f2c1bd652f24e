"""The words of docs/glossary.md are in use, and those they replaced are gone.

`old_terms.toml` lists the names and the phrases that people would write by habit.
"""

import ast
import html
import io
import re
import subprocess
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.static

ROOT = Path(__file__).parents[1]
TERMS = tomllib.loads((Path(__file__).parent / "old_terms.toml").read_text(encoding="utf-8"))
NAMES = TERMS["names"]
PHRASES = TERMS["phrases"]
# Rows of old databases are never rewritten, and vendored files are not ours.
NOT_OURS = re.compile(r"/migrations/|/vendor/|^tests/data/|^LICENSE|^requirements")
PHRASE = re.compile(
    r"(?<![\w-])(" + "|".join(re.escape(phrase) for phrase in PHRASES) + r")(?![\w-])",
    re.IGNORECASE,
)
# The glossary lists what its terms replace.
QUOTES_OLD_TERMS = {"docs/glossary.md"}
NO_TEXT = re.compile(r"<(script|style)\b.*?</\1>|\{[%#].*?[%#]\}|\{\{.*?\}\}|<[^>]+>", re.DOTALL)


@cache
def sources(suffix: str) -> tuple[str, ...]:
    """Return the tracked files with this ending."""
    listing = subprocess.run(
        ["git", "ls-files", f"*{suffix}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tuple(path for path in listing.stdout.splitlines() if not NOT_OURS.search(path))


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def defined(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of each class, function, parameter and variable that a module defines.

    Fields of classes are left out: many are stored or sent, and keep their names.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
    fields = {
        id(statement.target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and id(node) not in fields
        ):
            yield node.lineno, node.id


def old_names(source: str) -> list[str]:
    """Return each old name that a source defines, with its line and the term in use."""
    return [
        f"{line}: {name} is now {NAMES[name]}" for line, name in defined(source) if name in NAMES
    ]


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each string of a module that is no docstring."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in docstrings:
            continue
        if isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def explanations(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each comment and docstring of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""


def old_phrases(text: str) -> list[str]:
    """Return each old phrase in a text, with the words in use."""
    return [f"“{phrase[0]}”: {PHRASES[phrase[0].lower()]}" for phrase in PHRASE.finditer(text)]


def in_files(paths: tuple[str, ...]) -> list[str]:
    return [f"{path}: {old}" for path in paths for old in old_phrases(text_of(path))]


def text_of(path: str) -> str:
    """Return what people read of a file: of a template its text and labels, of others all of it."""
    if not path.endswith(".html"):
        return read(path)
    source = read(path)
    labels = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', source)
    return html.unescape("\n".join([NO_TEXT.sub(" ", source), *labels]))


def test_no_old_name_is_defined() -> None:
    old = [f"{path}:{name}" for path in sources(".py") for name in old_names(read(path))]
    assert old == []


def test_no_module_has_an_old_name() -> None:
    old = [path for path in sources(".py") if Path(path).stem in NAMES]
    assert old == []


@pytest.mark.parametrize("suffix", [".html", ".toml", ".md"])
def test_no_old_phrase_is_on_a_page_or_in_the_docs(suffix: str) -> None:
    paths = tuple(
        path
        for path in sources(suffix)
        if path not in QUOTES_OLD_TERMS and not path.startswith("tests/")
    )
    assert paths
    assert in_files(paths) == []


def test_no_old_phrase_is_in_a_message() -> None:
    old = [
        f"{path}:{line}: {phrase}"
        for path in sources(".py")
        if not path.startswith("tests/")
        for line, text in strings(read(path))
        for phrase in old_phrases(text)
    ]
    assert old == []


def test_no_old_phrase_is_in_a_docstring_or_a_comment() -> None:
    old = [
        f"{path}:{line}: {phrase}"
        for path in sources(".py")
        if not path.startswith("tests/")
        for line, text in explanations(read(path))
        for phrase in old_phrases(text)
    ]
    assert old == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class Chair:\n    pass\n", ["1: Chair is now Seat"]),
        ("def f(handover):\n    return 1\n", ["1: handover is now push_summary"]),
        ("class A:\n    handover: int\n", []),  # a field may be stored
    ],
)
def test_an_old_name_is_found(source: str, expected: list[str]) -> None:
    assert old_names(source) == expected


def test_an_old_phrase_is_found_as_a_whole() -> None:
    assert old_phrases("Waiting list") == ["“Waiting list”: waitlist"]
    assert old_phrases("a waitlist, and awaiting listeners") == []
