"""Chapter 9: who may attack whom, what both are worth, and what comes of it."""
