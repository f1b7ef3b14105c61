"""What the dice of a form would bring, before they are thrown: the bars above the pad, the lines beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from app.games.game import OpenGame
from app.games.wire import Unreadable, read_command
from app.lookups.words import retreat_figure
from app.pages.odds_bar import FaceBrings, OddsBar, odds_bar
from app.pages.rendering import cm
from app.systems.flanders_fields.pages.forms.targets import Targets
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.decide.fire import no_mad_minute
from rules.flanders_fields.game.preview import prospects, reach
from rules.flanders_fields.game.prospect import Brings, OffOrders, Prospect
from rules.flanders_fields.vocabulary import FireResult, Going, MoraleResult
from rules.kernel.cells import Allowance, Way
from rules.kernel.explain import Considered, Refusal, Step
from rules.kernel.play import Actor, Role
from rules.kernel.values import dataclass

ACTIONS: Final = (
    FaceBrings("none", "none", "0"),
    FaceBrings("some", "1 action", "1"),
    FaceBrings("more", "2 actions", "2"),
    FaceBrings("most", "3 actions", "3"),
)
SHOTS: Final = {
    FireResult.NO_EFFECT: FaceBrings("none", "nothing"),
    FireResult.SUPPRESSED: FaceBrings("suppressed", "suppressed"),
    FireResult.KILLED: FaceBrings("killed", "killed"),
}
MORALE: Final = {
    MoraleResult.ROUT: FaceBrings("killed", "routs"),
    MoraleResult.HOLDS: FaceBrings("good", "holds"),
}
RETREATS: Final = {MoraleResult.RETREAT_40: "none", MoraleResult.RETREAT_20: "some"}
SUCCESS: Final[Mapping[str, Sequence[FaceBrings]]] = {
    "roll_reinforcement": (FaceBrings("none", "not yet"), FaceBrings("good", "arrives")),
    "test_weapon": (FaceBrings("killed", "abandons its guns"), FaceBrings("good", "stands by its guns")),
    "try_heroic_action": (FaceBrings("killed", "the platoon dies"), FaceBrings("good", "succeeds")),
    "play_card": (
        FaceBrings("none", "none back", "0"),
        FaceBrings("some", "1 platoon back", "1"),
        FaceBrings("more", "2 platoons back", "2"),
        FaceBrings("most", "3 platoons back", "3"),
    ),
    "roll_deviation": (FaceBrings("some", "off its point"), FaceBrings("good", "on its point")),
    "call_sos": (FaceBrings("none", "no answer"), FaceBrings("good", "fire arrives")),
    "call_aircraft": (FaceBrings("none", "none come"), FaceBrings("good", "they arrive")),
    "come_up": (FaceBrings("none", "stays below"), FaceBrings("good", "comes up")),
    "cross_wire": (FaceBrings("none", "caught"), FaceBrings("good", "across")),
    "risk_barrage": (FaceBrings("killed", "at risk"), FaceBrings("good", "safe")),
}


@dataclass(frozen=True, slots=True)
class Before:
    """One die before it is thrown, ready for the pad: `by` is the firing stand, `total` the sum of its modifiers."""

    of: str
    by: str
    odds: OddsBar
    lines: tuple[Step, ...]
    considered: tuple[Considered, ...]
    total: int
    throws: int


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a form would bring: its dice, or why the rules (or the figures typed) do not let it be sent."""

    dice: tuple[Before, ...] = ()
    refused: Mapping[str, str] | None = None
    field: str = ""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What lies ahead of a seat: what its forms would bring, how far the unit in hand moves, its targets.

    `mad_minute`: it has one to fire (FF-SPR-02).
    """

    foreseen: Mapping[str, Foreseen]
    reach: Mapping[str, str]
    targets: Mapping[str, Targets]
    mad_minute: bool = False


def foresee_all(game: OpenGame, role: Role, drafts: Mapping[str, Mapping[str, Any]]) -> dict[str, Foreseen]:
    """What each of these commands would bring, under its name."""
    return {name: foresee(game, role, draft) for name, draft in drafts.items()}


def foresee(game: OpenGame, role: Role, command: Mapping[str, Any]) -> Foreseen:
    """What the command would bring if it were sent now by a seat of this role; its own dice do not matter."""
    try:
        read = read_command(SYSTEM, command)
    except Unreadable as wrong:
        return Foreseen(refused={"because": wrong.because, "instead": wrong.instead}, field=wrong.field)
    found = prospects(game.state, read, Actor(role))
    if isinstance(found, Refusal):
        return Foreseen(refused={"because": found.because, "instead": found.instead, "clause": found.clause})
    return Foreseen(tuple(_before(one, command["kind"]) for one in found))


def _before(one: Prospect, kind: str) -> Before:
    bar = odds_bar([_word(brings, kind) for brings in one.faces])
    return Before(
        one.of, one.by, bar, one.steps, one.considered, sum(step.value or 0 for step in one.steps), one.throws
    )


def _morale(result: MoraleResult) -> FaceBrings:
    if result not in RETREATS:
        return MORALE[result]
    far = retreat_figure(result)
    return FaceBrings(RETREATS[result], f"back {far} cm", far)


def _word(brings: Brings, kind: str) -> FaceBrings:
    if isinstance(brings, FireResult):
        return SHOTS[brings]
    if isinstance(brings, MoraleResult):
        return _morale(brings)
    if isinstance(brings, OffOrders):
        return _off_orders(brings)
    if kind == "roll_barrage_turns":
        return FaceBrings("some", f"{brings} turns", str(brings))
    return SUCCESS[kind][brings] if kind in SUCCESS else ACTIONS[brings]


def _off_orders(brings: OffOrders) -> FaceBrings:
    if not brings.modifier:
        return FaceBrings("none", "nothing", "0")
    off = f"\u2212{-brings.modifier}"
    if brings.battery:
        return FaceBrings("most", f"{off} and a battery", f"{off}, battery")
    return FaceBrings("some" if brings.modifier == -1 else "more", off, off)


def slots(dice: Sequence[Before], names: Mapping[str, str], firers: Mapping[str, str]) -> list[dict[str, Any]]:
    """The dice of a pad, each named by its target, or by its firer where all are aimed at the same.

    A die has a bar of its own only where not all dice bring the same.
    """
    one_target = len({one.of for one in dice}) == 1
    alike = len(groups(dice)) == 1
    return [
        {
            "label": firers.get(one.by, "") if one_target and one.by else names.get(one.of, ""),
            "odds": None if alike else one.odds,
        }
        for one in dice
        for _ in range(one.throws)
    ]


def groups(dice: Sequence[Before]) -> list[list[Before]]:
    """The dice in their order; neighbours that stand to bring the same to the same target are one group."""
    return [list(alike) for _, alike in groupby(dice, key=lambda one: replace(one, by=""))]


def has_mad_minute(game: OpenGame, unit: str) -> bool:
    """Whether a unit has a Mad Minute to fire now."""
    state = game.state
    return no_mad_minute(state, state.units[unit], state.book()) is None


def reach_words(game: OpenGame, unit: str) -> dict[str, str]:
    """How far one move action carries a unit, in words, by the kinds of ground it may enter; `in_column` on a road."""
    state = game.state
    found = {going.value: _reach(far) for going, far in reach(state, state.units[unit]).items()}
    column = reach(state, state.units[unit], in_column=True).get(Going.ROAD)
    return found | ({"in_column": _reach(column)} if column else {})


def _reach(allowance: Allowance) -> str:
    return cm(allowance.mm / 10) if allowance.way is Way.DISTANCE else str(allowance)
