"""From the list of rules in a specification to an `Extraction`, with every problem listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchtoward.core.canonical import Json
from benchtoward.core.documents import nearest, shown
from benchtoward.core.errors import Problem, SpecError
from benchtoward.core.extraction.answers import AnswerKind
from benchtoward.core.extraction.extraction import Extraction, RuleInUse
from benchtoward.core.extraction.rules import EXTRACTION_RULES, Rule

MOST_WORDS = 50
"""A parameter holds at most this many texts."""

LONGEST_WORD = 60
"""Each with at most this many characters."""


def parse_extraction(
    rules: Sequence[Json], where: str = "definition.extraction", kind: AnswerKind | None = None
) -> Extraction:
    """Return the extraction that a specification lists: ids, or mappings (`{rule: marker, words: [답]}`).

    With `kind`, every rule must read that kind of answer. Raises `SpecError` with every problem found;
    `where` is the place of the list, as messages name it.
    """
    problems: list[Problem] = []
    used = [_rule_in_use(entry, f"{where}[{position}]", kind, problems) for position, entry in enumerate(rules)]
    known = [rule for rule in used if rule is not None]
    problems += _problems_of_order(known, where, n_listed=len(rules))
    if problems:
        raise SpecError("The extraction", problems)
    return Extraction(rules=tuple(known))


def _rule_in_use(entry: Json, where: str, kind: AnswerKind | None, problems: list[Problem]) -> RuleInUse | None:
    name, given = (entry, {}) if isinstance(entry, str) else _named(entry)
    if name is None:
        expected = "a rule's id, or a mapping such as {rule: marker, words: [Resposta]}"
        problems.append(Problem(where=where, found=shown(entry), expected=expected))
        return None
    rule = EXTRACTION_RULES.get(name)
    if rule is None:
        hint = nearest(name, list(EXTRACTION_RULES))
        problems.append(Problem(where=where, found=f"the rule {shown(name)}", expected="a known rule", hint=hint))
        return None
    found = _misfits(rule, where, kind) + _bad_parameters(rule, given, where)
    problems += found
    return None if found else RuleInUse(rule, rule.build({key: _texts(value) for key, value in given.items()}))


def _named(entry: Json) -> tuple[str | None, Mapping[str, Json]]:
    if not isinstance(entry, Mapping):
        return None, {}
    name = entry.get("rule")
    return (name if isinstance(name, str) else None), {key: entry[key] for key in entry if key != "rule"}


def _misfits(rule: Rule, where: str, kind: AnswerKind | None) -> list[Problem]:
    if kind is None or not rule.kinds or kind in rule.kinds:
        return []
    fitting = [name for name, other in EXTRACTION_RULES.items() if kind in other.kinds]
    expected = f"a rule that reads a {kind}: {', '.join(fitting)}"
    return [Problem(where=where, found=f"`{rule.id}`", expected=expected)]


def _bad_parameters(rule: Rule, given: Mapping[str, Json], where: str) -> list[Problem]:
    problems = [
        Problem(
            where=f"{where}.{key}",
            found=f"the unknown parameter `{key}` of `{rule.id}`",
            expected="a known parameter" if rule.parameters else "no parameter",
            hint=nearest(str(key), sorted(rule.parameters)) if rule.parameters else "",
        )
        for key in given
        if key not in rule.parameters
    ]
    problems += [
        Problem(where=f"{where}.{key}", found=shown(given[key]), expected=_EXPECTED)
        for key in given
        if key in rule.parameters and not _is_texts(given[key])
    ]
    missing = sorted(rule.required - set(given))
    problems += [
        Problem(where=where, found=f"`{rule.id}` without `{key}`", expected=f"the parameter `{key}`") for key in missing
    ]
    return problems


_EXPECTED = f"a text or a list of 1 to {MOST_WORDS} texts of at most {LONGEST_WORD} characters"


def _is_texts(value: Json) -> bool:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Sequence) or not 1 <= len(texts) <= MOST_WORDS:
        return False
    return all(isinstance(text, str) and text.strip() and len(text) <= LONGEST_WORD for text in texts)


def _texts(value: Json) -> Sequence[str]:
    if isinstance(value, str):
        return (value,)
    return tuple(str(text) for text in value) if isinstance(value, Sequence) else ()


def _problems_of_order(used: Sequence[RuleInUse], where: str, *, n_listed: int) -> list[Problem]:
    ids = [one.rule.id for one in used]
    problems = [
        Problem(where=where, found=f"`{name}` more than once", expected="each rule once", hint="Merge its words.")
        for name in dict.fromkeys(ids)
        if ids.count(name) > 1
    ]
    if "strip_reasoning" in ids[1:]:
        problems.append(Problem(where=where, found="`strip_reasoning` after another rule", expected="it first of all"))
    if len(used) == n_listed and not any(one.rule.kinds for one in used):
        problems.append(
            Problem(
                where=where,
                found=f"{n_listed} rules, none of which reads an answer",
                expected="one that does",
            )
        )
    return problems
