"""The benchmark of growth: its exponent is the slope of cost against size, and its picture has every job."""

import pytest
from benchmarks_perf.growth import exponent
from benchmarks_perf.growth.picture import Grown, drawn
from benchmarks_perf.growth.words import of_words


@pytest.mark.parametrize(("spent", "slope"), [((2.0, 20.0, 200.0), 1.0), ((1.0, 100.0, 10_000.0), 2.0)])
def test_the_exponent_is_the_slope_between_logarithms(spent: tuple[float, ...], slope: float) -> None:
    assert exponent((10, 100, 1_000), spent) == pytest.approx(slope)


def test_the_picture_has_a_panel_for_each_unit_and_a_line_for_each_job() -> None:
    found = [
        Grown(unit, name, (10, 100), (0.1, 1.0), 1.0)
        for unit, name in (("words", "measure"), ("words", "guard"), ("books", "find copies"))
    ]
    picture = drawn(found)
    assert picture.count("<polyline") == 3 and picture.count("CPU seconds by") == 2
    assert all(f"{each.name}: exponent 1.00" in picture for each in found)


def test_a_longer_book_has_more_people() -> None:
    short, long = of_words(5_000), of_words(25_000)
    assert len(long.chapters) > len(short.chapters)
    assert "Ruth" not in long.chapters[0].text and long.chapters[0].text != long.chapters[7].text
