"""Rank the results of a benchmark version: ranks, their ranges, the top group; kept until the results change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, NotFoundError, Problem
from benchtoward.core.keys import model_set_hash
from benchtoward.core.lifecycle import Stage, Tag
from benchtoward.core.spec import Spec
from benchtoward.core.statistics import rank_ranges, simultaneous_rank_ranges
from benchtoward.formats.replicates import read_replicates
from benchtoward.store.models import BenchmarkVersion, BoardSnapshot, Result
from benchtoward.store.opening import artifact_store
from benchtoward.workflows.specs import stored_spec
from benchtoward.workflows.views import Board, BoardRow


def get_board(slug: str, version: str = "", tags: Sequence[str] = ()) -> Board:
    """Return the leaderboard of a benchmark version, ranked among the results with `tags`.

    Without tags every tag but `community` is ranked; a board that has only community results shows those.
    Raises `NotFoundError` for an unknown benchmark and `InvalidInputError` for an unknown tag.
    """
    row = published_version(slug, version)
    available = Counter(Result.objects.listed().on(row).values_list("run__tag", flat=True))
    chosen = _chosen_tags(tags, available)
    snapshot = BoardSnapshot.objects.current(row, chosen)
    if snapshot is None:
        rows, n_dropped = _rows(row, chosen)
        snapshot = BoardSnapshot.objects.keep(
            row,
            chosen,
            data_version=row.data_version,
            model_set_hash=model_set_hash([line.run_key for line in rows]),
            rows=[{"n_undefined": n_dropped}, *map(_row_to_json, rows)],
        )
    return _board(row, snapshot, chosen, available, asked=bool(tags))


def published_version(slug: str, version: str = "") -> BenchmarkVersion:
    """Return a published version, the newest without `version`; raises `NotFoundError`."""
    if version:
        row = BenchmarkVersion.objects.find(slug, version)
        if row.stage == Stage.PUBLISHED:
            return row
    else:
        newest = BenchmarkVersion.objects.newest_published(slug)
        if newest is not None:
            return newest
    raise NotFoundError(f"There is no published benchmark {slug[:80]!r} {version[:40]}".rstrip() + " here.")


def _chosen_tags(tags: Sequence[str], available: Mapping[str, int]) -> tuple[Tag, ...]:
    known = [tag.value for tag in Tag]
    problems = [
        Problem(where="tags", found=repr(tag)[:60], expected=f"tags out of {', '.join(known)}")
        for tag in tags
        if tag not in known
    ]
    if problems:
        raise InvalidInputError("The choice of tags", problems)
    if tags:
        return tuple(sorted({Tag(tag) for tag in tags}))
    others = tuple(sorted(Tag(tag) for tag in available if tag != Tag.COMMUNITY))
    return others or ((Tag.COMMUNITY,) if available else ())


def _board(
    row: BenchmarkVersion,
    snapshot: BoardSnapshot,
    tags: tuple[Tag, ...],
    available: Mapping[str, int],
    *,
    asked: bool,
) -> Board:
    spec = stored_spec(row)
    head, *kept = snapshot.rows
    rows = tuple(_row_from_json(line) for line in kept)
    return Board(
        benchmark=spec.id,
        version=spec.version,
        spec_hash=spec.spec_hash,
        metric=spec.metrics.primary,
        also=spec.metrics.also,
        higher_is_better=bool(spec.primary.higher_is_better),
        unit=row.unit_name,
        level=spec.interval.level,
        n_replicates=spec.n_replicates(spec.metrics.primary),
        n_undefined=head["n_undefined"],
        tags=tuple(tag.value for tag in tags),
        available_tags=dict(sorted(available.items())),
        only_community=not asked and tags == (Tag.COMMUNITY,),
        model_set_hash=snapshot.model_set_hash,
        ranked_at=snapshot.computed_at,
        rows=rows,
    )


def _rows(row: BenchmarkVersion, tags: tuple[Tag, ...]) -> tuple[tuple[BoardRow, ...], int]:
    spec = stored_spec(row)
    # In the order of publication, so that adding one result leaves the order of the others.
    results = list(Result.objects.listed().on(row).tagged(tags).with_names().order_by("published_at", "pk"))
    if not results:
        return (), 0
    points = np.array([result.value for result in results], np.float64)
    replicates = np.stack([_replicates(result) for result in results])
    better, level = bool(spec.primary.higher_is_better), spec.interval.level
    ranking = rank_ranges(points, replicates, higher_is_better=better, confidence_level=level)
    simultaneous = simultaneous_rank_ranges(points, replicates, higher_is_better=better, confidence_level=level)
    rows = [
        _row(spec, result, rank, low, high, best == 1)
        for result, rank, low, high, best in zip(
            results, ranking.ranks, ranking.low, ranking.high, simultaneous.low, strict=True
        )
    ]
    return tuple(sorted(rows, key=lambda line: (line.rank, line.model_name.casefold(), line.run_id))), ranking.n_dropped


def _replicates(result: Result) -> NDArray[np.float64]:
    return read_replicates(artifact_store().read_bytes(result.replicates_id))


def _row(spec: Spec, result: Result, rank: int, low: int, high: int, is_top: bool) -> BoardRow:
    model = result.run.model_version.model
    scores = result.record["scores"]
    primary = scores["metrics"][spec.metrics.primary]
    return BoardRow(
        rank=rank,
        rank_low=low,
        rank_high=high,
        in_top_group=is_top,
        value=primary["value"],
        low=result.low,
        high=result.high,
        interval_method=primary["interval"]["method"] if primary["interval"] else "",
        flags=tuple(primary["flags"]),
        n_items=result.n_items,
        n_units=result.n_units,
        parse_rate=result.parse_rate,
        tag=result.run.tag,
        run_id=result.run.run_id,
        run_key=result.run.run_key,
        model=model.slug,
        model_name=model.name,
        model_version=result.run.model_version.name,
        organisation=model.organisation,
        is_baseline=model.is_baseline,
        open_weights=model.open_weights,
        n_parameters=model.n_parameters,
        licence=model.licence,
        released=model.released,
        published_at=result.published_at or result.created_at,
        also={name: scores["metrics"][name]["value"] for name in spec.metrics.also},
    )


def _row_to_json(row: BoardRow) -> Mapping[str, Any]:
    released = row.released.isoformat() if row.released else None
    return {**asdict(row), "published_at": row.published_at.isoformat(), "released": released}


def _row_from_json(kept: Mapping[str, Any]) -> BoardRow:
    released = kept["released"]
    return BoardRow(
        **{
            **kept,
            "flags": tuple(kept["flags"]),
            "published_at": datetime.fromisoformat(kept["published_at"]),
            "released": date.fromisoformat(released) if released else None,
        }
    )
