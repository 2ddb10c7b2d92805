"""Actions, setups and positions of any game as one line of text that can be read aloud and parsed back exactly.

    throw palm.red turned=(3.skull.black)        an action: its kind, then its fields
    claim Jack palm skull                        seats are names; a last list needs no brackets
    series/1 players=(Anne Jack) pawns=(0 3) ... a position: game and version, then every field by name

Everything follows from the types of the fields; no game has code of its own here. Numbers, yes and no, words of an
Enum, `-` for None, names and strings (in quotes unless plain words), lists and nested dataclasses in brackets, named
tuples with dots. A field that has its default value is left out, any other with a default is written `name=value`.
"""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, NoReturn, TypeVar, cast

from rules import files
from rules.files import short
from rules.game import Game, Seat
from rules.say import Message, Trouble

VERSION = 1

Names = Sequence[str]

_F = TypeVar("_F", bound=Callable[..., Any])
_once = cast("Callable[[_F], _F]", cache)  # functools.cache, typed as what it wraps


class TextError(Trouble, ValueError):
    """A line that cannot be read, and what is wrong with it."""


# -- reading, one token after the other ----------------------------------------------------------------------------

_TOKEN = re.compile(r"""[().] | "(?:[^"\\]|\\.)*" | \w+= | [^\s().="]+ | \S""", re.VERBOSE)  # the last: a stray sign
_PLAIN = re.compile(r"[^\W\d][\w'’-]*")  # what a name may look like to stand without quotes
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_END = ""

# What a value may begin with, besides the words of an Enum and brackets: how a reader knows which of several it is.
_A_NUMBER, _A_NAME = "a number", "a name"


class Reader:
    """The tokens of one line, and who sits at the table."""

    def __init__(self, line: str, names: Names) -> None:
        self.names = names
        self.tokens: list[str] = _TOKEN.findall(line)
        self.at = 0
        for stray in ("=", '"'):
            if stray in self.tokens:
                rest = "".join(self.tokens[self.tokens.index(stray) :])
                raise TextError(Message("'{rest}' cannot be read", rest=short(rest)))

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else _END

    def take(self) -> str:
        token = self.next
        self.at += 1
        return token

    def expect(self, token: str) -> None:
        if self.next != token:
            self.complain(f"'{token}'")
        self.at += 1

    def field(self) -> str | None:
        """The name of the field that is set next, if one is."""
        token = self.next
        return self.take()[:-1] if token.endswith("=") and token[0] != '"' else None

    def end(self) -> None:
        if self.next != _END:
            raise TextError(Message("'{rest}' is too much", rest=short(" ".join(self.tokens[self.at :]))))

    def complain(self, wanted: str | Message) -> NoReturn:
        if self.next == _END:
            raise TextError(Message("the line stops where {wanted} should follow", wanted=wanted))
        raise TextError(Message("'{found}' stands where {wanted} should be", found=short(self.next), wanted=wanted))


class Form(NamedTuple):
    """How values of one type are written and read."""

    write: Callable[[Any, Names], str]
    read: Callable[[Reader], Any]
    opens: frozenset[str]  # what its text can begin with


def _beginning(token: str) -> str:
    if token[:1] == '"':
        return _A_NAME
    return _A_NUMBER if _NUMBER.fullmatch(token) else token


# -- the forms of plain values -------------------------------------------------------------------------------------


def write_name(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _read_name(reader: Reader) -> str:
    token = reader.next
    if token[:1] == '"':
        try:
            text: str = files.as_json(reader.take())
        except ValueError:
            raise TextError(Message("the quotes around {text} are damaged", text=short(token))) from None
        return text
    if not _PLAIN.fullmatch(token):
        reader.complain(Message("a name"))
    return reader.take()


def _read_number(reader: Reader) -> int:
    if not _NUMBER.fullmatch(reader.next):
        reader.complain(Message("a number"))
    return int(reader.take())


def _read_seat(reader: Reader) -> int:
    name = _read_name(reader)
    if name not in reader.names:
        raise TextError(Message("nobody called {name} plays in this game", name=short(name)))
    return reader.names.index(name)


def _words(values: dict[str, Any]) -> Form:
    """One of a few words, each for one value."""
    words = {value: word for word, value in values.items()}

    def read(reader: Reader) -> Any:
        if reader.next not in values:
            reader.complain(" / ".join(values))
        return values[reader.take()]

    return Form(lambda value, _: words[value], read, frozenset(values))


def _enum(kind: type[Enum]) -> Form:
    return _words({_word_of(member): member for member in kind})


def _word_of(member: Enum) -> str:
    value = member.value
    return value if isinstance(value, str) and _PLAIN.fullmatch(value) else member.name.lower()


_NUMBERS = Form(lambda value, _: str(value), _read_number, frozenset({_A_NUMBER}))
_STRINGS = Form(lambda value, _: write_name(value), _read_name, frozenset({_A_NAME}))
_SEATS = Form(lambda seat, names: write_name(names[seat]), _read_seat, frozenset({_A_NAME}))
_PLAIN_FORMS: dict[Any, Callable[[], Form]] = {
    int: lambda: _NUMBERS,
    str: lambda: _STRINGS,
    Seat: lambda: _SEATS,
    bool: lambda: _words({"yes": True, "no": False}),
    type(None): lambda: _words({"-": None}),
}


@_once
def form_of(kind: Any) -> Form:
    """How values of this type are written and read, made once for each type."""
    if kind in _PLAIN_FORMS:
        return _PLAIN_FORMS[kind]()
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _one_of(parts)
    if origin is tuple:
        return _list_of(parts[0]) if parts[1:] == (Ellipsis,) else _fixed(tuple, parts, "(", " ", ")")
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = typing.get_type_hints(kind, include_extras=True)
        return _fixed(lambda values: kind(*values), [hints[name] for name in kind._fields], "", ".", "")
    if is_dataclass(kind):
        return _bracketed(Fields.of(cast(type, kind)))
    raise TypeError(f"the text form knows no type {kind!r}")


# -- the forms of what has parts -----------------------------------------------------------------------------------


def _list_of(kind: Any) -> Form:
    part = form_of(kind)

    def write(values: Sequence[Any], names: Names) -> str:
        return "(" + " ".join([part.write(value, names) for value in values]) + ")"

    def read(reader: Reader) -> tuple[Any, ...]:
        reader.expect("(")
        values = []
        while reader.next != ")":
            values.append(part.read(reader))
        reader.take()
        return tuple(values)

    return Form(write, read, frozenset({"("}))


def _fixed(make: Callable[[list[Any]], Any], kinds: Sequence[Any], before: str, between: str, after: str) -> Form:
    """A known number of values; with dots between them it needs no brackets, however deep it goes."""
    parts = [form_of(kind) for kind in kinds]

    def write(values: Sequence[Any], names: Names) -> str:
        return (
            before + between.join([part.write(value, names) for part, value in zip(parts, values, strict=True)]) + after
        )

    def read(reader: Reader) -> Any:
        if before:
            reader.expect(before)
        values = []
        for place, part in enumerate(parts):
            if place and between == ".":
                reader.expect(between)
            values.append(part.read(reader))
        if after:
            reader.expect(after)
        return make(values)

    return Form(write, read, frozenset({before}) if before else parts[0].opens)


def _one_of(kinds: Sequence[Any]) -> Form:
    """One of several types, known by how its text begins."""
    records = [kind for kind in kinds if is_dataclass(kind)]
    by_type: dict[type, Form] = {}
    by_beginning: dict[str, Form] = {}
    for kind in kinds:
        form = form_of(kind)
        if len(records) > 1 and kind in records:
            form = _tagged(kind, form)
        held_as = int if kind == Seat else typing.get_origin(kind) or kind
        if held_as in by_type:
            raise TypeError(f"two of {kinds} are {held_as} and cannot be told apart")
        by_type[held_as] = form
        if clash := form.opens & by_beginning.keys():
            raise TypeError(f"two of {kinds} can begin with {sorted(clash)}")
        by_beginning.update(dict.fromkeys(form.opens, form))
    reserved = by_beginning.keys()

    def write(value: Any, names: Names) -> str:
        form = by_type[type(value)]
        text = form.write(value, names)
        # a player called Sea, or Skull: in quotes, so that it is not taken for the word
        return json.dumps(text) if text in reserved and _A_NAME in form.opens else text

    def read(reader: Reader) -> Any:
        form = by_beginning.get(_beginning(reader.next)) or by_beginning.get(_A_NAME)
        if form is None or reader.next == _END:
            reader.complain(" / ".join(sorted(by_beginning)))
        return form.read(reader)

    return Form(write, read, frozenset(by_beginning))


def _tagged(kind: type, form: Form) -> Form:
    """A dataclass among others: its kind stands before its brackets."""
    word = kind_of(kind)

    def read(reader: Reader) -> Any:
        reader.expect(word)
        return form.read(reader)

    return Form(lambda value, names: word + form.write(value, names), read, frozenset({word}))


# -- dataclasses, field by field -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fields:
    """A dataclass: how its fields are written and read."""

    kind: type
    forms: dict[str, Form]
    needed: list[str]  # fields without a default: written first, in their order
    defaults: dict[str, Any]
    spread: Form | None  # of the items, if the last needed field is a list: needs no brackets at the end of a line

    @staticmethod
    @_once
    def of(kind: type) -> Fields:
        hints = typing.get_type_hints(kind, include_extras=True)
        told = [field for field in fields(kind) if field.init]
        forms = {field.name: form_of(hints[field.name]) for field in told}
        needed = [field.name for field in told if _default(field) is MISSING]
        defaults = {field.name: _default(field) for field in told if _default(field) is not MISSING}
        last = typing.get_args(hints[needed[-1]]) if needed else ()
        spread = form_of(last[0]) if last[1:] == (Ellipsis,) else None
        return Fields(kind, forms, needed, defaults, spread)

    def write(self, value: Any, names: Names, *, by_name: bool = False, spread: bool = False) -> str:
        said = []
        for name in self.needed:
            field = getattr(value, name)
            if spread and self.spread and name == self.needed[-1]:
                said += [self.spread.write(item, names) for item in field]
            else:
                text = self.forms[name].write(field, names)
                said.append(f"{name}={text}" if by_name else text)
        for name, default in self.defaults.items():
            field = getattr(value, name)
            if field != default:
                said.append(f"{name}={self.forms[name].write(field, names)}")
        return " ".join(said)

    def read(self, reader: Reader, *, spread: bool = False) -> Any:
        values: dict[str, Any] = {}
        waiting = list(self.needed)
        while reader.next not in (_END, ")"):
            name = reader.field()
            if name is None:
                if not waiting:
                    reader.end()
                name = waiting[0]
                if spread and self.spread and waiting == self.needed[-1:]:
                    values[name] = tuple(_items(self.spread, reader))
                    waiting = []
                    continue
            elif name not in self.forms or name in values:
                raise TextError(Message("'{name}=' does not belong here", name=short(name)))
            if name in waiting:
                waiting.remove(name)
            values[name] = self.forms[name].read(reader)
        if spread and self.spread and waiting == self.needed[-1:]:
            values[waiting.pop()] = ()
        if waiting:
            reader.complain(waiting[0].replace("_", " "))
        return self.kind(**values)


def _items(form: Form, reader: Reader) -> Iterator[Any]:
    while reader.next != _END and not reader.next.endswith("="):
        yield form.read(reader)


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _bracketed(parts: Fields) -> Form:
    def read(reader: Reader) -> Any:
        reader.expect("(")
        value = parts.read(reader)
        reader.expect(")")
        return value

    return Form(lambda value, names: f"({parts.write(value, names)})", read, frozenset({"("}))


@_once
def kind_of(kind: type) -> str:
    """TimeOut -> time_out."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()


# -- what the rest of the house writes and reads -------------------------------------------------------------------


def write_action(action: Any, players: Names) -> str:
    kind = type(action)
    rest = Fields.of(kind).write(action, players, spread=True)
    return f"{kind_of(kind)} {rest}" if rest else kind_of(kind)


def read_action(game: Game[Any, Any], line: str | Reader, players: Names) -> Any:
    """A whole line, or what is left of one."""
    reader = line if isinstance(line, Reader) else Reader(line, players)
    kinds = _kinds(game.actions)
    if reader.next not in kinds:
        reader.complain(" / ".join(kinds))
    action = kinds[reader.take()].read(reader, spread=True)
    reader.end()
    return action


@_once
def _kinds(actions: tuple[type, ...]) -> dict[str, Fields]:
    return {kind_of(kind): Fields.of(kind) for kind in actions}


def read_names(line: str) -> tuple[str, ...]:
    return tuple(_items(_STRINGS, Reader(line, ())))


def write_setup(setup: Any, players: Names) -> str:
    return Fields.of(type(setup)).write(setup, players, by_name=True)


def read_setup(game: Game[Any, Any], line: str, players: Names) -> Any:
    reader = Reader(line, players)
    setup = Fields.of(game.setup).read(reader)
    reader.end()
    return setup


def write_state(game: Game[Any, Any], state: Any) -> str:
    return f"{game.key}/{VERSION} {Fields.of(type(state)).write(state, state.players, by_name=True)}"


def read_state(game: Game[Any, Any], line: str) -> Any:
    head, _, rest = line.strip().partition(" ")
    if head != f"{game.key}/{VERSION}":
        wanted = f"{game.key}/{VERSION}"
        raise TextError(
            Message("a position begins with '{wanted}', not with '{found}'", wanted=wanted, found=short(head))
        )
    reader = Reader(rest, ())
    if "players=" in reader.tokens:
        reader.at = reader.tokens.index("players=") + 1
        reader.names = form_of(tuple[str, ...]).read(reader)
        reader.at = 0
    state = Fields.of(_state_type(game.start)).read(reader)
    reader.end()
    return state


@_once
def _state_type(start: Callable[..., Any]) -> type:
    kind: type = typing.get_type_hints(start)["return"]
    return kind


def seats_in(action: Any) -> set[int]:
    """Every seat an action names: those it is about."""
    found: set[int] = set()
    for name, hint in typing.get_type_hints(type(action), include_extras=True).items():
        value = getattr(action, name)
        if hint == Seat:
            found.add(value)
        elif hint == tuple[Seat, ...]:
            found.update(value)
    return found
