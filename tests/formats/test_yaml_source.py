from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError, SpecError
from benchtoward.formats.yaml_composer import DEEPEST, LARGEST_DOCUMENT
from benchtoward.formats.yaml_source import MOST_BYTES, load_yaml, parse_yaml

HERE = Path("folder/1.0.0.yaml")


def document(text: str) -> object:
    return parse_yaml(text, path=HERE).document


def problems(text: str) -> list[str]:
    with pytest.raises(InvalidInputError) as caught:
        parse_yaml(text, path=HERE)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-12", -12),
        ("+7", 7),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-2.5E-3", -0.0025),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("2026-11-30", "2026-11-30"),
        ("12:30:45", "12:30:45"),
        ("1_000", "1_000"),
        ("1.0.0", "1.0.0"),
        ("=", "="),
        ("'true'", "true"),
        ('"12"', "12"),
        ('"\\u00e9"', "é"),
        ("정답", "정답"),
    ],
)
def test_scalars_mean_what_yaml_1_2_says_without_dates_and_sexagesimals(written: str, meant: object) -> None:
    read = document(f"key: {written}")
    assert read == {"key": meant}
    assert type(read["key"]) is type(meant)  # type: ignore[index]


@pytest.mark.parametrize(
    "written",
    ["True", "FALSE", "Null", "0x1F", "0o17", "012", "-007", ".inf", "-.INF", ".nan", "1e999", "9" * 500],
)
def test_scalars_that_readers_disagree_on_are_refused_by_line(written: str) -> None:
    (problem,) = problems(f"a: 1\nkey: {written}\n")
    assert problem.startswith("folder/1.0.0.yaml:2:6: found ")


# YAML 1.2 reads more texts as numbers (0E0) than the 1.1 that PyYAML writes.
texts = st.text(max_size=20).filter(lambda text: not text[:2].strip("+-.")[:1].isdecimal())


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e15, 1e15) | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=12,
    )
)
def test_what_pyyaml_writes_is_read_back(value: object) -> None:
    text = yaml.safe_dump({"value": value}, allow_unicode=True)
    # Keys that are numbers and the like are refused, never read as something else.
    with suppress(InvalidInputError):
        assert document(text) == yaml.safe_load(text)


@given(st.text(alphabet="ab:- \n\t[]{}&*!|>'\"%@`#,?0.~\\<\u0085\ud55c\x00", max_size=60))
def test_any_text_gives_a_value_or_one_listed_error(text: str) -> None:
    with suppress(InvalidInputError):
        parse_yaml(text, path=HERE)


def test_every_problem_is_listed_not_only_the_first() -> None:
    listed = problems("a: !!str 1\nb: .nan\na: 2\n3: x\n<<: {c: 1}\n")
    assert [line.split(": found")[0] for line in listed] == [
        "folder/1.0.0.yaml:1:4",
        "folder/1.0.0.yaml:2:4",
        "folder/1.0.0.yaml:3:1",
        "folder/1.0.0.yaml:4:1",
        "folder/1.0.0.yaml:5:1",
    ]


def test_a_key_that_stands_twice_is_refused_with_its_line() -> None:
    assert "folder/1.0.0.yaml:4:3: found the key `b` once more" in problems("a:\n  b: 1\n  c: 2\n  b: 3\n")[0]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: [1, 2\n", "1.0.0.yaml:2:1"),
        ("a: 1\n b: 2\n", "1.0.0.yaml:2:3"),
        ("a: 'x\n", "1.0.0.yaml:2:1"),
        ("a: *nowhere\n", "1.0.0.yaml:1:4"),
        ("a: 1\n---\nb: 2\n", "1.0.0.yaml:2:1"),
        ("", "1.0.0.yaml:1:1"),
        ("a: \x07\n", "1.0.0.yaml:1"),
        ("? [a, b]\n: 1\n", "1.0.0.yaml:1:3"),
        ("a: &x [*x]\n", "1.0.0.yaml:1:8"),
        ('a: "\\ud800"\n', "1.0.0.yaml:1:4"),
        ('a: "\\UFFFFFFFF"\n', "1.0.0.yaml"),
        ('a: "\\U00110000"\n', "1.0.0.yaml"),
    ],
)
def test_bad_yaml_is_one_error_with_file_line_and_column(text: str, place: str) -> None:
    (problem,) = problems(text)
    assert f"{place}: found" in problem


def test_aliases_repeat_a_value() -> None:
    assert document("a: &x {b: [1, 2]}\nc: *x\n") == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}}


def test_a_billion_laughs_are_refused() -> None:
    lines = ["a0: &a0 [" + ",".join(["lol"] * 10) + "]"]
    lines += [f"a{n}: &a{n} [" + ",".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 12)]
    (problem,) = problems("\n".join(lines))
    assert f"at most {LARGEST_DOCUMENT} characters" in problem


def test_deep_nesting_is_refused() -> None:
    (problem,) = problems("a: " + "[" * 100_000)
    assert f"nesting deeper than {DEEPEST} levels" in problem


def test_a_value_is_located_by_file_line_and_path() -> None:
    loaded = parse_yaml("top: 1\ndefinition:\n  # a comment\n  items:\n    unit: [a,\n      b]\n", path=HERE)
    assert loaded.locate(("definition", "items", "unit")) == "folder/1.0.0.yaml:5 (definition.items.unit)"
    assert loaded.locate(("definition", "items", "unit", 1)) == "folder/1.0.0.yaml:6 (definition.items.unit[1])"
    assert loaded.locate(()) == "folder/1.0.0.yaml:1"


def test_what_is_absent_or_behind_an_alias_is_located_at_what_holds_it() -> None:
    loaded = parse_yaml("a: &x\n  b: 1\nc:\n  d: *x\n", path=HERE)
    assert loaded.locate(("c", "d", "b")) == "folder/1.0.0.yaml:4 (c.d.b)"
    assert loaded.locate(("nowhere", 3)) == "folder/1.0.0.yaml:1 (nowhere[3])"


def test_files_that_cannot_be_read_are_refused_as_the_callers_error(tmp_path: Path) -> None:
    latin, large = tmp_path / "latin.yaml", tmp_path / "large.yaml"
    latin.write_bytes(b"a: 1\nb: caf\xe9\n")
    large.write_bytes(b"#" * (MOST_BYTES + 1))
    for path, found in (
        (latin, ":2: found a byte"),
        (large, "a larger file"),
        (tmp_path / "none", "No such file"),
    ):
        with pytest.raises(SpecError, match=found):
            load_yaml(path, error=SpecError)
