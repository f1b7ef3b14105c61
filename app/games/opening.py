"""A new game: its rows, its host's seat, and the promise of its dice."""

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Table

from app.dice import Cup, DiceShare, commitment_of, new_id, new_seed
from app.games.waiting import GameOpening
from app.seats.book import seat_row
from app.seats.seat import Seat
from app.seats.tokens import new_token
from app.store.log import GAMES, SEATS, SEEDS, SHARES, GameRecord, Row
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

NOT_CLOSED: Final = {"closed_at": None, "closed_by": None}


@dataclass(frozen=True, slots=True)
class NewGame:
    """What opens a game, the host's seat at it, and the token for the host's device."""

    opening: GameOpening
    host: Seat
    token: str


def game_id_of(request_id: str) -> str:
    """The one game that a request opens, however often it arrives. It does not betray the request's id."""
    return base64.b32encode(hashlib.sha256(request_id.encode()).digest()[:10]).decode().lower()


def host_token_of(seed: bytes, request_id: str) -> str:
    """The host's token, 256 bits: the same for a repeat, which knows the request's id, and made by nobody else."""
    made = hmac.digest(seed, f"host|{request_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def new_game(
    system: str,
    title: str,
    host: tuple[str, Role],
    created_at: str,
    shares: Sequence[str] = (),
    request_id: str = "",
) -> NewGame:
    """Everything a new game begins with. `host`: the host's name and the role he plays himself."""
    seed = new_seed()
    game_id = game_id_of(request_id) if request_id else new_id()
    token = host_token_of(seed, request_id) if request_id else new_token()
    commitment = commitment_of(seed)
    kept = tuple(DiceShare(1, share) for share in shares)
    seat = Seat(new_id(), game_id, host[1], host[0], is_host=True)
    record = GameRecord(game_id, system, title, created_at, None, (Cup(game_id, commitment, seed, kept),))
    rows: Mapping[Table, Sequence[Row]] = {
        GAMES: [{"id": game_id, "system": system, "title": title, "created_at": created_at, **NOT_CLOSED}],
        SEEDS: [{"game_id": game_id, "from_seq": 1, "commitment": commitment, "seed": seed}],
        SHARES: [{"id": new_id(), "game_id": game_id, "from_seq": 1, "share": one.share} for one in kept],
        SEATS: [seat_row(seat, token, created_at)],
    }
    return NewGame(GameOpening(record, rows), seat, token)
