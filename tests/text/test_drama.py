"""The lines of plays and screenplays: who speaks, by the name before the speech, and what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.languages import Language
from fabula.text.book import Book, Chapter
from fabula.text.drama import Drama, drama_in
from fabula.text.files import read
from text.made_books import epub, page, prose

TALK = (
    ("Lane", "Her ladyship is dressing, sir."),
    ("John", "Then I shall wait. [Sits.] Is there any cake?"),
    ("Lane", "There was, sir."),
    ("Lady Pembroke", "John! Sitting before an empty plate."),
    ("John", "Aunt! [He rises.]"),
    ("Lady Pembroke", "Where is Miss Fair?"),
    ("Lane", "In the garden, my lady."),
)
SAID = [
    ("lane", ["Her ladyship is dressing, sir."]),
    ("john", ["Then I shall wait.", "Is there any cake?"]),
    ("lane", ["There was, sir."]),
    ("lady pembroke", ["John! Sitting before an empty plate."]),
    ("john", ["Aunt!"]),
    ("lady pembroke", ["Where is Miss Fair?"]),
    ("lane", ["In the garden, my lady."]),
]


def drama(*texts: str, language: str = "en") -> Drama:
    return drama_in(texts, Language(language))


def said(*texts: str, language: str = "en") -> list[tuple[str, list[str]]]:
    return heard(drama(*texts, language=language), texts)


def heard(found: Drama, texts: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    return [
        (line.speaker.lower(), [text[start:end] for start, end in line.spoken])
        for text, lines in zip(texts, found.lines, strict=True)
        for line in lines
    ]


def in_book(book: Book) -> list[tuple[str, list[str]]]:
    return heard(book.drama, tuple(chapter.text for chapter in book.chapters))


@pytest.mark.parametrize(
    "form",
    [
        "{capitals}. {speech}",
        "{capitals}: {speech}",
        "{capitals}.\n{speech}",
        "{capitals}\n{speech}",
        "{capitals}\n\n{speech}",
        "{capitals} (CONT'D)\n{speech}",
        "{capitals} [aside]. {speech}",
        "{capitals} [smiling] {speech}",
        "{capitals}.—{speech}",
        "{capitals}\n\n(smiling)\n\n{speech}",
        "{name}. {speech}",
        "{name}: {speech}",
        "{name}\n{speech}",
        "{name} (smiling): {speech}",
    ],
)
def test_a_name_stands_before_a_speech_in_many_forms(form: str) -> None:
    play = "\n\n".join(form.format(name=name, capitals=name.upper(), speech=speech) for name, speech in TALK)
    assert said(f"A room. LANE arranges the tea.\n\n{play}\n\n[He goes.]") == SAID
    assert drama(play).is_whole


def test_a_name_is_found_where_it_stands() -> None:
    text = "\n\n".join(f"{name.upper()}. {speech}" for name, speech in TALK)
    assert [text[slice(*line.named)] for line in drama(text).lines[0]] == [name.upper() for name, _ in TALK]


def test_who_speaks_once_is_heard_too() -> None:
    play = "\n\n".join(f"{name.upper()}. {speech}" for name, speech in TALK)
    assert said(f"{play}\n\nTHE COOK. Dinner!")[-1] == ("the cook", ["Dinner!"])
    play = "\n\n".join(f"{name}. {speech}" for name, speech in TALK)
    assert said(f"{play}\n\nBoth. Dinner!")[-1] == ("both", ["Dinner!"])
    assert said(f"{play}\n\nLane and Cook. Dinner!")[-1] == ("lane and cook", ["Dinner!"])
    assert len(said(f"{play}\n\nIndeed. Dinner is late.")) == len(TALK)
    assert len(said(f"[Enter the old Cook.]\n\n{play}\n\nCook. Dinner!")) == len(TALK) + 1


def test_what_stands_where_a_name_would_is_nobody() -> None:
    play = "\n\n".join(f"{name.upper()}\n{speech}" for name, speech in TALK)
    shots = "FADE IN:\n\nA room.\n\nCUT TO:\n\nA garden.\n\nINT. KITCHEN - NIGHT\n\nA cat.\n\nTHE END"
    assert said(f"{shots}\n\n{play}\n\n{shots}") == SAID


@pytest.mark.parametrize(
    "form", ["{}：{}", "{}（笑）：{}", "{}OS：{}", "{}　{}", "{}　（笑）{}", "{}(画外音)：{}"]
)
def test_chinese_names_stand_before_speeches_too(form: str) -> None:
    talk = (("林晓", "你来了。"), ("陈默", "外面下雨了。"), ("老王", "小陈！")) * 3
    play = "\n\n".join(form.format(*each) for each in talk)
    opening = "人物：林晓、陈默\n\n△林晓坐在沙发上。"
    assert said(f"{opening}\n\n{play}", language="zh") == [(name, [speech]) for name, speech in talk]


def test_a_chinese_novel_is_no_play() -> None:
    told = "林晓道：“你来了。”\n\n陈默笑道：“外面下雨了。”\n\n林晓道：“坐吧。”\n\n陈默道：“好。”\n\n"
    assert not said(told * 4, language="zh")


def test_a_novel_is_no_play() -> None:
    first = "Anna. The name was hers. He waited.\n\nNo. It was late.\n\n"
    assert not any(
        drama(f"{first}“Yes,” said Anna. “It rains.”\n\nThe ferry left at six.\n\nPeter waved.\n\n" * 6).lines
    )
    assert not said("Edgar came in. Edgar sat down.\n\nEdgar sang. Nobody waved.\n\n" * 20)


def test_a_novel_may_hold_a_scene_in_this_form() -> None:
    inquest = "\n\n".join(
        f"{name}: {speech}" for name, speech in (("The Coroner", "Well?"), ("Witness", "I saw nothing.")) * 4
    )
    told = "The hall was full. “Hush,” said Anna.\n\n"
    text = f"{told * 12}{inquest}\n\n{told * 12}"
    found = drama(text, told)
    assert not found.is_whole
    assert [len(lines) for lines in found.lines] == [8, 0]
    book = Book("A Book", None, Language("en"), (Chapter(1, "One", text),))
    assert sum(text[start:end] == "“Hush,”" for start, end in book.spoken[0]) == 24
    assert len(book.spoken[0]) == 24 + 8


def test_a_list_of_numbers_is_no_talk() -> None:
    assert not said("\n\n".join(f"{n}. What did he do on day {n}?" for n in (1, 2, 3, 1, 2, 3, 1, 2, 3)))


NAMES = st.sampled_from(
    ["ANNA", "Peter", "MRS. HILL", "The Old Man", "王利发", "(aside)", "[", "", "1.", "X"]
)
PIECES = st.lists(
    st.one_of(
        st.builds(
            "{}{}{}".format, NAMES, st.sampled_from([". ", ": ", "\n", "\n\n", "：", " [x] "]), st.text()
        ),
        st.text(),
    ),
    max_size=30,
)


@settings(deadline=None)
@given(PIECES, st.sampled_from(["en", "zh", "fr"]))
def test_lines_stand_in_order_within_the_text(pieces: list[str], language: str) -> None:
    text = "\n\n".join(pieces)
    at = 0
    for line in drama(text, language=language).lines[0]:
        for start, end in (line.named, *line.spoken):
            assert at <= start < end <= len(text)
            at = end


# in files

ROWS = "".join(
    f'<tr><td epub:type="z3998:persona">{name}</td><td>'
    + speech.replace("[", '<i epub:type="z3998:stage-direction">').replace("]", "</i>")
    + "</td></tr>"
    for name, speech in TALK
)


def test_an_epub_has_the_lines_of_a_play_in_the_rows_of_a_table(tmp_path: Path) -> None:
    enters = '<tr><td/><td><i epub:type="z3998:stage-direction">Enter Lane.</i></td></tr>'
    act = f"<h2>Act I</h2><p>A room.</p><table><tbody>{enters}{ROWS}</tbody></table>"
    book = read(
        epub(tmp_path / "play.epub", {"act-1": page(act), "act-2": page(act.replace("Act I", "Act II"))})
    )
    assert [chapter.title for chapter in book.chapters] == ["Act I", "Act II"]
    assert book.chapters[0].text.startswith("A room.\n\n[Enter Lane.]\n\nLane\nHer ladyship")
    assert in_book(book) == SAID * 2
    assert not book.left_out


def test_a_table_of_something_else_is_still_left_out(tmp_path: Path) -> None:
    table = "<table><tr><td>Tea</td><td>4 d.</td></tr></table>"
    book = read(epub(tmp_path / "book.epub", {"one": page(f"<h2>One</h2><p>{prose()}</p>{table}")}))
    assert "Tea" not in book.chapters[0].text


def test_wrapped_lines_of_a_speech_are_joined_and_verse_is_kept(tmp_path: Path) -> None:
    wrapped = (
        "Then I shall wait until she has dressed, and then we shall all go down to\n"
        "the river together, and nobody shall say a word about the cake that I have\n"
        "eaten while I waited here."
    )
    verse = "The sun is up,\nThe lark is on the wing,\nAnd I have had no tea."
    play = "\n\n".join(
        f"{name}.\n{speech}"
        for name, speech in (("JOHN", wrapped), ("LANE", verse), *[("JOHN", wrapped), ("LANE", "Go.")] * 4)
        * 2
    )
    path = tmp_path / "play.txt"
    path.write_text(f"THE CAKE\n\nACT I\n\n[A room.]\n\n{play}\n\nACT II\n\n{play}\n", encoding="utf-8")
    book = read(path)
    assert [chapter.title for chapter in book.chapters] == ["ACT I", "ACT II"]
    assert in_book(book)[:2] == [("john", [wrapped.replace("\n", " ")]), ("lane", [verse])]


def test_directions_on_lines_of_their_own_are_no_headings(tmp_path: Path) -> None:
    play = "\n\n".join(f"{name.upper()}.\n{speech}" for name, speech in TALK * 12)
    acts = [f"ACT {n}\n\n" + "".join(f"{play}\n\n[{move}.]\n\n" for move in moves) for n, moves in (
        ("I", ("The clock strikes", "She weeps", "They go out")), ("II", ("He laughs", "Lane returns", "All rise"))
    )]  # fmt: skip
    path = tmp_path / "play.txt"
    path.write_text("\n\n".join(acts), encoding="utf-8")
    assert [chapter.title for chapter in read(path).chapters] == ["ACT I", "ACT II"]


@pytest.mark.parametrize(
    ("scene", "below"),
    [
        ("ESCENA {}", "(Sale DON JUAN por la derecha. ANA está sentada.)"),
        ("ESCENA {}", "DOÑA INÉS.— ¿Dónde está Ana?"),
        ("第{}幕", "王利发　您来了！"),
    ],
)
def test_what_stands_below_the_heading_of_a_scene_is_no_title(tmp_path: Path, scene: str, below: str) -> None:
    talk = (
        "ANA.— No, señor.\n\nDON JUAN.— Entonces esperaré.\n\n"
        if "E" in scene
        else "常四爷　来了。\n\n松二爷　来碗茶。\n\n"
    )
    numbers = ("I", "II", "III") if "E" in scene else "一二三"
    path = tmp_path / "play.txt"
    path.write_text("".join(f"{scene.format(n)}\n\n{below}\n\n{talk * 4}" for n in numbers), encoding="utf-8")
    book = read(path)
    assert [chapter.title for chapter in book.chapters] == [scene.format(n) for n in numbers]
    assert all(chapter.text.startswith(below) for chapter in book.chapters)


def test_scenes_of_a_chinese_screenplay_are_chapters_of_its_episodes(tmp_path: Path) -> None:
    scene = "人物：林晓、陈默\n△林晓坐在沙发上，翻看一本旧相册。\n林晓：你来了。\n陈默：外面下雨了。\n"
    heads = ["1-1 日 内 林晓家客厅", "1-2 夜 外 街道", "2-1 日 内 警局", "2-2 夜 内 林晓家客厅"]
    path = tmp_path / "剧本.txt"
    path.write_text("".join(f"{head}\n{scene * 2}" for head in heads), encoding="utf-8")
    book = read(path)
    assert [(chapter.part, chapter.title) for chapter in book.chapters] == [
        ("第1集", heads[0]),
        ("第1集", heads[1]),
        ("第2集", heads[2]),
        ("第2集", heads[3]),
    ]
    path.write_text("".join(f"场景{n}：街道\n{scene * 2}" for n in (1, 2, 3)), encoding="utf-8")
    assert len(read(path).chapters) == 3


def test_a_document_without_headings_has_the_scenes_of_a_screenplay(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    for n in range(1, 5):
        for line in (
            f"INT. CABIN {n} - NIGHT",
            "A lamp burns.",
            "ANN",
            "Not tonight.",
            "BEN",
            "(softly)",
            "Then when?",
        ):
            document.add_paragraph(line)
    document.save(tmp_path / "script.docx")
    book = read(tmp_path / "script.docx")
    assert [chapter.title for chapter in book.chapters] == [f"INT. CABIN {n} - NIGHT" for n in range(1, 5)]
    assert in_book(book) == [("ann", ["Not tonight."]), ("ben", ["Then when?"])] * 4
