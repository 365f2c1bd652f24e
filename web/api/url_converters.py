"""IDs in URLs, bounded by the database."""

from django.urls.converters import IntConverter


class RowIdConverter(IntConverter):
    """An ID from 1 to the largest possible one."""

    regex = "[0-9]{1,10}"

    def to_python(self, value: str) -> int:
        """Return the ID. Raises ValueError outside the range, so that the URL does not match."""
        number = int(value)
        if not 1 <= number < 2**31:
            raise ValueError(value)
        return number
