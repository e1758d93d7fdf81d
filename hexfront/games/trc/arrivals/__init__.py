"""Chapters 19 to 23: whoever comes, goes back to the west, or is bought anew."""
