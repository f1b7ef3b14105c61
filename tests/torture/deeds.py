"""What a table could do now, written for any evening: the deeds that make sense in a state of the game."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from rules.flanders_fields.game.armour.wire import clears_wire
from rules.flanders_fields.game.barrage.state import Barrage
from rules.flanders_fields.game.bombard.due import fires_due
from rules.flanders_fields.game.national.record import may_be_mutinous
from rules.flanders_fields.game.national.storm import storm_parts
from rules.flanders_fields.game.progress import can_act, present
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.vocabulary import Due, Side, UnitClass
from rules.kernel.play import Role
from tests.torture.deeds_of_armour import of_shelters
from tests.torture.deeds_of_cards import of_cards
from tests.torture.deeds_of_gas import of_aircraft, of_gas
from tests.torture.deeds_of_guns import of_guns

HOUSE: Final = [
    {"ruling": ruling, "option": option}
    for ruling, option in (
        ("AMB-471", "one_point"),
        ("AMB-322", "command_too"),
        ("AMB-52", "one_action"),
        ("AMB-490", "in_play"),
        ("GAP-38", "after"),
    )
]
"""Choices with deeds of their own."""
STEPS_AT_ONCE: Final = 8
MOST_LOST: Final = 12
DISTANCES: Final = (4.9, 5.0, 20.0, 30.0, 45.0, 60.1, 70.0)
SELDOM_REACHED: Final = ("no_air_mission", "nothing_planned")
"""Steps in which something may be done besides orders."""
SECTORS: Final = ("front", "left", "right", "rear")
FACES: Final = ("front", "left", "right")
SIDED: Final = (UnitClass.TANK, UnitClass.ARMOURED_CAR, UnitClass.BLOCK_HOUSE)
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
        yield from of_cards(self, die)
        if self.state.national.bad_result or (self.state.turn.running and not self.state.turn.step):
            yield self._by_nation
        yield from self._with_plans()
        yield from of_guns(self, die)
        yield from of_shelters(self, die)
        yield from of_gas(self, die)
        yield from of_aircraft(self, die)
        if self.state.turn.running:
            yield from (self._try_deed, self._allot)
        if self._can_act():
            yield from [self._order] * 6
        if any(orders.left for orders in self.state.orders.values()):
            yield from [self._act, self._fire, self._go_in] * 3
            yield self._say_after_the_die
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
            here = present(self.state, self.state.book())
            if here and here.step.needs in SELDOM_REACHED and chance.random() < 0.7:
                chance.choice(list(of_aircraft(self, die)) if here.of else [self._by_plan])(chance)
                return
            if self.state.turn.step == "early_staff" and chance.random() < 0.3:
                self._allot(chance)
                return

    def _with_plans(self) -> Iterator[Callable[[random.Random], object]]:
        """Nothing in a game without planned fire."""
        if self.state.turn.running and self.state.plan.heavy_artillery:
            yield self._roll_deep
        if self.state.turn.running and (self.state.plan.fires or self.state.plan.works):
            yield self._by_plan
        for one in self.state.barrages.values() if self.state.turn.running else ():
            yield from (self._advance, self._under, self._behind)
            if one.rolling or one.at_risk:
                yield from [self._done_under] * 3

    def _roll_deep(self, chance: random.Random) -> None:
        """The die of deep suppression, or the lot that it calls for."""
        deep = next((one for one in self.state.deep if one.among), None)
        if deep:
            dice = [die(chance) for _ in range(1 if len(deep.among) < 7 else 2)]
            self._send(Role(deep.side.value), "lose_battery", dice=dice)
        else:
            self._send(self._in_turn(), "roll_deep_suppression", dice=[die(chance)])

    def _by_plan(self, chance: random.Random) -> None:
        """What the plan brings in this turn, or what it brings in another."""
        if self.state.plan.works and chance.random() < 0.5:
            standing = [one.id for one in self.state.stands.values() if one.alive]
            stands = [{"stand": one, "cover": chance.choice(COVERS)} for one in chance.sample(standing, 2)]
            work, dice = chance.choice(self.state.plan.works), [die(chance) for _ in range(chance.randint(0, 2))]
            self._send(self._in_turn(), "bombard_work", work=work.id, stands=stands[: len(dice)], dice=dice)
        elif self.state.plan.fires:
            line = chance.choice(fires_due(self.state, self.state.book()) or self.state.plan.fires)
            if chance.random() < 0.3:
                # Only what cannot fire is struck from the plan.
                for stand in self.state.living(self.state.units[line.unit]):
                    self._send(self.host, "correct", of=stand.id, what="alive", value=False, reason="seen")
                self._send(self._in_turn(), "strike_from_plan", line=line.id)
            else:
                self._send(self._in_turn(), "fire_by_plan", line=line.id, observed=chance.random() < 0.5)

    def _barrage(self, chance: random.Random) -> Barrage:
        return chance.choice(list(self.state.barrages.values()))

    def _advance(self, chance: random.Random) -> None:
        one = self._barrage(chance)
        if not one.turns:
            self._send(self._in_turn(), "roll_barrage_turns", barrage=one.id, die=die(chance))
        self._send(self._in_turn(), "advance_barrage", barrage=one.id, halt=chance.random() < 0.1)

    def _under(self, chance: random.Random) -> None:
        """Stands of either side under the band, or one that moves into it."""
        standing = [one.id for one in self.state.stands.values() if one.alive]
        stands = chance.sample(standing, min(len(standing), chance.randint(1, 4)))
        met = {"cover": chance.choice(COVERS), "moved_in": chance.random() < 0.3}
        dice = [die(chance) for _ in stands]
        self._send(
            self._in_turn(), "roll_under_barrage", barrage=self._barrage(chance).id, stands=stands, dice=dice, **met
        )

    def _behind(self, chance: random.Random) -> None:
        standing = [one.id for one in self.state.stands.values() if one.alive]
        near = {"distance_cm": chance.choice((0.0, 1.0, 4.5, 6.0, 6.1)), "cover": chance.choice(COVERS)}
        where = {"barrage": self._barrage(chance).id, "stand": chance.choice(standing)}
        self._send(self._in_turn(), "risk_barrage", die=die(chance), **where, **near)

    def _done_under(self, chance: random.Random) -> None:
        one = self._barrage(chance)
        if one.at_risk:
            role = Role(self.state.stands[one.at_risk.stand].side.value)
            self._send(role, "suffer_barrage", barrage=one.id, die=die(chance))
        else:
            self._send(self._in_turn(), "all_under_barrage", barrage=one.id)

    def _by_nation(self, chance: random.Random) -> None:
        """A battalion named mutinous, a bad result set aside, or a part of a storm battalion sent elsewhere."""
        bad = self.state.national.bad_result
        if bad and chance.random() < 0.7:
            side = self.state.battalions[bad.battalion].side
            self._send(Role(side.value), "resist_stubbornly", battalion=bad.battalion)
            return
        parts = list(storm_parts(self.state, Role.REFEREE))
        if parts and chance.random() < 0.7:
            part = chance.choice(parts)
            self._send(Role(part["side"]), "attach_storm_part", unit=part["unit"], battalion=chance.choice(part["to"]))
            return
        battalions, book = list(self.state.battalions.values()), self.state.book()
        may = [one for one in battalions if may_be_mutinous(self.state, one, book)]
        battalion = chance.choice(may or battalions)
        self._send(Role(battalion.side.other.value), "name_mutinous", battalion=battalion.id)

    def _order(self, chance: random.Random) -> None:
        may, near = self._can_act(), chance.random() < 0.5
        kinds = {self.state.units[one].kind: one for one in chance.sample(may, len(may))}
        unit = chance.choice([one for one in may if one in self.state.air.off_line] or list(kinds.values()))
        at_the_wire = chance.random() < 0.4
        more = {"own_sight": near, "crossing_wire": at_the_wire}
        if chance.random() < 0.2:
            more[chance.choice(("pals", "professionalism", "goes_forward"))] = True
        self._send(self._in_turn(), "roll_orders", unit=unit, die=die(chance), **more)

    def _act(self, chance: random.Random) -> None:
        what = chance.choice(
            (
                "remove_suppression",
                "move_unit",
                "finish_unit",
                "change_carriage",
                "cross_wire",
                "cross_wire",
                "clear_wire",
            )
        )
        unit = self.state.units[self._ready_unit(chance)]
        if what == "clear_wire":
            ready = (self.state.units[name] for name, orders in self.state.orders.items() if orders.left)
            unit = next((one for one in ready if clears_wire(one)), unit)
        more: dict[str, Any] = {
            "change_carriage": {"to": chance.choice(("ready", "packed", "limbered"))},
            "cross_wire": {"stands": [one.id for one in self.state.living(unit)]},
            "move_unit": {"belts": chance.choice((0, 0, 1))},
        }.get(what, {})
        if what == "cross_wire" and chance.random() < 0.5:
            more["dice"] = [die(chance) for _ in more["stands"]]
        self._send(self._in_turn(), what, unit=unit.id, **more)

    def _say_after_the_die(self, chance: random.Random) -> None:
        """Of the newest order, by house rule."""
        unit = list(self.state.orders)[-1]
        self._send(self._in_turn(), "say_after_the_die", unit=unit, special=chance.choice(("pals", "professionalism")))

    def _fire(self, chance: random.Random) -> None:
        """With every stand of a unit, at one enemy each."""
        unit = self.state.units[self._ready_unit(chance)]
        enemies = [one.id for one in self.state.stands.values() if one.alive and one.side is not unit.side]
        measured = {"range_cm": chance.choice(DISTANCES), "cover": chance.choice(COVERS)}
        # A tank and a block house fire at several targets, each on a side of theirs.
        firers = [stand.id for stand in self.state.living(unit)] * (chance.randint(1, 3) if unit.kind in SIDED else 1)
        shots = []
        for firer, sector in zip(firers, chance.sample(SECTORS, len(SECTORS)) * 4, strict=False):
            dice = [die(chance) for _ in range(chance.choice((1, 1, 2)))]
            aim = {"target": chance.choice(enemies), "dice": dice, "sector": sector, "face": chance.choice(FACES)}
            shots.append({"firer": firer, "armour_in_cover": chance.random() < 0.2, **aim, **measured})
        how = {"mad_minute": chance.random() < 0.2, "on_the_move": unit.kind in SIDED and chance.random() < 0.3}
        self._send(self._in_turn(), "fire", unit=unit.id, shots=shots, **how)

    def _go_in(self, chance: random.Random) -> None:
        """A stand into contact with an enemy, wherever that stands."""
        unit = self.state.units[self._ready_unit(chance)]
        enemies = [one.id for one in self.state.stands.values() if one.alive and one.side is not unit.side]
        stand = chance.choice(unit.stands)
        met = {"target": chance.choice(enemies), "cover": chance.choice(COVERS), "sector": chance.choice(SECTORS)}
        self._send(self._in_turn(), "go_in", unit=unit.id, stand=stand, **met)

    def _assault(self, chance: random.Random) -> None:
        """On with an assault: all are in, the assaulted fire or hold their fire, both sides throw."""
        assault = self.state.assault
        assert assault is not None
        ours, theirs = Role(assault.side.value), Role(other(assault.side).value)
        if assault.moving:
            self._send(ours, "all_in", unit=assault.unit)
        elif assault.standing:
            self._send(theirs, "stand_against_armour", stand=chance.choice(assault.standing), die=die(chance))
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
        battalions = (of.battalions if of else ()) or sorted(self.state.battalions)
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
