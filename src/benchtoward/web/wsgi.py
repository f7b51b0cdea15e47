"""What a WSGI server loads: `benchtoward.web.wsgi:application`."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchtoward.store.settings")

application = get_wsgi_application()
