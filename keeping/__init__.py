"""What is kept, for how long, and what is put aside."""
