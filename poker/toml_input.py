"""Read TOML that people write: refuse values that no table has, and give the line of a fault."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice

MOST_DIGITS = 15  # a quadrillion of the smallest unit; more is a slip of the keyboard
MOST_NESTED = 30
_LIMIT = 10**MOST_DIGITS
_POSITION = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_LONG_NUMBER = re.compile(r"[0-9_]{1000,}")
_BRACKET = re.compile(r"[\[\]{}]")
# A text, a comment or the end of a list.
_ITEM = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|\]', re.DOTALL
)
_ID = re.compile(r"""\bid["']?[ \t]*=[ \t]*["']([^"']*)["']""")
_SHOWN = 300  # characters of a fault in tomllib's words


class TomlError(Exception):
    """A text that is not TOML; the message describes the fault, and `line` is its line, 0 if unknown."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def parse(text: str, *, decimals: bool = False) -> dict[str, object]:
    """Return the tables of a text; with `decimals`, numbers with a point are `Decimal`. Raises `TomlError`."""
    try:
        return tomllib.loads(text, parse_float=_decimal if decimals else float)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, str(error)) from error
    except RecursionError as error:
        raise TomlError(_nested(), _deep_line(text)) from error
    except ValueError as error:  # more digits than Python converts
        raise TomlError(_too_long(), _first_line(text, _LONG_NUMBER)) from error


def out_of_bounds(value: object) -> str:
    """Return why a parsed value cannot be valid: its size, its depth or "not a number"; "" if it can."""
    level = [value]
    for _ in range(MOST_NESTED):
        if fault := next(filter(None, map(_number_fault, level)), ""):
            return fault
        level = [child for item in level for child in _children(item)]
        if not level:
            return ""
    return _nested()


def line_of_key(text: str, name: str) -> int:
    """Return the line where a key of the first table gets its value, or 0."""
    position = _key_position(text, name)
    return _line_at(text, position) if position >= 0 else 0


def line_of_item(text: str, name: str, number: int) -> int:
    """Return the line of a text in the list of this key, counted from 1; the line of the key if there is no such
    text.
    """
    start = _key_position(text, name)
    if start < 0:
        return 0
    items = (match for match in _ITEM.finditer(text, start) if not match[0].startswith("#"))
    match = next(islice(items, max(number - 1, 0), None), None)
    return _line_at(text, match.start() if match and match[0] != "]" else start)


def lines_of_tables(text: str, name: str, ids: Sequence[str]) -> list[int]:
    """Return the line of the id, or else of the header, of each [[NAME]] table; `ids` are the tables' ids."""
    header = re.compile(rf"[ \t]*\[\[[ \t]*{_quoted(name)}[ \t]*\]\]")
    id_key = re.compile(rf"[ \t]*{_quoted('id')}[ \t]*=")
    lines: list[int] = []
    waiting = False  # whether the last table still lacks its id
    for number, line in enumerate(text.split("\n"), 1):
        if header.match(line):
            lines.append(number)
            waiting = True
        elif waiting and id_key.match(line):
            lines[-1] = number
            waiting = False
    return lines if len(lines) == len(ids) else _lines_of_ids(text, name, ids)


def _lines_of_ids(text: str, name: str, ids: Sequence[str]) -> list[int]:
    """Return the lines of the tables in a list such as `case = [{ id = "a" }]`, by their ids."""
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        for match in _ID.finditer(line):
            lines.setdefault(match[1], number)
    start = line_of_key(text, name)
    return [lines.get(case_id, start) for case_id in ids]


def _quoted(name: str) -> str:
    """Return a pattern for a key, with or without quotation marks."""
    word = re.escape(name)
    return f"(?:{word}|\"{word}\"|'{word}')"


def _key_position(text: str, name: str) -> int:
    key = re.compile(rf"^[ \t]*\[*[ \t]*{_quoted(name)}[ \t]*[]=.]", re.MULTILINE)
    starts = (match.start() for match in key.finditer(text))
    # Ignore matches inside a multi-line string: the lines before them are not valid TOML.
    return next((start for start in starts if _is_toml(text[:start])), -1)


def _deep_line(text: str) -> int:
    """Return the line where brackets get too deep; tomllib does not report it."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += 1 if match[0] in "[{" else -1
        if depth > MOST_NESTED:
            return _line_at(text, match.start())
    return 0


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent that no Decimal has; out_of_bounds names it
        return Decimal("Infinity")


def _not_toml(text: str, message: str) -> TomlError:
    match = _POSITION.search(message)
    line = int(match[1]) if match and match[1] else _line_at(text, len(text))
    fault = _POSITION.sub("", message)
    return TomlError(f"not TOML: {fault[:1].lower()}{fault[1:_SHOWN]}", line)


def _number_fault(value: object) -> str:
    if isinstance(value, float | Decimal):
        number = Decimal(value)
        if not number.is_finite():
            return "infinity and nan aren't amounts"
        return _too_long() if number and abs(number.adjusted()) >= MOST_DIGITS else ""
    return _too_long() if isinstance(value, int) and abs(value) >= _LIMIT else ""


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _nested() -> str:
    return f"brackets are nested more than {MOST_NESTED} deep"


def _too_long() -> str:
    return f"a number has more than {MOST_DIGITS} digits"


def _is_toml(text: str) -> bool:
    try:
        parse(text)
    except TomlError:
        return False
    return True


def _first_line(text: str, pattern: re.Pattern[str]) -> int:
    match = pattern.search(text)
    return _line_at(text, match.start()) if match else 0


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
