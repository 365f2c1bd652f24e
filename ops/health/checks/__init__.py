"""The health checks, with one module for each kind of part. A check takes the time as an argument and has no side
effects.
"""
