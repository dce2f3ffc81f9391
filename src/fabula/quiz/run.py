"""`quiz run`: asks a model a question set in every requested setting and computes the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.languages import Language
from fabula.models.bill import usage_total
from fabula.models.chat import Embedder
from fabula.models.door import Door
from fabula.models.vectors.embeddings import embedder as embedder_named
from fabula.quiz.asking import ASKS, Examples, Setting, ask_all
from fabula.quiz.attributes import Novel, read_attributes, shipped
from fabula.quiz.choices import By, Difficulty
from fabula.quiz.classify import Label, known_labels
from fabula.quiz.difficulty import of_difficulty, read_difficulties
from fabula.quiz.faults import baselines
from fabula.quiz.files import read_set
from fabula.quiz.memory import Memory, read_memory
from fabula.quiz.questions import LANGUAGES, QuizSet, plain
from fabula.quiz.request import QuizRunRequest
from fabula.quiz.results import QuizRunResult, check_pairs, compared, read_result
from fabula.quiz.scoring import (
    Counted,
    OpenBook,
    Trial,
    answer_records,
    asked_faults,
    confidence_earned,
    open_book_result,
    order_result,
    setting_result,
)
from fabula.reading.passages import book_passages
from fabula.request import document
from fabula.result import ModelUsed
from fabula.text.book import Book
from fabula.text.files import read
from fabula.workers.place import aside, spread


@dataclass(frozen=True, slots=True)
class QuizRunAnswer:
    """The result and the question set."""

    result: QuizRunResult
    quiz: QuizSet


@dataclass(frozen=True, slots=True)
class Inputs:
    """Every file of a run, read and checked in advance, so that faulty files fail before anything is paid for."""

    request: QuizRunRequest
    whole: QuizSet
    quiz: QuizSet
    """The questions to ask."""
    examples: QuizSet
    labels: tuple[Label, ...]
    novels: Mapping[str, Novel]
    difficulties: Mapping[str, Difficulty]
    """By the digest of the question."""
    books: tuple[tuple[Book, str], ...]
    """Each book with the title that the set uses for it."""
    memory: Memory | None
    """How well the model knows the novels, by its audit."""
    against: QuizRunResult | None
    embedder: Embedder | None

    @property
    def language(self) -> str:
        """The language of the prompts."""
        typed = self.request.language
        return Language(typed) if typed else self.whole.language.among(LANGUAGES)

    def settings(self, *, rehearsal: bool = False) -> list[Setting]:
        """Every number of examples with every prompt. The first setting is the main one.

        A dry run counts one call for each question, because a made-up reply names no option.
        """
        request = self.request
        by: By = "text" if rehearsal else request.by
        asks = 1 if rehearsal else ASKS
        return [
            Setting(count, prompt, self.language, by, request.seed, asks)
            for prompt in request.prompts
            for count in request.shots
        ]

    def sign(self, door: Door) -> str:
        """The signature of the whole document."""
        prompts = [
            door.prompt("quiz", kind, self.request.language or self.whole.language).digest
            for kind in self.request.prompts
        ]
        return self._sign(door, f"quiz.{self.request.by}", self.request, self.books, prompts)

    def sign_setting(self, door: Door, setting: Setting, book: tuple[Book, str] | None = None) -> str:
        """The signature of one setting's figures; with a book, of those with its passages."""
        request = self.request
        own = request.but(shots=(setting.shots,), prompt=setting.prompt, against=None)
        prompt = door.prompt("quiz", setting.prompt, setting.language)
        method = f"quiz.{request.by}.with-book" if book else f"quiz.{request.by}"
        return self._sign(door, method, own, [book] if book else [], [prompt.digest])

    def _sign(
        self,
        door: Door,
        method: str,
        request: QuizRunRequest,
        books: Sequence[tuple[Book, str]],
        prompts: Sequence[str],
    ) -> str:
        by_meaning = f"+{self.embedder.name}" if self.embedder else ""
        answers = self.against.answers if request.against and self.against else ()
        return door.sign(
            request,
            method,
            asked={"language": self.language, "with": "+".join(book.text_hash for book, _ in books) or None},
            engines={"retrieval": f"bm25{by_meaning}"} if books else {},
            digests={
                "text": self.quiz.digest,
                "examples": self.examples.digest if any(request.shots) and request.examples else None,
                "labels": digest(f"{each.row}:{each.category}" for each in self.labels),
                "attributes": digest(f"{title}:{each}" for title, each in sorted(self.novels.items())),
                "difficulties": digest(f"{each}:{how}" for each, how in sorted(self.difficulties.items()))
                if self.difficulties
                else None,
                "memory": digest([self.memory.document]) if self.memory else None,
                "against": digest(f"{each.question}:{each.said}" for each in answers) if answers else None,
            },
            prompts=prompts,
        )


async def run(request: QuizRunRequest, door: Door) -> QuizRunAnswer:
    """Asks every question that has a right answer, in every setting."""
    inputs = read_inputs(request)
    return await answered(inputs, door, inputs.settings(rehearsal=door.rehearsing))


def read_inputs(request: QuizRunRequest) -> Inputs:
    """Reads the set and all files that go with it."""
    request.validate()
    return inputs_of(request, read_set(request.file))


def inputs_of(request: QuizRunRequest, whole: QuizSet) -> Inputs:
    """The same for a set that is already read."""
    difficulties = read_difficulties(request.file)
    quiz = only(whole, request.title) if request.title else whole
    quiz = of_difficulty(quiz, difficulties, request.difficulty)
    against = read_result(request.against) if request.against else None
    if against is not None:
        check_pairs(quiz, against)
    books = list(spread(_opened, request.with_book))
    return Inputs(
        request=request,
        whole=whole,
        quiz=quiz,
        examples=read_set(request.examples) if request.examples else whole,
        labels=known_labels(request.file, quiz, request.labels),
        novels=read_attributes(request.attributes) if request.attributes else shipped(),
        difficulties=difficulties,
        books=tuple((book, _title_of(quiz, book)) for book in books),
        memory=read_memory(request.memory, quiz) if request.memory else None,
        against=against,
        embedder=embedder_named(request.embedder) if request.embedder else None,
    )


async def answered(inputs: Inputs, door: Door, settings: Sequence[Setting]) -> QuizRunAnswer:
    """Asks in these settings and returns the result. The first setting is the main one."""
    if inputs.memory is not None and not door.rehearsing:
        inputs.memory.check_model(door.model)
    trials = [await _trial(inputs, door, setting, first=not place) for place, setting in enumerate(settings)]
    counted = counted_up(inputs, trials, door.model_used, inputs.sign(door))
    cost, points = await door.cost_of([settings[0].step]), counted.result.accuracy.value
    paid = {
        "usage": usage_total(door.tally),
        "cost": None if cost is None else round(cost, 6),
        "cost_per_point": round(cost / (100 * points), 8) if cost is not None and points else None,
    }
    return QuizRunAnswer(counted.result.model_copy(update=paid), inputs.quiz)


def counted_up(
    inputs: Inputs, trials: Sequence[Trial], model: ModelUsed | None, signature: str
) -> QuizRunAnswer:
    """The result of what was answered. The first trial is the main one."""
    quiz = inputs.quiz
    counted = [Counted.of(quiz, trial, inputs.labels) for trial in trials]
    first, setting = counted[0], trials[0].setting
    result = QuizRunResult(
        request=document(inputs.request),
        model=model,
        signature=signature,
        set=quiz.name,
        questions=quiz.digest,
        shots=setting.shots,
        prompt=setting.prompt,
        language=setting.language,
        by=setting.by,
        n=len(first.questions),
        asked=len(trials[0].answers),
        accuracy=first.accuracy,
        by_category=first.by_category(),
        categories_from=_sources(inputs.labels),
        by_attribute=first.by_attribute(inputs.novels),
        by_memory=first.by_memory(inputs.memory),
        by_difficulty=first.by_difficulty(inputs.difficulties),
        unreadable=first.unreadable,
        failed=first.failed,
        faulty=asked_faults(quiz),
        baselines=baselines(quiz.questions),
        asks=dict(sorted(Counter(str(each.asks) for each in first.given.values()).items())),
        by_setting=tuple(
            setting_result(own, trial, inputs.novels) for own, trial in zip(counted, trials, strict=True)
        ),
        order=order_result(trials[0], first.kinds),
        reliability=confidence_earned(first),
        open_book=tuple(open_book_result(trials[0], book, first.kinds) for book in trials[0].open_book),
        answers=answer_records(first, quiz),
    )
    if inputs.against is not None:
        result = result.model_copy(update={"against": compared(result, inputs.against)})
    return QuizRunAnswer(result, quiz)


async def _trial(inputs: Inputs, door: Door, setting: Setting, *, first: bool) -> Trial:
    """The answers in one setting. Only the first setting uses other option orders and open books."""
    asked = [each for each in inputs.quiz.questions if each.right is not None]
    examples = Examples(inputs.examples.questions)
    permute = inputs.request.permute if first else 1
    answers = await ask_all(door, asked, setting, examples, permute)
    books = [
        await _with_book(inputs, door, setting, examples, book) for book in (inputs.books if first else ())
    ]
    return Trial(setting, tuple(map(tuple, answers)), tuple(books), inputs.sign_setting(door, setting))


async def _with_book(
    inputs: Inputs, door: Door, setting: Setting, examples: Examples, book: tuple[Book, str]
) -> OpenBook:
    text, title = book
    own = [each for each in inputs.quiz.questions if each.right is not None and each.title == title]
    passages = await aside(book_passages, text, inputs.embedder)
    again = await ask_all(door, own, setting, examples, book=passages)
    return OpenBook(title, tuple(each[0] for each in again), inputs.sign_setting(door, setting, book))


def _opened(book: Book | Path) -> Book:
    return book if isinstance(book, Book) else read(book)


def only(quiz: QuizSet, titles: Sequence[str]) -> QuizSet:
    """Only the questions about these novels, with their row numbers unchanged."""
    wanted = {plain(title) for title in titles}
    if wanted - {plain(title) for title in quiz.titles}:
        raise UsageError(f"--title: {quiz.name} has no questions about it; it has {_listed(quiz.titles)}")
    return replace(quiz, questions=tuple(each for each in quiz.questions if plain(each.title) in wanted))


def _sources(labels: Sequence[Label]) -> dict[str, int]:
    return dict(Counter(label.source.partition(":")[0] for label in labels if label.category))


def _title_of(quiz: QuizSet, book: Book) -> str:
    """The set's title for the book: the same title, or the only one in the set."""
    for title in quiz.titles:
        if plain(title) == plain(book.title) or plain(title) == plain((book.source or "").rpartition(".")[0]):
            return title
    if len(quiz.titles) == 1:
        return quiz.titles[0]
    raise UsageError(
        f"--with {book.source}: its title is {book.title!r}, but {quiz.name} asks about {_listed(quiz.titles)};"
        " rename the file to the title in the set"
    )


def _listed(titles: Sequence[str]) -> str:
    more = f" and {len(titles) - 6} more" if len(titles) > 6 else ""
    return ", ".join(titles[:6]) + more
