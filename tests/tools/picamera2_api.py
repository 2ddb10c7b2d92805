"""What picamera2 really offers, taken from its source: python -m tests.tools.picamera2_api WHEEL > FILE.json

The wheel comes from `pip download picamera2 --no-deps`. Only read, never imported: it needs libcamera.
"""

from __future__ import annotations

import ast
import json
import sys
import zipfile
from pathlib import Path
from typing import Any


def api(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as archive:
        sources = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".py")}
    main = ast.parse(sources["picamera2/picamera2.py"])
    (camera,) = [node for node in main.body if isinstance(node, ast.ClassDef) and node.name == "Picamera2"]
    methods: dict[str, Any] = {}
    properties: list[str] = []
    for node in camera.body:
        if isinstance(node, ast.FunctionDef) and (node.name == "__init__" or not node.name.startswith("_")):
            marks = {ast.unparse(mark) for mark in node.decorator_list}
            if marks & {"property", "cached_property"}:
                properties.append(node.name)
            elif "overload" not in marks:
                methods[node.name] = _signature(node, static="staticmethod" in marks)
    return {
        "version": wheel.name.split("-")[1],
        "exports": sorted(_exports(ast.parse(sources["picamera2/__init__.py"]))),
        "methods": methods,
        "properties": sorted(set(properties)),
        "stream_keys": sorted(_stream_keys(camera)),
        "words": sorted(_words(sources)),
    }


def _signature(node: ast.FunctionDef, static: bool) -> dict[str, Any]:
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    required = len(names) - len(node.args.defaults)
    if not static:
        names, required = names[1:], required - 1
    return {"names": names, "required": required, "static": static}


def _exports(init: ast.Module) -> set[str]:
    return {name.asname or name.name for node in init.body if isinstance(node, ast.ImportFrom) for name in node.names}


def _stream_keys(camera: ast.ClassDef) -> set[str]:
    """The keys create_video_configuration knows for a stream: any other is refused."""
    (make,) = [node for node in camera.body if getattr(node, "name", "") == "create_video_configuration"]
    return {
        key.value
        for call in ast.walk(make)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "self._make_initial_stream_config"
        for literal in call.args[:1]
        if isinstance(literal, ast.Dict)
        for key in literal.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def _words(sources: dict[str, str]) -> set[str]:
    """Names of controls, formats and fields as picamera2's own code spells them."""
    found: set[str] = set()
    for name, text in sources.items():
        if not name.startswith("picamera2/"):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return {word for word in found if word.isidentifier() and word[0].isupper() and len(word) < 30}


if __name__ == "__main__":
    json.dump(api(Path(sys.argv[1])), sys.stdout, indent=1)
    print()
