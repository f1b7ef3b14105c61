"""What is wrong with JSON that was sent, in the words of the table: the field, why, and what would be right."""

import re
from typing import Final

KINDS: Final = {
    "str": "words",
    "int": "a whole number",
    "float": "a number",
    "bool": "yes or no",
    "array": "a list",
    "object": "an object with named fields",
    "null": "nothing",
}
PLACE: Final = re.compile(r" - at `(?:key in )?\$\.?([^`]*)`$")
MISSING: Final = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN: Final = re.compile(r"Object contains unknown field `([^`]+)`")
NO_SUCH_WORD: Final = re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL)
OTHER_KIND: Final = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
TOO_SHORT: Final = re.compile(r"Expected `str` of length >= (\d+)")
OTHER_NUMBER: Final = re.compile(r"Expected `array` of length (\d+)(?:, got \d+)?")
TOO_MANY: Final = re.compile(r"Expected `array` of length <= (\d+)")
OTHER_SIGNS: Final = "Expected `str` matching regex "
OUT_OF_BOUNDS: Final = re.compile(r"Expected `(?:int|float)` (>=|<=|<|>) (-?[\d.]+)")
BOUNDS: Final = {">=": "at least {}", "<=": "at most {}", "<": "less than {}", ">": "more than {}"}
TOO_LONG: Final = re.compile(r"Expected `str` of length <= (\d+)")


def plain_words(wrong: Exception) -> tuple[str, str, str]:
    """The field (empty: the whole of it), what is wrong with it, and what would be right, of a reader's complaint."""
    says = str(wrong)
    place = PLACE.search(says)
    field = place.group(1) if place else ""
    bare = PLACE.sub("", says)
    if found := MISSING.fullmatch(bare):
        name = f"{field}.{found[1]}" if field else found[1]
        return name, f"{found[1]} is missing", f"add {found[1]}"
    if found := UNKNOWN.fullmatch(bare):
        return field, f"{found[1]} is not known here", f"leave {found[1]} out"
    if found := NO_SUCH_WORD.fullmatch(bare):
        return field, f"{found[1]} is not one of the words that can stand here", "choose one that the page offers"
    if found := OTHER_KIND.fullmatch(bare):
        return field, f"{_kinds(found[2])} cannot stand here", _kinds(found[1])
    if found := TOO_SHORT.fullmatch(bare):
        return field, "it is too short", f"at least {found[1]} {'letter' if found[1] == '1' else 'letters'}"
    if found := OTHER_NUMBER.fullmatch(bare):
        return field, "there are too many or too few in this list", f"{found[1]} of them"
    if found := TOO_MANY.fullmatch(bare):
        return field, "there are too many in this list", f"at most {found[1]} of them"
    if bare.startswith(OTHER_SIGNS):
        return field, "there are signs in it that cannot stand here", "letters, digits and signs on one line"
    if found := OUT_OF_BOUNDS.fullmatch(bare):
        return field, "no such number can stand here", BOUNDS[found[1]].format(found[2])
    if found := TOO_LONG.fullmatch(bare):
        return field, "it is too long", f"at most {found[1]} letters"
    if not place:
        return "", "this is no whole JSON, or it is nested too deeply", "JSON as the pages send it, written in UTF-8"
    return field, bare.replace("`", ""), ""


def _kinds(written: str) -> str:
    return " or ".join(KINDS.get(one, one) for one in written.split(" | "))


def printable(text: str) -> str:
    """Return a text that somebody typed without the characters that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in text)
