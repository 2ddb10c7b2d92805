"""Options of the whole suite."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="thousands of random games of each kind in place of hundreds")


@pytest.fixture
def long_run(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--long"))


@pytest.fixture(autouse=True)
def no_traceback_in_the_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """What the program said as a sentence because something raised is a fault of ours, unless the test looks at the log
    itself (it takes `caplog`)."""
    faults: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info:
                faults.append(logging.Formatter().format(record))

    keep = Keep()
    logging.getLogger("vigie").addHandler(keep)
    yield
    logging.getLogger("vigie").removeHandler(keep)
    if "caplog" not in request.fixturenames:
        assert not faults, faults[0]
