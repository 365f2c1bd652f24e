"""The pages of promotions."""
