"""Can a model write? Synopses of human novels, stories from them, judgements, and a ranking among human novels.

Each question is a request of `novelists.request`. Those that ask models are answered in `novelists.asking`
(`run_synopsis`, `run_write`, `run_judge`), those answered from files in `novelists.ranking` (`run_fit`, `run_choose`,
`run_place`, `run_board`, `run_course`, `run_check`). Each name is imported on first use.
"""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "BoardRequest": "request",
    "BoardResult": "results",
    "CheckRequest": "request",
    "CheckResult": "results",
    "ChooseRequest": "request",
    "ChooseResult": "results",
    "CourseRequest": "request",
    "CourseResult": "results",
    "FitRequest": "request",
    "FitResult": "results",
    "JudgeRequest": "request",
    "JudgeResult": "results",
    "PlaceRequest": "request",
    "PlaceResult": "results",
    "SiteRequest": "request",
    "SiteResult": "results",
    "SynopsisRequest": "request",
    "SynopsisResult": "results",
    "WriteRequest": "request",
    "WriteResult": "results",
    "read_reference": "placement",
    "shipped_reference": "placement",
}
__all__ = sorted(_OFFERED)

__getattr__ = offered(__name__, _OFFERED)
