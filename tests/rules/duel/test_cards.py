"""The deck of Pirates en Duel: what a file must hold, and what is said when it does not."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.duel.cards import BLUE_SKILLS, Colour, Skill, deck, read
from rules.shelf import SHIPPED, DataError, take

Content = dict[str, Any]


@pytest.fixture
def content() -> Content:
    return copy.deepcopy(take("duel"))


def test_the_shipped_deck_has_every_skill_and_six_captains_alike() -> None:
    box = deck("duel", 3)
    assert {skill for member in box.members.values() for skill in member.skills} == set(Skill)
    captains = [box.members[box.captain(colour)] for colour in Colour]
    assert len({(captain.cannons, captain.sabres, captain.skills) for captain in captains}) == 1
    assert len(box.pirates()) == 60


def test_the_shipped_deck_favours_neither_cannons_nor_sabres_nor_a_colour() -> None:
    box = deck("duel", 3)
    pirates = [box.members[name] for name in box.pirates()]
    assert sum(pirate.cannons for pirate in pirates) == sum(pirate.sabres for pirate in pirates)
    for cards, colours in ((box.black, tuple(Colour)[:4]), (box.black + box.white, tuple(Colour))):
        fights = [box.combat[name] for name in cards if box.combat[name].ships]
        at_stake: Counter[Colour] = Counter()
        for card in fights:
            at_stake.update(dict.fromkeys(card.ships, card.gold))
        assert len({at_stake[colour] for colour in colours}) == 1
        assert {kind for card in fights for kind in card.ships} == set(colours)


def test_a_level_hides_the_skills_that_are_not_played_yet() -> None:
    assert not any(member.skills for member in deck("duel", 1).members.values())
    assert {skill for member in deck("duel", 2).members.values() for skill in member.skills} == BLUE_SKILLS


def test_a_deck_of_ones_own_is_named_by_its_path(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    shipped = SHIPPED["duel"].read_text(encoding="utf-8")
    mine.write_text(shipped.replace("Barnabé", "Old Tom"), encoding="utf-8")
    assert "Old Tom" in deck(str(mine), 1).pirates()


def test_a_file_that_is_not_there_or_not_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere\.toml: file: there is no such file"):
        deck("nowhere.toml", 1)
    damaged = tmp_path / "damaged.toml"
    damaged.write_text("captain = [")
    with pytest.raises(DataError, match=r"damaged\.toml: file: it cannot be read"):
        deck(str(damaged), 1)


def test_a_pirate_may_have_a_list_of_skills(content: Content) -> None:
    content["pirate"][0]["skill"] = ["helm", "skull"]
    assert read("my.toml", content).members["Barnabé"].skills == (Skill.HELM, Skill.SKULL)


def _set(section: str, place: int, **fields: Any) -> Callable[[Content], None]:
    def change(content: Content) -> None:
        content[section][place].update(fields)

    return change


def _drop(section: str, place: int, key: str) -> Callable[[Content], None]:
    def change(content: Content) -> None:
        del content[section][place][key]

    return change


def _fight(content: Content) -> Content:
    found: Content = next(card for card in content["combat"] if card["kind"] == "boarding")
    return found


FAULTS: dict[str, tuple[Callable[[Content], Any], str]] = {
    "a section too many": (lambda c: c.update(ships=[]), "file: 'ships' has no place here"),
    "a section missing": (lambda c: c.pop("combat"), r"combat: there must be entries \[\[combat\]\]"),
    "a section empty": (lambda c: c.update(pirate=[]), r"pirate: there must be entries \[\[pirate\]\]"),
    "a section of something else": (lambda c: c.update(pirate=["Tom"]), r"pirate: there must be entries"),
    "no name": (_drop("pirate", 2, "name"), "pirate 3: 'name' must be a name"),
    "a blank name": (_set("pirate", 2, name=" "), r"pirate 3 \( \): 'name' must be a name"),
    "a name of two lines": (_set("pirate", 2, name="To\nm"), "'name' must be a name on one line"),
    "a name twice": (_set("pirate", 2, name="Barnabé"), r"pirate 3 \(Barnabé\): there is another one"),
    "a pirate named like a captain": (_set("pirate", 2, name="Isabeau"), "there is another one of that name"),
    "no cannons": (
        _drop("pirate", 0, "cannons"),
        r"pirate 1 \(Barnabé\): 'cannons' must be a whole number",
    ),
    "too many sabres": (_set("pirate", 0, sabres=7), "'sabres' must be a whole number from 0 to 6"),
    "half a cannon": (_set("pirate", 0, cannons=0.5), "'cannons' must be a whole number"),
    "cannons that are true": (_set("pirate", 0, cannons=True), "'cannons' must be a whole number"),
    "a skill nobody has": (_set("pirate", 0, skill="cook"), r"pirate 1 \(Barnabé\): 'skill' must be one of: helm, "),
    "a skill that is a number": (_set("pirate", 0, skill=3), "'skill' must be one of"),
    "a skill twice": (_set("pirate", 0, skill=["helm", "helm"]), "'skill' names one skill twice"),
    "a misspelt field": (_set("pirate", 0, sabre=1), "'sabre' has no place here"),
    "a pirate with a colour": (_set("pirate", 0, colour="red"), "'colour' has no place here"),
    "a captain without a ship": (
        _drop("captain", 0, "colour"),
        r"captain 1 \(Isabeau\): 'colour' must be one of",
    ),
    "two captains of one ship": (
        _set("captain", 0, colour="red"),
        "the blue ship needs one captain and has 0",
    ),
    "a captain missing": (lambda c: c["captain"].pop(), "captain: the purple ship needs one captain and has 0"),
    "too few pirates": (lambda c: c.update(pirate=c["pirate"][:30]), "pirate: at least 40 pirates are needed, not 30"),
    "one twin": (_set("pirate", 0, skill="twin"), "pirate: twins are two, or none, not 3"),
    "a card of no kind": (_drop("combat", 0, "kind"), "combat 1: 'kind' must be one of: fishing"),
    "a card of an unknown kind": (_set("combat", 0, kind="picnic"), r"combat 1 \(picnic\): 'kind' must be one of"),
    "no back": (_drop("combat", 0, "back"), r"combat 1 \(fishing\): 'back' must be one of: black, white"),
    "no copies": (_set("combat", 0, copies=0), r"'copies' must be a whole number from 1 to 99"),
    "fishing for gold": (_set("combat", 0, gold=2), r"combat 1 \(fishing\): 'gold' has no place here"),
    "a fight about nothing": (lambda c: _fight(c).pop("gold"), "'gold' must be a whole number from 1 to 20"),
    "a fight without ships": (lambda c: _fight(c).pop("ships"), "'ships' must be two colours"),
    "a fight with one ship": (lambda c: _fight(c).update(ships=["red"]), "'ships' must be two colours"),
    "a ship of no colour": (lambda c: _fight(c).update(ships=["red", "pink"]), "'ships' must be one of: blue"),
    "a ship twice": (lambda c: _fight(c).update(ships=["red", "red"]), "two different colours, or black twice"),
    "half black": (lambda c: _fight(c).update(ships=["red", "black"]), "two different colours, or black twice"),
    "no fight for four players": (
        lambda c: c.update(combat=[card for card in c["combat"] if card["back"] == "white" or "gold" not in card]),
        "combat: no card with a black back is a boarding or a cannonade",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_deck_is_refused_with_file_entry_and_fault(fault: str, content: Content) -> None:
    read("my.toml", content)  # good before
    change, message = FAULTS[fault]
    change(content)
    with pytest.raises(DataError, match=f"^my.toml: .*{message}"):
        read("my.toml", content)
