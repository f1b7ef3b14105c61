"""Bringing an exported game back: verified first, written as a whole or not at all."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import asdict

from app.dice import commitment_of, new_id, new_seed
from app.games import problems
from app.games.export import ExportFile
from app.games.problems import Problem
from app.games.service import GameService
from app.games.verify import NotAGameFile, findings, read_file
from app.store.log import COMMANDS, EVENTS, GAMES, SEEDS, SHARES, Row, Staged
from app.store.writing import Conflicts

# The answers stay with the server that gave them: a repeat is told that its id is taken.
UNREPEATABLE: Final[Mapping[str, bytes]] = {"sent_hash": bytes(32), "answer": b""}


def import_game(games: GameService, data: bytes) -> ExportFile:
    """Take a game in. Raises Problem: 422 for a file that does not hold, 409 where the game is here already."""
    # What knows files is loaded with the first one, not with the service.
    from app.documents.file_kinds import GAME, WrongFile, file_bytes, wrong_file_problem

    try:
        file = read_file(file_bytes(data, GAME))
    except WrongFile as wrong:
        raise Problem(wrong_file_problem(wrong)) from wrong
    except NotAGameFile as wrong:
        raise Problem(problems.unreadable("", str(wrong), "a file exported by Beaten Zone")) from wrong
    if wrong_with_it := findings(file, games.systems):
        raise Problem(problems.unreadable("", "; ".join(wrong_with_it[:5]), "the file as it was exported"))
    if games.log.read_game(file.game.id):
        detail = "this game is here already"
        see = {"page": f"/games/{file.game.id}", "says": "Open the game"}
        raise Problem(problems.problem(409, "already-here", "Already here", detail, instead="open it instead", see=see))
    _check_fold(games, file)
    try:
        games.log.append(staged(file))
    except Conflicts as wrong:
        because = "something stands in it twice, or is longer than a game can hold"
        raise Problem(problems.unreadable("", because, "the file as it was exported")) from wrong
    return file


def _check_fold(games: GameService, file: ExportFile) -> None:
    try:
        games.try_fold(file.record(), file.rows())
    except Exception as wrong:
        because = f"its events cannot be played through: {type(wrong).__name__}"
        raise Problem(problems.unreadable("events", because, "the file as it was exported")) from wrong


def staged(file: ExportFile) -> Staged:
    game_id, rows = file.game.id, Staged()
    rows.add(game_id, GAMES, [asdict(file.game)])
    rows.add(game_id, SEEDS, _dice(file))
    rows.add(game_id, SHARES, _shares(file))
    rows.add(game_id, EVENTS, [{"game_id": game_id, **row._asdict()} for row in file.rows()])
    rows.add(game_id, COMMANDS, [{**asdict(one), **UNREPEATABLE, "game_id": game_id} for one in file.commands])
    return rows


def _shares(file: ExportFile) -> list[Row]:
    # Those of one moment are read in the order of their ids, and every die hangs on it.
    ids = sorted(new_id() for _ in file.shares)
    return [{"id": one, "game_id": file.game.id, **asdict(share)} for one, share in zip(ids, file.shares, strict=True)]


def _dice(file: ExportFile) -> list[Row]:
    """The dice of the file and, while the game is open, new ones: the seed of the old stayed where they were thrown."""
    game_id, next_seq = file.game.id, len(file.events) + 1
    rows: list[Row] = [
        {"game_id": game_id, "from_seq": cup.from_seq, "commitment": cup.commitment, "seed": cup.seed}
        for cup in file.cups()
    ]
    if file.game.closed_at:
        return rows
    seed = new_seed()
    fresh = {"game_id": game_id, "from_seq": next_seq, "commitment": commitment_of(seed), "seed": seed}
    return [*(row for row in rows if row["from_seq"] != next_seq), fresh]
