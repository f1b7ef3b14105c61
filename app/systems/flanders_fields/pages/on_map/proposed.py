"""What the map proposes for the forms of a seat: facts with where they come from, of what that seat may know."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from app.games.game import OpenGame
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.guns.areas_hit import area_kind
from rules.flanders_fields.game.guns.state import FiresBy
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.from_state import field_of
from rules.flanders_fields.game.survey.plans import NO_PLANS, Plans, known_plans
from rules.flanders_fields.game.survey.proposed import Confidence, Proposed, Surveyed, values
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.play import Role
from rules.kernel.values import dataclass

FORM_NAMES: Final = {"target_armour_in_cover": "armour_in_cover"}
"""Facts that the forms call otherwise."""
LEFT_OUT: Final = frozenset({"firer_in_gas"})
"""What the game itself keeps, and asks for only where it is told otherwise."""


class Whence(NamedTuple):
    """A fact that is proposed for a field: its value as the form writes it, where it comes from, how sure that is."""

    value: Any
    says: str
    exact: bool = True


Proposals = Mapping[str, Whence]


class FormTold(NamedTuple):
    """What the map has for a form: its facts by the names of their fields, and the rows of `lists` as fields.

    `key` names what the map was asked about: as long as it stays the same, the form holds what the player made of it.
    `of` has the facts of the rows, by what each is about.
    """

    key: str
    told: Proposals
    rows: tuple[tuple[str, str], ...] = ()
    lists: tuple[str, ...] = ()
    of: Mapping[str, Proposals] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seen:
    """A placed enemy as a firer has it: its distance, whether it comes first, and why it may not be fired at."""

    stand: str
    range_cm: float
    comes_first: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class OnMap:
    """The field as a seat may know it, the rules of the game, and what of fire and gas to come the seat knows.

    The libraries of the map are loaded with the first question: a service starts without them.
    """

    field: Field
    book: RuleBook
    plans: Plans = NO_PLANS

    @property
    def as_placed(self) -> "OnMap":
        """The same without stands that have moved since they were placed: nothing is proposed of where they were."""
        return replace(self, field=self.field.as_placed)

    def shot(self, firer: str, target: str) -> Proposals:
        """What is proposed for a shot, by the names of the form's fields; nothing where one of them is not placed."""
        from rules.flanders_fields.game.survey import aiming

        return by_name(aiming.aimed(self.field, firer, target, self.book))

    def zone(self, firer: str, target: str) -> tuple[tuple[str, Proposals], ...]:
        """The stands that are attacked behind a first target, in order, each with what is proposed for it."""
        from rules.flanders_fields.game.survey import aiming

        return tuple((one.stand, by_name(one.facts)) for one in aiming.in_zone(self.field, firer, target, self.book))

    def order(self, unit: str, commander: str, company: Sequence[str], battalion: Sequence[str]) -> Proposals:
        """What is proposed for an order roll; company and battalion are the stands that are alive."""
        from rules.flanders_fields.game.survey import orders

        if not self.field.has(*company):
            return {}
        found = orders.order(self.field, unit, commander, tuple(battalion), self.book)
        return by_name(one for one in found if one.fact != "crossing_wire")

    def area(
        self, unit: Mapping[str, Any], point: Mapping[str, Any], by: str, battalion: Sequence[str] = ()
    ) -> tuple[Proposals, dict[str, Proposals]] | None:
        """What is proposed for a weapon and its point, and for each stand it catches; None if nobody placed it.

        `battalion` are the rifle platoons of its battalion that are alive (AMB-394).
        """
        from rules.flanders_fields.game.survey import areas, guns
        from rules.flanders_fields.game.survey.points import spot_of

        side = Side.ATTACKER if unit["id"].startswith("a") else Side.DEFENDER
        spot = spot_of(self.field, side, point["along_cm"], point["up_cm"], point["laid_on"])
        if spot is None:
            return None
        gun = unit["stands"][0]["id"] if unit["on_table"] else ""
        kind = area_kind(UnitClass(unit["kind"]), FiresBy(by))
        weapon = by_name(guns.weapon(self.field, gun, spot, self.book)) if gun else {}
        if near := guns.nearest_of(self.field, spot, tuple(battalion), self.book, "battalion_cm"):
            weapon |= by_name((near,))
        caught = guns.caught(self.field, side, kind, spot, self.book, gun, point["laid_on"])
        told = areas.as_told(caught, self.book)
        return weapon, {one.stand: by_name(one.facts) for one in told}

    def spotted(self, unit: Mapping[str, Any], spotter: str, target: str) -> Proposals:
        """What a command stand that spots for a mortar sees of its target and of the mortar (FF-MTR-14)."""
        from rules.flanders_fields.game.survey import guns

        return by_name(guns.spotted(self.field, unit["stands"][0]["id"], spotter, target, self.book))

    def observed(self, unit: Mapping[str, Any], point: Mapping[str, Any]) -> Whence | None:
        """Whether anybody who is placed observes the point of a battery; None for a point nobody placed."""
        from rules.flanders_fields.game.survey import guns
        from rules.flanders_fields.game.survey.points import spot_of

        side = Side.ATTACKER if unit["id"].startswith("a") else Side.DEFENDER
        spot = spot_of(self.field, side, point["along_cm"], point["up_cm"], point["laid_on"])
        found = guns.watched(self.field, side, spot, self.book) if spot else None
        return whence_of(found) if found else None

    def closing(self, attacker: str, defender: str) -> Proposals:
        """What is proposed for a stand that goes in at another."""
        from rules.flanders_fields.game.survey import assault

        if not self.field.has(attacker, defender):
            return {}
        outside = assault.ground_outside(self.field, attacker, defender, self.book)
        behind = assault.supporters(self.field, attacker)[:1]
        found = (*assault.closing(self.field, attacker, defender, self.book), *((outside,) if outside else ()))
        told = by_name(found)
        for name in behind:
            told["supporter"] = Whence(name, f"{self.field.stands[name].name} touches it from behind")
        return told

    def gas(self, cloud: str, owner: str, start: Sequence[float], end: Sequence[float]) -> dict[str, Proposals]:
        """Whom a cloud touches on its way between two middles, measured from its owner's corner, and how."""
        from rules.flanders_fields.game.survey.gas import caught_by

        lying = next((one for one in self.field.clouds if one.id == cloud), None)
        if lying is None:
            return {}
        step = self._step(owner, start, end)
        return {found.stand: by_name(found.facts) for found in caught_by(self.field, lying, step, self.book)}

    def gone(self, cloud: str, owner: str, start: Sequence[float], end: Sequence[float]) -> Proposals:
        """Whether nothing of a cloud lies on the table once it has gone from one middle to another."""
        from rules.flanders_fields.game.survey.gas import off_table

        lying = next((one for one in self.field.clouds if one.id == cloud), None)
        return by_name((off_table(self.field, lying, self._step(owner, start, end)),)) if lying else {}

    def _step(self, owner: str, start: Sequence[float], end: Sequence[float]) -> tuple[float, float]:
        one, other = (self.field.spot(Side(owner), at[0], at[1]) for at in (start, end))
        return float(other.x_mm - one.x_mm), float(other.y_mm - one.y_mm)

    def under(self, side: str) -> dict[str, Proposals]:
        """Whom the barrage of a side touches where it lies and where it has swept, and how."""
        from rules.flanders_fields.game.survey.barrage import grounds, under

        found = under(self.field, grounds(self.field, Side(side)), Side(side), self.book)
        return {one.stand: by_name(one.facts) for one in found}

    def behind(self, stand: str, side: str) -> dict[str, Whence]:
        """What is proposed for a stand close behind the barrage of a side; nothing where it is out of its danger."""
        from rules.flanders_fields.game.survey.barrage import risk

        return by_name(risk(self.field, stand, Side(side), self.book))

    def enemies(self, firer: str) -> tuple[Seen, ...]:
        """The placed enemies of a firer: those that come first by target priority, then the others, nearest first."""
        from rules.flanders_fields.game.survey import shooting

        found = shooting.enemies(self.field, firer, self.book)
        first = shooting.target_order(self.field, firer, self.book, found) if found else ()
        told = [_seen(one, first) for one in found]
        return tuple(sorted(told, key=lambda one: (not one.comes_first, bool(one.why_not), one.range_cm)))


def on_map(game: OpenGame, role: Role) -> OnMap | None:
    """The map of a game as a role may know it; None where no table is laid."""
    state = game.state
    if state.ground.laid is None:
        return None
    book = state.book()
    field = field_of(state, role, book)
    return OnMap(field, book, known_plans(state, role, book)) if field else None


def _seen(one: Surveyed, first: tuple[str, ...]) -> Seen:
    facts = values(one.facts)
    if "in_arc" not in facts:
        why_not = "out of range"
    else:
        why_not = "not seen" if facts.get("seen") is False else "" if facts["in_arc"] else "out of arc"
    return Seen(one.stand, facts["distance_cm"], one.stand in first and not why_not, why_not)


def by_name(found: Iterable[Proposed]) -> dict[str, Whence]:
    """What is proposed, by the names of the forms' fields."""
    told = {FORM_NAMES.get(one.fact, one.fact): one for one in found if one.fact not in LEFT_OUT}
    return {name: whence_of(one) for name, one in told.items()}


def whence_of(one: Proposed) -> Whence:
    """A proposal as a form shows it."""
    value = one.value.value if isinstance(one.value, Enum) else one.value
    return Whence(value, one.whence.removesuffix(", map"), one.confidence is Confidence.EXACT)
