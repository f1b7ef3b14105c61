"""Forces of 1418: outline, checks, totals, the game they open, and their printed forms."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Final

import msgspec
from fastapi import Request

from app.documents.forces import (
    EntryKind,
    FieldOf,
    ForceCounted,
    ForceFindingShown,
    ForcesOffered,
    GameAsked,
    LengthOffered,
    New,
    NewGameOffered,
    OutlineOption,
    OutlineRow,
    SumShown,
)
from app.games.app_services import keeper_of
from app.lookups.vocabulary import counted, words
from app.pages.form_fields import ChoiceField, options
from app.printing.printables import FormsHere, Printable
from app.seats.seat_repository import Seat
from playsheets.earth_1418.formation_cards import cards_of, cards_of_view, orders_for, rosters
from playsheets.earth_1418.playsheet import values_for
from playsheets.forms import Form
from rules.earth_1418.forces import (
    MOST_BYTES,
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
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.ready_games import ready_games
from rules.earth_1418.game.setup import of_both, of_side, to_begin
from rules.earth_1418.game.state.game import SIDES
from rules.earth_1418.game.view import given, sides_of
from rules.earth_1418.lookups import QUESTIONS
from rules.earth_1418.ruleset import EDITION, EarthBook
from rules.earth_1418.troop_chart import (
    LONGEST_CM,
    MOST_BASES,
    MOST_TYPED,
    OWN_GRADE,
    ROWLESS,
    TroopFacts,
    arm_of,
    chart_row,
    resilience_of,
)
from rules.earth_1418.vocabulary import GUNS, FormationClass, Speed, Terrain, TroopType
from rules.kernel.explanations import Refusal
from rules.kernel.lookups import Questions
from rules.kernel.ruleset import calendar_of
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role
from rules.kernel.serialization import Misfit, NotFitting, build, without_defaults

# A force of 1418 laid out to be built from the troop chart

USUAL_BASES: Final = 3
COMPANIES: Final = "ABCD"


def outline(force: EarthForce) -> OutlineRow:
    """The whole of it, its formations, their sub-units."""
    names, book = frozenset(force.names()), force.book
    rows = tuple(_formation(force, n, names, book) for n in range(len(force.formations)))
    bases = sum(one.bases for one in force.sub_units())
    periods = calendar_of(EDITION).periods
    months = f"{periods[0].first} to {periods[-1].last}"
    fields = (
        FieldOf("name", "Name", EntryKind.TEXT, force.name, most=60),
        FieldOf("date", "Month", EntryKind.TEXT, force.date, most=7, hint=months),
    )
    what = f"{counted(len(rows), 'formation')}, {counted(bases, 'base')}"
    return OutlineRow("", "", force.name, what, fields, rows=rows, new=tuple(_new_formations(names)))


def _new_formations(names: Set[str]) -> Iterator[New]:
    for grade in FormationClass:
        name = free("Battalion", names)
        says = f"{_one(grade)} battalion of four companies"
        yield New("formations", says, _battalion(name, grade), "With its companies")
    for grade in FormationClass:
        empty = {"name": free("Formation", names), "grade": grade.value}
        yield New("formations", f"{_one(grade)} formation", empty, "With nothing in it")


def _one(grade: str) -> str:
    """A grade with its article."""
    return f"{'An' if grade[0] in 'aeiou' else 'A'} {grade}"


def _battalion(name: str, grade: FormationClass) -> dict[str, Any]:
    """What we call usual: the book names no establishment (BE-STR-01, BE-STR-02)."""
    own = next(troop for troop, of in OWN_GRADE.items() if of is grade)
    companies = [(f"{letter} Company, {name}", own, 4) for letter in COMPANIES]
    others = [(f"Machine guns, {name}", TroopType.MACHINE_GUNS, 2), (f"Command, {name}", TroopType.COMMAND, 1)]
    units = [{"name": one, "unit": troop.value, "bases": bases} for one, troop, bases in (*companies, *others)]
    return {"name": name, "grade": grade.value, "sub_units": units}


def free(word: str, names: Set[str]) -> str:
    """A name that nothing bears yet: "Battery 2"."""
    return next(name for n in range(1, len(names) + 2) if (name := f"{word} {n}") not in names)


def _formation(force: EarthForce, n: int, names: Set[str], book: EarthBook) -> OutlineRow:
    one, at = force.formations[n], f"formations.{n}"
    grades = tuple(OutlineOption(grade.value, words(grade)) for grade in FormationClass)
    fields = (
        FieldOf(f"{at}.name", "Name", EntryKind.TEXT, one.name, most=60),
        FieldOf(f"{at}.grade", "Class", EntryKind.CHOICE, one.grade.value, grades),
        FieldOf(f"{at}.motorised", "Motor transport", EntryKind.TOGGLE, one.motorised),
    )
    bases = sum(unit.bases for unit in one.sub_units)
    rows = tuple(_sub_unit(one, at, n, k, names, book) for k in range(len(one.sub_units)))
    new = tuple(_new_unit(troop, f"{at}.sub_units", names, book) for troop in TroopType)
    what = f"{words(one.grade)}, {counted(bases, 'base')}{', motorised' if one.motorised else ''}"
    more = New("formations", "One more like it", _copied(one, names))
    return OutlineRow(str(n), at, one.name, what, fields, (), rows, new, more, n > 0, n < len(force.formations) - 1)


def _copied(one: ForceFormation, names: Set[str]) -> dict[str, Any]:
    taken, told = set(names), without_defaults(one)
    for entry in (told, *told.get("sub_units", ())):
        entry["name"] = again(entry["name"], taken)
        taken.add(entry["name"])
    return dict(told)


def again(name: str, taken: Set[str]) -> str:
    """The name of one more like it: "A Company 2"."""
    return next(made for n in range(2, len(taken) + 3) if (made := f"{name[:55]} {n}") not in taken)


def _new_unit(troop: TroopType, at: str, names: Set[str], book: EarthBook) -> New:
    arm = arm_of(troop, book)
    bases = 1 if troop in ROWLESS or troop is TroopType.COMMAND else USUAL_BASES
    value = {"name": free(arm.says, names), "unit": troop.value, "bases": bases}
    return New(at, arm.says, value, words(arm.value))


def _sub_unit(one: ForceFormation, within: str, n: int, k: int, names: Set[str], book: EarthBook) -> OutlineRow:
    unit, at = one.sub_units[k], f"{within}.sub_units.{k}"
    troops = tuple(
        OutlineOption(troop.value, arm_of(troop, book).says, words(arm_of(troop, book).value)) for troop in TroopType
    )
    fields = [
        FieldOf(f"{at}.name", "Name", EntryKind.TEXT, unit.name, most=60),
        FieldOf(f"{at}.unit", "What it is", EntryKind.CHOICE, unit.unit.value, troops),
        FieldOf(f"{at}.bases", "Bases", EntryKind.NUMBER, unit.bases, least=1, most=MOST_BASES),
        *(_typed(unit, f"{at}.typed") if unit.unit in ROWLESS else ()),
        *_beginning(unit, at, book),
    ]
    withstands = resilience_of(unit.unit, one.grade, unit.typed, book)
    resilience = "Resilience to be typed" if isinstance(withstands, Refusal) else f"Resilience {withstands.value}"
    what = f"{counted(unit.bases, 'base')}, {arm_of(unit.unit, book).says}, {resilience}"
    more = New(f"{within}.sub_units", "One more like it", {**without_defaults(unit), "name": again(unit.name, names)})
    last = len(one.sub_units) - 1
    facts = tuple(_facts(unit, one.grade, book))
    return OutlineRow(f"{n}.{k}", at, unit.name, what, tuple(fields), facts, (), (), more, k > 0, k < last)


def _beginning(unit: SubUnitWritten, at: str, book: EarthBook) -> Iterator[FieldOf]:
    """How it begins a game."""
    grounds = tuple(OutlineOption(ground.value, words(ground)) for ground in Terrain)
    yield FieldOf(f"{at}.terrain", "It begins on ground that is", EntryKind.CHOICE, unit.terrain.value, grounds)
    if arm_of(unit.unit, book).value in GUNS:
        yield FieldOf(f"{at}.packed", "It begins packed", EntryKind.TOGGLE, unit.packed)
    yield FieldOf(f"{at}.dug_in", "It begins dug in", EntryKind.TOGGLE, unit.dug_in)


def _typed(unit: SubUnitWritten, at: str) -> Iterator[FieldOf]:
    """What the chart has no row for (G-24)."""
    typed = unit.typed
    speeds = (OutlineOption("", "Not said yet"), *(OutlineOption(speed.value, words(speed)) for speed in Speed))
    yield FieldOf(
        f"{at}.speed", "Speed", EntryKind.CHOICE, typed.speed.value if typed.speed else "", speeds, typed=True
    )
    for name, says in (("melee", "Arming in melee"), ("shooting", "Arming in shooting"), ("resilience", "Resilience")):
        told = getattr(typed, name)
        yield FieldOf(
            f"{at}.{name}", says, EntryKind.NUMBER, told, least=0, most=MOST_TYPED, typed=True, may_be_empty=True
        )
    bonus = "Bonus of one die in shooting"
    yield FieldOf(f"{at}.bonus", bonus, EntryKind.NUMBER, typed.bonus, least=0, most=MOST_TYPED, typed=True)
    yield FieldOf(
        f"{at}.range_cm",
        "Range",
        EntryKind.NUMBER,
        typed.range_cm,
        least=0,
        most=LONGEST_CM,
        unit="cm",
        hint="empty: infinite",
        typed=True,
        may_be_empty=True,
    )


def _facts(unit: SubUnitWritten, grade: FormationClass, book: EarthBook) -> Iterator[tuple[str, str]]:
    row = chart_row(TroopFacts(unit=unit.unit, grade=grade, typed=unit.typed), book)
    # What is still to be typed is said by the findings.
    for step in () if isinstance(row, Refusal) else row.steps:
        yield step.says, step.clause


# Prints of forces and games

CARDS: Final = "Formation cards"
ORDERS: Final = "Order sheet"


def forms_of_force(force: EarthForce) -> Sequence[Printable]:
    """Its cards, and an order sheet with its formations written in."""

    def cards() -> Form:
        return rosters(cards_of(force.formations), values_for(force.date, force.house_rules), force.name)

    def orders() -> Form:
        return orders_for(force.name, cards_of(force.formations), values_for(force.date, force.house_rules))

    return _offers(cards, orders, bool(force.formations))


async def seen_and_offered(game_id: str, request: Request, seat: Seat) -> FormsHere:
    """The forms of a game, of what the seat sees and of nothing else."""
    seen = await asyncio.wrap_future(keeper_of(request).games.view_soon(game_id, seat.role))
    view = msgspec.json.decode(seen.body)
    offers = tuple(forms_of_game(view)) if view["begun"] else ()
    return FormsHere(f"/games/{game_id}", view.get("title", ""), offers, {"in_basket": False})


def forms_of_game(view: Mapping[str, Any]) -> Sequence[Printable]:
    """Of each side its cards, which lie open to all; an order sheet only for whoever writes that side's orders."""
    rules = tuple(build(HouseRule, one) for one in view["house_rules"])
    own = sides_of(Role(view["you"]))
    found = list[Printable]()
    for side in sorted(SIDES, key=lambda one: one not in own):
        found.append(Printable(f"cards-{side}", f"{CARDS}, {side}", "as they stand now", _cards(view, side, rules)))
        if side in own:
            says = "commands, bombardments and plans of a bound"
            found.append(Printable(f"orders-{side}", f"{ORDERS}, {side}", says, _orders(view, side, rules)))
    return found


def _cards(view: Mapping[str, Any], side: str, rules: tuple[HouseRule, ...]) -> Callable[[], Form]:
    def made() -> Form:
        title, known = f"{view['title']}, {side}", tuple(given(view))
        return rosters(cards_of_view(view, [side]), values_for(view["date"], rules), title, known)

    return made


def _orders(view: Mapping[str, Any], side: str, rules: tuple[HouseRule, ...]) -> Callable[[], Form]:
    def made() -> Form:
        return orders_for(side, cards_of_view(view, [side]), values_for(view["date"], rules), tuple(given(view)))

    return made


def _offers(cards: Callable[[], Form], orders: Callable[[], Form], has_any: bool) -> Sequence[Printable]:
    if not has_any:
        return ()
    return (
        Printable("roster", CARDS, "every base with a box for each hit", cards),
        Printable("orders", ORDERS, "commands, bombardments and plans of a bound", orders),
    )


# The forces of the service

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
