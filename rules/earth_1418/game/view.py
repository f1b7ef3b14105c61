"""The view: what a seat may know of a game, and which values its players typed (G-24)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.earth_1418.game.combat import melees, planned_shots
from rules.earth_1418.game.map_facts.board import bases_left
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import BoundPhase, EarthState, SubUnit
from rules.earth_1418.troop_chart import NOTHING_TYPED, TYPED
from rules.earth_1418.vocabulary import SEATING
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import plain

# Views of a seat


def map_of(state: EarthState, own: tuple[str, ...]) -> Mapping[str, Any]:
    """The table with its places, under a name of its own; nothing in a game without one."""
    ground = state.ground
    if ground.laid is None:
        return {}
    known = set(aims_known(state, own))
    aims = {name: spot for name, spot in ground.aims.items() if name in known}
    return {
        "map": {
            **plain(ground.laid),
            "places": [
                {**plain(ground.places[name]), "unit": unit.id, "unsure": unit.id in ground.unsure}
                for unit in state.units.values()
                for name in bases_left(unit)
                if name in ground.places
            ],
            "aims": {name: {"x_mm": spot.x_mm, "y_mm": spot.y_mm} for name, spot in aims.items()},
        }
    }


def aims_known(state: EarthState, own: tuple[str, ...]) -> Iterator[str]:
    """The bombardments and cordons of which a seat may know where they lie: its own, and what has fallen."""
    yield from (one.id for one in state.cordons)
    written = (one for chosen in state.sealed.values() for one in chosen.bombardments)
    yield from (one.id for one in (*state.bombardments.values(), *written) if one.side in own or one.bonus_spent)


# What a seat may know

SECRET_OF_A_PLAN: Final = ("plan", "target", "packs")


def sides_of(role: Role) -> tuple[str, ...]:
    """Whose secrets a role knows."""
    return SEATING.speaks_for(role)


def view(state: EarthState, role: Role) -> Mapping[str, Any]:
    """Everything a seat of this role may know, JSON-ready."""
    if state.facts is None:
        return {"begun": False, "you": role.value}
    own = sides_of(role)
    return {
        "begun": True,
        "you": role.value,
        "title": state.settled.title,
        "date": state.settled.date,
        "scenario": state.settled.scenario,
        "house_rules": plain(state.settled.house_rules),
        "bound": state.bound,
        "phase": state.phase.value,
        "step": state.step,
        "closed": list(state.closed),
        "ready": list(state.ready),
        "wind_towards_deg": state.wind,
        "wind_value": state.settled.wind_value,
        **({"wind_typed": True} if state.wind_typed else {}),
        **({"bounds": state.settled.bounds} if state.settled.bounds else {}),
        "formations": [_formation(state, name, own) for name in state.formations],
        "acting": _acting(state, role, own),
        "contacts": plain(state.contacts),
        "cordons": plain(state.cordons),
        "bombardments": [plain(one) for one in state.bombardments.values() if one.side in own or one.bonus_spent],
        "shares": [plain(one) for one in state.shares if one.fired or state.bombardments[one.bombardment].side in own],
        "written": {side: plain(one) for side, one in state.sealed.items() if side in own},
        "waiting_hits": [_pending(one) for one in state.pending.values()],
        "asked": state.asked.words_for(role) if state.asked else "",
        **map_of(state, own),
    }


def _acting(state: EarthState, role: Role, own: tuple[str, ...]) -> dict[str, str]:
    """The seat's own sub-units that have something to do in this step, each with what."""
    table, found = EarthTable(state, Actor(role)), dict[str, str]()
    for side in own:
        if state.phase is BoundPhase.PLANNING and side not in state.ready:
            planned = {one.unit for one in state.sealed[side].plans} if side in state.sealed else set()
            for unit in table.planned_in(state.step, side):
                found[unit.id] = "planned" if unit.id in planned else "to plan"
        found |= {unit.id: "to move" for unit in table.movers(side)}
        for unit, _ in planned_shots(table, side):
            found[unit.id] = "to shoot" if table.steps_of(unit).shoots == state.step else "on watch"
        found |= {unit: "to strike" for _, unit, _ in melees(table, side)}
    return found


def _pending(one: Any) -> dict[str, Any]:
    return {"by": one.by, "unit": one.unit, "target": one.target, "again": one.again, "hits": one.hits}


def _formation(state: EarthState, name: str, own: tuple[str, ...]) -> dict[str, Any]:
    one = state.formations[name]
    told = state.commands.get(name)
    units = [_unit(unit, own) for unit in state.units.values() if unit.formation == name]
    transport = {"has_transport": state.has_transport(name)} if one.motorised else {}
    direction = {"direction": state.directions[name].value} if name in state.directions else {}
    return {**plain(one), "command": told.value if told else "", **direction, **transport, "sub_units": units}


def _unit(unit: SubUnit, own: tuple[str, ...]) -> dict[str, Any]:
    """A sub-unit; its plan where it is open or one's own."""
    known = unit.open_plan or unit.side in own
    shown = dict(_shown(unit))
    return {**shown, **{name: plain(getattr(unit, name)) if known else None for name in SECRET_OF_A_PLAN}}


def _shown(unit: SubUnit) -> Iterator[tuple[str, Any]]:
    for name in ("id", "name", "side", "unit", "terrain", "dug_in", "bounds_dug_in", "packed", "under_fire"):
        yield name, plain(getattr(unit, name))
    yield "bases", [{"id": f"{unit.id}/{n}", "mark": mark.value} for n, mark in enumerate(unit.bases, 1)]
    yield "living", unit.living
    yield "shot", unit.shot and unit.open_plan
    yield "moved", unit.moved
    if unit.typed != NOTHING_TYPED:
        yield "typed", plain(unit.typed)


# What a scenario gives of a game, or its players have typed where none does (G-24)


@dataclass(frozen=True, slots=True)
class Given:
    """A value of the game, by which clause it counts, and whether the players typed it."""

    clause: str
    name: str
    value: str
    typed: bool

    @property
    def marked(self) -> str:
        """The value with its mark."""
        return f"{self.value}, {TYPED}" if self.typed else self.value


def given(view: Mapping[str, Any]) -> Iterator[Given]:
    """The month, which decides of gas; the wind as far as it is known; what the chart has no row for."""
    yield Given("BE-GAS-01", "Month", view["date"], typed=not view["scenario"])
    if view["wind_towards_deg"] is not None:
        towards = f"towards {view['wind_towards_deg']:g} degrees"
        yield Given("BE-GAS-07", "Wind", towards, typed=view.get("wind_typed", False))
    if view["wind_value"] is not None:
        # No ready game gives one: whoever has one has it of his players.
        yield Given("BE-GAS-06", "Value of the wind", f"{view['wind_value']:g}", typed=True)


def typed_of_units(view: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The sub-units whose values were typed, by their names, with what was."""
    units = (unit for one in view["formations"] for unit in one["sub_units"])
    return ((unit["name"], unit["typed"]) for unit in units if "typed" in unit)
