"""Serialize a trainee, the events and commands of the log."""

from poker.logs.wire import Wire
from poker.training.commands import COMMANDS, TrainingCommand
from poker.training.events import EVENTS, UPCASTERS, TrainingEvent
from poker.training.state import Training

_wire = Wire[Training, TrainingCommand, TrainingEvent](
    state=Training, asks=COMMANDS, tells=EVENTS, upcasters=UPCASTERS
)
encode_training, decode_training = _wire.encode, _wire.decode
encode_told, decode_told = _wire.encode_told, _wire.decode_told
parse_ask = _wire.parse_ask
