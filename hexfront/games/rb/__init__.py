"""Robot Barbarossa: its board."""
