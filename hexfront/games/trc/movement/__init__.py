"""Chapters 5, 6, 8 to 11 and 18: movement by land, rail, sea and air, off the board and back."""
