"""`make rules`: which rules (S-001 to S-185) and irregularities (I-001 to I-181) have a case or a test, and which not.

It fails when an irregularity has no case.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from poker.cases import load

TESTS = Path(__file__).parent
LAST = 185
TITLES = TESTS.parent / "docs" / "rules.md"
ROWS = (
    TESTS / "poker" / "data" / "irregularities.tsv"
)  # number and key of each, as the catalogue has them
# Rules that no case can have, and why.
WITHOUT = {"S-183": "no case: the guide lists a game and gives no rules for it, so none is dealt"}
RULE = re.compile(r"\bS[-_](\d{3})\b")


def number(rule: int) -> str:
    """A rule's name, such as S-007."""
    return f"S-{rule:03}"


def irregularities() -> dict[str, str]:
    """The keys of the catalogue's irregularities by the names that cases give them, such as I-047."""
    lines = (line.split("\t") for line in ROWS.read_text(encoding="utf-8").splitlines())
    return {f"I-{int(row):03}": key for row, key in lines}


def titles() -> dict[str, str]:
    """What each rule is called."""
    lines = re.findall(r"^- (S-\d{3}) (.+)$", TITLES.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(lines)


def cases() -> Iterator[tuple[str, str]]:
    """(rule, where) of every case."""
    for path in sorted(TESTS.rglob("cases/*.toml")):
        for case in load(path.read_text(encoding="utf-8")):
            for rule in case.rules:
                yield rule, f"{path.stem}/{case.id}"


def tests() -> Iterator[tuple[str, str]]:
    """(rule, where) of every rule that a test's code names."""
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for found in sorted({int(match) for match in RULE.findall(text)}):
            yield number(found), str(path.relative_to(TESTS))


def main() -> int:
    """One line a rule and one an irregularity, then the totals; 1 when an irregularity has no case."""
    matches: dict[str, list[str]] = defaultdict(list)
    for rule, where in (*cases(), *tests()):
        matches[rule].append(where)
    rules = [number(rule) for rule in range(1, LAST + 1)]
    called = titles()
    for rule in rules:
        print(f"{rule}  {len(matches[rule]):3}  {called[rule]}: {_where(rule, matches[rule])}")
    done = sum(1 for rule in rules if matches[rule])
    yet = sum(1 for rule in rules if not matches[rule] and rule not in WITHOUT)
    print(f"\n{done} of {LAST} rules have a case or a test, {yet} not yet.")
    without = _irregularities(matches)
    others = sorted(rule for rule in matches if rule[:2] not in ("S-", "I-"))
    print(f"House settings and vectors with a case: {' '.join(others)}")
    return 1 if without else 0


def _irregularities(found: Mapping[str, list[str]]) -> list[str]:
    """Print one line each; those without a case."""
    rows = irregularities()
    print()
    for row, key in rows.items():
        places = found.get(row, [])
        print(f"{row}  {len(places):3}  {key}: {_where(row, places)}")
    without = [row for row in rows if not found.get(row)]
    strange = sorted(rule for rule in found if rule.startswith("I-") and rule not in rows)
    print(f"\n{len(rows) - len(without)} of {len(rows)} irregularities have a case.")
    if without:
        print(f"Without a case: {' '.join(without)}")
    if strange:
        print(f"No irregularity of the catalogue: {' '.join(strange)}")
    return without + strange


def _where(rule: str, places: list[str]) -> str:
    if not places:
        return WITHOUT.get(rule, "not yet")
    more = f" and {len(places) - 2} more" if len(places) > 2 else ""
    return ", ".join(places[:2]) + more


if __name__ == "__main__":
    sys.exit(main())
