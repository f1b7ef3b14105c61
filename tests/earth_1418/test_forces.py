"""Forces: their file is read as it was written, what the book would have otherwise is told, and sums are the book's."""

import json
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.earth_1418.forces import (
    EarthForce,
    ForceFormation,
    SubUnitWritten,
    document_of,
    file_schema,
    findings,
    read_force,
    sums,
    write_force,
)
from rules.earth_1418.game.setup import as_side, of_both
from rules.earth_1418.troop_chart import TypedValues
from rules.earth_1418.vocabulary import Arm, FormationClass, Speed, Terrain, TroopType
from rules.kernel.rulings import HouseRule
from rules.kernel.serialization import NotFitting

DOCS: Final = Path(__file__).parents[2] / "docs"
CAR: Final = TypedValues(speed=Speed.FAST_CAVALRY, melee=0, shooting=2, bonus=1, resilience=5, range_cm=40.0)


def unit(name: str, kind: str, bases: int, **more: Any) -> SubUnitWritten:
    return SubUnitWritten(name=name, unit=TroopType(kind), bases=bases, **more)


def formation(name: str, *units: SubUnitWritten, grade: str = "line", motorised: bool = False) -> ForceFormation:
    return ForceFormation(name=name, grade=FormationClass(grade), motorised=motorised, sub_units=units)


def force(*formations: ForceFormation, **more: Any) -> EarthForce:
    return EarthForce(name="Ours", formations=formations, **more)


MARCHERS: Final = formation(
    "3rd Marchers",
    unit("A Company", "line_infantry", 4),
    unit("Machine guns", "machine_guns", 2),
    unit("Staff", "command", 1),
    motorised=True,
)
NAMES: Final = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=60)
UNITS: Final = st.builds(
    SubUnitWritten,
    name=NAMES,
    unit=st.sampled_from(TroopType),
    bases=st.integers(1, 20),
    terrain=st.sampled_from(Terrain),
    dug_in=st.booleans(),
    packed=st.booleans(),
    typed=st.sampled_from([TypedValues(), CAR]),
)
FORMATIONS: Final = st.builds(
    ForceFormation,
    name=NAMES,
    grade=st.sampled_from(FormationClass),
    motorised=st.booleans(),
    sub_units=st.lists(UNITS, max_size=5).map(tuple),
)
FORCES: Final = st.builds(
    EarthForce,
    name=NAMES,
    date=st.sampled_from(["1866-07", "1915-05", "1918-11"]),
    house_rules=st.sampled_from([(), (HouseRule("G-22", "bases_as_given"),)]),
    formations=st.lists(FORMATIONS, max_size=4).map(tuple),
)


@settings(max_examples=150, deadline=None)
@given(FORCES)
def test_any_force_is_read_as_it_was_written_and_fits_its_schema(made: EarthForce) -> None:
    written = write_force(made)
    assert read_force(written) == made
    assert write_force(read_force(written)) == written
    jsonschema_rs.validator_for(file_schema()).validate(json.loads(written))
    assert all(one.says and one.instead and one.clause.startswith("BE-") for one in findings(made))
    assert sums(made).bases == sum(one.bases for one in made.sub_units())


def test_the_schema_beside_the_description_is_that_of_the_program() -> None:
    kept = json.loads((DOCS / "force-format-earth-1418.schema.json").read_text(encoding="utf-8"))
    assert kept == file_schema()


def test_the_example_of_the_description_is_a_force() -> None:
    text = (DOCS / "force-format-earth-1418.md").read_text(encoding="utf-8")
    made = read_force(text.partition("```json")[2].partition("```")[0].encode())
    assert (len(made.formations), [one.name for one in made.sub_units()][-1]) == (2, "1st Car")
    assert [one.clause for one in findings(made)] == []


@pytest.mark.parametrize(
    ("change", "of", "says", "instead"),
    [
        ({"system": "flanders-fields"}, "", "a force of 'flanders-fields'", "earth-1418"),
        ({"system": None}, "", "of no system", "earth-1418"),
        ({"version": 2}, "", "only beaten-zone-force 1 can be read", "saved here"),
        ({"moon": 1}, "", "there is no 'moon' here", "formations"),
        ({"date": "1813-10"}, "", "1813", "1820"),
        ({"date": "May"}, "", "May", "1914-08"),
        ({"name": " "}, "", "is no name", "letters"),
        ({"house_rules": [{"ruling": "G-99", "option": "x"}]}, "", "G-99", ""),
        ({"formations": [{"name": "X", "grade": "brave"}]}, "X", "grade: 'brave' is not known here", "elite"),
        (
            {
                "formations": [
                    {"name": "X", "grade": "line", "sub_units": [{"name": "A", "unit": "zouaves", "bases": 3}]}
                ]
            },
            "A",
            "unit: 'zouaves' is not known here",
            "line_infantry",
        ),
        (
            {"formations": [{"name": "X", "grade": "line", "sub_units": [{"unit": "command", "bases": 21}]}]},
            "sub-unit 1 of formation 1",
            "name: it is missing",
            "what it is called",
        ),
    ],
)
def test_what_is_no_force_is_refused_with_its_place(change: dict[str, Any], of: str, says: str, instead: str) -> None:
    told = {**document_of(force(MARCHERS)), **change}
    told = {name: value for name, value in told.items() if value is not None}
    with pytest.raises(NotFitting) as bad:
        read_force(json.dumps(told).encode())
    (wrong,) = bad.value.wrong
    assert wrong.of == of
    assert says in wrong.because
    assert instead in wrong.instead


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"format": "beaten-zone-force", "format": "x"}', '{"a": NaN}', "[" * 100_000]
)
def test_what_is_no_json_is_refused_in_words(text: str) -> None:
    with pytest.raises(NotFitting) as bad:
        read_force(text.encode())
    assert bad.value.wrong[0].because
    assert bad.value.wrong[0].instead


def told(*formations: ForceFormation, **more: Any) -> list[tuple[str, str, bool]]:
    return [(one.clause, one.of, one.grave) for one in findings(force(*formations, **more))]


def test_a_battalion_of_the_chart_is_as_the_book_has_it() -> None:
    assert told(MARCHERS) == []


def test_a_force_has_a_formation_and_a_formation_a_sub_unit() -> None:
    """BE-STR-01, BE-STR-02."""
    assert told() == [("BE-STR-01", "", True)]
    assert told(formation("Empty")) == [("BE-STR-02", "0", True)]


def test_they_are_told_apart_by_their_names() -> None:
    """BE-STR-02: a game knows its formations and sub-units by them."""
    twice = formation("A Company", unit("A Company", "line_infantry", 3))
    assert told(twice) == [("BE-STR-02", "", True)]


def test_only_infantry_with_its_heavy_weapons_is_carried() -> None:
    """BE-TRP-04, BE-TRP-06."""
    guns = formation("Guns", unit("Battery", "field_gun", 4), unit("Staff", "command", 1), motorised=True)
    assert told(guns) == [("BE-TRP-04", "0", True)]
    mixed = formation("Mixed", unit("A", "line_infantry", 3), unit("Battery", "field_gun", 4), motorised=True)
    assert told(mixed) == [("BE-TRP-04", "0", False), ("BE-TRP-06", "0", False)]


def test_vehicles_and_artillery_do_not_begin_dug_in() -> None:
    """BE-VEH-01, BE-ART-04, which repeat BE-DIG-07; by G-07 artillery may."""
    dug = formation("Dug in", unit("Tank", "mother_tank", 1, dug_in=True), unit("Battery", "field_gun", 4, dug_in=True))
    assert told(dug) == [("BE-VEH-01", "0.0", True), ("BE-ART-04", "0.1", True)]
    assert told(dug, house_rules=(HouseRule("G-07", "artillery_digs"),)) == [("BE-VEH-01", "0.0", True)]


def test_only_artillery_is_packed() -> None:
    """BE-ART-03; self-propelled guns never are (BE-VEH-04)."""
    packed = formation(
        "Packed",
        unit("A", "line_infantry", 3, packed=True),
        unit("Battery", "field_gun", 4, packed=True),
        unit("SP", "self_propelled_gun", 1, packed=True, typed=CAR),
    )
    assert told(packed) == [("BE-ART-03", "0.0", False), ("BE-ART-03", "0.2", False)]


def test_what_the_chart_has_no_row_for_is_typed() -> None:
    """G-24: armoured cars, self-propelled, naval and railway guns, trench guns."""
    assert told(formation("Cars", unit("Car", "armoured_car", 1))) == [("BE-VEH-05", "0.0", True)]
    assert told(formation("Cars", unit("Car", "armoured_car", 1, typed=CAR))) == []
    # A trench gun has the Resilience of its formation; its dice are typed all the same.
    assert told(formation("Guns", unit("Gun", "trench_gun", 1)))[0][0] == "BE-STR-05"
    assert told(formation("Foot", unit("A", "line_infantry", 3, typed=CAR))) == [("BE-CHR-02", "0.0", False)]


def test_infantry_of_another_class_is_told() -> None:
    """BE-STR-06."""
    assert told(formation("Guides", unit("A", "reserve_infantry", 3), grade="elite")) == [("BE-STR-06", "0.0", False)]


def test_by_house_rule_the_multipliers_limit_the_bases() -> None:
    """G-22: machine guns 1 to 2, tanks exactly 2."""
    rules = (HouseRule("G-22", "bases_as_given"),)
    guns = formation("Guns", unit("MG", "machine_guns", 3), unit("Tanks", "mother_tank", 1))
    assert told(guns) == []
    assert told(guns, house_rules=rules) == [("BE-CHR-05", "0.0", True), ("BE-CHR-13", "0.1", True)]


def test_sums_are_bases_dice_and_resilience() -> None:
    """BE-ARM-02: 4 companies' bases shoot 1 + 2, two machine guns 3, staff 1; melee 2 + 2, 1, 1."""
    cars = formation("Cars", unit("Car", "armoured_car", 1, typed=CAR), unit("Bare", "armoured_car", 2), grade="elite")
    found = sums(force(MARCHERS, cars))
    assert (found.formations, found.sub_units, found.bases) == (2, 5, 10)
    assert found.of_arm == ((Arm.INFANTRY, 4), (Arm.HEAVY_WEAPON, 3), (Arm.VEHICLE, 3))
    # The car's two dice are typed; the two without values count for nothing yet.
    assert (found.shooting_dice, found.melee_dice) == (3 + 3 + 1 + 2, 4 + 1 + 1)
    # Line 4, as its machine guns and staff; the car 5, typed.
    assert found.of_resilience == ((4, 7), (5, 1))
    # One base of lorries (BE-TRP-02); two to six vehicles on each of three bases (BE-VEH-03).
    assert (found.motor_bases, found.vehicles, found.typed) == (1, (6, 18), 2)


def test_a_force_is_the_formations_of_a_side() -> None:
    one, other = as_side(force(MARCHERS), "attacker"), as_side(force(MARCHERS), "defender")
    assert (one[0].side, other[0].side) == ("attacker", "defender")
    assert (one[0].name, one[0].motorised, one[0].sub_units) == ("3rd Marchers", True, MARCHERS.sub_units)


def test_what_both_sides_call_alike_is_told_apart_in_their_game() -> None:
    """BE-STR-02: a game knows formations and sub-units by their names."""
    ours = force(MARCHERS)
    theirs = force(formation("3rd Marchers", unit("A Company", "line_infantry", 4), unit("B" * 60, "command", 1)))
    made = of_both(ours, theirs)
    assert [one.name for one in made] == ["3rd Marchers (attacker)", "3rd Marchers (defender)"]
    assert [one.name for one in made[1].sub_units] == ["A Company (defender)", "B" * 60]
    assert [one.name for one in made[0].sub_units][1:] == ["Machine guns", "Staff"]
    mirrored = of_both(theirs, theirs)
    assert max(len(unit.name) for one in mirrored for unit in one.sub_units) == 60
