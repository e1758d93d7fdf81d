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

TOKENS = 20  # for one person's bots
SHORTEST, LONGEST = 8, 200  # characters of a password, looked at before anything is worked out from it

# Wrong passwords. An address waits by itself; a name is only answered later, so that nobody can lock its owner out.
GUESSES = (1 / 6, 15)  # tries a second at one name from one address, and so many at once: a household that mistypes
FREE_TRIES = 15  # wrong tries at a name, from anywhere, that slow nothing down: what one address has at once
SLOW_STEP = 0.125  # seconds, doubled with every wrong try beyond those
SLOWEST = 2.0  # seconds: a stranger under attack waits that long, and still signs in within five
FORGIVEN = 30.0  # seconds after which one wrong try is forgotten
WRONG_TRIES = 25  # counted at most, so that a name is quick again some minutes after an attack
TRIED_NAMES = 10_000  # names remembered with their wrong tries, and as many with where they were signed in from
HASHERS = 2  # threads; each takes 64 MB for a moment
TRIES_OF_ADDRESS = 8  # sign-ins under way at once: a household, or an office behind one address
TRIES_OF_NAME = 64  # the same at one name, from many addresses
TRIES_AT_ONCE = 200  # addresses with sign-ins under way; each costs some kB while it waits

ADDRESS_NOTE = 1_000  # bytes of the note in which a server says where it is, beside its database
