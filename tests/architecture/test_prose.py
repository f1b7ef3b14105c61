"""Test how tools/prose.py counts words and docstrings."""

from tools.prose import Figure, inverted_docstrings, measure, report, sentences_in

LIMITS = {"median-words": 5, "words-at-90-percent": 8, "most-words": 9, "inverted-docstrings": 1}


def test_sentences_end_at_full_stops_and_at_list_items() -> None:
    text = "The unit fires now. The defender\nrolls two dice.\n\n- The first item follows\n- The second item follows\n"
    assert list(sentences_in(text)) == [
        "The unit fires now.",
        "The defender rolls two dice.",
        "The first item follows",
        "The second item follows",
    ]


def test_sentences_leave_out_code_tables_headings_and_images() -> None:
    text = (
        "# A heading of five words\n\n```sh\nmake a very long command\n```\nIt prints the longest sentences.\n\n"
        "| a | row of a table |\n\n![An image of a map](map.png)\n\n"
        "Read `python -m tools.prose` in [the long page](docs/page.md) first.\n"
    )
    assert list(sentences_in(text)) == ["It prints the longest sentences.", "Read CODE in the long page first."]


def test_sentences_of_fewer_than_four_words_do_not_count() -> None:
    assert list(sentences_in("See the map. It shows every trench.")) == ["It shows every trench."]


def test_inverted_docstrings_are_found_in_modules_classes_and_functions() -> None:
    source = (
        '"""What a module does."""\n'
        "class Unit:\n"
        '    """Where a unit is."""\n'
        "    async def fire(self):\n"
        '        """Fire at a target."""\n'
        "def whatsoever():\n"
        '    """Whatever it is."""\n'
        "def move():\n"
        '    """So that it moves."""\n'
    )
    assert sorted(inverted_docstrings(source)) == [1, 3, 9]


def test_measure_returns_median_nine_tenths_and_maximum() -> None:
    lengths = [12, *range(1, 10)]
    values = {figure.name: figure.value for figure in measure(lengths, 3, LIMITS)}
    assert values == {
        "median-words": 5.5,
        "words-at-90-percent": 12,
        "most-words": 12,
        "inverted-docstrings": 3,
    }


def test_report_says_which_limit_is_passed_and_which_can_be_lowered() -> None:
    lines = list(report([Figure("a", 3, 2), Figure("b", 2, 2), Figure("c", 1, 2)]))
    assert "too high" in lines[0]
    assert lines[1] == "b: 2 (limit 2)"
    assert "lower it" in lines[2]
