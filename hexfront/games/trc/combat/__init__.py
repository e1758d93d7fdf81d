"""Chapters 12 to 16: who attacks whom, what both are worth, and what comes of it."""
