"""How a result is cited: BibTeX and CSL-JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from urllib.parse import quote

from benchtoward.core.canonical import Json

AUTHOR = "BenchToward"

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        # BibTeX counts braces whether or not a backslash stands before them.
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: f"\\{character}" for character in "%&_#$"},
    }
)
_URL_CHARACTERS = "%/:?#[]@!$&'()*+,;="


def bibtex(
    *,
    run_id: str,
    model: str,
    benchmark: str,
    version: str,
    spec_hash: str,
    harness_version: Mapping[str, int],
    published: date,
    url: str,
) -> str:
    """Return the BibTeX entry of a result: an ASCII key, text escaped, names kept in their case.

    Without a `url` (an instance that has no public address yet) the entry has none.
    """
    fields = {
        "title": f"{{{{{escaped(_title(model, benchmark, version))}}}}}",
        "author": f"{{{{{AUTHOR}}}}}",
        "year": f"{{{published.year}}}",
        "month": _MONTHS[published.month - 1],
        "howpublished": f"{{{escaped(f'{AUTHOR} result {run_id}')}}}",
        "url": f"{{{_safe_url(url)}}}",
        "version": f"{{{escaped(version)}}}",
        "note": f"{{{escaped(_note(spec_hash, harness_version))}}}",
    }
    lines = [f"  {name:<12} = {value}" for name, value in fields.items() if value != "{}"]
    return f"@misc{{{_key(run_id)},\n" + ",\n".join(lines) + "\n}\n"


def csl_json(
    *,
    run_id: str,
    model: str,
    benchmark: str,
    version: str,
    spec_hash: str,
    harness_version: Mapping[str, int],
    published: date,
    url: str,
) -> list[Mapping[str, Json]]:
    """Return the same as CSL-JSON, for reference managers."""
    return [
        {
            "id": _key(run_id),
            "type": "dataset",
            "title": _title(model, benchmark, version),
            "author": [{"literal": AUTHOR}],
            "issued": {"date-parts": [[published.year, published.month, published.day]]},
            "publisher": AUTHOR,
            "version": version,
            "URL": _safe_url(url),
            "note": _note(spec_hash, harness_version),
        }
    ]


def escaped(text: str) -> str:
    """Return text as TeX shows it: on one line, without commands, braces balanced."""
    return " ".join(text.split()).translate(_ESCAPES)


def _key(run_id: str) -> str:
    return re.sub(r"[^a-z0-9_]", "_", f"benchtoward_{run_id}".lower())


def _title(model: str, benchmark: str, version: str) -> str:
    return f"{model} on {benchmark} {version}"


def _note(spec_hash: str, harness_version: Mapping[str, int]) -> str:
    harness = ", ".join(f"{family} {number}" for family, number in sorted(harness_version.items()))
    return f"Benchmark specification {spec_hash}; harness version: {harness}"


def _safe_url(url: str) -> str:
    """The address with everything quoted that could end a field."""
    return quote(url, safe=_URL_CHARACTERS)
