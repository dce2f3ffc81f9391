"""Findings: what is there is found, with its own words at its own place; a clean text has no findings."""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import replace
from importlib.resources import files

import pytest
from small_books import EXAMPLES, book_of, from_shelf

from fabula.languages import Language
from fabula.notices import Notice, worded
from fabula.reading.findings import Finding, most_useful
from fabula.reading.measured import PER_KIND, measure
from fabula.reading.story import chapters_named
from fabula.text.book import Book, Segment
from fabula.text.files import read

PLAIN = (
    "The ferry left at six. Nobody waved. On the far bank a dog was asleep beside the nets, and the smoke of the "
    "saltworks lay along the water like a second shore. She counted the posts as they went by, lost the count near "
    "forty, and began again with the next one. "
)


def found(book: Book, kind: str) -> list[Finding]:
    findings = measure(book).findings
    return [finding for finding in (*findings.shown, *findings.rest) if finding.kind == kind]


def verbatim(book: Book) -> None:
    texts = {chapter.number: chapter.text for chapter in book.chapters}
    for finding in measure(book).findings.shown:
        assert texts[finding.chapter].startswith(finding.quote, finding.offset), finding
        assert finding.quote.strip()


def test_a_paragraph_pasted_twice() -> None:
    book = book_of(PLAIN + "\n\nIt rained.", "It snowed.\n\n" + PLAIN.strip())
    (finding,) = found(book, "repeated-passage")
    assert finding.chapter == 2
    assert "chapters 1, 2" in finding.text
    verbatim(book)


def test_a_paragraph_pasted_into_its_own_chapter() -> None:
    (finding,) = found(book_of(PLAIN + "\n\nIt rained.\n\n" + PLAIN), "repeated-passage")
    assert finding.text.endswith("in chapter 1.")


def test_a_phrase_that_comes_again_and_again() -> None:
    lines = [
        f"{word} stood there. The lantern flickered twice and went out."
        for word in ["Rain", "Snow", "Fog", "Wind", "Hail", "Ice"]
    ]
    (finding,) = found(book_of("\n\n".join(lines)), "repeated-phrase")
    assert "6 times" in finding.text


@pytest.mark.parametrize(
    ("phrase", "is_told"), [("had always thought of", False), ("had always dreamt of", True)]
)
def test_a_phrase_of_the_commonest_words_is_no_habit(phrase: str, is_told: bool) -> None:
    dice = random.Random(3)
    made = ["".join(dice.choices("aeioulmnrst", k=6)) for _ in range(3_000)]
    pages = [
        f"{name} stood there. {name} {phrase} {dice.choice(made)}. {' '.join(dice.choices(made, k=3_000))}."
        for name in ("Rain", "Snow", "Fog", "Wind", "Hail")
    ]
    assert bool(found(book_of(*pages), "repeated-phrase")) == is_told


def test_a_doubled_word_is_a_slip_unless_it_can_be_meant() -> None:
    assert len(found(book_of("He went to the the door."), "doubled-word")) == 1
    assert not found(book_of("He had had enough. It was very very late, and that that was."), "doubled-word")


def test_a_rare_word_in_close_quarters() -> None:
    text = "The page lay ominously open in the lamp. She read it, and the window rattled ominously while she read on by herself. The house was ominously still. "
    (finding,) = found(book_of(text + PLAIN * 3), "echo")
    assert "ominously" in finding.text
    assert finding.quote.count("ominously") == 3


def test_a_word_taken_up_again_at_once_is_meant() -> None:
    text = "She spoke coldly, too coldly, far too coldly for the offence. "
    assert not found(book_of(text + PLAIN * 3), "echo")


def test_crutch_words_are_named_by_how_thick_they_stand() -> None:
    text = (PLAIN + "It was just a bird, just a small one. ") * 25
    kinds = {
        finding.text.split("”")[0].strip("“"): finding.severity
        for finding in found(book_of(text), "crutch-word")
    }
    assert kinds == {"just": "high"}


def test_crutch_words_are_those_of_the_narration_and_a_copied_paragraph_counts_once() -> None:
    talk = "“It was just a bird, just a small one,” said Ann. "
    assert not found(book_of((PLAIN + talk) * 25), "crutch-word")
    copied = PLAIN + "It was just a bird, just a small one, and just the bird that she had waited for."
    others = [PLAIN.replace("page", f"page {n}") for n in range(40)]
    assert not found(book_of("\n\n".join([*others, *[copied] * 25])), "crutch-word")


def test_a_needed_word_is_no_crutch() -> None:
    for needed in ("It wasn’t just a sound; it was a warning. ", "It was not quite a sound. "):
        assert not found(book_of((PLAIN + needed) * 25), "crutch-word")
    assert found(book_of((PLAIN + "It was quite loud, and quite near. ") * 25), "crutch-word")


def test_things_that_are_first_called_what_they_are_not() -> None:
    text = PLAIN * 2 + "It wasn’t just a sound; it was a warning. "
    (finding,) = found(book_of(text * 6), "denial")
    assert "6 times" in finding.text and finding.quote == "It wasn’t just a sound; it was a warning."
    assert not found(book_of(text * 3 + PLAIN * 3), "denial")
    spoken = PLAIN * 2 + "“It wasn’t just a sound; it was a warning,” said Ann. "
    assert not found(book_of(spoken * 6), "denial")


def test_voices_that_are_described() -> None:
    text = PLAIN + "“Come in,” she said, her voice low and even.\n\n“I will,” said Ann.\n\n"
    (finding,) = found(book_of(text * 8), "voice-tag")
    assert "8 speech tags" in finding.text and "50%" in finding.text
    assert not found(book_of((PLAIN + "“Come in,” she said. Her voice was low. ") * 8), "voice-tag")


def test_phrases_of_machine_prose_need_company() -> None:
    one = "She let out a breath she didn’t know she was holding. "
    assert not found(book_of(PLAIN + one), "stock-phrase")
    many = one + "His voice was barely above a whisper. It was a testament to her courage. "
    assert found(book_of(PLAIN + many), "stock-phrase")
    chinese = "他嘴角微微上扬。她深吸了一口气。众人倒吸一口凉气。"
    assert found(book_of(chinese, language="zh"), "stock-phrase")


def test_someone_who_vanishes() -> None:
    early = (
        "Edgar came in. Edgar sat down. “Well,” said Edgar. Edgar slept. Edgar woke. Anna had waited. "
        + PLAIN
    )
    late = "Anna had gone out. Anna went home. “No,” said Anna. " + PLAIN
    book = book_of(*[early] * 5, *[late] * 7)
    (finding,) = found(book, "vanishing-character")
    assert finding.text.startswith("Edgar") and finding.chapter == 5
    verbatim(book)


def test_a_chapter_out_of_scale() -> None:
    book = book_of(*[PLAIN * n for n in (3, 4, 3, 4, 3, 4)], PLAIN * 20)
    (finding,) = found(book, "chapter-length")
    assert finding.chapter == 7 and re.search(r"[\d,]+ words against a usual", finding.text)
    assert re.search(r"\d 词，", worded(finding.notice, Language("zh"))), (
        "an English book has words in Chinese, too"
    )
    chinese = book_of(*["她走下台阶，灯还亮着。" * n for n in (30, 40, 30, 40, 30, 40, 200)], language="zh")
    (finding,) = found(chinese, "chapter-length")
    assert "characters" in finding.text and re.search(r"\d 字，", worded(finding.notice, Language("zh")))


def test_chapters_of_marks_alone_have_no_usual_length() -> None:
    assert not found(book_of(*["* * *"] * 6, PLAIN * 3), "chapter-length")


def test_a_book_without_chapters_has_sections_in_its_findings_and_prompts() -> None:
    early = (
        "Edgar came in. Edgar sat down. “Well,” said Edgar. Edgar slept. Edgar woke. Anna had waited. "
        + PLAIN
    )
    late = "Anna had gone out. Anna went home. “No,” said Anna. " + PLAIN
    book = replace(book_of(*[early] * 5, *[late] * 7), in_sections=True)
    found = measure(book).findings
    findings = (*found.shown, *found.rest)
    assert "vanishing-character" in {each.kind for each in findings}
    for language in ("en", "zh", "es"):
        said = " ".join(worded(each.notice, Language(language)) for each in findings)
        assert not re.search(r"chapter|capítulo|章", said, re.I), said
    titled = replace(
        book, chapters=tuple(replace(each, title=f"Section {each.number}") for each in book.chapters)
    )
    assert ">Section 3, Section 4<" in chapters_named(titled, Segment(1, "", (3, 4), 0))


def test_every_finding_is_worded_in_every_language_with_a_folder() -> None:
    sentences = {
        language: tomllib.loads(
            (files("fabula.languages") / language / "notices.toml").read_text(encoding="utf-8")
        )["findings"]
        for language in ("en", "zh", "es")
    }
    english = sentences["en"]
    for language, own in sentences.items():
        assert own.keys() == english.keys(), language
        for code, sentence in own.items():
            assert set(re.findall(r"{\w+", sentence)) == set(re.findall(r"{\w+", english[code])), code
            assert sentence.count("“") == english[code].count("“"), f"{code}: two drafts are compared by it"


def pasted(plain: str, habit: str, language: str) -> Book:
    """A book with a pasted paragraph, a habit of wording, and a last chapter out of scale."""
    chapters = [f"{n}. {plain}\n\n{habit * 3}" for n in range(6)]
    return book_of(chapters[0] + "\n\n" + plain, *chapters[1:], plain * 40, plain, language=language)


def test_a_finding_is_worded_in_the_readers_language() -> None:
    chinese = pasted(
        "渡船六点离岸，没有人挥手。对岸有一只狗睡在渔网旁边，盐场的烟贴着水面，像另一道岸。她一根根数着木桩，数到四十又乱了，只好从头再数。",
        "他嘴角微微上扬。她深吸了一口气。众人倒吸一口凉气。",
        "zh",
    )
    shown = measure(chinese).findings.shown
    assert {"repeated-passage", "chapter-length", "stock-phrase"} <= {finding.kind for finding in shown}
    for finding in shown:
        assert not re.search(r"[A-Za-z]{2,}", worded(finding.notice, Language("zh")))
        assert re.search(r"[A-Za-z]{2,}", worded(finding.notice, Language("en")))
        assert worded(finding.notice, Language("es")) != finding.text


def test_a_book_in_another_language_has_findings_that_need_no_word_lists() -> None:
    german = book_of(PLAIN + "\n\nEs regnet.", PLAIN.strip(), language="de")
    (finding,) = found(german, "repeated-passage")
    assert "word for word" in finding.text


def test_of_each_kind_the_first_few_are_shown_and_the_rest_kept() -> None:
    many = [
        Finding("echo", "low", Notice.of("findings.echo", word=f"w{n}", n=n), "q", 1, n) for n in range(9)
    ]
    kept = most_useful(
        [*many, Finding("doubled-word", "high", Notice.of("findings.doubled-word", word="t"), "q", 1, 0)],
        PER_KIND,
    )
    assert kept.shown[0].severity == "high"
    assert len(kept.shown) == PER_KIND + 1
    assert len(kept.rest) == 9 - PER_KIND


def test_a_well_kept_novella_is_left_in_peace() -> None:
    book = read(EXAMPLES / "the-tide-house.epub")
    verbatim(book)
    assert len(measure(book).findings.shown) <= 6
    assert not [each for each in measure(book).findings.shown if each.severity == "high"]


@pytest.mark.parametrize("name", ["frankenstein.epub", "pride-and-prejudice.epub"])
@pytest.mark.long
def test_a_classic_is_not_drowned_in_findings(name: str) -> None:
    book = from_shelf(name)
    verbatim(book)
    shown = measure(book).findings.shown
    assert len(shown) <= 15
    assert not [each for each in shown if each.severity == "high"]


@pytest.mark.long
def test_pages_of_another_chapter_in_a_real_file_are_found() -> None:
    """The file at hand has pages of the last chapter of 红楼梦 in the fifty-fifth."""
    found_here = found(from_shelf("hong-lou-meng.txt"), "repeated-passage")
    assert any(finding.notice.fields["chapters"] == ("55", "120") for finding in found_here)


def test_a_phrase_in_a_copied_paragraph_is_said_of_the_paragraph_alone() -> None:
    pasted = "The engines hummed beneath the silver decks while the captain watched a thousand cold stars wheel slowly past the narrow window of her cabin."
    book = book_of(*[f"{n}.\n\n{pasted}" for n in "abcdefgh"])
    assert len(found(book, "repeated-passage")) == 1
    assert not found(book, "repeated-phrase")


def test_one_habit_is_said_once() -> None:
    lines = [
        f"{word} came in. Her voice was barely above a whisper. It sent a shiver down his spine."
        for word in PEOPLE
    ]
    book = book_of("\n\n".join(lines))
    kinds = ("stock-phrase", "repeated-phrase", "cliche")
    said = [each.text for kind in kinds for each in found(book, kind)]
    assert [sum(word in text for text in said) for word in ("whisper", "shiver")] == [1, 1]


def test_a_repeated_phrase_is_told_whole() -> None:
    lines = [f"{word} stood there. Then somebody tossed him a data chip and left." for word in PEOPLE]
    (finding,) = found(book_of("\n\n".join(lines)), "repeated-phrase")
    assert "a data chip" in finding.text


def test_a_chinese_phrase_stays_within_its_clause() -> None:
    text = "张三{n}骑马来到庄前，射住阵脚，{m}拈弓搭箭。"
    pairs = zip("天地玄黄宇宙", "日月盈昃辰宿", strict=True)
    lines = [text.format(n=one, m=other) for one, other in pairs]
    assert all(
        "，" not in each.text for each in found(book_of("\n\n".join(lines), language="zh"), "repeated-phrase")
    )


PEOPLE = ["Rain", "Snow", "Fog", "Wind", "Hail", "Ice"]


def test_what_storytellers_always_say_is_no_habit() -> None:
    lines = [
        f"{one}地无声，{other}月无光，人马皆惊。后人有诗赞曰：此去路遥。"
        for one, other in zip("天玄黄宇宙洪", "日盈昃辰宿列", strict=True)
    ]
    assert not found(book_of("\n\n".join(lines), language="zh"), "repeated-phrase")


def test_a_ruled_line_is_no_passage() -> None:
    rule = "-" * 60
    assert not found(
        book_of(f"张三来了。\n\n{rule}\n\n李四走了。\n\n{rule}\n\n王五笑了。", language="zh"),
        "repeated-passage",
    )


def test_chinese_filter_words_are_quoted_whole() -> None:
    text = (
        "他觉得胜负已分。"
        + "她看见山上有雪，水边有人。" * 12
        + "他感到冷。"
        + "山路很长，没有人说话，只有风声。" * 40
    )
    (finding,) = found(book_of(text, language="zh"), "filter-words")
    assert "“觉得”" in finding.text and "“看见”" in finding.text


def test_an_adverb_after_a_comma_is_on_the_tag_too() -> None:
    lines = "\n\n".join(
        f"“It is {hour} o’clock,” said the {who}, {how}. “Nobody has come.”"
        for hour, who, how in zip(
            range(20), ["old pilot", "boy"] * 10, ["sadly", "proudly"] * 10, strict=True
        )
    )
    (finding,) = found(book_of(lines), "adverb-tag")
    assert finding.notice.fields["n"] == 20
    moved = lines.replace(", sadly.", ", slowly putting down his lamp.").replace(
        ", proudly.", ", the only one."
    )
    assert not found(book_of(moved), "adverb-tag"), "what somebody does while speaking"


def test_whatever_verb_leads_to_a_speaker_and_an_adverb_makes_a_tag() -> None:
    tags = [
        "stormed the pilot, hotly",
        "said Anna, a little sadly",
        "nodded Mrs. Vane importantly",
        "he asked, rather dryly",
    ]
    lines = "\n\n".join(f"“It is {hour} o’clock,” {tags[hour % 4]}." for hour in range(20))
    (finding,) = found(book_of(lines), "adverb-tag")
    assert finding.notice.fields["n"] == 20
    deeds = [
        "nodded Anna, only",
        "turned the page hurriedly because it was late",
        "stormed the gates. Slowly they fell",
    ]
    others = "\n\n".join(f"“It is {hour} o’clock,” {deeds[hour % 3]}." for hour in range(20))
    assert not found(book_of(others), "adverb-tag")


def test_an_adverb_before_the_verb_is_on_the_tag_too() -> None:
    tags = [
        "she quietly said",
        "my brother coldly and clearly replied",
        "Mrs. Vane almost gaily echoed",
        "I sadly put in",
    ]
    lines = "\n\n".join(f"“It is {hour} o’clock,” {tags[hour % 4]}." for hour in range(20))
    (finding,) = found(book_of(lines), "adverb-tag")
    assert finding.notice.fields["n"] == 20
    when = [
        "she finally said",
        "my brother presently replied",
        "Mrs. Vane really asked",
        "I immediately added",
    ]
    assert not found(
        book_of("\n\n".join(f"“It is {hour} o’clock,” {when[hour % 4]}." for hour in range(20))), "adverb-tag"
    )


def test_an_apostrophe_and_the_next_sentence_are_no_speech_tag() -> None:
    lines = "\n\n".join(
        f"There were {n} who hadn’t followed. He told her frankly of them." for n in range(20)
    )
    assert not found(book_of(lines), "adverb-tag")


def test_a_speech_that_a_tag_cuts_in_two_is_one_speech() -> None:
    lines = [f"“It is {hour} o’clock,” said the pilot sadly. “Nobody has come.”" for hour in range(20)]
    others = [f"“I know,” said the boy. “It is past {hour}, and the boat is out.”" for hour in range(20)]
    (finding,) = found(book_of("\n\n".join((*lines, *others))), "adverb-tag")
    assert finding.notice.fields["share"] == 0.5, "20 of 40 speeches, not of 80 pieces"


def test_filter_words_are_told_by_their_most_frequent_forms_each_once() -> None:
    lines = [
        "He saw a light.",
        "He saw a boat.",
        "He saw the nets.",
        "She heard a bell.",
        "He felt the wind.",
    ] * 3
    (finding,) = found(book_of(" ".join(lines) + PLAIN * 8), "filter-words")
    assert finding.notice.fields["n"] == 15
    assert finding.notice.fields["words"] == ("“He saw”", "“She heard”", "“He felt”")


def test_seeing_that_is_itself_the_deed_is_no_filter() -> None:
    lines = [
        "When he saw her he ran.",
        "They seldom saw each other.",
        "She had told nobody what she felt.",
        "They laughed when they heard of it.",
    ]
    assert not found(book_of(" ".join(lines * 4) + PLAIN * 8), "filter-words")


def test_who_is_last_named_among_others_has_left_with_them() -> None:
    early = (
        "Edgar came in. Edgar sat down. Edgar sang. Edgar slept. “Well,” said Edgar. Anna had waited. Peter and Maria laughed. "
        + PLAIN
    )
    late = "Anna had gone out. Anna went home. “No,” said Anna. " + PLAIN
    parting = "Edgar, Peter and Maria went down to the ferry. " + PLAIN
    assert not found(book_of(*[early] * 4, parting + late, *[late] * 7), "vanishing-character")
    early = early.replace("Edgar sat down.", "Edgar sat down. Edgar slept. " * 4)
    assert found(book_of(*[early] * 4, parting + late, *[late] * 7), "vanishing-character"), "a main person"


def test_a_dead_animal_has_not_vanished() -> None:
    early = "Rex ran. Rex sat down. “Good dog,” said Anna to Rex. Anna laughed. " + PLAIN
    late = "Anna had gone out. Anna went home. “No,” said Anna. " + PLAIN
    ends = "He knocked Rex on the head and dragged the carcass away. "
    assert not found(book_of(*[early] * 4, ends + late, *[late] * 7), "vanishing-character")


def test_a_phrase_that_names_somebody_or_is_talked_about_for_a_while_is_no_habit() -> None:
    names = [
        f"{word} the man in the red sweater came in."
        for word in ("Then", "Now", "Here", "Later", "Again", "So")
    ]
    assert not found(book_of("\n\n".join(names)), "repeated-phrase")
    talk = "\n\n".join(
        f"“{word} polish brass with vinegar,” said {who}."
        for word, who in zip(
            ("Now", "Then", "First", "Please", "Do", "So"), ("Anna", "Edgar") * 3, strict=True
        )
    )
    assert not found(book_of(talk), "repeated-phrase")
    assert found(book_of(talk.replace("“", "").replace("”", "")), "repeated-phrase")


def test_a_place_whose_name_has_a_word_that_is_also_a_verb_is_no_habit() -> None:
    lines = [
        "Nobody slept in the store under the ground.",
        "Anna swept the store under the ground twice.",
        "Rain came into the store under the ground.",
        "Who had locked the store under the ground?",
        "They ate in the store under the ground, as moles do.",
        "He missed the store under the ground.",
    ]
    assert not found(book_of("\n\n".join(lines)), "repeated-phrase")
    deeds = [line.replace("the store under the ground", "a wheel and fell to the ground") for line in lines]
    assert found(book_of("\n\n".join(deeds)), "repeated-phrase")


def test_what_a_narrator_calls_somebody_is_no_habit() -> None:
    called = ("woman of brilliance and audacity", "quiet man with the spectacles", "mere boy in the grey cap")
    for name in called:
        lines = [f"{word} {name} came in." for word in ("A", "The", "That", "The", "A", "The")]
        assert not found(book_of("\n\n".join(lines)), "repeated-phrase"), name
    habits = [f"{word} she turned the silver ring twice." for word in ("Then", "Now", "Here", "Later", "So")]
    assert found(book_of("\n\n".join(habits)), "repeated-phrase")


def test_names_that_are_hardly_known_are_not_confused() -> None:
    often = "Rupert came in. Rupert sat down. Anna laughed at Rupert. " + PLAIN
    assert not found(
        book_of("Robert wrote to Anna. Robert was away. Robert slept. " + PLAIN, *[often] * 6), "like-names"
    )
    assert found(book_of(*["Robert wrote to Anna. Robert slept. " + often] * 6), "like-names")


@pytest.mark.parametrize(
    "words",
    [
        "I felt in duty bound to stay. I saw no alternative. I saw no good in it. We felt obliged to go.",
        "She saw fit to wait. He saw no reason for it. She saw the joke. They felt it their duty to ask.",
        "He saw her home. She saw to the horses. He felt for the matches. She felt in her pocket.",
        "Anna heard from him in May. He felt himself entitled to it. They felt inclined to laugh. He felt like singing.",
    ],
)
def test_set_phrases_in_which_nobody_observes(words: str) -> None:
    plain = "The cart went down to the quay, and the boys ran after it with the nets. " * 25
    assert not found(book_of(*[plain] * 5, f"{plain}\n\n{f'{words} ' * 4}"), "filter-words")


def test_what_a_thing_feels_like_is_no_filter_word() -> None:
    shoes = (
        "It felt cold. They felt smooth. Something felt wrong. Feeling watched was new. This felt like rain. "
        * 4
    )
    seen = (
        "Anna felt the rain. Anna saw the boats. She heard the wind. She noticed a dog. He saw a light. " * 4
    )
    plain = "\n\n".join([PLAIN] * 8)
    assert not found(book_of(*[plain] * 5, f"{plain}\n\n{shoes}"), "filter-words")
    assert found(book_of(*[plain] * 5, f"{plain}\n\n{seen}"), "filter-words")


@pytest.mark.parametrize(
    ("name", "other"),
    [("Garnet", "Garny"), ("Kitty", "Kit"), ("Stanning", "Stanny"), ("Marshall", "Marshal")],
)
def test_a_nickname_is_not_confused_with_its_name(name: str, other: str) -> None:
    text = f"“Come, {other},” said Anna. {other} laughed. {name} wrote to Anna. {name} slept. {PLAIN}"
    assert not found(book_of(*[text] * 6), "like-names")


@pytest.mark.parametrize(("name", "other"), [("Marlow", "Barlow"), ("Stella", "Sheila"), ("Maria", "Marya")])
def test_names_that_are_confused_are_still_named(name: str, other: str) -> None:
    text = f"“Come, {other},” said Anna. {other} laughed. {name} wrote to Anna. {name} slept. {PLAIN}"
    assert bool(found(book_of(*[text] * 6), "like-names")) == (name[0] == other[0])


def test_a_sentence_that_begins_with_the_soldier_begins_with_a_capital() -> None:
    fields = {"name": "the Soldier", "n": 25, "chapter": 9, "chapters": 24}
    said = worded(Notice.of("findings.vanishing-character", **fields), Language("en"))
    assert said.startswith("The Soldier, mentioned 25 times")


@pytest.mark.parametrize(
    "phrase",
    [
        "the jar of mushrooms",
        "at the foot of the kitchen stairs",
        "the prisoner in the next cell",
        "beyond the gate of the lower orchard",
        "that dark wooden sewing box",
        "under the locked door of the pantry",
    ],
)
def test_what_names_a_thing_or_a_place_comes_back_as_names_do(phrase: str) -> None:
    verbs = ("saw", "took", "forgot", "hid", "painted", "sold", "broke", "drew")
    lines = [f"He {verb} {phrase}." for verb in verbs]
    said = [each.text for each in found(book_of("\n\n".join(lines)), "repeated-phrase")]
    assert not any(phrase in each for each in said), said


@pytest.mark.parametrize(
    "phrase",
    [
        "his tired eye fell slowly on",
        "turned the silver ring twice",
        "with a low bitter chuckle",
        "shook his head sadly",
    ],
)
def test_a_deed_or_a_manner_that_comes_back_is_a_habit(phrase: str) -> None:
    lines = [f"{word} came. {number} men {phrase}." for number, word in enumerate((*PEOPLE, "Frost", "Mist"))]
    assert found(book_of("\n\n".join(lines)), "repeated-phrase")


@pytest.mark.parametrize(("verb", "is_habit"), [("said", False), ("laughed", True)])
def test_how_a_plain_tag_says_it_a_few_times_is_no_habit(verb: str, is_habit: bool) -> None:
    lines = [f"“It is true!” {word} {verb} in a low bitter tone." for word in PEOPLE[:5]]
    assert bool(found(book_of("\n\n".join(lines)), "repeated-phrase")) == is_habit


def test_a_saying_of_somebody_and_what_stands_in_two_chapters_is_no_habit_of_the_telling() -> None:
    plain = [PLAIN] * 3
    spoken = "“{0}, it makes no matter anyhow,” said Edgar.\n\n"
    says = ["".join(spoken.format(word) for word in PEOPLE[n : n + 2]) for n in (0, 2, 4)]
    assert not found(book_of(*says, *plain), "repeated-phrase")
    told = "{0}. The dog scratched its yellow ear.\n\n"
    two, three = ([*PEOPLE[:3], "", *PEOPLE[3:]], [*PEOPLE[:2], "", *PEOPLE[2:4], "", *PEOPLE[4:]])
    for words, chapters in ((two, 2), (three, 3)):
        texts = "".join(told.format(word) if word else "|" for word in words).split("|")
        assert len(texts) == chapters
        assert bool(found(book_of(*texts, *plain), "repeated-phrase")) == (chapters == 3)


def test_kinds_that_few_can_use_stand_folded() -> None:
    text = "Maria came in. Maria sat down. Marya laughed. “No,” said Marya. " + PLAIN
    findings = measure(book_of(*[text] * 6)).findings
    assert "like-names" in {each.kind for each in findings.rest}
    assert not {"like-names", "dark-stretch"} & {each.kind for each in findings.shown}


def test_two_ends_of_one_long_phrase_are_one_finding() -> None:
    line = "It changed the course of his lonely life forever, a bitter choice that would settle the fate of the whole drowned coast."
    said = found(book_of(*[f"{word} came. {line} And {word} went." for word in PEOPLE]), "repeated-phrase")
    assert len(said) == 1, [each.text for each in said]


def test_speech_that_shouts() -> None:
    shouted = "\n\n".join(f"“It is {n} o’clock!” said Anna." for n in range(60))
    calm = "\n\n".join(f"“It is {n} o’clock,” said Anna." for n in range(60))
    (finding,) = found(book_of(shouted, calm), "exclaimed")
    assert finding.notice.fields["share"] == 0.5 and finding.quote == "“It is 0 o’clock!”"
    assert not found(book_of(shouted, *[calm] * 6), "exclaimed")
    assert not found(book_of(shouted.replace("said Anna.", "said Anna. “It is late.”"), calm), "exclaimed"), (
        "the end is calm"
    )
    assert not found(book_of(shouted.replace("!", "."), calm.replace("said", "cried!  said")), "exclaimed")


def test_a_name_in_marks_has_no_adverb_on_its_tag() -> None:
    house = "They lived in a house called “Beacon House,” offered abruptly to the sunset.\n\n"
    tag = "“It is late,” she said abruptly.\n\n"
    assert found(book_of(tag * 20), "adverb-tag")
    assert not found(book_of(house * 20 + "“No,” she said.\n\n"), "adverb-tag")


def test_a_figure_within_a_longer_one_counts() -> None:
    book = book_of(
        PLAIN
        + " He gave a sigh of relief. "
        + PLAIN
        + " She breathed a sigh of relief. "
        + PLAIN
        + " A sigh of relief was heard."
    )
    (finding,) = found(book, "cliche")
    assert finding.notice.fields["n"] == 3 and finding.notice.fields["words"] == "sigh of relief"
    twice = book_of(PLAIN + " He gave a sigh of relief. " + PLAIN + " A sigh of relief was heard.")
    assert not [each for each in measure(twice).findings.shown if each.kind == "cliche"]
