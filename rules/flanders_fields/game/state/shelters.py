"""Deep shelters in the game state."""

from dataclasses import replace

from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shelters:
    """The stands that sit below, those of them the other side knows of, and the tries to come up of this player turn.

    A try is named by its stand and its moment: a stand has one in its own turn, and one in each assault. `hit` are the
    stands on whose work something fell in this player turn, as often as it did.
    """

    below: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()

    def hides(self, stand: str) -> bool:
        """Whether a stand sits below without the other side knowing it."""
        return stand in self.below and stand not in self.known

    def without(self, stand: str) -> "Shelters":
        """The same once a stand is no longer below."""
        below, known = (tuple(one for one in some if one != stand) for some in (self.below, self.known))
        return replace(self, below=below, known=known)


NO_SHELTERS = Shelters()
