"""Planned fire amid whatever is sent: nothing breaks, the log folds to the live state, and plans stay secret."""

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedBarrage
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import DEFENDER, Side
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Role
from tests.game.evening import Evening, somme
from tests.torture.deeds import Table

NAME, EARLY, LATE = "SECRET BAND", 137, 211
PLAN = FirePlan(
    heavy_artillery=(Side.ATTACKER,),
    barrages=(
        PlannedBarrage("attacker.barrage1", "Open band", Side.ATTACKER, start_cm=20, speed_cm=20, turns=4),
        PlannedBarrage("attacker.barrage2", NAME, Side.ATTACKER, start_cm=EARLY, speed_cm=LATE - EARLY),
    ),
)


class Sent(Table):
    """A table whose deeds go to an evening of a test; the app's dice fall by the test's chance."""

    def __init__(self, evening: Evening, chance: random.Random) -> None:
        self.evening, self.chance, self.host = evening, chance, Role.REFEREE

    @property
    def state(self) -> Any:  # type: ignore[override]
        """The evening's state."""
        return self.evening.state

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        before = len(self.evening.log)
        outcome = self.evening.try_(role.value, kind, **self._thrown(fields))
        if isinstance(outcome, Refusal):
            assert len(self.evening.log) == before
            return False
        return True

    def _thrown(self, value: Any) -> Any:
        if isinstance(value, dict) and value.get("source") == "rolled":
            return {"pips": self.chance.randint(1, 6), "source": "rolled"}
        if isinstance(value, dict):
            return {name: self._thrown(inner) for name, inner in value.items()}
        return [self._thrown(one) for one in value] if isinstance(value, list) else value


def secrets_kept(evening: Evening) -> bool:
    """Neither name nor place of a band that has not come down is in what the other side or a looker-on sees."""
    if evening.state.barrages["attacker.barrage2"].turn:
        return True
    seen = (str(SYSTEM.view(evening.state, role)) for role in (DEFENDER, Role.SPECTATOR))
    return all(NAME not in one and "barrage2" not in one for one in seen)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_planned_fire_amid_anything(seed: int) -> None:
    chance = random.Random(seed)
    evening = somme(PLAN)
    table = Sent(evening, chance)
    for _ in range(60):
        chance.choice(list(table._possible()))(chance)
        assert all(0 <= one.levels <= 3 and (one.levels < 3 or not one.alive) for one in evening.state.stands.values())
        assert secrets_kept(evening)
    assert SYSTEM.replay(evening.log) == evening.state
