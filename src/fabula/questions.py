"""Every question that fabula answers: its request, the function that runs it, and its result type.

The interfaces look up questions here by kind. `fabula rerun FILE` finds the kind in the saved result. Names are text, so
listing the questions does not import their packages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from fabula.extensions import broken, extension

Asks = Literal["a model", "a model or none", "several models", "none"]
"""What `run(request, ...)` takes besides the request: a door, a door or None, doors to several models, or None."""


@dataclass(frozen=True, slots=True)
class Question:
    """Where to find the parts of one question, as `module:name` inside a package."""

    kind: str
    """The `kind` in its saved result."""
    request: str
    run: str
    result: str
    command: str
    """The words typed after `fabula`."""
    asks: Asks = "a model"
    package: str = "fabula"
    """Another package's name, for a benchmark that it adds."""

    @property
    def request_type(self) -> Any:
        """The request's dataclass."""
        return self._named(self.request)

    @property
    def runner(self) -> Any:
        """The async function `run(request, door)`."""
        return self._named(self.run)

    @property
    def result_type(self) -> Any:
        """The pydantic model for its result."""
        return self._named(self.result)

    def _named(self, place: str) -> Any:
        module, _, name = place.partition(":")
        return getattr(import_module(f"{self.package}.{module}"), name)


# fmt: off
_ALL = (
    Question("evaluate", "judging.request:EvaluateRequest", "judging.evaluate:run", "judging.result:EvaluateResult", "evaluate", "a model or none"),
    Question("read", "synopsis.request:ReadRequest", "synopsis.run:run", "reading.saved:ReadResult", "read"),
    Question("edit", "editing.request:EditRequest", "editing.run:run", "editing.result:EditResult", "edit", "a model or none"),
    Question("pitch", "editing.pitch_request:PitchRequest", "editing.pitch:run_pitch", "editing.pitch_result:PitchResult", "pitch"),
    Question("compare", "comparison.request:CompareRequest", "comparison.run:run", "comparison.result:CompareResult", "compare", "a model or none"),
    Question("draft-list", "comparison.request:DraftListRequest", "comparison.drafts:run_list", "comparison.result:DraftListResult", "draft list", "none"),
    Question("draft-compare", "comparison.request:DraftCompareRequest", "comparison.drafts:run_compare", "comparison.result:DraftCompareResult", "draft compare", "none"),
    Question("rank", "ranking.request:RankRequest", "ranking.run:run", "ranking.result:RankResult", "rank"),
    Question("outline", "reading.outline_request:OutlineRequest", "reading.outline:run", "reading.outline:OutlineResult", "outline", "none"),
    Question("facts-check", "facts.request:FactCheckRequest", "facts.run:run_check", "facts.check_result:FactCheckResult", "facts check", "a model or none"),
    Question("facts-pairs", "facts.pairs_request:FactPairsRequest", "facts.pairs:run_pairs", "facts.pairs:FactPairsResult", "facts pairs", "a model or none"),
    Question("facts-refine", "facts.request:RefineRequest", "facts.run:run_refine", "facts.refine_result:RefineResult", "facts refine"),
    Question("facts-graph", "facts.request:GraphRequest", "facts.run:run_graph", "facts.graph_result:GraphResult", "facts graph", "a model or none"),
    Question("persona-rate", "personas.request:PersonaRateRequest", "personas.rating:run", "personas.results:PersonaRateResult", "persona rate", "a model or none"),
    Question("persona-compare", "personas.request:PersonaCompareRequest", "personas.choosing:run", "personas.results:PersonaCompareResult", "persona compare"),
    Question("persona-build", "personas.request:PersonaBuildRequest", "personas.building:run", "personas.results:PersonaBuildResult", "persona build", "a model or none"),
    Question("audit-memory", "audits.request:AuditMemoryRequest", "audits.run:run", "audits.results:AuditMemoryResult", "audit memory"),
    Question("audit-order", "audits.request:AuditOrderRequest", "audits.run:run", "audits.results:AuditOrderResult", "audit order"),
    Question("audit-length", "audits.request:AuditLengthRequest", "audits.run:run", "audits.results:AuditLengthResult", "audit length"),
    Question("audit-injection", "audits.request:AuditInjectionRequest", "audits.run:run", "audits.results:AuditInjectionResult", "audit injection"),
    Question("audit-repeat", "audits.request:AuditRepeatRequest", "audits.run:run", "audits.results:AuditRepeatResult", "audit repeat"),
    Question("audit-story", "audits.request:AuditStoryRequest", "audits.run:run", "audits.results:AuditStoryResult", "audit story"),
    Question("audit-reader", "audits.request:AuditReaderRequest", "audits.run:run", "audits.results:AuditReaderResult", "audit reader"),
    Question("audit-copying", "audits.request:AuditCopyingRequest", "audits.run:run", "audits.results:AuditCopyingResult", "audit copying"),
    Question("audit-author", "audits.request:AuditAuthorRequest", "audits.run:run", "audits.results:AuditAuthorResult", "audit author"),
    Question("audit-language", "audits.request:AuditLanguageRequest", "audits.run:run", "audits.results:AuditLanguageResult", "audit language"),
    Question("audit-formatting", "audits.request:AuditFormattingRequest", "audits.run:run", "audits.results:AuditFormattingResult", "audit formatting"),
    Question("audit-position", "audits.request:AuditPositionRequest", "audits.run:run", "audits.results:AuditPositionResult", "audit position"),
    Question("audit-own", "audits.request:AuditOwnRequest", "audits.run:run", "audits.results:AuditOwnResult", "audit own"),
    Question("audit-all", "audits.request:AuditAllRequest", "audits.passport:run", "audits.results:AuditAllResult", "audit all", "several models"),
    Question("quiz-run", "quiz.request:QuizRunRequest", "quiz.run:run", "quiz.results:QuizRunResult", "quiz run"),
    Question("quiz-check", "quiz.request:QuizCheckRequest", "quiz.checking:run", "quiz.checking:QuizCheckResult", "quiz check", "none"),
    Question("quiz-classify", "quiz.request:QuizClassifyRequest", "quiz.classifying:run", "quiz.classifying:QuizClassifyResult", "quiz classify", "a model or none"),
    Question("quiz-difficulty", "quiz.request:QuizDifficultyRequest", "quiz.difficulty:run", "quiz.difficulty:QuizDifficultyResult", "quiz difficulty", "several models"),
    Question("quiz-make", "quiz.request:QuizMakeRequest", "quiz.making:run", "quiz.making:QuizMakeResult", "quiz make"),
    Question("quiz-review", "quiz.request:QuizReviewRequest", "quiz.reviewing:run", "quiz.reviewing:QuizReviewResult", "quiz review", "none"),
    Question("quiz-redraft", "quiz.request:QuizRedraftRequest", "quiz.redrafting:run", "quiz.redrafting:QuizRedraftResult", "quiz redraft"),
    Question("quiz-import", "quiz.request:QuizImportRequest", "quiz.importing:run", "quiz.importing:QuizImportResult", "quiz import", "none"),
    Question("quiz-export", "quiz.request:QuizExportRequest", "quiz.exporting:run", "quiz.exporting:QuizExportResult", "quiz export", "none"),
    Question("novelist-synopsis", "novelists.request:SynopsisRequest", "novelists.asking:run_synopsis", "novelists.results_asking:SynopsisResult", "novelist synopsis"),
    Question("novelist-write", "novelists.request:WriteRequest", "novelists.asking:run_write", "novelists.results_asking:WriteResult", "novelist write"),
    Question("novelist-judge", "novelists.request:JudgeRequest", "novelists.asking:run_judge", "novelists.results_asking:JudgeResult", "novelist judge", "several models"),
    Question("novelist-whole", "novelists.request:WholeRequest", "novelists.whole:run_whole", "novelists.results_whole:WholeResult", "novelist whole"),
    Question("novelist-gauge", "gauge.request:GaugeRequest", "gauge.run:run", "gauge.run:GaugeResult", "novelist judge --judge embedded", "none"),
    Question("novelist-fit", "novelists.ranking_request:FitRequest", "novelists.ranking:run_fit", "novelists.results_placing:FitResult", "novelist fit", "none"),
    Question("novelist-choose", "novelists.ranking_request:ChooseRequest", "novelists.ranking:run_choose", "novelists.results_placing:ChooseResult", "novelist choose", "none"),
    Question("novelist-place", "novelists.ranking_request:PlaceRequest", "novelists.ranking:run_place", "novelists.results_placing:PlaceResult", "novelist place", "none"),
    Question("novelist-board", "novelists.ranking_request:BoardRequest", "novelists.ranking:run_board", "novelists.results_board:BoardResult", "novelist board", "none"),
    Question("novelist-site", "novelists.ranking_request:SiteRequest", "novelists.site:run_site", "novelists.results_board:SiteResult", "novelist site", "none"),
    Question("novelist-course", "novelists.ranking_request:CourseRequest", "novelists.ranking:run_course", "novelists.results_checks:CourseResult", "novelist course", "none"),
    Question("novelist-check", "novelists.ranking_request:CheckRequest", "novelists.ranking:run_check", "novelists.results_checks:CheckResult", "novelist check", "none"),
    Question("readers-stats", "reviews.request:StatsRequest", "reviews.run:run_stats", "reviews.result:StatsResult", "readers stats", "none"),
    Question("readers-build", "reviews.request:BuildRequest", "reviews.run:run_build", "reviews.result:BuildResult", "readers build", "several models"),
    Question("readers-train", "readermodel.request:TrainReaderModelRequest", "readermodel.run:run_train", "readermodel.result:TrainReaderModelResult", "readers train", "none"),
    Question("readers-predict", "readermodel.request:PredictRequest", "readermodel.run:run_predict", "readermodel.result:PredictResult", "readers predict", "none"),
    Question("readers-like", "readermodel.request:LikeRequest", "readermodel.run:run_like", "readermodel.result:LikeResult", "readers like", "none"),
    Question("readers-export", "training.request:ExportRequest", "training.run:run_export", "training.result:ExportResult", "readers export", "none"),
    Question("train", "training.request:FineTuneRequest", "training.run:run_fine_tune", "training.result:FineTuneResult", "train", "none"),
    Question("agree", "measures.request:AgreeRequest", "measures.run:run", "measures.result:AgreeResult", "agree", "none"),
    Question("calibrate", "measures.calibrate_request:CalibrateRequest", "measures.calibrating:run", "measures.calibrating:CalibrateResult", "calibrate", "none"),
    Question("bench-narrativefactscore", "benchmarks.facts_request:BenchFactsRequest", "benchmarks.facts_bench:run_bench_facts", "benchmarks.facts_result:BenchFactsResult", "bench narrativefactscore", "a model or none"),
    Question("bench-facts", "benchmarks.facts_sentences:BenchSentencesRequest", "benchmarks.facts_sentences:run", "benchmarks.facts_sentences:BenchSentencesResult", "bench facts", "none"),
    Question("bench-lfed", "benchmarks.lfed_request:BenchLfedRequest", "benchmarks.lfed:run", "benchmarks.lfed:BenchLfedResult", "bench lfed", "several models"),
    Question("bench-webnovel", "benchmarks.webnovel_request:BenchWebnovelRequest", "benchmarks.webnovel:run", "benchmarks.webnovel:BenchWebnovelResult", "bench webnovel", "several models"),
    Question("bench-longstoryeval", "benchmarks.longstoryeval_request:BenchLongStoryEvalRequest", "benchmarks.longstoryeval_run:run", "benchmarks.longstoryeval_result:BenchLongStoryEvalResult", "bench longstoryeval", "several models"),
    Question("bench-perse", "benchmarks.perse_request:BenchPerseRequest", "benchmarks.perse:run", "benchmarks.perse_result:BenchPerseResult", "bench perse", "several models"),
    Question("bench-people", "benchmarks.people_request:BenchPeopleRequest", "benchmarks.people:run", "benchmarks.people_result:BenchPeopleResult", "bench people", "none"),
    Question("corpus-clean", "shelf.request:CorpusCleanRequest", "shelf.run:run_clean", "shelf.run:CorpusCleanResult", "corpus clean", "none"),
    Question("corpus-dedup", "shelf.request:CorpusDedupRequest", "shelf.run:run_dedup", "shelf.run:CorpusDedupResult", "corpus dedup", "none"),
    Question("corpus-chapters", "shelf.request:CorpusChaptersRequest", "shelf.run:run_chapters", "shelf.run:CorpusChaptersResult", "corpus chapters", "none"),
)
# fmt: on

QUESTIONS: Mapping[str, Question] = {each.kind: each for each in _ALL}
"""The questions by kind. The Python functions have the same names, with `_` instead of `-`."""


def question(kind: str) -> Question | None:
    """One of our questions, or a benchmark that an installed package adds: `bench-NAME`. None if there is neither."""
    if kind in QUESTIONS:
        return QUESTIONS[kind]
    name = kind.removeprefix("bench-")
    return added_benchmark(name) if name != kind else None


def added_benchmark(name: str) -> Question | None:
    """The benchmark that an installed package adds under this name."""
    found = extension("benchmarks", name)
    if found is None:
        return None
    if not isinstance(found, Question) or found.kind != f"bench-{name}":
        raise broken("benchmarks", name, f"name a fabula.questions.Question of the kind bench-{name}")
    try:
        found.request_type, found.runner, found.result_type  # noqa: B018 - all three must be there
    except (ImportError, AttributeError) as error:
        raise broken("benchmarks", name, str(error)) from None
    return found
