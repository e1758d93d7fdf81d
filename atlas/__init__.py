"""A developer's tool that draws the boards of hexfront from way-points and real geography."""
