"""Template filters of promotions."""
