"""Records from files and standard input."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from shmear.record import RecordError, decode, encode, find, replay

Record = dict[str, Any]


def read(path: str, stdin: bytes = b"") -> list[Any]:
    return [found.decode() for found in find(path, io.BytesIO(stdin))]


def test_a_json_file_is_one_record_however_it_is_laid_out(tmp_path: Path, worked: Record) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(worked, indent=2))
    assert read(str(path)) == [worked]


def test_a_jsonl_file_has_a_record_a_line(tmp_path: Path, worked: Record) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_text(f"{json.dumps(worked)}\n\n{json.dumps({'a': 1})}\n")
    assert read(str(path)) == [worked, {"a": 1}]


def test_standard_input_takes_both(worked: Record) -> None:
    assert read("-", json.dumps(worked, indent=2).encode()) == [worked]
    assert read("-", f"{json.dumps(worked)}\n{json.dumps(worked)}\n".encode()) == [worked, worked]


def test_a_bad_line_does_not_stop_the_next(tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_bytes(b'{"a": \n{"a": 1}\n\xff\xfe\n')
    first, second, third = find(str(path), io.BytesIO())
    with pytest.raises(RecordError, match="not JSON"):
        first.decode()
    assert second.decode() == {"a": 1}
    with pytest.raises(RecordError, match="not JSON"):
        third.decode()
    assert [first.place, third.place] == [f"{path}, line 1", f"{path}, line 3"]


def test_a_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read(str(path)) == [{"a": 1}]


def test_an_empty_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(b"")
    with pytest.raises(RecordError, match="empty"):
        read(str(path))


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        read(str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    "text", [b"[" * 200_000, b'{"a":' * 200_000, b"9" * 20_000, b"NaN", b'"\\ud800"', b"\x00", b"{} {}"]
)
def test_text_that_no_record_can_be_is_an_error_and_nothing_worse(text: bytes) -> None:
    with pytest.raises(RecordError):
        replay(decode(text))


def test_reading_and_writing_keep_everything(worked: Record) -> None:
    worked.update(meta={"place": "Göteborg ♥", "n": [1, 2.5, None]}, unknown={"kept": True})
    worked["hands"][0]["note"] = "kept too"
    assert decode(encode(worked)) == worked
    assert encode(decode(encode(worked))) == encode(worked)
