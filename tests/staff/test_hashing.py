"""Hashing is limited: a few at once, a short queue, and a clear answer beyond it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from staff.hashing import MAX_CONCURRENT, MAX_WAITING, LimitedArgon2PasswordHasher, limited
from staff.models import SignInDelay
from staff.sign_in_rate import TooBusy
from tests.support.cheap_hashes import real_hashes
from tests.support.page_roles import PageContent
from tests.support.room import NOW, TableDriver, create_staff


def test_hashing_runs_three_at_once_and_refuses_the_rest() -> None:
    running = 0
    most = 0
    lock = threading.Lock()
    go = threading.Event()

    def work(name: str) -> str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        go.wait(20)
        with lock:
            running -= 1
        return name

    def attempt(number: int) -> str:
        try:
            return limited(work, str(number))
        except TooBusy as busy:
            go.set()  # the queue is full: let it drain
            return f"busy {busy.seconds}"

    with ThreadPoolExecutor(100) as threads:
        answers = list(threads.map(attempt, range(100)))
    assert most <= MAX_CONCURRENT <= 3
    refused = [answer for answer in answers if answer.startswith("busy")]
    assert refused
    assert len(answers) - len(refused) >= MAX_WAITING


def test_hash_is_argon2_and_verifies() -> None:
    with real_hashes():
        hasher = LimitedArgon2PasswordHasher()
        encoded = hasher.encode("2580", hasher.salt())
    assert encoded.startswith("argon2$argon2id$v=19$m=65536,t=3,p=1$")
    assert hasher.verify("2580", encoded)
    assert not hasher.verify("2581", encoded)


@pytest.mark.django_db
def test_busy_hashing_answers_429_with_retry_after(
    monkeypatch: pytest.MonkeyPatch, room: TableDriver
) -> None:
    def busy(*_arguments: object, **_named: object) -> None:
        raise TooBusy(7)

    monkeypatch.setattr("web.sign_in.staff_by_pin", busy)
    response = Client().post("/floor/sign-in", {"badge": "201", "pin": "7410"})
    assert (response.status_code, response["Retry-After"]) == (429, "7")
    assert "Too many sign-ins at once" in PageContent(response).alert()


@pytest.mark.django_db
def test_command_unlocks_a_staff_member(
    room: TableDriver, capsys: pytest.CaptureFixture[str]
) -> None:
    wren = create_staff("dealer")
    SignInDelay.objects.create(staff=wren, network="10.0.0.9", until=NOW.replace(year=9000))
    call_command("unlock", "101")
    assert capsys.readouterr().out == "Wren, badge 101, is unlocked.\n"
    assert not SignInDelay.objects.exists()
    with pytest.raises(CommandError, match="No one has badge 999"):
        call_command("unlock", "999")
