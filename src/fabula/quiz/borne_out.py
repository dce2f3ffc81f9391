"""Whether the wrong options of a question stand in the book: good ones are true of other people or times in it."""

from __future__ import annotations

from fabula.quiz.questions import Question
from fabula.reading.cast import find_cast
from fabula.text.book import Book
from fabula.text.claims import known, matter, numbers, unseen_names


class BookWords:
    """The names and content words of a book, by which an option is found in it."""

    def __init__(self, book: Book) -> None:
        self._language = book.language
        self._fold = book.language.claims.fold
        people = find_cast(book).characters
        self._names = tuple(self._fold(name) for one in people for name in (one.name, *one.aliases))
        text = self._fold("\n".join(chapter.text for chapter in book.chapters))
        self._known = known(text, self._language)
        self._words = frozenset(matter(text, self._language))

    def not_borne_out(self, question: Question) -> tuple[str, ...]:
        """The wrong options that name somebody whom neither the book nor the question knows.

        All of them where none has a word of the book: the right one then stands out to anybody who searches the book.
        One option alone may be in other words than the book's: `his niece`, `with a denial`.
        """
        wrong = [option for place, option in enumerate(question.options) if place != question.right]
        if all(self._is_foreign(option) for option in wrong):
            return tuple(wrong)
        return tuple(option for option in wrong if self._names_a_stranger(option, question))

    def _is_foreign(self, option: str) -> bool:
        """Whether it has words, and none is in the book. A number is no word of a book."""
        words = matter(self._fold(option), self._language)
        return bool(words) and not numbers(option, self._language) and self._words.isdisjoint(words)

    def _names_a_stranger(self, option: str, question: Question) -> bool:
        told = option if self._capitals_name(question) else option[:1].lower() + option[1:]
        asked = self._fold(question.asked)
        found = unseen_names(self._fold(told), self._language, self._known)
        return any(name not in asked and self._is_surely_a_name(name) for name in found)

    def _is_surely_a_name(self, word: str) -> bool:
        """In Chinese two characters may only look like a surname with a given name (岳父), and three may end in a verb."""
        if not self._language.by_character:
            return True
        in_cast = any(name in word for name in self._names)
        return len(word) > 2 and not in_cast and self._language.names.is_full(word)

    def _capitals_name(self, question: Question) -> bool:
        """Whether a capital at the start of an option shows a name: not all options have one, or one of them is a name of the book."""
        opens = [self._fold(option[:1]) for option in question.options]
        return not all(letter.isupper() for letter in opens) or any(
            self._fold(option).startswith(self._names) for option in question.options
        )
