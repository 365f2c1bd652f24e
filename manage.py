#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line

from config.garbage import search_seldom

if __name__ == "__main__":
    search_seldom()  # from here on nearly everything is imported
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)
