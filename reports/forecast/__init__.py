"""Current lost seats, the forecast of the next two hours, and its suggestions."""
