"""Areas, calls and barrages of guns (FF-ART, FF-SOS, FF-MTR, FF-IMG, FF-DSU, FF-BAR, FF-DFA)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, Final
from unittest.mock import patch

from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup import creation
from rules.flanders_fields.game.setup.creation import CreateGame
from rules.flanders_fields.game.setup.scenario import Scenario
from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedFire
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.game.arms_in_play import unit, with_units
from tests.game.barrages_in_play import BARRAGE, BRITISH, CREEPING, GERMAN, advanced, laid, over, planned, to_phase
from tests.game.evening import die, entered, mons, played, somme, with_plan
from tests.game.guns_in_play import GERMAN_GUNS, TRENCH, called_for, caught
from tests.numbers.followers import Follower
from tests.numbers.judging import begun, judged, ordered, with_attached

COVERS: Final = ("open", "soft", "medium", "hard")
FACES: Final = range(2, 7)
ROUNDED_UP: Final = (HouseRule("GAP-74", "round_up"),)
DEFENDED: Final[tuple[tuple[str, str, tuple[HouseRule, ...]], ...]] = (
    ("mons-1914", "1914-08", ()),
    ("michael-1918", "1918-03", ()),
    ("aisne-1918", "1918-05", ()),
    ("cambrai-1917", "1917-11", ()),
    ("cambrai-1917", "1917-11", ROUNDED_UP),
)
"""The British defend with howitzers of the division besides, later without; the French; the Germans.

By the house rule one regiment has heavy artillery too.
"""


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    yield from _under_a_barrage()
    yield from _barrages_that_roll()
    yield from _deep_suppression()
    yield from _indirect_machine_gun()
    yield from _mortars()
    yield from _sos()
    yield from _early_bombardment()
    yield from _defending()


def _under_a_barrage() -> Iterator[Follower]:
    """Each cover under its band, and friends as far behind it as they are at risk (FF-BAR-13 to FF-BAR-24)."""
    evening = laid()
    for cover, pips in product(COVERS, FACES):
        struck: dict[str, Any] = {"stands": [GERMAN], "cover": cover, "dice": entered(pips)}
        yield judged(evening, "attacker", "roll_under_barrage", barrage=BARRAGE, **struck)
    for distance_cm in (6.0, 6.1):
        close: dict[str, Any] = {"stand": BRITISH, "distance_cm": distance_cm, "cover": "soft", "die": die(6)}
        yield judged(evening, "attacker", "risk_barrage", barrage=BARRAGE, **close)
    evening.do("attacker", "risk_barrage", barrage=BARRAGE, stand=BRITISH, distance_cm=5.0, cover="soft", die=die(5))
    for pips in FACES:
        yield judged(evening, "attacker", "suffer_barrage", barrage=BARRAGE, die=die(pips))


def _barrages_that_roll() -> Iterator[Follower]:
    """One that goes as far as the book advises (AMB-343), and one with a piece that leads as far as it may."""
    evening = to_phase(planned(house_rules=[{"ruling": "AMB-343", "option": "fixed"}]))
    advanced(evening)
    over(evening)
    yield judged(to_phase(evening), "attacker", "advance_barrage", barrage=BARRAGE)
    bent = to_phase(planned(replace(CREEPING, leads=(0, 10))))
    yield judged(bent, "attacker", "advance_barrage", barrage=BARRAGE)


def _deep_suppression() -> Iterator[Follower]:
    """Each face of its die (FF-DSU-T1)."""
    evening = somme(FirePlan((Side.ATTACKER,)))
    evening.do("attacker", "start_turn")
    evening.nobody_arrives("attacker")
    evening.do("attacker", "next_step")
    for pips in range(1, 7):
        yield judged(evening, "attacker", "roll_deep_suppression", dice=entered(pips))


def _indirect_machine_gun() -> Iterator[Follower]:
    """As far as its point may lie (FF-IMG-01)."""
    evening, gun = played("cambrai-1917"), "a1.x1"
    evening.do("attacker", "start_turn")
    ordered(evening, "attacker", "late_regimental_machine_guns", gun, "a1")
    for range_cm in (70.0, 70.1):
        yield judged(evening, "attacker", "fire_on_area", unit=gun, where="the road", range_cm=range_cm)


def _mortars() -> Iterator[Follower]:
    """A light, a medium and a heavy one; by house rule as far from their battalion as they may fire (AMB-394)."""
    rules = [{"ruling": "AMB-394", "option": "near"}]
    mortars = (unit(UnitClass.MEDIUM_MORTAR, to=0), unit(UnitClass.HEAVY_MORTAR, to=0), unit(UnitClass.LIGHT_MORTAR))
    evening = with_attached("cambrai-1917", {Side.ATTACKER: mortars}, house_rules=rules)
    evening.do("attacker", "start_turn")
    for step, name, of in (
        ("late_regimental_artillery", "a1.x1", "a1"),
        ("late_regimental_artillery", "a1.x2", "a1"),
        ("late_mortars", "a1.1.x1", "a1.1"),
    ):
        ordered(evening, "attacker", step, name, of, own_sight=True)
        evening.do("attacker", "set_aiming_point", unit=name, target=TRENCH)
        for battalion_cm in (25.0, 25.1):
            yield judged(
                evening,
                "attacker",
                "fire_on_area",
                unit=name,
                range_cm=40,
                sees_point=True,
                battalion_cm=battalion_cm,
                stands=[caught(TRENCH, aimed_at=True)],
                dice=entered(4),
            )


def _sos() -> Iterator[Follower]:
    """As far from its position as the centre may lie (FF-SOS-03)."""
    evening = called_for()
    for from_cm, pips in product((5.0, 5.1), (1, 2)):
        call: dict[str, Any] = {"unit": GERMAN_GUNS, "from_position_cm": from_cm, "die": die(pips)}
        yield judged(evening, "defender", "call_sos", **call)


def _early_bombardment() -> Iterator[Follower]:
    """From 1915 fire falls by the plan on the first sheet too (AMB-06)."""
    line = PlannedFire("attacker.fire1", Side.ATTACKER, "a1.b2", 1, "the mill", 40.0, 90.0)
    evening = with_plan(mons(date="1915-03"), FirePlan(fires=(line,)))
    evening.do("referee", "correct", of="a1.b2", what="carriage", value="ready", reason="set up so")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_bombardment")
    yield judged(evening, "attacker", "fire_by_plan", line=line.id, observed=True)


def _defending() -> Iterator[Follower]:
    """Games whose briefing tells of more guns than stand behind such a defence (FF-DFA-02, FF-DFA-03)."""
    guns = (UnitClass.FIELD_GUN, UnitClass.HEAVY_ARTILLERY, UnitClass.SUPER_HEAVY_ARTILLERY)
    many = tuple(unit(kind, to=0) for kind in guns for _ in range(16))
    for scenario, date, rules in DEFENDED:
        command = CreateGame(scenario=scenario, date=date, house_rules=rules)
        briefed = partial(_briefed, command, with_units(scenarios()[scenario], Side.DEFENDER, many))
        yield Follower(f"create_game: {scenario}", partial(RuleBook.for_game, parse_month(date), rules), briefed)


def _briefed(command: CreateGame, changed: Scenario, book: RuleBook) -> str:
    with patch.object(creation, "scenarios", lambda: {changed.id: changed}):
        return begun(command, book)
