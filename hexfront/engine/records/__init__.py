"""A game on paper: written and read, checked, branched off."""
