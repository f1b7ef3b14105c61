"""The forces of Battle for 2mm Earth 1418 as the service keeps, builds, plays and prints them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.forces.offered import ForceCounted, ForcesOffered, GameAsked, LengthOffered, NewGameOffered
from app.forces.shown import ForceFindingShown, SumShown
from app.pages.fields import ChoiceField, options
from app.systems.earth_1418.force_outline import outline
from app.systems.earth_1418.forms import forms_of_force
from rules.earth_1418.forces.checks import findings
from rules.earth_1418.forces.document import MOST_BYTES, document_of, file_schema, read_force, write_force
from rules.earth_1418.forces.sums import sums
from rules.earth_1418.forces.written import EarthForce
from rules.earth_1418.game.of_forces import of_both, of_side
from rules.earth_1418.game.system import SYSTEM
from rules.earth_1418.turn.game.creating import to_begin
from rules.earth_1418.turn.game.ready_games import ready_games
from rules.kernel.documents import Misfit, NotFitting
from rules.kernel.explain import Refusal
from rules.kernel.questions import Questions

WIND, STRENGTH, MOST_BOUNDS, MOST_WIND = "wind_towards_deg", "wind_value", 99, 12
DIRECTIONS: Final = {
    "": "Not settled: the host says it in play",
    "0": "Up the table, to the defender’s edge",
    "45": "Up and to the right",
    "90": "To the right",
    "135": "Down and to the right",
    "180": "Down the table, to the attacker’s edge",
    "225": "Down and to the left",
    "270": "To the left",
    "315": "Up and to the left",
}
"""Where the wind blows to, by degrees clockwise from straight up the map."""
OPTIONS: Final = (
    ChoiceField(WIND, "Wind blows", options(DIRECTIONS), ""),
    ChoiceField(STRENGTH, "Wind value", options({str(n): str(n) for n in range(MOST_WIND + 1)}, "None"), ""),
)
PLACE: Final = "#/components/schemas/Earth1418{name}"


def _counted(force: EarthForce) -> ForceCounted:
    bases = sum(one.bases for one in force.sub_units())
    return ForceCounted(force.name, force.date, len(force.formations), bases)


def _findings(force: EarthForce) -> Sequence[ForceFindingShown]:
    return [
        ForceFindingShown(
            clause=one.clause,
            of=one.of,
            says=f"{one.name}: {one.says}" if one.name else one.says,
            instead=one.instead,
            grave=one.grave,
            allowed=False,
        )
        for one in findings(force)
    ]


def _sums(force: EarthForce) -> Sequence[SumShown]:
    return [SumShown(says=says, number=number, clause=clause) for says, number, clause in _summed(force)]


def _summed(force: EarthForce) -> Iterator[tuple[str, str, str]]:
    found = sums(force)
    yield "Formations", str(found.formations), "BE-STR-01"
    yield "Sub-units", str(found.sub_units), "BE-STR-02"
    yield "Bases", str(found.bases), "BE-STR-02"
    for arm, bases in found.of_arm:
        yield f"Bases of {arm.replace('_', ' ')}", str(bases), "BE-STR-05"
    yield "Dice in shooting, all of them fresh", str(found.shooting_dice), "BE-ARM-02"
    yield "Dice in melee, all of them in contact", str(found.melee_dice), "BE-ARM-02"
    for resilience, bases in found.of_resilience:
        yield f"Bases of Resilience {resilience}", str(bases), "BE-INJ-01"
    if found.vehicles[1]:
        yield "Vehicles on their bases", f"{found.vehicles[0]} to {found.vehicles[1]}", "BE-VEH-03"
    if found.motor_bases:
        yield "Bases of lorries beside", str(found.motor_bases), "BE-TRP-02"
    if found.typed:
        yield "Sub-units whose values are typed by you", str(found.typed), "BE-VEH-05"


def _opening(forces: Sequence[EarthForce], asked: GameAsked) -> Mapping[str, Any]:
    """Return the command that begins a game of two forces. Raises NotFitting."""
    attacker, defender = forces
    sent = to_begin(
        asked.title,
        asked.date,
        asked.house_rules,
        of_both(attacker, defender),
        asked.length,
        _number(WIND, asked),
        _number(STRENGTH, asked),
    )
    if isinstance(sent, Refusal):
        raise NotFitting(Misfit("", sent.because, sent.instead))
    return sent


def _number(name: str, asked: GameAsked) -> float | None:
    """The answer of a field that is a number; None for one that is left open. Raises NotFitting."""
    told = asked.options.get(name, "")
    if not told:
        return None
    known = next(one for one in OPTIONS if one.name == name)
    if told not in {option.value for option in known.options}:
        raise NotFitting(Misfit(name, f"{told[:20]!r} is no answer", "choose one of the list"))
    return float(told)


def _questions() -> Questions[Any]:
    from rules.earth_1418.resolutions import QUESTIONS

    return QUESTIONS


def _schemas() -> Mapping[str, Any]:
    return {f"Earth1418{name}": _with_units(schema) for name, schema in file_schema(PLACE)["$defs"].items()}


def _with_units(schema: dict[str, Any]) -> dict[str, Any]:
    for name, told in schema.get("properties", {}).items():
        if name.endswith("_cm"):
            told["description"] = f"{told['description']} (centimetres)"
    return schema


def _sample() -> Mapping[str, Any]:
    ready = ready_games()["brisefer-ridge"]
    return document_of(of_side(ready.formations, "attacker", "3rd Marchers and 1st Guides", ready.date))


FORCES: Final = ForcesOffered(
    key=SYSTEM.key,
    sides=SYSTEM.seating.sides,
    operations="earth_1418_",
    title="Battle for 2mm Earth 1418",
    says="Formations and their sub-units, of the troop chart",
    read=read_force,
    write=write_force,
    fresh=lambda name: EarthForce(name=name),
    renamed=lambda force, name: replace(force, name=name),
    counted=_counted,
    findings=_findings,
    sums=_sums,
    outline=outline,
    new_game=NewGameOffered(
        questions=_questions,
        length=LengthOffered("Ends after bound (empty: no limit)", MOST_BOUNDS),
        options=OPTIONS,
        opening=_opening,
        own_rules=lambda force: force.house_rules,
        dated=lambda force, date: replace(force, date=date),
    ),
    forms=forms_of_force,
    sample=_sample(),
    schema="Earth1418EarthForce",
    schemas=_schemas,
    most_bytes=MOST_BYTES,
)
