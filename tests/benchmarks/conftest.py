"""The adapters of the benchmarks, imported as the loader does it: in a package of their own."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def _package(folder: str) -> str:
    name = f"adapter_under_test_{folder.replace('-', '_')}"
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(BENCHMARKS / folder)]
        sys.modules[name] = package
    return name


@pytest.fixture(scope="session")
def benchmarks_folder() -> Path:
    """The folder of all benchmarks."""
    return BENCHMARKS


@pytest.fixture(scope="session")
def clincalc() -> ModuleType:
    """The adapter of ClinCalc, with its parts as attributes."""
    name = _package("clincalc")
    adapter = importlib.import_module(f"{name}.adapter")
    for part in ("formulas", "scenarios", "stream", "text", "vignette"):
        setattr(adapter, part, importlib.import_module(f"{name}.{part}"))
    return adapter


@pytest.fixture(scope="session")
def support2() -> ModuleType:
    """The adapter of SUPPORT2."""
    return importlib.import_module(f"{_package('support2-death180')}.adapter")
