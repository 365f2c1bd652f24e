"""The count status of a box as text. The text never reveals a figure of a secret count."""

from drop.rules.counting import CountStatus


def count_status_text(now: CountStatus, closed: bool) -> str:
    """Return the count status of a box as text without figures."""
    if closed:
        return "Counted"
    if now.agreed:
        return "Counts match. Explain the variance from the log."
    if now.first:
        return f"{now.first.name} has counted. Someone else counts next."
    if now.before:
        names = " and ".join(agent.name for agent in now.before)
        return f"The counts don't match. Recount: {names}."
    return "Not counted yet."
