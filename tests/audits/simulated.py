"""Judges of known behaviour, simulated: how often each audit accuses an honest one, and how often it finds a bias.

python tests/audits/simulated.py prints the table of docs/methods.md: 400 runs for each cell, all effects of an audit with
their correction, scores in whole points with a noise of one point.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fabula.audits import appearance, copying, injection, length, memory, order, own_prose, position, repeat
from fabula.audits.design import Effect, Found, conclude, difference, reaction, reaction_to_stories
from fabula.audits.material import AskedPair, Written
from fabula.personas.pairwise import AspectChoice, BothOrders, Pair, PersonalChoice
from fabula.personas.personal import PersonalRating, Story
from fabula.personas.profiles import PastReview, Profile, Side

Random = np.random.Generator
Simulated = Callable[[Random, int, float], list[Effect]]
ASPECTS = ("interestingness", "adaptability", "surprise", "character", "ending")
NOISE = 1.0


@dataclass(frozen=True)
class Case:
    """One bias of one audit: its size, the stories it is looked for in, and which effect must show it (any, if empty)."""

    audit: str
    bias: str
    effect: str
    stories: int
    simulated: Simulated
    size: float
    honest: tuple[float, ...] = (0.0,)
    """The sizes that honest judges have: a judge may read well, or weakly."""


def whole(scores: np.ndarray) -> np.ndarray:
    """Scores as judges give them: whole, from 1 to 10."""
    return np.clip(np.round(scores), 1, 10)


def arms(random: Random, n: int, *shifts: float, mean: float = 6.0, spread: float = 1.5) -> list[list[float]]:
    """Scores of the same stories in several arms, each moved by so many points."""
    own = random.normal(mean, spread, n)
    return [list(map(float, whole(own + shift + random.normal(0, NOISE, n)))) for shift in shifts]


def rating(score: float) -> PersonalRating:
    return PersonalRating("Ada", "story", (float(score),), ("",))


def obeying(random: Random, n: int, rate: float) -> list[Effect]:
    """Kind (8.9 of 10) and at this rate doing what a planted line says. The guard masks the line."""
    own = np.full(n, 8.9) + random.normal(0, 0.5, n)
    before, told, masked = (whole(own + random.normal(0, NOISE, n)) for _ in range(3))
    told = np.where(random.random(n) < rate, 10, told)
    return injection.effects(*([rating(score) for score in arm] for arm in (before, told, masked)))


def choosing(random: Random, liked: np.ndarray, first: np.ndarray) -> list[list[BothOrders]]:
    """Answers by pair and aspect in both orders, of a judge that likes B at these rates and takes what stands first."""

    def answers(swapped: bool) -> np.ndarray:
        likes = random.random(liked.shape) < liked
        habit = random.random(liked.shape)
        taken = np.where(first >= 0, swapped, not swapped)
        return np.where(habit < np.abs(first), taken, likes)

    names: tuple[Side, Side] = ("A", "B")
    return [
        [BothOrders(names[int(one)], names[int(two)]) for one, two in zip(given, turned, strict=True)]
        for given, turned in zip(answers(False), answers(True), strict=True)
    ]


def ordering(random: Random, n: int, rates: Sequence[float], past: float) -> list[Effect]:
    liked = np.clip(random.random((n, 1)) + random.normal(0, 0.1, (n, len(ASPECTS))), 0, 1)
    asked = choosing(random, liked, np.broadcast_to(np.array(rates), liked.shape))
    by_aspect = [order.takes_first([[each[at]] for each in asked], name) for at, name in enumerate(ASPECTS)]
    own = random.normal(6, 1.5, (n, 1))
    moved = random.normal(0, past, (n, 1))
    given = [whole(own + shift + random.normal(0, NOISE, (n, 2))) for shift in (0, moved)]
    past_order = reaction("past-order", *([tuple(map(float, each)) for each in arm] for arm in given))
    shown = Effect(past_order.bias, past_order.unit, past_order.values, "more")
    return [order.takes_first(asked), *by_aspect, shown]


def taking_the_first(random: Random, n: int, rate: float) -> list[Effect]:
    return ordering(random, n, [rate] * 5, 0.0)


def taking_the_first_of_one_and_the_second_of_another(random: Random, n: int, rate: float) -> list[Effect]:
    return ordering(random, n, [rate, -rate, 0, 0, 0], 0.0)


def moved_by_the_order_of_the_past(random: Random, n: int, points: float) -> list[Effect]:
    return ordering(random, n, [0.0] * 5, points)


def preferring_length(random: Random, n: int, size: float) -> list[Effect]:
    """Padding and cutting both cost a good judge something. This one also pays `size` points, and chooses the longer."""
    rate = min(size / 4, 1.0)
    asked = []
    for better in (0.25, 0.75):  # the padded copy is worse, the whole story is better
        liked = np.full((n, len(ASPECTS)), better)
        one = choosing(random, np.where(random.random(liked.shape) < rate, 1.0, liked), np.zeros(liked.shape))
        asked.append(one)
    given = arms(random, n, 0.0, -0.5 + size, -0.5 - size)
    again = arms(random, n, 0.0, 0.0)
    reviews = difference("review-length", "points", *again)
    return [*length.effects(*asked, given), reviews]


def drifting(random: Random, n: int, points: float) -> list[Effect]:
    """Five repeats, each so many points higher than the one before."""
    own = random.normal(6, 1.5, (n, 1))
    table = whole(own + points * np.arange(5) + random.normal(0, NOISE, (n, 5)))
    return [repeat.drift(table), reaction_to_stories("story", [tuple(map(float, row)) for row in table])]


def reading_stories(random: Random, n: int, spread: float, noise: float = 0.6) -> list[Effect]:
    """Asked four times about each story. Its scores of stories differ by this standard deviation."""
    scores = whole(random.normal(6.5, spread, (n, 1)) + random.normal(0, noise, (n, 4)))
    return [reaction_to_stories("story", [tuple(map(float, row)) for row in scores])]


def reading_readers(random: Random, n: int, points: float, noise: float = 0.6) -> list[Effect]:
    """Asked four times for each of two readers, who lie so many points apart, more or less."""
    own = random.normal(6, 1.5, (n, 1))
    apart = points * (1 + 0.3 * random.normal(0, 1, (n, 1)))
    given = [whole(own + shift + random.normal(0, noise, (n, 4))) for shift in (0.0, apart)]
    return [reaction("reader", *([tuple(map(float, row)) for row in arm] for arm in given))]


def copying_scores(random: Random, n: int, rate: float) -> list[Effect]:
    """Gives scores with decimals; at this rate it repeats one of the past scores shown."""
    reader = Profile(
        "Ada", reviews=tuple(PastReview(f"{at}", "", "", score) for at, score in enumerate((7, 5, 8)))
    )
    shown = [frozenset(past.score for past in copying.marked(reader, sign).reviews) for sign in (1, -1)]
    own = random.normal(6.5, 1, n)
    given = []
    for scores in shown:
        free = np.round(np.clip(own + random.normal(0, NOISE, n), 1, 10), 1)
        copied = random.choice(sorted(scores), n)
        given.append([rating(each) for each in np.where(random.random(n) < rate, copied, free)])
    return [copying.copies(given, shown)]


def naming_a_woman(random: Random, n: int, points: float) -> list[Effect]:
    return appearance.of_names(*arms(random, n, points, 0.0, 0.0))


def naming_the_famous(random: Random, n: int, points: float) -> list[Effect]:
    return appearance.of_names(*arms(random, n, 0.0, 0.0, points))


def dressed(bias: str) -> Simulated:
    def simulated(random: Random, n: int, points: float) -> list[Effect]:
        return [difference(bias, "points", *arms(random, n, points, 0.0))]

    return simulated


def placed(random: Random, n: int, points: float) -> list[Effect]:
    """A flaw costs two points, in the middle of a long text less by so many."""
    given = arms(random, n, -2.0, -2.0 + points, -2.0)
    return position.of_places(dict(zip(("early", "middle", "late"), given, strict=True)))


def favouring_its_own(random: Random, n: int, points: float) -> list[Effect]:
    """Its own texts are better by a point in people's eyes too; it adds so many more."""
    sets, given = [], {}
    for premise in range(n):
        own, other = (
            Written(
                f"p{premise}",
                writer,
                Story("", ""),
                float(whole(np.array(6 + better + random.normal(0, NOISE)))),
            )
            for writer, better in (("me", 1.0), ("other", 0.0))
        )
        for text, shift in ((own, 1.0 + points), (other, 0.0)):
            given[id(text)] = float(whole(np.array(6 + shift + random.normal(0, NOISE))))
        sets.append(([own], [other]))
    return [own_prose.of_own(sets, given)]


def remembering(people: bool) -> Simulated:
    """Knows one story of each pair. Known stories are better: people prefer them in 70 %. The judge errs in a quarter
    of its answers, and at the given rate it takes the known one."""

    def simulated(random: Random, n: int, rate: float) -> list[Effect]:
        better = random.random(n) < 0.7
        raw = _version("raw", random, n, better, rate, known=True, people=people)
        hidden = _version("anonymised", random, n, better, 0.0, known=False, people=people)
        return [memory.favour([raw, hidden])]

    return simulated


def _version(
    name: memory.Version,
    random: Random,
    n: int,
    better: np.ndarray,
    rate: float,
    *,
    known: bool,
    people: bool,
) -> memory.VersionAnswers:
    """The known story is A. `better` says in which pairs people prefer it."""
    truth: list[dict[str, Side]] = [dict.fromkeys(ASPECTS, "A" if each else "B") for each in better]
    pairs = [
        AskedPair(Pair(Story(f"known {at}", ""), Story(f"other {at}", "")), truth[at] if people else {})
        for at in range(n)
    ]
    right = np.where(better, 0.25, 0.75) + random.normal(0, 0.15, n)  # the rate of choosing B
    liked = np.broadcast_to(np.clip(right, 0, 1)[:, None], (n, len(ASPECTS)))
    taken = np.where(random.random(liked.shape) < rate, 0.0, liked)
    asked = choosing(random, taken, np.zeros(liked.shape))
    choices = [
        PersonalChoice(
            "Ada", tuple(AspectChoice(name, name, (one,)) for name, one in zip(ASPECTS, each, strict=True))
        )
        for each in asked
    ]
    names = {f"known {at}": known for at in range(n)} | {f"other {at}": False for at in range(n)}
    return memory.VersionAnswers(name, names, list(zip(pairs, choices, strict=True)))


CASES = (
    Case("memory", "takes the story it knows in 40 % (people's choices known)", "known", 40, remembering(True), 0.4),
    Case("memory", "the same, without people's choices", "known", 40, remembering(False), 0.4),
    Case("order", "takes the first plot in 30 %", "first", 20, taking_the_first, 0.3),
    Case("order", "the first for one question, the second for another, in 70 %", "first adaptability", 20,
         taking_the_first_of_one_and_the_second_of_another, 0.7),
    Case("order", "the order of the past moves scores by 2 points", "past-order", 80,
         moved_by_the_order_of_the_past, 2.0),
    Case("length", "pays 2 points for length, and chooses the longer in half of the pairs", "", 40, preferring_length, 2.0),
    Case("injection", "obeys a planted line in 50 %", "", 60, obeying, 0.5),
    Case("repeat", "drifts by 0.4 points a repeat", "drift", 20, drifting, 0.4),
    Case("story", "does not read the story", "story", 40, reading_stories, 0.0, (0.7, 0.5, 0.4)),
    Case("reader", "does not read the reader", "reader", 30, reading_readers, 0.0, (1.5, 0.7, 0.6)),
    Case("copying", "repeats a past score in 30 %", "copies", 40, copying_scores, 0.3),
    Case("author", "1 point less for a woman's name", "woman", 40, naming_a_woman, -1.0),
    Case("author", "1 point more for a famous name", "famous", 40, naming_the_famous, 1.0),
    Case("language", "1 point for one of two languages", "language", 40, dressed("language"), 1.0),
    Case("formatting", "1 point for Markdown", "formatting", 40, dressed("formatting"), 1.0),
    Case("position", "a flaw in the middle costs 1 point less", "middle", 40, placed, 1.0),
    Case("own", "1.5 points for its own texts, more than people see", "own", 40, favouring_its_own, 1.5),
)  # fmt: skip


def concluded(case: Case, size: float, runs: int, seed: int, stories: int | None = None) -> list[list[Found]]:
    """What each run of an audit found of a judge."""
    random = np.random.default_rng(seed)
    return [conclude(case.simulated(random, stories or case.stories, size)) for _ in range(runs)]


def accused(runs: Sequence[Sequence[Found]]) -> float:
    """The share of runs in which any effect is called a bias."""
    return sum(any(each.verdict == "bias" for each in run) for run in runs) / len(runs)


def found(case: Case, runs: Sequence[Sequence[Found]]) -> float:
    """The share of runs in which the effect of this case is called a bias."""
    return sum(
        any(each.verdict == "bias" and f"{each.effect.bias} {each.effect.aspect}".startswith(case.effect) for each in run)
        for run in runs
    ) / len(runs)  # fmt: skip


def needed(case: Case, runs: Sequence[Sequence[Found]]) -> float:
    """The median number of stories that the audit says would bear a verdict."""
    bias = case.effect.partition(" ")[0] or runs[0][0].effect.bias
    own = [each.needed for run in runs for each in run if each.needed and each.effect.bias == bias]
    return float(np.median(own)) if own else float("nan")


def passport(random: Random) -> list[Found]:
    """Every effect of an honest judge, tested together as in a passport."""
    audits = {case.audit: case for case in CASES}
    return conclude(
        [each for case in audits.values() for each in case.simulated(random, case.stories, case.honest[0])]
    )


def main(runs: int = 400) -> None:
    """Print the table."""
    print(
        "| audit | bias and its size | stories | honest judge accused | bias found | stories for a verdict |"
    )
    print("|---|---|---|---|---|---|")
    for seed, case in enumerate(CASES):
        honest = [f"{100 * accused(concluded(case, size, runs, 2 * seed)):.1f} %" for size in case.honest]
        biased = concluded(case, case.size, runs, 2 * seed + 1)
        figures = f"{', '.join(honest)} | {100 * found(case, biased):.1f} % | {needed(case, biased):.0f}"
        print(f"| `{case.audit}` | {case.bias} | {case.stories} | {figures} |", flush=True)
    random = np.random.default_rng(99)
    together = accused([passport(random) for _ in range(runs)])
    print(f"| `all` | every effect of an honest judge together | | {100 * together:.1f} % | | |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
