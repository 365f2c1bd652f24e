"""The list of effects is complete: without it, a stored command writes its own log and nothing else."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import command_effects
from journal.effects import Effect, LogEffects
from lineup.rules import commands as lineup
from players.roster import player_named
from poker import commands as c
from rulings.calls.models import Call
from school.actions import training_execute, training_log
from school.rules.commands import SetChoices
from tests.support.call_fixtures import Floor, floor, game, room
from tests.support.desk import KEY, create_desk
from tests.support.room import NOW, create_game, create_staff
from tests.support.shift_fixtures import create_shift
from waitlist.rules import commands as waitlist

__all__ = ["floor", "game", "room"]  # fixtures

pytestmark = pytest.mark.django_db
WRITE = re.compile(
    r'\b(?:INSERT(?: OR \w+)? INTO|(?<!FOR )(?<!KEY )UPDATE|DELETE FROM) "?(\w+)'  # no lock
)


def table_commands() -> Iterator[Callable[[], object]]:
    game = create_game()
    for command in (
        c.FirstIn(seat=4),
        c.CallFloor(),
        c.CancelFloor("solved"),
        c.Undo(),
        c.RenameTable("T9"),
        c.SetTracking("streets"),
    ):
        yield lambda command=command: game.execute(command)  # type: ignore[misc]  # bound now


def waitlist_commands() -> Iterator[Callable[[], object]]:
    desk = create_desk()
    player = player_named(key="", alias="Bobbin")
    yield lambda: desk.execute(waitlist.AddPlayer(KEY, player.key, "Bobbin"))
    yield lambda: desk.execute(waitlist.CallPlayer(desk.entry_number("Bobbin"), "T1", 6))
    yield lambda: desk.execute(waitlist.ConfirmSeated(desk.entry_number("Bobbin"), "T1", 6))


def lineup_commands() -> Iterator[Callable[[], object]]:
    shift = create_shift()
    shift.add_staff("Finch")
    yield lambda: shift.clock_in("Finch")
    yield lambda: shift.execute(lineup.BeginBreak(shift.people["Finch"].key))


def training_commands() -> Iterator[Callable[[], object]]:
    log = training_log(create_staff("dealer", alias="Wren", badge="301"))
    yield lambda: training_execute(
        log=log,
        command_id="choices",
        command=SetChoices("at_the_end", tempo=30, may_choose=True),
        actor="staff.1",
        now=NOW,
    )


def written_tables(queries: CaptureQueriesContext) -> set[str]:
    return {name for query in queries for name in WRITE.findall(query["sql"])}


@pytest.mark.parametrize(
    "commands", [table_commands, waitlist_commands, lineup_commands, training_commands]
)
def test_a_stored_command_without_effects_writes_only_its_log(
    commands: Callable[[], Iterator[Callable[[], object]]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    for execute in commands():
        # The room was built with all effects.
        empty = {log.name: LogEffects() for log in command_effects.LOGS}
        monkeypatch.setattr(command_effects, "EFFECTS", empty)
        with (
            django_capture_on_commit_callbacks() as callbacks,
            CaptureQueriesContext(connection) as queries,
        ):
            execute()
        written = written_tables(queries)
        assert "journal_stream" in written, "the command was stored"
        assert {name for name in written if not name.startswith("journal_")} == set()
        assert callbacks == []


# What an effect may write beside its log. Rows that follow from a log are a projection, which is compared with it.
BESIDE_THE_LOGS = {
    "rulings_book",  # the name of a table's own rulebook
    "tables_device",  # the names of tablets that are named after the table
    "tables_table",  # the plaque of the hand in play
}
OF_OTHER_LOGS = {"tables_waitlistchange"}  # projections of a log that another one's command changed


def recording(effect: Effect, written: set[str]) -> Effect:
    """Return the effect with the tables that it writes noted."""

    def run(stored: Any) -> None:
        with CaptureQueriesContext(connection) as queries:
            effect.run(stored)
        written.update(written_tables(queries))

    return replace(effect, run=run)


@pytest.mark.parametrize("commands", [table_commands, lineup_commands, training_commands])
def test_what_follows_from_a_log_is_a_projection(
    commands: Callable[[], Iterator[Callable[[], object]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: set[str] = set()
    recorded = {
        log: replace(
            effects,
            in_transaction=tuple(
                recording(effect, written) if isinstance(effect, Effect) else effect
                for effect in effects.in_transaction
            ),
        )
        for log, effects in command_effects.EFFECTS.items()
    }
    for execute in commands():
        monkeypatch.setattr(command_effects, "EFFECTS", recorded)
        execute()
    rows = {name for name in written if not name.startswith("journal_")}
    message = (
        "make it a projection in config/command_effects.py, so that verify_journal compares it"
    )
    assert rows <= BESIDE_THE_LOGS | OF_OTHER_LOGS, message


def test_every_log_has_its_list() -> None:
    assert {log.name for log in command_effects.LOGS} == set(command_effects.EFFECTS)


def test_floor_calls_are_compared_with_the_log_and_rebuilt(
    floor: Floor, capsys: pytest.CaptureFixture[str]
) -> None:
    call = floor.call_early_turn()
    before: Any = Call.objects.values().get(pk=call.pk)
    call_command("verify_journal")
    Call.objects.update(key="other", facts={})
    with pytest.raises(CommandError, match="differ"):
        call_command("verify_journal")
    assert "floor calls: 1 row doesn't match the log" in capsys.readouterr().out
    call_command("rebuild_projections")
    assert Call.objects.values().get(pk=call.pk) == before
