"""A USB camera made of software: QEMU's usb-redir device puts it on the guest's own USB bus, and the guest's uvcvideo
drives it like any other.

Here is the other end of the wire: a small usbredir peer. Plugging in is connecting, unplugging is closing. Pictures
are streamed over one bulk endpoint, which needs no timing.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time

SIZES = ((1280, 720), (640, 480))
INTERVALS = (333333, 666666, 2000000)  # of 100 ns: 30, 15 and 5 pictures a second
LARGEST = 2 << 20
ENDPOINT = 0x81
STRINGS = {1: "Vigie bench", 2: "Bench UVC camera"}
# usbredir's packets, and what we can do of its protocol
HELLO, CONNECT, RESET, INTERFACES, ENDPOINTS = 0, 1, 3, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION, SET_ALTERNATE, GET_ALTERNATE, ALTERNATE = 6, 7, 8, 9, 10, 11
CANCEL, CONTROL, BULK = 21, 100, 101
CONNECT_VERSION, PACKET_SIZE, WIDE_IDS, WIDE_BULK = 1 << 1, 1 << 4, 1 << 5, 1 << 6
CANCELLED, STALLED = 1, 4


def device() -> bytes:
    return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xEF, 2, 1, 64, 0x1D6B, 0x0102, 0x0100, 1, 2, 0, 1)


def configuration() -> bytes:
    """A video control interface with a camera and an output, and a streaming one with MJPEG in two sizes."""
    camera = struct.pack("<BBBBHBBHHHBH", 17, 0x24, 2, 1, 0x0201, 0, 0, 0, 0, 0, 2, 0)
    output = struct.pack("<BBBBHBBB", 9, 0x24, 3, 3, 0x0101, 0, 1, 0)
    units = camera + output
    head = struct.pack("<BBBHHIBB", 13, 0x24, 1, 0x0100, 13 + len(units), 48_000_000, 1, 1)
    control = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 0, 0x0E, 1, 0, 0) + head + units
    frames = b""
    for index, (wide, high) in enumerate(SIZES, 1):
        rates = (wide * high * 8, wide * high * 240, LARGEST, INTERVALS[0], len(INTERVALS))
        frames += struct.pack("<BBBBBHHIIIIB", 26 + 4 * len(INTERVALS), 0x24, 7, index, 0, wide, high, *rates)
        frames += struct.pack(f"<{len(INTERVALS)}I", *INTERVALS)
    motion_jpeg = struct.pack("<BBBBBBBBBBB", 11, 0x24, 6, 1, len(SIZES), 1, 1, 0, 0, 0, 0)
    body = motion_jpeg + frames + struct.pack("<BBBBBB", 6, 0x24, 0x0D, 1, 1, 4)
    head = struct.pack("<BBBBHBBBBBBBB", 14, 0x24, 1, 1, 14 + len(body), ENDPOINT, 0, 3, 0, 0, 0, 1, 0)
    streaming = struct.pack("<BBBBBBBBB", 9, 4, 1, 0, 1, 0x0E, 2, 0, 0) + head + body
    streaming += struct.pack("<BBBBHB", 7, 5, ENDPOINT, 2, 512, 0)
    both = struct.pack("<BBBBBBBB", 8, 11, 0, 2, 0x0E, 3, 0, 0) + control + streaming
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(both), 2, 1, 0, 0x80, 250) + both


def probe(frame: int = 1, interval: int = INTERVALS[0]) -> bytes:
    return struct.pack("<HBBIHHHHHII", 1, 1, frame, interval, 0, 0, 0, 0, 50, LARGEST, LARGEST + 1024)


class UsbCamera:
    """Shows whatever JPEG it was given last for the size that the guest asked for."""

    def __init__(self, port: int, most_fps: float = 15.0) -> None:
        self._port, self._pause = port, 1 / most_fps
        self.sent = 0
        self._pictures: dict[tuple[int, int], bytes] = {}
        self._size, self._interval = SIZES[0], INTERVALS[0]
        self._agreed = probe()
        self._turn = threading.Condition()
        self._speaking = threading.Lock()
        self._line: socket.socket | None = None
        self._asked: list[tuple[int, int]] = []  # the guest's open requests: id, how many bytes
        self._payload, self._at, self._flip, self._due = b"", 0, 0, 0.0

    def show(self, jpeg: bytes, size: tuple[int, int]) -> None:
        with self._turn:
            self._pictures[size] = jpeg

    def plug(self) -> None:
        self.unplug()
        line = socket.create_connection(("127.0.0.1", self._port), timeout=10)
        line.settimeout(None)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._turn:
            self._line, self._payload, self._at = line, b"", 0
            self._asked.clear()
        threading.Thread(target=self._hear, args=(line,), daemon=True).start()
        threading.Thread(target=self._stream, args=(line,), daemon=True).start()

    def unplug(self) -> None:
        with self._turn:
            line, self._line = self._line, None
            self._turn.notify_all()
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    # -- what is said ----------------------------------------------------------------------------------------------

    def _say(self, kind: int, number: int, body: bytes, data: bytes = b"") -> None:
        line = self._line
        layout = "<III" if kind == HELLO else "<IIQ"
        if line is not None:
            with self._speaking, contextlib.suppress(OSError):
                line.sendall(struct.pack(layout, kind, len(body) + len(data), number) + body + data)

    def _describe(self) -> None:
        def padded(*values: int) -> bytes:
            return bytes(values).ljust(32, b"\0")

        self._say(INTERFACES, 0, struct.pack("<I", 2) + padded(0, 1) + padded(0x0E, 0x0E) + padded(1, 2) + padded(0, 0))
        kinds, faces, sizes = [255] * 32, [0] * 32, [0] * 32
        kinds[0] = kinds[16] = 0
        sizes[0] = sizes[16] = 64
        kinds[17], faces[17], sizes[17] = 2, 1, 512
        self._say(ENDPOINTS, 0, bytes(kinds) + bytes(32) + bytes(faces) + struct.pack("<32H", *sizes))

    # -- what is heard ---------------------------------------------------------------------------------------------

    def _hear(self, line: socket.socket) -> None:
        ours = CONNECT_VERSION | PACKET_SIZE | WIDE_IDS | WIDE_BULK
        self._say(HELLO, 0, b"vigie bench".ljust(64, b"\0") + struct.pack("<I", ours))
        with contextlib.suppress(EOFError, OSError):
            kind, length, number = struct.unpack("<III", _exactly(line, 12))
            _exactly(line, length)
            self._describe()
            self._say(CONNECT, 0, struct.pack("<BBBBHHH", 2, 0xEF, 2, 1, 0x1D6B, 0x0102, 0x0100))
            while True:
                kind, length, number = struct.unpack("<IIQ", _exactly(line, 16))
                self._take(kind, number, _exactly(line, length))

    def _take(self, kind: int, number: int, body: bytes) -> None:
        match kind:
            case 6:
                self._describe()
                self._say(CONFIGURATION, number, bytes([0, body[0]]))
            case 7:
                self._say(CONFIGURATION, number, bytes([0, 1]))
            case 9:
                self._say(ALTERNATE, number, bytes([0, body[0], body[1]]))
            case 10:
                self._say(ALTERNATE, number, bytes([0, body[0], 0]))
            case 21:
                self._cancel(number)
            case 100:
                self._control(number, body)
            case 101:
                _, _, length, _, high = struct.unpack("<BBHIH", body[:10])
                with self._turn:
                    self._asked.append((number, length | high << 16))
                    self._turn.notify_all()

    def _cancel(self, number: int) -> None:
        with self._turn:
            if any(asked == number for asked, _ in self._asked):
                self._asked = [one for one in self._asked if one[0] != number]
                self._payload, self._at = b"", 0
        self._say(BULK, number, struct.pack("<BBHIH", ENDPOINT, CANCELLED, 0, 0, 0))

    def _control(self, number: int, body: bytes) -> None:
        endpoint, request, kind, _, value, index, length = struct.unpack("<BBBBHHH", body[:10])
        inward = bool(kind & 0x80)
        answer = self._answer(request, kind, value, index) if inward else self._told(request, kind, value, index, body)
        data = (answer or b"")[:length] if inward else b""
        count = 0 if answer is None else len(data) if inward else length
        status = STALLED if answer is None else 0
        head = struct.pack("<BBBBHHH", endpoint, request, kind, status, value, index, count)
        self._say(CONTROL, number, head, data)

    def _answer(self, request: int, kind: int, value: int, index: int) -> bytes | None:
        """What the guest wants to know; None refuses."""
        if request == 6 and kind == 0x80:
            which, place = value >> 8, value & 255
            if which == 3:
                text = STRINGS.get(place, "?").encode("utf-16-le")
                return b"\x04\x03\x09\x04" if place == 0 else bytes([2 + len(text), 3]) + text
            return {1: device(), 2: configuration()}.get(which)
        if request == 0:
            return b"\0\0"
        if kind == 0xA1 and index & 255 == 1 and value >> 8 in (1, 2):
            known = {0x86: b"\x03", 0x85: struct.pack("<H", len(self._agreed))}
            return known.get(request, self._agreed if request in (0x81, 0x82, 0x83, 0x87) else None)
        return None

    def _told(self, request: int, kind: int, value: int, index: int, body: bytes) -> bytes | None:
        """What the guest sets; None refuses."""
        if kind == 0x21 and index & 255 == 1 and value >> 8 in (1, 2):
            _, _, frame, interval = struct.unpack("<HBBI", body[10:18])
            frame = frame if 1 <= frame <= len(SIZES) else 1
            interval = min(INTERVALS, key=lambda each: abs(each - interval))
            self._agreed = probe(frame, interval)
            if value >> 8 == 2:
                with self._turn:
                    self._size, self._interval = SIZES[frame - 1], interval
                    self._payload, self._at = b"", 0
            return b""
        if kind == 2 and request == 1:  # the endpoint is freed
            with self._turn:
                self._payload, self._at = b"", 0
            return b""
        return None if kind == 0x21 else b""

    # -- pictures --------------------------------------------------------------------------------------------------

    def _stream(self, line: socket.socket) -> None:
        while self._line is line:
            with self._turn:
                if not self._asked or self._size not in self._pictures:
                    self._turn.wait(0.2)
                    continue
                if not self._payload:
                    wait = self._due - time.monotonic()
                    if wait > 0:
                        self._turn.wait(min(wait, 0.05))
                        continue
                    self._due = max(self._due, time.monotonic() - 0.1) + max(self._interval / 1e7, self._pause)
                    self._flip ^= 1
                    self._payload, self._at = bytes([2, 0x82 | self._flip]) + self._pictures[self._size], 0
                number, length = self._asked.pop(0)
                part = self._payload[self._at : self._at + length]
                self._at += length
                if len(part) < length:  # a short one ends the picture
                    self._payload, self._at = b"", 0
                    self.sent += 1
            self._say(BULK, number, struct.pack("<BBHIH", ENDPOINT, 0, len(part) & 0xFFFF, 0, len(part) >> 16), part)


def _exactly(line: socket.socket, count: int) -> bytes:
    got = b""
    while len(got) < count:
        part = line.recv(count - len(got))
        if not part:
            raise EOFError
        got += part
    return got
