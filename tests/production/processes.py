"""`python -m tests.production.processes`: the commands per second of two web processes, compared with those of one.

Client, database and processes share the cores. So each web process gets a third of one, by a control group of Linux:
what is measured is whether processes wait for one another, not how many cores there are. Needs root. Prints one line of
JSON.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from websockets.asyncio.client import unix_connect

from tests.production.installation import Installation
from tests.production.load import HEADERS, PREPARE, Measured, Tablet
from tests.production.releases import copy_tree
from tests.production.services import Service

TABLETS = 24  # each sends its next tap as soon as the last one is answered
SECONDS = 15.0  # of a round
ROUNDS = 3  # with one process and with two, in turn
PERIOD = 20_000  # microseconds
SHARE = 1 / 3  # of a core
GROUPS = Path("/sys/fs/cgroup")


@contextmanager
def limited(service: Service, name: str) -> Generator[None]:
    """Give a web process with its threads a share of a core. Raises `OSError` if this machine can't."""
    assert service.process
    process = service.process.pid
    quota = int(PERIOD * SHARE)
    if (GROUPS / "cgroup.controllers").exists():
        (GROUPS / "cgroup.subtree_control").write_text("+cpu")
        group = GROUPS / f"floorbook-{name}"
        parent = GROUPS
        limits = {"cpu.max": f"{quota} {PERIOD}"}
    else:
        group = GROUPS / "cpu" / f"floorbook-{name}"
        parent = GROUPS / "cpu"
        limits = {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}
    group.mkdir()
    try:
        for file, text in limits.items():
            (group / file).write_text(text)
        (group / "cgroup.procs").write_text(str(process))
        yield
        (parent / "cgroup.procs").write_text(str(process))
    finally:
        group.rmdir()


async def commands_per_second(installation: Installation, tablets: dict[str, Tablet]) -> float:
    """Return how many commands all tablets together had answered in a second. tablets: by token; they deal on."""
    measured = Measured()
    path = installation.tablets_path
    async with AsyncExitStack() as stack:
        for token in tablets:
            headers = HEADERS | {"Cookie": f"floorbook_device={token}"}
            socket = await stack.enter_async_context(
                unix_connect(
                    path,
                    "ws://localhost/ws/tablet/",
                    additional_headers=headers,
                    compression=None,
                    max_size=None,
                )
            )
            tablets[token].socket = socket
            await tablets[token].hello()
        began = monotonic()

        async def deal(tablet: Tablet) -> None:
            while monotonic() < began + SECONDS:
                await tablet.tap(measured)

        await asyncio.gather(*(deal(tablet) for tablet in tablets.values()))
        took = monotonic() - began
    if measured.failed:
        raise RuntimeError(measured.failed[0])
    return len(measured.times) / took


def main() -> int:
    """Run it; return 1 if two processes execute less than 1.8 times the commands of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aim", type=float, default=1.8)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    rates: dict[int, list[float]] = {1: [], 2: []}
    with TemporaryDirectory(prefix="floorbook-processes-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        installation = Installation(folder, copy_tree(folder / "release"))
        first, second, *_ = installation.web  # those for tablets
        with installation.running():
            prepared = installation.shell(PREPARE.format(tables=TABLETS)).splitlines()[-1]
            tablets = {token: Tablet() for token in json.loads(prepared)["tokens"]}
            for _ in range(ROUNDS):
                second.stop()
                with limited(first, "first"):
                    rates[1].append(asyncio.run(commands_per_second(installation, tablets)))
                second.start()
                with limited(first, "first"), limited(second, "second"):
                    rates[2].append(asyncio.run(commands_per_second(installation, tablets)))
    one = median(rates[1])
    two = median(rates[2])
    result = {"one": round(one, 1), "two": round(two, 1), "ratio": round(two / one, 2)}
    print(json.dumps(result))
    return 0 if two / one >= options.aim else 1


if __name__ == "__main__":
    sys.exit(main())
