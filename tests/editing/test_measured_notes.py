"""Notes without a model: every finding becomes a note at its words, with what it may mean and what to do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from commands import fabula
from fabula import reading
from fabula.editing.measured_letter import measured_letter
from fabula.editing.measured_notes import KEPT, KINDS
from fabula.editing.result import EditResult, words_of
from fabula.languages import Language
from fabula.notices import Notice
from fabula.reading.measured import measure as measured
from fabula.text.book import Book, Chapter

PASTED = (
    "The ferry came in at noon with nobody aboard but the pilot, who tied it to the ring in the wall and sat down "
    "on the step to eat his bread. He looked at the house, and at the water, and at the house again, as a man looks "
    "who has been asked to remember something and has not been told what it was that he should remember of it."
)


def story(*extra: tuple[int, str]) -> Book:
    """Six chapters of plain prose; `extra` puts paragraphs into chapters."""
    chapters = []
    for number in range(1, 7):
        lines = [
            f"Mara walked to landing {number}. The boats lay where they had always lain.",
            "She asked the pilot about the weather, and the pilot told her that it would turn.",
            *(text for where, text in extra if where == number),
        ]
        chapters.append(Chapter(number, f"Landing {number}", "\n\n".join(lines)))
    return Book("Landings", "A. Writer", "en", tuple(chapters))


def as_file(book: Book, folder: Path) -> Path:
    file = folder / "landings.txt"
    text = "\n\n".join(f"Chapter {each.number}\n\n{each.text}" for each in book.chapters)
    file.write_text(text, encoding="utf-8")
    return file


def test_a_pasted_paragraph_is_a_note_at_its_second_place(tmp_path: Path) -> None:
    book = as_file(story((2, PASTED), (5, PASTED)), tmp_path)
    done = fabula("edit", book, "--json")
    assert done.returncode == 0, done.stderr
    result = EditResult.model_validate(json.loads(done.stdout))
    note = next(each for each in result.notes if each.measure == "repeated-passage")
    assert (note.kind, note.chapter, note.source) == ("continuity", 5, "measured")
    assert PASTED.startswith(note.quotation)
    assert PASTED[len(note.quotation)] == " ", "a quotation ends with a whole word"
    assert note.end - note.start == len(note.quotation)


def test_the_same_words_have_the_same_id_in_the_next_draft(tmp_path: Path) -> None:
    first = fabula("edit", as_file(story((2, PASTED), (5, PASTED)), tmp_path), "--json")
    longer = story((2, PASTED), (5, "The gulls had gone inland."), (5, PASTED))
    second = fabula("edit", as_file(longer, tmp_path), "--json")
    ids = [{each["id"] for each in json.loads(done.stdout)["notes"]} for done in (first, second)]
    assert ids[0] and ids[0] <= ids[1]


def test_what_only_a_model_can_use_is_refused_without_one(tmp_path: Path) -> None:
    done = fabula("edit", as_file(story(), tmp_path), "--depth", "thorough")
    assert done.returncode == 2
    assert "--model" in done.stderr


def test_the_terminal_shows_notes_with_their_words(tmp_path: Path) -> None:
    done = fabula("edit", as_file(story((2, PASTED), (5, PASTED)), tmp_path), "--out", tmp_path / "edit")
    assert done.returncode == 0, done.stderr
    assert "What to look at first" in done.stdout
    assert "chapter 5 · “" in done.stdout
    assert EditResult.load(tmp_path / "edit" / "edit.json").faults


@pytest.mark.parametrize("language", ["en", "zh", "es"])
def test_every_measure_says_what_it_may_mean_and_what_to_do(language: str) -> None:
    parts = [(part, measure) for measure in KINDS for part in ("effect", "intended", "remedy")]
    parts += [("effect", measure) for measure in KEPT]
    for part, measure in parts:
        assert words_of(Notice.of(f"editing.{part}-{measure}"), Language(language)).strip()


def test_every_measure_has_a_kind() -> None:
    """A finding of a new kind would otherwise stop the edit of a book that has it."""
    folder = Path(reading.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    made = set(re.findall(r'\bfinding\(\s*"([a-z-]+)"', source)) | set(
        re.findall(r'_named_at\(\s*"([a-z-]+)"', source)
    )
    assert len(made) > 15
    assert made <= {*KINDS, *KEPT}


def test_a_letter_without_a_model_says_what_its_notes_say(tmp_path: Path) -> None:
    long = "\n\n".join(
        f"On day {n} the pilot counted {n} gulls and wrote it in the book." for n in range(420)
    )
    book = as_file(story((1, PASTED), (4, long), (6, PASTED)), tmp_path)
    result = EditResult.model_validate(json.loads(fabula("edit", book, "--json").stdout))
    assert result.letter is not None
    assert result.letter.source == "measured"
    told = {part.kind: part.claims for part in result.letter.parts}
    assert {"about", "matters", "next"} <= set(told)
    assert "word for word" in " ".join(str(claim.text) for claim in told["matters"])
    assert all(result.note(id) for claims in told.values() for claim in claims for id in claim.notes)


def test_a_letter_about_no_fault_sends_nobody_through_the_notes() -> None:
    long = "\n\n".join(f"On day {n} the pilot counted {n} gulls." for n in range(900))
    book = story((4, long))
    letter = measured_letter(book, measured(book), [])
    assert letter is not None
    assert [str(claim.text) for claim in letter.parts[-1].claims] == ["Ask somebody to read it."]


def test_a_short_text_gets_notes_and_no_letter(tmp_path: Path) -> None:
    done = fabula("edit", as_file(story((2, PASTED), (5, PASTED)), tmp_path), "--json")
    assert json.loads(done.stdout)["letter"] is None


def test_the_terminal_speaks_the_language_of_the_book(tmp_path: Path) -> None:
    """An author of a Chinese novel met English sentences about it, though every one of them exists in Chinese."""
    repeated = (
        "渡船中午靠岸，船上只有舵工一人，他把船系在墙上的铁环里，坐在石阶上吃饼，望一望屋子，又望一望水面。"
        * 3
    )
    parts = [
        f"第{'一二三四五六'[n]}章 潮水\n\n" + "潮水退了，他在堤上走。\n\n" * 40 + repeated for n in range(6)
    ]
    (tmp_path / "chao.txt").write_text("\n\n".join(parts), encoding="utf-8")
    done = fabula("edit", tmp_path / "chao.txt")
    assert done.returncode == 0, done.stderr
    assert "先看这些" in done.stdout and "第 2 章 · " in done.stdout and "条批注" in done.stdout
    assert not re.search(r"What to|chapter|notes|characters|Nothing was", done.stdout), done.stdout


def test_a_letter_counts_words_as_words_and_characters_as_characters(tmp_path: Path) -> None:
    """In Chinese, the letter on an English book said that it has so many characters."""
    days = "\n\n".join(f"第{n}天，舵工数了{n}只海鸥，记在簿子上。" for n in range(900))
    pasted = (
        "渡船中午靠岸，船上只有舵工一人，他把船系在墙上的铁环里，坐在石阶上吃饼，望一望屋子，又望一望水面。"
        * 3
    )
    chinese = tmp_path / "chao.txt"
    chinese.write_text("\n\n".join(f"第{n}章 潮水\n\n{days}\n\n{pasted}" for n in "一二三四"), "utf-8")
    long = "\n\n".join(f"On day {n} the pilot counted {n} gulls." for n in range(600))
    english = as_file(story((1, PASTED), (4, long), (6, PASTED)), tmp_path)
    said = {}
    for book, own in ((english, "en"), (chinese, "zh")):
        letter = EditResult.model_validate(json.loads(fabula("edit", book, "--json").stdout)).letter
        assert letter is not None
        size = letter.parts[0].claims[0].text
        said[own] = [words_of(size, Language(language)) for language in ("en", "zh", "es")]
    assert all(unit in text for unit, text in zip((" words", " 词", " palabras"), said["en"], strict=True))
    assert all(
        unit in text for unit, text in zip((" characters", " 字", " caracteres"), said["zh"], strict=True)
    )
