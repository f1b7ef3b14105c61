"""The twenty cards with an event, typed a second time from the book and compared card by card."""

import csv
from pathlib import Path

import pytest

from rules.flanders_fields.cards import CardFacts, Rank, Suit, event_card
from rules.flanders_fields.ruleset import SOURCES, RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import d6s
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month

TYPED = Path(__file__).parent / "transcription" / "FF-CRD.csv"
BOOK = RuleBook.for_game(parse_month("1916-07"))
TABLES = ("cards/effects", "cards/play", "cards/timing", "cards/turns", "cards/touches", "cards/choosers")


def typed() -> list[dict[str, str]]:
    with TYPED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_tables_have_these_cards_and_no_others() -> None:
    cards = {f"{line['suit']}_{line['rank']}" for line in typed()}
    assert len(cards) == 20
    assert all(set(BOOK.table(table)) == cards for table in TABLES)


@pytest.mark.parametrize("line", typed(), ids=lambda line: line["title"])
def test_each_card_does_what_is_printed(line: dict[str, str]) -> None:
    answer = event_card(CardFacts(suit=Suit(line["suit"]), rank=Rank(line["rank"])), d6s((5,)), BOOK)
    assert isinstance(answer, Explained)
    found = answer.value
    assert answer.steps[0].says.startswith(f"{line['title']}: ")
    assert (found.play, found.turns) == (line["play"], int(line["turns"]))
    assert found.player is (Side.DEFENDER if line["enemy plays"] == "yes" else Side.ATTACKER)
    assert [modifier.value for modifier in found.modifiers] == [int(one) for one in line["modifiers"].split()]


@pytest.mark.parametrize("line", typed(), ids=lambda line: line["title"])
def test_each_entry_names_its_clause_and_lines(line: dict[str, str]) -> None:
    for table in TABLES:
        cited = BOOK.table(table).values[f"{line['suit']}_{line['rank']}"]
        assert (cited.clause, cited.sources) == (line["clause"], (SOURCES.parse(line["lines"]),))
