"""The forces of Battle for 2mm Earth 1418 as the service keeps, builds, plays and prints them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.forces.offered import ForceCounted, ForcesOffered
from app.forces.shown import ForceFindingShown, SumShown
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
from rules.kernel.play import Role

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


def _opening(attacker: EarthForce, defender: EarthForce) -> Mapping[str, Any]:
    """What opens a game of two forces, at the attacker's month; of their house rules the attacker's come first."""
    settled = {one.ruling for one in attacker.house_rules}
    rules = (*attacker.house_rules, *(one for one in defender.house_rules if one.ruling not in settled))
    title = f"{attacker.name} against {defender.name}"[:80]
    sent = to_begin(title, attacker.date, rules, of_both(attacker, defender))
    if isinstance(sent, Refusal):
        raise NotFitting(Misfit("", sent.because, sent.instead))
    return {"system": SYSTEM.key, "title": title, "role": Role.REFEREE.value, "command": sent}


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
    opening=_opening,
    forms=forms_of_force,
    sample=_sample(),
    schema="Earth1418EarthForce",
    schemas=_schemas,
    most_bytes=MOST_BYTES,
)
