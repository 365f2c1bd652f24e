"""Quantiles of Student's t and of the gamma distribution. Pure.

Both distribution functions are series of positive terms: 26.5.4 and 6.5.29 in Abramowitz and Stegun, *Handbook of
Mathematical Functions*. Newton's method inverts them.
"""

from functools import lru_cache
from math import exp, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist

PRECISION = 1e-9  # relative; Newton's method squares the error of its last step
LAST_TERM = 1e-17  # size of the last term of a series, relative to its sum
KEPT_QUANTILES = 4096


@lru_cache(KEPT_QUANTILES)
def student_quantile(probability: float, freedom: int) -> float:
    """Return a quantile of Student's t. probability: from 0.9 to below 1. freedom: degrees of freedom."""
    # Student's quantile is above the normal one. From there each step stays below it, because the
    # function is concave.
    value = NormalDist().inv_cdf(probability)
    while True:
        log_density = (
            lgamma((freedom + 1) / 2)
            - lgamma(freedom / 2)
            - log(pi * freedom) / 2
            - (freedom + 1) / 2 * log1p(value * value / freedom)
        )
        step = (probability - _student_probability(value, freedom)) / exp(log_density)
        value += step
        if abs(step) <= PRECISION * value:
            return value


@lru_cache(KEPT_QUANTILES)
def gamma_quantile(probability: float, shape: float) -> float:
    """Return a quantile of the gamma distribution with scale 1. probability: 0.01 to 0.99. shape: at least 1."""
    # Wilson and Hilferty's approximation.
    normal = NormalDist().inv_cdf(probability)
    value = shape * (1 - 1 / (9 * shape) + normal / (3 * sqrt(shape))) ** 3
    while True:
        density = exp((shape - 1) * log(value) - value - lgamma(shape))
        step = (probability - _gamma_probability(value, shape)) / density
        value += step
        if abs(step) <= PRECISION * value:
            return value


def _student_probability(value: float, freedom: int) -> float:
    """Return the probability of a Student's t of at most `value`, which is positive."""
    share = value * value / (freedom + value * value)
    term = 2 * exp(
        lgamma((freedom + 1) / 2)
        - lgamma(freedom / 2)
        - log(pi) / 2
        + log(share) / 2
        - freedom / 2 * log1p(value * value / freedom)
    )
    total = term
    number = 0
    while term > LAST_TERM * total:
        term *= share * ((freedom + 1) / 2 + number) / (1.5 + number)
        total += term
        number += 1
    return (1 + total) / 2


def _gamma_probability(value: float, shape: float) -> float:
    """Return the probability of a gamma variable of at most `value`."""
    term = exp(shape * log(value) - value - lgamma(shape + 1))
    total = term
    number = 1
    while term > LAST_TERM * total:
        term *= value / (shape + number)
        total += term
        number += 1
    return total
