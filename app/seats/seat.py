"""A device at a seat."""

from rules.kernel.seats import Role
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sends and who looks: the device's id, its game, its role there, the player's name, and the host's rights."""

    id: str
    game_id: str
    role: Role
    name: str = ""
    is_host: bool = False
