"""Numbers in addresses: what no database counts to is nobody's."""

from django.urls.converters import IntConverter


class Number(IntConverter):
    """From 1 to the greatest number of a row."""

    regex = "[0-9]{1,10}"

    def to_python(self, value: str) -> int:
        """Raises ValueError for another: the address is none."""
        number = int(value)
        if not 1 <= number < 2**31:
            raise ValueError(value)
        return number
