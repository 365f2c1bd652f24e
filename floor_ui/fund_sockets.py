"""The WebSocket of the pages of funds and claims: it reports that a fund changed, and the page re-fetches."""

from collections.abc import Sequence

from floor_ui.consumers import FloorConsumer
from promotions.funds import funds_group
from staff.models import Staff
from staff.permissions import may
from web.staff_socket import CLOSE_UNAUTHORIZED


class FundsConsumer(FloorConsumer):
    """For staff who may see funds, including the desk. Floor calls ring here as on the floor's pages."""

    kind = "funds"

    def _page_groups(self) -> Sequence[str]:
        return (funds_group(self._room_id()),)

    def _is_permitted(self, staff: Staff) -> bool:
        return may(staff, "promotions.view_fund")

    async def funds_changed(self, event: dict[str, object]) -> None:
        """Report a change of a fund or a claim, unless the user has signed out since."""
        if not await self.is_admitted():
            await self.close(code=CLOSE_UNAUTHORIZED)
            return
        await self.send_changed()
