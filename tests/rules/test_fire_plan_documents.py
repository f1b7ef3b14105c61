"""The open file of a fire plan: what is written comes back, what is no plan is refused in words, whole."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.fire_plan import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_NOTES,
    PLANNED_KINDS,
    Allowed,
    BarrageLine,
    BombardmentLine,
    Duty,
    GasLine,
    GridPlace,
    Halt,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenFor,
    WrittenPlan,
    is_on_table,
    mirrored,
    reference_of,
)
from rules.flanders_fields.fire_plan_document import MOST_BYTES, canonical, faults, file_schema, read_plan, write_plan
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import Nation, Side, UnitClass, Work
from rules.kernel.serialization import NotFitting

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLE = json.loads(re.findall(r"```json\n(.*?)```", (DOCS / "fire-plan-format.md").read_text("utf-8"), re.DOTALL)[0])

signs = st.text(st.characters(categories=("L", "N", "P", "S")) | st.just(" "), max_size=30).filter(str.isprintable)
names = signs.filter(lambda one: bool(one.strip()))
turns = st.none() | st.integers(1, 99)
lengths = st.integers(0, 10_000)
places = st.none() | st.builds(Reference, st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))
halts = st.lists(st.builds(Halt, up_mm=lengths, turns=st.integers(1, 99)), max_size=3).map(tuple)


@st.composite
def plans(draw: st.DrawFn) -> WrittenPlan:
    ids = draw(st.lists(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}", fullmatch=True), unique=True, max_size=14))
    names_of_lines = iter(ids)

    def some(line: st.SearchStrategy[Any]) -> tuple[Any, ...]:
        wanted = draw(st.integers(0, 2))
        return tuple(draw(line)(one) for one, _ in zip(names_of_lines, range(wanted), strict=False))

    def lines(make: Any, /, **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.fixed_dictionaries(parts).map(lambda told: lambda id: make(id=id, **told))

    weapons = some(
        lines(
            WeaponLine,
            name=names,
            kind=st.sampled_from(sorted(PLANNED_KINDS)),
            duty=st.sampled_from(Duty),
            at=places,
            where=signs,
            unit=signs,
            note=signs,
        )
    )
    of = st.sampled_from(["", *(one.id for one in weapons)])
    aimed = {"weapon": of, "at": places, "where": signs}
    return WrittenPlan(
        name=draw(names),
        side=draw(st.sampled_from(Side)),
        written_for=draw(
            st.builds(
                WrittenFor,
                width_mm=st.integers(300, 10_000),
                depth_mm=st.integers(300, 10_000),
                month=st.sampled_from(["", "1914-08", "1917-11"]),
                nation=st.none() | st.sampled_from(Nation),
                regiments=st.none() | st.integers(1, 12),
                entire_division=st.booleans(),
            )
        ),
        weapons=weapons,
        shifts=some(lines(ShiftLine, turn=turns, **aimed)),
        bombardments=some(lines(BombardmentLine, turn=turns, **aimed)),
        barrages=some(
            lines(
                BarrageLine,
                name=signs,
                start_mm=st.none() | lengths,
                speed_mm=st.none() | st.integers(0, 1000),
                turns=turns,
                halts=halts,
                back=st.lists(st.integers(1, 99), max_size=3).map(tuple),
                leads_mm=st.lists(st.integers(-1000, 1000), max_size=4).map(tuple),
                hurricane=st.booleans(),
            )
        ),
        gas=some(
            lines(
                GasLine,
                kind=st.none() | st.sampled_from(GasKind),
                delivery=st.none() | st.sampled_from(Delivery),
                turn=turns,
                at=places,
                wind_deg=st.none() | st.integers(0, 359),
            )
        ),
        works=some(lines(WorkLine, name=signs, work=st.none() | st.sampled_from(Work), turn=turns)),
        sos_points=some(lines(SosLine, **aimed)),
        air_missions=draw(st.integers(0, 9)),
        notes="\n".join(draw(st.lists(signs, max_size=3))),
        allowed=tuple(draw(st.lists(st.builds(Allowed, finding=signs, because=signs), max_size=2))),
    )


@settings(max_examples=150, deadline=None)
@given(plans())
def test_what_is_written_is_read_again_and_written_alike(plan: WrittenPlan) -> None:
    assert faults(plan) == ()
    for written in (write_plan(plan), canonical(plan)):
        again = read_plan(written)
        assert again == plan
        assert write_plan(again) == write_plan(plan)
        assert canonical(again) == canonical(plan)


@settings(max_examples=50, deadline=None)
@given(plans())
def test_the_canonical_bytes_are_those_of_rfc_8785(plan: WrittenPlan) -> None:
    """Names sorted, no blanks between, no sign escaped that need not be; without fractions nothing else is asked."""
    told = canonical(plan).decode()
    assert json.dumps(json.loads(told), sort_keys=True, separators=(",", ":"), ensure_ascii=False) == told
    assert not any(isinstance(one, float) for one in _numbers(json.loads(told)))


def _numbers(told: Any) -> list[Any]:
    if isinstance(told, dict):
        return [one for part in told.values() for one in _numbers(part)]
    return [one for part in told for one in _numbers(part)] if isinstance(told, list) else [told]


def test_what_is_not_filled_in_is_left_out() -> None:
    """A field that a later version adds must not change the bytes an older plan was sealed by."""
    plan = WrittenPlan(name="Empty", side=Side.DEFENDER)
    assert canonical(plan) == b'{"format":"beaten-zone-fire-plan","name":"Empty","side":"defender","version":1}'


def test_the_example_of_the_documentation_can_be_read() -> None:
    plan = read_plan(json.dumps(EXAMPLE).encode())
    assert plan.weapons[0].at == Reference(560, 1100)
    assert plan.barrages[0].halts == (Halt(up_mm=950, turns=1),)
    assert plan.gas[0].kind is GasKind.DENYING


def changed(path: str, value: object) -> bytes:
    """The example with one thing otherwise; a path of names and places: weapons.0.name."""
    made: Any = json.loads(json.dumps(EXAMPLE))
    *rest, last = path.split(".")
    inside = made
    for step in rest:
        inside = inside[int(step) if isinstance(inside, list) else step]
    inside[int(last) if isinstance(inside, list) else last] = value
    return json.dumps(made).encode()


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"", "", "no whole JSON"),
        (b"hello", "", "no whole JSON"),
        (b"\xff\xfe", "", "no whole JSON"),
        ("{}".encode("utf-16"), "", "no whole JSON"),
        (b"[]", "", "an object with named fields"),
        (b"{}", "", "names its format"),
        (b"[" * 200_000, "", "no whole JSON"),
        (b'{"a":' * 100_000, "", "no whole JSON"),
        (b" " * (MOST_BYTES + 1), "", "at most 1000 kB"),
        (b'{"format": ' + b"9" * 5000 + b"}", "", "no whole JSON"),
        (changed("version", 2), "", "'beaten-zone-fire-plan' 2"),
        (changed("version", True), "", "True"),
        (changed("version", 1.0), "", "1.0"),
        (changed("format", "beaten-zone-table"), "", "beaten-zone-table"),
        (changed("moon", 1), "", "'moon'"),
        (changed("name", ""), "", "no name"),
        (changed("name", "x" * (LONGEST_NAME + 1)), "", "80 letters at most"),
        (changed("name", "a\ud800"), "", "no whole JSON"),
        (changed("name", "two\nlines"), "", "cannot be shown"),
        (changed("notes", "a\u0000b"), "", "signs in the notes"),
        (changed("notes", "x" * (LONGEST_NOTES + 1)), "", "4000 letters at most"),
        (changed("side", "referee"), "", "attacker, defender"),
        (changed("air_missions", 10), "", "0 to 9"),
        (changed("written_for.month", "1917-13"), "", "1917-13"),
        (changed("written_for.width_mm", 20), "", "300 to 10000 mm"),
        (changed("weapons", {}), "", "give a list"),
        (changed("weapons.0", 5), "weapons 1", "by its name"),
        (changed("weapons.0.id", "no good"), "no good", "letters, digits"),
        (changed("weapons.1.id", "sup-1"), "sup-1", "2 lines have the id"),
        (changed("gas.0.id", "sup-1"), "sup-1", "2 lines have the id"),
        (changed("weapons.0.kind", "tank"), "sup-1", "no line for a tank"),
        (changed("weapons.0.name", " "), "sup-1", "has no name"),
        (changed("weapons.0.note", "x" * (LONGEST_NOTE + 1)), "sup-1", "200 letters at most"),
        (changed("weapons.0.at", [560]), "sup-1", "along_mm, up_mm"),
        (changed("weapons.0.at", [560, 1100.5]), "sup-1", "a whole number"),
        (changed("weapons.0.at", [560, True]), "sup-1", "a whole number"),
        (changed("weapons.0.at", [560, 10_001]), "sup-1", "-10000 to 10000 mm"),
        (changed("shifts.0.weapon", "nobody"), "shift-1", "nobody"),
        (changed("shifts.0.turn", 0), "shift-1", "1 to 99"),
        (changed("shifts.0.turn", "4"), "shift-1", "a whole number"),
        (changed("barrages.0.halts.0.turns", 0), "barrage", "1 to 99"),
        (changed("barrages.0.halts.0.far", 1), "barrage", "'far'"),
        (changed("barrages.0.back", list(range(1, 22))), "barrage", "20 at most"),
        (changed("gas.0.wind_deg", 360), "gas-1", "0 to 359"),
        (changed("gas.0.kind", "lethal"), "gas-1", "offensive"),
        (changed("gas", [{"id": f"g{n}"} for n in range(31)]), "", "30 at most"),
        (changed("bombardments", [{"id": f"b{n}"} for n in range(251)]), "", "250 at most"),
    ],
)
def test_what_is_no_plan_is_refused_beside_the_line(data: bytes, line: str, says: str) -> None:
    with pytest.raises(NotFitting) as refused:
        read_plan(data)
    first = refused.value.wrong[0]
    assert first.of == line
    assert says in f"{first.because} {first.instead}"
    assert first.because
    assert first.instead
    str(refused.value).encode()


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e400", b"1.0", b"010", b"1_000"])
def test_no_number_that_is_none_is_taken(number: bytes) -> None:
    with pytest.raises(NotFitting):
        read_plan(json.dumps(EXAMPLE).encode().replace(b"[560, 1100]", b"[560, " + number + b"]"))


@pytest.mark.parametrize("name", ["name", "format", "kind"])
def test_a_name_that_stands_twice_is_refused(name: str) -> None:
    text = json.dumps(EXAMPLE)
    place = text.index(f'"{name}"')
    with pytest.raises(NotFitting, match=f"'{name}' stands twice"):
        read_plan(f'{text[:place]}"{name}": "field_gun", {text[place:]}'.encode())


def test_everything_that_is_wrong_is_told_line_by_line() -> None:
    made = json.loads(changed("weapons.0.name", " "))
    made["shifts"][0]["weapon"] = "nobody"
    with pytest.raises(NotFitting) as refused:
        read_plan(json.dumps(made).encode())
    assert [one.of for one in refused.value.wrong] == ["sup-1", "shift-1"]


def test_the_fullest_plan_fits_into_a_file() -> None:
    """Every list full, every text as long as it may be, of letters of four bytes: what is written can be read again."""
    name, note = "\U0001d538" * LONGEST_NAME, "\U0001d539" * LONGEST_NOTE
    weapons = [
        WeaponLine(id=f"w{n:039}", name=name, kind=UnitClass.SUPER_HEAVY_ARTILLERY, at=Reference(9999, 9999), note=note)
        for n in range(60)
    ]
    fires = [
        BombardmentLine(id=f"b{n:039}", weapon=weapons[0].id, turn=99, at=Reference(9999, 9999), where=name, note=note)
        for n in range(250)
    ]
    shifts = [
        ShiftLine(id=f"s{n:039}", weapon=weapons[0].id, turn=99, at=Reference(9999, 9999), where=name, note=note)
        for n in range(150)
    ]
    plan = WrittenPlan(
        name=name,
        side=Side.ATTACKER,
        weapons=tuple(weapons),
        shifts=tuple(shifts),
        bombardments=tuple(fires),
        gas=tuple(GasLine(id=f"g{n:039}", where=name, note=note) for n in range(30)),
        works=tuple(WorkLine(id=f"k{n:039}", name=name, work=Work.STRONG_POINT, note=note) for n in range(60)),
        sos_points=tuple(SosLine(id=f"p{n:039}", where=name, note=note) for n in range(60)),
        notes="\U0001d53b" * LONGEST_NOTES,
        allowed=tuple(Allowed(finding="f" * 120, because=note) for _ in range(100)),
    )
    assert read_plan(write_plan(plan)) == plan


SCHEMA = json.loads((DOCS / "fire-plan-format.schema.json").read_text(encoding="utf-8"))


def test_the_schema_in_the_documentation_is_that_of_the_file() -> None:
    assert file_schema() == SCHEMA


@settings(max_examples=60, deadline=None)
@given(plans())
def test_every_file_that_is_written_fits_the_schema(plan: WrittenPlan) -> None:
    jsonschema_rs.validate(SCHEMA, json.loads(write_plan(plan)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("version", 2),
        ("moon", 1),
        ("name", 5),
        ("side", "referee"),
        ("weapons.0.kind", "guns"),
        ("weapons.0.at", [560]),
        ("weapons.0.at", [560, 1100.5]),
        ("weapons.0.at", [560, 10_001]),
        ("shifts.0.turn", 0),
        ("barrages.0.halts.0.turns", "one"),
        ("barrages.0.back", list(range(1, 22))),
        ("gas.0.wind_deg", 360),
        ("notes", "x" * (LONGEST_NOTES + 1)),
    ],
)
def test_what_the_form_of_a_file_forbids_the_schema_forbids_too(path: str, value: object) -> None:
    assert jsonschema_rs.is_valid(SCHEMA, EXAMPLE)
    assert not jsonschema_rs.is_valid(SCHEMA, json.loads(changed(path, value)))
    with pytest.raises(NotFitting):
        read_plan(changed(path, value))


WIDE = WrittenFor(width_mm=1200, depth_mm=1800)


def test_the_books_example_of_a_reference_and_its_mirror() -> None:
    """FF-FPL-27, FF-FPL-28: the German 64, 120 on a table of 120 by 180 is the British 56, 60."""
    german = Reference(640, 1200)
    assert mirrored(german, WIDE) == Reference(560, 600)
    assert reference_of(GridPlace(560, 600), Side.DEFENDER, WIDE) == german
    assert reference_of(GridPlace(560, 600), Side.ATTACKER, WIDE) == Reference(560, 600)


@pytest.mark.parametrize(
    ("at", "lies"),
    [((0, 0), True), ((1200, 1800), True), ((1201, 0), False), ((0, 1801), False), ((-1, 0), False), ((0, -1), False)],
)
def test_the_edges_belong_to_the_table(at: tuple[int, int], lies: bool) -> None:
    """FF-FPL-67, GAP-55: from 0 to the table's width and length."""
    assert is_on_table(Reference(*at), WIDE) is lies


@given(st.integers(0, 1200), st.integers(0, 1800))
def test_the_mirror_of_a_mirror_is_the_reference(along: int, up: int) -> None:
    at = Reference(along, up)
    assert mirrored(mirrored(at, WIDE), WIDE) == at
