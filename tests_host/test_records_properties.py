"""
memory.records.codec under hypothesis on CPython; what it draws is read on MicroPython as well.
"""

import json
import sys
from binascii import hexlify
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import device
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path[:0] = [
    str(device.ROOT / "lib"),
    str(device.ROOT / "tools" / "cpython"),
    str(device.ON_DEVICE),
]

records: Any = import_module("memory.records.codec")
fields: Any = import_module("memory.records.fields")
FIELDS = [row.name for row in fields.TABLE]
kinds: Any = import_module("memory.records.kinds")
ids: Any = import_module("memory.records.ids")
CorruptRecord: Any = import_module("memory.errors").CorruptRecord
vectors: Any = import_module("_vectors")
parts = vectors.parts

_TEXT = st.text(st.characters(codec="utf-8"), max_size=60)
_U32 = st.integers(0, 2**32 - 1)
_TIMES = st.integers(0, 4291747199)  # up to the last second of 2135
_KNOWN = set(range(1, len(FIELDS) + 1))
_RESERVED = set(FIELDS) | set(records._CORE + records._MARKS + records._FLAG_NAMES)
_NAMES = _TEXT.filter(lambda name: name not in _RESERVED and not name.startswith("#"))
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)

_BY_SORT = {
    fields.TEXT: _TEXT,
    fields.INT: _U32,
    fields.TIME: _TIMES,
    fields.CHOICE: st.integers(0, 300),
    fields.DAY: st.integers(0, 86000),
    fields.LIST: st.lists(_TEXT, max_size=4).map(tuple),
    fields.JSON: _JSON.filter(lambda value: value is not None),
}


@st.composite
def _records(draw: st.DrawFn) -> Any:
    epoch = draw(st.text("0123456789abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=3))
    made = {}
    for row in fields.TABLE:
        if draw(st.integers(0, 3)) == 0:
            made[row.name] = draw(_BY_SORT[row.sort])
    numbers = st.integers(1, 254).filter(lambda number: number not in _KNOWN)
    unknown = draw(st.dictionaries(numbers, st.binary(max_size=200), max_size=3))
    vector = (
        draw(st.sampled_from(sorted(kinds.BY_NAME))),
        epoch + str(draw(_U32)),
        draw(_TIMES),
        draw(st.booleans()),
        draw(_U32),
        made,
        sorted(unknown.items()),
        draw(st.dictionaries(_NAMES, _JSON, max_size=3)),
    )
    return vectors.record(vector)


@settings(max_examples=device.tries(300))
@given(_records())
def test_any_record_is_the_same_after_its_hot_bytes(made: Any) -> None:
    key, value = ids.key_of(made.kind, made.id), records.encode(made)
    assert parts(records.decode(key, value)) == parts(made)
    assert records.encode(records.decode(key, value)) == value


@settings(max_examples=device.tries(300))
@given(_records(), st.booleans(), st.none() | _records())
def test_any_record_is_the_same_after_its_line(made: Any, keep: bool, after: Any) -> None:
    text = records.to_line(made, keep=keep, next=after)
    assert "\n" not in text
    line = records.from_line(text)
    assert parts(line.record) == parts(made)
    assert line.keep == keep
    assert (line.next is None) == (after is None)
    if after is not None:
        assert parts(line.next) == parts(after)


@settings(max_examples=device.tries(500))
@given(st.binary(max_size=80), st.binary(max_size=60))
@example(b"f\0\0\0\1k3z", b"\x01\0\0\0\0\0\x01\xff\x04null")
def test_any_bytes_are_a_record_or_corrupt(key: bytes, value: bytes) -> None:
    for of in (key, ids.key_of("fact", "k3z42")):
        try:
            found = records.decode(of, value)
        except CorruptRecord:
            continue
        again = records.decode(of, records.encode(found))
        assert parts(again)[0] == parts(found)[0]


@settings(max_examples=device.tries(500))
@given(
    st.binary(max_size=80) | _TEXT.map(str.encode) | _JSON.map(lambda v: json.dumps(v).encode())
)
def test_any_text_is_a_line_or_corrupt(text: bytes) -> None:
    try:
        records.from_line(text)
    except CorruptRecord:
        return
    raise AssertionError("no record has so few members")


@settings(max_examples=device.tries(500))
@given(_records(), st.data())
def test_a_line_with_one_value_replaced_is_a_record_or_corrupt(
    made: Any, data: st.DataObject
) -> None:
    found = json.loads(records.to_line(made))
    name = data.draw(st.sampled_from(sorted(found)))
    found[name] = data.draw(_JSON)
    try:
        line = records.from_line(json.dumps(found))
    except CorruptRecord:
        return
    records.encode(line.record)
    assert ids.is_id(line.id)


def _is_plain(made: Any) -> bool:
    """True where its bytes have no JSON, which interpreters escape differently."""
    json_fields = [row.name for row in fields.TABLE if row.sort == fields.JSON]
    return made.other == {} and not any(name in made.fields for name in json_fields)


def test_micropython_reads_what_cpython_wrote_and_writes_the_same(
    run_mpy: Callable[..., device.Ran], tmp_path: Path
) -> None:
    rows = []

    @settings(max_examples=device.tries(150), database=None)
    @given(_records())
    def collect(made: Any) -> None:
        value = hexlify(records.encode(made)).decode()
        # As the device writes lines: UTF-8, no escaped characters.
        line = json.dumps(json.loads(records.to_line(made)), ensure_ascii=False)
        # `other` is JSON within the bytes, and CPython's JSON escapes what MicroPython's does not.
        rows.append((made.kind, made.id, value, line, _is_plain(made)))

    collect()
    rows += [
        (made.kind, made.id, hexlify(records.encode(made)).decode(), "", _is_plain(made))
        for made in map(vectors.record, vectors.VECTORS)
    ]
    path = tmp_path / "records.json"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    code = """
import json, sys
from binascii import unhexlify
sys.path.append("tests_host/on_device")
from _vectors import parts
from memory.records import codec as records, ids
count = 0
for text in open(sys.argv[1]):
    kind, id, value, line, plain = json.loads(text)
    hot = records.decode(ids.key_of(kind, id), unhexlify(value))
    assert not plain or records.encode(hot) == unhexlify(value), text
    cold = records.from_line(line or records.to_line(hot)).record
    for name in ("calls", "results", "actions"):  # escaped by CPython alone
        hot.fields.pop(name, None)
        cold.fields.pop(name, None)
    assert parts(hot)[:3] == parts(cold)[:3], text
    assert parts(records.from_line(records.to_line(cold)).record) == parts(cold), text
    count += 1
print(json.dumps(count))
"""
    ran = run_mpy(code, path)
    assert ran.json() == len(rows) >= device.tries(150)
