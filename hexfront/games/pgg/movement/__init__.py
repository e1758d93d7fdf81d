"""Chapters 6 and 13: movement on foot, by road and by rail, overruns, and what stands in the way."""
