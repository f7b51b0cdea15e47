from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import PredictionsError
from benchtoward.core.results import Finish, Prediction, PredictionStatus
from benchtoward.core.spec import Spec, Task
from benchtoward.formats.bundle import Bundle
from benchtoward.formats.bundle.writing import bundle_members
from benchtoward.formats.definitions import load_spec
from benchtoward.formats.parquet_guard import ParquetLimits
from benchtoward.formats.prediction_files import (
    SubmittedRow,
    csv_line,
    neutral_cell,
    predictions_csv,
    predictions_jsonl,
    predictions_parquet,
    read_submission,
    submitted_rows,
)
from benchtoward.formats.row_files import RowLimits

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def choice(toy_spec: Path) -> Spec:
    return load_spec(toy_spec)


@pytest.fixture
def binary(choice: Spec) -> Spec:
    return replace(choice, task=Task.CLASSIFICATION, classes=("alive", "dead"), positive="dead", prompt=None)


def jsonl(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def problems(path: Path, spec: Spec, limits: RowLimits | None = None) -> list[str]:
    with pytest.raises(PredictionsError) as caught:
        read_submission(path, spec, limits=limits)
    return [str(problem) for problem in caught.value.problems]


def test_every_format_makes_the_same_rows(choice: Spec, tmp_path: Path) -> None:
    rows = [
        {"item_id": "q0", "repeat": 0, "prediction": "A"},
        {"item_id": "q0", "repeat": 1, "prediction": "B"},
    ]
    text = "item_id,repeat,prediction\nq0,0,A\nq0,1,B\n"
    jsonl(tmp_path / "a.jsonl", *rows)
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress((tmp_path / "a.jsonl").read_bytes()))
    (tmp_path / "a.csv").write_text(text)
    (tmp_path / "A.CSV.GZ").write_bytes(gzip.compress(text.encode()))
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    expected = [
        SubmittedRow(item_id="q0", prediction="A"),
        SubmittedRow(item_id="q0", repeat=1, prediction="B"),
    ]
    for path in tmp_path.glob("*.*"):
        assert read_submission(path, choice) == expected, path.name


def test_each_kind_of_answer_is_read(choice: Spec, tmp_path: Path) -> None:
    path = jsonl(
        tmp_path / "a.jsonl",
        {"item_id": "q0", "raw": "Answer: A", "finish": "length"},
        {"item_id": 1, "run": 2, "prediction": ["B", "A"]},
        {"item_id": "q2", "status": "missing"},
        {"item_id": "q3", "status": "error", "prediction": None},
        {"item_id": "q4", "raw": ""},
        {"item_id": "q5", "prediction": " A, B "},
    )
    assert read_submission(path, choice) == [
        SubmittedRow(item_id="q0", raw="Answer: A", finish=Finish.LENGTH),
        SubmittedRow(item_id="1", repeat=2, prediction="A,B"),
        SubmittedRow(item_id="q2", status=PredictionStatus.MISSING),
        SubmittedRow(item_id="q3", status=PredictionStatus.ERROR),
        SubmittedRow(item_id="q4", raw=""),
        SubmittedRow(item_id="q5", prediction="A,B"),
    ]


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ({"probability": 0.25}, (0.75, 0.25)),
        ({"probability": "2.5e-1"}, (0.75, 0.25)),
        ({"probability": 1}, (0.0, 1.0)),
        ({"probabilities": [0.75, 0.25]}, (0.75, 0.25)),
        ({"probabilities": "[0.75, 0.25]"}, (0.75, 0.25)),
        ({"probabilities": {"dead": 0.25, "alive": 0.75}}, (0.75, 0.25)),
        ({"probabilities": '{"dead": 0.25, "alive": 0.75}'}, (0.75, 0.25)),
    ],
)
def test_probabilities_come_in_the_order_of_the_classes(binary: Spec, cell: dict[str, Any], read: Any) -> None:
    (row,) = submitted_rows([{"item_id": "q0", **cell}], binary, what="rows")
    assert row.probabilities == read


def test_probabilities_of_a_parquet_file_are_read(binary: Spec, tmp_path: Path) -> None:
    table = pa.table({"item_id": [1, 2], "probability": pa.array([0.5, 1.0], pa.float32())})
    pq.write_table(table, tmp_path / "a.parquet")
    assert [row.probabilities for row in read_submission(tmp_path / "a.parquet", binary)] == [
        (0.5, 0.5),
        (0.0, 1.0),
    ]
    pq.write_table(pa.table({"item_id": ["a"], "probabilities": [[0.5, 0.5]]}), tmp_path / "b.parquet")
    assert read_submission(tmp_path / "b.parquet", binary)[0].probabilities == (0.5, 0.5)


@pytest.mark.parametrize(
    ("task", "cell", "problem"),
    [
        ("choice", {"prediction": "C"}, "prediction: found 'C'; expected one of A, B"),
        ("choice", {"prediction": "A,,B"}, "prediction: found ''; expected one of A, B"),
        ("choice", {"prediction": "a"}, "prediction: found 'a'; expected one of A, B"),
        ("choice", {"prediction": True}, "prediction: found True; expected an answer as text"),
        ("choice", {"prediction": {"a": 1}}, "prediction: found {'a': 1}; expected an answer"),
        ("choice", {"prediction": "the patient " * 99}, "prediction: found a str of 1189 characters"),
        ("choice", {"raw": 5}, "raw: found a int; expected the text of a response"),
        ("choice", {"probability": 0.5}, "probability: found a single probability; expected `probabilities`"),
        (
            "choice",
            {"probabilities": [0.5, 0.5]},
            "probabilities: found probabilities; expected an answer of",
        ),
        ("choice", {"status": "parsed"}, "status: found 'parsed'; expected one of error, missing"),
        (
            "choice",
            {"prediction": "A", "finish": "done"},
            "finish: found 'done'; expected one of stop, length",
        ),
        ("choice", {"prediction": "A", "raw": "A"}, "found prediction and raw; expected one of"),
        (
            "choice",
            {},
            "found no answer; expected one of prediction, raw, probability, probabilities, status",
        ),
        (
            "choice",
            {"prediction": "A", "score": 1},
            "found the unknown column 'score'; expected a known column",
        ),
        (
            "choice",
            {"raw": "A", "predicton": "A"},
            "unknown column 'predicton'; expected a known column. Did you mean `prediction`?",
        ),
        (
            "choice",
            {"prediction": "A", "repeat": -1},
            "repeat: found -1; expected a whole number from 0 to 999",
        ),
        ("choice", {"prediction": "A", "repeat": 1.5}, "repeat: found 1.5; expected a whole number"),
        ("choice", {"prediction": "A", "repeat": "x"}, "repeat: found 'x'; expected a whole number"),
        ("choice", {"prediction": "A", "repeat": 0, "run": 0}, "found repeat and run; expected one of them"),
        ("choice", {"prediction": "A", "item_id": ""}, "item_id: found ''; expected an item id"),
        ("choice", {"prediction": "A", "item_id": 1.5}, "item_id: found 1.5; expected an item id"),
        ("choice", {"prediction": "A", "item_id": None}, "found no item_id; expected the id of an item"),
        ("binary", {"prediction": "asleep"}, "prediction: found 'asleep'; expected one of alive, dead"),
        ("binary", {"probability": 1.5}, "probability: found 1.5; expected a probability from 0 to 1"),
        (
            "binary",
            {"probability": float("nan")},
            "probability: found nan; expected a probability from 0 to 1",
        ),
        ("binary", {"probability": "nan"}, "probability: found 'nan'; expected a probability from 0 to 1"),
        ("binary", {"probability": True}, "probability: found True; expected a probability"),
        (
            "binary",
            {"probabilities": [0.5]},
            "probabilities: found [0.5]; expected one probability a class: alive, dead",
        ),
        (
            "binary",
            {"probabilities": [0.5, 0.4]},
            "found probabilities that add up to 0.9; expected a sum of 1",
        ),
        (
            "binary",
            {"probabilities": {"alive": 1.0, "lost": 0.0}},
            "expected one probability a class: alive, dead",
        ),
        ("binary", {"probabilities": "0.5 0.5"}, "probabilities: found text that is not JSON"),
        ("binary", {"probabilities": "[[[1]]]"}, "probabilities: found nesting deeper than 2 levels"),
        (
            "number",
            {"prediction": "about 5"},
            "prediction: found 'about 5'; expected a finite number such as -12.5",
        ),
        ("number", {"prediction": "NaN"}, "prediction: found 'NaN'; expected a finite number"),
        ("number", {"prediction": "1e999"}, "prediction: found '1e999'; expected a finite number"),
        (
            "number",
            {"prediction": float("inf")},
            "prediction: found inf; expected a finite number below 2^53",
        ),
        ("number", {"prediction": 2**60}, "expected a finite number below 2^53, or text in quotes"),
        ("number", {"prediction": "1_000"}, "prediction: found '1_000'; expected a finite number"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_with_its_row(
    choice: Spec, binary: Spec, task: str, cell: dict[str, Any], problem: str
) -> None:
    spec = {"choice": choice, "binary": binary, "number": replace(choice, task=Task.NUMERIC_ANSWER)}[task]
    with pytest.raises(PredictionsError) as caught:
        submitted_rows([{"item_id": "q0", **cell}], spec, what="The rows")
    (only,) = caught.value.problems
    assert str(only).startswith("row 1")
    assert problem in str(only)


def test_numbers_become_text_as_results_hold_it(choice: Spec) -> None:
    spec = replace(choice, task=Task.NUMERIC_ANSWER)
    cells = [12, -0.5, 1e21, "-1.50", " .5 ", "+3"]
    rows = submitted_rows([{"item_id": str(n), "prediction": cell} for n, cell in enumerate(cells)], spec, what="")
    assert [row.prediction for row in rows] == ["12", "-0.5", "1e+21", "-1.50", ".5", "+3"]


def test_every_problem_stands_with_its_row(choice: Spec, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = {"item_id": "q0", "prediction": "A"}
    lines = [
        json.dumps(first),
        "",
        json.dumps({**first, "prediction": "B"}),
        "[]",
        json.dumps({"item_id": "q1"}),
    ]
    path.write_text("\n".join(lines))
    listed = problems(path, choice)
    assert [problem.partition(":")[0] for problem in listed] == [f"a.jsonl, line {n}" for n in (3, 4, 5)]
    assert "found item 'q0', repeat 0 again (first in a.jsonl, line 1)" in listed[0]


def test_rows_of_labels_and_of_probabilities_are_not_mixed(binary: Spec) -> None:
    rows = [
        {"item_id": "a", "probability": 0.5},
        {"item_id": "b", "prediction": "dead"},
        {"item_id": "c", "status": "error"},
    ]
    with pytest.raises(PredictionsError, match=r"row 2: found a label \(not so in row 1\)"):
        submitted_rows(rows, binary, what="rows")


def test_an_empty_cell_of_a_csv_is_no_answer_but_an_empty_response_is_one(choice: Spec, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("item_id,prediction,status\nq0,A,\nq1,,missing\nq2,,\n")
    (problem,) = problems(path, choice)
    assert "a.csv, line 4: found no answer" in problem
    path.write_text("item_id,raw\nq0,\nq1,Answer: A\n")
    assert [row.raw for row in read_submission(path, choice)] == ["", "Answer: A"]


def test_nothing_and_unknown_formats_are_refused(choice: Spec, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("\n")
    assert "found no rows; expected a row for each item" in problems(tmp_path / "a.jsonl", choice)[0]
    assert "expected a name that ends in .jsonl" in problems(tmp_path / "a.xlsx", choice)[0]
    assert "expected a name that ends in .jsonl" in problems(tmp_path / "a.parquet.gz", choice)[0]
    assert "found a file that can't be read" in problems(tmp_path / "absent.csv", choice)[0]


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (RowLimits(max_file_bytes=20), "found a larger file; expected at most 20 bytes"),
        (RowLimits(max_text_bytes=200), "found a longer line or text"),
        (RowLimits(max_line_bytes=20), "found a longer line or text"),
        (RowLimits(max_rows=3), "found more rows or problems; expected at most 3 rows"),
    ],
)
def test_a_file_above_a_limit_is_refused(choice: Spec, tmp_path: Path, limits: RowLimits, found: str) -> None:
    rows = "".join(json.dumps({"item_id": f"q{n}", "prediction": "A"}) + "\n" for n in range(99))
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(rows.encode()))
    assert any(found in problem for problem in problems(path, choice, limits))


def test_a_gzip_bomb_is_refused_while_it_is_unzipped(choice: Spec, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"\n" * 50_000_000))
    limits = RowLimits(max_text_bytes=1 << 20)
    assert "found a longer line or text; expected at most 1048576 bytes" in problems(path, choice, limits)[0]


def test_a_csv_cell_without_end_is_refused(choice: Spec, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('item_id,raw\nq0,"' + "x\n" * 3_000_000)
    assert "bad CSV" in problems(path, choice)[0]


def test_a_parquet_bomb_is_refused(choice: Spec, tmp_path: Path) -> None:
    indices = pa.array([0] * 100_000, pa.int32())
    column = pa.DictionaryArray.from_arrays(indices, pa.array(["x" * 1_000_000]))
    pq.write_table(pa.table({"item_id": column}), tmp_path / "a.parquet", compression="zstd", store_schema=False)
    assert (tmp_path / "a.parquet").stat().st_size < 10_000
    assert "found texts that add up to more" in problems(tmp_path / "a.parquet", choice)[0]
    pq.write_table(pa.table({"item_id": [["a"]]}), tmp_path / "b.parquet")
    assert "the column 'item_id' of type list<element: string>" in problems(tmp_path / "b.parquet", choice)[0]


def test_very_many_problems_end_the_reading(choice: Spec, tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", *({"item_id": "q0", "prediction": "Z"} for _ in range(3_000)))
    assert len(problems(path, choice)) < 1_010


def test_responses_stay_out_of_what_is_printed(choice: Spec) -> None:
    (row,) = submitted_rows([{"item_id": "q0", "raw": "the patient said"}], choice, what="rows")
    assert "patient" not in repr(row)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"),
        ("＝1", "'＝1"),
        ("-", "'-"),
        ("-1.5", "-1.5"),
        ("+3", "+3"),
        ("-1e-5", "-1e-5"),
        ("-١", "'-١"),
        (-1.5, "-1.5"),
        (-3, "-3"),
        (True, "true"),
        (None, ""),
        ("a=b", "a=b"),
        ("", ""),
    ],
)
def test_no_cell_is_run_as_a_formula_and_numbers_stay_numbers(value: Any, shown: str) -> None:
    assert neutral_cell(value) == shown


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])) | st.none() | st.integers(), min_size=2))
def test_a_line_of_csv_reads_back_as_its_neutral_cells(cells: list[Any]) -> None:
    text = csv_line(cells).decode()
    assert list(csv.reader(io.StringIO(text, newline=""), strict=True)) == [[neutral_cell(cell) for cell in cells]]
    for cell in next(csv.reader(io.StringIO(text, newline=""))):
        assert cell[:1] not in {"=", "@", "\t", "\r"}


def test_semicolons_are_quoted_for_places_where_they_separate_cells() -> None:
    assert csv_line(["a;=1", "b"]) == b'"a;=1",b\n'


def rows() -> list[Prediction]:
    answered = {"status": PredictionStatus.PARSED, "finish": Finish.STOP}
    return [
        Prediction(item_id="=q0", prediction="A,B", score=1.0, rule="marker", request_key="ab" * 32, **answered),
        Prediction(item_id="q1", repeat=1, probabilities=(0.25, 0.75), score=-0.0625, **answered),
        Prediction(item_id="q2", prediction="-1.5", **answered),
        Prediction(item_id='q"3', status=PredictionStatus.UNPARSED, reason="several"),
        Prediction(item_id="환자", status=PredictionStatus.MISSING, reason="declared", score=0.0),
    ]


@pytest.mark.parametrize(
    ("writer", "name"), [(predictions_csv, "predictions.csv"), (predictions_jsonl, "predictions.jsonl")]
)
def test_exports_never_change(writer: Callable[..., Any], name: str) -> None:
    """Golden: readers' programs rely on these bytes."""
    assert b"".join(writer(iter(rows()))) == (GOLDEN / name).read_bytes()


def test_exported_csv_reads_back_as_a_table() -> None:
    text = b"".join(predictions_csv(rows())).decode()
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["item_id"] for row in table] == ["'=q0", "q1", "q2", 'q"3', "환자"]
    assert json.loads(table[1]["probabilities"]) == [0.25, 0.75]
    assert (table[1]["score"], table[2]["prediction"], table[3]["score"]) == ("-0.0625", "-1.5", "")


def test_exported_parquet_is_that_of_a_bundle(make_bundle: Callable[..., Bundle]) -> None:
    bundle = make_bundle()
    assert b"".join(predictions_parquet(bundle.predictions)) == bundle_members(bundle)["predictions.parquet"]


def test_exports_come_in_pieces() -> None:
    many = [Prediction(item_id=f"q{n}", status=PredictionStatus.MISSING) for n in range(3_000)]
    assert len(list(predictions_csv(many))) == 4
    assert len(list(predictions_jsonl(many))) == 3


def test_limits_of_parquet_files_are_checked(choice: Spec, tmp_path: Path) -> None:
    pq.write_table(pa.table({"item_id": ["a", "b"], "prediction": ["A", "B"]}), tmp_path / "a.parquet")
    limits = RowLimits(parquet=ParquetLimits(max_rows=1))
    assert "found 2 rows; expected at most 1" in problems(tmp_path / "a.parquet", choice, limits)[0]
