"""The only randomness: dice that anyone can check afterwards, and names nobody can guess.

Before the first die a game shows the SHA-256 of its seed, and every device may add a share of its own. A die is
HMAC-SHA256(seed, "game|shares|seq|index") read without bias. The seed is revealed when the game is closed.
"""

import base64
import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Final

from rules.kernel.values import dataclass

SEED_BYTES: Final = 32
FACES: Final = 6
BYTE: Final = 256
CARDS: Final = 52
OF_A_DIE: Final = frozenset({"pips", "source"})
OF_A_SECRET: Final = frozenset({"drawn", "about"})
JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]


class UnfairDie(ValueError):
    """A command that leaves a die or a pack to the app and gives its face or order as well. `field` says which."""

    def __init__(self, field: str, says: str = "the app throws this die itself: its face cannot be sent along") -> None:
        super().__init__(says)
        self.field = field


class ImpossibleDie(ValueError):
    """A die with a face that no die has. `field` says which."""

    def __init__(self, field: str, pips: object) -> None:
        shown = pips if isinstance(pips, int | float) and not isinstance(pips, bool) else "that"
        super().__init__(f"a die shows 1, 2, 3, 4, 5 or 6, not {shown}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Share:
    """What a device added to the dice: 1 to 64 characters, counting from event `from_seq` on."""

    from_seq: int
    share: str


@dataclass(frozen=True, slots=True)
class Cup:
    """The dice of one game from event `from_seq` on. `seed` is None where it is not known (yet)."""

    game_id: str
    commitment: str
    seed: bytes | None
    shares: tuple[Share, ...] = ()
    from_seq: int = 1

    def face(self, seq: int, index: int) -> int:
        """The face, 1 to 6, of die number `index` (from 0) of the command whose first event is `seq`.

        Raises LookupError while the seed is not known.
        """
        return _below(FACES, self._of_command(seq), str(index)) + 1

    def faces(self, seq: int, count: int) -> list[int]:
        """The faces of the first `count` dice of a command (see `face`)."""
        begun = self._of_command(seq)
        return [_below(FACES, begun, str(index)) + 1 for index in range(count)]

    def shuffled(self, seq: int, index: int, cards: int = CARDS) -> list[int]:
        """The numbers 0 to `cards` - 1, every order as likely: pack number `index` of the command (see `face`).

        From the last place down to the second, each card changes places with one of those up to and with itself.
        Raises LookupError while the seed is not known.
        """
        begun = self._of_command(seq)
        order = list(range(cards))
        for place in range(cards - 1, 0, -1):
            other = _below(place + 1, begun, f"pack {index}|{place}")
            order[place], order[other] = order[other], order[place]
        return order

    def secret(self, seq: int, index: int) -> str:
        """32 bytes that nobody can guess, in hexadecimal: secret number `index` of the command (see `face`).

        Raises LookupError while the seed is not known.
        """
        keyed = self._of_command(seq).copy()
        keyed.update(f"secret {index}".encode())
        return keyed.hexdigest()

    def _of_command(self, seq: int) -> hmac.HMAC:
        """What all that is thrown in a command begins with: its shares, however many, are gone through once."""
        if self.seed is None:
            raise LookupError("the seed of these dice has not been revealed")
        shares = ",".join([one.share for one in self.shares if one.from_seq <= seq])
        begun = _keyed(self.seed).copy()
        begun.update(f"{self.game_id}|{shares}|{seq}|".encode())
        return begun

    def keeps_its_word(self) -> bool:
        """Whether the seed is the one whose hash was shown at the start."""
        return self.seed is not None and hmac.compare_digest(commitment_of(self.seed), self.commitment)


def one_die() -> int:
    """A face, 1 to 6, of a die outside of any game, from the operating system."""
    return secrets.randbelow(FACES) + 1


def new_seed() -> bytes:
    """A seed of 32 bytes from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def new_id() -> str:
    """A name of 80 bits for a game, a seat or an invitation: 16 lower-case letters and digits."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def commitment_of(seed: bytes) -> str:
    """What is shown before the first die: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def _below(count: int, begun: hmac.HMAC, label: str) -> int:
    """A number from 0 to `count` - 1 (256 at most), each as likely as any other."""
    # The largest multiple of it in a byte: what lies above would favour the low numbers.
    fair = BYTE - BYTE % count
    again = 0
    while True:
        keyed = begun.copy()
        keyed.update((f"{label}|{again}" if again else label).encode())
        for byte in keyed.digest():
            if byte < fair:
                return byte % count
        again += 1


@lru_cache(maxsize=8)
def _keyed(seed: bytes) -> hmac.HMAC:
    # Making the key ready takes twice as long as one die.
    return hmac.new(seed, digestmod="sha256")


def throw(command: Mapping[str, JsonValue], cup: Cup, seq: int) -> dict[str, JsonValue]:
    """The command with every unthrown die of it thrown and every pack shuffled, in the order in which they stand in it.

    Raises UnfairDie or ImpossibleDie for what no table would accept.
    """
    chance = _Chance(
        faces=(cup.face(seq, index) for index in range(1_000_000)),
        packs=(cup.shuffled(seq, index) for index in range(1_000_000)),
        secrets=(cup.secret(seq, index) for index in range(1_000_000)),
        about=cup.game_id,
    )
    return {key: _thrown(value, chance, key) for key, value in command.items()}


@dataclass(frozen=True, slots=True)
class _Chance:
    """What falls for one command, in its order."""

    faces: Iterator[int]
    packs: Iterator[list[int]]
    secrets: Iterator[str]
    about: str


def _thrown(value: JsonValue, chance: _Chance, path: str) -> JsonValue:
    if isinstance(value, list):
        return [_thrown(one, chance, f"{path}[{number}]") for number, one in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if is_pack(value):
        if value["shuffled"] != []:
            raise UnfairDie(path, "the app shuffles this pack itself: its order cannot be sent along")
        return {"shuffled": [*next(chance.packs)]}
    if is_secret(value):
        if any(value.values()):
            raise UnfairDie(path, "the app draws this secret itself: it cannot be sent along")
        return {"drawn": next(chance.secrets), "about": chance.about}
    if not is_die(value):
        return {key: _thrown(one, chance, f"{path}.{key}") for key, one in value.items()}
    if value.get("source") == "rolled":
        if value["pips"] != 0:
            raise UnfairDie(path)
        return {**value, "pips": next(chance.faces)}
    if isinstance(value["pips"], bool) or value["pips"] not in range(1, 7):
        raise ImpossibleDie(path, value["pips"])
    return value


def is_die(value: Mapping[str, JsonValue]) -> bool:
    """Whether a JSON object of a command is one die: `pips`, and perhaps whose die it was."""
    return "pips" in value and value.keys() <= OF_A_DIE


def is_pack(value: Mapping[str, JsonValue]) -> bool:
    """Whether a JSON object of a command is a pack of cards that the app shuffles: `shuffled`, nothing else."""
    return "shuffled" in value and len(value) == 1


def is_secret(value: Mapping[str, JsonValue]) -> bool:
    """Whether a JSON object of a command is a secret that the app draws: `drawn`, and perhaps what it is about."""
    return "drawn" in value and value.keys() <= OF_A_SECRET


@dataclass(frozen=True, slots=True)
class ByTheApp:
    """What the app brought into a command by chance, in its order: faces, orders of packs, secrets."""

    faces: list[int] = field(default_factory=list)
    packs: list[JsonValue] = field(default_factory=list)
    secrets: list[JsonValue] = field(default_factory=list)


def thrown_by_the_app(command: JsonValue) -> ByTheApp:
    """The faces which the app threw, the packs it shuffled and the secrets it drew, in a command as it was kept."""
    found = ByTheApp()
    _gather([command], found)
    return found


def _gather(values: Iterable[JsonValue], found: ByTheApp) -> None:
    for one in values:
        if isinstance(one, list):
            _gather(one, found)
        elif isinstance(one, dict):
            if is_pack(one):
                found.packs.append(one["shuffled"])
            elif is_secret(one):
                found.secrets.append(one["drawn"])
            elif not is_die(one) or not isinstance(one["pips"], int):
                _gather(one.values(), found)
            elif one.get("source") == "rolled":
                found.faces.append(one["pips"])


def cup_for(cups: Sequence[Cup], seq: int) -> Cup:
    """The dice in use at event `seq`. `cups` in order of `from_seq`; raises LookupError if none reaches back so far."""
    after = bisect_right(cups, seq, key=lambda cup: cup.from_seq)
    if not after:
        raise LookupError(f"no dice were committed for event {seq}")
    return cups[after - 1]
