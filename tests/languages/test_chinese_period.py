"""Chinese prose of today has a word for “she”, older prose hardly any; 伊 was one, too."""

from __future__ import annotations

from collections import Counter

import pytest

from fabula.languages.zh.period import is_modern, is_older

PAGE = "{she}走到河边，坐下来看水，水慢慢地流。天上有几朵云，{she}想起小时候的事情。"


@pytest.mark.parametrize("she", ["她", "伊"])
def test_a_narrator_with_a_word_for_she_is_of_today(she: str) -> None:
    page = PAGE.format(she=she)
    assert is_modern([page])
    assert not is_older(Counter(page))


def test_prose_without_one_is_older() -> None:
    page = PAGE.format(she="他")
    assert not is_modern([page])
    assert is_older(Counter(page))
