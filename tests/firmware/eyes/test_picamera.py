"""The picamera2 adapter cannot run here. So every name it uses is looked up in picamera2's own source, of the oldest
version we allow and of the newest; and it is run against a stand-in that has exactly picamera2's signatures."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import subprocess
import sys
import types
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware.eyes.cameras import CameraError, Size
from tests.tools import picamera2_api

ROOT = Path(__file__).resolve().parents[3]
ADAPTER = ROOT / "firmware" / "eyes" / "picamera.py"
STORED = sorted((ROOT / "tests" / "data").glob("picamera2-*.json"))
LIBCAMERA = {"ColourGains", "LensPosition"}  # controls that libcamera names and picamera2's source does not spell out
CAMERAS = {"device", "self._device", "Picamera2"}  # how the adapter calls a Picamera2


def wrong_calls(source: str, api: dict[str, Any]) -> list[str]:
    """What the adapter asks of picamera2 that picamera2 has not."""
    tree = ast.parse(source)
    wrong: list[str] = []
    called: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "picamera2":
            wrong += [f"import {name.name}" for name in node.names if name.name not in api["exports"]]
        if isinstance(node, ast.Call):
            method = _method(node.func)
            if method in api["methods"]:
                called.add(id(node.func))
                wrong += _misfits(node, method, api["methods"][method])
            if method == "create_video_configuration":
                wrong += _bad_stream_keys(node, api)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in CAMERAS and id(node) not in called:
            if node.attr not in api["properties"]:
                wrong.append(f"{ast.unparse(node)} (line {node.lineno})")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value[:1].isupper():
            word = node.value
            if word.isidentifier() and word not in api["words"] and word not in LIBCAMERA:
                wrong.append(f"'{word}' (line {node.lineno})")
    return wrong


def _method(function: ast.expr) -> str:
    if ast.unparse(function) == "Picamera2":
        return "__init__"
    return function.attr if isinstance(function, ast.Attribute) and ast.unparse(function.value) in CAMERAS else ""


def _misfits(call: ast.Call, method: str, signature: dict[str, Any]) -> list[str]:
    names, required = signature["names"], signature["required"]
    given = names[: len(call.args)] + [keyword.arg for keyword in call.keywords]
    misfits = [f"{method}({name}=)" for name in given if name not in names]
    misfits += [f"{method}: {name} is missing" for name in names[:required] if name not in given]
    if len(call.args) > len(names):
        misfits.append(f"{method}: too many arguments")
    return misfits


def _bad_stream_keys(call: ast.Call, api: dict[str, Any]) -> list[str]:
    return [
        f"{keyword.arg}[{key.value!r}]"
        for keyword in call.keywords
        if keyword.arg in ("main", "lores") and isinstance(keyword.value, ast.Dict)
        for key in keyword.value.keys
        if isinstance(key, ast.Constant) and key.value not in api["stream_keys"]
    ]


@pytest.fixture(params=STORED, ids=lambda path: path.stem)
def api(request: pytest.FixtureRequest) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(request.param.read_text())
    return loaded


def test_the_oldest_version_we_allow_is_one_of_those_checked() -> None:
    allowed = (ROOT / "pyproject.toml").read_text().split("picamera2>=")[1].split('"')[0]
    assert f"picamera2-{allowed}" in {path.stem for path in STORED} and len(STORED) > 1


def test_everything_the_adapter_asks_of_picamera2_is_there(api: dict[str, Any]) -> None:
    assert wrong_calls(ADAPTER.read_text(), api) == []


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("create_video_configuration", "create_video_config"),
        ("import Picamera2", "import PiCamera2"),
        ("wait=False", "wait_for=False"),
        ("timeout=timeout", "seconds=timeout"),
        ("device.camera_controls", "device.controls_available"),
        ("device.start()", "device.begin()"),
        ('"size": tuple', '"resolution": tuple'),
        ('"RGB888"', '"RGB999"'),
        ('"ExposureTime"', '"Exposuretime"'),
        ("device.set_controls(held)", "device.set_controls()"),
        ("Picamera2.global_camera_info", "Picamera2.cameras"),
    ],
)
def test_each_slip_of_the_pen_would_be_found(api: dict[str, Any], right: str, slip: str) -> None:
    source = ADAPTER.read_text()
    assert right in source
    assert wrong_calls(source.replace(right, slip), api) != []


@pytest.mark.slow
def test_the_adapter_fits_the_picamera2_of_today(pytestconfig: pytest.Config) -> None:
    cache = pytestconfig.cache
    assert cache is not None
    folder = cache.mkdir("picamera2")
    command = [sys.executable, "-m", "pip", "download", "picamera2", "--no-deps", "--quiet", "--dest", str(folder)]
    try:
        fetched = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        fetched = False
    wheels = sorted(folder.glob("picamera2-*.whl"))
    if not wheels and not fetched:
        pytest.skip("PyPI cannot be reached; the stored versions were checked")
    assert wrong_calls(ADAPTER.read_text(), picamera2_api.api(wheels[-1])) == []


# The stand-in --------------------------------------------------------------------------------------------------------


class StandIn:
    """Behaves as the adapter may expect; what is not in picamera2's signature cannot be called."""

    cameras = ({"Model": "imx708", "Id": "/base/axi/i2c/imx708@1a"}, {"Model": "Webcam", "Id": "/base/usb@1/cam"})

    def __init__(self, camera_num: int = 0) -> None:
        self.said: list[Any] = [("open", camera_num)]
        self.hangs = False
        self.camera_controls = {"ExposureTime": (1, 2, 3), "AfMode": (0, 2, 0)}
        self.config: dict[str, Any] = {}

    @staticmethod
    def global_camera_info() -> list[dict[str, str]]:
        return list(StandIn.cameras)

    def create_video_configuration(self, **options: Any) -> dict[str, Any]:
        return options

    def configure(self, camera_config: dict[str, Any]) -> None:
        self.config = camera_config

    def camera_configuration(self) -> dict[str, Any]:
        return self.config

    def start(self) -> None:
        self.said.append("start")

    def capture_metadata(self) -> dict[str, Any]:
        return {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.1), "LensPosition": 3.2, "Lux": 90}

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.said.append(controls)

    def capture_array(self, name: str = "main", wait: bool | None = None) -> Any:
        future: Future[Any] = Future()
        if not self.hangs:
            width, height = self.config[name]["size"]
            future.set_result(np.zeros((height, width, 3), np.uint8))
        return future

    def wait(self, job: Any, timeout: float | None = None) -> Any:
        return job.result(timeout=timeout)

    def close(self) -> None:
        self.said.append("close")


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.delitem(sys.modules, "firmware.eyes.picamera", raising=False)
    loaded = importlib.import_module("firmware.eyes.picamera")
    monkeypatch.setattr(loaded, "SETTLE_S", 0.0)
    yield loaded
    sys.modules.pop("firmware.eyes.picamera", None)


def test_the_stand_in_has_picamera2s_own_parameters(api: dict[str, Any]) -> None:
    for name, function in inspect.getmembers(StandIn, inspect.isfunction):
        parameters = [one for one in inspect.signature(function).parameters.values() if one.name != "self"]
        named = [one.name for one in parameters if one.kind is not one.VAR_KEYWORD]
        assert named == api["methods"][name]["names"][: len(named)], name


def test_exposure_colours_and_focus_are_held_once_they_have_settled(adapter: Any) -> None:
    camera = adapter.RibbonCamera(0, Size(1280, 720), 30)
    assert camera.open() == Size(1280, 720)
    assert camera._device.said == [
        ("open", 0),
        "start",
        {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.1), "AfMode": 0, "LensPosition": 3.2},
    ]
    assert camera._device.config["controls"] == {"FrameDurationLimits": (33333, 33333)}
    assert camera.capture(1.0).shape == (720, 1280, 3)
    camera.close()
    assert camera._device.said[-1] == "close"


def test_a_capture_that_hangs_ends_with_its_timeout(adapter: Any) -> None:
    camera = adapter.RibbonCamera(0, Size(640, 480), 30)
    camera.open()
    camera._device.hangs = True
    with pytest.raises(CameraError, match="no picture"):
        camera.capture(0.01)


def test_usb_cameras_are_not_taken_for_the_pis_own(adapter: Any) -> None:
    assert adapter.models() == ["imx708"]
    with pytest.raises(CameraError, match="No camera was found"):
        adapter.RibbonCamera(1, Size(640, 480), 30).open()
