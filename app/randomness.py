"""The only source of randomness: verifiable dice, and unguessable ids."""

import base64
import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Final

from rules.kernel.dice import CARDS, OF_A_LOT, is_die, is_pack, is_secret
from rules.kernel.frozen_dataclasses import dataclass

SEED_BYTES: Final = 32
FACES: Final = 6
BYTE: Final = 256
LOTS: Final = range(1_000)
FACE_OR_APP: Final = "a face from 1 to 6, or leave it to the app"
JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]


class UnfairDie(ValueError):
    """A command that leaves a die, a lot or a pack to the app and gives what falls as well. `field` says which."""

    def __init__(
        self,
        field: str,
        says: str = "the app throws this die itself: its face cannot be sent along",
        instead: str = FACE_OR_APP,
    ) -> None:
        super().__init__(says)
        self.field = field
        self.instead = instead


class ImpossibleDie(ValueError):
    """A die with a face that no die has. `field` says which."""

    def __init__(self, field: str, pips: object) -> None:
        shown = pips if isinstance(pips, int | float) and not isinstance(pips, bool) else "that"
        super().__init__(f"a die shows 1, 2, 3, 4, 5 or 6, not {shown}")
        self.field = field
        self.instead = FACE_OR_APP


@dataclass(frozen=True, slots=True)
class DiceShare:
    """What a device added to the dice: 1 to 64 characters, counting from event `from_seq` on."""

    from_seq: int
    share: str


@dataclass(frozen=True, slots=True)
class Cup:
    """The dice of one game from event `from_seq` on. `seed` is None where it is not known (yet)."""

    game_id: str
    commitment: str
    seed: bytes | None
    shares: tuple[DiceShare, ...] = ()
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
        return _in_any_order(cards, self._of_command(seq), f"pack {index}")

    def dealt(self, seq: int, lot: int, dice: int) -> list[int]:
        """Which of a lot's faces, sorted upwards and counted from 0, each of its dice is dealt: `lot` of the command.

        At most 256 dice. It hangs on the seed, the command's place in the log, the lot and how many dice there are,
        and on nothing that was told of them. Raises LookupError while the seed is not known.
        """
        return _in_any_order(dice, self._of_command(seq), f"lot {lot}")

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


def _in_any_order(count: int, begun: hmac.HMAC, label: str) -> list[int]:
    """The numbers 0 to `count` - 1: from the last place down each changes with one of those up to and with itself."""
    order = list(range(count))
    for place in range(count - 1, 0, -1):
        other = _below(place + 1, begun, f"{label}|{place}")
        order[place], order[other] = order[other], order[place]
    return order


@lru_cache(maxsize=8)
def _keyed(seed: bytes) -> hmac.HMAC:
    # Making the key ready takes twice as long as one die.
    return hmac.new(seed, digestmod="sha256")


def throw(command: Mapping[str, JsonValue], cup: Cup, seq: int) -> dict[str, JsonValue]:
    """The command with every unthrown die of it thrown and every pack shuffled, in the order in which they stand in it.

    Dice that were told by count are dealt by lot, and with them those of the same lot that the app throws: whoever
    sent them has no say in which falls where.
    Raises UnfairDie or ImpossibleDie for what no table would accept.
    """
    chance = _Chance(
        faces=(cup.face(seq, index) for index in range(1_000_000)),
        packs=(cup.shuffled(seq, index) for index in range(1_000_000)),
        secrets=(cup.secret(seq, index) for index in range(1_000_000)),
        about=cup.game_id,
        lots={},
    )
    thrown = {key: _thrown(value, chance, key) for key, value in command.items()}
    for lot, dice in sorted(chance.lots.items()):
        for die in dice:
            die["pips"] = die["pips"] or next(chance.faces)
        _deal(dice, lot, cup.dealt(seq, lot, len(dice)))
    return thrown


def _deal(dice: Sequence[dict[str, JsonValue]], lot: int, order: Sequence[int]) -> None:
    fallen = sorted((int(str(die["pips"])), str(die["source"])) for die in dice)
    for die, place in zip(dice, order, strict=True):
        pips, source = fallen[place]
        die |= {"pips": pips, "source": source, "lot": lot, "place": place}


@dataclass(frozen=True, slots=True)
class _Chance:
    """What falls for one command, in its order."""

    faces: Iterator[int]
    packs: Iterator[list[int]]
    secrets: Iterator[str]
    about: str
    lots: dict[int, list[dict[str, JsonValue]]]


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
        return _of_lot(value, chance, path) if "lot" in value else {**value, "pips": next(chance.faces)}
    if isinstance(value["pips"], bool) or value["pips"] not in range(1, 7):
        raise ImpossibleDie(path, value["pips"])
    return _of_lot(value, chance, path) if value.get("source") == "counted" else _without_lot(value, path)


def _of_lot(value: Mapping[str, JsonValue], chance: _Chance, path: str) -> dict[str, JsonValue]:
    """A die of a lot that will be dealt when all of it is known."""
    if "place" in value:
        raise UnfairDie(path, "the app deals these dice itself: their places cannot be sent along", "the face alone")
    lot = value.get("lot", 0)
    if isinstance(lot, bool) or not isinstance(lot, int) or lot not in LOTS:
        raise UnfairDie(path, "that is no number of a lot", f"a whole number from 0 to {LOTS[-1]}, or none")
    dice = chance.lots.setdefault(lot, [])
    if len(dice) == BYTE:
        raise UnfairDie(path, f"no more than {BYTE} dice are dealt by one lot", "a lot of its own for the others")
    dice.append({**value})
    return dice[-1]


def _without_lot(value: dict[str, JsonValue], path: str) -> dict[str, JsonValue]:
    if value.keys() & OF_A_LOT:
        raise UnfairDie(path, "only dice that were told by count are dealt by lot", "the face and whose die it was")
    return value


@dataclass(slots=True)
class ByTheApp:
    """What the app brought into a command by chance, in its order: faces, orders of packs, secrets, lots.

    A lot is its dice as they were dealt: the face of each, its source, and its place among them. `unthrown` counts the
    dice and packs of a request, which are thrown once it is agreed to.
    """

    faces: list[int] = field(default_factory=list)
    packs: list[JsonValue] = field(default_factory=list)
    secrets: list[JsonValue] = field(default_factory=list)
    lots: dict[int, list[tuple[int, str, JsonValue]]] = field(default_factory=dict)
    unthrown: int = 0


def thrown_by_the_app(command: JsonValue) -> ByTheApp:
    """The faces which the app threw, the packs and dice it dealt, the secrets it drew, in a command as it was kept."""
    found = ByTheApp()
    _gather([command], found)
    return found


def _gather(values: Iterable[JsonValue], found: ByTheApp) -> None:
    for one in values:
        if isinstance(one, list):
            _gather(one, found)
        elif isinstance(one, dict):
            if is_pack(one) and one["shuffled"]:
                found.packs.append(one["shuffled"])
            elif is_pack(one) or (is_die(one) and one["pips"] == 0):
                found.unthrown += 1
            elif is_secret(one):
                found.secrets.append(one["drawn"])
            elif not is_die(one) or not isinstance(one["pips"], int):
                _gather(one.values(), found)
            elif one.get("source") == "counted" or "lot" in one:
                lot = one.get("lot", 0)
                dealt = found.lots.setdefault(lot if isinstance(lot, int) else -1, [])
                dealt.append((one["pips"], str(one.get("source")), one.get("place")))
            elif one.get("source") == "rolled":
                found.faces.append(one["pips"])


def unfair(brought: ByTheApp, cup: Cup, seq: int) -> Iterator[str]:
    """What of the dice in a command is not what the seed of `cup` throws and deals, in plain words.

    Raises LookupError while the seed is not known.
    """
    # Dice of lots are thrown after all others, lot by lot, and lie in any order.
    rolls = [brought.faces]
    for _, dice in sorted(brought.lots.items()):
        rolls.append(sorted(pips for pips, source, _ in dice if source == "rolled"))
    due = iter(cup.faces(seq, sum(map(len, rolls))))
    first, *others = [[next(due) for _ in roll] for roll in rolls]
    if [first, *map(sorted, others)] != rolls:
        yield "its rolled dice are not those of the seed"
    if not all(_is_dealt(dice, cup, seq, lot) for lot, dice in brought.lots.items()):
        yield "its dice told by count were not dealt by the seed"


def _is_dealt(dice: Sequence[tuple[int, str, JsonValue]], cup: Cup, seq: int, lot: int) -> bool:
    if lot not in LOTS or len(dice) > BYTE:
        return False
    fallen, order = sorted((pips, source) for pips, source, _ in dice), cup.dealt(seq, lot, len(dice))
    return list(dice) == [(*fallen[place], place) for place in order]


def cup_for(cups: Sequence[Cup], seq: int) -> Cup:
    """The dice in use at event `seq`. `cups` in order of `from_seq`; raises LookupError if none reaches back so far."""
    after = bisect_right(cups, seq, key=lambda cup: cup.from_seq)
    if not after:
        raise LookupError(f"no dice were committed for event {seq}")
    return cups[after - 1]
