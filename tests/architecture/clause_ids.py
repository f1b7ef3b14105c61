"""Ids of clauses and rulings, as the data of the rule systems have them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


@cache
def id_prefixes() -> tuple[str, ...]:
    """Return the first letters of every id, such as FF and AMB."""
    paths = [path for kind in ("clauses", "rulings") for path in (ROOT / "rules").glob(f"*/data/{kind}/*.toml")]
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    entries = [entry for table in tables for listed in table.values() if isinstance(listed, list) for entry in listed]
    return tuple(sorted({str(entry["id"]).split("-")[0] for entry in entries if "id" in entry}))
