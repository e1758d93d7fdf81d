"""How strong, and how sure: Elo of a score with its interval, the sequential test, and ratings of many robots.

What is counted are pairs of games (`match`): won, drawn and lost. Elo is that of chess: 400 points are odds of 10 to 1.
"""

import math
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from hexfront.engine.errors import BadData
from hexfront.mechanics import exact

Floats = NDArray[np.float64]

SURE = 1.959964  # standard deviations on either side of 95 %
POINTS = 400 / exact.log(10)  # Elo of one unit of the natural logarithm of odds
_SCORES = (0.0, 0.5, 1.0)  # of a pair that is lost, drawn, won
_LITTLE = 1e-3  # stands for a result that has not yet been seen, as in fishtest


class Elo(msgspec.Struct, frozen=True):
    """A difference of strength and its interval of 95 %."""

    value: float
    low: float
    high: float


def elo(score: float) -> float:
    """The difference of Elo at which a score between 0 and 1 is to be expected."""
    return POINTS * exact.log(score / (1 - score))


def expected(difference: float) -> float:
    """The score to be expected at a difference of Elo."""
    return 1 / (1 + exact.exp(-difference / POINTS))


def score_of(wins: int, draws: int, losses: int) -> float:
    """The score of A; one half where nothing was played."""
    pairs = wins + draws + losses
    return (wins + draws / 2) / pairs if pairs else 0.5


def interval(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """The interval of 95 % of the score, by the variance of wins, draws and losses.

    A pair won by halves is added, so that ten wins out of ten are not taken for certainty.
    """
    pairs = losses + draws + wins + 1
    shares = [(losses + 0.5) / pairs, draws / pairs, (wins + 0.5) / pairs]
    mean = exact.total(share * one for share, one in zip(shares, _SCORES, strict=True))
    spread = exact.total(share * (one - mean) * (one - mean) for share, one in zip(shares, _SCORES, strict=True))
    deviation = math.sqrt(spread / pairs)
    return max(0.0, mean - SURE * deviation), min(1.0, mean + SURE * deviation)


def elo_of(wins: int, draws: int, losses: int) -> Elo:
    """The Elo of A over B. Scores stay half a pair away from all and nothing, so every number is finite."""
    pairs = wins + draws + losses
    edge = 0.5 / (pairs + 1) if pairs else 0.01
    low, high = interval(wins, draws, losses)
    score = score_of(wins, draws, losses)
    value, low, high = (elo(min(max(one, edge), 1 - edge)) for one in (score, low, high))
    return Elo(value, min(low, value), max(high, value))


# -- the sequential test -----------------------------------------------------------------------------------


class Sprt(msgspec.Struct, frozen=True):
    """Is A stronger by `elo1` rather than by `elo0`? Tested after every pair until it is clear.

    The generalised sequential probability ratio test, as fishtest runs it: the likelihood of the results that were
    seen under the best distribution of wins, draws and losses that has the one and the other expected score.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05  # chance to accept when elo0 is true
    beta: float = 0.05  # chance to reject when elo1 is true

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it is rejected and accepted."""
        return exact.log(self.beta / (1 - self.alpha)), exact.log((1 - self.beta) / self.alpha)

    def llr(self, wins: int, draws: int, losses: int) -> float:
        """The log-likelihood ratio of elo1 over elo0."""
        if not wins + draws + losses:
            return 0.0
        counts = [max(count, _LITTLE) for count in (losses, draws, wins)]
        shares = [count / exact.total(counts) for count in counts]
        likely, unlikely = (_likeliest(shares, expected(one)) for one in (self.elo1, self.elo0))
        parts = zip(counts, likely, unlikely, strict=True)
        return exact.total(count * exact.log(one / other) for count, one, other in parts)

    def verdict(self, wins: int, draws: int, losses: int) -> str:
        """accepted, rejected or open."""
        low, high = self.bounds
        llr = self.llr(wins, draws, losses)
        return "accepted" if llr >= high else "rejected" if llr <= low else "open"


def read_sprt(text: str) -> Sprt:
    """A test from its text: the two differences of Elo, as in "0,30"."""
    try:
        elo0, elo1 = map(float, text.split(","))
        if not -1000 <= elo0 < elo1 <= 1000:
            raise ValueError
    except ValueError:
        raise BadData(f"--sprt wants two differences of Elo, the smaller first, as in 0,30; not {text!r}") from None
    return Sprt(elo0, elo1)


def _likeliest(shares: list[float], score: float) -> list[float]:
    """The distribution with this expected score under which the shares that were seen are likeliest.

    It is shares / (1 + x (scores - score)), with the one x at which it has that mean: the interval is halved until
    there is no number left in it.
    """
    away = [one - score for one in _SCORES]
    low, high = -1 / away[-1], -1 / away[0]  # between these, every part stays positive
    while low < (x := (low + high) / 2) < high:
        if exact.total(share * a / (1 + x * a) for share, a in zip(shares, away, strict=True)) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * a) for share, a in zip(shares, away, strict=True)]


# -- ratings of many robots --------------------------------------------------------------------------------


def bradley_terry(results: Mapping[tuple[str, str], tuple[int, int, int]], anchor: str = "random") -> dict[str, Elo]:
    """The Elo of every robot, from pairs that A won, drew and lost against B; the anchor (or the first) has 0.

    Each two that met are given one more pair, won by halves, so that who never lost has a finite rating.
    """
    names = list(dict.fromkeys(name for two in results for name in two))
    if anchor not in names:
        anchor = names[0]
    won = np.zeros((len(names), len(names)))
    for (a, b), (wins, draws, losses) in results.items():
        i, j = names.index(a), names.index(b)
        won[i, j] += wins + draws / 2 + 0.5
        won[j, i] += losses + draws / 2 + 0.5
    strength = _strengths(won)
    deviations = _deviations(won, strength, names.index(anchor))
    values = POINTS * np.log(strength / strength[names.index(anchor)])
    return {
        name: Elo(float(value), float(value - SURE * deviation), float(value + SURE * deviation))
        for name, value, deviation in zip(names, values, deviations, strict=True)
    }


def _strengths(won: Floats) -> Floats:
    """Strengths p with odds p : q, by Hunter's minorise-maximise steps."""
    met = won + won.T
    strength = np.ones(len(won))
    for _ in range(100_000):
        before = strength
        strength = won.sum(axis=1) / (met / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
        if np.abs(np.log(strength / before)).max() < 1e-10:
            break
    return strength


def _deviations(won: Floats, strength: Floats, anchor: int) -> Floats:
    """Standard deviations of the ratings against the anchor's, from the information in the results."""
    share = strength[:, None] / (strength[:, None] + strength[None, :])
    weight = (won + won.T) * share * (1 - share)
    information = np.diag(weight.sum(axis=1)) - weight
    others = [i for i in range(len(won)) if i != anchor]
    found = np.zeros(len(won))
    found[others] = POINTS * np.sqrt(np.diag(np.linalg.inv(information[np.ix_(others, others)])))
    return found
