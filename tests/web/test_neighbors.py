"""What a process knows of the groups of the others, and what it keeps for them."""

from web.channel_layer import (
    DEAF_AFTER,
    KEPT_FOR,
    SETTLED_AFTER,
    SILENT_AFTER,
    UNDER_WAY,
    Neighbors,
)

NEW = 1000.0  # when the process starts
SETTLED = NEW + SETTLED_AFTER
GROUP = "table.7"


def settled_neighbors() -> Neighbors:
    neighbors = Neighbors("own", NEW)
    neighbors.hear("own", [GROUP], SETTLED, is_complete=True)
    return neighbors


def test_everything_goes_through_redis_until_the_process_has_settled() -> None:
    neighbors = settled_neighbors()
    assert neighbors.may_need(GROUP, SETTLED - 1)
    assert not neighbors.may_need(GROUP, SETTLED)


def test_everything_goes_through_redis_while_the_process_does_not_hear_itself_and_soon_after() -> (
    None
):
    neighbors = settled_neighbors()
    assert not neighbors.may_need(GROUP, SETTLED + DEAF_AFTER - 1)
    back = SETTLED + DEAF_AFTER
    assert neighbors.may_need(GROUP, back)
    neighbors.hear("own", [GROUP], back, is_complete=True)
    assert neighbors.may_need(GROUP, back + SILENT_AFTER - 1)
    neighbors.hear("own", [GROUP], back + DEAF_AFTER - 1, is_complete=True)
    assert not neighbors.may_need(GROUP, back + SILENT_AFTER)


def test_a_complete_announcement_replaces_the_groups_and_another_adds_one() -> None:
    neighbors = settled_neighbors()
    neighbors.hear("other", ["map.1", GROUP], SETTLED, is_complete=True)
    neighbors.hear("other", ["map.2"], SETTLED, is_complete=False)
    assert all(neighbors.may_need(group, SETTLED) for group in ("map.1", "map.2", GROUP))
    neighbors.hear("other", ["map.2"], SETTLED, is_complete=True)
    assert not neighbors.may_need(GROUP, SETTLED)
    assert neighbors.may_need("map.2", SETTLED)


def test_a_process_is_not_forgotten_while_none_is_heard() -> None:
    neighbors = settled_neighbors()
    neighbors.hear("other", [GROUP], SETTLED, is_complete=True)
    for at in (SETTLED + SILENT_AFTER - 8, SETTLED + SILENT_AFTER - 1):
        neighbors.hear("own", [], at, is_complete=True)
    assert neighbors.may_need(GROUP, SETTLED + SILENT_AFTER + 1)
    neighbors.hear("own", [], SETTLED + SILENT_AFTER, is_complete=True)
    assert not neighbors.may_need(GROUP, SETTLED + SILENT_AFTER)


def test_kept_messages_go_once_to_a_process_that_joins_in_time() -> None:
    neighbors = settled_neighbors()
    old, first, second = ({"number": number} for number in range(3))
    neighbors.keep(GROUP, old, SETTLED)
    at = SETTLED + KEPT_FOR
    neighbors.keep(GROUP, first, at)
    neighbors.keep("map.1", {}, at)
    neighbors.keep(GROUP, second, at)
    assert neighbors.hear("other", ["map.2"], at, is_complete=True) == []
    missed = neighbors.hear("other", ["map.2", GROUP], at, is_complete=True)
    assert missed == [(GROUP, first), (GROUP, second)]
    assert neighbors.hear("other", ["map.2", GROUP], at, is_complete=True) == []


def test_a_process_that_announces_a_new_group_gets_only_what_was_sent_meanwhile() -> None:
    neighbors = settled_neighbors()
    neighbors.keep(GROUP, {"number": 1}, SETTLED)
    neighbors.keep(GROUP, {"number": 2}, SETTLED + 1)
    missed = neighbors.hear("other", [GROUP], SETTLED + UNDER_WAY, is_complete=False)
    assert missed == [(GROUP, {"number": 2})]
