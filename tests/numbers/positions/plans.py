"""Fire plans that are sealed with more than their side may plan (FF-FPL)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.flanders_fields.fire_plan import Allowed, Duty, GasLine, Reference, WeaponLine, WrittenPlan
from rules.flanders_fields.fire_plan_checks import check
from rules.flanders_fields.game.plan_drafts import TableSize, draft_of, force_of
from rules.flanders_fields.vocabulary import Side, UnitClass
from tests.game.evening import played
from tests.game.sealing_in_play import SECRET, document
from tests.numbers.followers import Follower
from tests.numbers.judging import judged

MORTARS: Final = (UnitClass.MEDIUM_MORTAR, UnitClass.HEAVY_MORTAR)
GUNS: Final = (UnitClass.FIELD_GUN, UnitClass.HEAVY_ARTILLERY, UnitClass.SUPER_HEAVY_ARTILLERY)
OF: Final = (
    ("michael-1918", Side.ATTACKER, 2),
    ("michael-1918", Side.DEFENDER, 1),
    ("menin-road-1917", Side.ATTACKER, 0),
)
"""Whose plan, and how many gas attacks he has; in the last game he has a division."""
PRINTED: Final = {"house_rules": [{"ruling": "GAP-70", "option": "printed"}]}


def positions() -> Iterator[Follower]:
    """More batteries over the barrage than are allotted (FF-FPL-45), and, by house rule, than the forms have lines.

    All of it is let pass: a finding that says another number is another one.
    """
    for scenario, side, gas_attacks in OF:
        evening = played(scenario, **PRINTED)
        plan = _too_much(draft_of(evening.state, side, TableSize(1200, 1800)), gas_attacks)
        refused = [one for one in check(plan, force_of(evening.state, side), evening.state.book()) if one.stands]
        passed = tuple(Allowed(finding=one.key, because="agreed") for one in refused)
        let_pass = document(replace(plan, allowed=passed))
        yield judged(evening, side.value, "seal_plan", plan=let_pass, secret=SECRET, reason="agreed")


def _too_much(plan: WrittenPlan, gas_attacks: int) -> WrittenPlan:
    """Five weapons of every kind and duty."""
    kinds = [(kind, Duty.REGIMENTAL) for kind in MORTARS]
    kinds += [(kind, duty) for kind in GUNS for duty in (Duty.SUPERIMPOSED, Duty.DIVISIONAL)]
    weapons = [
        WeaponLine(id=f"w{n}.{number}", name="One more", kind=kind, duty=duty, at=Reference(500, 950))
        for n, (kind, duty) in enumerate(kinds)
        for number in range(5)
    ]
    gas = [GasLine(id=f"g{number}", turn=1, at=Reference(500, 950)) for number in range(gas_attacks)]
    return replace(plan, weapons=tuple(weapons), gas=tuple(gas))
