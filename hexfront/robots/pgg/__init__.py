"""Panzergruppe Guderian as its robots see it: what the greedy player and the planner share."""
