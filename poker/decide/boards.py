"""Deal the burn and the board cards of a street, to every board or to the run that is dealt now."""

from poker import cards
from poker import events as e
from poker.burns import boards_dealt, boards_with_burn, burns_before
from poker.draft import Draft
from poker.games import Street
from poker.refusal import Refusal


def burn(draft: Draft, street: Street, board: int = 0) -> None:
    """Burn before a street; a ruling may have found that burn already out."""
    for _ in range(burns_before(draft.table, street, board)):
        draft.record(e.CardBurned(street.name))


def deal_boards(
    draft: Draft, street: Street, faces: tuple[str, ...] = (), *, within: bool = False
) -> None:
    """Deal a street to each board, the upper one first, with one burn for all or one for each (H-71).

    faces: the cards in the order dealt, () if they were not entered; within: the street has begun already, with its
    hole cards or its draw. Raises `Refusal`: `board_count`.
    """
    boards = boards_dealt(draft.hand)
    burned = boards_with_burn(draft.hand, draft.table.rules)
    dealt = _faces(street.board * len(boards), faces)
    for place, board in enumerate(boards):
        if board in burned:
            burn(draft, street, board)
        shown = dealt[place * street.board : (place + 1) * street.board]
        draft.record(e.BoardDealt(street.name, shown, board=board, within=within or place > 0))


def _faces(count: int, faces: tuple[str, ...]) -> tuple[str, ...]:
    if not faces:
        return (cards.UNKNOWN,) * count
    if len(faces) != count:
        raise Refusal("board_count", "S-083", cards=len(faces), wanted=count)
    return faces
