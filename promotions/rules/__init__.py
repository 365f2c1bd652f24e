"""Pure rules of promotions."""
