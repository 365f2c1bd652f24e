"""How a room's line-up, its events and commands are written."""

from poker.lineup.commands import ASKS, Ask
from poker.lineup.events import TELLS, VERSION, Told
from poker.lineup.state import Dealers
from poker.logs.wire import Wire

_wire = Wire[Dealers, Ask, Told](state=Dealers, asks=ASKS, tells=TELLS, version=VERSION)
encode_dealers, decode_dealers = _wire.encode, _wire.decode
encode_told, decode_told = _wire.encode_told, _wire.decode_told
parse_ask = _wire.parse_ask
