"""The deed with which a game begins: what setting one up asks (FF-SCN, FF-FOR-15)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.book import calendar
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.turn.game.setting_up.creating import CreateGame, create_game, may_be_veteran
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.rulings import HouseRule
from rules.kernel.stage import Deed, Possible

CREATE, HOUSE = Asks(CreateGame), Asks(HouseRule)


def _creating(_seated: SeatDeeds) -> Iterator[Possible]:
    """Before there is a game everybody may begin one; after that it is asked of nobody."""
    yield Possible()


def _creating_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield CREATE("scenario", among=["", *scenarios()])
    scenario = scenarios().get(told.get("scenario", ""))
    if scenario is None:
        yield CREATE("own", usual=NEEDED)
    for name in ("title", "attacker", "defender", "date"):
        yield CREATE(name)
    yield CREATE("period", among=["", *(period.key for period in calendar().periods)])
    yield CREATE("house_rules", row=_house_rule)
    if scenario is not None and scenario.veterans:
        yield CREATE("veterans", among=sorted(may_be_veteran(scenario)), most=scenario.veterans)
    yield CREATE("event_cards")
    yield CREATE("table")
    judged = create_game(seated.state, build(CreateGame, told))
    if isinstance(judged, Refusal):
        yield judged


def _house_rule(_row: Told) -> Iterator[Ask | Refusal]:
    for name in ("ruling", "option", "reason"):
        yield HOUSE(name)


CREATING_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("create_game", "Begin a game", CreateGame, _creating, _creating_asks),
)
"""The only deed of a seat before there is a game."""
