"""Look-ups in the terminal: any question of a rule system, answered without a game."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
import typer

from app.lookups.plain_text import answer_lines, list_of_questions, typed, typed_facts, what_to_give
from app.lookups.queries import Answer, BadAsk, LookUpsOffered, Samples, ask, question
from app.plugins import Plugins
from rules.kernel.lookups import Questions
from rules.kernel.rulings import HouseRule

FACT = "what is known, as name=value; once for each"
DIE = "a thrown die, 1 to 6; once for each, in the order thrown; none: the chances"
SYSTEM: Final = "the rule system by its key; none: the first that is listed"
HOUSE = "a house rule of your game, such as AMB-13=reroll"


def register(app: typer.Typer) -> None:
    """Add `lookup` to the program."""
    app.command("lookup")(lookup)


def lookup(
    context: typer.Context,
    key: Annotated[str, typer.Argument(help="the question, such as order-roll; none: list them all")] = "",
    date: Annotated[str, typer.Option(help="the month of the game, such as 1916-07")] = "",
    fact: Annotated[list[str] | None, typer.Option(help=FACT)] = None,
    die: Annotated[list[int] | None, typer.Option(help=DIE)] = None,
    house: Annotated[list[str] | None, typer.Option(help=HOUSE)] = None,
    period: Annotated[str, typer.Option(help="the sheet set by hand: early, mid or late")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="answer as the JSON service does")] = False,
    system: Annotated[str, typer.Option(help=SYSTEM)] = "",
) -> None:
    """Ask the rules one question. Without a date it tells what the question wants to know."""
    plugins: Plugins = context.obj
    try:
        offered = _offered(plugins, system)
        of = offered.of
        if not key or not date:
            _tell(of, key, as_json, given=bool(fact or die))
            return
        answer = _asked(offered, key.replace("-", "_"), date, fact or (), die, house or (), period)
    except BadAsk as bad:
        right = _where_it_is_asked(plugins, key) if bad.field == "key" else bad.right
        typer.echo(f"{_place(bad.field)}: {bad.wrong}; {right}.", err=True)
        raise typer.Exit(2) from None
    _say(of, answer, as_json)


def _where_it_is_asked(plugins: Plugins, key: str) -> str:
    """What helps whoever asks a system for a question it has not: the system that has it, else the list."""
    has_it = [one.of.key for one in plugins.lookups() if key.replace("-", "_") in one.of.asked]
    named = " or ".join(f"`--system {one}`" for one in has_it)
    return f"ask it with {named}" if has_it else "`beatenzone lookup` lists the questions"


def _offered(plugins: Plugins, system: str) -> LookUpsOffered:
    """The look-ups of a system by its key, of the first that has any where none is named. Raises BadAsk."""
    offered = plugins.lookups()
    found = next((one for one in offered if not system or one.of.key == system), None)
    if found is None:
        keys = ", ".join(one.of.key for one in offered)
        raise BadAsk("system", f"there is no rule system {system!r} with look-ups", f"give one of: {keys}")
    return found


def _asked(
    offered: LookUpsOffered,
    key: str,
    date: str,
    facts: Sequence[str],
    dice: Sequence[int] | None,
    house: Sequence[str],
    period: str,
) -> Answer:
    read = typed_facts(facts, question(offered.of, key).facts)
    rules = [_house_rule(one, offered.samples) for one in house]
    return ask(offered.of, key, read, dice or None, date, rules, period)


def _house_rule(written: str, sample: Samples) -> HouseRule:
    ruling, equals, option = written.partition("=")
    if not equals:
        right = f"write ruling=option, such as {sample.ruling}={sample.option}"
        raise BadAsk("house_rules", f"{written!r} is no house rule", right)
    return HouseRule(ruling.strip(), option.strip())


def _tell(of: Questions[Any], key: str, as_json: bool, given: bool) -> None:
    if key and given:
        raise BadAsk("date", "the month of the game is missing", "give it as --date 1916-07")
    if as_json:
        raise BadAsk("date", "only an answer is told as JSON", "give a question and --date 1916-07")
    for line in what_to_give(question(of, key.replace("-", "_"))) if key else list_of_questions(of):
        typer.echo(line)


def _say(of: Questions[Any], answer: Answer, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    for line in answer_lines(answer, of.clauses):
        typer.echo(line)


def _place(field: str) -> str:
    """Where it was wrong, in the names of the options."""
    option, _, rest = field.partition(".")
    names = {
        "system": "--system",
        "facts": "--fact",
        "dice": "--die",
        "date": "--date",
        "house_rules": "--house",
        "period": "--period",
    }
    return f"{names.get(option, 'question')} {typed(rest)}".strip()
