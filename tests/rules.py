"""`make rules`: which rules (S-001 to S-185) and irregularities (I-001 to I-201) have a case or a test, and which not.

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


def rule_name(rule: int) -> str:
    """Return a rule's name, such as S-007."""
    return f"S-{rule:03}"


def irregularities() -> dict[str, str]:
    """Return the catalogue's irregularity keys by their names in cases, such as I-047."""
    text_lines = (
        text_line.split("\t") for text_line in ROWS.read_text(encoding="utf-8").splitlines()
    )
    return {f"I-{int(row):03}": key for row, key in text_lines}


def titles() -> dict[str, str]:
    """Return the title of each rule."""
    title_rows = re.findall(r"^- (S-\d{3}) (.+)$", TITLES.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(title_rows)


def cases() -> Iterator[tuple[str, str]]:
    """Yield (rule, place) of every case."""
    for path in sorted((TESTS / "poker" / "cases").glob("*.toml")):
        for case in load(path.read_text(encoding="utf-8")):
            for rule in case.rules:
                yield rule, f"{path.stem}/{case.id}"


def tests() -> Iterator[tuple[str, str]]:
    """Yield (rule, place) of every rule that a test's code names."""
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for rule in sorted({int(match) for match in RULE.findall(text)}):
            yield rule_name(rule), str(path.relative_to(TESTS))


def main() -> int:
    """Print one line per rule and irregularity, then the totals; return 1 if an irregularity has no case."""
    matches: dict[str, list[str]] = defaultdict(list)
    for rule, location in (*cases(), *tests()):
        matches[rule].append(location)
    rules = [rule_name(rule) for rule in range(1, LAST + 1)]
    rule_titles = titles()
    for rule in rules:
        print(
            f"{rule}  {len(matches[rule]):3}  {rule_titles[rule]}: {_place_text(rule, matches[rule])}"
        )
    covered_count = sum(1 for rule in rules if matches[rule])
    yet = sum(1 for rule in rules if not matches[rule] and rule not in WITHOUT)
    print(f"\n{covered_count} of {LAST} rules have a case or a test, {yet} not yet.")
    without = _print_irregularities(matches)
    other_rules = sorted(rule for rule in matches if rule[:2] not in ("S-", "I-"))
    print(f"House settings and vectors with a case: {' '.join(other_rules)}")
    return 1 if without else 0


def _print_irregularities(places_by_rule: Mapping[str, list[str]]) -> list[str]:
    """Print one line per irregularity; return those without a case."""
    rows = irregularities()
    print()
    for row, key in rows.items():
        case_places = places_by_rule.get(row, [])
        print(f"{row}  {len(case_places):3}  {key}: {_place_text(row, case_places)}")
    without = [row for row in rows if not places_by_rule.get(row)]
    strange = sorted(rule for rule in places_by_rule if rule.startswith("I-") and rule not in rows)
    print(f"\n{len(rows) - len(without)} of {len(rows)} irregularities have a case.")
    if without:
        print(f"Without a case: {' '.join(without)}")
    if strange:
        print(f"No irregularity of the catalogue: {' '.join(strange)}")
    return without + strange


def _place_text(rule: str, case_places: list[str]) -> str:
    if not case_places:
        return WITHOUT.get(rule, "not yet")
    more_text = f" and {len(case_places) - 2} more" if len(case_places) > 2 else ""
    return ", ".join(case_places[:2]) + more_text


if __name__ == "__main__":
    sys.exit(main())
