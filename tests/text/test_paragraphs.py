import textwrap

from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.text.paragraphs import tidy

SENTENCE = (
    "The snow had begun to lie on the hill, and Anna, who had read the letter twice, put it into the fire. "
)
LINE = st.text(alphabet=st.sampled_from("ab Iz.,!-“”\t　第回红。，é\u00a0\u200b"), max_size=90)
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\n \t\n", "\x0c", "\u2028", "\u2029", "\x85"])


@given(st.lists(st.tuples(LINE, ENDS), max_size=14))
@settings(max_examples=400)
def test_tidying_twice_changes_nothing(lines: list[tuple[str, str]]) -> None:
    once = tidy("".join(line + end for line, end in lines))
    assert tidy(once) == once
    assert "\n\n\n" not in once and once == once.strip()


@given(st.lists(st.tuples(LINE, ENDS), max_size=14))
@settings(max_examples=200)
def test_tidying_loses_no_letter(lines: list[tuple[str, str]]) -> None:
    def letters(text: str) -> str:
        return "".join(text.replace("\u200b", "").split())

    plain = "".join(line + end for line, end in lines)
    assert letters(tidy(plain)) == letters(plain)


def test_hard_wrapped_lines_are_rejoined() -> None:
    paragraphs = [(SENTENCE * 5).strip(), (SENTENCE * 3).strip()]
    wrapped = "\r\n\r\n".join(textwrap.fill(each, 70).replace("\n", "\r\n") for each in paragraphs)
    assert tidy(wrapped) == "\n\n".join(paragraphs)


def test_wrapped_paragraphs_told_by_indent_alone_are_parted() -> None:
    paragraphs = [(SENTENCE * count).strip() for count in (5, 3, 4, 6)]
    wrapped = "\n".join(textwrap.fill(each, 70, initial_indent="    ") for each in paragraphs)
    assert tidy(wrapped) == "\n\n".join(paragraphs)


def test_a_line_for_each_paragraph_is_kept_as_it_is() -> None:
    text = "　　他走了。\n　　“真的？”她问，又看了一眼窗外的雪，什么也没有说。\n　　天亮了。"
    assert tidy(text) == "他走了。\n\n“真的？”她问，又看了一眼窗外的雪，什么也没有说。\n\n天亮了。"


def test_wrapped_chinese_is_joined_without_spaces() -> None:
    paragraph = "那一年冬天来得早，山上已经落了雪，她在窗前把信读了两遍，一句话也没有说，就把它投进了火里，第二天他又来了，还带着那条黄狗，站在门外不肯进来。"
    wrapped = "\n".join(paragraph[at : at + 20] for at in range(0, len(paragraph), 20))
    assert tidy(f"{wrapped}\n\n{wrapped}") == f"{paragraph}\n\n{paragraph}"


def test_verse_in_a_wrapped_book_keeps_its_lines() -> None:
    verse = "    The snow lies deep\n    Upon the hill\n    And all the farms\n    Are white and still"
    prose = textwrap.fill(SENTENCE * 6, 70)
    lines = tidy(f"{prose}\n\n{verse}\n\n{prose}").split("\n\n")
    assert lines[1:5] == ["The snow lies deep", "Upon the hill", "And all the farms", "Are white and still"]


def test_a_word_cut_at_its_hyphen_keeps_it() -> None:
    wrapped = textwrap.fill(SENTENCE * 3, 70)
    broken = "She had never before that winter evening seen or met the well-\nknown traveller from the south."
    text = f"{wrapped}\n\n{broken}"
    assert "well-known traveller" in tidy(text)
