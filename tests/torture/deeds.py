"""What a table could do now, written for any evening: the deeds that make sense in a state of the game."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from rules.flanders_fields.game.progress import can_act, present
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.vocabulary import Due, Side
from rules.kernel.play import Role

STEPS_AT_ONCE: Final = 8
MOST_LOST: Final = 12
DISTANCES: Final = (4.9, 5.0, 20.0, 30.0, 45.0, 60.1, 70.0)
COVERS: Final = ("open", "soft", "medium", "hard")


def other(side: Side) -> Side:
    """The side across the table."""
    return Side.DEFENDER if side is Side.ATTACKER else Side.ATTACKER


def die(chance: random.Random) -> dict[str, Any]:
    """A die from the table, or one for the service to throw."""
    return {"pips": 0, "source": "rolled"} if chance.random() < 0.5 else {"pips": chance.randint(1, 6)}


class Table:
    """A game in play, and whoever is its host."""

    state: GameState
    host: Role

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        raise NotImplementedError

    def _possible(self) -> Iterator[Callable[[random.Random], object]]:
        """What makes sense at this table, the likelier the oftener."""
        yield from (self._go_on, self._go_on, self._correct, self._bleed)
        if self.state.turn.running:
            yield from (self._try_deed, self._allot)
        if self._can_act():
            yield from [self._order] * 6
        if any(orders.left for orders in self.state.orders.values()):
            yield from [self._act, self._fire, self._go_in] * 3
        if self.state.assault:
            yield from [self._assault] * 12
        if self.state.due:
            yield from [self._settle] * 4

    def _go_on(self, chance: random.Random) -> None:
        """To the next place where there is something to do; seldom, the turn is ended early."""
        kind = chance.choice(["next_step"] * 5 + ["end_turn"])
        for _ in range(STEPS_AT_ONCE if kind == "next_step" else 1):
            side = self._in_turn()
            if not self.state.turn.running:
                side, kind = self._next_side(), "start_turn"
            if not self._send(side, kind) or self._can_act():
                return
            if self.state.turn.step == "early_staff" and chance.random() < 0.3:
                self._allot(chance)
                return

    def _order(self, chance: random.Random) -> None:
        unit, near = chance.choice(self._can_act()), chance.random() < 0.5
        at_the_wire = chance.random() < 0.4
        more = {"own_sight": near, "crossing_wire": at_the_wire}
        self._send(self._in_turn(), "roll_orders", unit=unit, die=die(chance), **more)

    def _act(self, chance: random.Random) -> None:
        what = chance.choice(
            ("remove_suppression", "move_unit", "finish_unit", "change_carriage", "cross_wire", "cross_wire")
        )
        unit = self.state.units[self._ready_unit(chance)]
        more: dict[str, Any] = {
            "change_carriage": {"to": chance.choice(("ready", "packed", "limbered"))},
            "cross_wire": {"stands": [one.id for one in self.state.living(unit)]},
        }.get(what, {})
        if what == "cross_wire" and chance.random() < 0.5:
            more["dice"] = [die(chance) for _ in more["stands"]]
        self._send(self._in_turn(), what, unit=unit.id, **more)

    def _fire(self, chance: random.Random) -> None:
        """With every stand of a unit, at one enemy each."""
        unit = self.state.units[self._ready_unit(chance)]
        enemies = [one.id for one in self.state.stands.values() if one.alive and one.side is not unit.side]
        measured = {"range_cm": chance.choice(DISTANCES), "cover": chance.choice(COVERS)}
        shots = [
            {"firer": stand.id, "target": chance.choice(enemies), "dice": [die(chance)], **measured}
            for stand in self.state.living(unit)
        ]
        self._send(self._in_turn(), "fire", unit=unit.id, shots=shots, mad_minute=chance.random() < 0.2)

    def _go_in(self, chance: random.Random) -> None:
        """A stand into contact with an enemy, wherever that stands."""
        unit = self.state.units[self._ready_unit(chance)]
        enemies = [one.id for one in self.state.stands.values() if one.alive and one.side is not unit.side]
        stand = chance.choice(unit.stands)
        met = {"target": chance.choice(enemies), "cover": chance.choice(COVERS)}
        self._send(self._in_turn(), "go_in", unit=unit.id, stand=stand, **met)

    def _assault(self, chance: random.Random) -> None:
        """On with an assault: all are in, the assaulted fire or hold their fire, both sides throw."""
        assault = self.state.assault
        assert assault is not None
        ours, theirs = Role(assault.side.value), Role(other(assault.side).value)
        if assault.moving:
            self._send(ours, "all_in", unit=assault.unit)
        elif assault.firing:
            stand = chance.choice(assault.firing)
            coming = [one.attacker for one in assault.contacts if one.defender == stand]
            fire = {"target": coming[0], "dice": [die(chance)]} if coming and chance.random() < 0.7 else {}
            self._send(theirs, "fire_as_they_close", stand=stand, **fire)
        elif contacts := self.state.contacts():
            for role in chance.sample((ours, theirs), 2):
                who = {"attacker": contacts[0].attacker, "side": role.value}
                self._send(role, "throw_in_combat", die=die(chance), **who)
        else:
            self._send(ours, "finish_unit", unit=assault.unit)

    def _settle(self, chance: random.Random) -> None:
        """Throw what the rules ask for."""
        due = chance.choice(self.state.due)
        state = self.state
        owner = state.battalions.get(due.of) or state.regiments.get(due.of) or state.units[due.of]
        ways: dict[Due, tuple[str, dict[str, Any]]] = {
            Due.MORALE: ("test_morale", {"battalion": due.of, "die": die(chance)}),
            Due.REINFORCEMENT: ("roll_reinforcement", {"battalion": due.of, "die": die(chance)}),
            Due.FIELD_PROMOTION: ("promote_in_field", {"formation": due.of}),
            Due.SUPPORT_LOST: chance.choice(
                (("test_weapon", {"weapon": due.of, "die": die(chance)}), ("supports_another", {"weapon": due.of}))
            ),
        }
        kind, who = ways[due.kind]
        self._send(Role(owner.side.value), kind, **who)

    def _correct(self, chance: random.Random) -> None:
        """The short way to losses and morale tests."""
        stand = self._stand(chance)
        what, value = chance.choice((("levels", 1 - stand.levels % 2), ("alive", not stand.alive)))
        self._send(self.host, "correct", of=stand.id, what=what, value=value, reason="seen")

    def _bleed(self, chance: random.Random) -> None:
        """A battalion on the table loses stand after stand, until something is owed for it."""
        battalion = chance.choice([one for one in self.state.battalions.values() if one.on_table])
        stands = [one for name in battalion.units for one in self.state.living(self.state.units[name])]
        chance.shuffle(stands)
        for stand in stands[:MOST_LOST]:
            if self.state.due or self.state.asked:
                return
            self._send(self.host, "correct", of=stand.id, what="alive", value=False, reason="seen")

    def _try_deed(self, chance: random.Random) -> None:
        stand = self._stand(chance)
        side = Role(stand.side.value)
        self._send(side, "try_heroic_action", stand=stand.id, deed="over the bridge", die=die(chance))

    def _allot(self, chance: random.Random) -> None:
        of = self.state.regiments.get(self.state.turn.of)
        battalions = of.battalions if of else sorted(self.state.battalions)
        self._send(self._in_turn(), "allot_staff_bonus", battalion=chance.choice(battalions))

    def _in_turn(self) -> Role:
        return Role(self.state.turn.side.value)

    def _next_side(self) -> Role:
        turn = self.state.turn
        return Role.DEFENDER if turn.number and turn.side is Side.ATTACKER else Role.ATTACKER

    def _can_act(self) -> list[str]:
        here = present(self.state, self.state.book()) if self.state.turn.running else None
        units = can_act(self.state, here) if here else ()
        return [unit.id for unit in units if unit.id not in self.state.orders]

    def _ready_unit(self, chance: random.Random) -> str:
        return chance.choice(sorted(name for name, orders in self.state.orders.items() if orders.left))

    def _stand(self, chance: random.Random) -> Stand:
        return self.state.stands[chance.choice(sorted(self.state.stands))]
