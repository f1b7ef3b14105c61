"""What is known of a fire action's targets: whom target priority binds it to, and the stands it shot at lately."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.systems.flanders_fields.pages.forms.fire import FireForm
from app.systems.flanders_fields.pages.on_map.proposed import OnMap, Seen
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.targets import Measured, bound_to, choose_among
from rules.flanders_fields.vocabulary import Action, Cover
from rules.kernel.explain import Refusal
from rules.kernel.values import dataclass

Shot = Mapping[str, Any]

MOST_SHOWN: Final = 4
MOST_PLACED: Final = 8
NOBODY: Final[Mapping[str, tuple[Seen, ...]]] = {}
FREE: Final = ("It may choose its target", "FF-TGT-01")
MEASURED: Final = "Measured from here this turn, nearest first:"
PLACED: Final = "On the map, what comes first before the others:"
UNMEASURED: Final = "How far off each stands is not known here before it is measured: they are listed by formation."


@dataclass(frozen=True, slots=True)
class Target:
    """A stand that was shot at, or that is placed; `range_cm` is None where what was measured no longer holds.

    `on_map`: its distance is that of the map; `why_not` says why it may not be fired at as it stands.
    """

    stand: str
    cover: str
    range_cm: float | None = None
    comes_first: bool = False
    on_map: bool = False
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Targets:
    """Whom a stand is bound to, in words with the clause, and whom it shot at lately: what comes first is first."""

    bound: str
    clause: str
    says: str
    lately: tuple[Target, ...]


def targets(
    state: GameState,
    told: Sequence[Shot],
    unit: Mapping[str, Any],
    form: FireForm,
    placed: Mapping[str, tuple[Seen, ...]] = NOBODY,
) -> dict[str, Targets]:
    """What is known for every aim of the form, by the prefix of its fields; each stand for itself (FF-TGT-03).

    `placed` are the enemies of each firer that are on the map.
    """
    shots = list(_shots(told, unit))
    firers = _firers(form)
    measured = {prefix: _targets(state, unit["id"], shots, firer) for prefix, firer in firers.items()}
    return {prefix: _with_placed(known, placed.get(firers[prefix], ())) for prefix, known in measured.items()}


def _firers(form: FireForm) -> dict[str, str]:
    """Whose targets each aim has, by the prefix of its fields."""
    together = form.firers[0] if form.firers and form.way == "together" else ""
    return {aim.prefix: together or aim.firer for aim in form.aims}


def placed_for(form: FireForm | None, on_map: OnMap | None) -> dict[str, tuple[Seen, ...]]:
    """The enemies on the map as each firer of a form has them."""
    return {firer: on_map.enemies(firer) for firer in set(_firers(form).values())} if form and on_map else {}


def _with_placed(known: Targets, placed: tuple[Seen, ...]) -> Targets:
    """The same with the enemies that are placed before those that were only shot at."""
    if not placed:
        return known
    found = tuple(
        Target(one.stand, "", one.range_cm, one.comes_first, True, one.why_not) for one in placed[:MOST_PLACED]
    )
    there = {one.stand for one in found}
    lately = (*found, *(one for one in known.lately if one.stand not in there))
    return replace(known, says=PLACED, lately=lately)


def last_target(told: Sequence[Mapping[str, Any]], enemies: Sequence[Mapping[str, Any]]) -> str:
    """The stand among those to choose from that was shot at last, by whomever; nothing if none of them was."""
    there = {stand["id"] for holder in enemies for unit in holder["units"] for stand in unit["stands"]}
    fired = (shot for one in reversed(told) if one["kind"] == "fired" for shot in one["card"]["shots"])
    return next((shot["target"] for shot in fired if shot["target"] in there), "")


def _shots(told: Sequence[Mapping[str, Any]], unit: Mapping[str, Any]) -> Iterator[tuple[Shot, bool]]:
    """The unit's shots, newest first, each with whether its distance still holds: neither end has moved since."""
    holding = _fired_since_it_moved(unit["spent"])
    for one in reversed(told):
        if one["kind"] == "morale_tested":
            holding = 0
        if one["kind"] == "fired" and one.get("unit") == unit["id"]:
            yield from ((shot, holding > 0) for shot in one["card"]["shots"])
            holding -= 1


def _fired_since_it_moved(spent: Sequence[str]) -> int:
    moved = max((place for place, kind in enumerate(spent, 1) if kind == Action.MOVE), default=0)
    return spent[moved:].count(Action.FIRE)


def _targets(state: GameState, unit: str, shots: Sequence[tuple[Shot, bool]], firer: str) -> Targets:
    own = [(shot, holds) for shot, holds in shots if shot["firer"] == firer and _may_be_aimed_at(state, shot)]
    newest = {shot["target"]: (shot, holds) for shot, holds in reversed(own)}
    known = [newest[name] for name in dict.fromkeys(shot["target"] for shot, _ in own)]
    nearest = sorted((shot for shot, holds in known if holds), key=lambda shot: float(shot["range_cm"]))
    first = _first(state, unit, nearest)
    measured = [Target(one["target"], one["cover"], one["range_cm"], one["target"] in first) for one in nearest]
    measured.sort(key=lambda one: not one.comes_first)
    before = [Target(shot["target"], shot["cover"]) for shot, holds in known if not holds]
    bound = bound_to(state, state.units[unit])
    because, clause = (bound.because, bound.clause) if bound else FREE
    lately = (*measured, *before)[:MOST_SHOWN]
    return Targets(because, clause, MEASURED if measured else UNMEASURED, lately)


def _may_be_aimed_at(state: GameState, shot: Shot) -> bool:
    """Not the dead, and not a friend who was caught in a beaten zone."""
    target, firer = state.stands[shot["target"]], state.stands[shot["firer"]]
    return target.alive and target.side is not firer.side and not state.off_table(target.id)


def _first(state: GameState, unit: str, shots: Sequence[Shot]) -> frozenset[str]:
    """Those that come first, where not all of them do: among one or among equals there is nothing to prefer."""
    measured = tuple(Measured(shot["target"], shot["range_cm"], Cover(shot["cover"])) for shot in shots)
    choice = choose_among(state, state.units[unit], measured) if len(measured) > 1 else None
    if choice is None or isinstance(choice, Refusal) or len(choice.value.names) == len(measured):
        return frozenset()
    return frozenset(choice.value.names)
