"""What the words of a sentence and of a story show about whether the story says it. Each signal is one number.

Names are taken out and the rest is searched: who stands in the lines found? Who is usually near these words? Are the people
of the sentence ever together where its words are? Deaths, numbers and the order of events have signals of their own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from fabula.facts.deaths import dying, near_death, seen_no_more
from fabula.facts.story_index import NEAR, Claim, StoryIndex, best_lines
from fabula.text.claims import numbers, unseen_names

_CLOSE, _SCENE, _WIDE = 2, 6, 15
"""Reaches in lines: a few sentences, a scene's moment, a page."""
_PERSON = 2.5
"""The weight of a person among words weighted by their rarity."""
_FOUND = 60
"""How many lines found by the words alone are asked who stands in them."""
_PLACES = 40
"""Of the places where a sentence could happen, so many are asked for each of its people."""
_PEOPLE_OF_A_DENIAL = 0.3
"""How much the people of a denial count beside its words."""
_ASIDE = 0.25
"""How much the wider scene, or another person of the sentence, counts beside its words."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The evidence for a sentence. Zero is no evidence either way, except for the shares."""

    covered: float
    """The largest share of its words and people within a page."""
    together: float
    """The largest share of its words in a place where all its people are."""
    apart: float
    """How much of that share is lost because all people must be there."""
    present: float
    """How much more often than usual its people stand in the lines that its words find."""
    associated: float
    """How much more often than usual its people are near its words, anywhere."""
    outranks: float
    """The share of the main people who are less associated with its words."""
    fits: float | None
    """How much more often than usual its people stand where its words and its other people are. None without people."""
    better: float | None
    """How much better they fit there than the person who fits best and whom it does not name."""
    acts: float
    """How much more often than usual its first person acts in the lines that its words find."""
    shared: float
    """How much more often than usual its words are where its people are together."""
    absent: float
    """The share of its words that the story does not contain."""
    unknown: float
    """1 if it names someone whom the story does not name."""
    miscounted: float
    """Whether the story counts the same things with other numbers."""
    uncounted: float
    """1: its number is not in the story; .7: not in the best lines; .5: in them, but counting something else."""
    denied: float | None
    """How much the story denies what the sentence denies, where it speaks of it. None if the sentence denies nothing."""
    disordered: float
    """From -1 to 1: whether the places of its two events are in the other order."""
    death: float
    """How much more often than usual the one who dies in it stands near death."""
    gone: float | None
    """How much rarer that person is at the end of the story than before. None if nobody dies in it."""
    ended: float | None
    """How much rarer that person is after the death that fits best."""


SIGNS: dict[str, int] = {
    **{each.name: 1 for each in fields(Signals)},
    **dict.fromkeys(("apart", "absent", "unknown", "miscounted", "uncounted", "disordered"), -1),
}
"""Whether more of a signal speaks for a sentence or against it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The signals, and what a user is shown of them."""

    signals: Signals
    length: tuple[float, float]
    """Its words, as a logarithm, and its people. The longer a sentence, the less of it any page holds."""
    names: tuple[str, ...]
    """Names that do not occur in the story."""
    unmatched_number: int | None
    counted: int | None
    """Where the same things are counted with another number."""
    dying: tuple[int, ...]
    """Who dies in it."""
    line: int | None
    """The nearest line."""


def seen(index: StoryIndex, text: str) -> Seen:
    """Compare a sentence with the story."""
    claim = index.read(text)
    if not index.size:
        nothing = Signals(*(0.0 for _ in fields(Signals)))
        return Seen(nothing, (0.0, 0.0), (), None, None, (), None)
    held = _Held(index, claim)
    names = tuple(
        name
        for name in unseen_names(index.language.claims.fold(text), index.language, index.known)
        if not _names_one_of(index, claim, name)
    )
    uncounted, unmatched = held.uncounted()
    miscounted, counted = held.miscounted()
    together, apart = held.together()
    associated, outranks = held.associated()
    fits, better = held.fits()
    dead = dying(index, claim)
    gone, ended = seen_no_more(index, dead)
    signals = Signals(
        covered=held.covered(),
        together=together,
        apart=apart,
        present=held.present(),
        associated=associated,
        outranks=outranks,
        fits=fits,
        better=better,
        acts=held.acts(),
        shared=held.shared(),
        absent=sum(held.weights[word] for word in claim.words if not len(index.lines_with(word)))
        / held.whole,
        unknown=float(bool(names)),
        miscounted=miscounted,
        uncounted=uncounted,
        denied=held.denied(),
        disordered=_disordered(index, text),
        death=near_death(index, dead),
        gone=gone,
        ended=ended,
    )
    return Seen(
        signals,
        length=(math.log(1 + len(claim.words)), float(len(claim.people))),
        names=names,
        unmatched_number=unmatched,
        counted=counted,
        dying=tuple(dead),
        line=held.nearest(),
    )


def _names_one_of(index: StoryIndex, claim: Claim, name: str) -> bool:
    """Whether somebody in the story is named within this word: without spaces a tagger runs a name and a verb together."""
    at = index.language.claims.fold(claim.text).find(name)
    return any(start < at + len(name) and at < end for start, end, _ in claim.places)


class _Held:
    """How much of one sentence every line holds, and who stands in the best ones."""

    def __init__(self, index: StoryIndex, claim: Claim) -> None:
        self.index, self.claim = index, claim
        self.weights = {word: index.weight(word) for word in claim.words}
        self.whole = sum(self.weights.values()) or 1.0
        self.by_words = {reach: self._share(reach) for reach in (_CLOSE, _SCENE, _WIDE)}
        close = self.by_words[_CLOSE]
        self.found = best_lines(close + 1e-3 * self.by_words[_SCENE], _FOUND)
        trust = np.exp(8 * (close[self.found] - close[self.found[0]]))
        self.trust = trust / trust.sum()

    def _share(self, reach: int) -> Any:
        total = np.zeros(self.index.size)
        for word, weight in self.weights.items():
            total += weight * self.index.near_word(word, reach)
        return total / self.whole

    def covered(self) -> float:
        total = self.by_words[_WIDE] * self.whole
        for who in self.claim.people:
            total = total + _PERSON * self.index.near_person(who, _WIDE)
        everything = sum(self.weights.values()) + _PERSON * len(self.claim.people)
        return float(total.max() / everything) if everything else 0.5

    def together(self) -> tuple[float, float]:
        share = self.by_words[_SCENE]
        joint = float((share * self.index.all_near(self.claim.people, _SCENE)).max())
        return joint, float(share.max()) - joint

    def present(self) -> float:
        lifts = []
        for who in self.claim.people:
            near = self.index.near_person(who)
            lifts.append(
                math.log((float((self.trust * near[self.found]).sum()) + 0.03) / (near.mean() + 0.03))
            )
        return float(np.mean(lifts)) if lifts else 0.0

    def associated(self) -> tuple[float, float]:
        people, words = self.claim.people, [w for w in self.claim.words if len(self.index.lines_with(w))]
        if not people or not words:
            return 0.0, 0.5
        main = self.index.main
        scores = {
            who: self._near_words(main.get(who, self.index.near_person(who)), words)
            for who in {*main, *people}
        }
        others = [score for who, score in scores.items() if who not in people] or [0.0]
        mine = [scores[who] for who in people]
        return float(np.mean(mine)), float(np.mean([[one > other for other in others] for one in mine]))

    def _near_words(self, near: Any, words: list[str]) -> float:
        usual, total = float(near.mean()), 0.0
        for word in words:
            lines = self.index.lines_with(word)
            share = (near[lines].sum() + NEAR * usual + 0.02) / (len(lines) + NEAR + 0.02)
            total += self.weights[word] * math.log(share / (usual + 0.01))
        return total / (sum(self.weights[word] for word in words) or 1.0)

    def fits(self) -> tuple[float | None, float | None]:
        """Each person taken out: how well do they fit where the words and the other people are?"""
        people = self.claim.people
        if not people or not self.claim.words:
            return None, None
        others = [near for who, near in self.index.main.items() if who not in people]
        lifts, leads = [], []
        for who in people:
            scores = self.by_words[_CLOSE] + _ASIDE * self.by_words[_SCENE]
            for other in people:
                if other != who:
                    scores = scores + _ASIDE * self.index.near_person(other)
            lines = best_lines(scores, _PLACES)
            trust = np.exp(10 * (scores[lines] - scores[lines[0]]))
            trust /= trust.sum()
            near = self.index.near_person(who)
            lifts.append(_lift(near, lines, trust, 1.0))
            rivals = [_lift(each, lines, trust, 0.5) for each in others]
            leads.append(_lift(near, lines, trust, 0.5) - max(rivals, default=0.0))
        return float(np.mean(lifts)), float(np.mean(leads))

    def acts(self) -> float:
        if not self.claim.people or not self.claim.words:
            return 0.0
        first, close = self.claim.people[0], self.by_words[_CLOSE]
        lines = best_lines(close, _FOUND // 2)
        trust = np.exp(6 * (close[lines] - close[lines[0]]))
        somebody = sum(t for at, t in zip(lines, trust, strict=True) if self.index.acts[at] is not None)
        mine = sum(t for at, t in zip(lines, trust, strict=True) if self.index.acts[at] == first)
        usual = self.index.acting[first] / self.index.size
        return math.log((mine + 0.05) / (somebody * usual + 0.05)) if somebody else 0.0

    def shared(self) -> float:
        words = [word for word in self.claim.words if len(self.index.lines_with(word))]
        if len(self.claim.people) < 2 or not words:
            return 0.0
        both = self.index.all_near(self.claim.people[:3], NEAR + 1)
        if not both.any():
            return -1.0
        usual = float(both.mean())
        lifts = (
            self.weights[word]
            * math.log((both[self.index.lines_with(word)].mean() + 0.01 + 0.3 * usual) / (1.3 * usual + 0.01))
            for word in words
        )
        return float(sum(lifts)) / (sum(self.weights[word] for word in words) or 1.0)

    def miscounted(self) -> tuple[float, int | None]:
        """How much the same things are counted with another number near the sentence's words, and where. Nothing is
        miscounted if no other number stands nearer than the sentence's own."""
        share = self.by_words[_SCENE]
        worst: tuple[float, int | None] = (0.0, None)
        for stated in numbers(self.claim.text, self.index.language):
            agree, differ = [0.0], [0.0]
            against: tuple[float, int | None] = (0.0, None)
            for at in self.index.counted.get(stated.of, ()):
                near = math.exp(6 * float(share[at] - share.max()))
                for one in self.index.numbers[at]:
                    if one.of == stated.of and one.value == stated.value:
                        agree.append(near)
                    elif one.of == stated.of:
                        differ.append(near)
                        against = max(against, (near, at), key=lambda each: each[0])
            if max(differ) > max(agree):
                doubt = math.log((sum(differ) + 0.3) / (sum(agree) + 0.3))
                worst = max(worst, (doubt, against[1]), key=lambda each: each[0])
        return worst

    def denied(self) -> float | None:
        """Whether lines with the denied verb deny it here more than elsewhere, and whether the best line denies."""
        rules, index = self.index.language.claims, self.index
        text = rules.fold(self.claim.text)
        match = rules.denies.search(text) if rules.denies is not None else None
        if match is None:
            return None
        people = [index.near_person(who, _CLOSE) for who in self.claim.people]
        there = np.mean(people, axis=0) if people else np.zeros(index.size)
        verb = next(
            (word for word in index.read(text[match.end() :]).words if len(index.lines_with(word))), None
        )
        by_verb = self._denied_verb(verb, there) if verb is not None else 0.0
        scores = self.by_words[_CLOSE] + _PEOPLE_OF_A_DENIAL * there
        return by_verb + float(
            np.where(index.denials, scores, 0).max() - np.where(index.denials, 0, scores).max()
        )

    def _denied_verb(self, verb: str, there: Any) -> float:
        """How much more often lines with this verb deny near the sentence's people and other words than elsewhere."""
        index, lines = self.index, self.index.lines_with(verb)
        others = {word: weight for word, weight in self.weights.items() if word != verb}
        share = np.zeros(index.size)
        for word, weight in others.items():
            share += weight * index.near_word(word, 1)
        share /= sum(others.values()) or 1.0
        trust = np.exp(4 * share[lines] + 3 * there[lines])
        denials = index.denials[lines]
        return float((trust * denials).sum() / trust.sum() - denials.mean())

    def uncounted(self) -> tuple[float, int | None]:
        stated = list(numbers(self.claim.text, self.index.language))
        if not stated:
            return 0.0, None
        near = {
            one
            for at in self.found[:25]
            for close in range(at - NEAR, at + NEAR + 1)
            for one in self.index.numbers.get(close, ())
        }
        values = {one.value for one in near}
        everywhere = {one.value for line in self.index.numbers.values() for one in line}
        worst: tuple[float, int | None] = (0.0, None)
        for one in stated:
            if one in near or (one.value >= _YEARS and one.value in values):
                continue
            doubt = 1.0 if one.value not in everywhere else 0.5 if one.value in values else 0.7
            worst = max(worst, (doubt, one.value), key=lambda each: each[0])
        return worst

    def nearest(self) -> int | None:
        """The line that is most like the sentence."""
        words, people = set(self.claim.words), set(self.claim.people)
        pool = best_lines(self.by_words[_CLOSE] + 0.05 * self.index.all_near(people, _CLOSE), _FOUND)
        lines = sorted(
            {close for at in pool[:20] for close in range(max(0, at - 2), min(at + 3, self.index.size))}
        )
        likeness = {
            at: sum(self.weights[word] for word in words & set(self.index.read(self.index.lines[at]).words))
            + _PERSON * len(people & set(self.index.present[at]))
            for at in lines
        }
        best = max(lines, key=lambda at: likeness[at])
        return best if likeness[best] else None


def _lift(near: Any, lines: Sequence[int], trust: Any, usual: float) -> float:
    """How much likelier a person is in these lines than elsewhere. `usual` says how much their frequency counts."""
    return math.log((float((trust * near[lines]).sum()) + 0.03) / (float(near.mean()) ** usual + 0.03))


_YEARS = 1000
"""From here on a number is taken for a year, so the word after it does not matter."""


def _disordered(index: StoryIndex, text: str) -> float:
    """Where the two events of `A before B` lie in the story."""
    for pattern, first_is_earlier in index.language.claims.orders:
        match = pattern.search(text)
        if match:
            first, second = (_places(index, part) for part in (text[: match.start()], text[match.end() :]))
            later = float(np.mean(np.sign(np.subtract.outer(second, first))))
            return -later if first_is_earlier else later
    return 0.0


def _places(index: StoryIndex, text: str) -> Any:
    claim, scores = index.read(text), np.zeros(index.size)
    for word in claim.words:
        scores += index.weight(word) * index.near_word(word, _CLOSE)
    for who in claim.people:
        scores += 2 * index.near_person(who)
    return np.array(best_lines(scores, 8))
