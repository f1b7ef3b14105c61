"""The play screen of 1418: counters, map, dice, and the report of a closed game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.games.open_game import OpenGame
from app.games.reports import Reports, StrengthLeft
from app.lookups.queries import look_ups_of_view
from app.lookups.vocabulary import month_words, words
from app.maps.layers import Overlay, PlacedStand, cut_to
from app.pages.rendering import FaceBrings, OddsBar, bars_of, odds_bar, percent
from app.play.command_responses import MeetingShown, OddsLineShown, OddsShown
from app.play.play_screen import (
    BlockShown,
    CounterShown,
    CoverShown,
    EndNow,
    FaceShown,
    HampersShown,
    LineShown,
    MarkShown,
    OnGround,
    ResultRowShown,
    ResultShown,
    RowShown,
    SheetLineShown,
    SheetShown,
    StepShown,
    TagShown,
    TurnNow,
    UnitShown,
    WayShown,
)
from rules.earth_1418.attacks import AttackReady, Volley, again_only_hits, hit_chances
from rules.earth_1418.game.actions.attacks.shots import ready_of
from rules.earth_1418.game.actions.attacks.volleys import only_hits_again, what_stands
from rules.earth_1418.game.actions.movement import recovering
from rules.earth_1418.game.engine import CHAPTERS, SYSTEM
from rules.earth_1418.game.map_facts.board import EarthField
from rules.earth_1418.game.move_proposals import reach_of
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import BoundPhase, EarthState, called
from rules.earth_1418.game.view import given, typed_of_units
from rules.earth_1418.resilience import recovery, recovery_wants
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.troop_chart import TYPED
from rules.earth_1418.vocabulary import SEATING, AdvanceDirection
from rules.kernel.dice import D6
from rules.kernel.explanations import Refusal, Step
from rules.kernel.numerals import minuses, signed
from rules.kernel.polygons import circle
from rules.kernel.seats import Actor, Role
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase

# Formations

Shown = Mapping[str, Any]
SIDES: Final = {"attacker": ("Attacker", "A", "british"), "defender": ("Defender", "D", "german")}
"""A side's name and letter, and the colours it is drawn in: the forces are of our own invention and have no nation."""
PLANNING: Final = ("Naval guns", "Artillery", "Reserve", "Line", "Heavy Weapons", "Elite")
EXECUTION: Final = (
    "Dug-in weapons",
    "Weapons",
    "Leaving",
    "Dug in shoot",
    "Others shoot",
    "Assaults",
    "Moves",
    "Leavers move",
    "Assault fire",
    "Naval shells",
)
SHORT: Final = {
    "command": "HQ",
    "machine_guns": "MG",
    "early_mortar": "Mo",
    "grenadier_squads": "Gr",
    "mother_tank": "Tk",
    "medium_tank": "Tk",
    "field_gun": "FG",
    "howitzer_105": "H",
    "howitzer_120": "H",
    "very_heavy_gun": "HG",
}
HAMPERED: Final = 1
PLANNED: Final = "planned"
ON_THE_WAY: Final = ("move", "assault", "retreat", "find_cover")
"""Plans of those who leave where they stand."""
DIGS: Final = {"dig_in": "digs"}
"""What a plan that stays where it is has as its sign, where it has one."""
NAVAL: Final = ("naval_gun", "railway_gun")
ARROWS: Final = dict(zip(AdvanceDirection, "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196", strict=True))
"""Where an ADVANCE leads, as its side looks up the table. A formation has no room for the words."""
OF_OFF_TABLE: Final = (("planning", 1), ("execution", 10))
"""The steps of naval and railway artillery (BE-PLN-04, BE-EXE-10)."""


def faces(view: Shown, sides: Sequence[str]) -> list[FaceShown]:
    """Both sides, the seat's own first."""
    found = [_face(view, side, side in sides) for side in SIDES]
    return sorted(found, key=lambda one: not one.own) if len(sides) == 1 else found


def _face(view: Shown, side: str, own: bool) -> FaceShown:
    name, letter, nation = SIDES[side]
    blocks = [_block(view, one) for one in view["formations"] if one["side"] == side]
    return FaceShown(side=side, name=name, letter=letter, nation=nation, own=own, blocks=blocks)


def _block(view: Shown, one: Shown) -> BlockShown:
    left = sum(unit["living"] for unit in one["sub_units"])
    began = sum(len(unit["bases"]) for unit in one["sub_units"])
    return BlockShown(
        key=one["id"],
        name=one["name"],
        quality=", ".join(filter(None, (one["grade"].capitalize(), _transport(one)))),
        # Where the room is scarce the class gives way; what a formation was told does not.
        strength=" ".join(filter(None, (_commanded(view, one), f"{left} of {began}"))),
        loose=False,
        away=not left,
        rows=[_row(view, unit, one.get("has_transport", False)) for unit in one["sub_units"]],
    )


def _transport(one: Shown) -> str:
    """Whether a formation rides, or rode until its command bases were lost (BE-TRP-06)."""
    if "has_transport" not in one:
        return ""
    return "motorised" if one["has_transport"] else "on foot: transport lost"


def _commanded(view: Shown, one: Shown) -> str:
    """What a formation is told; to its own side also what is written and not opened yet."""
    written = view["written"].get(one["side"], {}).get("commands", ())
    told = next((each for each in written if each["formation"] == one["id"]), one)
    direction = f" {ARROWS[told['direction']]}" if told.get("direction") else ""
    return f"{told['command'].upper()}{direction}"


def _row(view: Shown, unit: Shown, rides: bool) -> RowShown:
    planned = list(_plan_marks(view, unit))
    if rides and unit["unit"] == "command":
        # The base of cars is kept with the command platoon, and lost with it.
        planned.insert(0, MarkShown(kind="car", says="its formation’s motor transport stands with it"))
    cells = [_base(unit, base, n, planned) for n, base in enumerate(unit["bases"], 1)]
    return RowShown(
        label=label(unit),
        name=unit["name"],
        unit=unit["id"],
        state=_task(view, unit),
        levels=max(one.levels for one in cells),
        counters=cells,
        last=[],
    )


def _task(view: Shown, unit: Shown) -> str:
    """What a sub-unit has to do in this step; of guns that bombard nothing is left to plan."""
    if view["phase"] == "planning" and any(unit["id"] in one["guns"] for one in view["bombardments"]):
        return "bombards"
    acting = str(view["acting"].get(unit["id"], ""))
    return _written(view, unit) if acting == PLANNED else acting


def _written(view: Shown, unit: Shown) -> str:
    """What a side has written of its own sub-unit and not opened yet."""
    plans = view["written"].get(unit["side"], {}).get("plans", ())
    plan = next(one for one in plans if one["unit"] == unit["id"])
    at = f", at {name_of(view, plan['target'])}" if plan["target"] else ""
    return f"{words(plan['plan']).lower()}{at}"


def name_of(view: Shown, unit: str) -> str:
    """A sub-unit by its name."""
    named = (one["name"] for each in view["formations"] for one in each["sub_units"] if one["id"] == unit)
    return str(next(named))


def label(unit: Shown) -> str:
    """The letter or number of a company; of anything else what it is."""
    first = str(unit["name"]).split(" ")[0]
    numbered = re.match(r"(\d+)", first)
    if numbered or len(first) == 1:
        return numbered[1] if numbered else first
    return SHORT.get(unit["unit"], first[:2].upper())


def _base(unit: Shown, base: Shown, number: int, planned: Sequence[MarkShown]) -> CounterShown:
    name = f"{unit['name']}, base {number}"
    return CounterShown(
        id=base["id"],
        short=str(number),
        name=name,
        brief=name,
        unit=unit["id"],
        levels=HAMPERED if base["mark"] == "injured" else 0,
        out=base["mark"] == "killed",
        head=unit["unit"] == "command",
        cover=_cover(unit),
        marks=[*_marks(unit, base), *planned] if base["mark"] != "killed" else [],
    )


def _cover(unit: Shown) -> CoverShown:
    word = words(unit["terrain"])
    return CoverShown(short=word[0], says=word, origin="remembered")


def _marks(unit: Shown, base: Shown) -> Iterator[MarkShown]:
    if base["mark"] == "old_injury":
        yield MarkShown(kind="old", says="injured before: one more hit removes it")
    if unit["dug_in"]:
        yield MarkShown(kind="dug", says="dug in")
    if unit["packed"]:
        yield MarkShown(kind="packed", says="packed")
    if "typed" in unit:
        yield MarkShown(kind="pen", says="its values are typed by you")


def sheets(view: Shown) -> list[SheetShown]:
    """What the scenario gives, or the players typed, each with its mark."""
    known = [SheetLineShown(says=f"{one.name}: {one.marked}", clause=one.clause) for one in given(view)]
    typed = [SheetLineShown(says=f"{name}: {_told(told)}", clause="BE-VEH-05") for name, told in typed_of_units(view)]
    of_units = [SheetShown(title="Values of no row of the chart", lines=typed)] if typed else []
    return [SheetShown(title="Month and wind", lines=known), *of_units]


def _told(typed: Shown) -> str:
    """What was typed of a sub-unit, each value by its name."""
    told = {name: words(str(value)).lower() for name, value in typed.items() if value is not None}
    if "range_cm" in told:
        told["range"] = f"{typed['range_cm']:g} cm"
        del told["range_cm"]
    return f"{', '.join(f'{name} {value}' for name, value in told.items())}, {TYPED}"


def _plan_marks(view: Shown, unit: Shown) -> Iterator[MarkShown]:
    """What both sides know of what it will do: a plan is marked on the table until it is carried out (BE-PLN-03)."""
    plan, target = unit["plan"], unit["target"]
    if not plan:
        return
    if plan in ON_THE_WAY and not unit["moved"]:
        yield MarkShown(kind="go", says=f"plan: {words(plan).lower()}")
    elif plan not in ON_THE_WAY:
        yield MarkShown(kind=DIGS.get(plan, ""), says=f"plan: {words(plan).lower()}")
    if target and not unit["shot"]:
        yield MarkShown(kind="aim", says=f"shoots at {name_of(view, target)}")


def units(view: Shown, sides: Sequence[str]) -> list[UnitShown]:
    """The seat's own sub-units that have something to do in this step."""
    return [
        _unit(view, unit)
        for one in view["formations"]
        for unit in one["sub_units"]
        if one["side"] in sides and unit["id"] in view["acting"]
    ]


def _unit(view: Shown, unit: Shown) -> UnitShown:
    return UnitShown(
        id=unit["id"],
        name=unit["name"],
        short=label(unit),
        state=_task(view, unit),
        left=0 if view["acting"][unit["id"]] == PLANNED or _task(view, unit) == "bombards" else 1,
        levels=sum(base["mark"] == "injured" for base in unit["bases"]),
        stands=[base["id"] for base in unit["bases"] if base["mark"] != "killed"],
    )


def place(view: Shown) -> TurnNow:
    """The bound, and its steps: commands, planning, execution, melee, without those of arms that nobody has."""
    named = [("commands", 0, "Commands"), *(("planning", n, word) for n, word in enumerate(PLANNING, 1))]
    named += [("execution", n, word) for n, word in enumerate(EXECUTION, 1)]
    named = [
        (phase, step, word) for phase, step, word in named if (phase, step) not in OF_OFF_TABLE or _has_naval(view)
    ]
    named.append(("melee", 10, "Melee"))
    at = next((n for n, (phase, step, _) in enumerate(named) if _is_now(view, phase, step)), 0)
    steps = tuple(_step(n, at, *one) for n, one in enumerate(named))
    bounds = view.get("bounds")
    turn = f"Bound {view['bound']}" + (f" of {bounds}" if bounds and view["bound"] <= bounds else "")
    return TurnNow(turn=turn, steps=steps, end=_end(view["bound"], bounds))


def _end(bound: int, bounds: int | None) -> EndNow:
    """How a bound stands to the length that was settled."""
    if bounds is None or bound < bounds:
        return EndNow.NOT_YET
    return EndNow.LAST if bound == bounds else EndNow.OVER


def _has_naval(view: Shown) -> bool:
    """Whether anybody has naval or railway guns: who they are stands on the table from the first bound."""
    return any(unit["unit"] in NAVAL for one in view["formations"] for unit in one["sub_units"])


def _is_now(view: Shown, phase: str, step: int) -> bool:
    return phase == view["phase"] and (step == view["step"] or phase in ("commands", "melee"))


def _step(n: int, at: int, phase: str, step: int, word: str) -> StepShown:
    state = "now" if n == at else "done" if n < at else "next" if n == at + 1 else "todo"
    number = f"P{step}" if phase == "planning" else str(step) if phase == "execution" else ""
    full = {"planning": f"Planning: {word}", "execution": f"Execution: {word}"}.get(phase, word)
    sub = phase in ("planning", "execution")
    return StepShown(number=number, words=word, full=full, small="", state=state, sub=sub)


# The table of a game as a role knows it

LAST_KNOWN: Final = "last known here"
FAR: Final = "defender"


def ground(game: OpenGame, role: Role) -> OnGround | None:
    """The table that is laid and what the role knows of it; None where none is."""
    state = game.state_of(role)
    table = EarthTable(state, Actor(role))
    field = table.field
    view: Shown = msgspec.json.decode(game.view(role).body)
    if field is None or not view["begun"]:
        return None
    lies = view["map"]
    overlays = (*_moves(table, field), *_clouds(state, field), *_circles(state, field, lies["aims"]))
    stands = tuple(_placed_stands(view))
    return OnGround(lies["table"]["name"], field.table, stands, overlays, FAR, field.squares)


def _placed_stands(view: Shown) -> Iterator[PlacedStand]:
    units = {unit["id"]: unit for one in view["formations"] for unit in one["sub_units"]}
    marks = {base["id"]: base["mark"] for unit in units.values() for base in unit["bases"]}
    footprint = Rectangle(view["map"]["base_width_mm"], view["map"]["base_depth_mm"])
    named = set[str]()
    for place in view["map"]["places"]:
        unit = units[place["unit"]]
        _, letter, nation = SIDES[unit["side"]]
        pose = Pose(Spot(place["x_mm"], place["y_mm"]), place["facing_deg"])
        # A sub-unit is one body: its name stands once, over the first of its bases.
        first = unit["id"] not in named
        named.add(unit["id"])
        told = [LAST_KNOWN] if place["unsure"] else []
        told += ["injured"] if marks[place["base"]] == "injured" else []
        words = ", ".join((f"{unit['name']}, base {place['base'].rpartition('/')[2]}", *told))
        yield PlacedStand(
            place["base"],
            StandingBase(footprint, pose),
            nation,
            label(unit) if first else "",
            words,
            " ".join(told),
            letter=letter,
        )


def _circles(state: EarthState, field: EarthField, aims: Mapping[str, Any]) -> Iterator[Overlay]:
    """The circles of bombardments that the role knows of (BE-ART-06)."""
    cordons = {one.id for one in state.cordons}
    for name, at in aims.items():
        if name not in cordons:
            spot = Spot(at["x_mm"], at["y_mm"])
            rim = circle(field.circle_mm, (float(spot.x_mm), float(spot.y_mm)))
            said = f"The circle of {called(state, name)}"
            of = called(state, name).removeprefix("the bombardment of ")
            yield Overlay("square", said, cut_to(field.table, rim), labels=((spot, of),), is_preview=False)


def _clouds(state: EarthState, field: EarthField) -> Iterator[Overlay]:
    """Each cordon where it lies, and dashed where it will lie as the next bounds end (BE-GAS-05)."""
    wind = f", wind {TYPED}" if state.wind_typed else ""
    for one in field.clouds:
        said = called(state, one.id)
        yield Overlay("gas", f"{said[:1].upper()}{said[1:]}", cut_to(field.table, one.outline), is_preview=False)
        for n, outline in enumerate(one.in_next_bounds, 1):
            shown = cut_to(field.table, outline)
            label = f"bound {state.bound + n}{wind if n == 1 else ''}"
            labels = ((_middle(shown[0]), label),) if shown else ()
            yield Overlay("gas", f"{said}, in bound {state.bound + n}{wind}", shown, labels=labels)


def _middle(corners: tuple[Spot, ...]) -> Spot:
    return Spot(
        round(sum(one.x_mm for one in corners) / len(corners)), round(sum(one.y_mm for one in corners) / len(corners))
    )


def _moves(table: EarthTable, field: EarthField) -> Iterator[Overlay]:
    """How far those who are to move in this step may go, by the ground that they would touch (BE-MOV-12)."""
    for side in table.sides:
        for unit in table.movers(side):
            outline = reach_of(table, field, unit)
            if outline:
                yield Overlay("reach", f"How far {unit.name} may go", cut_to(field.table, outline))


# Dice and odds

OPENING: Final = frozenset({"step_began", "bound_ended", "game_created"})
WITH_DICE: Final = frozenset({"volley_fired", "thrown_again", "recovery_rolled", "cordon_laid"})
HIT: Final = FaceBrings("good", "hit", "hit")
AGAIN: Final = FaceBrings("some", "hit, thrown again", "again")
MISS: Final = FaceBrings("none", "miss", "–")
RECOVERS: Final = FaceBrings("good", "recovers", "recovers")
STAYS_SLOW: Final = FaceBrings("none", "stays slow", "–")
FACES: Final = range(1, 7)


def result(view: Shown, told: Shown) -> ResultShown | None:
    """What an event with dice came to; None for one without."""
    if told["kind"] not in WITH_DICE or not told.get("dice"):
        return None
    names = _names(view)
    unit, target = told.get("unit", ""), told.get("target", told.get("unit", ""))
    kind, word = _outcome(told)
    lines = [
        LineShown(
            value="" if one["value"] is None else signed(one["value"]), says=minuses(one["says"]), clause=one["clause"]
        )
        for one in told.get("steps", ())
    ]
    row = ResultRowShown(
        dice=told["dice"],
        name=names.get(target, ""),
        reckoning=minuses(f"Resilience {told['resilience']}") if "resilience" in told else "",
        tags=[TagShown(kind=kind, word=word)],
        lines=lines,
        stand=told.get("base", ""),
    )
    return ResultShown(
        number=told["number"],
        kind=told["kind"],
        label=names.get(unit, "Bombardment"),
        headline=word,
        small="",
        rows=[row],
        said=minuses(told["says"]) + _transport_lost(view, told),
        side=told["by"],
        unit=unit if unit in names else "",
        changed=_bases(view, target),
        command=told["command_id"],
        dice=len(told["dice"]),
    )


def _transport_lost(view: Shown, told: Shown) -> str:
    """What else is gone with the last command base of a motorised formation (BE-TRP-06)."""
    of = (one for one in view["formations"] if any(unit["id"] == told.get("target") for unit in one["sub_units"]))
    formation = next(of, None)
    if formation is None or formation.get("has_transport", True):
        return ""
    target = next(unit for unit in formation["sub_units"] if unit["id"] == told["target"])
    is_gone = target["unit"] == "command" and not target["living"] and told.get("hits")
    return f". The motor transport of {formation['name']} is lost with it" if is_gone else ""


def _outcome(told: Shown) -> tuple[str, str]:
    if told["kind"] == "recovery_rolled":
        return ("good", "recovers") if told["recovered"] else ("none", "does not recover")
    if told["kind"] == "cordon_laid":
        return "some", f"towards {told['towards_deg']:g}°"
    if told.get("again"):
        return "some", f"{told['again']} to throw again"
    hits = told["hits"]
    return ("killed", f"{hits} hit{'s' if hits > 1 else ''}") if hits else ("none", "no hit")


def _names(view: Shown) -> dict[str, str]:
    return {unit["id"]: unit["name"] for one in view["formations"] for unit in one["sub_units"]}


def _bases(view: Shown, target: str) -> list[str]:
    units = (unit for one in view["formations"] for unit in one["sub_units"] if unit["id"] == target)
    return [base["id"] for unit in units for base in unit["bases"]]


def begins_step(told: Shown) -> bool:
    """Whether an event ends what the results of the step before are shown for."""
    return told["kind"] in OPENING


def odds(game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """A recovery die, dice thrown again; of a volley the die with the bonus, then the others alike."""
    state = game.state_of(actor.role)
    table = EarthTable(state, actor)
    if of_its_own := OF_ITS_OWN.get(SYSTEM.chapters.command_kinds[type(command)]):
        return of_its_own(table, command, names)
    ready = ready_of(table, command)
    if ready is None or not ready.volley.dice:
        return []
    volley = ready.volley
    lines = [*_lines(ready.steps), *_standing(ready, table.book)]
    target = getattr(command, "target", "") or command.unit
    unit = state.units.get(target)
    name = names.get(target, unit.name if unit else "")
    at = OddsLineShown(value="", says=f"At {name}: {_wanted(volley)}", clause="BE-ARM-05")
    shown = OddsShown(
        of=target,
        name=name,
        by="",
        throws=1,
        total=None,
        lines=[at, *lines],
        bars=[],
        six=[],
    )
    apart = {"name": f"{name}, with its +{volley.bonus}"} if volley.bonus else {}
    hit = AGAIN if _again_only_hits(ready, table.book) else HIT
    first = _die(shown, volley.resilience, volley.bonus, hit).model_copy(update=apart)
    others = volley.dice - 1
    plain = _die(shown, volley.resilience, 0, hit).model_copy(update={"throws": others})
    if not volley.bonus:
        return [first.model_copy(update={"throws": volley.dice})]
    return [first, plain] if others else [first]


def _lines(steps: Sequence[Step]) -> list[OddsLineShown]:
    return [
        OddsLineShown(value="" if one.value is None else signed(one.value), says=minuses(one.says), clause=one.clause)
        for one in steps
    ]


def _recovery_odds(table: EarthTable, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """What each face of a recovery die brings (BE-INJ-05)."""
    asked = recovering(table, table.state.units[command.unit], command.cordon)
    found = [recovery(asked, (D6(face),), table.book) for face in FACES]
    brings = [STAYS_SLOW if isinstance(one, Refusal) or not one.value else RECOVERS for one in found]
    bar = odds_bar(brings)
    return [
        OddsShown(
            of=command.base,
            name=names.get(command.base, ""),
            by="",
            throws=1,
            total=None,
            lines=_lines(recovery_wants(asked, table.book)),
            bars=bars_of(bar),
            six=_six(bar),
        )
    ]


def _again_odds(table: EarthTable, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """Each die that is thrown again: whether its hit stands (BE-VEH-02, BE-ART-10)."""
    shown = OddsShown(
        of=command.target, name=names.get(command.target, ""), by="", throws=1, total=None, lines=[], bars=[], six=[]
    )
    stands_on = "A hit stands on" if only_hits_again(table, command.unit, command.target) else "It hits on"
    found = []
    for stands in what_stands(table, command.unit, command.target):
        bar = odds_bar([HIT if one else MISS for one in stands])
        says = f"{stands_on} {_faces(FACES[0] + stands.index(True) if True in stands else FACES[-1] + 1)}"
        line = OddsLineShown(value="", says=says, clause="BE-ARM-05")
        found.append(shown.model_copy(update={"lines": [line], "bars": bars_of(bar), "six": _six(bar)}))
    return found


OF_ITS_OWN: Final = {"recover": _recovery_odds, "throw_again": _again_odds}
"""What no volley is, by the kind of its command."""


def _wanted(volley: Volley) -> str:
    """How many dice, and on which faces they hit (BE-ARM-05, BE-ARM-06)."""
    first = _faces(volley.resilience - volley.bonus)
    if volley.dice == 1:
        return f"1 die hits on {first}{f' with its +{volley.bonus}' if volley.bonus else ''}"
    plain = _faces(volley.resilience)
    apart = f", the first with its +{volley.bonus} on {first}" if volley.bonus and first != plain else ""
    return f"{volley.dice} dice hit on {plain}{apart}"


def _faces(least: int) -> str:
    if least <= FACES[0]:
        return "any face"
    return f"{least} or more" if least < FACES[-1] else f"a {least}" if least == FACES[-1] else "no face"


def _again_only_hits(ready: AttackReady, book: EarthBook) -> bool:
    """Return whether the hits of a volley are thrown again, and its misses are not (BE-VEH-02, BE-ART-10; G-23)."""
    return ready.volley.thrown_again and (ready.outside or again_only_hits(book))


def _standing(ready: AttackReady, book: EarthBook) -> list[OddsLineShown]:
    """Return the chances of a volley whose dice are thrown again, by the hits that stand (BE-VEH-02, BE-ART-10)."""
    if not ready.volley.thrown_again:
        return []
    found = hit_chances(ready.volley, book, ready.outside)
    told = ", ".join(f"{hits or 'none'} {percent(chance)}" for hits, chance in found.items())
    clause = "BE-ART-10" if ready.outside else "BE-VEH-02"
    return [OddsLineShown(value="", says=f"Hits that stand after the second throw: {told}", clause=clause)]


def _die(shown: OddsShown, resilience: int, bonus: int, hit: FaceBrings = HIT) -> OddsShown:
    bar = odds_bar([hit if face + bonus >= resilience else MISS for face in FACES])
    return shown.model_copy(update={"bars": bars_of(bar), "six": _six(bar)})


def _six(bar: OddsBar) -> list[int]:
    """For each face which cell of a bar it lies in."""
    return [n for n, cell in enumerate(bar.cells) for _ in range(cell.faces)]


# The scenery


class EarthScenery:
    """Its table, its steps, its results and its dice on the stage."""

    def as_seen(self, game: OpenGame, role: Role, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """Its view as it is: no number in it tells of what is hidden."""
        return view

    def place(self, view: Mapping[str, Any]) -> TurnNow:
        """The bound and its steps."""
        return place(view) if view["begun"] else TurnNow()

    def hampers(self) -> HampersShown:
        """An injury of this bound or of one that has not recovered (BE-INJ-03, BE-INJ-10)."""
        return HampersShown(word="injured", most=1)

    def faces(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[FaceShown]:
        """Both sides' bases."""
        return faces(view, sides) if view["begun"] else []

    def units(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[UnitShown]:
        """Own sub-units of this step."""
        return units(view, sides) if view["begun"] else []

    def result(self, view: Mapping[str, Any], told: Mapping[str, Any], _event: object) -> ResultShown | None:
        """What dice came to."""
        return result(view, told) if view["begun"] else None

    def begins_step(self, told: Mapping[str, Any]) -> bool:
        """Whether results before it are of another step."""
        return begins_step(told)

    def ways(self, view: Mapping[str, Any], game_id: str) -> list[WayShown]:
        """A table to lay, its cards and order sheets to print, its look-ups, and its playsheet beside them."""
        table = WayShown(sign="map", says="Lay a table", address=f"/games/{game_id}/table", deed="set_table")
        prints = WayShown(sign="list", says="Cards and order sheets to print", address=f"/games/{game_id}/print")
        here = "/lookups/earth-1418"
        look_ups = look_ups_of_view(here, view) if view["begun"] else here
        return [table, prints, WayShown(sign="find", says="Look-ups and playsheet", address=look_ups)]

    def sheets(self, view: Mapping[str, Any]) -> list[SheetShown]:
        """The month and the wind of the game, and the values that the chart does not have."""
        return sheets(view) if view["begun"] else []

    def has_map(self, view: Mapping[str, Any]) -> bool:
        """Whether a table is laid."""
        return "map" in view

    def ground(self, game: OpenGame, role: Role) -> OnGround | None:
        """The table that is laid, and who stands on it."""
        return ground(game, role)

    def odds(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
        """Dice before they fall."""
        return odds(game, actor, command, names)

    def meeting(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
        """No die of the one side meets one of the other in these rules."""
        return None


SCENERY = EarthScenery()


# The report of a closed game


def _span(state: EarthState) -> str:
    """The bound; what comes after the last one until somebody plays on is still of that."""
    is_over = state.is_played_out and state.phase is BoundPhase.COMMANDS
    return f"Bound {state.bound - is_over}" if state.facts else ""


def _strengths(state: EarthState) -> Mapping[str, StrengthLeft]:
    return {
        key: StrengthLeft(one.side, one.name, state.formations[one.formation].name, len(one.bases), one.living)
        for key, one in state.units.items()
    }


def _given(state: EarthState) -> Sequence[str]:
    """What the scenario gave or the players typed, each with its mark."""
    shown = sheets(dict(SYSTEM.view(state, Role.REFEREE))) if state.facts else []
    return [line.says for sheet in shown for line in sheet.lines]


def _verdict(state: EarthState) -> str:
    """Say what each side has left: neither the rule book nor a scenario of it has a condition of victory."""
    if not state.facts:
        return ""
    left = Counter[str]()
    began = Counter[str]()
    for one in state.units.values():
        left[one.side] += one.living
        began[one.side] += len(one.bases)
    told = [f"the {side} has {left[side]} of {began[side]} bases left" for side in SEATING.sides if began[side]]
    early = ""
    if state.facts.bounds is not None and not state.is_played_out:
        early = " The game was closed before its last bound."
    return f"The scenario sets no condition of victory: {', '.join(told)}.{early}"


REPORTS: Final = Reports(
    what="bases",
    played=lambda state: month_words(state.settled.date) if state.facts else "",
    span=_span,
    strengths=_strengths,
    given=_given,
    dice=CHAPTERS.dice,
    verdict=_verdict,
)
