"""Benchmarks of another checkout and of this one, in turn: `python -m tools.bench.before_after FOLDER [PART …]`.

No change may make a row worse by more than 5 %. Times from two days or two machines cannot show that.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parents[2]
ROUNDS = 2  # runs of each part in each checkout; a row is the median
TOLERANCE = 1.05
# Runs in the other checkout, where the benchmarks may be in another package.
PRINT_ROWS = """
import json, sys
from importlib import import_module
for row in import_module(sys.argv[1] + ".__main__").PARTS[sys.argv[2]]():
    value = row.ours if hasattr(row, "ours") else row.measured
    print("ROW", json.dumps([row.name, value, getattr(row, "unit", "ms")]), flush=True)
"""
PRINT_PARTS = """
import json, sys
from importlib import import_module
print(json.dumps(list(import_module(sys.argv[1] + ".__main__").PARTS)))
"""
Rows = dict[tuple[str, str], list[float]]  # measures by name and unit


def main() -> int:
    """Print a table with each row of both checkouts; return 1 if a row is worse by more than 5 %."""
    before = Path(sys.argv[1]).resolve()
    parts = sys.argv[2:] or _parts(before)
    print("| what | before | after | after / before |\n|---|---|---|---|", flush=True)
    worse = 0
    for part in parts:
        measured: dict[Path, Rows] = {before: {}, HERE: {}}
        for number in range(ROUNDS):
            for checkout in (before, HERE) if number % 2 == 0 else (HERE, before):
                for name, unit, value in _measure(checkout, part):
                    measured[checkout].setdefault((name, unit), []).append(value)
        for (name, unit), values in measured[HERE].items():
            others = measured[before].get((name, unit))
            after = median(values)
            if not others:
                print(f"| {name} | | {after:.4g} {unit} | new |", flush=True)
                continue
            ratio = after / median(others)
            worse += ratio > TOLERANCE
            print(
                f"| {name} | {median(others):.4g} {unit} | {after:.4g} {unit} | {ratio:.2f} |",
                flush=True,
            )
    return 1 if worse else 0


def _package(checkout: Path) -> str:
    return "tools.bench" if (checkout / "tools" / "bench").is_dir() else "bench"


def _run(checkout: Path, code: str, *arguments: str) -> str:
    result = subprocess.run(
        [checkout / ".venv" / "bin" / "python", "-c", code, _package(checkout), *arguments],
        cwd=checkout,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return result.stdout


def _parts(checkout: Path) -> list[str]:
    return list(json.loads(_run(checkout, PRINT_PARTS)))


def _measure(checkout: Path, part: str) -> list[tuple[str, str, float]]:
    rows = []
    for line in _run(checkout, PRINT_ROWS, part).splitlines():
        if line.startswith("ROW "):
            name, value, unit = json.loads(line.removeprefix("ROW "))
            rows.append((name, unit, value))
    return rows


if __name__ == "__main__":
    sys.exit(main())
