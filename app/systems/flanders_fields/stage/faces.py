"""What one face of a die brings, in the words of the table."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.pages.odds_bar import FaceBrings
from app.systems.flanders_fields.words import retreat_figure
from rules.flanders_fields.game.prospect import Brings, OffOrders
from rules.flanders_fields.vocabulary import FireResult, MoraleResult

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


def _morale(result: MoraleResult) -> FaceBrings:
    if result not in RETREATS:
        return MORALE[result]
    far = retreat_figure(result)
    return FaceBrings(RETREATS[result], f"back {far} cm", far)


def brings(face: Brings, kind: str) -> FaceBrings:
    """What one face of a die of a command of this kind brings, in words."""
    if isinstance(face, FireResult):
        return SHOTS[face]
    if isinstance(face, MoraleResult):
        return _morale(face)
    if isinstance(face, OffOrders):
        return _off_orders(face)
    if kind == "roll_barrage_turns":
        return FaceBrings("some", f"{face} turns", str(face))
    return SUCCESS[kind][face] if kind in SUCCESS else ACTIONS[face]


def _off_orders(brings: OffOrders) -> FaceBrings:
    if not brings.modifier:
        return FaceBrings("none", "nothing", "0")
    off = f"\u2212{-brings.modifier}"
    if brings.battery:
        return FaceBrings("most", f"{off} and a battery", f"{off}, battery")
    return FaceBrings("some" if brings.modifier == -1 else "more", off, off)
