"""Can a model write? Synopses of human novels, stories from them, judgements, and a ranking among human novels.

Each question is a request. Those that ask models (`novelists.request`) are answered in `novelists.asking`
(`run_synopsis`, `run_write`, `run_judge`), those answered from files (`novelists.ranking_request`) in `novelists.ranking` (`run_fit`, `run_choose`,
`run_place`, `run_board`, `run_course`, `run_check`). Each name is imported on first use.
"""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "BoardRequest": "ranking_request",
    "BoardResult": "results_board",
    "CheckRequest": "ranking_request",
    "CheckResult": "results_checks",
    "ChooseRequest": "ranking_request",
    "ChooseResult": "results_placing",
    "CourseRequest": "ranking_request",
    "CourseResult": "results_checks",
    "FitRequest": "ranking_request",
    "FitResult": "results_placing",
    "JudgeRequest": "request",
    "JudgeResult": "results_asking",
    "PlaceRequest": "ranking_request",
    "PlaceResult": "results_placing",
    "SiteRequest": "ranking_request",
    "SiteResult": "results_board",
    "SynopsisRequest": "request",
    "SynopsisResult": "results_asking",
    "WholeRequest": "request",
    "WholeResult": "results_whole",
    "WriteRequest": "request",
    "WriteResult": "results_asking",
    "read_reference": "reference_files",
    "shipped_reference": "reference_files",
}
__all__ = sorted(_OFFERED)

__getattr__ = offered(__name__, _OFFERED)
