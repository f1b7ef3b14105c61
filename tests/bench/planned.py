"""P12: one turn of a fire plan on a manned table: its exact mean, 100,000 sampled turns, and the rules die by die.

The loop throws each die by itself and asks the rules what it does, as the game does; where fire lies after deviating is
looked up, so that only dice are compared. It is run for fewer turns and its time is taken to as many.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.systems.flanders_fields.fire_plan_checks import by_itself
from rules.flanders_fields.bombardments import AreaFireFacts, AreaStand, shots_on_area
from rules.flanders_fields.fire_areas import DeviationFacts, Overlap, deviation, landings
from rules.flanders_fields.fire_plan import BombardmentLine, Reference, WeaponLine, WrittenFor, WrittenPlan
from rules.flanders_fields.game.map_facts.forecast_targets import Targets, known_targets
from rules.flanders_fields.game.map_facts.plan_forecast import salvos_in
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.vocabulary import FireResult, Nation, Side, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explanations import Explained, MoreDice
from rules.tabletop.salvo_odds import Salvo, expected, sampled
from tests.bench.rounds import medians, took

ROUNDS: Final = 5
TURNS: Final = 100_000
TURNS_OF_THE_LOOP: Final = 20
SEED: Final = 12
KIND: Final = UnitClass.HEAVY_ARTILLERY
PLAN: Final = WrittenPlan(
    name="P12",
    side=Side.ATTACKER,
    written_for=WrittenFor(scenario="michael-1918", month="1918-03", nation=Nation.GERMAN),
    weapons=tuple(WeaponLine(id=f"w{n}", name=f"Battery {n}", kind=KIND) for n in range(8)),
    bombardments=tuple(
        BombardmentLine(id=f"f{n}", weapon=f"w{n}", turn=1, at=Reference(150 + 120 * n, 610)) for n in range(8)
    ),
)


def measure() -> Sequence[float]:
    """Standard errors between both means; exact time to sampling; the loop's time to sampling."""
    told = by_itself(PLAN)
    assert told
    assert told[0].field
    book, targets = told[1], known_targets(told[0].field, PLAN.side, told[1])
    salvos = list(salvos_in(PLAN, targets, 1, book))
    found, exact = sampled(salvos, TURNS, SEED), expected(salvos).sum(axis=1)
    apart = float(max(abs(found.whole - exact) / found.whole_error))
    chance = random.Random(SEED)
    times = medians(
        {
            "exact": lambda: took(lambda: expected(list(salvos_in(PLAN, targets, 1, book)))),
            "sampling": lambda: took(lambda: sampled(list(salvos_in(PLAN, targets, 1, book)), TURNS, SEED)),
            "loop": lambda: took(lambda: loop(salvos, targets, book, chance)) * TURNS / TURNS_OF_THE_LOOP,
        },
        ROUNDS,
    )
    return (apart, times["exact"] / times["sampling"], times["loop"] / times["sampling"])


def loop(salvos: Sequence[Salvo], targets: Targets, book: RuleBook, chance: random.Random) -> dict[FireResult, int]:
    """Turns thrown die by die: what came of them, counted."""
    falls, counted = DeviationFacts(registered=True), dict.fromkeys(FireResult, 0)
    places = {off: number for number, off in enumerate(landings(falls, book))}
    for _ in range(TURNS_OF_THE_LOOP):
        for one in salvos:
            reach = one.reaches[places[_fell(falls, book, chance)]]
            for target in reach.nonzero()[0]:
                lies = Overlap.WHOLE if reach[target] > 1 else Overlap.UNDER_HALF
                stand = AreaStand(
                    name="it", cover=targets.covers[target], overlap=lies, centre_inside=reach[target] > 1
                )
                found = shots_on_area(AreaFireFacts(unit_class=KIND, stands=(stand,)), book)
                assert isinstance(found, Explained)
                counted[effect(replace(found.value.shots[0].shot), D6(chance.randint(1, 6)), book).value] += 1
    return counted


def _fell(falls: DeviationFacts, book: RuleBook, chance: random.Random) -> tuple[float, float]:
    dice = (D6(chance.randint(1, 6)),)
    found = deviation(falls, dice, book)
    if isinstance(found, MoreDice):
        found = deviation(falls, (*dice, *(D6(chance.randint(1, 6)) for _ in range(found.count))), book)
    assert isinstance(found, Explained)
    return found.value.right_cm * 10, found.value.ahead_cm * 10
