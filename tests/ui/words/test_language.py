from __future__ import annotations

import gettext
import io
import re
from pathlib import Path

import pytest

from rules.say import Message, Trouble, either, listed
from tests.ui.words.catalogue import FLOORS, ROOT, Said, faults, said
from ui.words.language import Entry, Language, catalogue, compiled, language, read_po

FR, EN = language("fr"), language("en")


def test_every_message_has_its_french_and_no_french_is_unused() -> None:
    code = [one for floor in FLOORS for one in said(ROOT / floor)]
    assert len(code) > 50
    if found := faults(code, catalogue("fr")):
        pytest.fail(f"{len(found)} faults of the French catalogue\n" + "\n".join(found), pytrace=False)


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([], "missing"),
        (
            [Entry("{player} wins.", None, ("{player} gagne.",), "a"), Entry("Nobody.", None, ("Personne.",), "b")],
            "unused",
        ),
        ([Entry("{player} wins.", None, ("{joueur} gagne.",), "a")], "blanks differ"),
        ([Entry("{player} wins.", None, ("Victoire.",), "a")], "blanks differ"),
        ([Entry("{player} wins.", None, ("",), "a")], "missing"),
    ],
)
def test_the_check_of_catalogues_finds_faults(entries: list[Entry], fault: str) -> None:
    found = faults([Said("{player} wins.", None, "rules/x.py:1")], entries)
    assert len(found) == 1 and found[0].startswith(fault)


def test_a_template_that_is_not_written_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "bad.py").write_text("Message(word + 'x')")
    with pytest.raises(ValueError, match=r"bad\.py:1"):
        list(said(tmp_path / "rules"))


def test_numbers_in_both_languages() -> None:
    assert FR.number(1000) == "1\u202f000" and EN.number(1000) == "1,000"
    assert FR.number(-1300) == "−1\u202f300" and EN.number(-1300) == "−1,300"
    assert FR.number(0.5, 1) == "0,5" and EN.number(0.5, 1) == "0.5"
    assert FR.number(12, sign=True) == "+12"


def test_numbers_inside_messages_are_written_in_the_players_way() -> None:
    message = Message("{points} to {who}", points=6000, who="Anne")
    assert FR.say(message) == "6\u202f000 to Anne" and EN.say(message) == "6,000 to Anne"


def test_plurals_in_both_languages(tmp_path: Path) -> None:
    entries = [Entry("one die", "{n} dice", ("{n} dé", "{n} dés"), "here")]
    french = Language("fr")
    french._texts = gettext.GNUTranslations(io.BytesIO(compiled(entries, "nplurals=2; plural=(n > 1);")))
    counted = [Message("one die", plural="{n} dice", n=n) for n in (0, 1, 2, 1000)]
    assert [french.say(one) for one in counted] == ["0 dé", "1 dé", "2 dés", "1\u202f000 dés"]
    assert [EN.say(one) for one in counted] == ["0 dice", "one die", "2 dice", "1,000 dice"]


def test_french_speaks_to_one_player_as_a_friend_and_a_skull_has_one_name() -> None:
    polite = re.compile(r"\b(?:vous|votre|vos|(?!assez|chez|nez)\w+ez|crânes?)\b", re.IGNORECASE)
    found = [f"{one.where}: {text}" for one in catalogue("fr") for text in one.texts if polite.search(text)]
    assert not found, "\n".join(found)


def test_french_is_printed_as_books_are() -> None:
    """One apostrophe; and a blank before a colon, also where a sentence is made of blanks to be filled in alone."""
    straight = re.compile(r"\w'\w")
    found = [f"{one.where}: {text}" for one in catalogue("fr") for text in one.texts if straight.search(text)]
    assert not found, "\n".join(found)
    assert FR.say(Message("{game}: {players}", game="Mille Sabords", players="Anne")) == "Mille Sabords\u00a0: Anne"


def test_several_things_are_listed_as_they_are_said() -> None:
    names = [listed(("Anne", "Jack", "Zoé")[:many]) for many in (1, 2, 3)]
    assert [EN.say(one) for one in names] == ["Anne", "Anne and Jack", "Anne, Jack and Zoé"]
    assert [FR.say(one) for one in names] == ["Anne", "Anne et Jack", "Anne, Jack et Zoé"]
    assert EN.say(either(("Anne", "Jack", "Zoé"))) == "Anne, Jack or Zoé"
    assert FR.say(either(("Anne", "Jack"))) == "Anne ou Jack"


def test_each_thing_in_a_list_is_said_in_the_players_language() -> None:
    ships = listed([Message("red anchor"), Message("blue compass"), "Zoé"])
    assert FR.say(ships) == "ancre rouge, compas bleu et Zoé"
    assert str(ships) == "red anchor, blue compass and Zoé"


def test_an_empty_list_is_nothing() -> None:
    assert EN.say(listed(())) == EN.say(either(())) == "nothing" and FR.say(listed(())) == "rien"


def test_a_message_inside_a_message_is_translated_too() -> None:
    inner = Message("red anchor")
    assert FR.say(Message("{text}", text=inner)) == FR.say(inner) == "ancre rouge"
    assert EN.say(Message("{text}", text=inner)) == "red anchor"


def test_french_signs_stay_on_the_line_of_their_word() -> None:
    assert FR.say(Message("« {a} » : {b} ? {c} !", a="x", b="y", c="z")) == "«\u00a0x\u00a0»\u00a0: y\u202f? z\u202f!"
    assert EN.say(Message("a : b", n=1)) == "a : b"


def test_french_drops_a_vowel_before_a_name_that_begins_with_one() -> None:
    of_anne, of_jack = (
        Message(
            "{player}, choose one loss of {victim}.",
            plural="{player}, choose {n} losses of {victim}.",
            player="Zoé",
            victim=name,
            n=1,
        )
        for name in ("Éloïse", "Jack")
    )
    assert FR.say(of_anne) == "Zoé, choisis une perte d’Éloïse."
    assert FR.say(of_jack) == "Zoé, choisis une perte de Jack."


def test_what_has_no_french_yet_is_said_in_english() -> None:
    assert FR.say(Message("Nobody ever says {this}.", this="x")) == "Nobody ever says x."


def test_a_language_nobody_speaks_here_is_refused_with_the_choice() -> None:
    with pytest.raises(Trouble, match="choose one of fr, en"):
        Language("tlh")


def test_a_catalogue_is_read_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "x.po"
    path.write_text(
        """# remark
msgid ""
msgstr ""
"Language: fr\\n"

#: place
msgid "a \\"quoted\\" word"
msgstr "un mot cité"
msgid ""
"long "
"line"
msgstr "longue ligne"
msgid "one"
msgid_plural "{n}"
msgstr[0] "un"
msgstr[1] "{n}"
#~ msgid "old"
#~ msgstr "vieux"
""",
        encoding="utf-8",
    )
    found = [(entry.singular, entry.plural, entry.texts) for entry in read_po(path)]
    assert found == [
        ('a "quoted" word', None, ("un mot cité",)),
        ("long line", None, ("longue ligne",)),
        ("one", "{n}", ("un", "{n}")),
    ]


def test_a_damaged_catalogue_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.po"
    path.write_text('msgid "fine"\nmsgstr "bien\n', encoding="utf-8")
    with pytest.raises(Trouble, match="line 2"):
        list(read_po(path))
