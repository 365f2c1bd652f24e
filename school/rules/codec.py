"""The format of a trainee's log."""

from poker.logs.codec import Codec
from poker.logs.personal_fields import NOTE, PersonalTypes
from school.rules.commands import COMMANDS, TrainingCommand
from school.rules.events import EVENTS, UPCASTERS, GameSignedOff, SignOffWithdrawn, TrainingEvent
from school.rules.state import Training

PERSONAL = PersonalTypes(fields={GameSignedOff: {"note": NOTE}, SignOffWithdrawn: {"note": NOTE}})
TRAINING = Codec[Training, TrainingCommand, TrainingEvent](
    empty=Training(), commands=COMMANDS, events=EVENTS, upcasters=UPCASTERS, personal=PERSONAL
)
encode_state = TRAINING.encode_state
decode_state = TRAINING.decode_state
encode_event = TRAINING.encode_event
decode_event = TRAINING.decode_event
parse_command = TRAINING.parse_command
