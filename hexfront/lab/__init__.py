"""Many games at once: simulations and matches between robots."""
