"""Views made by hand, so that pages can be tested without a store; hostile ones where a test asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchtoward.core.errors import NotFoundError
from benchtoward.core.keys import model_set_hash, run_id
from benchtoward.workflows.views import (
    BenchmarkView,
    Board,
    BoardRow,
    ItemPage,
    ItemRow,
    LookupAnswer,
    LookupState,
    ModelView,
    ResultSummary,
    ResultView,
    Totals,
)

HOSTILE = "<script>alert('x')</script>\"'&=1+1\u202e\u2067gnp.exe\u2066" + "W" * 300
NOW = datetime(2026, 11, 30, 5, tzinfo=UTC)
SPEC_HASH = "bt1:" + "c9f0f895fb98ab91" * 4

_MODELS = (
    ("gpt-5.4", "GPT-5.4", "OpenAI", False, None, "proprietary", 0.842),
    ("claude-opus-4-7", "Claude Opus 4.7", "Anthropic", False, None, "proprietary", 0.836),
    ("gemini-3.1-pro", "Gemini 3.1 Pro", "Google", False, None, "proprietary", 0.829),
    ("qwen3-235b-a22b", "Qwen3-235B-A22B", "Alibaba", True, 235_000_000_000, "Apache-2.0", 0.781),
    ("llama-4-maverick", "Llama 4 Maverick", "Meta", True, 400_000_000_000, "Llama 4 Community", 0.744),
    (
        "hari-q3-14b",
        "Hari-Q3 14B",
        "Seoul National University Hospital",
        True,
        14_800_000_000,
        "Apache-2.0",
        0.712,
    ),
    ("medgemma-27b", "MedGemma 27B", "Google", True, 27_000_000_000, "Health AI", 0.703),
    (
        "smollm2-135m-instruct",
        "SmolLM2-135M-Instruct",
        "Hugging Face",
        True,
        135_000_000,
        "Apache-2.0",
        0.292,
    ),
    ("word-overlap", "Word overlap", "BenchToward", None, None, "Apache-2.0", 0.344),
    ("majority", "Majority answer", "BenchToward", None, None, "Apache-2.0", 0.263),
    ("random", "Random answer", "BenchToward", None, None, "Apache-2.0", 0.241),
)


def key(n: int) -> str:
    return "bt1:" + f"{n * 7919 + 12345:016x}" * 4


def rows(hostile: bool = False, n: int = len(_MODELS)) -> Sequence[BoardRow]:
    made = []
    for position in range(n):
        slug, name, organisation, is_open, size, licence, value = _MODELS[position % len(_MODELS)]
        value = value - 0.0004 * position
        is_baseline = organisation == "BenchToward"
        tag = "baseline" if is_baseline else "agent" if slug == "hari-q3-14b" else "standard"
        made.append(
            BoardRow(
                rank=0,
                rank_low=0,
                rank_high=0,
                in_top_group=value > 0.8,
                value=value,
                low=value - 0.04,
                high=value + 0.035,
                interval_method="percentile",
                flags=("few-units",) if position == 7 else (),
                n_items=480,
                n_units=120,
                parse_rate=1.0 if is_baseline else 0.9969 - 0.02 * (position % 7),
                tag=tag,
                run_id=run_id(key(position)),
                run_key=key(position),
                model=slug,
                model_name=HOSTILE if hostile else name,
                model_version="2026-10-01",
                organisation=HOSTILE if hostile else organisation,
                is_baseline=is_baseline,
                open_weights=is_open,
                n_parameters=size,
                licence=HOSTILE if hostile else licence,
                released=None if is_baseline else date(2026, 1 + position % 11, 12),
                published_at=NOW - timedelta(days=position),
                also={"macro_f1": value - 0.02, "brier": None},
            )
        )
    made.sort(key=lambda row: -row.value)
    return [
        replace(row, rank=rank, rank_low=max(1, rank - 2), rank_high=min(n, rank + 1))
        for rank, row in enumerate(made, 1)
    ]


def board(hostile: bool = False, n: int = len(_MODELS), **changes: Any) -> Board:
    made = tuple(rows(hostile, n))
    values: dict[str, Any] = {
        "benchmark": "clincalc",
        "version": "1.1.0",
        "spec_hash": SPEC_HASH,
        "metric": "accuracy",
        "also": ("macro_f1", "brier"),
        "higher_is_better": True,
        "unit": "patient_id",
        "level": 0.95,
        "n_replicates": 9999,
        "n_undefined": 0,
        "tags": ("standard", "agent", "baseline"),
        "available_tags": {"standard": 7, "agent": 1, "baseline": 3, "community": 4},
        "only_community": False,
        "model_set_hash": model_set_hash([row.run_key for row in made]),
        "ranked_at": NOW,
        "rows": made,
    }
    return Board(**{**values, **changes})


QUESTION = (
    "A 67-year-old woman (58 kg, 156 cm) has a serum creatinine of 1.4 mg/dL. She takes apixaban for atrial "
    "fibrillation. What is her creatinine clearance by the Cockcroft-Gault formula, in mL/min?"
)


def benchmark(hostile: bool = False, **changes: Any) -> BenchmarkView:
    name = HOSTILE if hostile else "ClinCalc: bedside calculations"
    values: dict[str, Any] = {
        "slug": "clincalc",
        "version": "1.1.0",
        "spec_hash": SPEC_HASH,
        "title": {"en": name, "ko": HOSTILE if hostile else "ClinCalc: 침상 옆 계산"},
        "summary": {
            "en": "Can a model do the calculations that a ward round needs? Generated patients with several "
            "questions each, answers from published formulas, distractors from typical mistakes.",
            "ko": "회진에 필요한 계산을 모델이 할 수 있는가? 환자마다 여러 문항을 만들었습니다.",
        },
        "notes": {"en": "The patients are made up; nobody’s record is in here."},
        "stage": "published",
        "preview": True,
        "modality": "text",
        "task": "multiple_choice",
        "metric": "accuracy",
        "also": ("macro_f1", "brier"),
        "unit": "patient_id",
        "n_items": 480,
        "n_units": 120,
        "n_results": 11,
        "labels": "public",
        "dataset": {
            "name": HOSTILE if hostile else "ClinCalc",
            "licence": "Apache-2.0",
            "licence_url": "https://www.apache.org/licenses/LICENSE-2.0",
            "url": "javascript:alert(1)" if hostile else "https://example.org/clincalc",
            "citation": "BenchToward authors. ClinCalc: bedside calculations as questions. 2026.",
            "access": "open",
        },
        "credits": ("Formulas: their published sources, named in the code.",),
        "changes": "Three questions with two right answers were replaced.",
        "published_at": NOW,
        "versions": ("1.1.0", "1.0.0"),
        "prompt": {
            "system": "You are a careful physician. Answer the question.",
            "user": "{{ question }}\n\n{{ options }}\n\nAnswer with the letter alone, after “Answer:”.",
            "options": {"labels": ["A", "B", "C", "D"], "from": "options"},
        },
        "definition": {
            "extraction": ["strip_reasoning", {"rule": "marker", "words": ["Answer", "정답"]}, "letter_only"],
            "decoding": {"temperature": 0, "max_tokens": 512},
            "interval": {"level": "0.95"},
        },
        "spec_yaml": "spec_format: 1\nversion: 1.1.0\n" + (HOSTILE if hostile else "title: {en: ClinCalc}\n"),
        "example": {
            "question": HOSTILE if hostile else QUESTION,
            "options": ["36 mL/min", "42 mL/min", "43 mL/min", "50 mL/min"],
        },
    }
    return BenchmarkView(**{**values, **changes})


def summary(position: int = 0, hostile: bool = False, **changes: Any) -> ResultSummary:
    row = rows(hostile)[position]
    values: dict[str, Any] = {
        "run_id": row.run_id,
        "state": "published",
        "tag": row.tag,
        "benchmark": "clincalc",
        "benchmark_title": benchmark(hostile).title,
        "version": "1.1.0",
        "model": row.model,
        "model_name": row.model_name,
        "model_version": HOSTILE if hostile else row.model_version,
        "metric": "accuracy",
        "value": row.value,
        "low": row.low,
        "high": row.high,
        "level": 0.95,
        "interval_method": row.interval_method,
        "n_items": row.n_items,
        "n_units": row.n_units,
        "parse_rate": row.parse_rate,
        "rank": row.rank,
        "rank_low": row.rank_low,
        "rank_high": row.rank_high,
        "n_ranked": len(_MODELS),
        "published_at": row.published_at,
    }
    return ResultSummary(**{**values, **changes})


def _score(value: float | None, low: float | None = None, high: float | None = None, *flags: str) -> dict[str, Any]:
    if low is None:
        return {"value": value, "interval": None, "flags": list(flags)}
    interval = {
        "low": low,
        "high": high,
        "confidence_level": 0.95,
        "method": "percentile",
        "n_replicates": 9999,
        "n_undefined": 0,
    }
    return {"value": value, "interval": interval, "flags": list(flags)}


def record(position: int = 0, hostile: bool = False) -> dict[str, Any]:
    row = rows(hostile)[position]
    groups = (
        ("language", HOSTILE if hostile else "English", 240, 60, 0.861),
        ("language", "Korean", 240, 60, 0.823),
        ("formula", "eGFR (CKD-EPI 2021)", 60, 60, 0.917),
        ("formula", "MELD-Na", 52, 52, 0.635),
        ("formula", "A-a gradient", 44, 44, 0.705),
        ("formula", "Corrected calcium", 6, 6, 0.833),
    )
    return {
        "bundle_format": 1,
        "run_key": row.run_key,
        "run_key_pre_image": '{"harness_version":{"extraction":1},"model_version_key":"ab","spec_hash":"cd"}',
        "run_id": row.run_id,
        "benchmark": {
            "slug": "clincalc",
            "version": "1.1.0",
            "spec_hash": SPEC_HASH,
            "item_table_sha256": "ab" * 32,
        },
        "model": {
            "slug": row.model,
            "name": row.model_name,
            "version": row.model_version,
            "version_key": "cd" * 32,
            "pins": {"provider": "openai", "name": HOSTILE if hostile else "gpt-5.4-2026-10-01"},
        },
        "tag": row.tag,
        "run_configuration": {"route": row.tag, "set_up": None, "repeats": 1},
        "harness_version": {"prompt": 1},
        "decoding": {
            "requested": {"temperature": 0.0, "max_tokens": 512},
            "effective": {"temperature": 0.0, "max_tokens": 512},
        },
        "content_address": "ef" * 32,
        "scores": {
            "primary": "accuracy",
            "metrics": {
                "accuracy": _score(row.value, row.low, row.high),
                "macro_f1": _score(0.81, 0.77, 0.85),
                "brier": _score(None),
                "ece": _score(0.045),
            },
            "subgroups": [
                {
                    "column": column,
                    "group": group,
                    "n_items": n_items,
                    "n_units": n_units,
                    **(
                        _score(
                            value,
                            max(0.0, value - 2 / n_items**0.5 * 0.5),
                            min(1.0, value + 1 / n_items**0.5),
                        )
                        if n_units >= 10
                        else _score(value, None, None, "too-few-units")
                    ),
                }
                for column, group, n_items, n_units, value in groups
            ],
            "n_items": 480,
            "n_units": 120,
            "n_repeats": 1,
            "counts": {
                "n_predictions": 480,
                "n_parsed": 478,
                "n_unparsed": 2,
                "n_error": 0,
                "n_missing": 0,
                "n_truncated": 1,
                "n_refused": 0,
            },
            "parse_rate": 478 / 480,
            "truncation_rate": 1 / 480,
            "refusal_rate": 0.0,
        },
    }


def result(position: int = 0, hostile: bool = False, **changes: Any) -> ResultView:
    values: dict[str, Any] = {
        "summary": summary(position, hostile),
        "record": record(position, hostile),
        "usage": {
            "prompt_tokens": 93_120,
            "completion_tokens": 41_877,
            "latency_seconds": 312.4,
            "attempts": 481,
        },
        "environment": {
            "python": "3.11.7",
            "benchtoward": "0.1.0",
            "machine": HOSTILE if hostile else "x86_64",
        },
        "withdrawn_at": None,
        "withdrawn_reason": "",
        "shows_items": True,
        "predictions_sha256": "ab" * 32,
    }
    return ResultView(**{**values, **changes})


def withdrawn(hostile: bool = False) -> ResultView:
    return result(
        1,
        hostile,
        summary=summary(1, hostile, state="withdrawn", rank=None, rank_low=None, rank_high=None, n_ranked=None),
        withdrawn_at=NOW,
        withdrawn_reason=HOSTILE if hostile else "The authors report that the wrong checkpoint was loaded.",
    )


def items(hostile: bool = False, kind: str = "all", page: int = 1) -> ItemPage:
    kinds = (
        ("parsed", "", "stop", "marker", "B", 1.0),
        ("parsed", "", "stop", "letter_only", "C", 0.0),
        ("unparsed", "no_answer", "length", "", None, 0.0),
    )
    made = []
    for position in range(9):
        status, reason, finish, rule, prediction, score = kinds[position % 3]
        made.append(
            ItemRow(
                item_id=HOSTILE if hostile else f"p{position // 3 + 1:03d}-q{position % 3 + 1}",
                repeat=0,
                unit=HOSTILE if hostile else f"p{position // 3 + 1:03d}",
                status=status,
                reason=reason,
                finish=finish,
                rule=rule,
                prediction=HOSTILE if hostile and prediction else prediction,
                probabilities=None,
                gold=HOSTILE if hostile else "B",
                score=score,
                visible=benchmark(hostile).example,
                response=HOSTILE if hostile else "(140 − 67) × 58 × 0.85 / (72 × 1.4) = 35.7\n\nAnswer: B",
            )
        )
    return ItemPage(rows=tuple(made), n_matching=57, page=page, n_pages=3, kind=kind)


def model(position: int = 0, hostile: bool = False) -> ModelView:
    row = rows(hostile)[position]
    return ModelView(
        slug=row.model,
        name=row.model_name,
        organisation=row.organisation,
        description={"en": HOSTILE if hostile else "A language model behind an interface."},
        released=row.released,
        n_parameters=row.n_parameters,
        open_weights=row.open_weights,
        licence=row.licence,
        modality="text",
        links=(
            "javascript:alert(1)" if hostile else "https://example.org/model",
            "https://example.org/paper",
        ),
        training_data={"clincalc": HOSTILE if hostile else "Made after its release."},
        is_baseline=row.is_baseline,
        versions=(
            {
                "name": row.model_version,
                "key": "cd" * 32,
                "pins": {"name": row.model_name},
                "is_pinned": position > 0,
            },
        ),
        results=(summary(position, hostile),),
    )


def reading(hostile: bool = False) -> SimpleNamespace:
    """Everything that `benchtoward.workflows.reading` has, answering with these views."""
    return SimpleNamespace(
        list_benchmarks=lambda: [benchmark(hostile)],
        get_benchmark=partial(_get_benchmark, hostile),
        get_board=partial(_get_board, hostile),
        list_models=lambda: [model(position, hostile) for position in range(len(_MODELS))],
        get_model=lambda slug: model(_position(slug), hostile),
        get_result=partial(_get_result, hostile),
        get_items=lambda run_id, kind="all", text="", page=1: items(hostile, kind, page),
        newest_results=lambda n: [summary(position, hostile) for position in (0, 2, 3, 4, 5)][:n],
        totals=lambda: Totals(n_results=1_204, n_models=57, n_benchmarks=9),
        get_bibtex=lambda run_id, *, page="": f"@misc{{benchtoward_{run_id},\n  year = {{2026}}\n}}\n",
        get_predictions_file=lambda run_id: Path(__file__),
        prediction_bytes=lambda run_id, ending: iter([b"item_id,prediction\n", b"p001-q1,B\n"]),
        data_version=lambda: "1.11",
        lookup=partial(_lookup, hostile),
    )


def _get_benchmark(hostile: bool, slug: str, version: str = "") -> BenchmarkView:
    if slug != "clincalc" or version not in ("", "1.0.0", "1.1.0"):
        raise NotFoundError(f"There is no published benchmark {slug!r} here.")
    return benchmark(hostile, version=version or "1.1.0")


def _get_board(hostile: bool, slug: str, version: str = "", tags: Sequence[str] = ()) -> Board:
    _get_benchmark(hostile, slug, version)
    whole = board(hostile)
    if not tags:
        return whole
    kept = [row for row in whole.rows if row.tag in tags]
    again = [replace(row, rank=rank) for rank, row in enumerate(kept, 1)]
    return replace(whole, tags=tuple(tags), rows=tuple(again))


def _position(name: str) -> int:
    for position, row in enumerate(rows()):
        if name in (row.model, row.run_id):
            return position
    raise NotFoundError(f"There is nothing called {name[:40]!r} here.")


def _get_result(hostile: bool, run_id: str) -> ResultView:
    position = _position(run_id)
    return withdrawn(hostile) if position == 1 else result(position, hostile)


def _lookup(hostile: bool, **names: str) -> LookupAnswer:
    answers: dict[str, dict[str, Any]] = {
        "running": {"state": LookupState.RUNNING, "run_state": "queued"},
        "withdrawn": {
            "state": LookupState.WITHDRAWN,
            "result": withdrawn(hostile).summary,
            "reason": withdrawn(hostile).withdrawn_reason,
        },
        "GPT-5.4": {
            "state": LookupState.FOUND,
            "result": summary(0, hostile),
            "record": record(0, hostile),
        },
    }
    near = {
        "run_id": rows()[0].run_id,
        "model_name": HOSTILE if hostile else "GPT-5.4",
        "model_version": "2026-10-01",
        "benchmark": "clincalc",
        "version": "1.0.0",
        "tag": "standard",
    }
    none = {"state": LookupState.NONE, "reason": "no such run", "near": (near,)}
    values = {"run_state": "", "since": NOW, "reason": "", "near": (), "result": None, "record": None}
    return LookupAnswer(**{**values, **answers.get(names.get("model", ""), none)})
