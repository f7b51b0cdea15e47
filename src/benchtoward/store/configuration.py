"""The one typed configuration of an instance, read from the environment once.

`VARIABLES` is the reference: documentation is generated from it, and a test holds the reader to it.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from benchtoward.core.errors import ConfigurationError, Problem
from benchtoward.store.database_address import DatabaseAddress, parse_database_url

PREFIX = "BENCHTOWARD_"
SHORTEST_SECRET_KEY = 32
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")

_WORDS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One environment variable that is read."""

    name: str
    meaning: str
    """What it settles, for the person who sets it."""
    default: str
    """What holds without it, in words."""


VARIABLES: tuple[Variable, ...] = (
    Variable(
        name="BENCHTOWARD_STORE",
        meaning="Folder that holds the database, artifacts, locks and the secret key. Created when missing.",
        default="`benchtoward-store` in the current directory",
    ),
    Variable(
        name="BENCHTOWARD_DATABASE_URL",
        meaning="`postgresql://user:password@host:port/name`, for more than one machine.",
        default="an SQLite file in the store folder",
    ),
    Variable(
        name="BENCHTOWARD_DEFINITIONS",
        meaning="Folder with `benchmarks/` and `models/`.",
        default="the current directory",
    ),
    Variable(
        name="BENCHTOWARD_DATA",
        meaning="Folder with data files that may not be copied here (`kind: file` in specifications).",
        default="none: such benchmarks can be shown but not run",
    ),
    Variable(
        name="BENCHTOWARD_SECRET_KEY",
        meaning=f"Secret that signs tokens: {SHORTEST_SECRET_KEY} characters or more, one for all machines.",
        default="made once, in `secret-key` in the store folder, readable by its owner alone",
    ),
    Variable(
        name="BENCHTOWARD_ALLOWED_HOSTS",
        meaning="Host names that the site answers to, with commas between; the public one is added.",
        default="localhost, 127.0.0.1, [::1]",
    ),
    Variable(
        name="BENCHTOWARD_PUBLIC_URL",
        meaning="Address under which readers reach the site, such as `https://bench.example.org`, for "
        "citations and feeds.",
        default="the address that a request came to",
    ),
    Variable(
        name="BENCHTOWARD_INSTANCE_NAME",
        meaning="Name of this instance, shown on its pages.",
        default="BenchToward",
    ),
    Variable(
        name="BENCHTOWARD_DEBUG",
        meaning="`true` shows error details to whoever meets them: for development alone.",
        default="false",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """Everything about an instance that its operator chooses."""

    store: Path
    """Folder of the store, absolute."""
    database: DatabaseAddress | None = None
    """The PostgreSQL database; None for an SQLite file in the store folder."""
    definitions: Path
    """Folder with `benchmarks/` and `models/`, absolute."""
    data: Path | None = None
    """Folder with data files under other licences, absolute."""
    secret_key: str = field(default="", repr=False)
    """The secret that signs tokens; empty where the one in the store folder holds."""
    allowed_hosts: tuple[str, ...] = LOCAL_HOSTS
    """Host names that the site answers to."""
    public_url: str = ""
    """Address of the site without a slash at its end; empty where each request tells it."""
    instance_name: str = "BenchToward"
    """Name shown on the pages."""
    debug: bool = False
    """Whether errors are shown in full to whoever meets them."""

    @property
    def database_file(self) -> Path:
        """The SQLite file, where no other database is named."""
        return self.store / "benchtoward.sqlite3"

    @property
    def artifacts(self) -> Path:
        """Folder of the artifact store."""
        return self.store / "artifacts"

    @property
    def locks(self) -> Path:
        """Folder of the lock files."""
        return self.store / "locks"

    @property
    def benchmarks(self) -> Path:
        """Folder of benchmark definitions."""
        return self.definitions / "benchmarks"

    @property
    def models(self) -> Path:
        """Folder of model definitions."""
        return self.definitions / "models"


def read_configuration(environ: Mapping[str, str], *, current_directory: Path | None = None) -> Configuration:
    """Return the configuration that `environ` describes; touches no file.

    Raises `ConfigurationError` with every problem. A name that is almost a known one is a problem too.
    """
    reader = _Reader(environ, current_directory or Path.cwd())
    public_url = reader.public_url()
    configuration = Configuration(
        store=reader.folder("STORE", default="benchtoward-store"),
        database=reader.database(),
        definitions=reader.folder("DEFINITIONS", default="."),
        data=reader.existing_folder("DATA"),
        secret_key=reader.secret_key(),
        allowed_hosts=reader.hosts(public_url),
        public_url=public_url,
        instance_name=reader.text("INSTANCE_NAME") or "BenchToward",
        debug=reader.boolean("DEBUG"),
    )
    reader.check_names()
    if reader.problems:
        raise ConfigurationError("The configuration", reader.problems)
    return configuration


def variables_table() -> str:
    """Return the reference of all variables as a Markdown table."""
    rows = [f"| `{variable.name}` | {variable.meaning} | {variable.default} |" for variable in VARIABLES]
    return "\n".join(["| variable | meaning | without it |", "|---|---|---|", *rows]) + "\n"


class _Reader:
    """Takes values out of an environment and keeps every problem."""

    def __init__(self, environ: Mapping[str, str], current_directory: Path) -> None:
        self.environ = environ
        self.current_directory = current_directory
        self.problems: list[Problem] = []

    def text(self, name: str) -> str:
        return self.environ.get(PREFIX + name, "").strip()

    def folder(self, name: str, *, default: str) -> Path:
        return self.current_directory / Path(self.text(name) or default).expanduser()

    def existing_folder(self, name: str) -> Path | None:
        if not self.text(name):
            return None
        folder = self.folder(name, default="")
        if not folder.is_dir():
            self._problem(name, found=f"{folder}, which is not a folder", expected="a folder that exists")
        return folder

    def boolean(self, name: str) -> bool:
        word = self.text(name).casefold()
        if word and word not in _WORDS:
            self._problem(name, found=f"`{word}`", expected="true or false")
        return _WORDS.get(word, False)

    def database(self) -> DatabaseAddress | None:
        url = self.text("DATABASE_URL")
        if not url:
            return None
        try:
            return parse_database_url(url, where=f"{PREFIX}DATABASE_URL")
        except ConfigurationError as error:
            self.problems.extend(error.problems)
            return None

    def secret_key(self) -> str:
        key = self.text("SECRET_KEY")
        if key and len(key) < SHORTEST_SECRET_KEY:
            self._problem(
                "SECRET_KEY",
                found=f"{len(key)} characters",
                expected=f"at least {SHORTEST_SECRET_KEY}",
                hint="Leave it unset to have one made.",
            )
        return key

    def public_url(self) -> str:
        text = self.text("PUBLIC_URL")
        parts = _split(text)
        if text and not _is_site_address(parts):
            self._problem(
                "PUBLIC_URL",
                found=f"`{text}`",
                expected="http:// or https:// and a host name, without query or fragment",
            )
        return text.rstrip("/")

    def hosts(self, public_url: str) -> tuple[str, ...]:
        hosts = [host.strip() for host in self.text("ALLOWED_HOSTS").split(",") if host.strip()] or [*LOCAL_HOSTS]
        for host in hosts:
            if "/" in host or " " in host:
                self._problem("ALLOWED_HOSTS", found=f"`{host}`", expected="host names with commas between")
        public_parts = _split(public_url)
        public_host = public_parts.hostname if public_parts else None
        if public_host:
            hosts.append(f"[{public_host}]" if ":" in public_host else public_host)
        return tuple(dict.fromkeys(hosts))

    def check_names(self) -> None:
        known = [variable.name.removeprefix(PREFIX) for variable in VARIABLES]
        for name in sorted(self.environ):
            rest = name.removeprefix(PREFIX)
            close = difflib.get_close_matches(rest, known, n=1, cutoff=0.85)
            if name.startswith(PREFIX) and rest not in known and close:
                self._problem(
                    rest,
                    found="an unknown name",
                    expected="a known variable",
                    hint=f"Did you mean {PREFIX}{close[0]}?",
                )

    def _problem(self, name: str, *, found: str, expected: str, hint: str = "") -> None:
        self.problems.append(Problem(where=PREFIX + name, found=found, expected=expected, hint=hint))


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port  # reading it is what checks it
    except ValueError:
        return None
    return parts


def _is_site_address(parts: SplitResult | None) -> bool:
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    return not (parts.query or parts.fragment or parts.username)
