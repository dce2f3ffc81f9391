"""How a language is written: spaces, lists, quotation marks, and a few words needed everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WritingRules:
    """Small marks and words. `{n}` stands for a number, `{title}` for a title."""

    unit: str
    """The unit of length: `words`."""
    length: str
    """A length with its number: `{n} words`."""
    joiner: str = " "
    """Between two words, and between two sentences."""
    separator: str = ", "
    """Between the members of a list."""
    last_separator: str = " and "
    """Before the last member of a list."""
    clause_separator: str = "; "
    """Between the members of a list that hold commas themselves."""
    colon: str = ": "
    """Between a name and what is said of it."""
    comma: str = ", "
    brackets: tuple[str, str] = (" (", ")")
    """Around a remark after a word, with the space before them."""
    quotation_marks: tuple[str, str] = ("“", "”")
    title_marks: tuple[str, str] = ("", "")
    """Around the title of a book: 《》 in Chinese."""
    strengths: str = "Strengths:"
    weaknesses: str = "Weaknesses:"
    """Before what a judge praises, and what it misses."""
    untitled: str = "Untitled"
    """The title of a book without one."""
    opening: str = "Opening"
    """The title of prose before the first heading."""
    whole_text: str = "Text"
    """The title of the only chapter of a text without headings."""
    section: str = "Section {n}"
    """The title of a section that fabula cut."""
    chapter: str = "chapter {n}"
    """A chapter mentioned in a sentence."""
    titled_chapter: str = "chapter {n} ({title})"
    """A chapter mentioned in a sentence with its title."""

    def joined(self, sentences: Iterable[str]) -> str:
        """Words or sentences one after another."""
        return self.joiner.join(sentences)

    def listed(self, parts: Sequence[str]) -> str:
        """`a, b and c`, or `a、b和c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.separator.join(parts[:-1]) + self.last_separator + parts[-1]

    def measured(self, n: int) -> str:
        """A length as people write it: `1,234 words`, `1234字`."""
        return self.length.format(n=f"{n:,}")

    def paired(self, name: str, value: str) -> str:
        """`Words: 1,234`, or `字数：1,234`."""
        return name + self.colon + value

    def aside(self, remark: str) -> str:
        """A remark in brackets, after a word."""
        return remark.join(self.brackets)

    def quoted(self, text: str) -> str:
        """Between its quotation marks."""
        return text.join(self.quotation_marks)

    def titled(self, title: str) -> str:
        """A book's title between the marks that the language puts around titles, if any."""
        return title.join(self.title_marks)
