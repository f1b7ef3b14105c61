"""What can have happened in deep shelters. As everywhere, each event carries its results."""

from rules.flanders_fields.game.contact import Contact
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.shelters.deep_shelters import Harm
from rules.flanders_fields.vocabulary import FireResult
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class WentBelow:
    """Stands went into a deep shelter; `unit` spent an action on it. In play they were `seen` to go."""

    stands: tuple[str, ...]
    unit: str
    reasons: Reasons
    seen: bool = False

    @property
    def openly(self) -> bool:
        """Whether everybody saw it; logs of 0.1.0 say it by the unit alone."""
        return self.seen or bool(self.unit)


@dataclass(frozen=True, slots=True)
class CameUp:
    """A stand below tried to regain its trench; `moment` names the try.

    `assaulted`: its trench was assaulted, so that the enemy knows of it. `contact` is the one it comes into, and with
    `fires` it may fire as they close.
    """

    stand: str
    die: Throw
    up: bool
    assaulted: bool
    moment: str
    reasons: Reasons
    contact: Contact | None = None
    fires: bool = False


@dataclass(frozen=True, slots=True)
class ShelterShown:
    """The other side was told that a stand sits below."""

    stand: str


@dataclass(frozen=True, slots=True)
class HitInShelter:
    """Something fell on the work over a stand below."""

    stand: str
    attack: Harm
    die: Throw
    result: FireResult
    changes: tuple[StandChange, ...]
    reasons: Reasons


ShelterEvent = WentBelow | CameUp | ShelterShown | HitInShelter
