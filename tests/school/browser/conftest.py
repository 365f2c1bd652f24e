"""One tablet at a table without a game, with the engine started once for all tests of the package."""

from collections.abc import Iterator

import pytest

from tests.support.cable import Cable
from tests.support.chromium import SHARED
from tests.support.live_room import ClosedRoom, LiveRoom
from tests.support.live_room import live_room as run_live_room
from tests.support.screenshots import pixels
from tests.support.stage import SIZE
from tests.support.trainee import SchoolRoom, Trainee

# The page as it opens, with the engine that it has, and nothing of an exercise that the test did not leave.
ASK_WHO = """async () => {
  const { school } = window.floorbook;
  school.exercise?.stop();
  Object.assign(school, { exercise: null, isOpened: false });
  await school.results.write((store) => store.clear());
  localStorage.removeItem("floorbook.game"); // of a test that opened a game
  school.signOut("school_who");
}"""


@pytest.fixture(scope="package")
def school_room(closed_room: ClosedRoom) -> Iterator[LiveRoom]:
    with run_live_room(closed_room) as room:
        yield room


@pytest.fixture(scope="package")
def tablet_at_school(school_room: LiveRoom) -> Iterator[Trainee]:
    cable = Cable(school_room.port)
    with SHARED.use() as chromium:
        context = chromium.new_context(viewport=SIZE, device_scale_factor=pixels(), has_touch=True)
        trainee = Trainee(context.new_page(), cable, SchoolRoom())
        trainee.pair()
        trainee.open()
        yield trainee
    cable.close()


@pytest.fixture
def trainee(tablet_at_school: Trainee) -> Iterator[Trainee]:
    """The tablet, at the question of who is there."""
    room = tablet_at_school.room
    room.trainees.clear()
    room.received.clear()
    room.refuse.clear()
    room.add("101", "2580", "Wren")
    room.add("102", "1470", "Siskin")
    tablet_at_school.expect_lessons()  # the test before it may have loaded the page again
    yield tablet_at_school
    tablet_at_school.page.evaluate(ASK_WHO)
    errors = list(tablet_at_school.errors)
    tablet_at_school.errors.clear()
    assert not errors


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run the tests of the package in one worker, which starts the tablet once."""
    item.add_marker(pytest.mark.xdist_group("school tablet"))
