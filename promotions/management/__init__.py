"""Commands of promotions."""
