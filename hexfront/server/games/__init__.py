"""Games at the table: made, opened, played, watched, talked over, taken out and brought in."""
