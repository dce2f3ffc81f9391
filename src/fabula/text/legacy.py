"""Which encoding from before Unicode a file is in, judged by how well its letters read.

Nearly any bytes can be decoded as GB 18030 or as Cyrillic, so that the bytes are legal says little. What says more is
whether the text then consists of the letters that are frequent in the language of that encoding: 的 and 是 in
Chinese, kana in Japanese, lower-case о and е in Russian.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

TOLERATED = 0.02
"""The largest share of damaged characters at which a file still counts as being in an encoding."""
_SAMPLE = 1 << 16
_LINE_BEYOND_ASCII = re.compile(rb"[^\n]{0,4000}[\x80-\xff][^\n]{0,4000}\n?")

_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然"
    "家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长"
    "把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身"
)
_TRADITIONAL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然"
    "家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長"
    "把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己製身"
)
_HANGUL = (
    "이다는을를에가의고은도지한나그하아서로자어사리기들인니라만시으해있것었게대수내스보여오일과정말러면거부모마안상"
    "우비전소주구제무조장원경동요신저세선성야없했않왔갔던까와더"
)
_WIDE_MARKS = "，。、！？：；“”「」『』…—・ー　《》"
_CYRILLIC = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфё"
_WESTERN = "éèêëàâäáãåæçíìîïñóòôöõøœúùûüßÉÀÇÖÄÜÁÍÓÚÑ“”‘’«»–—…¿¡°ªº"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An encoding, and the characters beyond ASCII that are frequent in texts written in it."""

    encoding: str
    frequent: re.Pattern[str]
    usual: float
    """The share of them that a text in this encoding usually reaches."""
    beyond: tuple[float, float] = (0.0, 1.0)
    """The smallest and the largest share of characters beyond ASCII in lines that have any."""


def _of(encoding: str, letters: str, usual: float, beyond: tuple[float, float] = (0.0, 1.0)) -> _Candidate:
    return _Candidate(encoding, re.compile(f"[{re.escape(letters)}]"), usual, beyond)


_KANA = "".join(map(chr, (*range(0x3041, 0x3094), *range(0x30A1, 0x30F7))))
_ALPHABET, _ACCENTS = (0.25, 1.0), (0.0, 0.25)
_CANDIDATES = (
    _of("gb18030", _SIMPLIFIED + _TRADITIONAL + _WIDE_MARKS, 0.4),
    _of("big5", _TRADITIONAL + _WIDE_MARKS, 0.4),
    _of("big5hkscs", _TRADITIONAL + _WIDE_MARKS, 0.42),
    _of("cp932", _KANA + _WIDE_MARKS, 0.55),
    _of("euc_jp", _KANA + _WIDE_MARKS, 0.55),
    _of("cp949", _HANGUL + _WIDE_MARKS, 0.5),
    _of("cp1251", _CYRILLIC, 0.9, _ALPHABET),
    _of("koi8-r", _CYRILLIC, 0.9, _ALPHABET),
    _of("cp866", _CYRILLIC, 0.9, _ALPHABET),
    _of("mac-cyrillic", _CYRILLIC, 0.9, _ALPHABET),
    _of("iso8859-5", _CYRILLIC, 0.9, _ALPHABET),
    _of("cp1252", _WESTERN, 0.95, _ACCENTS),
)
_FAMILIES = ({"big5", "big5hkscs"}, {"cp1251", "mac-cyrillic"})
"""Encodings that share most of their letters. The few that differ decide, and the other is no reason for doubt."""
_CREDIBLE = 0.35
"""Below this share of the usual, a reading is no better than chance."""
_SURE = 0.5
_CLEAR = 0.85
"""If the second best reading reaches this share of the best, the best is a guess."""
_ENOUGH = 24
"""With fewer bytes beyond ASCII, frequencies say little. Accents are few in any text, and few of them can be wrong."""


@dataclass(frozen=True, slots=True)
class Guess:
    encoding: str
    certain: bool
    """Whether no other encoding reads nearly as well."""


def guess(raw: bytes) -> Guess | None:
    """The encoding in which the bytes read best. None if they read badly in all."""
    sample = _beyond_ascii(raw)
    read = sorted(((_reads(sample, each), each) for each in _CANDIDATES), key=lambda pair: -pair[0])
    best, first = read[0]
    if best < _CREDIBLE:
        return None
    rivals = [share for share, each in read[1:] if not _alike(first.encoding, each.encoding)]
    few = first.beyond is not _ACCENTS and sum(byte > 0x7F for byte in sample) < _ENOUGH
    return Guess(first.encoding, not few and best >= _SURE and rivals[0] < _CLEAR * best)


def _alike(one: str, other: str) -> bool:
    return any({one, other} <= family for family in _FAMILIES)


def _reads(sample: bytes, candidate: _Candidate) -> float:
    """How well the sample reads in an encoding: about 1 for a text in it, near 0 for another."""
    text = sample.decode(candidate.encoding, errors="replace")
    beyond = sum(letter > "\x7f" for letter in text)
    if not beyond or text.count("\ufffd") > TOLERATED * beyond:
        return 0.0
    fewest, most = candidate.beyond
    if not fewest * len(text) <= beyond <= most * len(text):
        return 0.0
    return len(candidate.frequent.findall(text)) / beyond / candidate.usual


def _beyond_ascii(raw: bytes) -> bytes:
    """The lines that hold more than ASCII, up to a sample."""
    return b"".join(_up_to_a_sample(raw))


def _up_to_a_sample(raw: bytes) -> Iterator[bytes]:
    taken = 0
    for line in _LINE_BEYOND_ASCII.finditer(raw):
        yield line.group()
        taken += len(line.group())
        if taken > _SAMPLE:
            return
