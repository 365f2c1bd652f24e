"""Deal the burn and the board cards of a street, to every board or to the run that is dealt now."""

from poker import cards
from poker import events as e
from poker.burns import burns_before
from poker.draft import Draft
from poker.games import Street
from poker.refusal import Refusal
from poker.state import Hand


def burn(draft: Draft, street: Street) -> None:
    """Burn before a street; a ruling may have found that burn already out."""
    for _ in range(burns_before(draft.table, street)):
        draft.record(e.CardBurned(street.name))


def deal_boards(
    draft: Draft, street: Street, faces: tuple[str, ...] = (), *, within: bool = False
) -> None:
    """Deal a street to each board, the upper one first, with one burn for all or one for each (H-71).

    faces: the cards in the order dealt, () if they were not entered; within: the street has begun already, with its
    hole cards or its draw. Raises `Refusal`: `board_count`.
    """
    boards = _boards_dealt(draft.hand)
    dealt = _faces(street.board * len(boards), faces)
    for place, board in enumerate(boards):
        if place == 0 or draft.table.rules.board_burns == "each":
            burn(draft, street)
        shown = dealt[place * street.board : (place + 1) * street.board]
        draft.record(e.BoardDealt(street.name, shown, board=board, within=within or place > 0))


def _boards_dealt(hand: Hand) -> range:
    """Return the boards that the next street is dealt to: all of them, or that of the run dealt now."""
    if hand.runs is None:
        return range(len(hand.boards))
    return range(hand.runs.current, hand.runs.current + 1)


def _faces(count: int, faces: tuple[str, ...]) -> tuple[str, ...]:
    if not faces:
        return (cards.UNKNOWN,) * count
    if len(faces) != count:
        raise Refusal("board_count", "S-083", cards=len(faces), wanted=count)
    return faces
