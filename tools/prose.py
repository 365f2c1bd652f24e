"""`python -m tools.prose`: count patterns of prose and names that make readers stumble, and sample sentences.

The counts are by package. `--sample` prints sentences of docstrings, comments and docs, chosen with `--seed`, so that a
second reader gets the same ones.
"""

import argparse
import ast
import io
import random
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.house import files

CODE_PATTERNS = {
    "for one in": r"\bfor one in\b",
    "found": r"\bfound\b",
    "said, told, made, given as names": r"\b(?:said|told|made|given)\b(?= =|\.|\)|,|\])",
    "two assignments": r"^ *\w+, \w+ = [^()\n]+, [^()\n]+$",
    "stars": r"\*\(\"",
    "fmt: skip": r"# fmt: skip",
}
TEXT_PATTERNS = {
    "at once": r"\bat once\b",
    "also if, also without": r"\balso (?:if|without|after|before|while)\b",
    "goes on": r"\bgo(?:es)? on\b",
    "is none, are none": r"\b(?:is|are) none\b",
    "stands for, stands still": r"\bstands? (?:for|still)\b",
    "machines that say, tell, ask": r"\b(?:page|server|tablet|engine|process|log)s? (?:say|tell|ask|know)s?\b",
    "is away": r"\b(?:is|are) away\b",
}
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*])")
SHORTEST = 4  # words of a sampled sentence


def prose(path: str, text: str) -> Iterator[str]:
    """Yield the docstrings and comments of a module, or the paragraphs of a page."""
    if path.endswith(".md"):
        yield from (
            block for block in text.split("\n\n") if not block.startswith(("|", "```", "    "))
        )
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node)
            if docstring:
                yield docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("#! ")


def sentences(path: str, text: str) -> Iterator[str]:
    """Yield the sentences of a file that are long enough to judge."""
    for block in prose(path, text):
        for sentence in SENTENCE.split(" ".join(block.split())):
            if len(sentence.split()) >= SHORTEST:
                yield sentence


def package_of(path: str) -> str:
    """Return the first part of a path; "docs" for pages at the top as well."""
    return path.partition("/")[0] if "/" in path else "docs"


def counts(texts: dict[str, str]) -> dict[str, Counter[str]]:
    """Return how often each pattern occurs, by package."""
    by_package: dict[str, Counter[str]] = defaultdict(Counter)
    for path, text in texts.items():
        words = "\n".join(prose(path, text))
        numbers = by_package[package_of(path)]
        for name, pattern in TEXT_PATTERNS.items():
            numbers[name] += len(re.findall(pattern, words))
        if path.endswith(".py"):
            for name, pattern in CODE_PATTERNS.items():
                numbers[name] += len(re.findall(pattern, text, re.MULTILINE))
    return by_package


def print_counts(by_package: dict[str, Counter[str]]) -> None:
    """Print a table: a row for each pattern with its total and its packages."""
    print("| pattern | all | packages |\n|---|---|---|")
    for name in (*CODE_PATTERNS, *TEXT_PATTERNS):
        numbers = {
            package: counter[name] for package, counter in by_package.items() if counter[name]
        }
        where = ", ".join(f"{package} {number}" for package, number in sorted(numbers.items()))
        print(f"| {name} | {sum(numbers.values())} | {where} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--package", action="append", default=[], help="only this package")
    parser.add_argument("--sample", type=int, default=0, help="print so many sentences instead")
    parser.add_argument("--seed", type=int, default=36)
    arguments = parser.parse_args()
    texts = {
        path: text
        for path, text in (files(".py") | files(".md")).items()
        if "/migrations/" not in path
        and (not arguments.package or package_of(path) in arguments.package)
    }
    if not arguments.sample:
        print_counts(counts(texts))
        return
    every = [
        (path, sentence)
        for path, text in sorted(texts.items())
        for sentence in sentences(path, text)
    ]
    chosen = random.Random(arguments.seed).sample(every, min(arguments.sample, len(every)))
    for path, sentence in chosen:
        print(f"{Path(path)}: {sentence}")


if __name__ == "__main__":
    main()
