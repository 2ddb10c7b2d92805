"""vigie teach: a dice set from one photo per face, or the cards of a box from a photo of each."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware.games.hosted import HOSTED
from rules.say import Message, Trouble
from vision.cards.names import BACK
from vision.loose import profile as loose
from vision.mat import calibrate, geometry
from vision.picture.files import in_folder, picture
from vision.taught.profile import KINDS, file_named
from vision.taught.teach import teach

EXAMPLES = """examples:
  vigie teach photos/ --as corsairs --kind corsair      skull.jpg, coin.jpg, ... : the file's name is the face
  vigie teach photos/ --as series --kind twelve         one photo per symbol, with all six colours in it
  vigie teach photos/ --as duel --kind duel             red-skull.jpg, red-ship.jpg, ..., blue-blank.jpg
  vigie teach photos/ --as mine --kind pips             1.jpg to 6.jpg
  vigie teach photos/ --as fate --kind other            plus.jpg, minus.jpg, blank.jpg: faces with any names
  vigie teach photos/ --as odd --kind other --no-mat    a folder per face, photos of one die on any ground
  vigie teach --cards photos/ --as mille                pirate.jpg, coin+diamond+skull1.jpg, ...: the cards of a box
  vigie teach --cards photos/ --as mille --more         these besides those that are known

Lay about six dice, all showing the same face, apart from each other on the mat's track, and photograph the whole mat
from above. One photo per face.

Cards lie on the track, the right way up, two fingers apart, one in a photo or several; the file's name has theirs, row
by row from the left, with a + between them. Cards taught as a game's (mille, duel, aux) are read when it is played with
cards of that name; a name that begins with 'back' is a back."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photos", metavar="PHOTOS", help="a folder with one photo per face, named for the face")
    parser.add_argument("--as", dest="name", required=True, metavar="NAME", help="what to call the dice, or the cards")
    parser.add_argument("--kind", choices=KINDS, help="what the dice show")
    parser.add_argument("--cards", action="store_true", help="the photos are of cards")
    parser.add_argument("--more", action="store_true", help="with --cards: beside those that are known already")
    parser.add_argument("--deck", metavar="FILE", help="with --cards: your own deck's file, whose names they have")
    parser.add_argument("--no-mat", action="store_true", help="from photos on any ground: PHOTOS/face/*.jpg")
    parser.add_argument("--mat", metavar="FILE", help="the mat's geometry, where it is not the one of the box")
    parser.add_argument("--lens", metavar="FILE", help="a lens measured by vigie calibrate (else this machine's own)")
    parser.add_argument("--out", metavar="FILE", help="write the profile here (else into your own folder of dice)")


def run(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.photos)
    if arguments.cards:
        return _cards(folder, arguments)
    if arguments.kind is None:
        raise Trouble(Message("What do the dice show? Say it with --kind: {kinds}.", kinds=", ".join(KINDS)))
    named = file_named(arguments.name)
    if not folder.is_dir():
        raise Trouble(Message("{folder} is not a folder with photos.", folder=folder))
    if arguments.no_mat:
        return _without_the_mat(folder, arguments, named)
    files = in_folder(folder)
    if not files:
        raise Trouble(Message("{folder} holds no photos (jpg or png), one per face.", folder=folder))
    photos = {file.stem: picture(file) for file in files}
    print(f"teaching {len(photos)} faces from {folder} ...", file=sys.stderr, flush=True)
    lens = calibrate.load_lens(Path(arguments.lens)) if arguments.lens else calibrate.own_lens()
    profile = teach(photos, arguments.kind, arguments.name, geometry.load(arguments.mat), lens)
    where = Path(arguments.out) if arguments.out else named
    profile.save(where)
    faces = ", ".join(dict.fromkeys(profile.faces))
    bodies = ", ".join(profile.bodies)
    print(f"'{profile.name}' learned: {faces}; {bodies} dice of {profile.edge_mm:.1f} mm, in {where}")
    return 0


def _cards(folder: Path, arguments: argparse.Namespace) -> int:
    from vision.cards import deck, learn
    from vision.cards.plane import Plane

    where = Path(arguments.out) if arguments.out else deck.file_named(arguments.name)
    files = in_folder(folder) if folder.is_dir() else []
    if not files:
        raise Trouble(Message("{folder} holds no photos of cards (jpg or png).", folder=folder))
    names = {file: tuple(name.strip() for name in file.stem.split("+")) for file in files}
    _check(arguments.name, arguments.deck, {file.name: given for file, given in names.items()})
    print(f"teaching {sum(map(len, names.values()))} cards from {folder} ...", file=sys.stderr, flush=True)
    lens = calibrate.load_lens(Path(arguments.lens)) if arguments.lens else calibrate.own_lens()
    photos = {file.name: (picture(file), given) for file, given in names.items()}
    faces = learn.taught(photos, Plane(geometry.load(arguments.mat)), lens)
    before = deck.load(where) if arguments.more and where.exists() else None
    faces = learn.joined(before, faces)
    deck.save(faces, where)
    print(
        f"'{arguments.name}' learned: {len(dict.fromkeys(faces.names))} cards"
        f" of {faces.width:.0f} x {faces.height:.0f} mm, in {where}"
    )
    return 0


def _check(game: str, own: str | None, photos: dict[str, tuple[str, ...]]) -> None:
    """Cards of a game are named as it names them."""
    hosted = HOSTED.get(game)
    known = hosted.cards(own) if hosted is not None else {}
    for file, names in photos.items():
        for name in names:
            if known and name not in known and not name.startswith(BACK):
                raise Trouble(
                    Message(
                        "{file}: '{name}' is no card of this game. They are: {known}; and {back}.",
                        file=file, name=name, known=", ".join(known), back=BACK,
                    )
                )  # fmt: skip


def _without_the_mat(folder: Path, arguments: argparse.Namespace, named: Path) -> int:
    """Photos of single dice: a folder for each face."""
    faces = sorted(p for p in folder.iterdir() if p.is_dir())
    photos = {face.name: [picture(file) for file in in_folder(face)] for face in faces}
    if not any(photos.values()):
        raise Trouble(Message("{folder} holds no folder of photos for each face.", folder=folder))
    print(f"teaching {len(photos)} faces from {folder} ...", file=sys.stderr, flush=True)
    dice = loose.teach(photos, arguments.name)
    where = Path(arguments.out) if arguments.out else named
    dice.save(where)
    print(f"'{dice.name}' learned: {', '.join(photos)}; to read with --no-mat, in {where}")
    return 0
