"""Small made novels, English and Chinese, and the ways in which people post them again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from fabula.shelf.clean import duplicates
from fabula.shelf.duplicates import Group
from fabula.workers.engines import engine

_WORDS = """
the a of and to in was he she it his her with on at by had from but not they were as said when into
out up harbour lantern winter letter captain garden silver quiet road morning window brother market
river stone bell kitchen uncle horse paper storm island doctor bridge forest candle wool debt key
sailor orchard mirror coat
"""
ENGLISH = _WORDS.split()
CHINESE = "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动方期它头经长儿回位分爱老因很给名法间斯知世什两次使身者被高已亲其进此话常与活正感"
TRADITIONAL = str.maketrans(
    "这个们来时为说国会过对学么发当没样还开总从无现头经长儿爱给间话与亲进动",
    "這個們來時為說國會過對學麼發當沒樣還開總從無現頭經長兒愛給間話與親進動",
)


def english(seed: int, chapters: int = 12, words: int = 250) -> list[str]:
    """The chapters of a made novel, paragraphs parted by blank lines."""
    return _novel(
        seed,
        chapters,
        words,
        [*ENGLISH, *(f"{a}{b}" for a in ENGLISH[-40:] for b in ("ful", "less", "like"))],
        " ",
    )


def chinese(seed: int, chapters: int = 12, characters: int = 500) -> list[str]:
    """The same in Chinese, simplified."""
    return _novel(seed, chapters, characters, list(CHINESE), "")


def _novel(seed: int, chapters: int, size: int, lexicon: Sequence[str], joint: str) -> list[str]:
    dice = random.Random(seed)
    weights = [1 / (n + 4) for n in range(len(lexicon))]
    draw = partial(dice.choices, lexicon, weights)
    end = " " if joint else ""
    stop = "." if joint else "。"
    return [
        "\n\n".join(
            f"{joint.join(draw(k=10))}{stop}{end}{joint.join(draw(k=size // 10))}{stop}" for _ in range(10)
        )
        for _ in range(chapters)
    ]


def post(path: Path, chapters: Sequence[str], heading: str, encoding: str = "utf-8") -> Path:
    """A novel as a text file, under headings of this kind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "\n\n".join(f"{heading.format(number)}\n\n{chapter}" for number, chapter in enumerate(chapters, 1))
    path.write_text(text + "\n", encoding=encoding)
    return path


def edited(chapters: Sequence[str], share: float, seed: int) -> list[str]:
    """The novel with a share of its words replaced."""
    dice = random.Random(seed)
    return [
        "\n\n".join(
            " ".join("edited" if dice.random() < share else word for word in part.split(" "))
            for part in chapter.split("\n\n")
        )
        for chapter in chapters
    ]


def groups_of(folder: Path, out: Path) -> list[Group]:
    """What deduplication finds, in this process."""
    return list(duplicates(str(folder), out, engine(workers=1), lambda _what, _count: None).groups)
