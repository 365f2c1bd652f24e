"""The format of a trainee's log."""

from poker.logs.codec import Codec
from poker.training.commands import COMMANDS, TrainingCommand
from poker.training.events import EVENTS, UPCASTERS, TrainingEvent
from poker.training.state import Training

TRAINING = Codec[Training, TrainingCommand, TrainingEvent](
    empty=Training(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS
)
encode_state = TRAINING.encode_state
decode_state = TRAINING.decode_state
encode_event = TRAINING.encode_event
decode_event = TRAINING.decode_event
parse_command = TRAINING.parse_command
