from __future__ import annotations

import hashlib
import json

import pytest
import rfc8785
from tests.toy import ROWS, spec, table

from benchtoward.core.errors import ItemsError
from benchtoward.core.items import ItemTable, item_table, leaking_columns


def test_the_table_hash_is_the_sha256_of_its_canonical_rows():
    rows = [
        {
            "id": row["id"],
            "subgroups": {"language": row["language"]},
            "target": row["gold"],
            "tolerance": None,
            "unit": row["patient"],
            "visible": {"question": row["question"], "options": row["options"]},
        }
        for row in ROWS
    ]
    assert table().sha256 == hashlib.sha256(b"".join(rfc8785.dumps(row) + b"\n" for row in rows)).hexdigest()


def test_the_order_of_rows_does_not_move_the_hash():
    assert item_table(spec(), reversed(ROWS)).sha256 == table().sha256


@pytest.mark.parametrize("column", ["question", "gold", "patient", "language", "id"])
def test_a_change_of_one_item_moves_the_hash(column):
    changed = [ROWS[0] | {column: "B changed"}, *ROWS[1:]]
    assert item_table(spec(), changed).sha256 != table().sha256


def test_a_column_that_the_spec_does_not_name_stays_outside():
    assert item_table(spec(), [row | {"extra": 1} for row in ROWS]).sha256 == table().sha256


def test_a_table_comes_back_from_its_stored_lines():
    again = ItemTable.from_lines(table().lines())
    assert again.sha256 == table().sha256
    assert json.loads(next(again.lines()))["id"] == "q0"


def test_a_table_other_than_the_locked_one_is_refused():
    locked = spec(items__table_sha256=table().sha256)
    assert len(item_table(locked, ROWS)) == 8
    with pytest.raises(ItemsError, match="needs a new version"):
        item_table(locked, ROWS[:-1])
    assert len(item_table(locked, ROWS[:-1], check_hash=False)) == 7


def test_excluded_items_are_left_out_and_must_exist():
    exclude = {"ids": ["q3"], "reason": "annulled"}
    assert "q3" not in item_table(spec(items__exclude=exclude), ROWS).by_id
    with pytest.raises(ItemsError, match="q9"):
        item_table(spec(items__exclude=exclude | {"ids": ["q9"]}), ROWS)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*ROWS, ROWS[0]], "more than once"),
        ([], "at least one"),
        ([{key: ROWS[0][key] for key in ROWS[0] if key != "gold"}], "no gold"),
        ([ROWS[0] | {"gold": ""}], "an empty `gold`"),
        ([ROWS[0] | {"patient": "a\x1fb"}], "U\\+001F"),
    ],
)
def test_bad_rows_are_refused_with_their_item(rows, words):
    with pytest.raises(ItemsError, match=words):
        item_table(spec(), rows)


def test_a_column_that_gives_the_answer_away_is_found():
    rows = [row | {"annotator": row["gold"] if row["id"] != "q0" else "B"} for row in ROWS]
    changed = spec(items__visible=["question", "options", "annotator"])
    assert leaking_columns(changed, item_table(changed, rows)) == {"annotator": 7 / 8}
    assert leaking_columns(spec(), table()) == {}
