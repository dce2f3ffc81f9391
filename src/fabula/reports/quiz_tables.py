"""The results of a quiz as rows and sentences, for its page and for the studio. No figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.quiz.classify import names
from fabula.reports.labels import Labels, labels

if TYPE_CHECKING:
    from collections.abc import Mapping

_GROUPS = ("category", "memory", "difficulty", "type", "length", "year", "setting")

_OWN = ("memory", "difficulty")
"""Groups with a field of their own in the result."""


def quiz_labels(language: str) -> Labels:
    """The labels of a quiz's results."""
    return labels(language, "quiz")


def tables(document: Mapping[str, Any], say: Labels) -> dict[str, list[dict[str, Any]]]:
    """The groups by attribute: kind of question; type, length and year of the novel; setting."""
    return {name: rows for name in _GROUPS if (rows := _rows(document, name, say))}


def examples(count: int, say: Labels) -> str:
    """The number of examples before a question."""
    return say("no_shots" if count == 0 else "one_shot" if count == 1 else "shots", n=count)


def notes(document: Mapping[str, Any], say: Labels) -> list[str]:
    """Notes on the figures: replies without an answer, calls without a reply, and how the questions were sorted."""
    lines = []
    if document["unreadable"]:
        lines.append(say("unreadable", n=document["unreadable"]))
    if document["failed"]:
        lines.append(say("failed", n=len(document["failed"])))
    if document["categories_from"]:
        sources = [say(source, n=f"{count:,}") for source, count in document["categories_from"].items()]
        lines.append(say("sources", sources=say.listed(sources)))
    if document["cost_per_point"] is not None:
        cost, point = f"{document['cost']:.4f}", f"{document['cost_per_point']:.6f}"
        lines.append(say("cost", cost=cost, point=point))
    return lines


def sentences(document: Mapping[str, Any], say: Labels) -> list[tuple[str, list[str]]]:
    """Results given as sentences: option orders, the open book, another model."""
    found: list[tuple[str, list[str]]] = []
    if order := document["order"]:
        line = say(
            "order_lead",
            orders=order["orders"],
            knowledge=percent(order["knowledge"]["value"]),
            position=percent(order["position"]),
        )
        called = names(say.language)
        apart = [
            f"{called.get(kind, kind)} {percent(one['value'])}"
            for kind, one in order["knowledge_by_category"].items()
        ]
        more = [say("order_kinds", shares=say.listed(apart))] if len(apart) > 1 else []
        found.append((say("order"), [line, *more]))
    if sure := document["reliability"]:
        lines = [say("reliability_lead", error=f"{sure['error']:.3f}", n=f"{sure['n']:,}")]
        lines += [
            say("reliability_line", low=f"{one['low']:.0%}", high=f"{one['high']:.0%}", n=f"{one['n']:,}", accuracy=percent(one["accuracy"]))
            for one in sure["bins"]
        ]  # fmt: skip
        found.append((say("reliability"), lines))
    if lines := _open_book(document, say):
        found.append((say("open_book"), lines))
    if (other := document["against"]) and not other["refused"]:
        line = say(
            "against_line", difference=f"{other['difference']:+.2%}", n=f"{other['n']:,}", only_first=other["only_first"],
            only_second=other["only_second"], p=f"{other['p']:.4f}",
        )  # fmt: skip
        found.append((say("against", other=other["model"]), [line]))
    return found


def _open_book(document: Mapping[str, Any], say: Labels) -> list[str]:
    """What passages from the book add, in all and by kind of question."""
    called = names(say.language)
    lines = []
    for book in (each for each in document["open_book"] if each["gain"] is not None):
        lines.append(
            say(
                "open_book_line", title=book["title"], n=book["n"], open=percent(book["open"]["value"]), closed=percent(book["closed"]["value"]),
                gain=f"{book['gain']:+.1%}", p=f"{book['p']:.3f}",
            )
        )  # fmt: skip
        gains = [f"{called.get(kind, kind)} {gain:+.1%}" for kind, gain in book["gain_by_category"].items()]
        if len(gains) > 1:
            lines.append(say("open_book_kinds", gains=say.listed(gains)))
    return lines


def best_constant(base: Mapping[str, float]) -> str:
    return max((name for name in base if name.startswith("always_")), key=lambda name: base[name])


def percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _rows(document: Mapping[str, Any], name: str, say: Labels) -> list[dict[str, Any]]:
    """One row per group. Empty if there is only one group, or if nothing is known about the novels."""
    if name == "category":
        called = names(say.language) | {"unlabelled": say("unlabelled")}
        groups = [(called.get(kind, kind), group) for kind, group in document["by_category"].items()]
    elif name == "setting":
        groups = [
            (say("setting_line", shots=examples(one["shots"], say), prompt=say(one["prompt"])), one)
            for one in document["by_setting"]
        ]
    else:
        found = document[f"by_{name}"] if name in _OWN else document["by_attribute"][name]
        groups = [(say.texts.get(label, label), group) for label, group in found.items()]
    if len(groups) < 2:
        return []
    return [_row(label, group) for label, group in groups]


def _row(label: str, group: Mapping[str, Any]) -> dict[str, Any]:
    accuracy = group["accuracy"]
    known = accuracy["value"] is not None
    return {
        "label": label,
        "n": group["n"],
        "score": accuracy["value"],
        "constant": group["constant"]["value"] if "constant" in group else None,
        "dull": percent(group["constant"]["value"]) if "constant" in group else "",
        "low": accuracy["low"],
        "high": accuracy["high"],
        "text": percent(accuracy["value"]),
        "range": f"{percent(accuracy['low'])} – {percent(accuracy['high'])}" if known else "",
    }
