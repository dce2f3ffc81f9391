"""Which of a book's facts the model can use, and why it cannot use the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fabula.languages import ENGLISH, Language
from fabula.notices import Notice
from fabula.readermodel.features import is_latin, word_counts
from fabula.readermodel.model import FIELDS, ReaderModel
from fabula.readermodel.rating import Abstained, BookFacts
from fabula.readermodel.variants import SHELF_TAGS, Variant, matched


@dataclass(frozen=True, slots=True)
class UsableFacts:
    """What the model can use of a book's facts."""

    variant: Variant
    genres: tuple[str, ...]
    words: int | None
    texts: Mapping[str, str]
    measures: Mapping[str, float]
    unused: tuple[Notice, ...]

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of what was used."""
        tags = () if self.variant.tags == "none" else ("genres", *(("length",) if self.words else ()))
        return (*tags, *self.texts, *(("measures",) if self.measures else ()))


def usable_facts(facts: BookFacts, model: ReaderModel) -> UsableFacts | Abstained:
    """Choose the variant that these facts allow, or say why there is none."""
    if Language.or_none(facts.language) != ENGLISH:
        return Abstained(Notice.of("readermodel.language", language=facts.language))
    texts = {name: text.strip() for name in FIELDS if (text := getattr(facts, name)) and text.strip()}
    if foreign := [name for name, text in texts.items() if not is_latin(text)]:
        return Abstained(Notice.of("readermodel.other-script", what=_named(foreign[0])))
    unused: list[Notice] = []
    for name in list(texts):
        if not any(word in model.word_place for word in word_counts(texts[name])):
            unused.append(Notice.of("readermodel.no-known-word", what=_named(name)))
            del texts[name]
    if "cast" in texts and "plot" not in texts:
        unused.append(Notice.of("readermodel.cast-without-plot"))
        del texts["cast"]
    genres, unknown = matched(facts.genres, model.genres)
    unused += [Notice.of("readermodel.unknown-genre", genre=tag) for tag in unknown]
    if not facts.shelved:
        unused += [Notice.of("readermodel.shelf-genre", genre=tag) for tag in genres if tag in SHELF_TAGS]
        genres = [tag for tag in genres if tag not in SHELF_TAGS]
    tags = "none" if not genres else "shelved" if facts.shelved else "drafted"
    variant = Variant(tags, *(name in texts for name in FIELDS))  # type: ignore[arg-type]
    words = facts.words if facts.words and facts.words > 0 else None
    measures = {name: facts.measures[name] for name in model.measured if name in facts.measures}
    if not (genres or texts or facts.has_text):
        return Abstained(Notice.of("readermodel.too-little"))
    return UsableFacts(variant, tuple(genres), words, texts, measures, tuple(unused))


def _named(field: str) -> Notice:
    return Notice.of(f"readermodel.{field}")
