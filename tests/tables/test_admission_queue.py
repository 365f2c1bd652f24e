"""Work that would wait too long is refused before it begins, with the time of the next try."""

from unittest.mock import patch

from web.admission_queue import LONGEST_RETRY, AdmissionQueue


def queue_with(pending: int, seconds: float = 0.1, threads: int = 4) -> AdmissionQueue:
    queue = AdmissionQueue(threads=threads, longest_wait=1.0)
    queue.pending = pending
    queue.seconds = seconds
    return queue


def test_work_begins_immediately_while_a_thread_is_free() -> None:
    for pending in range(4):
        assert queue_with(pending).expected_wait == 0
        assert queue_with(pending).is_open


def test_queue_closes_when_the_wait_is_too_long() -> None:
    # 0.1 s of four threads: forty pieces of work ahead begin in one second.
    assert queue_with(43).is_open
    assert not queue_with(44).is_open
    assert queue_with(44, seconds=0.05).is_open, "faster threads admit more"


def test_retry_grows_with_the_queue_and_with_refusals() -> None:
    assert [queue_with(44).retry_seconds(count) for count in (1, 2, 3, 4)] == [2, 2, 4, 8]
    assert queue_with(400).retry_seconds() == 10
    assert queue_with(10_000).retry_seconds() == LONGEST_RETRY
    assert queue_with(0).retry_seconds(60) == LONGEST_RETRY


def test_pending_work_is_counted_until_it_is_done_or_has_failed() -> None:
    queue = AdmissionQueue(threads=1, longest_wait=1.0)
    try:
        with queue.waiting():
            assert queue.pending == 1
            raise RuntimeError
    except RuntimeError:
        assert queue.pending == 0


def test_executions_are_measured_by_the_clock() -> None:
    queue = AdmissionQueue(threads=1, longest_wait=1.0)
    moments = iter([0.0, 2.0] * 50)
    with patch("web.admission_queue.monotonic", lambda: next(moments)):
        for _ in range(50):
            with queue.executing():
                pass
    assert 1.9 < queue.seconds <= 2.0
