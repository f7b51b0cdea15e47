"""A picture of coverage: three marks a line, told apart by shape as well as by colour, beside 95%."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

_KINDS: Final = ("rows resampled", "patients resampled", "published")
_COLOURS: Final = ("#b3261e", "#1f5fa8", "#1b1b1b")
_WIDTH, _LEFT, _RIGHT, _TOP, _STEP = 760, 220, 30, 92, 34
_LOWEST, _HIGHEST, _NOMINAL = 60, 100, 95


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One setting of the simulation."""

    label: str
    shares: tuple[float, float, float]
    """Coverage with rows resampled, with patients resampled, and as published, in [0, 1]."""


def chart(lines: Sequence[Line]) -> str:
    """The picture as SVG, with title and description; the table beside it has the figures."""
    height = _TOP + _STEP * len(lines) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        'aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="14">',
        '<title id="title">How often a 95% interval holds the true accuracy</title>',
        f'<desc id="desc">{escape(" ".join(_sentences(lines)))}</desc>',
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        '<text x="20" y="28" font-size="17" font-weight="600" fill="#1b1b1b">'
        "How often a “95%” interval holds the true accuracy</text>",
        *_legend(),
        *_axis(height),
    ]
    for number, line in enumerate(lines):
        parts += _marks(line, _TOP + _STEP * number + _STEP // 2)
    return "\n".join([*parts, "</svg>", ""])


def _sentences(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        shares = ", ".join(f"{kind} {100 * share:.1f}%" for kind, share in zip(_KINDS, line.shares, strict=True))
        yield f"{line.label}: {shares}."


def _legend() -> Iterator[str]:
    for number, kind in enumerate(_KINDS):
        x = 30 + 200 * number
        yield _mark(number, x, 56)
        yield f'<text x="{x + 14}" y="61" fill="#1b1b1b">{kind}</text>'


def _axis(height: int) -> Iterator[str]:
    for percent in range(_LOWEST, _HIGHEST + 1, 5):
        x, is_nominal = _x(percent), percent == _NOMINAL
        stroke = 'stroke="#1b1b1b" stroke-width="2"' if is_nominal else 'stroke="#d0d0d0"'
        weight = 600 if is_nominal else 400
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 8}" y2="{height - 34}" {stroke}/>'
        yield (
            f'<text x="{x:.1f}" y="{height - 14}" text-anchor="middle" font-weight="{weight}" fill="#1b1b1b">'
            f"{percent}%</text>"
        )


def _marks(line: Line, y: int) -> Iterator[str]:
    yield f'<text x="{_LEFT - 14}" y="{y + 5}" text-anchor="end" fill="#1b1b1b">{escape(line.label)}</text>'
    for number, share in enumerate(line.shares):
        yield _mark(number, _x(100 * share), y)


def _mark(number: int, x: float, y: int) -> str:
    colour = _COLOURS[number]
    if number == 0:
        return f'<path d="M{x - 5:.1f} {y - 5}l10 10m0 -10l-10 10" stroke="{colour}" stroke-width="3"/>'
    if number == 1:
        return f'<circle cx="{x:.1f}" cy="{y}" r="6.5" fill="none" stroke="{colour}" stroke-width="2.5"/>'
    return f'<path d="M{x:.1f} {y - 5}l5 5l-5 5l-5 -5z" fill="{colour}"/>'


def _x(percent: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (percent - _LOWEST) / (_HIGHEST - _LOWEST)
