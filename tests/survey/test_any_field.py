"""Whatever stands wherever, the survey answers, in facts that the chapters take, and alike from a turned table."""

from dataclasses import fields, replace
from random import Random
from typing import Any, Final

import pytest

from rules.flanders_fields.assault import FIGHTS_AS
from rules.flanders_fields.base_sizes import STANDS_ON
from rules.flanders_fields.fire_areas import FireAreaKind as Fire
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.game.map_facts import (
    cover_and_sight,
    direct_fire,
    gas_coverage,
    indirect_fire,
    move_paths,
    orders_and_assaults,
    trenches_and_wire,
)
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field, FieldStand
from rules.flanders_fields.game.stand_types import FIRES_AS, footprint_of
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import MOVES_AS, Cover, Firer, Side, UnitClass
from rules.kernel.polygons import rectangle
from rules.tabletop.board_view import values
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import Table
from tests.game.ground_in_play import EVERY_SORT
from tests.share import cases
from tests.survey.scenes import at, book, commander, enemy

WIDE, DEEP = EVERY_SORT.width_mm, EVERY_SORT.depth_mm
FACINGS: Final = (0.0, 45.0, 90.0, 180.0, 270.0, 33.3)
BOOKS: Final = (book("1914-08"), book("1916-07"), book("1918-03"))


def by_chance(chance: Random, rules: RuleBook) -> Field:
    """Every class of unit on each side, somewhere on a table with a piece of every sort; some on the very same spot."""
    stands: dict[str, FieldStand] = {}
    for side in Side:
        for kind in UnitClass:
            stands[f"{side} {kind}"] = _stand(chance, kind, side, rules)
        post = commander(chance.randint(2, 118), chance.randint(2, 178), side, unit="", formation="x")
        stands[f"{side} post"] = post
    clouds = (
        CloudOnField("c", "the cloud", rectangle(300, 300, 0, (chance.randint(0, WIDE), chance.randint(0, DEEP)))),
    )
    nations = {Side.ATTACKER: "british", Side.DEFENDER: "german"}
    return Field(Table(WIDE, DEEP, EVERY_SORT.pieces), stands, clouds=clouds, nations=nations)


def _stand(chance: Random, kind: UnitClass, side: Side, rules: RuleBook) -> FieldStand:
    made = at if side is Side.ATTACKER else enemy
    more: dict[str, Any] = {"unit_class": kind, "mover": MOVES_AS[kind], "firer": FIRES_AS.get(kind)}
    more |= {"unit": f"{side} {kind}", "formation": "x", "levels": chance.randint(0, 2)}
    if kind in FIGHTS_AS:
        more["fighter"] = FIGHTS_AS[kind]
    base = footprint_of(STANDS_ON[kind], rules)
    return made(chance.randint(2, 118), chance.randint(2, 178), chance.choice(FACINGS), base=base, **more)


@pytest.mark.parametrize("seed", range(cases(len(BOOKS))))
def test_every_stand_may_be_asked_about_every_other(seed: int) -> None:
    chance, rules = Random(seed), BOOKS[seed % 3]
    on = by_chance(chance, rules)
    names = chance.sample(sorted(on.stands), 12)
    for one in names:
        for other in names:
            if one != other:
                _asked_of_two(on, one, other, rules)


def _asked_of_two(on: Field, one: str, other: str, rules: RuleBook) -> None:
    found = values(direct_fire.aimed(on, one, other, rules))
    facts = {name: value for name, value in found.items() if name in {told.name for told in fields(Shot)}}
    Shot(**{"firer": on.stands[one].firer or Firer.TANK_LMG, "cover": Cover.OPEN} | facts)
    direct_fire.in_zone(on, one, other, rules)
    values(orders_and_assaults.closing(on, one, other, rules))
    orders_and_assaults.ground_outside(on, one, other, rules)


@pytest.mark.parametrize("seed", range(cases(len(BOOKS))))
def test_every_stand_may_be_asked_about_its_place_and_its_way(seed: int) -> None:
    chance, rules = Random(seed), BOOKS[seed % 3]
    on = by_chance(chance, rules)
    for name, own in on.stands.items():
        way = tuple(Pose(Spot(chance.randint(20, 1180), chance.randint(20, 1780)), 0.0) for _ in range(2))
        spot = Spot(chance.randint(0, WIDE), chance.randint(0, DEEP))
        cover_and_sight.protection(on, name, rules)
        move_paths.move(on, name, way)
        move_paths.through(on, name, way, rectangle(100, 100, 0, spot), rules)
        move_paths.passed(on, name, way)
        trenches_and_wire.on_way(on, name, way, rules)
        gas_coverage.entering(on, name, way, on.clouds[0])
        indirect_fire.weapon(on, name, spot, rules)
        indirect_fire.caught(on, own.side, Fire.BATTERY, spot, rules, name)
        direct_fire.target_order(on, name, rules, direct_fire.enemies(on, name, rules))
        orders_and_assaults.order(on, own.unit, f"{own.side} post", (name,), rules)


@pytest.mark.parametrize("seed", range(cases(2)))
def test_turning_the_whole_table_about_changes_no_fact(seed: int) -> None:
    chance, rules = Random(seed), BOOKS[1]
    on = replace(by_chance(chance, rules), table=Table(WIDE, DEEP), clouds=())
    about = replace(on, stands={name: _about(own) for name, own in on.stands.items()})
    names = chance.sample(sorted(on.stands), 10)
    for one in names:
        for other in names:
            if one != other:
                assert direct_fire.aimed(on, one, other, rules) == direct_fire.aimed(about, one, other, rules), (
                    one,
                    other,
                )


def _about(own: FieldStand) -> FieldStand:
    """A stand where half a turn of the table about its middle takes it."""
    pose = own.stand.pose
    there = Pose(Spot(WIDE - pose.spot.x_mm, DEEP - pose.spot.y_mm), pose.facing_deg + 180)
    return replace(own, stand=replace(own.stand, pose=there))
