"""The counters of sockets in one process, for Prometheus.

Labels have few values, such as the kind of a page. No label names a table or a person.
"""

from prometheus_client import Counter, Gauge

SOCKETS = Gauge(
    "floorbook_sockets", "Open WebSockets by kind of page.", ("kind",), multiprocess_mode="livesum"
)
SOCKET_MESSAGES = Counter(
    "floorbook_socket_messages", "Messages of WebSockets.", ("kind", "direction")
)
NOT_ADMITTED = Counter(
    "floorbook_not_admitted",
    "Messages of taps and requests refused before execution, because they would wait too long.",
    ("kind",),
)
DIVERGENCES = Counter(
    "floorbook_divergences", "Taps that the room stored differently from what their tablet decided."
)
