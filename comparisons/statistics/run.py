"""The comparison, as Markdown: contenders take turns, medians over rounds, ratios, goals met or missed."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from comparisons.statistics.contender import Contender
from comparisons.statistics.contenders import CONTENDERS
from comparisons.statistics.goals import Rounds, ratio, verdicts
from comparisons.statistics.measure import Measurement, measure_in_process
from comparisons.statistics.workloads import WORKLOADS, Workload

_HEAD = (
    "| | CPU s | x BenchToward | warm-up s | peak MB | gives | done | first model |",
    "| --- | --: | --: | --: | --: | --- | --- | --- |",
)


def main() -> None:
    arguments = _arguments()
    print("\n".join(_machine()))
    goals: list[str] = []
    for id_ in arguments.workloads or list(WORKLOADS):
        workload = WORKLOADS[id_]
        rounds = _rounds(_present(id_), arguments.rounds)
        print(f"\n### ({id_}) {workload.title}\n\n{workload.size}.\n")
        print("\n".join([*_HEAD, *_table(workload, rounds)]), flush=True)
        goals += verdicts(id_, rounds)
    print("\n### Goals\n\n| goal | measured | |\n| --- | --: | --- |")
    print("\n".join(goals))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m comparisons.statistics.run", description=__doc__)
    parser.add_argument("workloads", nargs="*", choices=[[], *WORKLOADS], help="all of them without a name")
    parser.add_argument("--rounds", type=int, default=3, help="turns that each contender takes (3)")
    return parser.parse_args()


def _machine() -> Iterator[str]:
    yield f"One thread of {_processor()}, Python {platform.python_version()}."
    named = Path(__file__).with_name("requirements.txt").read_text(encoding="utf-8").splitlines()
    packages = [line.partition("==")[0] for line in named if "==" in line]
    yield ", ".join(f"{name} {_version(name)}" for name in packages) + "."


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "a processor")
    widest = "AVX-512" if any("avx512f" in line for line in lines) else "no AVX-512"
    return f"{model} ({widest})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _present(workload: str) -> Sequence[Contender]:
    present = []
    for contender in CONTENDERS:
        if contender.workload == workload and contender.missing:
            print(f"Skipped {contender.name}: {', '.join(contender.missing)} not installed.", file=sys.stderr)
        elif contender.workload == workload:
            present.append(contender)
    return present


def _rounds(contenders: Sequence[Contender], n_rounds: int) -> Rounds:
    rounds: dict[str, list[Measurement]] = {contender.name: [] for contender in contenders}
    for number in range(n_rounds):
        for contender in contenders:
            print(f"round {number + 1}: {contender.name}", file=sys.stderr)
            rounds[contender.name].append(measure_in_process(contender))
    return rounds


def _table(workload: Workload, rounds: Rounds) -> Iterator[str]:
    ours = next(iter(rounds.values()))
    by_name = {contender.name: contender for contender in CONTENDERS if contender.workload == workload.id}
    for name in sorted(rounds, key=lambda name: median(one.seconds for one in rounds[name])):
        contender, measurements = by_name[name], rounds[name]
        # What does only a part of the work doesn't take all of its memory.
        peak = f"{max(one.peak_megabytes for one in measurements):,.0f}" if contender.trials is None else ""
        cells = (
            name,
            _three_digits(median(one.seconds for one in measurements)),
            _three_digits(ratio(measurements, ours)),
            _three_digits(median(one.warm_up_seconds for one in measurements)),
            peak,
            contender.gives,
            _how(contender),
            measurements[0].outcome,
        )
        yield f"| {' | '.join(cells)} |"


def _how(contender: Contender) -> str:
    if contender.trials is None:
        return "in full"
    models = f", {contender.n_models} model" if contender.n_models else ""
    return f"{contender.trials[0]:,} and {contender.trials[1]:,} replicates{models}"


def _three_digits(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


if __name__ == "__main__":
    main()
