"""`make torture` says what was lost, and leaves with 1 for it: a row nobody believes is worth nothing."""

import pytest

from tests.torture import __main__ as torture
from tests.torture.__main__ import LongTest, main
from tests.torture.report import Report


def whole(size: int) -> Report:
    return Report(tried={"tries": size})


def short(size: int) -> Report:
    return Report(tried={"tries": size - 1})


def lossy(size: int) -> Report:
    return Report(tried={"tries": size}, lost=[f"number {one}" for one in range(12)])


def broken(size: int) -> Report:
    raise AssertionError("the server did not start")


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = {
        run.__name__: LongTest((row,), "a test", {"tries": 100}, 100, run)
        for row, run in (("R1", whole), ("R2", short), ("S1", lossy), ("S2", broken))
    }
    monkeypatch.setattr(torture, "LONG_TESTS", tests)


@pytest.mark.parametrize(
    ("word", "leaves_with", "says"),
    [
        ("whole", 0, "nothing lost"),
        ("r1", 0, "tried: 100 tries; lost: 0"),
        ("R2", 1, "LOST: 99 tries are fewer than 100"),
        ("lossy", 1, "and 2 more"),
        ("broken", 1, "it broke off: AssertionError('the server did not start')"),
    ],
)
def test_a_row_alone_says_what_came_of_it(
    word: str, leaves_with: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word]) == leaves_with
    assert says in capsys.readouterr().out


def test_one_loss_is_enough_and_the_rest_is_run_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "4 run, lost something: short, lossy, broken"


def test_a_part_is_held_to_its_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whole", "--share", "0.1"]) == 0
    assert "to reach: 100 tries; lost: 0; 0.1 of it now" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["nothing"], ["whole", "--share", "2"], ["whole", "--share", "0"]])
def test_what_there_is_not_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert "choose from whole, short" in said or "over 0 and up to 1" in said
