"""The steps of the production check, in order. Each adds figures or fails with a sentence."""

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from ops.backup.manifest import HEADS
from ops.tasks import BACKUP_TASK
from tests.production import play
from tests.production.installation import Installation
from tests.production.play import Taps, deal, open_tablet, set_up, wait_until_sent
from tests.production.releases import commit_before, copy_tree, unpack_commit
from tests.production.room_taps import RoomTaps
from tests.production.services import Service

# Seconds: the most that a tap may take on the screen whatever happens, and that an upgrade may keep taps from the log.
PAUSE = 2.0
NEWEST_WITHIN = 120.0  # after an upgrade, until the tablet has its version between hands
TOLD_WITHIN = 2.0  # seconds until a request is answered while the database is away
STUCK_AFTER = 600.0  # seconds after which a process that runs and is not heard counts as stuck
BACK_UP = """
from django.utils import timezone
from ops.tasks import backup_now
backup_now.delay(timezone.now().isoformat())
"""
RUNNING_TASKS = """
import json
from config.celery import app
told = app.control.inspect(timeout=2).active() or {}
print(json.dumps([(task["name"], task["worker_pid"]) for tasks in told.values() for task in tasks]))
"""
# Sessions of the room's role which wait for a lock on a table: of a backup, if nothing else reads that table.
BACKUPS_WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE usename = 'floorbook' AND wait_event_type = 'Lock' AND query LIKE 'SELECT COUNT(*) FROM%'
"""
Result = dict[str, object]


class CheckFailed(Exception):
    """A step did not hold; the text says what."""


def run_check(folder: Path, *, before: str, outage: float) -> Result:
    """Run every step. Return the figures, whether all passed, and the sentence of the one that failed.

    before: the commit that is installed first; "" is the one before these files. outage: in seconds.
    """
    result: Result = {"passed": False}
    release = unpack_commit(before or commit_before(), folder / "before")
    after = copy_tree(folder / "after")
    installation = Installation(folder, release)
    try:
        with installation.running(), sync_playwright() as playwright:
            browser = play.launch(playwright, installation)
            check = Check(installation, browser, folder, after, outage)
            for step in check.steps():
                began = time.monotonic()
                print(f"── {(step.__doc__ or '').splitlines()[0]}", file=sys.stderr, flush=True)
                result |= step()
                result[f"seconds_{step.__name__}"] = round(time.monotonic() - began, 1)
            browser.close()
        result["passed"] = True
    except Exception as failed:
        result["failed"] = f"{type(failed).__name__}: {str(failed).splitlines()[0]}"
        traceback.print_exc()
    return result


class Check:
    """The steps, on one installation; what one leaves, the next goes on with."""

    def __init__(
        self, installation: Installation, browser: Browser, folder: Path, after: Path, outage: float
    ) -> None:
        """Keep what the steps work with. after: the folder of the newer version."""
        self.installation = installation
        self.browser = browser
        self.folder = folder
        self.after = after
        self.outage = outage
        self.taps = Taps()

    def steps(self) -> tuple[Callable[[], Result], ...]:
        """Return the steps in order."""
        return (
            self.serve,
            self.set_up,
            self.deal,
            self.offline,
            self.upgrade,
            self.redis_away,
            self.postgresql_away,
            self.task_killed,
            self.worker_killed,
            self.two_beats,
            self.backup,
            self.backup_disk_away,
            self.verify,
        )

    def serve(self) -> Result:
        """HTTPS with a certificate of Caddy's authority, plain HTTP only for that certificate."""
        status, body, _ = self.installation.get("/livez")
        expect(status == 200, f"/livez answers {status}: {body[:200]}")
        status, _, _ = self.installation.get("/metrics")
        expect(status == 404, f"/metrics answers {status} without a token, not 404.")
        status, _, _ = self.installation.get("/metrics", token="another")
        expect(status == 403, f"/metrics answers {status} to a wrong token.")
        token = self.installation.environment["METRICS_TOKEN"]
        status, body, _ = self.installation.get("/metrics", token=token)
        expect(status == 200, f"/metrics answers {status} to METRICS_TOKEN: {body[:200]}")
        expect("floorbook_part_level" in body, f"/metrics has no figures: {body[:200]}")
        page = self.installation.plain("/certificate/")
        expect("Install the room" in page, "The page of the certificate is missing.")
        root = self.installation.plain("/certificate/root.crt")
        expect("BEGIN CERTIFICATE" in root, "The certificate can't be downloaded.")
        expect(
            self.installation.redirect("/floor/").startswith(f"{self.installation.url}/floor/"),
            "HTTP doesn't lead to HTTPS.",
        )
        owner = self.installation.query(
            "SELECT tableowner FROM pg_tables WHERE tablename = 'journal_entry'"
        )
        expect(owner == "floorbook_owner", f"The log belongs to {owner}.")
        for statement in (
            "DROP TABLE journal_entry CASCADE",
            "TRUNCATE journal_entry CASCADE",
            "ALTER TABLE journal_entry DISABLE TRIGGER USER",
        ):
            expect(self.installation.is_forbidden(statement), f"The room's role may {statement}.")
        self._wait_for_level("worker", "good")
        self._wait_for_level("beat", "good")
        return {"web_processes": len(self.installation.web)}

    def set_up(self) -> Result:
        """The setup in a browser, from the printed code to forty tables."""
        set_up(self.browser, self.installation, self.folder)
        status, _, _ = self.installation.get("/setup")
        expect(
            status != 200 or "Who runs this room" not in self.installation.get("/setup")[1],
            "The setup is still open.",
        )
        return {"tables": int(self.installation.query("SELECT count(*) FROM tables_table"))}

    def deal(self) -> Result:
        """A tablet is paired, nine players sit down, and three hands are dealt."""
        self.dealer, self.context, self.answers = open_tablet(self.browser, self.installation)
        self.opening = int(self.installation.query(play.TAPS_STORED))  # sign-in and draw
        deal(self.dealer, self.taps, lambda: self.taps.count >= 15)
        return {"hands": self._hands(), "sent_after_s": self._sent()}

    def offline(self) -> Result:
        """The tablet is opened without the network, and deals on."""
        self.context.set_offline(True)
        self.dealer.page.reload()
        self.dealer.page.wait_for_selector("body[data-engine='ready']")
        before = self.taps.count
        deal(self.dealer, self.taps, lambda: self.taps.count >= before + 5)
        self.context.set_offline(False)
        return {"offline_taps": self.taps.count - before, "offline_sent_after_s": self._sent()}

    def upgrade(self) -> Result:
        """An upgrade with a migration while hands are dealt: no tap lost, no pause.

        T1's tablet deals in the browser. Every other table's tablet sends taps over new HTTPS connections, one each
        50 ms, so that a pause of the server is seen whichever process has the browser's socket.
        """
        room = RoomTaps(self.installation)
        steps: list[tuple[float, str]] = []
        began = time.monotonic()
        posted = self.answers.posted
        with room.sending():
            taps = self._taps_during(lambda: steps.extend(self.installation.upgrade(self.after)))
        self._deal_until_newest(taps)
        gap = self.answers.longest_gap(began, time.monotonic())
        figures = self._figures("upgrade", taps)
        wait = self.answers.longest_wait(taps)
        columns = self.installation.query(
            "SELECT count(*) FROM pg_attribute WHERE attrelid = 'ops_retentionrun'::regclass AND attname = 'note'"
        )
        expect(columns == "1", "The migration of the newer version did not run.")
        status, body, _ = self.installation.get("/readyz")
        expect(status == 200, f"After the upgrade /readyz answers {status}: {body[:300]}")
        answers: Result = {
            "slowest_answer_s": round(wait, 2),
            "answers_gap_s": round(gap, 2),  # with the dealer's own pauses
            "posted_taps": self.answers.posted - posted,
        }
        expect(
            wait <= PAUSE,
            f"T1's dealer waited {wait:.1f} s for an answer during the upgrade: {answers}.",
        )
        return figures | answers | self._pauses(room, steps)

    def _pauses(self, room: RoomTaps, steps: list[tuple[float, str]]) -> Result:
        """Return the server's pauses during the upgrade. Raises `CheckFailed` above the limit and for lost taps."""
        expect(not room.refused, f"A tap during the upgrade was refused: {room.refused[:1]}.")
        made = len(room.answered)
        stored = room.stored()
        expect(
            made == stored and not any(tablet.waiting for tablet in room.tablets),
            f"The other tablets' taps: {made} were answered and {stored} are stored.",
        )
        pause, since = room.longest_pause()
        during = [name for at, name in steps if at <= since][-1:]
        expect(
            pause <= PAUSE,
            f"For {pause:.1f} s of the upgrade no tap was stored, since this step: {during}.",
        )
        return {
            "server_pause_s": round(pause, 2),
            "server_pause_since": ", ".join(during),
            "server_taps": made,
            "server_slowest_tap_s": round(room.slowest, 2),
            "server_repeated_taps": room.repeated,
        }

    def redis_away(self) -> Result:
        """Redis is killed while hands are dealt."""
        level: list[str] = []

        def away() -> None:
            self.installation.redis.kill()
            time.sleep(self.outage)
            level.append(self.installation.levels()["redis"])
            self.installation.redis.start()

        taps = self._taps_during(away)
        expect(level == ["bad"], f"/readyz says of Redis while it is away: {level}.")
        return self._figures("redis", taps)

    def postgresql_away(self) -> Result:
        """PostgreSQL is killed while hands are dealt."""
        told: list[tuple[int, float]] = []

        def away() -> None:
            self.installation.postgresql.kill()
            time.sleep(self.outage / 2)
            for path in ("/readyz", "/board", "/livez"):
                status, _, seconds = self.installation.get(path)
                told.append((status, seconds))
            time.sleep(self.outage / 2)
            self.installation.postgresql.start()

        taps = self._taps_during(away)
        expect([status for status, _ in told] == [503, 503, 200], f"Without a database: {told}.")
        slowest = max(seconds for _, seconds in told)
        expect(
            slowest <= TOLD_WITHIN, f"Without a database a request waited {slowest:.1f} s: {told}."
        )
        return self._figures("postgresql", taps) | {"outage_told_s": round(slowest, 2)}

    def task_killed(self) -> Result:
        """The process that makes a backup is killed in the middle of it: another one makes it, once.

        Only the process of the task is killed. If the whole worker were, the task would go to another worker after
        31 minutes (config/scheduled_tasks.py), which is longer than this check.
        """
        last = int(self.installation.query("SELECT coalesce(max(id), 0) FROM ops_backuprun"))
        runs = f"SELECT count(*) FROM ops_backuprun WHERE id > {last}"
        before = self._backup_files()
        with self.installation.locked("django_admin_log"):  # a backup counts its rows, and waits
            self.installation.shell(BACK_UP)
            self._wait_for(f"{runs} AND ended_at IS NULL", "1")
            self._wait_for(BACKUPS_WAITING, "1")
            victim = self._process_of_backup()
            expect(self._backup_files() == before, "The backup ended before it could be killed.")
            os.kill(victim, signal.SIGKILL)
            began = time.monotonic()
            self._wait_for(f"{runs} AND ended_at IS NULL", "2")  # the second run has begun
            again = round(time.monotonic() - began, 1)
            expect(self._process_of_backup(besides=victim) != victim, "The same process goes on.")
        self._wait_for(f"{runs} AND file <> ''", "1")
        self._wait_for_idle()
        count = self.installation.query(runs)
        expect(count == "2", f"The killed backup was begun {count} times, not twice.")
        made = self._backup_files() - before
        expect(len(made) == 1, f"The killed backup was made {len(made)} times: {sorted(made)}.")
        self._compare_copies()
        return {"killed_task_begun_again_after_s": again, "killed_task_results": len(made)}

    def worker_killed(self) -> Result:
        """The whole slow worker is killed, and is heard again after its start.

        How soon is a figure, and no promise: it starts at the lowest priority of all, so other work delays it. The
        operations page tells a worker that is silent for 90 s; that has its own tests.
        """
        worker = self.installation.others["floorbook-worker-slow"]
        killed_at = self.installation.query("SELECT now()")
        worker.kill()
        worker.start()
        heard = (
            "SELECT count(*) > 0 FROM ops_serviceheartbeat"
            f" WHERE service = 'worker work' AND started_at > '{killed_at}'"
        )
        began = time.monotonic()
        self._wait_while_it_runs(worker, lambda: self.installation.query(heard) == "t")
        again = round(time.monotonic() - began, 1)
        self._wait_while_it_runs(worker, lambda: self.installation.levels()["worker"] == "good")
        return {"killed_worker_heard_again_after_s": again}

    def two_beats(self) -> Result:
        """A second scheduler is noticed."""
        self._wait_for_level("beat", "good")  # the one that the upgrade replaced is forgotten
        second = self.installation.second_beat()
        second.start()
        try:
            self._wait_for_level("beat", "soon")
        finally:
            second.stop()
        return {}

    def backup(self) -> Result:
        """A backup, copied to the second place, restored into another database and verified."""
        self.installation.manage("backup", "--prune")
        copied = self._compare_copies()
        told = self.installation.manage("backups", "prove")
        expect(self.installation.levels()["backups"] == "good", "The backup is not told as good.")
        return {"proved": told.strip().splitlines()[-1][:120], "backups_copied": copied}

    def _compare_copies(self) -> int:
        """Return how many backups there are, each with the same bytes in the second place."""
        folder = Path(self.installation.environment["BACKUP_DIR"])
        backups = sorted(folder.glob("*.backup"))
        expect(bool(backups), f"{folder} has no backup.")
        for file in backups:
            for first in (file, file.with_suffix(HEADS)):
                second = self.installation.copies / first.name
                expect(second.is_file(), f"{first.name} was not copied to the second place.")
                expect(
                    second.read_bytes() == first.read_bytes(),
                    f"The copy of {first.name} in the second place has other bytes.",
                )
        uncopied = self.installation.query(
            "SELECT count(*) FROM ops_backuprun WHERE file <> '' AND removed_at IS NULL AND copied_at IS NULL"
        )
        expect(uncopied == "0", f"{uncopied} backups are not recorded as copied.")
        return len(backups)

    def backup_disk_away(self) -> Result:
        """The folder of backups can't be written: the command ends with a sentence."""
        folder = Path(self.installation.environment["BACKUP_DIR"])
        aside = folder.rename(folder.with_name("backups aside"))
        folder.write_text("not a folder")
        try:
            self.installation.manage("backup")
        except RuntimeError as error:
            sentence = str(error).strip().splitlines()[-1]
        else:
            raise CheckFailed("A backup into a file that is no folder succeeded.")
        finally:
            folder.unlink()
            aside.rename(folder)
        expect("Traceback" not in sentence, sentence)
        return {"backup_disk_away": sentence[:120]}

    def verify(self) -> Result:
        """Every tap is stored once, and every chain holds."""
        stored = int(self.installation.query(play.TAPS_STORED)) - self.opening
        expect(
            stored == self.taps.count, f"{self.taps.count} taps were made and {stored} are stored."
        )
        self.installation.manage("verify_journal")
        doubled = self.installation.query("SELECT count(*) FROM tables_divergence")
        expect(doubled == "0", f"{doubled} taps were stored other than the tablet decided.")
        return {"taps": self.taps.count, "lost": 0, "slowest_tap_s": round(self.taps.slowest, 2)}

    def _taps_during(self, work: Callable[[], None]) -> Taps:
        """Deal while something else happens in a thread; return the taps of that time."""
        failed: list[BaseException] = []

        def run() -> None:
            try:
                work()
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        during = Taps(count=self.taps.count)
        deal(self.dealer, during, lambda: not thread.is_alive())
        thread.join()
        if failed:
            raise failed[0]
        self.taps.count = during.count
        self.taps.slowest = max(self.taps.slowest, during.slowest)
        return during

    def _deal_until_newest(self, taps: Taps) -> None:
        """Deal on until the tablet has taken the newer version. Raises `CheckFailed` if it does not."""
        deadline = time.monotonic() + NEWEST_WITHIN

        def is_newest() -> bool:
            expect(
                time.monotonic() < deadline,
                f"The tablet did not take the newer version in {NEWEST_WITHIN:.0f} s.",
            )
            return play.is_newest(self.dealer.page)

        deal(self.dealer, taps, is_newest)
        self.taps.count = taps.count
        self.taps.slowest = max(self.taps.slowest, taps.slowest)

    def _figures(self, name: str, taps: Taps) -> Result:
        """Return the figures of a time, after every tap of it is stored. Raises `CheckFailed` after a pause."""
        sent = self._sent()
        expect(
            taps.slowest <= PAUSE, f"A tap during {name} took {taps.slowest:.1f} s on the screen."
        )
        return {
            f"{name}_taps": len(taps.began),
            f"{name}_slowest_tap_s": round(taps.slowest, 2),
            f"{name}_sent_after_s": sent,
        }

    def _sent(self) -> float:
        return round(wait_until_sent(self.dealer), 2)

    def _hands(self) -> int:
        return int(
            self.installation.query(
                "SELECT count(*) FROM journal_entry WHERE name = 'hand.started'"
            )
        )

    def _backup_files(self) -> set[str]:
        return {
            file.name for file in Path(self.installation.environment["BACKUP_DIR"]).glob("*.backup")
        }

    def _process_of_backup(self, besides: int = 0) -> int:
        """Return the process that runs the task of a backup, as the worker itself tells it."""
        deadline = time.monotonic() + 30
        while True:
            numbers = [
                number
                for name, number in json.loads(
                    self.installation.shell(RUNNING_TASKS).splitlines()[-1]
                )
                if name == BACKUP_TASK and number != besides
            ]
            if len(numbers) == 1:
                return int(numbers[0])
            expect(time.monotonic() < deadline, f"The worker runs {len(numbers)} backups, not one.")

    def _wait_for_idle(self) -> None:
        """Wait until no worker runs a backup and none waits."""
        deadline = time.monotonic() + 30
        while BACKUP_TASK in self.installation.shell(RUNNING_TASKS):
            expect(time.monotonic() < deadline, "A backup still runs.")

    def _wait_for(self, query: str, wanted: str, within: float = 30) -> None:
        """Wait until a query returns a text."""
        deadline = time.monotonic() + within
        while (found := self.installation.query(query)) != wanted:
            expect(time.monotonic() < deadline, f"{found}, not {wanted}: {query}")
            time.sleep(0.1)

    def _wait_while_it_runs(self, service: Service, is_done: Callable[[], bool]) -> None:
        """Wait for what a process does, however slow the machine is; fail once it has ended."""
        deadline = time.monotonic() + STUCK_AFTER
        while not is_done():
            log = service.log.read_text()[-2000:]
            expect(service.is_running, f"{service.name} ended. The end of its log: {log}")
            expect(time.monotonic() < deadline, f"{service.name} runs and is not heard: {log}")
            time.sleep(0.5)

    def _wait_for_level(self, part: str, level: str, within: float = 90) -> None:
        """Wait until /readyz tells this level of a part."""
        deadline = time.monotonic() + within
        while (now := self.installation.levels().get(part)) != level:
            expect(time.monotonic() < deadline, f"/readyz says {now} of {part}, not {level}.")
            time.sleep(1)


def expect(holds: bool, sentence: str) -> None:
    """Raise `CheckFailed` with the sentence unless something holds."""
    if not holds:
        raise CheckFailed(sentence)
