"""The checks, one module for each kind of part. A check takes the time as an argument and has no side effects."""
