"""Lost seats of a moment, the forecast of the next two hours, and what it suggests."""
