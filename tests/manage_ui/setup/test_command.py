"""`manage.py setup`: step by step in a terminal, from a file, or a code for the browser."""

import re
import stat
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from manage_ui.setup.terminal import Terminal, chosen_games, run_setup
from ops import demo
from ops.installation import setup_code_check, setup_state
from poker.refusal import Refusal
from staff.installation import installation
from staff.models import AuditEvent, Installation, Room, Staff, StartCode
from staff.policy import policy
from staff.second_factor import has_factor
from tables.models import Device, Plaque, Table
from tests.support.room_fixture import build_or_restore
from tests.support.setup_pages import PASSWORD, ROOM, SetupClient

pytestmark = pytest.mark.django_db
PROJECT = Path(__file__).parents[3]
SAMPLE = PROJECT / "docs" / "setup-sample.toml"
STAFF = "badge,alias,role\n4417,Hawthorn,supervisor\n6031,Bittern,dealer\n"
YOU = ["hornbeam", "Hornbeam", PASSWORD, PASSWORD, "1001", "271828"]


class Answers:
    """A terminal in which prepared lines are typed; an answer may be computed when it is asked for."""

    def __init__(self, *typed: str | Callable[[], str]) -> None:
        self.typed: Iterator[str | Callable[[], str]] = iter(typed)
        self.asked: list[str] = []
        self.secrets: list[str] = []
        self.written: list[str] = []
        self.terminal = Terminal(self._read, self._read_secret, self.written.append)

    def _read(self, label: str) -> str:
        self.asked.append(label)
        answer = next(self.typed, None)
        if answer is None:
            raise EOFError
        return answer if isinstance(answer, str) else answer()

    def _read_secret(self, label: str) -> str:
        self.secrets.append(label)
        return self._read(label)

    @property
    def text(self) -> str:
        return "\n".join(self.written)


def digits() -> str:
    """Return what the app shows."""
    totp = TOTP(TOTPDevice.objects.get().bin_key)
    totp.time = timezone.now().timestamp()
    return f"{totp.token():06d}"


def test_terminal_goes_through_all_steps(tmp_path: Path) -> None:
    staff = tmp_path / "staff.csv"
    codes = tmp_path / "codes.csv"
    sheet = tmp_path / "sheet.pdf"
    staff.write_text(STAFF + "6031,Coot,dealer\n")
    answers = Answers(
        "hornbeam",
        "Hornbeam",
        "short",
        "short",
        "1001",
        "271828",
        PASSWORD,
        PASSWORD,  # only what was wrong is asked again
        digits,
        "Riverside",
        "",
        "",
        "21",
        "",
        "",
        "",
        "",
        "",
        "",  # the usual currency, hours and shifts
        "1, 3, x",
        "",
        "",
        "1, 3",
        "T1-T9999999999",
        "",
        "4",
        "",
        "T1-T4",
        "https://floor.example/",
        str(sheet),
        str(tmp_path / "none.csv"),
        str(staff),
        "yes",
        str(codes),
    )
    run_setup(answers.terminal)
    assert setup_state() == "closed"
    assert has_factor(Staff.objects.get(alias="Hornbeam").user)
    assert {table.name for table in Table.objects.all()} == {"T1", "T2", "T3", "T4"}
    assert sorted(Plaque.objects.values_list("name", flat=True)) == ["LHE 4/8", "NL 1/3"]
    assert sorted(Staff.objects.values_list("alias", flat=True)) == [
        "Bittern",
        "Hawthorn",
        "Hornbeam",
    ]
    for sentence in ("12 characters", "at most 600 tables", "No such file", "line 4: Badge 6031"):
        assert sentence in answers.text, sentence
    assert len(re.findall(r"\n  \w{4}-\w{4}-\w{4}", answers.text)) == 10
    assert [label.partition(":")[0] for label in answers.secrets[:3]] == [
        "Password",
        "The same again",
        "PIN, 4 to 8 digits",
    ]
    assert sheet.read_bytes().startswith(b"%PDF")
    assert stat.S_IMODE(codes.stat().st_mode) == 0o600
    assert len(codes.read_text().splitlines()) == 1 + StartCode.objects.count() == 3


def test_terminal_goes_on_where_it_or_a_browser_stopped(setup: SetupClient) -> None:
    stopped = Answers(*YOU)
    with pytest.raises(EOFError):
        run_setup(stopped.terminal)
    assert Staff.objects.get().alias == "Hornbeam"
    with pytest.raises(EOFError):
        run_setup(Answers(digits).terminal)
    setup.client.force_login(setup.user, "django.contrib.auth.backends.ModelBackend")
    assert setup.post("room", ROOM).status_code == 302
    last = Answers("1", "", "", "T1", "", "", "", "", "")
    run_setup(last.terminal)
    assert "Games, by number" in last.asked[0]
    assert (setup_state(), Table.objects.get().name) == ("closed", "T1")


def test_stopped_command_says_that_all_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    with pytest.raises(CommandError, match="Everything so far is saved"):
        call_command("setup")


def test_numbers_of_games_are_names() -> None:
    assert chosen_games("2, 1,,x", ["A", "B"]) == ["B", "A", "x"]


@pytest.mark.parametrize(
    ("https", "hosts", "address"),
    [
        (False, ["127.0.0.1"], "http://127.0.0.1:8123"),
        (True, ["floor.example"], "https://floor.example"),
        (True, [".example"], "https://this-server"),
    ],
)
def test_code_is_printed_with_its_link(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    https: bool,
    hosts: list[str],
    address: str,
) -> None:
    monkeypatch.setenv("PORT", "8123")
    settings.HTTPS = https
    settings.ALLOWED_HOSTS = hosts
    settings.CSRF_TRUSTED_ORIGINS = []
    output = StringIO()
    call_command("setup", "--code", stdout=output)
    match = re.search(rf"{re.escape(address)}/setup\?code=(\S+)", output.getvalue())
    assert match, output.getvalue()
    setup_code_check(code=match[1], now=timezone.now())


def test_room_that_is_set_up_is_refused() -> None:
    build_or_restore(demo.seed)
    for options in ((), ("--code",), ("--file", str(SAMPLE))):
        with pytest.raises(CommandError, match="already set up"):
            call_command("setup", *options)


def set_up(path: Path, *options: str) -> str:
    output = StringIO()
    call_command("setup", "--file", str(path), *options, stdout=output)
    return output.getvalue()


def write(folder: Path, *changes: tuple[str, str]) -> Path:
    text = SAMPLE.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "setup.toml"
    path.write_text(text)
    return path


def test_sample_file_sets_up_a_room_without_printing_a_secret() -> None:
    printed = set_up(SAMPLE)
    assert "Riverside is set up" in printed
    assert "otpauth" not in printed
    assert setup_state() == "closed"
    assert (Table.objects.count(), Device.objects.count()) == (10, 10)
    assert policy().factor_for_managers, "the first sign-in asks for the second factor"
    assert AuditEvent.objects.filter(verb="setup_finished").exists()


def test_file_imports_staff_and_writes_codes(tmp_path: Path) -> None:
    (tmp_path / "staff.csv").write_text(STAFF)
    path = write(tmp_path, ("# file =", "file ="), ("# start_codes =", "start_codes ="))
    printed = set_up(path, "--totp")
    assert "staff imported: 2" in printed
    assert "otpauth://totp/" in printed
    assert has_factor(Staff.objects.get(alias="Hornbeam").user)
    codes = tmp_path / "start-codes.csv"
    assert stat.S_IMODE(codes.stat().st_mode) == 0o600
    assert len(codes.read_text().splitlines()) == 3


def test_file_names_the_currency_of_its_amounts_and_the_hours(tmp_path: Path) -> None:
    euros = ('currency = "USD"', 'currency = "eur"')
    set_up(write(tmp_path, euros, ("rake_cap = 5 ", "rake_cap = 3.0 ")))
    assert installation().currency == "EUR"
    assert set(Plaque.objects.values_list("cap", flat=True)) == {300}
    assert Room.objects.get().opening_hours == "Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00"


def test_wrong_currency_and_hours_are_named(tmp_path: Path) -> None:
    path = write(
        tmp_path, ('"USD"', '"XAU"'), ('"Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00"', '"late"')
    )
    with pytest.raises(CommandError) as refused:
        set_up(path)
    assert "[room] currency: " in str(refused.value)
    assert "[room] hours: \u201clate\u201d isn\u2019t a list of opening hours" in str(refused.value)
    assert setup_state() == "empty"


def test_secrets_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, ('password = "change this one"', ""), ('pin = "271828"', ""))
    with pytest.raises(CommandError, match="password: Required"):
        set_up(path)
    monkeypatch.setenv("SETUP_PASSWORD", PASSWORD)
    monkeypatch.setenv("SETUP_PIN", "314159")
    monkeypatch.setenv("SETUP_BADGE", "77")
    set_up(path)
    manager = Staff.objects.get()
    assert manager.badge == "77"
    assert manager.user.check_password(PASSWORD)


def test_every_wrong_entry_is_named_and_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "staff.csv").write_text(f"{STAFF},Crake,boss\n")
    path = write(
        tmp_path,
        ('"change this one"', '"short"'),
        ('"271828"', '"1234"'),
        ('"22:00"', '"25:00"'),
        ('"NL 1/3", "NL 2/5"', '"NL 9/9"'),
        ("rake_cap = 5", "rake_cap = 0"),
        ('"T1-T8, S1-S2"', '"T1-S8"'),
        ("seats = 9", "seats = 99"),
        ("# file =", "file ="),
    )
    with pytest.raises(CommandError) as refused:
        set_up(path)
    lines = str(refused.value).splitlines()
    expected = (
        "[manager] password:",
        "[manager] pin:",
        "[room] begins-2:",
        "[games] names:",
        "[games] rake_cap:",
        "[tables] line:",
        "[tables] seats:",
        "[tables] plaque:",
        "[staff] file, line 4: No badge. “boss” isn\u2019t a role.",
    )
    for start in expected:
        assert any(line.startswith(start) for line in lines), (start, lines)
    assert len(lines) == len(expected)
    assert not Staff.objects.exists()
    assert setup_state() == "empty"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not toml", "isn't TOML"),
        ("[room]\nname = 'x'\n", "[manager] is missing."),
        ("[manager]\nshoe_size = 7\n", "shoe_size: no such key."),
        ("[weather]\n", "[weather] isn't a part of the file."),
        ("manager = 7\n", "[manager] must be a table"),
    ],
)
def test_malformed_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "setup.toml"
    path.write_text(text)
    with pytest.raises(CommandError) as refused:
        set_up(path)
    assert message in str(refused.value)
    with pytest.raises(CommandError, match="Can't read"):
        set_up(tmp_path / "none.toml")


def test_what_fails_at_the_end_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "staff.csv").write_text("badge,alias,role\n1001,Coot,dealer\n")
    path = write(tmp_path, ("# file =", "file ="))
    with pytest.raises(CommandError, match="1001 is Hornbeam\u2019s already"):
        set_up(path)
    (tmp_path / "staff.csv").write_text(STAFF)
    (tmp_path / "start-codes.csv").write_text("of last year")
    path = write(tmp_path, ("# file =", "file ="), ("# start_codes =", "start_codes ="))
    with pytest.raises(CommandError, match="File exists"):
        set_up(path)
    assert not Staff.objects.exists()
    assert not Room.objects.exists()
    assert not Installation.objects.exclude(begun_at=None).exists()


def test_totp_alone_and_a_begun_setup_are_refused(setup: SetupClient) -> None:
    with pytest.raises(CommandError, match="belongs to --file"):
        call_command("setup", "--totp")
    setup.become_manager()
    with pytest.raises(CommandError, match="Hornbeam has already begun"):
        call_command("setup", "--code")
    with pytest.raises(CommandError, match="Hornbeam has already begun"):
        set_up(SAMPLE)
    with pytest.raises(Refusal, match="setup_begun"):
        setup_code_check(code="x", now=timezone.now())
