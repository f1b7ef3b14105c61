"""S10: any question to the rules, asked before the dice and with any number of them.

No question breaks the service. What it answers can be sent as JSON and is the same when asked again; what it tells
before the dice holds whatever they show: a refusal, an answer without a die, each reason, how many dice are wanted.
"""

import json
import secrets
import signal
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from traceback import extract_tb
from typing import Any, Final

import msgspec

from app.lookups.lookup_schemas import MOST_DICE
from app.lookups.plain_text import answer_lines
from app.lookups.queries import Answer, BadAsk
from rules.flanders_fields.lookups import QUESTIONS
from tests.client import TestClient
from tests.torture.any_page import any_address, opened
from tests.torture.any_question import Opened, Question, any_questions, thrown
from tests.torture.report import Report
from tests.torture.schema import service

ADDRESS: Final = "/api/v1/flanders-fields/questions"
AS_JSON: Final = {"Content-Type": "application/json"}
SENT: Final = 0.02
OPENED: Final = 0.02
SHOWN: Final = 0.05
AGAIN: Final = 0.05
LONGEST_S: Final = 20.0
# A text of 70,000 letters is too large for a request; what is no number for JSON is sent as nothing.
NEVER_READ: Final = (200, 413, 422)
ONE: Final = Fraction(1)


def asked_anything(url: str, number: int, seed: int | None = None) -> Report:
    """So many questions, some of them over HTTP too; another seed each time, which is told, where none is given."""
    report = Report()
    seed = secrets.randbits(32) if seed is None else seed
    report.measured = f"seed {seed}"
    chance = Random(seed)
    with service(url) as client:
        for question in any_questions(chance, number):
            hold(report, question, chance)
            if chance.random() < SENT:
                report.count("sent over HTTP")
                _note(report, question, sent(client, question))
            if chance.random() < OPENED:
                report.count("pages opened")
                address = any_address(chance)
                _note(report, address, opened(client, address))
    return report


def hold(report: Report, question: Question, chance: Random) -> None:
    """Hold one question to all that is said above; what does not hold is a loss, told with the whole question."""
    report.count("questions")
    try:
        with at_most(LONGEST_S):
            _note(report, question, _wrong(report, question, chance))
    except Exception as fault:
        where = extract_tb(fault.__traceback__)[-1]
        report.expect(False, f"{fault!r} in {where.name}, {where.filename}:{where.lineno}: {question}")


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what runs longer: who asks it keeps everybody else waiting. Raises TimeoutError.

    Only the time counts in which this program ran: a machine that does other work may let it stand for minutes.
    """

    def too_long(*_: object) -> None:
        raise TimeoutError(f"no answer after {seconds:g} s")

    before = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _note(report: Report, question: object, wrong: Iterator[str]) -> None:
    for what in wrong:
        report.expect(False, f"{what}: {question}")


def _wrong(report: Report, question: Question, chance: Random) -> Iterator[str]:
    """Everything that is wrong with what is answered to a question, however many dice are told."""
    first = _answered(question)
    yield from _badly_told(question, first)
    if chance.random() < AGAIN and _answered(question) != first:
        yield "it is answered otherwise when asked again"
    if isinstance(first, str) and first != "dice":
        return
    opened = question.opened()
    before = opened.answer(None)
    if before is None:
        yield "no dice are too many"
        return
    report.count(f"answers {before.outcome} before the dice")
    if before.outcome == "refused":
        yield from _refused_by_some_dice(opened, before, chance)
    else:
        yield from _otherwise_with_dice(report, question, opened, before, chance)
    if chance.random() < SHOWN and not all(line.strip() for line in answer_lines(before, QUESTIONS.clauses)):
        yield "an empty line in the terminal"


def _answered(question: Question) -> Answer | str:
    """The answer, or which part of the question cannot be read."""
    try:
        return question.ask()
    except BadAsk as bad:
        return bad.field if bad.wrong and bad.right else f"{bad.field} without a word"


def _badly_told(question: Question, answer: Answer | str) -> Iterator[str]:
    if isinstance(answer, str):
        if question.fits and (answer != "dice" or not question.dice):
            yield f"{answer} is refused, and it fits"
        return
    try:
        json.dumps(msgspec.to_builtins(answer), allow_nan=False)
    except ValueError as fault:
        yield f"no JSON: {fault}"
    if answer.outcome == "refused" and not (answer.because and answer.clauses[0].startswith("FF-")):
        yield "a refusal without a reason"
    if (answer.outcome in ("odds", "more_dice")) != (answer.more_dice > 0):
        yield f"{answer.outcome}, with {answer.more_dice} more dice"
    if answer.odds is not None:
        # One belt and all belts have chances of their own, told apart by what stands before the colon.
        chances: dict[str, list[Fraction]] = defaultdict(list)
        for outcome, one in answer.odds.items():
            chances[outcome.rpartition(": ")[0]].append(Fraction(one.exact))
        if any(sum(part) != ONE or min(part) <= 0 for part in chances.values()):
            yield f"chances that do not make one whole: {answer.odds}"


def _refused_by_some_dice(opened: Opened, before: Answer, chance: Random) -> Iterator[str]:
    """What is refused before the dice is refused whatever they show."""
    dice = thrown(chance, chance.randint(0, opened.wanted + 2))
    if opened.answer(dice) != before:
        yield f"refused before the dice, not with {dice}: {opened.answer(dice)}"


def _otherwise_with_dice(
    report: Report, question: Question, opened: Opened, before: Answer, chance: Random
) -> Iterator[str]:
    """Throw what is asked for until there is an answer, and hold it to what was told before."""
    dice: tuple[int, ...] = ()
    answer = opened.answer(dice)
    while answer and answer.more_dice and len(dice) < MOST_DICE:
        yield from _badly_told(question, answer)
        dice += thrown(chance, answer.more_dice)
        answer = opened.answer(dice)
    if answer is None or answer.outcome != "explained":
        yield f"no answer with {dice}, which were asked for: {answer}"
        return
    report.count("answered with their dice")
    yield from _badly_told(question, answer)
    yield from _not_as_told_before(before, answer, dice)
    yield from _read_with_more(opened, answer, dice, chance)


def _not_as_told_before(before: Answer, answer: Answer, dice: tuple[int, ...]) -> Iterator[str]:
    if not dice and answer != before:
        yield f"asked before the dice {before}, with none {answer}"
    lines: list[Any] = [*before.steps, *before.considered]
    for line in lines:
        if line not in answer.steps and line not in answer.considered:
            yield f"told before the dice, but not with {dice}: {line.says}"


def _read_with_more(opened: Opened, answer: Answer, dice: tuple[int, ...], chance: Random) -> Iterator[str]:
    """Dice that change nothing may be told all the same; more than are read are too many."""
    if len(dice) < opened.wanted:
        dice += thrown(chance, opened.wanted - len(dice))
        more = opened.answer(dice)
        if more is None or more.value != answer.value:
            yield f"an answer that no die changes, but with {dice}: {more}"
    if opened.answer((*dice, *thrown(chance, 1))) is not None:
        yield f"a die more than {dice} is taken"


def sent(client: TestClient, question: Question) -> Iterator[str]:
    """What is wrong with what the service answers to a question: it has to be what is answered without it."""
    told = _answered(question)
    answer = client.post(f"{ADDRESS}/{question.key}", content=msgspec.json.encode(question.body), headers=AS_JSON)
    if not question.fits and answer.status_code in NEVER_READ:
        return
    if answer.status_code != (422 if isinstance(told, str) else 200):
        yield f"{answer.status_code} over HTTP: {answer.text[:300]}"
    elif isinstance(told, Answer) and answer.json() != msgspec.json.decode(msgspec.json.encode(told)):
        yield f"over HTTP: {answer.text[:300]}"
