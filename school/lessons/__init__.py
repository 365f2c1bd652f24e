"""Reading, preparing, checking and storing lessons. The product's own lessons are TOML files in `toml/`."""
