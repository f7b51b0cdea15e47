"""How metrics are computed: what every family offers to a metric's definition."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.statistics import CountsSource


class Computation(ABC):
    """How one metric is computed; the definition checks what it is given."""

    @abstractmethod
    def value(self, observations: Observations, parameters: MetricParameters) -> float:
        """The value on all rows; NaN where it is undefined."""

    @abstractmethod
    def replicates(
        self, observations: Sequence[Observations], plan: CountsSource, parameters: MetricParameters
    ) -> NDArray[np.float64]:
        """The value in each replicate, shape (models, replicates); NaN where it is undefined."""

    def row_scores(self, observations: Observations, parameters: MetricParameters) -> NDArray[np.float64] | None:
        """Each row's part of the value, shape (rows,); None where a row has none."""
        del observations, parameters
        return None

    def unit_sums(self, observations: Observations, parameters: MetricParameters) -> NDArray[np.float64] | None:
        """What each unit adds to the sums behind the value, shape (units, sums); None without such sums."""
        del observations, parameters
        return None
