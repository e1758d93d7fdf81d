"""Every bound that the server sets on what people may send, keep and occupy. One place, one line each.

docs/hosting.md tells hosts what these are for; what is refused by one of them is refused in one sentence.
"""

import msgspec


class Rate(msgspec.Struct, frozen=True):
    """So many requests a second for each person, so many at once; an address may have several people behind it.

    What is `shared` is counted by all workers together, in the database.
    """

    name: str
    each: float
    burst: int
    crowd: int = 5
    shared: bool = False


# -- connections and requests (gate/protocol.py, gate/limits.py) ---------------------------------------------

CONNECTIONS = 4_000  # at one worker; the ones that have not yet said what they want give way to new ones
FROM_ONE_ADDRESS = 300  # of these: a club behind one router has a socket and some requests for each member
FILES = 65_536  # open files that a worker asks the system for; more would only make starting processes slow
RESERVE = 200  # open files that are kept for databases, robots and files, whatever the connections take

HEAD_BYTES = 16 * 1024  # of a request's first line and headers; ours have two, with all cookies
LINE_BYTES = 8_000  # of one line of them; the library of the sockets takes 8,192
HEADERS = 100
HEAD_TIME = 10.0  # seconds for all that, from the connection's first moment
BODY_GRACE = 10.0  # seconds in which a body need not come fast
BODY_RATE = 16 * 1024  # bytes a second that it must have come with after that
BODY_PIECES = 16_384  # chunks: each costs as much as many bytes
BODY_WRAPPING = 256 * 1024  # bytes around the chunks
PIPELINED = 8  # requests that are sent before the first is answered; browsers send none
IDLE = 15  # seconds for which a connection stays open without a request
STALLED = 60.0  # seconds in which whoever asked must take some of what we send
LINGER = 2.0  # seconds in which somebody who is turned away may read why
SWEEP = 1.0  # seconds between two looks at who is late
BACKLOG = 2_048  # connections that wait in the kernel

BODY = 64 * 1024  # bytes of a request
UPLOAD = 2 * 1024 * 1024  # bytes of a record
SWALLOWED = 16 * 1024 * 1024  # bytes of a body that is too big, read and thrown away
SWALLOW_TIME = 10.0  # seconds for that
DEEP = 32  # brackets within brackets; no request of ours has more than three
BUCKETS = 100_000  # that a worker remembers; the ones not used for the longest time are forgotten first
BUCKETS_SWEEP = 600.0  # seconds after which full ones are thrown out of the database

SIGN_IN = Rate("sign-ins", 1 / 6, 10, 2, shared=True)
GUESTS = Rate("guests", 1 / 2, 60, 1, shared=True)
UPLOADS = Rate("uploads", 1 / 6, 10, shared=True)
NEW_GAMES = Rate("new games", 1 / 2, 30, shared=True)
TALKING = Rate("messages", 1, 20)
ORDERS = Rate("orders", 50, 200)
ASKING = Rate("requests", 60, 400)
PAGES = Rate("pages", 100, 1_000)  # and scripts and pictures: the table in the browser is some sixty of them
LEAST_SHARE = 4  # what is not shared is divided by the workers, but by no more than this
AT_ONCE = 8  # requests of one address that are worked on at the same time; the others wait for their turns
TURN = 0.25  # seconds after which a request that is not answered makes room: it waits for something itself

FRAME_RATE, FRAMES = 10.0, 100  # frames a second that a socket may send, and at once; browsers answer a ping in 20 s
FRAME_BYTE_RATE, FRAME_BYTES = 4 * 1024.0, 64 * 1024  # bytes of them
MESSAGE = 16 * 1024  # bytes of one message
FRAME_SLICE = 512  # bytes that are read before frames are counted again

# -- questions to the engine (games/asking.py) ---------------------------------------------------------------

QUESTIONS_AT_ONCE = 2  # threads of a worker that answer questions: more would only take turns at the same core
QUESTIONS_EACH = 1  # of them for one person, so that he never has all
QUESTIONS_WAITING = 60  # questions of one person that wait
ORDER = 2_000  # characters of an order that is asked about or given
OPTIONS = 2_000  # orders in the answer to what some units can do: more than there are hexes on a board
OFFERED = 1_000  # orders in a list for a bot
OFFERED_TIME = 0.5  # seconds after which such a list is cut short

# -- open games, sockets and robots (games/memory.py, games/sockets.py, thinking/robots.py) ------------------

SOCKETS_EACH = 40  # sockets and streams of one person at a worker: a browser has one for each game it shows
SOCKETS_ADDRESS = 250  # of one address, behind which a club may sit
PLAYING = 60.0  # seconds after an order in which a game goes for nobody who only looks, or makes a new one
GAMES_PLAYED = 100  # games beyond those that a worker keeps in memory, for whoever gives an order
GAMES_EACH = 200  # unfinished games that one person has made
ROBOT_GAMES_EACH = 40  # of them such that only robots play: they play on although nobody is there
UNWATCHED_EACH = 2  # games of one person at which robots play among themselves and nobody looks on, at a time
UNWATCHED = 20  # such games of all together: each holds a place in memory
IDLE_NICE = 15  # how far the process in which those robots think stands behind everything else
IDLE_PATIENCE = 10.0  # so many times longer may they take, because nobody waits for them
LATELY = 600.0  # seconds after which somebody who has not been heard of is not waited for

# -- games that cannot be opened (games/wrecks.py) -----------------------------------------------------------

WRECKS = 1_000  # of which is remembered that they cannot, so that nobody lets them be played again and again
WRECKED = 60.0  # seconds for that: their host may have mended them

# -- time (clock.py) -----------------------------------------------------------------------------------------

AWAY = 3_600.0  # seconds without any change before a start that may mean that the server, or its clock, was away
GRACE = 86_400.0  # seconds that a player then has at least, should his days have run out meanwhile
SET_BACK = 30 * 86_400.0  # seconds by which a clock may have been set back; rows from further ahead are no measure

# -- orders (storage/store.py) -------------------------------------------------------------------------------

UNDONE = 1_000  # changes of a game for which the key of an order that was taken back is remembered

# -- people, passwords and mails (people/signing_in.py, notices/wishes.py) -----------------------------------

TOKENS = 20  # for one person's bots
SHORTEST, LONGEST = 8, 200  # characters of a password, looked at before anything is worked out from it

# Wrong passwords. An address waits by itself; a name is only answered later, so that nobody can lock its owner out.
GUESSES = (1 / 6, 15)  # tries a second at one name from one address, and so many at once: a household that mistypes
FREE_TRIES = 15  # wrong tries at a name, from anywhere, that slow nothing down: what one address has at once
SLOW_STEP = 0.125  # seconds, doubled with every wrong try beyond those
SLOWEST = 1.5  # seconds: a stranger at a name under attack waits that long, and still signs in within five
FORGIVEN = 30.0  # seconds after which one wrong try is forgotten
WRONG_TRIES = 25  # counted at most, so that a name is quick again some minutes after an attack
TRIED_NAMES = 10_000  # names remembered with their wrong tries, and as many with where they were signed in from
HASHERS = 2  # threads; each takes 64 MB for a moment
TRIES_OF_ADDRESS = 8  # sign-ins under way at once: a household, or an office behind one address
TRIES_OF_NAME = 64  # the same at one name, from many addresses
TRIES_AT_ONCE = 200  # addresses with sign-ins under way; each costs some kB while it waits

ADDRESS_NOTE = 1_000  # bytes of the note in which a server says where it is, beside its database

# Mails and web hooks.
ONE_MAIL = Rate("mails to one address", 1 / 600, 3, 1, shared=True)  # that it is his turn, to whoever asked for it
FIRST_MAILS = Rate("first mails to one address", 1 / 43_200, 2, 1, shared=True)  # nobody asked for these but a guest
MAILS_ASKED = Rate("mails asked for", 1 / 3_600, 5, 3, shared=True)  # by one person, and by all at his address
MAIL_DAYS = 3.0  # for which the link in a mail is good
MAIL_STEP = 5.0  # seconds for each step of a talk with the mail server
MAILERS = 4  # threads for that

HOOK_TIME = 10.0  # seconds in all for a web hook: its name, the connection, and the first line of the answer
HOOK_ANSWER = 1_024  # bytes of that line; the rest is never read
HOOK_ADDRESS = 500  # characters of a web hook's address
HOOKS = 32  # that are called at the same time
HOOKS_TO_ONE = 4  # of these at one address
LOOKUPS = 64  # names that are looked up at the same time; a lookup cannot be broken off
NOTES = 1_000  # that wait to be sent
NOTES_OF_ONE = 50  # of these for one person; what comes then is forgotten
TRIES = (0.0, 2.0, 10.0)  # seconds before each try
