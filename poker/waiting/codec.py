"""How a room's lists, their events and commands are written."""

from poker.logs.wire import Wire
from poker.waiting.commands import ASKS, Ask
from poker.waiting.events import TELLS, VERSION, Told
from poker.waiting.state import Lists

_wire = Wire[Lists, Ask, Told](state=Lists, asks=ASKS, tells=TELLS, version=VERSION)
encode_lists, decode_lists = _wire.encode, _wire.decode
encode_told, decode_told = _wire.encode_told, _wire.decode_told
parse_ask = _wire.parse_ask
