"""A response as plain text: width, quotes, Markdown, HTML and LaTeX folded away, so that rules see letters.

Three signs that no folded response holds mark what folding would lose: `BOXED` and `BOXED_END` stand
around what was in LaTeX's box, `SEAM` where a long text was cut.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_READ = 100_000
"""How many characters of a response are looked at: the first fifth of this and the last four fifths."""

BOXED, BOXED_END, SEAM = "\x01", "\x02", "\x03"

_N_FIRST = LONGEST_READ // 5


def plain_text(text: str) -> str:
    """Return what is looked at of a response, its typography folded away; words and their order stay."""
    if len(text) <= LONGEST_READ:
        plain = _folded(text)
    else:
        plain = f"{_folded(text[:_N_FIRST])}\n{SEAM}\n{_folded(text[_N_FIRST - LONGEST_READ :])}"
    if len(plain) <= 2 * LONGEST_READ:
        return plain
    return f"{plain[:_N_FIRST]}\n{SEAM}\n{plain[_N_FIRST - LONGEST_READ :]}"


def _folded(text: str) -> str:
    if _UNUSUAL.search(text) is None:
        return text
    if not text.isascii():
        text = _plain_signs(text)
    if _CONTROL.search(text):
        text = text.translate(_CONTROLS)
    return _plain_markup(text)


def _plain_signs(text: str) -> str:
    if _ANY_NUMERAL.search(text):
        text = _SPACED_THOUSANDS.sub("", text)
        text = _SUPERSCRIPT.sub(lambda run: "^" + run[0].translate(_SUPERSCRIPTS), text)
        text = text.translate(_ENCLOSED)
    text = unicodedata.normalize("NFKC", text)
    return text.translate(_SIGNS) if _ANY_SIGN.search(text) else text


def _plain_markup(text: str) -> str:
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub("\n", text)).replace("<sup>", "^").replace("</sup>", "")
    if "\\" in text or "$" in text:
        text = _plain_latex(text)
    return _STRONG.sub("", text)


def _plain_latex(text: str) -> str:
    for _ in range(3):  # three levels of nesting are more than models write
        text = _STYLED.sub(r"\1", text)
    text = _BOX.sub(rf"{BOXED}\1{BOXED_END}", text)
    text = _POWER.sub(r"^\1", text)
    return _LATEX_SIGN.sub(_latex_sign, text).replace("$", "")


def _latex_sign(sign: re.Match[str]) -> str:
    name = sign[0][1:]
    known = _LATEX_SIGNS.get(name)
    if known is not None:
        return known
    return f" {name}" if name.isalpha() else " "


_UNUSUAL = re.compile(r"[^\x20-\x5b\x5d-\x7e\n]|[$<`]|\*\*|__")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_CONTROLS = dict.fromkeys((*range(32), 127), " ") | dict.fromkeys(range(0x0A, 0x0E), "\n")
_SPACED_THOUSANDS = re.compile(r"(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))")
_SUPERSCRIPT = re.compile(r"[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_ENCLOSED = (
    {0x2460 + n: f"({n + 1})" for n in range(20)}  # ① to ⑳
    | {0x2776 + n: f"({n + 1})" for n in range(10)}  # ❶ to ❿
    | {0x2780 + n: f"({n + 1})" for n in range(10)}  # ➀ to ➉
    | {0x278A + n: f"({n + 1})" for n in range(10)}  # ➊ to ➓
    | {0x24B6 + n: f"({chr(65 + n)})" for n in range(26)}  # Ⓐ to Ⓩ
    | {0x24D0 + n: f"({chr(97 + n)})" for n in range(26)}  # ⓐ to ⓩ
    | {0x1F150 + n: f"({chr(65 + n)})" for n in range(26)}  # 🅐 to 🅩
    | {0x1F170 + n: f"({chr(65 + n)})" for n in range(26)}  # 🅰 to 🆉
)
_ANY_NUMERAL = re.compile(
    "[\u00a0\u00b2\u00b3\u00b9\u2009\u202f\u2070-\u2079\u2460-\u24e9\u2776-\u2793\U0001f150-\U0001f189]"
)
_SIGNS: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\u20e3"), None),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛′´"), "'"),
    **dict.fromkeys(map(ord, "−﹣‐‑"), "-"),
    **dict.fromkeys(map(ord, "【〔「『〈《"), "["),
    **dict.fromkeys(map(ord, "】〕」』〉》"), "]"),
    **dict.fromkeys(map(ord, "\u0085\u2028\u2029"), "\n"),
    ord("。"): ".",
    ord("、"): ",",
    ord("μ"): "µ",
    ord("İ"): "I",  # the one letter whose lower case is longer
}
_ANY_SIGN = re.compile(f"[{''.join(re.escape(chr(code)) for code in _SIGNS)}]")
_BREAK = re.compile(r"<br\s{0,3}/?>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:b|strong|i|em|u|span|p|div|center|code|pre|font|mark|sub)(?:\s[^<>]{0,80})?>", re.IGNORECASE)
_STRONG = re.compile(r"\*\*(?:(?![0-9])|(?<![0-9]\*\*))|__|`")
_STYLED = re.compile(
    r"\\(?:text|textbf|textit|textrm|textsf|texttt|emph|mathbf|mathrm|mathsf|mathit|mathtt|operatorname|bm"
    r"|boldsymbol|underline|large|Large|huge|Huge)\s?\{([^{}]{0,300})\}"
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s?\{([^{}]{0,300})\}")
_POWER = re.compile(r"\^\s?\{\s?([^{}]{1,10}?)\s?\}")
_LATEX_SIGN = re.compile(r"\\(?:[A-Za-z]{1,20}|[^A-Za-z])")
_LATEX_SIGNS = {
    **dict.fromkeys(("quad", "qquad", "displaystyle", "left", "right", "hfill", "newline", "par"), " "),
    **{sign: sign for sign in "%{}_#&*"},
    "times": "×",
    "cdot": "·",
    "approx": "≈",
    "sim": "~",
    "pm": "±",
    "mu": "µ",
    "circ": "°",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "rightarrow": "→",
    "to": "→",
    "$": "",
}
