"""Quantiles against published tables: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2 and 1.3.6.7.4."""

from math import log, sqrt

import pytest

from reports.figures.quantiles import gamma_quantile, student_quantile


@pytest.mark.parametrize(
    ("freedom", "probability", "published"),
    [
        (1, 0.90, 3.078),
        (1, 0.975, 12.706),
        (1, 0.99, 31.821),
        (2, 0.975, 4.303),
        (3, 0.95, 2.353),
        (5, 0.99, 3.365),
        (10, 0.975, 2.228),
        (30, 0.975, 2.042),
        (30, 0.995, 2.750),
        (100, 0.975, 1.984),
        (1_000_000, 0.975, 1.960),
    ],
)
def test_student_quantile_is_in_the_table(
    freedom: int, probability: float, published: float
) -> None:
    assert student_quantile(probability, freedom) == pytest.approx(published, abs=5e-4)


@pytest.mark.parametrize(
    ("freedom", "probability", "published"),
    [
        (2, 0.01, 0.020),
        (2, 0.025, 0.051),
        (2, 0.975, 7.378),
        (2, 0.99, 9.210),
        (5, 0.05, 1.145),
        (10, 0.025, 3.247),
        (10, 0.975, 20.483),
        (20, 0.025, 9.591),
        (20, 0.99, 37.566),
        (100, 0.025, 74.222),
        (100, 0.975, 129.561),
    ],
)
def test_gamma_quantile_is_half_of_chi_square_in_the_table(
    freedom: int, probability: float, published: float
) -> None:
    """Chi-square with n degrees of freedom is twice a gamma variable of shape n / 2."""
    assert 2 * gamma_quantile(probability, freedom / 2) == pytest.approx(published, abs=6e-4)


def test_quantiles_of_two_degrees_of_freedom_have_closed_forms() -> None:
    """So they are known to more digits than the tables have."""
    for probability in (0.9, 0.975, 0.99):
        student = (2 * probability - 1) / sqrt(2 * probability * (1 - probability))
        assert student_quantile(probability, 2) == pytest.approx(student, rel=1e-11)
        assert gamma_quantile(probability, 1) == pytest.approx(-log(1 - probability), rel=1e-11)


@pytest.mark.parametrize("shape", [1_000, 100_000, 1_000_000])
def test_quantiles_of_a_large_shape_approach_the_normal_ones(shape: int) -> None:
    """Wilson and Hilferty's approximation is exact to a few parts of the shape."""
    for probability, normal in ((0.025, -1.959964), (0.975, 1.959964)):
        approximation = shape * (1 - 1 / (9 * shape) + normal / (3 * shape**0.5)) ** 3
        assert gamma_quantile(probability, shape) == pytest.approx(approximation, abs=0.01)
