"""One step of an evening: who does what, and what must be true after it, with the clause that says so."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tests.game.evening import die

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
REFEREE: Final = "referee"
GONE: Final = -1
NOTHING_LEFT: Final = "a unit with nothing left to spend has no buttons"


@dataclass(frozen=True)
class Step:
    """A command of a seat, and what is expected of it.

    `then` may hold: `outcome` and `total` of the answer's card, `results` (one list a shot), `says` (words of the log),
    `stands` (the levels each named stand has afterwards on all three screens, GONE for one that has left the table),
    `cm` (how far it may move), `due` (the rolls that are owed afterwards), `then_says` (what else the log says after
    the first sentence) and `refused` (the clause; nothing may change). With `overrule` the seat is refused by that
    clause and asks the referee to set it aside, for that `reason`. `by_fetch` says why no hand can do it on a screen;
    the step is then sent from within the seat's browser. `on_map` is what the form must have from the map before a hand
    touches it: facts by name, of a shot under (firer, target). What the step says otherwise is typed over it, and the
    log says so in the words of `otherwise`.
    """

    by: str
    why: str
    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    then: Mapping[str, Any] = field(default_factory=dict)
    overrule: str = ""
    reason: str = ""
    by_fetch: str = ""
    on_map: Mapping[Any, Any] = field(default_factory=dict)
    otherwise: str = ""


def forged(why_no_hand_can: str, one: Step) -> Step:
    """A step that the screens make impossible: sent all the same, as a tampered page would send it."""
    return replace(one, by_fetch=f"forged: {why_no_hand_can}")


def step(by: str, why: str, kind: str, then: Mapping[str, Any] | None = None, **fields: Any) -> Step:
    """A step with its command's fields."""
    return Step(by, why, kind, fields, then or {})


def go_on(by: str, to: str) -> Step:
    """Finish the step in hand; `to` is the step that must be reached, as the log names it."""
    return Step(by, "FF-TRN-04, FF-TRN-08: the printed order of steps", "next_step", {}, {"says": to})


def order(by: str, unit: str, face: int, then: tuple[int, int], why: str, **declared: Any) -> Step:
    """An order roll with an entered die; `then` is the modified total and the actions it earns."""
    total, actions = then
    return Step(
        by, why, "roll_orders", {"unit": unit, "die": die(face), **declared}, {"total": total, "outcome": actions}
    )


def company(by: str, unit: str, face: int, then: tuple[int, int], why: str, far: float = 20, **declared: Any) -> Step:
    """The order roll of a company whose farthest platoon was measured."""
    return order(by, unit, face, then, why, farthest_platoon_cm=far, **declared)


def move(by: str, unit: str, cm: int, why: str, **over: Any) -> Step:
    """Spend an action on a move; `cm` is how far it may go."""
    return Step(by, why, "move_unit", {"unit": unit, **over}, {"cm": cm})


def unpack(by: str, unit: str) -> Step:
    """Spend an action on bringing a gun into action."""
    return Step(by, "FF-SCN-11, FF-MOV-13: one action", "change_carriage", {"unit": unit, "to": "ready"})


def fire(
    by: str,
    unit: str,
    why: str,
    shots: list[dict[str, Any]],
    results: list[list[str]],
    stands: Mapping[str, int] | None = None,
    due: list[str] | None = None,
    **more: Any,
) -> Step:
    """A fire action with what was measured and thrown."""
    then = {"results": results, "stands": stands or {}} | ({} if due is None else {"due": due})
    return Step(by, why, "fire", {"unit": unit, "shots": shots, **more}, then)


def laid(unit: str) -> Step:
    """The referee sets the record to the marker that a battery put down at set-up: no screen asks for it there."""
    fields = {"of": unit, "what": "laid", "value": True, "reason": "laid at set-up"}
    return Step(REFEREE, "FF-ART-18: a point stays where it lies", "correct", fields)


def on_area(
    by: str, unit: str, why: str, cm: float, stand: str, cover: str, face: int, result: str, stands: Mapping[str, int]
) -> Step:
    """A battery over open sights on its aiming point, with one stand in the area that it sees."""
    caught = {"stand": stand, "cover": cover, "seen": True}
    fields = {"unit": unit, "range_cm": cm, "stands": [caught], "dice": [die(face)]}
    return Step(by, why, "fire_on_area", fields, {"results": [[result]], "stands": stands})


def platoons(name: str, count: int, levels: int, first: int = 1) -> dict[str, int]:
    """The platoons of a company, each with these levels."""
    return {f"{name}.p{number}": levels for number in range(first, count + 1)}


def asks_to_overrule(by: str, why: str, clause: str, kind: str, reason: str, says: str, **fields: Any) -> Step:
    """A command that is refused by that clause, and the wish that the referee set the refusal aside."""
    return Step(by, why, kind, fields, {"says": says}, clause, reason)
