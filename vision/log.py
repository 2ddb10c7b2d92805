"""The one log: what was told to people as a sentence because something raised stands in it with its traceback.

It goes to standard error; under systemd that is the journal (`journalctl -u vigie`)."""

from __future__ import annotations

import logging

LOG = logging.getLogger("vigie")
