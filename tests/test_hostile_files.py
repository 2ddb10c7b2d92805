"""Every reader of a file that people hand over, given damaged and hostile ones: a sentence that names the file, never a
traceback, never minutes, never gigabytes. `--long` tries thousands in place of hundreds; tests/data/hostile keeps, for
each reader, files that must be refused."""

from __future__ import annotations

import io
import json
import os
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from _pytest.mark import ParameterSet

from app import cli
from firmware import config
from firmware.books import history, parcel
from firmware.books.journal import Journal
from firmware.books.pages import HISTORY, row
from firmware.clock import FakeClock
from firmware.eyes.recorded import FolderCamera, VideoCamera
from firmware.watchdog import Starts
from rules.duel import cards as duel_cards
from rules.mille.rules import read_deck as mille_deck
from rules.sabords.board import read_board
from rules.sabords.cards import read_deck as sabords_deck
from rules.say import Trouble
from rules.shelf import SHIPPED
from tests import hostile
from tests.app.commands.test_replay import FILE as GAME_FILE
from tests.hostile import KEPT, answered, bounded, damaged, reworded, rewritten
from ui.pages import groups
from ui.pages.people import remembered
from vision.cards import deck as card_deck
from vision.cards.faces import HIGH, WIDE, Faces
from vision.loose import profile as loose
from vision.loose.compare import Taught
from vision.loose.views import VIEW
from vision.mat import calibrate, geometry
from vision.picture.files import picture
from vision.taught import npz
from vision.taught import profile as profiles

SHIPPED_DICE = Path(__file__).parents[1] / "firmware" / "practice" / "data" / "house-corsair.npz"
LENS = """[lens]
width = 1280
height = 720
focal = 1000.0
cx = 640.0
cy = 360.0
distortion = [0.01, -0.02, 0.0, 0.0]
"""
TABLE = config.SHIPPED.read_text(encoding="utf-8")


def read_mat(path: Path) -> None:
    mat = geometry.load(path)
    _ = mat.paper, mat.patterns, mat.outlines  # what a mat that was accepted is asked for


def read_lens(path: Path) -> None:
    calibrate.load_lens(path).matrix(1280)


def read_dice(path: Path) -> None:
    dice = profiles.load(path)
    _ = dice.moulds, dice.moulds_in_glare, dice.face_index, dice.dark


def read_loose(path: Path) -> None:
    dice = loose.load(str(path))
    assert dice.taught.symbols and dice.taught.least > 0


def read_cards(path: Path) -> None:
    faces = card_deck.load(path)
    _ = faces.turned, faces.parts, faces.slopes, faces.kinds


def taught_cards() -> bytes:
    rng = np.random.default_rng(1)
    pictures = rng.integers(0, 255, (3, HIGH, WIDE, 3)).astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        card_deck.save(Faces(pictures, ("pirate", "coin", "back"), 63.0, 88.0), Path(folder) / "x.cards")
        return (Path(folder) / "x.cards").read_bytes()


def read_settings(path: Path) -> None:
    """The table reads what it can; the tools refuse."""
    settings, troubles = config.load(path)
    assert isinstance(settings, config.Config)
    for trouble in troubles:
        assert path.name in str(trouble)
    config.read(path)


def read_game(path: Path) -> None:
    from app.commands.replay import _load

    _load(path)


def watch_folder(path: Path) -> None:
    camera = FolderCamera(path.parent, 100_000)
    camera.open()
    camera.capture(1.0)


def play_video(path: Path) -> None:
    camera = VideoCamera(path, 100_000)
    try:
        camera.open()
        for _ in range(12):  # to its end, and what comes after it
            camera.capture(1.0)
    finally:
        camera.close()


class Reader(NamedTuple):
    name: str  # the folder of its kept files
    file: str
    read: Callable[[Path], object]
    good: Callable[[], bytes]
    how: Callable[[bytes, Random, int], Iterator[bytes]]
    tells: bool = True  # False: it never refuses, it makes the best of the file


def as_text(how: Callable[[str, Random, int], Iterator[bytes]]) -> Callable[[bytes, Random, int], Iterator[bytes]]:
    def both(good: bytes, chance: Random, many: int) -> Iterator[bytes]:
        yield from damaged(good, chance, many // 3)
        yield from how(good.decode(), chance, many)

    return both


def shipped(name: str) -> Callable[[], bytes]:
    return lambda: SHIPPED[name].read_bytes()


@cache
def jpeg() -> bytes:
    chance = np.random.default_rng(1)
    return bytes(cv2.imencode(".jpg", chance.integers(0, 255, (48, 64, 3), np.uint8))[1])


@cache
def png() -> bytes:
    return bytes(cv2.imencode(".png", np.zeros((48, 64, 3), np.uint8))[1])


@cache
def film() -> bytes:
    """Ten pictures in motion, as cv2 writes them: each a JPEG of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file, chance = Path(folder) / "film.avi", np.random.default_rng(2)
        out = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
        for _ in range(10):
            out.write(chance.integers(0, 255, (48, 64, 3), np.uint8))
        out.release()
        return file.read_bytes()


@cache
def loose_dice() -> bytes:
    """Dice that were taught without the mat."""
    views = np.linspace(0, 1, 4 * VIEW * VIEW, dtype=np.float32).reshape(4, VIEW, VIEW)
    dice = loose.LooseDice(
        "mine", np.array([3.0, 4.0]), Taught(views, ("plus", "plus", "minus", "minus"), ("blank",), 0.5)
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.dice"
        dice.save(file)
        return file.read_bytes()


def saved_journal() -> bytes:
    lines = ["vigie-game 1", "game series", "players Anne Jack", "1. throw palm.red", "2. throw palm.blue"]
    texts = ['{"vigie": 1, "date": "2026-05-01", "header": 3}', *("line " + line for line in lines)]
    summary = {"game": "series", "players": ["Anne", "Jack"], "scores": [20, 13], "winners": [0], "duration_s": 60.0}
    return b"".join(row(n, t) for n, t in enumerate([*texts, "finish " + json.dumps(summary)]))


def spoilt_journal(good: bytes, chance: Random, many: int) -> Iterator[bytes]:
    """Damaged as it is, and damaged with checksums that fit: what another program wrote."""
    yield from damaged(good, chance, many)
    texts = [line.split(b" ", 2)[2].decode() for line in good.split(b"\n")[:-1]]
    for spoilt in reworded("\n".join(texts), chance, many):
        lines = spoilt.decode(errors="replace").replace("\r", " ").split("\n")
        yield b"".join(row(number, line) for number, line in enumerate(lines))
    for opening in (
        '{"date": 1, "header": ' + value + "}" for value in ("-1", "1e999", '"3"', "true", "[" * 9999, "99")
    ):
        yield b"".join(row(n, t) for n, t in enumerate([opening, *texts[1:]]))
    for end in ("[]", "NaN", "[" * 9999, '{"winners": [1e999]}', '{"scores": [%s]}' % ("9" * 4500), "{"):
        yield b"".join(row(n, t) for n, t in enumerate([*texts[:-1], "finish " + end]))
    for wrong in ('"luck": ["x"]', '"luck": [NaN]', '"luck": 5', '"duration_s": 1e999', '"winners": [-1, 99]'):
        whole = texts[-1].removesuffix("}") + ", " + wrong + "}"
        yield b"".join(row(n, t) for n, t in enumerate([*texts[:-1], whole]))


def resume(path: Path) -> None:
    journal = Journal.open(path.parent, FakeClock())
    try:
        if journal.unfinished():
            journal.append("3. throw palm.green")
        else:
            journal.begin(["vigie-game 1"])
    finally:
        journal.close()


def list_history(path: Path) -> None:
    kept = path.parent / HISTORY
    kept.mkdir(exist_ok=True)
    (kept / "000001.journal").write_bytes(path.read_bytes())
    (kept / "²³.journal").write_bytes(b"")
    for what in (["list"], ["show", "1"], ["export", "--format", "csv"], ["export"]):
        assert cli.main(["history", "--folder", str(path.parent), *what]) == 0
    assert len(history.games(path.parent)) == 1


def one_group() -> bytes:
    return b'[{"people": [{"name": "Anne", "livery": "red"}], "rules": {"mille": {"target": "6000"}}}]'


def unpack(path: Path) -> None:
    data = path.parent / "data"
    data.mkdir()
    parcel.stage(path, data)


@cache
def a_parcel() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        (data / "games").mkdir(parents=True)
        (data / "table.toml").write_text("players = 3\n", encoding="utf-8")
        (data / "games" / "current.journal").write_bytes(saved_journal())
        return parcel.pack(data, Path(folder), "1").read_bytes()


def begin_start(path: Path) -> None:
    Starts.begin(path.parent)


MANY = 200  # of each reader in the normal run, and ten times as many with --long

READERS = (
    Reader("dice", "mine.dice", read_dice, SHIPPED_DICE.read_bytes, damaged),
    Reader("cards", "mine.cards", read_cards, taught_cards, damaged),
    Reader("mat", "mat.toml", read_mat, geometry.OWN_MAT.read_bytes, as_text(rewritten)),
    Reader("lens", "lens.toml", read_lens, LENS.encode, as_text(rewritten)),
    Reader("table", "table.toml", read_settings, TABLE.encode, as_text(rewritten)),
    Reader("mille", "mille.toml", lambda path: mille_deck(str(path)), shipped("mille"), as_text(rewritten)),
    Reader("duel", "duel.toml", lambda path: duel_cards.deck(str(path), 3), shipped("duel"), as_text(rewritten)),
    Reader("sabords-deck", "deck.toml", lambda path: sabords_deck(str(path)), shipped("aux_deck"), as_text(rewritten)),
    Reader("sabords-board", "board.toml", lambda path: read_board(str(path)), shipped("aux_board"), as_text(rewritten)),
    Reader("game", "evening.vigie", read_game, GAME_FILE.encode, as_text(reworded)),
    Reader("picture", "shot.jpg", picture, jpeg, damaged),
    Reader("picture", "shot.png", picture, png, damaged),
    Reader("clip", "frame_1.jpg", watch_folder, jpeg, damaged),
    Reader("video", "clip.avi", play_video, film, damaged),
    Reader("loose", "mine.dice", read_loose, loose_dice, damaged),
    Reader("journal", "current.journal", resume, saved_journal, spoilt_journal, tells=False),
    Reader("history", "game.journal", list_history, saved_journal, spoilt_journal, tells=False),
    Reader("people", "people.json", remembered, lambda: b'[{"name": "Anne", "livery": "ruby"}]', damaged, False),
    Reader("groups", "groups.json", groups.remembered, one_group, damaged, tells=False),
    Reader("parcel", "vigie-1.parcel", unpack, a_parcel, damaged),
    Reader(
        "starts",
        "starts.json",
        lambda p: Starts.begin(p.parent),
        lambda: b'{"failed": 1, "why": ""}',
        damaged,
        False,
    ),
)
NAMED = [pytest.param(reader, id=f"{reader.name}-{reader.file}") for reader in READERS]


@pytest.mark.parametrize("reader", NAMED)
def test_a_damaged_file_gets_a_sentence_that_names_it(
    reader: Reader, tmp_path: Path, long_run: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, good = Random(20), reader.good()
    refused = tried = 0
    times = 10 if long_run else 1
    with bounded(times):
        for number, spoilt in enumerate(reader.how(good, chance, times * MANY)):
            folder = tmp_path / str(number)
            folder.mkdir()
            file = folder / reader.file
            file.write_bytes(spoilt)
            refused += answered(reader.read, file) is not None
            tried += 1
            shutil.rmtree(folder, ignore_errors=True)
    capsys.readouterr()
    print(f"{reader.name}: {tried} files, {refused} of them refused")
    assert tried > MANY
    assert reader.tells == (refused > 0)


@pytest.mark.parametrize("reader", NAMED)
def test_the_file_as_it_should_be_is_read(reader: Reader, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / reader.file
    file.write_bytes(reader.good())
    assert answered(reader.read, file) is None


def kept_files() -> list[ParameterSet]:
    return [
        pytest.param(reader, file, id=f"{reader.name}-{file.name}")
        for reader in {reader.name: reader for reader in READERS}.values()
        for file in sorted((KEPT / reader.name).glob("*"))
    ]


@pytest.mark.parametrize(("reader", "kept"), kept_files())
def test_what_once_broke_a_reader_is_refused(reader: Reader, kept: Path, tmp_path: Path) -> None:
    file = tmp_path / reader.file
    file.write_bytes(kept.read_bytes())
    with bounded():
        assert (answered(reader.read, file) is not None) == reader.tells


# A folder is what a clip is, no table.toml means the shipped settings, and a stick is asked for its parcels first.
STRICT = [reader for reader in READERS if reader.tells and reader.name not in ("clip", "table", "parcel")]


@pytest.mark.parametrize("reader", STRICT, ids=lambda reader: f"{reader.name}-{reader.file}")
def test_a_folder_a_pipe_or_nothing_in_the_file_s_place(reader: Reader, tmp_path: Path) -> None:
    makers: dict[str, Callable[[Path], None]] = {
        "folder": Path.mkdir, "pipe": os.mkfifo, "nothing": lambda path: None,
    }  # fmt: skip
    for place, make in makers.items():
        (tmp_path / place).mkdir()
        file = tmp_path / place / reader.file
        make(file)
        with bounded():
            assert answered(reader.read, file) is not None


# -- what only a rascal makes ------------------------------------------------------------------------------------------


def packed(**arrays: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in arrays.items():
            archive.writestr(f"{name}.npy", data)
    return out.getvalue()


def npy(head: str, data: bytes = b"") -> bytes:
    text = (head + "\n").encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


@pytest.mark.parametrize(
    "array",
    [
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,)}"),
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (100000, 100000, 0, -1)}"),
        npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", b"cos\nsystem\n(S'true'\ntR."),
        npy("{'descr': [('a', '<f8'), ('b', '|O')], 'fortran_order': False, 'shape': (1,)}"),
        npy("{'descr': '<U2000000000', 'fortran_order': False, 'shape': (1,)}"),
        npy("{'descr': '|u1', 'fortran_order': False, 'shape': (200000000,)}", bytes(200_000_000)),
        npy("(" * 3000),
    ],
    ids=["promises", "negative", "pickle", "pickle-inside", "wide", "bomb", "deep"],
)
def test_an_array_that_is_a_bomb_or_a_program_is_refused_before_it_is_unpacked(array: bytes) -> None:
    with bounded(), pytest.raises(npz.Damaged):
        npz.read(packed(head=array), ["head"])


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("features", np.full((6, 5, 20, 20), np.nan)), ("features", np.zeros((6, 5, 3, 3))),
        ("features", np.zeros((5, 5, 20, 20))), ("own", np.full(6, np.inf)), ("ink", np.zeros((6, 2))),
        ("template_body", np.array([0, 0, 0, 0, 0, 7])), ("template_body", np.zeros(6)),
        ("body_tones", np.zeros((0, 3))), ("colour_tones", np.zeros((6, 1, 3))),
    ],
)  # fmt: skip
def test_dice_whose_parts_do_not_fit_together_are_refused(part: str, value: object, tmp_path: Path) -> None:
    from dataclasses import replace

    file = tmp_path / "mine.dice"
    replace(profiles.load(SHIPPED_DICE), **{part: value}).save(file)  # type: ignore[arg-type]
    assert "teach these dice again" in str(answered(read_dice, file))


@pytest.mark.parametrize(
    ("key", "value"),
    [("edge_mm", float("nan")), ("edge_mm", 1e9), ("kind", "poker"), ("name", 5), ("faces", [1] * 6), ("bodies", [])],
)
def test_a_head_of_dice_that_cannot_be_is_refused(key: str, value: object, tmp_path: Path) -> None:
    with np.load(SHIPPED_DICE) as stored:
        arrays = dict(stored)
    arrays["head"] = np.array(json.dumps(json.loads(str(arrays["head"])) | {key: value}))
    file = tmp_path / "mine.dice"
    with file.open("wb") as out:
        np.savez(out, **arrays)
    assert answered(read_dice, file) is not None


def test_a_picture_that_says_it_is_enormous_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """60000 x 60000 pixels of nothing are a few kilobytes on disk and ten gigabytes in memory."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    spoilt = png()[:8]
    for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")):
        spoilt += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    file = tmp_path / "shot.png"
    file.write_bytes(spoilt)
    with bounded():
        assert "60000x60000" in str(answered(picture, file))


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".bmp", ".webp"])
def test_the_size_of_a_picture_is_told_from_its_head(suffix: str) -> None:
    from vision.picture.files import size_of

    assert size_of(bytes(cv2.imencode(suffix, np.zeros((48, 64, 3), np.uint8))[1])) == (64, 48)


def test_a_parcel_with_one_enormous_file_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = tmp_path / "vigie-2.parcel"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("contents.json", b" " * (100 << 20))
    with bounded():
        assert answered(unpack, bomb) is not None


def test_a_game_that_names_an_endless_file_as_its_deck_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "evening.vigie"
    for deck in ("/dev/zero", "/dev/stdin", "/", "\\u0000"):
        file.write_text(f'vigie-game 1\ngame mille\nplayers Anne Jack\nsetup deck="{deck}"\n', encoding="utf-8")
        with bounded():
            assert answered(read_game, file) is not None


def test_a_game_without_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "evening.vigie"
    lines = [f"{2 * n + 1}. throw palm.red\n{2 * n + 2}. undo 1\n" for n in range(20_000)]
    file.write_text(GAME_FILE.partition("1. ")[0] + "".join(lines), encoding="utf-8")
    with bounded():
        assert "at most" in str(answered(read_game, file))


def test_a_setting_is_not_saved_into_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes("play.advice = true".encode("utf-16"))
    with pytest.raises(Trouble, match="UTF-8"):
        config.save("sound.volume", 5, file)
    assert file.read_bytes() == "play.advice = true".encode("utf-16")


def test_damage_is_damage() -> None:
    """The helper itself: most of what it makes differs from the good file, and the same seed makes the same."""
    good = bytes(range(200))
    made = list(damaged(good, Random(1), 100))
    assert sum(spoilt != good for spoilt in made) > 90 and made == list(damaged(good, Random(1), 100))
    assert hostile.VALUES
