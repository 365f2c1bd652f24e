"""How table events of earlier releases are converted to those of this release; see `poker.logs.versions`.

`hand.started` has the whole table, and a ruling's events have its commands as text. So a change of the table's state
or of a command's arguments needs an upcaster of these events, too.
"""

from poker.logs.versions import Upcasters

UPCASTERS: Upcasters = {}
