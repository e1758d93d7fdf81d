"""Barbarossa Deluxe: its board."""
