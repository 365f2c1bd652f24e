"""The keys of a house-banked table's screen, and the context that tests draw it in."""

from banked.tablet.context import BankedContext
from banked.tablet.model import BankedScreen
from dealer_ui.screen.model import Key

CONTEXT = BankedContext(opening={}, people=[{"player": "p1", "name": "Kettle", "at": ""}])


def keys_of(shown: BankedScreen) -> list[Key]:
    """Return every key on the screen, also on its sheets."""
    keys = [shown.undo, shown.award, shown.stage.key, *shown.count, *shown.ranks]  # type: ignore[union-attr]
    keys += [key for pod in shown.boxes for key in pod.keys]
    keys += [key for editor in shown.editors.values() for key in editor.keys]
    keys += [key for sheet in shown.sheets.values() for key in sheet.keys]
    return keys
