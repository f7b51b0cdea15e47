"""Rank ranges that hold for all models at once, for claims such as "best" and "top group"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchtoward.core.statistics.backends import Backend, fitting_backend
from benchtoward.core.statistics.board import check_board
from benchtoward.core.statistics.intervals import MAX_UNDEFINED_SHARE
from benchtoward.core.statistics.order_statistics import CONFIDENCE_LEVEL, one_sided_rank
from benchtoward.core.statistics.pairs import is_compiled, largest_deviations, pair_errors
from benchtoward.core.statistics.ranking import RankFlag

# Far above the rounding of differences of scores, far below any gap between them that matters.
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class SimultaneousRanking:
    """Ranges that hold the true ranks of all models at once, in the order in which the models were given."""

    low: tuple[int, ...]
    """1 + number of models that are surely better."""
    high: tuple[int, ...]
    """Number of models minus the number that are surely worse."""
    critical_value: float
    """A pair is told apart where its difference exceeds this many standard errors; infinite if unknown."""
    confidence_level: float
    """Share of repetitions of the whole study in which all ranges hold at once, in (0, 1)."""
    n_replicates: int
    """Number of bootstrap replicates, dropped ones included."""
    n_dropped: int
    """Replicates dropped for all models, as the metric is undefined there for at least one."""
    flags: tuple[RankFlag, ...]
    """What to know about the ranges."""

    @property
    def top_group(self) -> tuple[int, ...]:
        """Numbers (from 0) of the models not separable from the first: no model is surely better."""
        return tuple(number for number, low in enumerate(self.low) if low == 1)


def simultaneous_rank_ranges(
    points: ArrayLike,
    replicates: NDArray[np.float64],
    *,
    higher_is_better: bool = True,
    confidence_level: float = CONFIDENCE_LEVEL,
    backend: Backend | None = None,
) -> SimultaneousRanking:
    """Ranges of the true ranks that hold for all models at once; arguments as of `rank_ranges`.

    With d the difference of two models' scores and se its bootstrap standard error, the critical value c is
    the quantile, over replicates, of the largest |d* - d| / se of all pairs. A model is surely better than
    another where its difference exceeds c * se. One step, without step-down; all pairs, two-sided.

    A pair whose difference is the same in every replicate has se = 0 and does not move c: identical models
    are never told apart, and models that differ by a constant always are, as no resample contradicts that.

    Order of models, blocks and backends don't change a bit. Raises `InvalidInputError` as `rank_ranges` does.

    Source: Mogstad, Romano, Shaikh and Wilhelm 2024, "Inference for ranks with applications to mobility
    across neighbourhoods and academic achievement across countries", doi:10.1093/restud/rdad006.
    """
    values = np.asarray(points, np.float64)
    check_board(values, replicates)
    defined = ~np.isnan(replicates).any(axis=0)
    kept = replicates if defined.all() else replicates[:, defined]
    n_dropped = replicates.shape[1] - kept.shape[1]
    errors = pair_errors(values, kept)
    chosen = backend or fitting_backend(errors.size // 2 * kept.shape[1], is_compiled=is_compiled())
    deviations = largest_deviations(values, kept, errors, backend=chosen)
    critical_value = _quantile(deviations, confidence_level)
    surely_better = _surely_better(values if higher_is_better else -values, errors, critical_value)
    flags = {
        RankFlag.MANY_UNDEFINED: n_dropped > MAX_UNDEFINED_SHARE * replicates.shape[1],
        RankFlag.TOO_FEW_REPLICATES: critical_value == np.inf,
    }
    return SimultaneousRanking(
        low=tuple((1 + surely_better.sum(axis=0)).tolist()),
        high=tuple((len(values) - surely_better.sum(axis=1)).tolist()),
        critical_value=critical_value,
        confidence_level=confidence_level,
        n_replicates=replicates.shape[1],
        n_dropped=n_dropped,
        flags=tuple(flag for flag, holds in flags.items() if holds),
    )


def _quantile(deviations: NDArray[np.float64], confidence_level: float) -> float:
    place = one_sided_rank(confidence_level, len(deviations)) - 1
    return float(np.sort(deviations)[place]) if place < len(deviations) else np.inf


def _surely_better(
    points: NDArray[np.float64], errors: NDArray[np.float64], critical_value: float
) -> NDArray[np.bool_]:
    """Whether the model of the row is surely better than that of the column, shape (models, models)."""
    if critical_value == np.inf:
        return np.zeros(errors.shape, np.bool_)
    # A replicate in which the pair ties deviates by just the difference: if it sets the critical value, the
    # two are equal but for rounding, and the pair is not told apart.
    margins = errors * critical_value * (1 + _ROUNDING)
    better: NDArray[np.bool_] = points[:, np.newaxis] - points > margins
    return better
