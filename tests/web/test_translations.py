"""Every text of the site has a Korean form, and what is compiled is current."""

from __future__ import annotations

import re

import polib
import pytest
from tests.web.translation_catalogue import MO, PO, messages, text_of

CATALOGUE = polib.pofile(str(PO))


def test_the_catalogue_holds_every_message_and_no_other():
    held = {(entry.msgid, entry.msgid_plural) for entry in CATALOGUE}
    assert held == {(message.text, message.plural) for message in messages()}


def test_every_message_has_a_korean_text():
    assert [entry.msgid for entry in CATALOGUE if not text_of(entry)] == []
    assert not CATALOGUE.fuzzy_entries()


@pytest.mark.parametrize("pattern", [r"%\(\w+\)s", r"<[^>]+>"])
def test_a_translation_keeps_places_and_markup(pattern):
    for entry in CATALOGUE:
        source = entry.msgid_plural or entry.msgid
        assert sorted(re.findall(pattern, text_of(entry))) == sorted(re.findall(pattern, source)), source


def test_the_compiled_catalogue_is_current():
    compiled = {(entry.msgid, entry.msgid_plural): text_of(entry) for entry in polib.mofile(str(MO))}
    assert compiled == {(entry.msgid, entry.msgid_plural): text_of(entry) for entry in CATALOGUE}
