"""Numbers that come out the same, to the last bit, wherever a game is played.

The same seed has to give the same game on every machine, and sooner or later a robot compares two numbers that differ
in their last bit. Plus, minus, times, division and the square root are safe: IEEE 754 says how each is rounded, and
Python does them in the order in which they are written. Three things are not, and are taken from here instead:

- sums: the builtin `sum` adds floats with a correction since Python 3.12, and numpy and BLAS in an order, and with
  instructions, that the processor decides. `total` rounds once, so it needs no order either.
- powers, exponentials and logarithms: every C library, and numpy on every processor, rounds them as it likes. Those
  here are made of nothing but the four operations; they are right to fifteen digits, which is enough for a robot.
- choices out of very many: who weighs sets or assignments against each other does so in `grains`, whole numbers, whose
  sums have no error at all. What is worth the same is then the same, and a fixed order decides.

Products of matrices are left to numpy where all numbers in them are whole: their sums are exact in any order.
`tests/engine/test_same_everywhere.py` holds all robots to this.
"""

import math
from functools import lru_cache

_GRAIN = 1_000_000  # parts of one: far finer than any weight, and a million of them still far from 2 ** 53
_LN2 = 0.6931471805599453
# The terms of the exponential's series, and of the logarithm's: those that follow would change nothing.
_FACTORS = tuple(range(14, 0, -1))
_ODD_PARTS = tuple(1 / n for n in range(23, 0, -2))

total = math.fsum  # the sum of floats, rounded once


def grains(value: float) -> int:
    """A number in millionths."""
    return round(value * _GRAIN)


def exp(x: float) -> float:
    """The exponential: a power of two, and a series for what is left."""
    twos = round(x / _LN2)
    rest, found = x - twos * _LN2, 1.0
    for n in _FACTORS:
        found = 1.0 + rest * found / n
    return math.ldexp(found, twos)


def log(x: float) -> float:
    """The natural logarithm of a number above 0: that of a power of two, and a series for what is left."""
    part, twos = math.frexp(x)  # one half to one
    if part < 0.7:
        part, twos = 2.0 * part, twos - 1
    z = (part - 1.0) / (part + 1.0)
    square, found = z * z, 0.0
    for share in _ODD_PARTS:
        found = found * square + share
    return twos * _LN2 + 2.0 * z * found


def tanh(x: float) -> float:
    """The hyperbolic tangent, which bends any number to one between -1 and 1."""
    return math.copysign(1.0 - 2.0 / (exp(2.0 * min(abs(x), 20.0)) + 1.0), x)


@lru_cache(maxsize=1 << 16)
def power(base: float, exponent: float) -> float:
    """A power of a number that is not negative; robots ask for few different ones, again and again."""
    if base <= 0:
        return 0.0 if exponent else 1.0
    return exp(exponent * log(base))
