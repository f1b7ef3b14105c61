"""What an answer is called on the card: its ground, its word, its number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.words import retreat_figure, words
from rules.kernel.numerals import signed

SHOTS: Final = {
    "no_effect": Outcome("none", "nothing"),
    "suppressed": Outcome("suppressed", "suppressed"),
    "killed": Outcome("killed", "killed"),
}
THIRDS: Final = ("some", "more", "most")
MORALE: Final = {
    "rout": Outcome("killed", "routs"),
    "holds": Outcome("good", "holds"),
}
RETREATS: Final = {"retreat_40": "none", "retreat_20": "some"}


def actions(value: int) -> Outcome:
    """Actions earned by an order roll."""
    kind = ("none", "some", "more", "most")[min(value, 3)]
    return Outcome(kind, "action" if value == 1 else "actions", str(value)) if value else Outcome(kind, "no action")


def summed(value: int) -> Outcome:
    """The sum of two dice."""
    return Outcome("some", "on two dice", str(value))


def as_d3(value: int) -> Outcome:
    """What a die counts as a D3."""
    return Outcome(THIRDS[value - 1], "on a D3", str(value))


def shot(value: str) -> Outcome:
    """What one shot does."""
    return SHOTS[value]


def zone(value: Sequence[Mapping[str, Any]]) -> Outcome:
    """What a machine gun's fire action does to all its targets together."""
    killed = sum(one["result"] == "killed" for one in value)
    suppressed = sum(one["result"] == "suppressed" for one in value)
    if not killed and not suppressed:
        return SHOTS["no_effect"]
    both = [f"{n} {word}" for n, word in ((killed, "killed"), (suppressed, "suppressed")) if n]
    return Outcome("killed" if killed else "suppressed", ", ".join(both))


def morale(value: Mapping[str, Any]) -> Outcome:
    """What a morale roll brings."""
    return morale_result(value["result"])


def morale_result(result: str) -> Outcome:
    """What a battalion does by the result of its test, with the figure of the table (FF-MOR-07)."""
    if result in RETREATS:
        return Outcome(RETREATS[result], f"retreats {retreat_figure(result)} cm")
    return MORALE[result]


def deviated(value: Mapping[str, Any]) -> Outcome:
    """How far off, and towards which hour of the clock."""
    if value["clock"] is None:
        return Outcome("good", "on the point")
    return Outcome("none", f"cm towards {value['clock']} o'clock", f"{value['distance_cm']:g}")


def crossed(value: Mapping[str, Any]) -> Outcome:
    """How many stands get across the wire."""
    tried = value["crossed"] + value["caught"]
    return Outcome(
        "good" if value["crossed"] else "none", f"of {counted(tried, 'stand')} across", str(value["crossed"])
    )


def allowance(value: Mapping[str, Any]) -> Outcome:
    """How far, or at what price in actions."""
    if value["way"] == "distance":
        return Outcome("good", "cm in one move action", f"{value['mm'] / 10:g}")
    if value["way"] == "actions":
        return Outcome("some", f"{'action' if value['actions'] == 1 else 'actions'} to cross", str(value["actions"]))
    return Outcome("good", "free to cross") if value["way"] == "free" else Outcome("none", "cannot move there")


def seen(value: Mapping[str, Any]) -> Outcome:
    """Whether the target is seen, and to what distance it would be."""
    limit = value["limit_mm"]
    reach = f", up to {limit / 10:g} cm" if limit else ""
    return Outcome("good", f"seen{reach}") if value["seen"] else Outcome("none", f"not seen{reach}")


def cover(value: str) -> Outcome:
    """A class of cover."""
    return Outcome("good", words(value))


def first_in_line(value: Mapping[str, Any]) -> Outcome:
    """Which enemies may be chosen."""
    return Outcome("good", " or ".join(value["names"]) or "no target")


def blown(value: Mapping[str, Any]) -> Outcome:
    """The wind after its die, or the end of the gas."""
    if value["disperses"]:
        return Outcome("good", "the gas disperses")
    right = value["direction_deg"]
    side = "straight ahead" if not right else f"{abs(right)} degrees {'right' if right > 0 else 'left'} of ahead"
    return Outcome("some", f"cm, {side}", f"{value['speed_cm']:g}")


def attacked_in_turn(value: Sequence[str]) -> Outcome:
    """Whom aircraft attack, the first first."""
    return Outcome("good", ", then ".join(value)) if value else Outcome("none", "no target")


def laid_again(value: Mapping[str, Any]) -> Outcome:
    """Whether a machine gun finds its line again, and what it has left to fire."""
    if not value["relaid"]:
        return Outcome("none", "not on its line yet")
    left = value["fire_actions"]
    return Outcome("good", f"on its line again, {counted(left, 'fire action') if left else 'no action'} left")


def one_by_one(value: Mapping[str, Any]) -> Outcome:
    """How many steps an assault has."""
    return Outcome("good", "steps, in this order", str(len(value["steps"])))


def added(value: Mapping[str, Any]) -> Outcome:
    """What each side adds to its combat die."""
    return Outcome("some", f"attacker {signed(value['attacker'])}, defender {signed(value['defender'])}")


def fought(value: Mapping[str, Any]) -> Outcome:
    """Who wins a fight."""
    winner = value["winner"]
    if winner == "draw":
        return Outcome("none", "a draw")
    return Outcome("good" if winner == "attacker" else "killed", f"{winner} wins")


def closed(value: Mapping[str, Any]) -> Outcome:
    """Whether a stand that is fired at closes."""
    if value["closes"]:
        return Outcome("none", "it closes")
    return SHOTS["killed"] if "killed" in value["results"] else SHOTS["suppressed"]


def shelled(value: Mapping[str, Any]) -> Outcome:
    """What fire on an area does to all it catches together."""
    return zone(value["results"])


def passed(value: Mapping[str, Any]) -> Outcome:
    """What a fire zone does to a stand that moves."""
    return SHOTS[value["result"]] if value["attacked"] else Outcome("good", "no attack")


STATES: Final = {
    "live": Outcome("some", "a fire zone: it attacks"),
    "ranging": Outcome("none", "no zone yet: ranging only"),
    "sleeps": Outcome("suppressed", "the zone sleeps"),
    "gone": Outcome("none", "no zone any more"),
    "never": Outcome("none", "never a zone"),
}


def zoned(value: str) -> Outcome:
    """Whether an area is a fire zone."""
    return STATES[value]


def deep(value: Mapping[str, Any]) -> Outcome:
    """What deep suppression takes off the orders it touches, and whether a battery is lost."""
    if not value["modifier"]:
        return SHOTS["no_effect"]
    kind, word = ("killed", "and a battery") if value["battery_lost"] else ("suppressed", "on orders")
    return Outcome(kind, word, f"\u2212{-value['modifier']}")


def swept(value: Mapping[str, Any]) -> Outcome:
    """What a rolling barrage does to a stand."""
    return SHOTS[value["result"]] if value["rolls"] else Outcome("good", "no roll")


def under_own_barrage(value: Mapping[str, Any]) -> Outcome:
    """What becomes of a stand close behind its own barrage."""
    return SHOTS[value["result"]] if value["at_risk"] else Outcome("good", "safe")


PLAYS: Final = {
    "may": ("good", "may be played"),
    "must": ("killed", "must be played at once"),
    "hand_over": ("suppressed", "is handed to the enemy"),
}


def played(value: Mapping[str, Any]) -> Outcome:
    """Whose good a card is, and whether it is played; of a rally, what its die brings."""
    if value["play"] == "dummy":
        return Outcome("none", "a dummy")
    if value["event"] == "rally":
        return Outcome("good", "platoon returns" if value["count"] == 1 else "platoons return", str(value["count"]))
    kind, says = PLAYS[value["play"]]
    return Outcome(kind, f"{words(value['event'])} {says}")


def held(value: Mapping[str, Any]) -> Outcome:
    """How many cards must be played, or that all may be kept."""
    must = value["must_play"]
    if must:
        return Outcome("killed", "must be played", str(must))
    return Outcome("good", f"{counted(value['in_hand'], 'card')} in hand")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    actions,
    summed,
    as_d3,
    shot,
    zone,
    morale,
    morale_result,
    deviated,
    crossed,
    allowance,
    seen,
    cover,
    first_in_line,
    blown,
    attacked_in_turn,
    laid_again,
    one_by_one,
    added,
    fought,
    closed,
    shelled,
    passed,
    zoned,
    deep,
    swept,
    under_own_barrage,
    played,
    held,
)
