"""The deed of setting up, and what it asks."""

from collections.abc import Iterator
from typing import Final

from rules.earth_1418.book import rulings
from rules.earth_1418.chart import ROWLESS
from rules.earth_1418.forces.written import FormationWritten, SubUnitWritten
from rules.earth_1418.game.state import SIDES
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.turn.game.creating import BeginEarth, create
from rules.earth_1418.turn.game.ready_games import ready_games
from rules.earth_1418.vocabulary import FormationClass, Terrain, TroopType
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import NotPlain, build
from rules.kernel.rulings import HouseRule
from rules.kernel.stage import AtHand, Deed, Possible

CREATE, RULE = Asks(BeginEarth), Asks(HouseRule)


FORMATION, UNIT = Asks(FormationWritten), Asks(SubUnitWritten)


def _to_create(table: EarthTable) -> Iterator[Possible]:
    if table.state.facts is None:
        yield Possible()


def _create_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    yield CREATE("scenario", among=["", *ready_games()])
    yield CREATE("title")
    if not told.get("scenario"):
        yield CREATE("date")
        yield CREATE("formations", row=_formation_asks, least=2)
    yield CREATE("house_rules", row=_rule_asks)
    yield CREATE("wind_towards_deg")
    yield CREATE("wind_value")
    yield CREATE("bounds")
    if told.get("scenario"):
        yield CREATE("on_table")
    try:
        found = create(table.state, build(BeginEarth, told))
    except NotPlain:
        return
    if isinstance(found, Refusal):
        yield found


def _rule_asks(row: Told) -> Iterator[Ask | Refusal]:
    known = {one.id: [option.key for option in one.options if option.selectable] for one in rulings().values()}
    yield RULE("ruling", among=sorted(known))
    yield RULE("option", among=known.get(row.get("ruling", ""), []))


def _formation_asks(_row: Told) -> Iterator[Ask | Refusal]:
    yield FORMATION("name")
    yield FORMATION("side", among=SIDES)
    yield FORMATION("grade", among=[one.value for one in FormationClass])
    yield FORMATION("motorised")
    yield FORMATION("sub_units", row=_unit_asks, least=1)


def _unit_asks(_row: Told) -> Iterator[Ask | Refusal]:
    yield UNIT("name")
    yield UNIT("unit", among=[one.value for one in TroopType if one not in ROWLESS])
    yield UNIT("bases")
    yield UNIT("terrain", among=[one.value for one in Terrain])
    for state in ("dug_in", "packed"):
        yield UNIT(state)


CREATING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("begin_battle", "Set up the game", BeginEarth, _to_create, _create_asks, AtHand.HAND),
)
