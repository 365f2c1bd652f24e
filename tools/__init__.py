"""Programs that drive the product from outside, for tests and demonstrations."""
