"""The address of a PostgreSQL database, as one value whose text never shows the password."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from benchtoward.core.errors import ConfigurationError, Problem

SCHEMES = ("postgresql", "postgres")
FORM = "postgresql://user:password@host:port/name"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseAddress:
    """Where a PostgreSQL database is, and who asks."""

    name: str
    """The database's name."""
    user: str = ""
    password: str = field(default="", repr=False)
    host: str = ""
    """Host name, or folder of the server's socket; empty for the client library's own default."""
    port: str = ""
    options: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Further connection parameters of libpq, such as `sslmode`."""

    def __str__(self) -> str:
        user = f"{self.user}@" if self.user else ""
        port = f":{self.port}" if self.port else ""
        return f"postgresql://{user}{self.host}{port}/{self.name}"


def parse_database_url(url: str, *, where: str) -> DatabaseAddress:
    """Return the address that a URL names; raises `ConfigurationError`, which never shows the password."""
    parts = _split(url, where)
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in SCHEMES or not name or "/" in name:
        found = f"the scheme `{parts.scheme}` and the database name `{name}`"
        hint = "Leave it unset for an SQLite file in the store folder."
        raise ConfigurationError("The database", [Problem(where=where, found=found, expected=FORM, hint=hint)])
    options = dict(parse_qsl(parts.query))
    return DatabaseAddress(
        name=name,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=options.pop("host", "") or unquote(parts.hostname or ""),
        port=options.pop("port", "") or str(parts.port or ""),
        options=options,
    )


def _split(url: str, where: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # reading it is what checks it
    except ValueError:
        problem = Problem(where=where, found="an address that can't be read", expected=FORM)
        raise ConfigurationError("The database", [problem]) from None
    return parts
