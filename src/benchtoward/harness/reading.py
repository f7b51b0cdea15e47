"""From stored responses to predictions, by the rules of the specification alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchtoward.core.errors import IncompleteRunError, ItemsError, Problem, SpecError
from benchtoward.core.extraction import (
    AnswerSpace,
    ChoiceAnswer,
    Extraction,
    LabelAnswer,
    NumberAnswer,
    Parsed,
    Unparsed,
    UnparsedReason,
    parse_extraction,
)
from benchtoward.core.items import Item, ItemTable
from benchtoward.core.observing import NUMERIC_TASKS, target_text
from benchtoward.core.results import Finish, Prediction, PredictionStatus
from benchtoward.core.spec import Spec, Task
from benchtoward.harness.planning import PlannedRequest
from benchtoward.harness.prompting import chat_prompt, options_of
from benchtoward.harness.responses import ResponseStore, StoredResponse

N_READ_AT_ONCE = 500


def read_responses(
    spec: Spec, table: ItemTable, requests: Iterable[PlannedRequest], store: ResponseStore
) -> list[Prediction]:
    """Return one prediction a request, in the order of `requests`, from the answers that `store` holds.

    Raises `IncompleteRunError` when one has no stored answer: it may not count as wrong.
    """
    extraction = parse_extraction(spec.extraction)
    several = allows_several(spec, table)
    spaces: dict[str, AnswerSpace] = {}
    predictions = []
    for request, response in with_responses(requests, store):
        if response is None:
            raise IncompleteRunError(
                f"Item {request.item_id}, repeat {request.repeat} of {spec.id} has no stored answer: "
                "run the same command again to ask for it."
            )
        if request.item_id not in spaces:
            spaces = {request.item_id: answer_space(spec, table.by_id[request.item_id], several=several)}
        predictions.append(_prediction(request, response, extraction, spaces[request.item_id]))
    return predictions


def with_responses(
    requests: Iterable[PlannedRequest], store: ResponseStore
) -> Iterator[tuple[PlannedRequest, StoredResponse | None]]:
    """Yield each request with its stored answer, None where there is none; a few hundred are in memory."""
    batch: list[PlannedRequest] = []
    for request in requests:
        batch.append(request)
        if len(batch) == N_READ_AT_ONCE:
            yield from _looked_up(batch, store)
            batch = []
    yield from _looked_up(batch, store)


def answer_space(spec: Spec, item: Item, *, several: bool = False) -> AnswerSpace:
    """Return what the answer to `item` can be; looks at nothing that a model may not see.

    Raises `SpecError` for a task that needs classes or a prompt and has none.
    """
    if spec.task in NUMERIC_TASKS:
        return NumberAnswer(units=_units(spec, item))
    if spec.task is Task.CLASSIFICATION:
        return LabelAnswer(labels=spec.classes)
    prompt = chat_prompt(spec)
    texts = options_of(prompt, item.visible)
    if not texts:
        problem = Problem(where="definition.prompt.options", found="nothing", expected="options")
        raise SpecError(f"{spec.id} {spec.version}", [problem])
    labels = prompt.option_labels[: len(texts)]
    return ChoiceAnswer(labels=labels, texts=tuple(texts), several=several)


def allows_several(spec: Spec, table: ItemTable) -> bool:
    """Return whether answers may name several options: whether any item at all has several right ones."""
    return spec.task is Task.MULTIPLE_CHOICE and any("," in target_text(item.target) for item in table)


def _units(spec: Spec, item: Item) -> tuple[tuple[str, str], ...]:
    if not spec.columns.answer_unit:
        return ()
    unit = item.visible[spec.columns.answer_unit]
    if unit is None or unit == "":
        return ()
    units = [unit] if isinstance(unit, str) else unit
    if not isinstance(units, Sequence) or not all(isinstance(name, str) and name for name in units):
        where = f"item {item.id}, column {spec.columns.answer_unit}"
        expected = "a unit as text, or a list of units that mean the same"
        raise ItemsError("The items", [Problem(where=where, found=repr(unit)[:60], expected=expected)])
    return tuple((str(name), "1") for name in units)


def _looked_up(
    requests: list[PlannedRequest], store: ResponseStore
) -> Iterator[tuple[PlannedRequest, StoredResponse | None]]:
    found = store.get_many([request.request_key for request in requests]) if requests else {}
    for request in requests:
        yield request, found.get(request.request_key)


def _prediction(
    request: PlannedRequest, response: StoredResponse, extraction: Extraction, space: AnswerSpace
) -> Prediction:
    answer = _read(response, extraction, space)
    read = answer if isinstance(answer, Parsed) else None
    return Prediction(
        item_id=request.item_id,
        repeat=request.repeat,
        status=PredictionStatus.PARSED if read else PredictionStatus.UNPARSED,
        reason=answer.reason.value if isinstance(answer, Unparsed) else "",
        prediction=read.value if read else None,
        rule=read.rule if read else "",
        request_key=request.request_key,
        finish=response.finish,
    )


def _read(response: StoredResponse, extraction: Extraction, space: AnswerSpace) -> Parsed | Unparsed:
    # The words of a refusal may name an option; they are no answer.
    if response.finish is Finish.REFUSAL:
        return Unparsed(UnparsedReason.REFUSAL)
    return extraction.read(response.content or "", space, response.finish.value)
