"""The variables of the environment, and the sample file of an installation."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from config.environment import Environment, variables_of
from tests.support.fork_server import PROJECT

SAMPLE = PROJECT / "deploy" / "floorbook.env.sample"


def run_check(variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command that reads the settings, with these variables."""
    return subprocess.run(
        [sys.executable, "manage.py", "check_settings", str(SAMPLE)],
        cwd=PROJECT,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_all_wrong_variables_are_named_at_once(tmp_path: Path) -> None:
    """One sentence each, without the secrets in addresses, and nothing is created."""
    folder = tmp_path / "not created"
    wrong = {
        "DATA_DIR": str(folder),
        "PORT": "eight",
        "HTTPS": "maybe",
        "DATABASE_URL": "mysql://user:hidden@host/name",
        "REDIS_URL": "http://host",
        "EMAIL_URL": "pigeon://user:hidden@host",
        "NOTIFIER": "sms",
        "TIME_ZONE": "Mars/Olympus",
        "PHONE_REGION": "XX",
        "ALLOWED_HOSTS": "https://floorbook.lan",
        "CSRF_TRUSTED_ORIGINS": "floorbook.lan",
        "API_RATE": "-1",
        "LOG_LEVEL": "loud",
    }
    result = run_check(wrong)
    assert result.returncode == 1
    lines = result.stderr.splitlines()
    named = {name for name in wrong if any(name in line for line in lines)}
    assert named == wrong.keys() - {"DATA_DIR"}
    assert len(lines) == len(named)
    assert "hidden" not in result.stderr
    assert not folder.exists()


def test_wrong_choice_is_told_with_those_there_are() -> None:
    result = run_check({"INSTALLATION": "windows", "LOG_FORMAT": "xml"})
    assert sorted(result.stderr.splitlines()) == [
        "INSTALLATION must be empty or one of debian, containers, not 'windows'.",
        "LOG_FORMAT must be one of line, json, not 'xml'.",
    ]


def test_env_file_counts_where_the_process_has_no_variable(tmp_path: Path) -> None:
    file = tmp_path / "floorbook.env"
    file.write_text("PORT=eight\nTIME_ZONE=Mars/Olympus\n")
    result = run_check({"ENV_FILE": str(file), "TIME_ZONE": "UTC"})
    assert result.stderr == "PORT must be a number from 1 to 65535, not 'eight'.\n"


def test_missing_env_file_is_one_sentence(tmp_path: Path) -> None:
    result = run_check({"ENV_FILE": str(tmp_path / "gone.env")})
    assert result.returncode == 1
    assert result.stderr.startswith("ENV_FILE is ")
    assert len(result.stderr.splitlines()) == 1


def test_env_file_is_read_as_systemd_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "floorbook.env"
    file.write_text(
        '# a comment\n\nPLAIN=a=b # c\nexport HOST=h\nSINGLE=\'x y\'\nDOUBLE="x \\"y\\" \\n"\n'
        'OPEN="\nEMPTY=\nTWICE=1\nTWICE=2\nKEPT=file\nWITH SPACE=1\n'
    )
    environment = {"ENV_FILE": str(file), "KEPT": "process"}
    assert variables_of(environment) == {
        "ENV_FILE": str(file),
        "KEPT": "process",
        "PLAIN": "a=b # c",
        "HOST": "h",
        "SINGLE": "x y",
        "DOUBLE": 'x "y" \\n',
        "OPEN": '"',
        "EMPTY": "",
        "TWICE": "2",
    }


def test_empty_variable_counts_as_missing() -> None:
    environment = Environment({"PORT": " ", "HTTPS": "", "REGION": ""})
    assert environment.number("PORT", 8000, most=65_535) == 8000
    assert environment.flag("HTTPS") is False
    assert environment.text("REGION", "US") == "US"
    assert environment.text("REGION", "US", can_be_empty=True) == ""
    assert environment.problems == []


@pytest.mark.parametrize(
    ("text", "is_on"), [("true", True), ("1", True), ("ON", True), ("no", False)]
)
def test_flag_is_read_as_people_write_it(text: str, is_on: bool) -> None:
    assert Environment({"HTTPS": text}).flag("HTTPS") is is_on


def test_number_outside_its_limits_is_refused() -> None:
    wrong = ("0", "11", "-1", "8.5", "²", "eight")
    environment = Environment({f"RATE{place}": text for place, text in enumerate(wrong)})
    for place in range(len(wrong)):
        assert environment.number(f"RATE{place}", 5, most=10) == 5
    assert environment.problems == [
        f"RATE{place} must be a number from 1 to 10, not {text!r}."
        for place, text in enumerate(wrong)
    ]


def test_sample_has_every_variable_with_its_default() -> None:
    lines = re.findall(r"^#([A-Z_]+)=(.*)$", SAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    defaults = dict(settings.ENVIRONMENT_DEFAULTS) | {
        "DATA_DIR": "data"
    }  # below the project's folder
    assert dict(lines) == defaults
    assert len(lines) == len(defaults)


def test_check_settings_names_each_line_that_sets_nothing(tmp_path: Path) -> None:
    file = tmp_path / "floorbook.env"
    file.write_text(
        "# a comment\n\nPORT=8000\nALOWED_HOSTS=floorbook.lan\nexport HTTPS=true\nHTTPS = true\nPORT=9000\n"
    )
    with pytest.raises(CommandError) as caught:
        call_command("check_settings", str(file))
    assert str(caught.value).splitlines() == [
        "Line 4: there is no setting ALOWED_HOSTS. Do you mean ALLOWED_HOSTS?",
        "Line 5 must be NAME=value, without spaces around the sign and without export.",
        "Line 6 must be NAME=value, without spaces around the sign and without export.",
        "Line 7 sets PORT again, and line 3 has no effect. Remove one.",
    ]
