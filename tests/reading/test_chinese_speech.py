"""Who speaks in Chinese prose: older prose with many speakers a paragraph, modern prose with turns."""

from __future__ import annotations

from collections.abc import Mapping

from small_books import book_of
from test_chinese_people import NIGHT

from fabula.languages.alternation import alternation
from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Conversation
from fabula.reading.cast import Mention
from fabula.reading.parsed import parse

OLD = (
    "王夫人道：“留着给宝丫头戴罢。”薛姨妈道：“姨娘不知道，宝丫头古怪着呢。”宝玉听了，忙问黛玉道：“妹妹可好？”"
    "黛玉冷笑道：“我就知道。”宝玉见黛玉恼了，又笑道：“好妹妹。”黛玉不理，只说道：“去罢。”又道：“别来。”\n\n"
    "正说着，小丫头进来说：“茶来了。”宝玉便向王夫人道：“太太请。”众人都道：“好茶。”只听王夫人道：“坐罢。”"
    "他女儿笑道：“妈好。”周瑞家的笑道：“你来了。”周瑞家的又笑道：“坐。”薛姨妈笑道：“是了。”黛玉道：“茶好。”"
)


NAMES: dict[str, Gender] = {"王夫人": "f", "薛姨妈": "f", "宝玉": "m", "黛玉": "f", "周瑞家": "f"}
TOWN: dict[str, Gender] = {
    "沈砚舟": "m",
    "砚舟": "m",
    "林晚秋": "f",
    "晚秋": "f",
    "小陈": "m",
    "老周": "m",
    "周师傅": "m",
}
SAME = {"砚舟": "沈砚舟", "晚秋": "林晚秋", "周师傅": "老周"}


def said_by(text: str, people: Mapping[str, Gender]) -> list[tuple[str, str]]:
    """Each speech without its marks, and its speaker."""
    book = book_of(text, language="zh")
    (chapter,) = parse(book)
    names = list(people)
    mentions = [
        Mention(names.index(SAME.get(found.group(), found.group())), 0, found.start(), found.end())
        for found in alternation(names).finditer(chapter.chapter.text)
    ]
    text = chapter.chapter.text
    speakers = book.language.speech.by_chapter
    assert speakers is not None
    talk = Conversation(text, chapter.paragraphs, chapter.spoken, mentions, list(people.values()))
    return [
        (text[start:end].strip("“”"), "" if who is None else names[who])
        for (start, end), who in zip(chapter.spoken, speakers(talk), strict=True)
    ]


def test_the_subject_of_the_tag_speaks_not_whom_it_is_said_to() -> None:
    found = dict(said_by(OLD, NAMES))
    assert found["妹妹可好？"] == found["好妹妹。"] == found["太太请。"] == "宝玉"
    assert found["我就知道。"] == found["去罢。"] == "黛玉"
    assert found["坐罢。"] == found["留着给宝丫头戴罢。"] == "王夫人"


def test_a_further_speech_after_a_few_words_has_the_same_speaker() -> None:
    assert dict(said_by(OLD, NAMES))["别来。"] == "黛玉"


def test_somebody_outside_the_cast_is_not_taken_for_the_last_one_named() -> None:
    found = dict(said_by(OLD, NAMES))
    assert found["茶来了。"] == found["好茶。"] == found["妈好。"] == ""


def test_the_wife_of_a_servant_is_a_person() -> None:
    assert dict(said_by(OLD, NAMES))["你来了。"] == "周瑞家"


def test_modern_prose_tags_after_a_speech_and_names_who_acts_beside_it() -> None:
    found = dict(said_by(NIGHT, TOWN))
    assert found["你迟到了。"] == "沈砚舟"
    assert found["晚秋姐，"] == found["老周找你！"] == "小陈"
    assert found["砚舟，"] == found["你知道什么？"] == "林晚秋"
    assert found["对不起，砚舟。"] == "林晚秋"
    assert found["你长得真像你娘。"] == "老周"


def test_two_people_take_turns() -> None:
    text = "“路上堵车。”林晚秋说。\n\n“哪条路？”沈砚舟问。\n\n“老路。”\n\n“又是老路？”"
    assert [who for _, who in said_by(text, TOWN)] == ["林晚秋", "沈砚舟", "林晚秋", "沈砚舟"]


def test_a_paragraph_that_ends_with_a_tag_leads_to_the_next() -> None:
    text = "老周慢慢走进门来，对林晚秋说：\n\n“吃了么？”\n\n门外有人嚷道：\n\n“包好！”"
    assert [who for _, who in said_by(text, TOWN)] == ["老周", ""]


def test_a_face_or_a_voice_is_somebodys() -> None:
    text = "“查到了吗？”林枫问。\n\n老周的脸色变了：“楚家可不好惹。”\n\n苏晴的声音很冷：“说。”"
    found = dict(said_by(text, {"林枫": "m", "老周": "m", "苏晴": "f"}))
    assert (found["楚家可不好惹。"], found["说。"]) == ("老周", "苏晴")


def test_somebody_with_an_epithet_outside_the_cast_is_nobody() -> None:
    text = "李虎张大了嘴巴。\n\n高台上，冷月仙子轻咦了一声，道：“烈火拳。”"
    assert dict(said_by(text, {"李虎": "m"}))["烈火拳。"] == ""


ATTIC = (
    "祖父走过来。祖父说：“你在干什么？”\n\n我就催促着祖父：“快走，快走。”\n\n于是我从祖父的身上往下挣扎着，喊着：“放我下来！”\n\n"
    "别人看见了祖父，于是就都说：“这孩子淘气。”他太太道：“可不是。”"
)


def test_what_the_narrator_says_to_somebody_is_not_said_by_them() -> None:
    found = dict(said_by(ATTIC, {"祖父": "m"}))
    assert found["你在干什么？"] == "祖父"
    assert found["快走，快走。"] == found["放我下来！"] == ""
    assert found["这孩子淘气。"] == found["可不是。"] == ""


SECT: dict[str, Gender] = {"陆沉": "m", "柳如烟": "f", "苏清月": "f", "王胖子": "m", "赵长老": "m"}
ARENA = (
    "“师姐，你不管管他？”身边的小师妹柳如烟拉了拉她的袖子，“快去呀。”\n\n“他自己的路，自己走。”苏清月淡淡地道。\n\n"
    "“炼气三层也敢来？”旁边的赵长老哼了一声。\n\n“睡了吗？”是王胖子的声音。\n\n陆沉打开门，王胖子钻了进来。\n\n“你疯了？”王胖子压低声音。\n\n"
    "“借我一百块灵石。”\n\n“多少？”王胖子差点噎住。\n\n夜里，陆沉盘膝坐在床上。\n\n“怎么才能变强？”\n\n"
    "坐在一旁的顾夫人笑着打圆场：“都少说一句。”\n\n“站住！”看着门口的陆沉的那个人喝道。"
)


def test_an_epithet_may_stand_before_who_speaks() -> None:
    found = dict(said_by(ARENA, SECT))
    assert found["师姐，你不管管他？"] == found["快去呀。"] == "柳如烟"
    assert found["炼气三层也敢来？"] == "赵长老"


def test_a_voice_is_heard_before_it_is_named() -> None:
    assert dict(said_by(ARENA, SECT))["睡了吗？"] == "王胖子"


def test_who_the_narration_turns_to_speaks_next() -> None:
    found = dict(said_by(ARENA, SECT))
    assert found["借我一百块灵石。"] == found["怎么才能变强？"] == "陆沉"


def test_a_stranger_with_a_title_is_not_whoever_was_named_last() -> None:
    found = dict(said_by(ARENA, SECT))
    assert found["都少说一句。"] == ""
    assert found["站住！"] == ""


QUARREL = "“上车。”沈嘉言吹了声口哨。\n\n顾景深看了他一眼，没有说话。\n\n“怎么，怕了？”\n\n“笑话。”顾景深说。"


def test_who_says_nothing_does_not_speak_next() -> None:
    assert dict(said_by(QUARREL, {"沈嘉言": "m", "顾景深": "m"}))["怎么，怕了？"] == "沈嘉言"


MEETING = "一个女人站在门口，目光落在林晚脸上，笑意冷下来，“这位是？”\n\n林晚向着顾景深，低声道：“是我。”"


def test_a_look_at_somebody_is_not_theirs() -> None:
    found = dict(said_by(MEETING, {"林晚": "f", "顾景深": "m"}))
    assert found["这位是？"] == ""
    assert found["是我。"] == "林晚"


POEMS = "听得见老厨子刷锅的声音。\n\n我和祖父念诗，一直念到太阳出来。\n\n祖父说：\n\n“起来吧。”\n\n“再念一首。”\n\n祖父说：“好。”"


def test_an_untagged_answer_may_be_the_narrators() -> None:
    assert dict(said_by(POEMS, {"祖父": "m", "老厨子": "m"}))["再念一首。"] == ""


GATE = "“有人吗？”\n\n“我叫夏晚晴。”女孩举着双手走了出来。\n\n“弟子陆沉，拜见师尊！”\n\n“我叫夏晚晴来的。”江辰说。\n\n“夏晚晴，”江辰说，“走吧。”"


def test_who_says_their_own_name_speaks() -> None:
    found = dict(said_by(GATE, {"夏晚晴": "f", "陆沉": "m", "江辰": "m"}))
    assert found["我叫夏晚晴。"] == "夏晚晴"
    assert found["弟子陆沉，拜见师尊！"] == "陆沉"
    assert found["我叫夏晚晴来的。"] == found["走吧。"] == "江辰"


HALL = (
    "赵员外请鲁达上楼坐定。鲁达道：“洒家怎敢。”员外道：“聊表相敬之礼。”鲁达听了“相敬”两字，哈哈大笑，睁着眼，道：“好！”"
    "长老道：“坐。”只见鲁达走来，手内捧着一个茶盘，里面放着两钟新茶，因问：“谁要茶？”赵员外抬头看时，那匾上写着：“快活楼”。"
)


def test_a_rank_alone_is_who_was_named_with_it() -> None:
    found = dict(said_by(HALL, {"赵员外": "m", "鲁达": "m"}))
    assert found["聊表相敬之礼。"] == "赵员外"
    assert found["坐。"] == ""


def test_words_in_marks_within_a_sentence_are_no_speech() -> None:
    found = dict(said_by(HALL, {"赵员外": "m", "鲁达": "m"}))
    assert found["好！"] == "鲁达"


def test_what_stands_on_a_tray_asks_nothing() -> None:
    assert dict(said_by(HALL, {"赵员外": "m", "鲁达": "m"}))["谁要茶？"] == "鲁达"


def test_nobody_says_an_inscription() -> None:
    assert dict(said_by(HALL, {"赵员外": "m", "鲁达": "m"}))["快活楼"] == ""
