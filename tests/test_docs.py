"""What the docs name exists: links, images, paths, URLs, commands and `make` targets."""

import fnmatch
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from tests.support.screenshots import IMAGES, shown_pictures

pytestmark = pytest.mark.static

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
CODE_BLOCK = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`([^`\n]+)`")
# A path of the project: a file with one of its endings, or folders that end with a slash.
FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.(?:py|js|mjs|css|html|toml|md|sh|svg|png|ini|tsv|yml)")
FOLDER = re.compile(r"\w[\w.-]*(?:/[\w.-]+)*/")
PLACEHOLDER = re.compile(r"[A-Z]{4,}|…|<")
COMMAND = re.compile(r"manage\.py ([a-z]\w*)")
# Of an installation: `floorbook` before a management command, and what `deploy/` installs beside it.
INSTALLED_COMMAND = re.compile(r"(?<![\w./-])floorbook ([a-z]\w+)")
INSTALLED = re.compile(r"(?<![\w./-])floorbook-[a-z][\w@*-]*(?:\.(?:service|socket|timer|target))?")
# In prose "make" is also a verb, so only quoted targets and those of code blocks count.
TARGET = re.compile(r"^make ([a-z][\w-]*)")
SYSTEM_FOLDERS = ("/etc/", "/opt/", "/usr/", "/var/")  # of an installation
URL = re.compile(r"(?:http://127\.0\.0\.1:8000)?(/[\w./-]*)")
URL_PREFIXES = {"/api/v1/"}  # the start of URLs, without a page
# The client's page of the API shortens URLs to their endings, which look like folders.
SHORTENS_URLS = {"docs/api.md"}
# Files that only a running room, an evidence bundle or an example has.
NOT_IN_THE_PROJECT = {"bundle.json", "names.json", "app/models.py"}


@cache
def tracked() -> frozenset[str]:
    """Return every file of the project, also one that is not committed yet."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(path for path in listing.stdout.splitlines() if (ROOT / path).exists())


@cache
def endings() -> frozenset[str]:
    """Return each file and folder, whole and without its first folders: `poker/rules.py`, `rules.py`, `poker/`."""
    paths = set()
    for path in tracked():
        parts = path.split("/")
        for first in range(len(parts)):
            paths.add("/".join(parts[first:]))
            for last in range(first + 1, len(parts)):
                paths.add("/".join(parts[first:last]) + "/")
    return frozenset(paths)


def pages() -> list[str]:
    return sorted(path for path in tracked() if path.endswith(".md") and "/vendor/" not in path)


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    headings = HEADING.findall(CODE_BLOCK.sub("", text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


def broken_links(page: str, text: str) -> list[str]:
    """Return each relative link or image of a page whose file or heading does not exist."""
    broken = []
    for link in LINK.findall(CODE_BLOCK.sub("", text)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
            broken.append(link)
    return broken


def missing_paths(page: str, text: str) -> list[str]:
    """Return each quoted path that is neither a file nor a folder of the project, nor the end of one."""
    quoted = QUOTED.findall(CODE_BLOCK.sub("", text))
    return [
        path
        for path in quoted
        if (FILE.fullmatch(path) or (FOLDER.fullmatch(path) and page not in SHORTENS_URLS))
        and not PLACEHOLDER.search(path)
        and path not in NOT_IN_THE_PROJECT
        and path not in endings()
    ]


def unknown_urls(text: str) -> list[str]:
    """Return each URL of the room, in quotes or in angle brackets, at which no page is."""
    named = [*QUOTED.findall(CODE_BLOCK.sub("", text)), *re.findall(r"<(http[^>]+)>", text)]
    paths = [match[1] for name in named if (match := URL.fullmatch(name))]
    return [
        path
        for path in paths
        if not path.startswith(SYSTEM_FOLDERS) and not PLACEHOLDER.search(path) and not is_url(path)
    ]


def is_url(path: str) -> bool:
    if path in URL_PREFIXES:
        return True
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def unknown_commands(text: str) -> list[str]:
    """Return each management command that a text names and no app has."""
    return [name for name in COMMAND.findall(text) if name not in get_commands()]


def code_of(text: str) -> list[str]:
    """Return what a page quotes, and its code blocks."""
    return [*QUOTED.findall(CODE_BLOCK.sub("", text)), *(m[0] for m in CODE_BLOCK.finditer(text))]


def unknown_on_a_machine(text: str) -> list[str]:
    """Return each command after `floorbook` that no app has, and each script and unit that `deploy/` does not have."""
    scripts, units = (
        [path.name for path in (ROOT / "deploy" / name).iterdir()] for name in ("bin", "systemd")
    )
    unknown = []
    for code in code_of(text):
        commands = INSTALLED_COMMAND.findall(code)
        unknown += [name for name in commands if name not in get_commands()]
        for name in INSTALLED.findall(code):
            unit = re.sub(r"@\d+", "@", name)
            unit = unit if unit.endswith(("*", ".service", ".socket", ".timer")) else f"{unit}.*"
            if name not in scripts and not fnmatch.filter(units, unit):
                unknown.append(name)
    return unknown


def unknown_targets(text: str) -> list[str]:
    """Return each `make` target that a text names and the Makefile does not have."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][\w-]*):", makefile, re.MULTILINE))
    lines = [line.strip() for block in CODE_BLOCK.finditer(text) for line in block[0].splitlines()]
    named = [match[1] for line in [*lines, *QUOTED.findall(text)] if (match := TARGET.match(line))]
    return [name for name in named if name not in targets]


@pytest.mark.parametrize("page", pages())
def test_what_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert broken_links(page, text) == []
    assert missing_paths(page, text) == []
    assert unknown_urls(text) == []
    assert unknown_commands(text) == []
    assert unknown_on_a_machine(text) == []
    assert unknown_targets(text) == []


def test_deployment_page_has_every_setting() -> None:
    text = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    names = [*settings.ENVIRONMENT_DEFAULTS, "ENV_FILE"]
    assert [name for name in names if f"`{name}`" not in text] == []


def test_commands_page_has_every_task_and_command() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    tasks = [task["task"] for task in settings.CELERY_BEAT_SCHEDULE.values()]
    assert [task for task in tasks if f"| `{task}` |" not in text] == []
    own = {Path(path).stem for path in tracked() if "/management/commands/" in path} - {"__init__"}
    assert sorted(own - set(COMMAND.findall(text))) == []


def test_pictures_are_those_that_tests_take() -> None:
    """`make pictures` can take each of them again."""
    sources = [path for path in tracked() if path.startswith("tests/") and path.endswith(".py")]
    code = "\n".join((ROOT / path).read_text(encoding="utf-8") for path in sources)
    names = re.findall(r"save_picture\([\w.]+, f?\"([^\"]+)\"", code)
    taken = re.compile("|".join(re.sub(r"\{.*?\}", r"[\\w-]+", name) for name in names))
    assert [name for name in sorted(shown_pictures()) if not taken.fullmatch(name)] == []
    assert {path.stem for path in IMAGES.glob("*.png")} == shown_pictures()


def test_what_does_not_exist_is_found() -> None:
    text = "[a](gone.md) [b](README.md#no-such-heading) `poker/gone.py` `make gone` manage.py gone `/gone/`"
    assert broken_links("README.md", text) == ["gone.md", "README.md#no-such-heading"]
    assert missing_paths("README.md", text) == ["poker/gone.py"]
    assert unknown_urls(text) == ["/gone/"]
    assert unknown_targets(text) == ["gone"]
    assert unknown_commands(text) == ["gone"]
    text = (
        "`floorbook gone`, `floorbook-web@3`, `systemctl stop floorbook-gone.socket 'floorbook-*'`"
    )
    assert unknown_on_a_machine(text) == ["gone", "floorbook-gone.socket"]
