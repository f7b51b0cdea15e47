"""Contrast in both themes: at least 4.5 to 1 for text (WCAG 2.2, 1.4.3), 3 to 1 for drawings (1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import benchtoward.web

CSS = (Path(benchtoward.web.__file__).parent / "static/web/site.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
)

TEXT = [
    *((colour, ground) for colour in ("ink", "muted", "accent", "warn") for ground in ("paper", "surface", "sunk")),
    *(("right", "paper"), ("wrong", "paper"), ("ink", "accent-soft"), ("accent", "accent-soft")),
    *(("ink", "warn-soft"), ("warn", "warn-soft"), ("paper", "accent"), ("paper", "ink")),
]
DRAWN = [("accent", "paper"), ("plain-dot", "paper"), ("warn", "paper")]


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_the_standard_says():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), TEXT)
def test_text_stands_out_from_its_ground(theme, colour, ground):
    assert contrast(theme[colour], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), DRAWN)
def test_drawings_stand_out_from_their_ground(theme, colour, ground):
    assert contrast(theme[colour], theme[ground]) >= 3


def test_nothing_moves_for_readers_who_asked_for_it():
    assert "prefers-reduced-motion: reduce" in CSS
    assert "url(" not in CSS
