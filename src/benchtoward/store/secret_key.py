"""The secret that signs tokens: given by the operator, or made once in the store folder."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from benchtoward.core.errors import ConfigurationError, Problem
from benchtoward.store.configuration import SHORTEST_SECRET_KEY, Configuration

FILE_NAME = "secret-key"
N_BYTES = 48


def secret_key(configuration: Configuration) -> str:
    """Return the instance's secret: the configured one, or the one in the store folder, made when missing."""
    if configuration.secret_key:
        return configuration.secret_key
    file = configuration.store / FILE_NAME
    if not file.exists():
        _make(file)
    key = file.read_text(encoding="ascii").strip()
    if len(key) < SHORTEST_SECRET_KEY:
        problem = Problem(
            where=str(file),
            found=f"{len(key)} characters",
            expected=f"a secret of at least {SHORTEST_SECRET_KEY}",
            hint="Remove the file to have a new one made.",
        )
        raise ConfigurationError("The secret key", [problem])
    return key


def _make(file: Path) -> None:
    """Write a secret under another name first: of two processes that start at once, the first link wins."""
    descriptor, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{FILE_NAME}-")  # mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(secrets.token_urlsafe(N_BYTES) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        os.link(temporary, file)
    except FileExistsError:
        return
    finally:
        os.unlink(temporary)
