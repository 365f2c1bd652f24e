"""A small simulated night, rolled up; the tests of a module share it and only read."""

from tests.support.report_fixtures import night

__all__ = ["night"]
