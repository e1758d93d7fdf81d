"""Tiny War: a whole game in ten rules. `manifest` says what it is, `game` plays it; each chapter has a module."""
