"""Every bound that the server sets on what people may send, keep and occupy. One place, one line each.

docs/hosting.md tells hosts what these are for; what is refused by one of them is refused in one sentence.
"""

# -- connections and requests (protocol.py, limits.py) -------------------------------------------------------

# -- questions to the engine (asking.py) ---------------------------------------------------------------------

# -- open games, sockets and robots (shelf.py, sockets.py, robots.py) ----------------------------------------

# -- games that cannot be opened (wrecks.py) -----------------------------------------------------------------

WRECKS = 1_000  # of which is remembered that they cannot, so that nobody lets them be played again and again
WRECKED = 60.0  # seconds for that: their host may have mended them

# -- time (clock.py) -----------------------------------------------------------------------------------------

AWAY = 3_600.0  # seconds without any change before a start that may mean that the server, or its clock, was away
GRACE = 86_400.0  # seconds that a player then has at least, should his days have run out meanwhile
SET_BACK = 30 * 86_400.0  # seconds by which a clock may have been set back; rows from further ahead are no measure

# -- orders (store.py) ---------------------------------------------------------------------------------------

UNDONE = 1_000  # changes of a game for which the key of an order that was taken back is remembered

# -- people, passwords and mails (people.py, notify.py) ------------------------------------------------------

ADDRESS_NOTE = 1_000  # bytes of the note in which a server says where it is, beside its database
