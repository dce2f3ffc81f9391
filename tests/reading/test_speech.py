"""Who speaks: tags, pronouns, actions, forms of address and turns; narrators; speech over paragraphs; dashes."""

from __future__ import annotations

import pytest

from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import Speech, speeches, voices
from fabula.text.book import Book
from reading.small_books import book_of

INTRODUCED = (
    "Anna came in. Peter was at the window. Anna sat down. Peter turned round. She looked at him.\n\n"
)


def said(book: Book) -> list[Speech]:
    return speeches(book, parse(book), find_cast(book))


def who(*chapters: str, language: str = "en") -> list[str | None]:
    return [speech.speaker for speech in said(book_of(*chapters, language=language))]


def reasons(text: str) -> list[str | None]:
    return [speech.reason for speech in said(book_of(text))]


def heard(book: Book) -> dict[str | None, int]:
    return {voice.name: voice.speeches for voice in voices(book, parse(book), find_cast(book))}


def test_tags_before_and_after_the_speech() -> None:
    text = INTRODUCED + "“Come in,” said Anna.\n\n“I am in,” Peter replied.\n\nAnna said, “Then sit.”"
    assert who(text) == ["Anna", "Peter", "Anna"]
    assert reasons(text) == ["tag", "tag", "tag"]


@pytest.mark.parametrize("bar", ["", "—", "―", "--"])
def test_a_colon_leads_on_to_the_paragraph_below(bar: str) -> None:
    text = (
        INTRODUCED
        + f"Peter laughed. Then, turning to Anna, Peter said:{bar}\n\n“It is late.” At this the bell rang.\n\nThey listened."
    )
    assert who(text) == ["Peter"]
    assert reasons(text) == ["tag"]


def test_a_colon_leads_on_behind_another_speech() -> None:
    text = INTRODUCED + "“Who is it?” Peter rose, and he said:\n\n“It is the post.”\n\nThey listened."
    assert who(
        INTRODUCED + "Anna said:\n\n“I heard a step.” Peter rose, and he said:\n\n“It is the post.”"
    ) == ["Anna", "Peter"]
    assert who(text)[1] == "Peter"
    assert who(INTRODUCED + "“It is the post,” said Peter, and added:\n\n“It is late.”\n\nAnna nodded.") == [
        "Peter",
        "Peter",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Through the door came the voice of Peter:\n\n“It is late.”",
        "What she remembered was Peter’s saying:\n\n“It is late.”",
    ],
)
def test_a_voice_is_somebodys(text: str) -> None:
    assert who(INTRODUCED + text) == ["Peter"]


def test_a_narrator_who_hears_does_not_speak() -> None:
    text = (
        "I came in, and I sat down. Peter was at the window. I looked at him. I was tired, and I had no hat. I saw the sea.\n\n"
        "“It might be,” I seem even now to hear Peter muttering."
    )
    assert who(text) == ["Peter"]


def test_a_speech_broken_by_its_tag_is_one() -> None:
    book = book_of("“Come,” said Anna softly, “and sit.”\n\nAnna had spoken.")
    (anna,) = voices(book, parse(book), find_cast(book))
    assert (anna.name, anna.speeches, anna.words) == ("Anna", 1, 3)
    assert anna.share == 1.0


def test_pronouns_find_the_person_of_their_gender() -> None:
    text = (
        INTRODUCED
        + "“You are late,” she said.\n\n“The train was late,” he answered.\n\n“It always is,” said she."
    )
    assert who(text) == ["Anna", "Peter", "Anna"]
    assert set(reasons(text)) == {"pronoun"}


def test_an_action_beside_the_speech_names_who_speaks() -> None:
    text = INTRODUCED + "Anna put down her cup. “No.”\n\nPeter shook his head. “Yes.”"
    assert who(text) == ["Anna", "Peter"]
    assert reasons(text) == ["action", "action"]


def test_two_people_take_turns() -> None:
    text = INTRODUCED + (
        "“Is it far?” said Anna.\n\n“Two miles,” said Peter.\n\n“Can we walk?”\n\n“If it stays dry.”\n\n"
        "“It will.”\n\n“Then we walk,” said Peter."
    )
    assert who(text) == ["Anna", "Peter"] * 3
    assert reasons(text)[2:5] == ["turn", "turn", "turn"]


def test_whoever_is_addressed_answers_and_does_not_speak() -> None:
    text = (
        INTRODUCED
        + "“Where were you, Peter?”\n\n“At the mill.”\n\n“And you saw him, Peter?”\n\n“I did, Anna.”"
    )
    assert who(text) == ["Anna", "Peter"] * 2


def test_a_clause_or_a_paragraph_leads_on_to_a_speech() -> None:
    text = INTRODUCED + (
        "Anna, who had heard enough of it, rose and cried, “Stop!”\n\n"
        "Then Peter, after a long silence, said:\n\n“I have stopped.”"
    )
    assert who(text) == ["Anna", "Peter"]


def test_a_paragraph_that_goes_on_in_lower_case_holds_the_tag() -> None:
    text = INTRODUCED + "“I never saw it,”\n\nsaid Anna, “and I never shall.”"
    assert who(text) == ["Anna"]


def test_a_speech_over_several_paragraphs_is_one_and_its_quotations_are_no_turns() -> None:
    tale = (
        "“I was a boy,” said Peter, “when the ship came in.\n\n“My father met the captain. ‘Have you rum?’ said my father.\n\n"
        "“‘I have,’ said the captain. That was all.”\n\n“And then?” said Anna."
    )
    book = book_of(INTRODUCED + tale)
    first, second = said(book)
    assert (first.speaker, second.speaker) == ("Peter", "Anna")
    assert len(first.spans) == 4
    assert heard(book) == {"Peter": 1, "Anna": 1}


def test_nobody_is_named_where_nothing_shows_who_speaks() -> None:
    (speech,) = said(book_of("Anna slept.\n\nThe town was quiet. Anna woke up.", "The street.\n\n“Fish!”"))
    assert (speech.speaker, speech.reason) == (None, None)
    assert speech.confidence is not None and speech.confidence < 0.5


def test_tags_are_surer_than_turns() -> None:
    text = INTRODUCED + "“Is it far?” said Anna.\n\n“Two miles,” said Peter.\n\n“Can we walk?”"
    tag, _, turn = [speech.confidence or 0 for speech in said(book_of(text))]
    assert tag > 0.9 > turn


NARRATED = (
    "I came down at eight. I found Holmes at the fire. I had slept badly, and I said so. Holmes laughed.\n\n"
    "“You are pale, Dr. Watson,” said Holmes.\n\n“I did not sleep,” I answered.\n\nI sat down. I poured the coffee. I was cold.\n\n"
    "“Take my chair, Watson,” said Holmes.\n\n“Gladly,” said I. “Is there news?”\n\n“Plenty, my dear Watson.”"
)


def test_a_narrator_is_called_by_name_and_says_i() -> None:
    assert who(NARRATED) == ["Holmes", "Dr. Watson", "Holmes", "Dr. Watson", "Holmes"]


def test_a_narrator_without_a_name_is_i() -> None:
    text = NARRATED.replace(", Dr. Watson", "").replace(", Watson", "").replace(", my dear Watson", "")
    assert who(text) == ["Holmes", "I", "Holmes", "I", "Holmes"]


@pytest.mark.parametrize(
    "looking_on",
    [
        "I shall never forget the smile with which he brought it out.",
        "I can hear the dear fellow still.",
        "I still see him at that table.",
    ],
)
def test_a_narrator_who_tells_how_it_was_said_has_not_said_it(looking_on: str) -> None:
    text = NARRATED.replace(", Dr. Watson", "").replace(", Watson", "").replace(", my dear Watson", "")
    text += f"\n\n“I am cold,” I said.\n\n“Then come to the fire!” {looking_on}"
    assert who(text)[-1] != "I"


def test_a_letter_in_a_novel_has_no_narrator() -> None:
    letter = NARRATED.split("\n\n", 1)[0] + " I wrote. I slept. I wept. I am yours."
    rest = [INTRODUCED + f"“Good day {n},” said Anna." for n in range(5)]
    assert who(letter, *rest) == ["Anna"] * 5


def test_dashes_in_english() -> None:
    text = (
        "Stephen came up. Peter was shaving. Stephen sat down. Peter sang.\n\n"
        "—Come up, said Peter.\n\n—I am up, Stephen said.\n\n—Good, said Peter."
    )
    assert who(text) == ["Peter", "Stephen", "Peter"]


def test_dashes_in_spanish() -> None:
    text = (
        "Juan Pérez entró. Doña Isabel estaba en la silla. Juan se sentó.\n\n—Ven —dijo Juan Pérez—. Es tarde.\n\n"
        "—No quiero —contestó doña Isabel, y miró la calle.\n\n—Siempre igual —dijo él.\n\n—Siempre —dijo ella."
    )
    assert who(text, language="es") == ["Juan Pérez", "Isabel"] * 2


def test_chinese_tags() -> None:
    book = book_of(
        "黛玉笑道：“你来了。”宝玉道：“来了。”那丫头道：“茶来了。”\n\n黛玉道：“坐。”宝玉道：“好。”宝玉说道：“好。”黛玉道：“嗯。”",
        language="zh",
    )
    assert heard(book) == {"黛玉": 3, "宝玉": 3, None: 1}
    assert {speech.confidence for speech in said(book)} == {None}


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_a_language_without_rules_attributes_nothing(language: str) -> None:
    assert set(who("« Viens », dit Anna.\n\n“Oui”, dit Pierre.", language=language)) <= {None}


def test_he_is_never_the_one_who_tells_the_story() -> None:
    """A narrator whom others call by name is a man like the host, and still no `he`."""
    visit = (
        "I rose. I washed, I ate, and I went out. I was alone. I saw the hills, I heard the sea, and I was glad. I walked on."
        "\n\n“Come in, George,” said Sir Hugh. “Sit, George,” said Sir Hugh. I was in the house by noon, and I thanked him."
        "\n\nHe pulled his beard. “That will not help you. I go one better.”\n\nI thought so. “I know,” I said."
        "\n\nHe sat down at a table and wrote as I told him. “There you are,” he said. “Go.”"
    )
    assert who(visit, visit, visit) == ["Sir Hugh", "Sir Hugh", "George", "Sir Hugh"] * 3


@pytest.mark.parametrize(
    "tag",
    [
        "the big one shouted to Peter",
        "the big one said softly to Peter",
        "the big one asked Peter",
        "the big one, who had seen it all, called out to Peter",
    ],
)
def test_whoever_is_spoken_to_does_not_speak(tag: str) -> None:
    before = INTRODUCED + "Peter ran on. Peter fell. Peter got up.\n\n"
    assert who(f"{before}“Walk over!” {tag}. “It is safe.”") == [None]


def test_what_is_done_before_the_verb_of_saying_has_no_say() -> None:
    before = INTRODUCED + "A robber stood there.\n\n"
    assert who(before + "Anna shook her fist at the robber and Peter and shouted, “You are caught!”") == [
        "Anna"
    ]


@pytest.mark.parametrize("verb", ["bellowed", "grunted", "squeaked", "would whisper"])
def test_loud_and_quiet_verbs_of_saying(verb: str) -> None:
    assert reasons(f"{INTRODUCED}“Land,” Peter {verb}.\n\nThe sea was grey.") == ["tag"]


def test_a_frame_has_a_narrator_who_speaks() -> None:
    frame = "I came in winter. I saw him. I knew the house. I asked my way. I had time, and I had no horse. I waited.\n\n"
    frame += "“Who is that?” I asked.\n\n“Peter,” said Anna. Anna turned away.\n\n“Good God!” I exclaimed.\n\nAnna laughed.\n\n"
    story = (
        INTRODUCED
        + "“Come,” said Anna.\n\n“No,” said Peter. He sat down. He looked at her, and she went.\n\n"
    )
    assert who(frame, *[story] * 7)[:3] == ["I", "Anna", "I"]


def test_whoever_is_heard_to_say_it_speaks_and_not_the_hearer() -> None:
    text = (
        INTRODUCED
        + "Anna was upstairs. She heard Peter say, “It is late.”\n\nPeter stood at the door and heard Anna singing, “Home, home.”"
    )
    assert who(text) == ["Peter", "Anna"]


@pytest.mark.parametrize(
    "they",
    [
        "everyone",
        "they all",
        "both of them",
        "somebody",
        "all the little children",
        "others",
        "some of them",
        "another",
    ],
)
def test_what_everybody_says_is_nobodys(they: str) -> None:
    before = INTRODUCED + "Peter ran on. Peter fell.\n\n“Here I am,” said Peter.\n\n"
    assert who(f"{before}“Hear, hear,” {they} cried.\n\nThe sea was grey.") == ["Peter", None]


def test_a_quotation_at_the_end_of_a_paragraph_does_not_close_the_tale() -> None:
    tale = "“I met him on the road,” said Peter. “He said, ‘Turn back.’\n\n“I asked him why. He said, ‘The bridge is down.’\n\n“So I turned.”"
    assert who(INTRODUCED + tale + "\n\n“I see,” said Anna.") == ["Peter", "Anna"]


def test_an_adverb_may_stand_before_the_verb_of_a_tag() -> None:
    for adverb in ("here", "now", "firmly", "at last", "then"):
        text = f"{INTRODUCED}“Who is it?” asked Anna.\n\n“It is the post,” {adverb} interposed Peter.\n\n“So late?” said Anna."
        assert who(text) == ["Anna", "Peter", "Anna"], adverb
        assert reasons(text)[1] == "tag", adverb


def test_the_lord_is_no_lord_of_the_story() -> None:
    before = (
        INTRODUCED
        + "Lord Greatauk came in.\n\n“I am Greatauk,” said Lord Greatauk.\n\n“Sit down,” said Anna.\n\n"
    )
    before += "“I was there,” said Peter. Peter laughed.\n\n"
    assert who(f"{before}“It is a manner of speaking,” resumed the Lord.") == [
        "Lord Greatauk",
        "Anna",
        "Peter",
        None,
    ]


@pytest.mark.parametrize(
    "lead",
    [
        "Then said Peter,",
        "Thus answered Peter:",
        "Then spake Peter to the owl,",
        "Whereupon cried old Peter,",
    ],
)
def test_a_verb_that_stands_first_before_a_speech(lead: str) -> None:
    text = f"{INTRODUCED}“It is late,” said Anna. Anna shut the door.\n\n{lead} “The boat is gone.”\n\nThe sea was grey."
    assert (who(text)[-1], reasons(text)[-1]) == ("Peter", "tag")


@pytest.mark.parametrize(("noun", "speaker"), [("knight", "Peter"), ("damsel", "Anna")])
def test_what_a_noun_says_of_a_speaker(noun: str, speaker: str) -> None:
    text = f"{INTRODUCED}Peter and Anna sat by the fire.\n\n“I grow too old for it,” the {noun} answered."
    assert who(text) == [speaker]


@pytest.mark.parametrize(
    "lead",
    [
        "Then spoke Anna to the crowd, and Peter answered:",
        "So said Anna, but Peter shook his head and cried,",
    ],
)
def test_the_last_verb_of_saying_leads_on_to_a_speech(lead: str) -> None:
    assert who(f"{INTRODUCED}Peter and Anna came in.\n\n{lead} “No, never.”\n\nThe sea was grey.") == [
        "Peter"
    ]
