"""A trainee deals lessons on the tablet's own screen: hold'em, stud, and a card that comes too early."""

import pytest

from tests.support.trainee import Trainee

pytestmark = pytest.mark.browser


def test_look(trainee: Trainee) -> None:
    page = trainee.page
    trainee.sign_in("101", "2580")
    trainee.start("Premature")
    page.wait_for_timeout(500)
    page.screenshot(path="/tmp/stab-pre1.png")
    moves = [move for move in trainee.moves() if move["name"] != "deal"]
    trainee.tap("Fold seat 7")
    page.wait_for_timeout(500)
    page.screenshot(path="/tmp/stab-pre2.png")
    for i, move in enumerate(moves):
        trainee.make(move)
        page.wait_for_timeout(500)
        page.screenshot(path=f"/tmp/stab-pre3-{i}.png")
