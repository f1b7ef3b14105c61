"""Forms that can be printed somewhere: each by its name, made only when it is asked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from playsheets.forms.content import Form
from playsheets.press import FormPart, Job, Paper, PrinterCorrection
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Printable:
    """One form: its name in addresses, what it is in a word and a sentence, and how it is made."""

    key: str
    title: str
    says: str
    make: Callable[[], Form]


@dataclass(frozen=True, slots=True)
class FormsHere:
    """The forms that may be printed of something: the page that is gone back to, what the thing is called, the forms.

    `more` is what else stands on the page of printing. `named`: after what a file of them is named where the title is
    secret.
    """

    here: str
    title: str
    offers: tuple[Printable, ...]
    more: Mapping[str, Any] = field(default_factory=dict)
    named: str = ""


class NotOffered(LookupError):
    """A form that is not offered here, whether there is none of that name or it is not for whoever asks."""


def chosen(offers: Sequence[Printable], keys: Sequence[str]) -> tuple[Form, ...]:
    """The forms of these names, in their order, each once. Raises NotOffered."""
    by_key: Mapping[str, Printable] = {one.key: one for one in offers}
    wanted = list(dict.fromkeys(keys))
    if missing := [key for key in wanted if key not in by_key]:
        raise NotOffered(missing[0])
    return tuple(by_key[key].make() for key in wanted)


def job_of_forms(title: str, forms: Sequence[Form], paper: Paper, correction: PrinterCorrection) -> Job:
    """The forms as one job; one without any is refused by the press."""
    return Job(title, tuple(FormPart(one) for one in forms), paper, correction)
