"""What can have happened with gas. As everywhere, each event carries its results."""

from rules.flanders_fields.artillery.areas import Coverage
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.gas.game.state import Cloud
from rules.flanders_fields.gas.phase import CloudFate
from rules.flanders_fields.gas.wind import Wind
from rules.flanders_fields.vocabulary import Cover, FireResult
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class GasDiceThrown:
    """Dice were thrown that ask for more dice: `says` what they brought.

    `wind_deg` and `written_cm` are what its owner had stated of the wind before them.
    """

    what: str
    dice: tuple[Throw, ...]
    says: str
    wind_deg: int | None = None
    written_cm: float | None = None


@dataclass(frozen=True, slots=True)
class GasReleased:
    """A planned attack came by itself: its cloud lies where it fell, with the wind that it sets or finds.

    `dice` are the last of those thrown for it; `common_wind` is None where each cloud has its own (AMB-445).
    """

    plan: PlannedGas
    cloud: Cloud
    common_wind: Wind | None
    dice: tuple[Throw, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class WindChanged:
    """The dice for the wind were read: for all clouds, or (`cloud`) for one that has its own.

    `turned` says by clouds how they lie now, where a house rule turns them with the wind (AMB-440).
    """

    wind: Wind
    change: str
    cloud: str
    dice: tuple[Throw, ...]
    reasons: Reasons
    turned: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CloudDieThrown:
    """A cloud's own die left it where it is (AMB-446)."""

    cloud: str
    die: Throw


@dataclass(frozen=True, slots=True)
class CloudGone:
    """A cloud was removed without an attack: it is spent, or has dispersed, perhaps by its own die."""

    cloud: str
    fate: CloudFate
    reasons: Reasons
    dice: tuple[Throw, ...] = ()


@dataclass(frozen=True, slots=True)
class GasHit:
    """What gas did to one stand."""

    stand: str
    cover: Cover
    coverage: Coverage
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class CloudWent:
    """A cloud went through its phase and lies where it ended, unless it has left the table.

    `within` are the stands that stand in it there; `changes` what every stand touched is afterwards.
    """

    cloud: str
    fate: CloudFate
    along_cm: float
    up_cm: float
    phases: int
    hits: tuple[GasHit, ...]
    within: tuple[str, ...]
    changes: tuple[StandChange, ...]
    reasons: Reasons
    companies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnteredGas:
    """A stand moved into or through a cloud: whether that drew an attack, and whether it stands there now."""

    cloud: str
    hit: GasHit
    attacked: bool
    stays: bool
    changes: tuple[StandChange, ...]
    companies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftGas:
    """Stands moved out of the gas they stood in."""

    stands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GasGranted:
    """A card has brought a side an extra attack; where it lies only that side knows until it comes."""

    plan: PlannedGas


@dataclass(frozen=True, slots=True)
class WindTurnedByCard:
    """A card has turned the wind, for gas still to come as well."""

    wind: Wind
    dice: tuple[Throw, ...]
    reasons: Reasons
    turned: tuple[tuple[str, int], ...] = ()


GasEvent = (
    GasDiceThrown
    | GasReleased
    | WindChanged
    | CloudDieThrown
    | CloudGone
    | CloudWent
    | EnteredGas
    | LeftGas
    | GasGranted
    | WindTurnedByCard
)
