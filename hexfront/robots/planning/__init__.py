"""What every planner needs, whatever the game: attacks to choose from, the best set of them, a line, who stands where.

Nothing here knows a game. Hexes are ints and sets of hexes masks, as everywhere; values are in the game's own coin.
"""
