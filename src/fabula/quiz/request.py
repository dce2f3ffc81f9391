"""The requests about a quiz: run, check, classify, make, weigh, review, import and export a question set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.languages import Language
from fabula.quiz.choices import (
    MOST_SHOTS,
    PROMPTS,
    By,
    Difficulty,
    Dropped,
    PromptChoice,
    PromptKind,
    Target,
)
from fabula.request import Request, option
from fabula.text.book import Book

_SET = "A question set: CSV, JSONL or XLSX in LFED's format, in a common encoding."
_HARD = (
    "Only questions that `quiz difficulty` found to be this hard: easy, middle, hard, or several with commas."
)
_EMBEDDER = "What compares questions by meaning: minilm, hub/OWNER/NAME or PROVIDER/NAME. Without one, wording is compared."


@dataclass(frozen=True, slots=True)
class QuizRunRequest(Request):
    """How much does a model know about the novels in a question set?"""

    file: Path = option(help=_SET, changes_result=True, signed_as="text", argument=True)
    shots: tuple[int, ...] = option(
        (0,),
        help="Examples before each question, from 0 to 5; give several as 0,5 or 0..5.",
        changes_result=True,
        comma=True,
    )
    prompt: PromptChoice = option(
        "short",
        help="Only the question (short), with instructions (long), both, the two of the LFED paper with its way of reading replies (paper), or all four.",
        changes_result=True,
        signed_as="wording",
    )
    language: str | None = option(
        None, help="Language of the prompts: en or zh; default: that of the set.", changes_result=True
    )
    by: By = option(
        "text",
        help="Read the reply (text), or take the most likely letter as its first token (logprob).",
        changes_result=True,
    )
    permute: int = option(
        1,
        help="Ask with the options in this many orders; 4 puts each option in every place.",
        changes_result=True,
        minimum=1,
        maximum=24,
    )
    with_book: tuple[Path | Book, ...] = option(
        (),
        help="A novel of the set. Its questions are asked again with passages from it (repeatable).",
        changes_result=True,
        signed_as="with",
        flag="--with",
    )
    title: tuple[str, ...] = option(
        (), help="Only the questions about this novel (repeatable).", changes_result=True
    )
    difficulty: tuple[Difficulty, ...] = option((), help=_HARD, changes_result=True, comma=True)
    examples: Path | None = option(None, help="Another set to draw examples from.", changes_result=True)
    labels: Path | None = option(
        None,
        help="A file of question kinds from `quiz classify`; default: the file beside the set.",
        changes_result=True,
    )
    attributes: Path | None = option(
        None,
        help="Your own table of novels: title, and any of type, length, year.",
        changes_result=True,
    )
    memory: Path | None = option(
        None,
        help="The JSON of `fabula audit memory` for the same model and novels: accuracy is then also shown by how well the model knows each novel.",
        changes_result=True,
    )
    against: Path | None = option(
        None,
        help="The quiz.json of another model's run, for a comparison question by question.",
        changes_result=True,
    )
    embedder: str | None = option(None, help=_EMBEDDER, changes_result=True)
    seed: int = option(0, help="The seed for drawing examples and orders.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if not self.shots or not all(0 <= count <= MOST_SHOTS for count in self.shots):
            typed = ",".join(map(str, self.shots))
            raise UsageError(f"--shots {typed}: a number from 0 to {MOST_SHOTS}, or several as 0,5 or 0..5")
        from fabula.quiz.questions import LANGUAGES

        if self.language is not None and Language(self.language) not in LANGUAGES:
            raise UsageError(f"--language {self.language}: the prompts are in en and zh")

    @property
    def prompts(self) -> tuple[PromptKind, ...]:
        """The prompts to use, beginning with the main one."""
        return PROMPTS[self.prompt]


@dataclass(frozen=True, slots=True)
class QuizCheckRequest(Request):
    """What is wrong with a question set?"""

    file: Path = option(help=_SET, changes_result=True, signed_as="text", argument=True)
    embedder: str | None = option(None, help=_EMBEDDER, changes_result=True)


@dataclass(frozen=True, slots=True)
class QuizClassifyRequest(Request):
    """Which kind is each question of a set? Without a model, only the rules decide."""

    file: Path = option(help=_SET, changes_result=True, signed_as="text", argument=True)
    labels: Path | None = option(
        None,
        help="Human labels to compare with (JSONL with row and category).",
        changes_result=True,
    )
    output: Path | None = option(
        None,
        help="The file for the labels; default: SET.labels.jsonl beside the set.",
        changes_result=False,
        short="-o",
    )


@dataclass(frozen=True, slots=True)
class QuizMakeRequest(Request):
    """New questions about a novel, each with the passage that proves its answer."""

    book: Path | Book = option(help="The novel.", changes_result=True, signed_as="text", argument=True)
    output: Path | None = option(
        None,
        help="A .csv in LFED's format (kinds and proofs go into a .jsonl beside it), or a .jsonl.",
        changes_result=False,
        short="-o",
    )
    reading: Path | None = option(
        None,
        help="The file of `fabula read`: drafts then know the whole plot and cast, and half of them join two connected chapters.",
        changes_result=True,
    )
    graph_file: Path | None = option(
        None,
        flag="--graph",
        help="A saved graph of `fabula facts graph --json`: a draft can then join two chapters between which a relation changes, or that both mention it.",
        changes_result=True,
        signed_as="graph",
    )
    each: int = option(4, help="Drafts for each kind of question.", changes_result=True, minimum=1)
    rounds: int = option(
        1,
        help="How often a draft may be drafted again because of its faults or what two model reviewers say; 0 asks no reviewers.",
        changes_result=True,
        minimum=0,
        maximum=5,
    )
    drop: Dropped = option(
        "guessed",
        help="Leave out questions that the model answers from their options alone (guessed), also those it answers without the book (known), or nothing.",
        changes_result=True,
    )
    kinds: tuple[str, ...] = option(
        (),
        help="Kinds separated by commas, such as fiction-plot,literary-style; default: all eight.",
        changes_result=True,
        comma=True,
    )
    seed: int = option(0, help="The seed for choosing passages.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        from fabula.quiz.classify import names

        known = names("en")
        if unknown := [kind for kind in self.kinds if kind not in known]:
            raise UsageError(f"--kinds: {unknown[0]!r} is not one of {', '.join(known)}")
        _is_a_set_file(self.output, "--output")


@dataclass(frozen=True, slots=True)
class QuizDifficultyRequest(Request):
    """How hard is each question for a panel of models, and which questions tell good models from poor ones?"""

    file: Path = option(help=_SET, changes_result=True, signed_as="text", argument=True)
    model: tuple[str, ...] = option(
        (),
        help="A model of the panel: PROVIDER/NAME (repeatable; three or more measure discrimination).",
        changes_result=True,
        signed_as="m",
    )
    permute: int = option(
        1,
        help="Ask with the options in this many orders; a model's score is the share of orders in which it is right.",
        changes_result=True,
        minimum=1,
        maximum=24,
    )
    output: Path | None = option(
        None,
        help="The file for the difficulties; default: SET.difficulty.jsonl beside the set, where --difficulty looks.",
        changes_result=False,
        short="-o",
    )
    seed: int = option(0, help="The seed for drawing orders.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if len(self.model) < 2:
            raise UsageError("a panel has at least two models: give --model PROVIDER/NAME once for each")


@dataclass(frozen=True, slots=True)
class QuizImportRequest(Request):
    """A set of others as a set of fabula: QuALITY, NovelQA, NarrativeQA-style or lm-evaluation-harness documents."""

    file: Path = option(
        help="The set, in JSON or JSON Lines.", changes_result=True, signed_as="text", argument=True
    )
    mapping: str = option(
        help="Its format: quality, novelqa, narrativeqa, lm-eval, or a TOML file that names its fields.",
        changes_result=True,
    )
    output: Path | None = option(
        None,
        help="A .jsonl, or a .csv in LFED's format with kinds in a .jsonl beside it; default: FILE.quiz.jsonl.",
        changes_result=False,
        short="-o",
    )

    def validate(self) -> None:
        Request.validate(self)
        _is_a_set_file(self.output, "--output")


@dataclass(frozen=True, slots=True)
class QuizReviewRequest(Request):
    """Which questions have two reviewers passed, and how far do the reviewers agree?"""

    file: Path = option(help=_SET, changes_result=True, signed_as="text", argument=True)
    passed: Path | None = option(
        None,
        help="A file for the questions that two reviewers passed: .jsonl, or .csv in LFED's format with kinds and proofs in a .jsonl beside it.",
        changes_result=False,
    )

    def validate(self) -> None:
        Request.validate(self)
        _is_a_set_file(self.passed, "--passed")


@dataclass(frozen=True, slots=True)
class QuizRedraftRequest(Request):
    """The questions that reviewers sent back, drafted again from their words."""

    file: Path = option(help=_SET, changes_result=True, signed_as="text", argument=True)
    book: Path | Book = option(
        help="The novel. Questions about other novels of the set stay as they are.",
        changes_result=True,
        argument=True,
    )
    output: Path | None = option(
        None,
        help="A .jsonl for the whole set with the new drafts in place; default: SET.redrafted.jsonl. Reviews of the other questions go with it.",
        changes_result=False,
        short="-o",
    )
    rounds: int = option(
        1,
        help="How often a new draft may be drafted again because of its faults or what two model reviewers say; 0 asks no reviewers.",
        changes_result=True,
        minimum=0,
        maximum=5,
    )
    seed: int = option(0, help="The seed of the drafts.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if self.output is not None and self.output.suffix.lower() != ".jsonl":
            raise UsageError(f"--output {self.output.name}: the file name must end in .jsonl")


@dataclass(frozen=True, slots=True)
class QuizExportRequest(Request):
    """Exports a question set as a task for another evaluation harness."""

    file: Path = option(help=_SET, changes_result=True, signed_as="text", argument=True)
    folder: Path = option(help="The folder to write to.", changes_result=False, argument=True)
    to: Target = option(
        help="lm-evaluation-harness (lm-eval), Inspect AI (inspect), or LFED's own CSV (lfed).",
        changes_result=True,
    )
    difficulty: tuple[Difficulty, ...] = option((), help=_HARD, changes_result=True, comma=True)
    labels: Path | None = option(
        None,
        help="A file of question kinds from `quiz classify`; default: the file beside the set.",
        changes_result=True,
    )


def _is_a_set_file(place: Path | None, typed: str) -> None:
    if place is not None and place.suffix.lower() not in (".csv", ".jsonl"):
        raise UsageError(f"{typed} {place.name}: the file name must end in .csv or .jsonl")
