"""What a seat can ask for with event cards."""

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.vocabulary import Cover, RollKind
from rules.kernel.dice import Pack, Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCard:
    """Draw a card at the start of one's turn: from the app's pack, or the card named from a real one (FF-CRD-02)."""

    pack: Pack | None = fact("the pack, shuffled", default=None)
    card: str = fact("the card drawn from the pack on the table", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCard:
    """Play a card of one's hand (FF-CRD-05, FF-CRD-15, FF-CRD-27).

    `on` names what it is played on; `roll` the die Good discipline is for; `die` is the D3 of a Rally, whose platoons
    return in the order of `returns`; `at_wire` that an attacking company has reached the wire of a Wiring Party.
    """

    card: str = fact("the card")
    on: str = fact("on what it is played", default="")
    roll: RollKind = fact("which die it is for", default=RollKind.ORDER)
    die: Throw | None = fact("the die of the card", default=None)
    returns: tuple[str, ...] = fact("the platoons, in the order in which they return", default=())
    fortified: bool = fact("the ground is fortified", default=False)
    at_wire: bool = fact("the attacking company has reached the wire", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelled:
    """A stand under a Random Shell, and the die thrown for it."""

    stand: str = fact("the stand")
    cover: Cover = fact("its cover")
    die: Throw = fact("its die")
    overlap: Overlap = fact("how much of its base lies in the area", default=Overlap.WHOLE)
    centre_inside: bool = fact("the middle of its base is inside", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SayWhatItTakes:
    """Say what a black card on the table takes: stands, a battery or a commander, or who lies under the shell.

    On a map the middle of the shell's area may be given too, from the left corner of the side that places it.
    """

    card: str = fact("the card")
    on: tuple[str, ...] = fact("what it takes", default=())
    apart_cm: float = fact("between what it takes", default=0.0, unit="cm")
    shelled: tuple[Shelled, ...] = fact("the stands under the shell", default=())
    along_cm: float | None = fact(
        "along its side's own edge", default=None, unit="cm", least=0, most=1000, spot="along", mate="up_cm"
    )
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000, spot="up")


@dataclass(frozen=True, slots=True, kw_only=True)
class PutCardAside:
    """Discard a card of a hand that is too full and that cannot be used (FF-CRD-03, GAP-85)."""

    card: str = fact("the card")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCarriedOut:
    """Say that what a card on the table calls for has been carried out."""

    card: str = fact("the card")
