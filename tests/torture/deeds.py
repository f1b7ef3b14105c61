"""What a table could do now, written for any evening: the deeds that make sense in a state of the game."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rules.flanders_fields.game.actions.armour import clears_wire
from rules.flanders_fields.game.actions.cards.card_draws import is_time_to_draw
from rules.flanders_fields.game.actions.national_rules import may_be_mutinous, may_say, storm_parts
from rules.flanders_fields.game.state.game import GameState, Stand, Unit
from rules.flanders_fields.game.turn_progress import can_act, place_after, present
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, Carriage, DueKind, Fate, Nation, Side, UnitClass
from rules.kernel.seats import Role
from tests.torture.deeds_of_cards import of_cards, overfull
from tests.torture.deeds_of_gas import of_aircraft, of_gas
from tests.torture.deeds_of_ground import moved_to, of_ground
from tests.torture.deeds_of_guns import LAST_PHASE, of_guns
from tests.torture.deeds_of_plans import of_plans
from tests.torture.deeds_of_shelters import of_shelters
from tests.torture.deeds_out_of_step import able, insist, ordered, out_of_step

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
    brisk = False
    """Whether its turns are short: most steps are gone through with little done in them."""

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        raise NotImplementedError

    def _possible(self) -> Iterator[Callable[[random.Random], object]]:
        """What makes sense at this table, the likelier the oftener."""
        yield from [self._go_on] * (12 if self.brisk else 3)
        yield from (self._correct, self._bleed, self._note)
        yield from of_cards(self, die)
        if (bad := self.state.national.bad_result) and self._resists(bad.battalion):
            yield from [self._resist] * 12
        if self.state.turn.running and any(map(self._resists, self.state.battalions)):
            yield from [self._break] * 2
        if self.state.turn.running and not self.state.turn.step:
            yield from [self._name_mutinous] * 4
        yield self._split_storm_battalion
        yield from of_plans(self, die)
        yield from of_ground(self)
        yield from of_guns(self, die)
        yield from of_shelters(self, die)
        yield from of_gas(self, die)
        yield from of_aircraft(self, die)
        if self.state.turn.running:
            yield from (self._try_deed, self._allot, self._order_out_of_turn)
        yield from out_of_step(self)
        if self._can_act():
            yield from [self._order] * 6
        if any(orders.left for orders in self.state.orders.values()):
            yield from [self._act, self._fire, self._go_in] * 3
            yield from [self._say_after_the_die] * 3
        if self.state.assault:
            yield from [self._assault] * 12
        if self.state.due:
            yield from [self._settle] * 4

    def _go_on(self, chance: random.Random) -> None:
        """To the next place where there is something to do; seldom, the turn is ended early."""
        early = chance.random() < 0.15
        for _ in range(1 if early else STEPS_AT_ONCE):
            if not self._send(*self._next_step(early)):
                self._clear_the_way(chance)
                return
            if self._can_act() or (self._is_rare() and chance.random() < 0.7):
                for call in list(of_aircraft(self, die))[:1]:
                    call(chance)
                return
            if self.state.turn.step == "early_staff" and chance.random() < 0.3:
                self._allot(chance)
                return

    def _is_rare(self) -> bool:
        """Whether the step in hand is one in which something else than orders may be done."""
        here = present(self.state, self.state.book()) if self.state.turn.running else None
        moves = bool(self.state.guns.points) and self.state.turn.step.endswith(LAST_PHASE)
        return moves or (here is not None and here.step.needs == "no_air_mission")

    def _next_step(self, early: bool) -> tuple[Role, str]:
        """Whose it is to go on, and how."""
        if not self.state.turn.running:
            return self._next_side(), "start_turn"
        return self._in_turn(), "end_turn" if early or not place_after(self.state, self.state.book()) else "next_step"

    def _clear_the_way(self, chance: random.Random) -> None:
        """What the step in hand waits for, if it waits for something."""
        for _ in range(3):
            waits = list(self._in_the_way())
            for deed in chance.sample(waits, min(len(waits), 1)):
                deed(chance)

    def _in_the_way(self) -> Iterator[Callable[[random.Random], object]]:
        """The table goes on only when this has been done; of a card, a die or a fight there are many others."""
        state = self.state
        if state.cards.awaited or is_time_to_draw(state) or overfull(state):
            yield from of_cards(self, die)
            return
        yield from of_plans(self, die)
        yield from of_gas(self, die)
        if state.air.strike:
            yield from of_aircraft(self, die)
        if state.guns.arriving or state.guns.crossings:
            yield from of_guns(self, die)
        if state.assault:
            yield from [self._assault] * 8
        if state.due:
            yield from [self._settle] * 8

    def _resists(self, battalion: str) -> bool:
        """Whether it may resist stubbornly, for its army and its task; not whether its army does so at this date."""
        mine = self.state.battalions[battalion]
        here = mine.on_table and mine.fate is Fate.STANDS and mine.side is Side.DEFENDER
        return here and self.state.side_facts(mine.side).nation == Nation.FRENCH

    def _break(self, chance: random.Random) -> None:
        """A battalion that may resist stubbornly has a bad day; it has not been ordered forward."""
        if self.state.turn.side is Side.DEFENDER or self.state.due or self.state.asked:
            return
        self._bleed(chance, [one for one in self.state.battalions if self._resists(one)])
        for due in [one for one in self.state.due if one.kind is DueKind.MORALE and self._resists(one.of)][:1]:
            if self._send(DEFENDER, "test_morale", battalion=due.of, die={"pips": 1}):
                self._resist(chance)

    def _resist(self, _chance: random.Random) -> None:
        """A bad result is set aside before anything else is done."""
        if bad := self.state.national.bad_result:
            side = self.state.battalions[bad.battalion].side
            self._send(Role(side.value), "resist_stubbornly", battalion=bad.battalion)

    def _name_mutinous(self, chance: random.Random) -> None:
        """A battalion of the other side, where its army has mutinies."""
        state, book = self.state, self.state.book()
        left = [one for one in state.battalions.values() if one.id not in state.national.mutinous]
        able = [one for one in left if one.side is not state.turn.side and may_be_mutinous(state, one, book)]
        for battalion in chance.sample(able, min(len(able), 1)):
            self._send(self._in_turn(), "name_mutinous", battalion=battalion.id)

    def _split_storm_battalion(self, chance: random.Random) -> None:
        """A part of one is sent to another battalion."""
        parts = list(storm_parts(self.state, Role.REFEREE))
        for part in chance.sample(parts, min(len(parts), 1)):
            self._send(Role(part["side"]), "attach_storm_part", unit=part["unit"], battalion=chance.choice(part["to"]))

    def _order(self, chance: random.Random) -> None:
        may, near = self._can_act(), chance.random() < 0.5
        there = Counter(unit.kind for unit in self.state.units.values())
        rare = min(may, key=lambda one: (one not in self.state.air.off_line, there[self.state.units[one].kind]))
        unit = rare if chance.random() < 0.4 else chance.choice(may)
        at_the_wire = chance.random() < 0.4
        more: dict[str, Any] = {"own_sight": near, "crossing_wire": at_the_wire}
        if chance.random() < 0.2:
            more[chance.choice(("pals", "professionalism", "goes_forward"))] = True
        self._send(self._in_turn(), "roll_orders", unit=unit, die=die(chance), **more)

    def _order_out_of_turn(self, chance: random.Random) -> None:
        """The referee lets a unit of a rare kind roll for orders although its step has not come."""
        there = Counter(unit.kind for unit in self.state.units.values())
        mine = [one for one in self.state.units.values() if one.side is self.state.turn.side and self.state.living(one)]
        waiting = sorted((one for one in mine if one.id not in self.state.orders), key=lambda one: there[one.kind])
        if self.host is Role.REFEREE and waiting:
            unit = waiting[0] if chance.random() < 0.5 else chance.choice(waiting)
            self._send(self.host, "roll_orders", overrule="FF-TRN-03", unit=unit.id, die=die(chance))

    def _act(self, chance: random.Random) -> None:
        """An action of a unit that is ready, most often one of those that only few units have."""
        ready = [self.state.units[name] for name, orders in self.state.orders.items() if orders.left]
        there = ready if chance.random() < 0.6 else list(able(self.state))
        what, can = chance.choice(
            (
                ("move_unit", there),
                ("finish_unit", there),
                ("cross_wire", [one for one in there if one.kind is UnitClass.RIFLE_COMPANY]),
                ("cross_wire", there),
                ("remove_suppression", there),
                ("change_carriage", [one for one in there if one.carriage is not Carriage.NONE]),
                ("clear_wire", [one for one in there if clears_wire(one)]),
            )
        )
        unit = ready[-1] if ready[-1] in can and chance.random() < 0.5 else chance.choice(can or ready)
        if what == "remove_suppression":
            for stand in self.state.living(unit):
                self._send(self.host, "correct", of=stand.id, what="levels", value=1, reason="seen")
        if ordered(self, unit):
            insist(self, unit.side, what, unit=unit.id, **self._told(what, unit, chance))

    def _told(self, what: str, unit: Unit, chance: random.Random) -> dict[str, Any]:
        """What is said of an action besides."""
        if what == "change_carriage":
            return {"to": chance.choice(("ready", "packed", "limbered"))}
        if what == "move_unit":
            standing = [one.id for one in self.state.living(unit)]
            return {"belts": chance.choice((0, 0, 1)), **moved_to(self.state, standing, chance)}
        if what != "cross_wire":
            return {}
        stands = [one.id for one in self.state.living(unit)]
        dice = {"dice": [die(chance) for _ in stands]} if chance.random() < 0.5 else {}
        return {"stands": stands, **dice, **moved_to(self.state, stands, chance)}

    def _say_after_the_die(self, chance: random.Random) -> None:
        """Of the newest order, by house rule."""
        unit = self.state.units[list(self.state.orders)[-1]]
        battalion = self.state.battalion_of(unit)
        said = may_say(self.state, battalion, self.state.book()) if battalion else {}
        for special in [one for one in ("pals", "professionalism") if one in said]:
            self._send(self._in_turn(), "say_after_the_die", unit=unit.id, special=special)

    def _fire(self, chance: random.Random) -> None:
        """With every stand of a unit, at one enemy each."""
        unit = self.state.units[self._ready_unit(chance)]
        enemies = [one.id for one in self.state.stands.values() if one.alive and one.side is not unit.side]
        measured = {"range_cm": chance.choice(DISTANCES), "cover": chance.choice(COVERS)}
        # A tank and a block house fire at several targets, each on a side of theirs.
        firers = [stand.id for stand in self.state.living(unit)] * (chance.randint(1, 3) if unit.kind in SIDED else 1)
        shots = []
        for firer, sector in zip(
            firers if chance.random() < 0.5 else firers[:1], chance.sample(SECTORS, len(SECTORS)) * 4, strict=False
        ):
            dice = [die(chance) for _ in range(chance.choice((1, 1, 2)))]
            aim = {"target": chance.choice(enemies), "dice": dice, "sector": sector, "face": chance.choice(FACES)}
            shots.append({"firer": firer, "armour_in_cover": chance.random() < 0.2, **aim, **measured})
        how: dict[str, Any] = {
            "mad_minute": chance.random() < 0.2,
            "on_the_move": unit.kind in SIDED and chance.random() < 0.3,
        }
        self._send(self._in_turn(), "fire", unit=unit.id, shots=shots, **how)

    def _go_in(self, chance: random.Random) -> None:
        """A stand into contact with an enemy, wherever that stands."""
        unit = self.state.units[self._ready_unit(chance)]
        enemies = [one.id for one in self.state.stands.values() if one.alive and one.side is not unit.side]
        stand = chance.choice(unit.stands)
        met: dict[str, Any] = {
            "target": chance.choice(enemies),
            "cover": chance.choice(COVERS),
            "sector": chance.choice(SECTORS),
        }
        self._send(self._in_turn(), "go_in", unit=unit.id, stand=stand, **met, **moved_to(self.state, [stand], chance))

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
            fire: dict[str, Any] = (
                {"target": coming[0], "dice": [die(chance)]} if coming and chance.random() < 0.7 else {}
            )
            self._send(theirs, "fire_as_they_close", stand=stand, **fire)
        elif contacts := self.state.contacts():
            for role in chance.sample((ours, theirs), 2):
                who: dict[str, Any] = {"attacker": contacts[0].attacker, "side": role.value}
                self._send(role, "throw_in_combat", die=die(chance), **who)
        else:
            self._send(ours, "finish_unit", unit=assault.unit)

    def _settle(self, chance: random.Random) -> None:
        """Throw what the rules ask for."""
        due = chance.choice(self.state.due)
        state = self.state
        owner = state.battalions.get(due.of) or state.regiments.get(due.of) or state.units[due.of]
        ways: dict[DueKind, tuple[str, dict[str, Any]]] = {
            DueKind.MORALE: ("test_morale", {"battalion": due.of, "die": die(chance)}),
            DueKind.REINFORCEMENT: ("roll_reinforcement", {"battalion": due.of, "die": die(chance)}),
            DueKind.FIELD_PROMOTION: ("promote_in_field", {"formation": due.of}),
            DueKind.SUPPORT_LOST: chance.choice(
                (("test_weapon", {"weapon": due.of, "die": die(chance)}), ("supports_another", {"weapon": due.of}))
            ),
        }
        kind, who = ways[due.kind]
        if self._send(Role(owner.side.value), kind, **who) and chance.random() < 0.7:
            self._resist(chance)

    def _correct(self, chance: random.Random) -> None:
        """The short way to losses and morale tests."""
        stand = self._stand(chance)
        what, value = chance.choice((("levels", 1 - stand.levels % 2), ("alive", not stand.alive)))
        self._send(self.host, "correct", of=stand.id, what=what, value=value, reason="seen")

    def _note(self, chance: random.Random) -> None:
        self._send(Role(chance.choice(tuple(Side)).value), "note", text="as seen on the table")

    def _bleed(self, chance: random.Random, among: Sequence[str] = ()) -> None:
        """A battalion on the table loses stand after stand, until something is owed for it."""
        there = [one for one in self.state.battalions.values() if one.on_table]
        battalion = self.state.battalions[chance.choice(among)] if among else chance.choice(there)
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
        return DEFENDER if turn.number and turn.side is Side.ATTACKER else ATTACKER

    def _can_act(self) -> list[str]:
        here = present(self.state, self.state.book()) if self.state.turn.running else None
        units = can_act(self.state, here) if here else ()
        return [unit.id for unit in units if unit.id not in self.state.orders]

    def _ready_unit(self, chance: random.Random) -> str:
        """As a rule the one that was ordered last: the step of the others may be over."""
        ready = [name for name, orders in self.state.orders.items() if orders.left]
        return ready[-1] if chance.random() < 0.6 else chance.choice(ready)

    def _stand(self, chance: random.Random) -> Stand:
        return self.state.stands[chance.choice(sorted(self.state.stands))]
