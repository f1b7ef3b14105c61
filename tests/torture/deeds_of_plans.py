"""What the plans of any evening bring: deep suppression, fire by the plan, the hurricane, rolling barrages."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Protocol

from rules.flanders_fields.fire_plan import Allowed, Reference, SosLine, WrittenPlan
from rules.flanders_fields.fire_plan_checks import check
from rules.flanders_fields.fire_plan_document import write_plan
from rules.flanders_fields.game.actions.artillery.planned_bombardments import NEEDS, fires_due, works_due
from rules.flanders_fields.game.plan_drafts import TableSize, draft_of, force_of
from rules.flanders_fields.game.state.barrages import Barrage
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.turn_progress import present
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role

COVERS: Final = ("open", "soft", "medium", "hard")


class Table(Protocol):
    """A game in play, and whoever is its host."""

    state: GameState
    host: Role

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool: ...


Die = Callable[[random.Random], dict[str, Any]]
Deed = Callable[[random.Random], object]


def of_plans(table: Table, die: Die) -> Iterator[Deed]:
    """What makes sense, the likelier the oftener; nothing in a game without planned fire."""
    state = table.state
    if not state.turn.number and len(state.sealed) < len(Side):
        yield lambda chance: _seal(table, chance)
    if not state.turn.running:
        return
    if state.plan.heavy_artillery:
        lot = any(one.among for one in state.deep)
        yield from [lambda chance: _roll_deep(table, die, chance)] * (12 if lot else 2)
    here = present(state, state.book())
    if here and here.step.needs == NEEDS and (fires_due(state, state.book()) or works_due(state, state.book())):
        yield from [lambda chance: _by_plan(table, die, chance)] * 3
    for one in state.barrages.values():
        yield from [lambda chance: _advance(table, die, chance)] * (1 if one.turns or one.lifted else 3)
        yield lambda chance: _under(table, die, chance)
        yield lambda chance: _behind(table, die, chance)
        if one.rolling or one.at_risk:
            yield from [lambda chance: _done_under(table, die, chance)] * 3


def _seal(table: Table, chance: random.Random) -> None:
    """What the scenario has planned for a side, written down and sealed as it is."""
    side = chance.choice(list(Side))
    plan = draft_of(table.state, side, TableSize(1200, 1800))
    if chance.random() < 0.3:
        plan = _with_something_let_pass(table.state, plan)
    secret = {"drawn": "", "about": ""}
    table._send(Role(side.value), "seal_plan", plan=json.loads(write_plan(plan)), secret=secret, reason="we agreed")


def _with_something_let_pass(state: GameState, plan: WrittenPlan) -> WrittenPlan:
    """A point off the table, which the rules refuse: the other side is asked."""
    plan = replace(plan, sos_points=(SosLine(id="off", at=Reference(9_990, 0)),))
    found = check(plan, force_of(state, plan.side), state.book())
    return replace(plan, allowed=tuple(Allowed(finding=one.key) for one in found if one.stands))


def _roll_deep(table: Table, die: Die, chance: random.Random) -> None:
    """The die of deep suppression, or the lot that it calls for."""
    deep = next((one for one in table.state.deep if one.among), None)
    if deep:
        dice = [die(chance) for _ in range(1 if len(deep.among) < 7 else 2)]
        table._send(Role(deep.side.value), "lose_battery", dice=dice)
    else:
        at_the_ends = {"pips": chance.choice((1, 6))}
        table._send(_turn(table), "roll_deep_suppression", dice=[chance.choice((die(chance), at_the_ends))])


def _by_plan(table: Table, die: Die, chance: random.Random) -> None:
    """What the plan brings in this turn; now and then a battery cannot fire and is struck from it."""
    state = table.state
    fires, works = fires_due(state, state.book()), works_due(state, state.book())
    if works and (not fires or chance.random() < 0.5):
        stands = [{"stand": one, "cover": chance.choice(COVERS)} for one in chance.sample(_standing(table), 2)]
        work, dice = chance.choice(works), [die(chance) for _ in range(chance.randint(0, 2))]
        table._send(_turn(table), "bombard_work", work=work.id, stands=stands[: len(dice)], dice=dice)
    elif fires:
        line = chance.choice(fires)
        if chance.random() < 0.55:
            table._send(_turn(table), "fire_by_plan", line=line.id, observed=chance.random() < 0.5)
            return
        for stand in state.living(state.units[line.unit]):
            table._send(table.host, "correct", of=stand.id, what="levels", value=1, reason="seen")
        cannot: dict[str, Any] = {"line": line.id, "in_arc": False, "sees_target": False, "in_front_line": True}
        if not table._send(_turn(table), "strike_from_plan", **cannot) and table.host is Role.REFEREE:
            table._send(table.host, "strike_from_plan", overrule="FF-BOM-05", **cannot)


def _barrage(table: Table, chance: random.Random) -> Barrage:
    return chance.choice(list(table.state.barrages.values()))


def _advance(table: Table, die: Die, chance: random.Random) -> None:
    one = _barrage(table, chance)
    if not one.turns:
        table._send(_turn(table), "roll_barrage_turns", barrage=one.id, die=die(chance))
    table._send(_turn(table), "advance_barrage", barrage=one.id, halt=chance.random() < 0.1)


def _under(table: Table, die: Die, chance: random.Random) -> None:
    """Stands of either side under the band, or one that moves into it."""
    standing = _standing(table)
    stands = chance.sample(standing, min(len(standing), chance.randint(1, 4)))
    met: dict[str, Any] = {"cover": chance.choice(COVERS), "moved_in": chance.random() < 0.3}
    dice = [die(chance) for _ in stands]
    where: dict[str, Any] = {"barrage": _barrage(table, chance).id, "stands": stands}
    table._send(_turn(table), "roll_under_barrage", dice=dice, **where, **met)


def _behind(table: Table, die: Die, chance: random.Random) -> None:
    near: dict[str, Any] = {"distance_cm": chance.choice((0.0, 1.0, 4.5, 6.0, 6.1)), "cover": chance.choice(COVERS)}
    where: dict[str, Any] = {"barrage": _barrage(table, chance).id, "stand": chance.choice(_standing(table))}
    table._send(_turn(table), "risk_barrage", die=die(chance), **where, **near)


def _done_under(table: Table, die: Die, chance: random.Random) -> None:
    one = _barrage(table, chance)
    if one.at_risk:
        role = Role(table.state.stands[one.at_risk.stand].side.value)
        table._send(role, "suffer_barrage", barrage=one.id, die=die(chance))
    else:
        table._send(_turn(table), "all_under_barrage", barrage=one.id)


def _standing(table: Table) -> list[str]:
    return [one.id for one in table.state.stands.values() if one.alive]


def _turn(table: Table) -> Role:
    return Role(table.state.turn.side.value)
