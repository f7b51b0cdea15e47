"""Text columns that take any text: PostgreSQL refuses NUL, and no database takes half a surrogate pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from benchtoward.store.names import storable

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
    TextField = models.TextField[str, str]
    NullableTextField = models.TextField[str | None, str | None]
else:
    CharField, TextField, NullableTextField = models.CharField, models.TextField, models.TextField


class NameField(CharField):
    """A name; asked for one that no column can hold, it finds nothing."""

    def get_prep_value(self, value: Any) -> Any:
        """Return the text that is stored or compared."""
        prepared = super().get_prep_value(value)
        return storable(prepared) if isinstance(prepared, str) else prepared


class NoteField(TextField):
    """A text for people; what no column can hold becomes a mark."""

    def get_prep_value(self, value: Any) -> Any:
        """Return the text that is stored or compared."""
        prepared = super().get_prep_value(value)
        return storable(prepared) if isinstance(prepared, str) else prepared


class ExactTextField(NullableTextField):
    """Text that comes back to the letter: it is stored as bytes."""

    def get_internal_type(self) -> str:
        """Return the kind of column: bytes."""
        return "BinaryField"

    def get_prep_value(self, value: Any) -> bytes | None:
        """Return the bytes that are stored."""
        return None if value is None else str(value).encode("utf-8", "surrogatepass")

    def from_db_value(self, value: Any, *_: Any) -> str | None:
        """Return the text that was stored."""
        return None if value is None else bytes(value).decode("utf-8", "surrogatepass")
