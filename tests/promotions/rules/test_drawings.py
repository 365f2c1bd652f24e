"""Drawings: the winners follow from seed, list and public number, and each entry has the same chance."""

from collections import Counter

from promotions.rules.drawings import ListedEntry, list_hash, seed_hash, winners

SEED = "5e" * 32
ENTRIES = (ListedEntry("p1", 1), ListedEntry("p2", 3), ListedEntry("p3", 6))


def test_draw_is_the_same_for_anyone_with_seed_list_and_number() -> None:
    drawn = winners(SEED, "0417", ENTRIES, 3)
    assert drawn == winners(SEED, "0417", ENTRIES, 3)
    assert sorted(drawn) == ["p1", "p2", "p3"]
    numbers = range(40)
    assert len({tuple(winners(SEED, str(number), ENTRIES, 3)) for number in numbers}) > 1


def test_redraw_goes_on_from_the_same_seed() -> None:
    drawn = winners(SEED, "0417", ENTRIES, 3)
    assert winners(SEED, "0417", ENTRIES, 1, skipped=1) == [drawn[1]]
    assert winners(SEED, "0417", ENTRIES, 2, skipped=1) == drawn[1:]
    assert winners(SEED, "0417", ENTRIES, 5, skipped=3) == []


def test_hashes_are_those_of_any_tool() -> None:
    from hashlib import sha256

    assert seed_hash(SEED) == sha256(b"\x5e" * 32).hexdigest()
    assert list_hash(ENTRIES) == sha256(b"p1\t1\np2\t3\np3\t6\n").hexdigest()


def test_each_entry_has_the_same_chance() -> None:
    rounds = 3000
    first = Counter(winners(SEED, str(number), ENTRIES, 1)[0] for number in range(rounds))
    expected = {"p1": rounds * 0.1, "p2": rounds * 0.3, "p3": rounds * 0.6}
    chi_square = sum((first[key] - count) ** 2 / count for key, count in expected.items())
    assert chi_square < 13.8  # one in a thousand at two degrees of freedom; the seed is fixed


def test_empty_list_has_no_winner() -> None:
    assert winners(SEED, "1", (), 1) == []
    assert winners(SEED, "1", (ListedEntry("p1", 0),), 1) == []
