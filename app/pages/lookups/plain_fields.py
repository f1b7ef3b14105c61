"""The form of any look-up, drawn from its described facts, and the facts read out of an address."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.lookups.describing import FactTold, QuestionTold, example_of
from app.lookups.words import words

FEW: Final = 5
"""So many choices stand side by side; more are a list."""
MOST_ROWS: Final = 12
RESERVED: Final = frozenset({"asked", "date", "dice", "more"})
YES_NO: Final = ({"value": "true", "word": "Yes"}, {"value": "false", "word": "No"})
LEFT_OUT: Final = {"value": "", "word": "Not told"}


def asked_of(told: QuestionTold, query: QueryParams) -> dict[str, Any]:
    """The facts in an address as plain values; before anything was asked those of the example."""
    if not query.get("asked"):
        return example_of(told.facts)
    return dict(_facts(told.facts, query, ""))


def _named(name: str) -> str:
    """How a fact is called in an address, where some names mean something to every look-up."""
    return f"{name}_" if name in RESERVED else name


def _facts(facts: tuple[FactTold, ...], query: QueryParams, before: str) -> Iterator[tuple[str, Any]]:
    for one in facts:
        value = _value(one, query, before + _named(one.name))
        if value is not None:
            yield one.name, value


def _value(one: FactTold, query: QueryParams, name: str) -> Any:
    if one.kind == "facts":
        if not one.listed:
            return dict(_facts(one.facts, query, f"{name}.")) or None
        rows = range(row_count(one, query, name))
        return [dict(_facts(one.facts, query, f"{name}.{n}.")) for n in rows]
    if one.listed:
        found = [part for text in query.getlist(name) for part in text.split(",") if part.strip()]
        return [_read(part.strip(), one) for part in found] or None
    text = query.get(name, "").strip()
    return _read(text, one) if text else None


def row_count(one: FactTold, query: QueryParams, name: str) -> int:
    """How many rows of a listed fact an address has."""
    text = query.get(f"_rows.{name}", "")
    least = max(one.fewest, 1 if one.required else 0)
    return min(MOST_ROWS, max(least, int(text) if text.isdecimal() and len(text) < 3 else 0))


def _read(text: str, one: FactTold) -> Any:
    """A value in the type of its fact; what cannot be read stays as typed, for the answer to say what is wrong."""
    if one.kind == "yes or no":
        return {"true": True, "false": False}.get(text, text)
    if one.kind in ("number", "whole number"):
        try:
            number = float(text.replace(",", ".").replace("\u2212", "-"))
        except ValueError:
            return text
        return int(number) if one.kind == "whole number" and number.is_integer() else number
    return text


def fields_of(told: QuestionTold, given: Mapping[str, Any], problem: str) -> list[dict[str, Any]]:
    """Every fact as the field that takes it, with what was told; `problem` names the one that cannot be read."""
    return [_field(one, given.get(one.name), _named(one.name), problem) for one in told.facts]


def _field(one: FactTold, value: Any, name: str, problem: str) -> dict[str, Any]:
    says = one.says[:1].upper() + one.says[1:]
    found = {
        "name": name,
        "label": says,
        "wrong": problem.removeprefix("facts.") == name.removesuffix("_"),
        "unit": one.unit,
    }
    if one.kind == "facts":
        return found | _inside(one, value, name, problem)
    if one.listed:
        return found | _listed(one, value)
    if one.kind == "yes or no":
        return found | {"as": "choice", "options": YES_NO, "chosen": str(_usual(one, value) is True).lower()}
    if one.kind == "word":
        return found | _choice(one, value)
    return found | {"as": "entry", "value": "" if value is None else value, "hint": _span(one)}


def _usual(one: FactTold, value: Any) -> Any:
    return one.default if value is None else value


def _choice(one: FactTold, value: Any) -> dict[str, Any]:
    options = [{"value": word, "word": words(word)} for word in one.words]
    usual = _usual(one, value)
    if not one.required and one.default is None:
        options.insert(0, LEFT_OUT)
    return {"as": "choice" if len(options) <= FEW else "list", "options": options, "chosen": str(usual or "")}


def _listed(one: FactTold, value: Any) -> dict[str, Any]:
    listed = [str(part) for part in value or ()]
    if one.words:
        options = [{"value": word, "word": words(word)} for word in one.words]
        return {
            "as": "several" if len(set(listed)) == len(listed) else "entry",
            "options": options,
            "chosen": listed,
            "value": ", ".join(listed),
            "hint": ", ".join(one.words),
        }
    return {"as": "entry", "value": ", ".join(listed), "hint": "with commas between them"}


def _inside(one: FactTold, value: Any, name: str, problem: str) -> dict[str, Any]:
    if one.listed:
        rows = [
            [_field(part, row.get(part.name), f"{name}.{n}.{part.name}", problem) for part in one.facts]
            for n, row in enumerate(value or [{}] * max(one.fewest, int(one.required)))
        ]
        return {"as": "rows", "rows": rows, "next": len(rows) + 1, "more": len(rows) < MOST_ROWS}
    told = value or {}
    parts = [_field(part, told.get(part.name), f"{name}.{part.name}", problem) for part in one.facts]
    return {"as": "facts", "fields": parts, "folded": not one.required and not told}


def pairs_of(facts: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Facts as they stand in an address."""
    for key, value in facts.items():
        name = before + _named(key)
        if isinstance(value, Mapping):
            yield from pairs_of(value, f"{name}.")
        elif isinstance(value, list | tuple) and any(isinstance(row, Mapping) for row in value):
            yield f"_rows.{name}", str(len(value))
            for n, row in enumerate(value):
                yield from pairs_of(row, f"{name}.{n}.")
        elif isinstance(value, list | tuple):
            yield name, ", ".join(map(str, value))
        else:
            yield name, str(value).lower() if isinstance(value, bool) else str(value)


def _span(one: FactTold) -> str:
    if one.least is None or one.most is None:
        return one.unit
    return f"{one.least:g} to {one.most:g} {one.unit}".strip()
