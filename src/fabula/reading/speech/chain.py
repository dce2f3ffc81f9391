"""The speakers of a scene as a chain: each turn depends on the two before it.

People take turns, so a speaker is more likely the one before last than the last, unless a tag says otherwise. Sums over
all sequences of speakers are exact, and many scenes are summed at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fabula.reading.speech.features import NEXT, OWN, Scene

Floats = NDArray[np.float64]
_NOT_HERE = -9


@dataclass(frozen=True, slots=True)
class Batch:
    """Scenes side by side, padded to one length and one number of candidates."""

    who: NDArray[np.int64]
    """scene, turn, candidate"""
    own: NDArray[np.float32]
    next: NDArray[np.float32]
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sums:
    """What the chain says of each turn."""

    speakers: Floats
    """The probability of each candidate."""
    same: Floats
    """The probability that the last speaker goes on."""
    back: Floats
    """The probability that the last but one answers, and not the last."""
    log_total: Floats


def batch(scenes: Sequence[Scene]) -> Batch:
    """Scenes of similar length as one array."""
    lengths = np.array([len(scene.turns) for scene in scenes])
    most = max(len(each) for scene in scenes for each in scene.candidates)
    shape = (len(scenes), int(lengths.max()), most)
    who = np.full(shape, _NOT_HERE)
    own = np.zeros((*shape, len(OWN)), dtype=np.float32)
    following = np.zeros((*shape[:2], len(NEXT)), dtype=np.float32)
    for row, scene in enumerate(scenes):
        following[row, : len(scene.turns)] = scene.next
        for turn, (candidates, x) in enumerate(zip(scene.candidates, scene.own, strict=True)):
            who[row, turn, : len(candidates)] = candidates
            own[row, turn, : len(candidates)] = x
    return Batch(who, own, following, lengths)


def sums(
    scenes: Batch, own: Floats, same: Floats, back: Floats, allowed: NDArray[np.bool_] | None = None
) -> Sums:
    """Probabilities of speakers by the forward-backward algorithm.

    `own` scores candidates, `same` and `back` score that the last speaker or the last but one speaks.
    """
    n, length, most = scenes.who.shape
    here = scenes.who != _NOT_HERE
    if allowed is not None:
        here = here & allowed
    scores = np.where(here, own, -np.inf)
    tops = scores.max(axis=2, keepdims=True)
    tops[~np.isfinite(tops)] = 0
    u = np.exp(scores - tops)
    padded = np.arange(length)[None, :] >= scenes.lengths[:, None]
    u[padded] = 0
    u[padded, 0] = 1
    with_last = np.zeros((length, n, most, most))
    with_last[1:] = np.moveaxis(_equal(scenes.who[:, :-1], scenes.who[:, 1:]), 1, 0)
    with_back = np.zeros((length, n, most, most))
    with_back[2:] = np.moveaxis(_equal(scenes.who[:, :-2], scenes.who[:, 2:]), 1, 0)
    a = np.where(padded, 1.0, np.exp(same))
    b = np.where(padded, 1.0, np.exp(back))
    alphas = np.zeros((length, n, most, most))
    log_total = np.where(padded, 0, tops[:, :, 0]).sum(axis=1)
    # The pair at turn t is (speaker at t-1, speaker at t); at turn 0 the first member is fixed.
    alpha = np.zeros((n, most, most))
    alpha[:, 0, :] = u[:, 0]
    alphas[0] = alpha / alpha.sum(axis=(1, 2), keepdims=True)
    log_total += np.log(alpha.sum(axis=(1, 2)))
    for t in range(1, length):
        step = _step(alphas[t - 1], with_last[t], with_back[t], a[:, t], b[:, t]) * u[:, t, None, :]
        total = step.sum(axis=(1, 2), keepdims=True)
        alphas[t] = step / total
        log_total += np.log(total[:, 0, 0])
    speakers = np.zeros((n, length, most))
    p_same, p_back = np.zeros((n, length)), np.zeros((n, length))
    beta = np.ones((n, most, most))
    for t in range(length - 1, -1, -1):
        joint = alphas[t] * beta
        joint /= joint.sum(axis=(1, 2), keepdims=True)
        speakers[:, t] = joint.sum(axis=1)
        if t == 0:
            break
        p_same[:, t] = (joint * with_last[t]).sum(axis=(1, 2))
        weighed = u[:, t, None, :] * beta
        answers = alphas[t - 1].swapaxes(1, 2) @ with_back[t]
        went_back = (answers * (1 - with_last[t]) * weighed).sum(axis=(1, 2)) * b[:, t]
        everything = (_step(alphas[t - 1], with_last[t], with_back[t], a[:, t], b[:, t]) * weighed).sum(
            axis=(1, 2)
        )
        p_back[:, t] = went_back / everything
        stays = with_last[t] * a[:, t, None, None] * weighed
        moves = (1 - with_last[t]) * weighed
        # From the pair (i, j): j goes on, i answers, or somebody else speaks.
        beta = (stays + moves).sum(axis=2)[:, None, :] + (b[:, t, None, None] - 1) * (
            with_back[t] @ moves.swapaxes(1, 2)
        )
        beta /= beta.max(axis=(1, 2), keepdims=True)
    return Sums(speakers, p_same, p_back, log_total)


def _step(alpha: Floats, with_last: Floats, with_back: Floats, a: Floats, b: Floats) -> Floats:
    reached = alpha.sum(axis=1)[:, :, None]
    answers = alpha.swapaxes(1, 2) @ with_back
    moved = reached + (b[:, None, None] - 1) * answers
    result: Floats = np.where(with_last > 0, a[:, None, None] * reached, moved)
    return result


def _equal(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.bool_]:
    equal: NDArray[np.bool_] = (one[..., :, None] == other[..., None, :]) & (other[..., None, :] != _NOT_HERE)
    return equal
