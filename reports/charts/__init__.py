"""Charts as SVG from plain numbers: no scripts, no style attributes, identical on screen and on paper. Pure."""
