"""The figures of an audit, against numbers worked out by hand."""

import pytest
from scipy import stats

from fabula.languages import Language
from fabula.measures.figure import Figure, share, shift
from fabula.notices import worded


def test_the_share_of_one_group_has_wilsons_interval() -> None:
    found = share("x", [[True] * 7 + [False] * 3])
    known = stats.binomtest(7, 10).proportion_ci(method="wilson")
    assert (found.value, found.n) == (0.7, 10)
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-6)


def test_answers_that_agree_within_their_group_count_as_fewer() -> None:
    """Eight answers in two groups, each of one mind, are worth one: half of z / sqrt(1 + z²) to each side."""
    found = share("x", [[True] * 4, [False] * 4])
    reach = 0.5 * 1.959964 / (1 + 1.959964**2) ** 0.5
    assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.5 - reach, 0.5 + reach), abs=1e-9)


def test_answers_that_differ_within_their_groups_count_as_they_are() -> None:
    mixed = share("x", [[True, False]] * 5)
    known = stats.binomtest(5, 10).proportion_ci(method="wilson")
    assert (mixed.low, mixed.high) == pytest.approx((known.low, known.high), abs=1e-6)


def test_groups_of_different_sizes() -> None:
    """value 3/5; apart 2 * 1.2² = 2.88; effect (2 / 1 * 2.88 / 25) * 5 / 0.24 = 4.8, so 5 answers are worth 5 / 4.8."""
    found = share("x", [[True] * 3, [False] * 2])
    asked, z, value = 5 / 4.8, 1.959964, 0.6
    apart = (3 - 0.6 * 3) ** 2 + (0 - 0.6 * 2) ** 2
    assert apart == pytest.approx(2.88)
    middle = (value + z**2 / (2 * asked)) / (1 + z**2 / asked)
    half = z / (1 + z**2 / asked) * (value * (1 - value) / asked + z**2 / (4 * asked**2)) ** 0.5
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-9)


def test_nothing_to_ask_has_no_figure() -> None:
    assert str(share("x", []).why) == "nothing to ask"
    assert str(share("x", [[], []], unusable=3).why) == "3 unusable answers"
    assert str(shift("x", [None]).why) == "nothing to compare"


def test_a_shift_leaves_out_what_is_missing() -> None:
    found = shift("x", [1.0, None, 3.0])
    assert (found.value, found.n) == (2.0, 2)
    alone = shift("x", [1.0])
    assert (alone.value, alone.low, alone.high, alone.n) == (1.0, None, None, 1)


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure("x", "share", None, why="nothing to ask"), "not known (nothing to ask)"),
        (Figure("x", "share", 0.5), "50%"),
        (Figure("x", "share", 0.5, 0.25, 0.75), "50% (25 to 75)"),
        (Figure("x", "points", 1.5), "+1.50"),
        (Figure("x", "points", 1.5, -0.5, 2), "+1.50 (-0.50 to 2.00)"),
        (Figure("x", "points", 1.5, 0.5, 2), "1.50 (0.50 to 2.00)"),
    ],
)
def test_a_figure_as_people_read_it(figure: Figure, text: str) -> None:
    assert figure.text == text


def test_a_figure_is_told_in_the_reader_s_language() -> None:
    assert worded(share("x", [[True] * 3, [True] * 9]).notice, Language("zh")).startswith("100%（")
    assert worded(share("x", [], unusable=3).notice, Language("zh")) == "未知（3 个回答无法使用）"
