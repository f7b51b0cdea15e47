"""What `DJANGO_SETTINGS_MODULE` names where a server or tool starts Django: settings from the environment."""

from __future__ import annotations

import os

from benchtoward.store.configuration import Configuration, read_configuration
from benchtoward.store.django_settings import django_settings

BENCHTOWARD: Configuration = read_configuration(os.environ)

globals().update(django_settings(BENCHTOWARD))
