"""The messages of the site and their Korean texts: extraction and compiling, without gettext's programs.

Run as a program it brings `django.po` up to date (new messages get an empty text) and compiles `django.mo`:

    python -m tests.web.translation_catalogue
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib
from django.template import Engine, Template
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src/benchtoward/web"
PO = WEB / "locale/ko/LC_MESSAGES/django.po"
MO = PO.with_suffix(".mo")

SINGULAR = frozenset({"_", "gettext", "gettext_lazy"})
PLURAL = frozenset({"ngettext", "ngettext_lazy"})


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Message:
    """A text of the site in English."""

    text: str
    plural: str = ""


def messages() -> dict[Message, list[str]]:
    """Return every message of templates and code, with the files that it stands in."""
    found: dict[Message, list[str]] = {}
    for path in sorted([*WEB.rglob("*.py"), *WEB.rglob("*.html")]):
        read = _of_template if path.suffix == ".html" else _of_code
        for message in read(path):
            files = found.setdefault(message, [])
            name = path.relative_to(WEB).as_posix()
            if name not in files:
                files.append(name)
    return found


def update() -> int:
    """Bring the catalogue up to date and compile it; return how many messages have no text yet."""
    old = {(entry.msgid, entry.msgid_plural): entry for entry in polib.pofile(str(PO))} if PO.exists() else {}
    catalogue = polib.POFile(wrapwidth=110)
    catalogue.metadata = {
        "Language": "ko",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    for message, files in sorted(messages().items()):
        kept = old.get((message.text, message.plural))
        entry = polib.POEntry(msgid=message.text, occurrences=[(name, "") for name in files])
        if message.plural:
            entry.msgid_plural = message.plural
            entry.msgstr_plural = {0: kept.msgstr_plural.get(0, "") if kept else ""}
        else:
            entry.msgstr = kept.msgstr if kept else ""
        if "%(" in message.text:
            entry.flags = ["python-format"]
        catalogue.append(entry)
    catalogue.save(str(PO))
    catalogue.save_as_mofile(str(MO))
    return sum(not text_of(entry) for entry in catalogue)


def text_of(entry: polib.POEntry) -> str:
    """Return the Korean text of an entry."""
    return str(entry.msgstr_plural.get(0, "")) if entry.msgid_plural else str(entry.msgstr)


def _of_template(path: Path) -> Iterator[Message]:
    engine = Engine(libraries=_LIBRARIES)
    template = Template(path.read_text(encoding="utf-8"), engine=engine)
    for node in _nodes(template):
        if isinstance(node, TranslateNode):
            yield Message(text=str(node.filter_expression.var.literal or node.filter_expression.var))
        elif isinstance(node, BlockTranslateNode):
            singular, _ = node.render_token_list(node.singular)
            plural = node.render_token_list(node.plural)[0] if node.plural else ""
            yield Message(text=singular, plural=plural)


_LIBRARIES = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}


def _nodes(template: Template) -> Iterator[Node]:
    for node in template.nodelist:
        yield from node.get_nodes_by_type(Node)


def _of_code(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        if node.func.id in SINGULAR:
            yield Message(text=texts[0])
        elif node.func.id in PLURAL:
            yield Message(text=texts[0], plural=texts[1])


if __name__ == "__main__":
    from tests import django_setup  # noqa: F401

    print(f"{update()} messages have no Korean text yet: {PO.relative_to(ROOT)}")  # noqa: T201
