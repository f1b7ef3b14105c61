"""A bound of 1418 in which one type of troops does all that it may: whatever a book says of it comes to light."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any, Final
from unittest.mock import patch

from rules.earth_1418.game.setup import BeginEarth
from rules.earth_1418.game.state.game import SIDES, EarthState
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.troop_chart import ROWLESS, arm_of
from rules.earth_1418.vocabulary import Arm, FormationClass, Terrain, TroopType
from rules.kernel.commands import Deed, OnStage
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import Ask
from rules.kernel.serialization import build
from tests.earth_1418.playing import forces, unit
from tests.earth_1418.staged import Staged
from tests.stage_toy.properties import by_chance, done, possible

GOES_ON: Final = ("ready", "close_step")
DIG_IN: Final = (Arm.INFANTRY, Arm.HEAVY_WEAPON)
TYPED: Final = {"speed": "slow_cavalry", "melee": 1, "shooting": 2, "bonus": 1, "resilience": 3, "range_cm": 40}
"""What players say of types without a row of the chart (G-24)."""
LONGEST: Final = 200
NEAR: Final = 5
FROM_THE_SADDLE: Final = 10
PIPS: Final = 6
BOUNDS: Final = (("advance", "move"), ("hold", "stay_put"), ("hold", "dig_in"), ("assault", "assault"))


class _Settled(Random):
    """What is wanted if it can be chosen, else each choice in its turn; dice show 1 to 6; the enemy is near."""

    def __init__(self, *wanted: str) -> None:
        super().__init__(0)
        self.wanted, self.turn = wanted, 0
        self.tells_all = "move" in wanted
        self.near = FROM_THE_SADDLE if self.tells_all else NEAR

    def random(self) -> float:
        # Told is what has to be told, and everything of a bound in which all move, whatever lies on their way.
        return 0.0 if self.tells_all else 0.9

    def choice(self, among: Any) -> Any:
        self.turn += 1
        return next((one for one in among if str(one).endswith(self.wanted)), among[self.turn % len(among)])

    def randint(self, a: int, b: int) -> int:
        self.turn += 1
        return a + self.turn % PIPS if b - a + 1 == PIPS else max(a, min(b, self.near))


class _Duel(Staged):
    """Two sub-units of one type, the first with its staff, in a formation of a class."""

    def __init__(self, troop: TroopType, grade: FormationClass, dug_in: bool) -> None:
        super().__init__(bounds=1)
        typed = TYPED if troop in ROWLESS else {}
        red, blue = (unit(name, troop, 3, terrain="rough", dug_in=dug_in, typed=typed) for name in ("Red", "Blue"))
        sides = forces([red, unit("Staff", "command", 1)], [blue])
        self.begin = build(
            BeginEarth,
            {"formations": [{**one, "grade": grade} for one in sides], "wind_value": 1, "wind_towards_deg": 90},
        )


def every_bound() -> Iterator[tuple[str, Callable[[EarthBook], list[str]]]]:
    """A name, and what is asked and comes of it, command by command; what cannot be done stands there with its reason.

    Each type under each command, on each kind of ground and in a formation of each class in its turn.
    """
    classes = cycle(FormationClass)
    for n, troop in enumerate(TroopType):
        grounds = islice(cycle(Terrain), n, None)
        # What is said of types without a row is the players' own.
        bounds = BOUNDS[:1] if troop in ROWLESS else BOUNDS
        for (command, plan), grade, ground in zip(bounds, classes, grounds, strict=False):
            yield f"{troop}, {plan}", partial(_bound, troop, grade, (command, plan, ground, "u1"))
    # Three dice at this range leave nobody to be met: they go in without a shot.
    mortars = partial(_bound, TroopType.EARLY_MORTAR, FormationClass.LINE, ("assault", "assault", "open", "u1"))
    yield "early_mortar, assault without a shot", partial(mortars, without="shoot")


def _bound(
    troop: TroopType, grade: FormationClass, wanted: tuple[str, ...], book: EarthBook, without: str = ""
) -> list[str]:
    dug_in = "stay_put" in wanted and arm_of(troop, book).value in DIG_IN
    with patch.object(EarthState, "book", lambda _: book):
        return [*_played(_Duel(troop, grade, dug_in), _Settled(*wanted), without)]


def _played(duel: _Duel, chance: _Settled, without: str) -> Iterator[str]:
    state, tried = duel.fresh(), set[str]()
    # Guns fire at whom they see in one bound, and at a square in another.
    put_off = (*GOES_ON, without) if "stay_put" in chance.wanted else (*GOES_ON, "order_bombardment", without)
    for _ in range(LONGEST):
        if duel.over(state):
            return
        able = [(seat, *found) for seat in SIDES for found in possible(duel, state, seat)]
        at = (state.phase, state.step)
        named = {repr((at, deed.kind, one.about, seat)): (seat, deed, one) for seat, deed, one in able}
        ahead = [name for name, (_, deed, _) in named.items() if name not in tried and deed.kind not in put_off]
        name = next(iter(ahead or [name for name, (_, deed, _) in named.items() if deed.kind in GOES_ON]))
        tried.add(name)
        seat, deed, one = named[name]
        table = duel.table(state, seat)
        given = by_chance(deed, table, one.about, chance)
        command = deed.filled(table, one.about, given)
        yield repr((name, [*_asked(deed, table, one, given)], command))
        if not isinstance(command, Refusal):
            state, events = done(duel, state, seat, command)
            yield repr(events)


def _asked(deed: Deed[Any], table: Any, one: OnStage, given: dict[str, Any]) -> Iterator[object]:
    for ask in deed.asks(table, {**one.about, **given}):
        yield (ask.name, ask.among, ask.least, ask.most, ask.bands, ask.brings) if isinstance(ask, Ask) else ask
