"""What `fabula facts check` and `refine` say in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.facts.check import Check, score_of
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.facts.facts import JudgedFact
    from fabula.facts.refine import Change, Refinement
    from fabula.models.chat import Tally


def check_document(found: Check, checker: str, signature: str, usage: Tally | None) -> dict[str, Any]:
    """The score, every fact with what was ruled of it, the sentences, and how it was made."""
    score = found.score
    return {
        "score": score.value,
        "low": score.low,
        "high": score.high,
        "interval_over": score.over or None,
        "facts": [_fact(one, found) for one in found.facts],
        "sentences": _sentences(found),
        "counts": {
            verdict: found.count(verdict)
            for verdict in ("supported", "contradicted", "not_found", "unjudged")
        },
        "baselines": {"words": count_words(found.summary.text, found.summary.language)},
        "summary": {"text": found.summary.text, "source": found.summary.source},
        "checker": checker,
        "signature": signature,
        "usage": usage_document(usage),
    }


def refinement_document(
    made: Refinement, checker: str, signature: str, usage: Tally | None
) -> dict[str, Any]:
    """Every round with its text, score and changes; `summary` is the best round's."""
    best = made.best
    return {
        "rounds": [
            {
                "round": one.number,
                "text": one.check.summary.text,
                "score": one.check.score.value,
                "low": one.check.score.low,
                "high": one.check.score.high,
                "taken": one.taken,
                "diff": [_change(change) for change in one.changes],
            }
            for one in made.rounds
        ],
        "best": best.number,
        "left_to_mend": len(best.check.faulty_sentences),
        **check_document(best.check, checker, signature, usage),
    }


def usage_document(usage: Tally | None) -> dict[str, Any]:
    """What was asked and what it cost; nothing where no model was asked, null where the price is not known."""
    return {
        "calls": usage.calls if usage else 0,
        "cached": usage.cached if usage else 0,
        "input_tokens": usage.input_tokens if usage else 0,
        "output_tokens": usage.output_tokens if usage else 0,
        "cost": usage.cost if usage else 0.0,
    }


def _fact(one: JudgedFact, found: Check) -> dict[str, Any]:
    ruling = one.ruling
    return {
        "text": one.fact.text,
        "sentence": found.summary.sentences[one.fact.sentence - 1].text,
        "verdict": ruling.verdict,
        "reason": ruling.reason,
        "correction": ruling.correction or None,
        "evidence": [
            {"chapter": quoted.chapter, "quote": quoted.quote, "verified": quoted.verified}
            for quoted in ruling.evidence
        ],
        "triples": [
            {
                "subject": relation.subject,
                "predicate": relation.predicate,
                "object": relation.object or None,
                "chapters": list(relation.chapters),
            }
            for relation in one.relations
        ],
        "sentence_number": one.fact.sentence,
        "runs": [each.verdict for each in one.rulings],
        "strength": ruling.strength,
    }


def _sentences(found: Check) -> list[dict[str, Any]]:
    rows = []
    for sentence in found.summary.sentences:
        score = score_of(found.of_sentence(sentence.number), found.runs)
        rows.append({"number": sentence.number, "text": sentence.text, "score": score.value})
    return rows


def _change(change: Change) -> dict[str, Any]:
    return {
        "sentence_number": change.number,
        "before": change.before,
        "after": change.after,
        "taken": not change.why_not,
        "why_not": change.why_not or None,
    }
