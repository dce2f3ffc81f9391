"""Shares of readers by stars: whole distributions, in order with the rating, right on average where they were not fitted."""

from __future__ import annotations

import numpy as np
import pytest

from fabula.readermodel.starshares import expected, furthest_off, ordinal


def shelf(count: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Opinions, and shares of one to five stars that follow them with a distance of each book's own."""
    rng = np.random.default_rng(4)
    opinion = rng.normal(size=count)
    liking = 0.5 * opinion + rng.normal(0, 0.6, count)
    at_least = 1 / (1 + np.exp(-(np.array([4.0, 2.5, 0.8, -0.9])[:, None] + liking)))
    edges = np.vstack([np.ones(count), at_least, np.zeros(count)])
    return opinion, (edges[:-1] - edges[1:]).T


def test_shares_are_a_distribution_and_rise_with_the_rating() -> None:
    opinion, shares = shelf()
    found = ordinal(opinion, shares, np.ones(len(opinion)))
    assert found is not None
    told = expected(found.lines, np.array([-3.0, -1.0, 0.0, 1.0, 3.0]))
    assert told.sum(axis=1) == pytest.approx(1)
    assert (told >= 0).all()
    assert (np.diff(told[:, 4]) > 0).all() and (np.diff(told[:, :3].sum(axis=1)) < 0).all()


def test_four_of_five_books_lie_within_the_offsets() -> None:
    opinion, shares = shelf()
    found = ordinal(opinion, shares, np.ones(len(opinion)))
    assert found is not None
    apart = shares - expected(found.lines, opinion)
    inside = (apart >= found.offsets[:, 0]) & (apart <= found.offsets[:, 1])
    assert inside.mean(axis=0) == pytest.approx(0.8, abs=0.03)


def test_held_out_books_are_right_on_average_within_five_points_in_every_third() -> None:
    opinion, shares = shelf()
    assert furthest_off(opinion, shares, np.ones(len(opinion))) < 0.05


def test_too_few_books_with_known_shares_give_no_distribution() -> None:
    opinion, shares = shelf(30)
    shares[5:] = np.nan
    assert ordinal(opinion, shares, np.ones(30)) is None
