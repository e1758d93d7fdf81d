"""Robots at the table: the processes in which they think, and what they meant to do."""
