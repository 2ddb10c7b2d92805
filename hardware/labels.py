"""Round stickers for the buttons: each player's emblem, and the three of the console."""

from __future__ import annotations

from hardware.sheet import A4, FADED, INK, Say, Sheet
from rules.say import Message
from ui.look.theme import BONE, LIVERIES

SIZES = (24.0, 18.0)  # for the box, and for under a clear cap; millimetres


def page(say: Say) -> Sheet:
    sheet = Sheet(*A4, say(Message("Labels of the buttons")))
    sheet.words(14, 22, say(Message("Labels of the buttons")), 12, "lettering")
    told = Message(
        "Print at 100 % on sticker paper and cut out: the large ones for the boxes, the small ones for under "
        "clear caps."
    )
    sheet.lines(14, 31, say(told), 180, 3.8, colour=FADED)
    labels = [(livery.emblem, say(livery.title)) for livery in LIVERIES]
    labels += [("left", say(Message("left"))), ("choose", say(Message("choose"))), ("right", say(Message("right")))]
    for place, (art, name) in enumerate(labels):
        x, y = 40 + place % 3 * 62, 62 + place // 3 * 48
        for size, dx, dy in ((SIZES[0], -9, 0), (SIZES[1], 18, 3)):
            sheet.disc(x + dx, y + dy, size / 2, BONE, line=INK, width=0.4)
            sheet.stamp(art, x + dx - size * 0.36, y + dy - size * 0.36, size * 0.72, None, BONE)
        sheet.words(x - 9, y + 19, name, 4.0, "strong", align="centre")
    return sheet
