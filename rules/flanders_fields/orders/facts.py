"""What an order roll looks at."""

from rules.flanders_fields.not_yet import ARMOURED, BLOCK_HOUSE, GAS, SPECIMEN_GAME, STORM_BATTALION
from rules.flanders_fields.vocabulary import ARTILLERY, HEAVIER_MORTARS, MORTARS, Bonus, Level, Quality, UnitClass
from rules.kernel.contradictions import only
from rules.kernel.facts import fact
from rules.kernel.values import dataclass

NEVER_ON_WIRE = ARTILLERY | {UnitClass.BLOCK_HOUSE, UnitClass.TANK, UnitClass.ARMOURED_CAR, UnitClass.CAVALRY}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFacts:
    """One unit, its commander, and what stands round them when its die is thrown."""

    unit_class: UnitClass = fact("what kind of unit is ordered", example="rifle_company", dated=BLOCK_HOUSE)
    level: Level | None = fact("whose orders it waits for (nothing: the level of its class)", default=None)
    quality: Quality = fact("its battalion's grade; crewed weapons ignore it", default=Quality.EXPERIENCED)
    storm_troops: bool = fact("it belongs to a storm battalion", default=False, dated=STORM_BATTALION)
    fired_on: bool = fact("its battalion has been fired on in this game", default=False)
    in_gas: bool = fact("the unit stands in a gas cloud", default=False, dated=GAS)
    commander_in_gas: bool = fact("its commander stands in a gas cloud", default=False, dated=GAS)
    farthest_platoon_cm: float | None = fact(
        "from its farthest platoon to the battalion commander",
        default=None,
        unit="cm",
        least=0,
        most=1000,
        example=25.0,
    )
    battalion_farthest_cm: float | None = fact(
        "from the battalion's farthest platoon to its commander", default=None, unit="cm", least=0, most=1000
    )
    field_promotion: bool = fact("its commander is a field promotion", default=False)
    commander_lost: bool = fact("its commander is dead and not replaced", default=False)
    commander_suppression: int = fact(
        "suppression levels on its commander (a third kills him, but by house rule)", default=0, least=0, most=9
    )
    tank_failed_last_turn: bool = fact("this tank earned no action last turn", default=False, dated=ARMOURED)
    own_sight: bool = fact(
        "the battery or mortar itself sees the enemy",
        default=False,
        only=only("FF-ORD-19", "unit_class", ARTILLERY | MORTARS, "a battery or a mortar"),
    )
    registered_point: bool = fact(
        "the mortar will fire on a point registered in the fire plan",
        default=False,
        only=only("FF-ORD-23", "unit_class", MORTARS, "a mortar"),
    )
    open_sights: bool = fact(
        "the battery will fire over open sights",
        default=False,
        only=only("FF-ART-06", "unit_class", ARTILLERY, "a battery"),
    )
    limbered: bool = fact(
        "the battery is limbered", default=False, only=only("FF-ORD-19", "unit_class", ARTILLERY, "a battery")
    )
    on_table: bool = fact("it stands on the table", default=True)
    fired_by_plan: bool = fact(
        "the battery has fired by the fire plan this turn",
        default=False,
        only=only("FF-BOM-05", "unit_class", ARTILLERY, "a battery"),
    )
    crossing_wire: bool = fact(
        "the company means to get through wire",
        default=False,
        only=only("FF-ORD-22", "unit_class", set(UnitClass) - NEVER_ON_WIRE, "troops on foot"),
    )
    staff_bonus: bool = fact("the staff bonus is declared for this die", default=False)
    bonuses: tuple[Bonus, ...] = fact("other bonuses declared for this die", default=())
    specimen_game: bool = fact("it is the specimen game of 1914", default=False, dated=SPECIMEN_GAME)
    deep_suppression: int = fact("deep suppression in force against its side", default=0, least=-2, most=0)
    front_trench_cm: float | None = fact(
        "from the unit to its side's front trench", default=None, unit="cm", least=0, most=1000
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BattalionOrders:
    """The rifle companies of one battalion, in the order they roll."""

    companies: tuple[OrderFacts, ...] = fact("the companies, each as for its own roll", fewest=1)


def level_of(facts: OrderFacts) -> Level:
    """The level a unit is ordered at: as given, or where its class belongs (FF-ORG-03, FF-ORG-09 to FF-ORG-11)."""
    return facts.level or level_of_class(facts.unit_class)


def level_of_class(unit_class: UnitClass) -> Level:
    """Whose orders a class of unit waits for where nothing else is said (FF-ORG-03, FF-ORG-09 to FF-ORG-11)."""
    higher = unit_class in ARTILLERY | HEAVIER_MORTARS or unit_class is UnitClass.BLOCK_HOUSE
    return Level.REGIMENTAL if higher else Level.BATTALION
