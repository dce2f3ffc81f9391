"""Chinese headings as sites print them when they post a book again."""

from __future__ import annotations

import pytest

from fabula.text.headings import Split, split_chapters

SENTENCES = (
    "那一年冬天来得早，山上已经落了雪。",
    "她在窗前把信读了两遍，一句话也没有说。",
    "“你怎么现在才来？”他放下手里的茶杯，抬起头。",
    "院子里的槐树落光了叶子，风一吹就呜呜地响。",
    "三更时分，巷口传来一阵急促的脚步声，接着便是拍门的声音。",
    "第二天一早，队伍就出发了，谁也没有回头看一眼。",
)
TITLES = ("归途", "少年下山", "风雨夜归人", "剑与酒", "重逢", "长街")
HAN = "一二三四五六"
N = range(6)
PLAIN = [f"第{HAN[n]}章 {TITLES[n]}" for n in N]


def prose(seed: int, indent: str = "　　") -> str:
    """Nine paragraphs of a chapter, unlike those of the others."""
    return "\n".join(
        indent + "".join(SENTENCES[(seed + at * step) % 6] for at in range(1 + (seed + step) % 3))
        for step in range(1, 10)
    )


def read(headings: list[str]) -> Split:
    return split_chapters("\n".join(f"{heading}\n{prose(n)}" for n, heading in enumerate(headings)), "zh")


def titles(split: Split) -> list[str]:
    return [] if split.in_sections else [chapter.title for chapter in split.chapters]


@pytest.mark.parametrize(
    "headings",
    [
        [f"【第{n + 1}章】{TITLES[n]}" for n in N],
        [f"【第{HAN[n]}章】【{TITLES[n]}】" for n in N],
        [f"「第{HAN[n]}章」{TITLES[n]}" for n in N],
        [f"★第{n + 1}章 {TITLES[n]}★" for n in N],
        [f"☆、第{n + 1}章 {TITLES[n]}" for n in N],
        [f"正文 第{'１２３４５６'[n]}章　{TITLES[n]}" for n in N],
        [f"第 {HAN[n]} 章 {TITLES[n]}" for n in N],
        [f"{n + 1:03}{TITLES[n]}" for n in N],
        [f"《某某》目录 第{HAN[n]}回　{TITLES[n]}" for n in N],
        [f"www.site.example 第{n + 1}章 {TITLES[n]}" for n in N],
        [f"第{n + 1}章 {TITLES[n]} www.site.example" for n in N],
        [f"第{HAN[n]}章 {TITLES[n]}_某某传_青山书院" for n in N],
        [f"第{HAN[n]}章 {TITLES[n]} 更新时间:2012-3-{n + 1} 8:3{n}:11 本章字数:302{n}" for n in N],
        [f"第{n + 1}章 {TITLES[n]}　　[2012-03-0{n + 1} 08:30]" for n in N],
        [f"第{HAN[n]}章 {TITLES[n]}{'（求收藏）' if n % 2 else '【第二更】'}" for n in N],
        [f"第{n + 1}章 {TITLES[n]} 作者：某某某" for n in N],
        [f"第{n + 1}章 {TITLES[n]} 最新章节" for n in N],
        [f"第{n + 1}章 {TITLES[n]}\n某某传 第{n + 1}章 {TITLES[n]}" for n in N],
        [f"第{HAN[n]}章　{TITLES[n]}（{page}/2）" for n in N for page in (1, 2)],
        [f"第{n + 1}章 {TITLES[n]}(第{page}/3页)" for n in N for page in (1, 2, 3)],
        [f"第{n + 1}章 {TITLES[n]}" if n != 3 else f"4、{TITLES[n]}" for n in N],
    ],
    ids=lambda headings: headings[0],
)
def test_what_a_site_prints_around_a_heading_is_no_part_of_it(headings: list[str]) -> None:
    found = titles(read(headings))
    assert [title.rstrip("】").endswith(own) for title, own in zip(found, TITLES, strict=True)] == [True] * 6


@pytest.mark.parametrize(
    "headings",
    [
        [f"{['潜龙勿用', '飞龙在天'][n // 3]} 第{HAN[n]}章 {TITLES[n]}" for n in N],
        [f"{['潜龙勿用', '飞龙在天'][n // 3]} 第{n % 3 + 1}章 {TITLES[n]}" for n in N],
        [f"某某传 > {['潜龙勿用', '飞龙在天'][n // 3]} > 第{n + 1}章 {TITLES[n]}" for n in N],
    ],
    ids=lambda headings: headings[0],
)
def test_words_before_that_change_from_volume_to_volume_are_parts(headings: list[str]) -> None:
    split = read(headings)
    assert [chapter.parts for chapter in split.chapters] == [("潜龙勿用",)] * 3 + [("飞龙在天",)] * 3
    assert [chapter.title.split()[-1] for chapter in split.chapters] == list(TITLES)


def test_a_volume_is_called_by_its_own_words() -> None:
    split = read([f"正文 第{HAN[n // 3]}卷 江湖 第{HAN[n]}章 {TITLES[n]}" for n in N])
    assert [chapter.parts for chapter in split.chapters] == [("第一卷 江湖",)] * 3 + [("第二卷 江湖",)] * 3


@pytest.mark.parametrize(
    "halves",
    [
        ["第三章 夜（上）", "第三章 夜（下）"],
        ["第三章（上）", "第三章（中）", "第三章（下）"],
        ["第三章 夜(1)", "第三章 夜(2)"],
        ["第三章 第一节 夜", "第三章 第二节 灯", "第三章 第三节 雪"],
    ],
    ids=lambda halves: halves[0],
)
def test_the_parts_of_a_chapter_with_one_number_are_all_kept(halves: list[str]) -> None:
    headings = [*PLAIN[:2], *halves, *PLAIN[3:]]
    split = read(headings)
    assert titles(split) == headings
    assert not split.warnings


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"　　{heading}　{prose(n, '').strip()}" for n, heading in enumerate(PLAIN)),
        "　　".join(f"{heading}　　{prose(n).strip()}（本章完）" for n, heading in enumerate(PLAIN)),
        "".join(f"{heading}　　{prose(n, '').replace(chr(10), '')}" for n, heading in enumerate(PLAIN)),
    ],
    ids=["before a paragraph", "between spaces", "no line ends"],
)
def test_headings_within_lines_begin_chapters(text: str) -> None:
    split = split_chapters(text, "zh")
    assert titles(split) == PLAIN
    assert not any("第" in chapter.text and "章" in chapter.text.split("（")[0] for chapter in split.chapters)


def test_a_couplet_within_a_line_is_one_title() -> None:
    couplet = "宴桃园三结义 斩黄巾首立功"
    split = split_chapters("\n".join(f"第{HAN[n]}回 {couplet} {prose(n, '').strip()}" for n in N), "zh")
    assert titles(split)[0] == f"第一回 {couplet}"


def test_mentions_of_chapters_within_lines_are_no_headings() -> None:
    text = "\n".join(f"{prose(n)}第{HAN[n % 2]}章里说过的话，他早忘了。" for n in N)
    assert titles(split_chapters(text, "zh")) == []


def test_extras_that_are_numbered_are_kept() -> None:
    assert titles(read([*PLAIN, "外传一 雪夜", "番外二：灯"]))[6:] == ["外传一 雪夜", "番外二：灯"]


def test_titles_above_ruled_lines_begin_chapters_and_lose_their_notes() -> None:
    ruled = "\n\n".join(f"{title}⑴\n----------\n{prose(n)}" for n, title in enumerate(TITLES))
    assert titles(split_chapters(ruled, "zh")) == list(TITLES)


def test_a_story_in_chapters_among_others_without_is_a_part() -> None:
    text = "\n\n".join(
        f"{title}\n======\n"
        + ("\n".join(f"{each}\n{prose(at)}" for at, each in enumerate(PLAIN[:3])) if n == 1 else prose(n))
        for n, title in enumerate(TITLES)
    )
    split = split_chapters(text, "zh")
    assert len(split.chapters) == 8
    assert [chapter.parts for chapter in split.chapters[1:4]] == [(TITLES[1],)] * 3


def test_ruled_lines_between_scenes_are_below_no_titles() -> None:
    text = "\n".join(f"{prose(n)}\n“走吧。”\n----------" for n in N)
    assert titles(split_chapters(text, "zh")) == []
