"""People in Chinese prose: heroes who seldom speak, courtesy names, foreign names, given names alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_books import book_of

from fabula.languages.zh import evidence
from fabula.reading.anonymise import anonymise
from fabula.reading.cast import Cast, find_cast
from fabula.reading.reading import Character

OATH = """
榜文行到涿县，引出涿县中一个英雄。那人不甚好读书；中山靖王刘胜之后，汉景帝阁下玄孙，姓刘名备，字玄德。玄德幼孤，事母至孝。

及刘焉发榜招军时，玄德年已二十八岁矣。玄德回视其人，身长八尺，豹头环眼。玄德见他形貌异常，问其姓名。其人曰：“某姓张名飞，字翼德。世居涿郡，颇有庄田。”玄德曰：“我本汉室宗亲，姓刘，名备。”飞曰：“吾颇有资财，当招募乡勇，与公同举大事，如何。”玄德甚喜，遂与同入村店中饮酒。

玄德就邀他同坐，叩其姓名。其人曰：“吾姓关名羽，字长生，后改云长，河东解良人也。”玄德遂以己志告之，云长大喜。同到张飞庄上，共议大事。飞曰：“吾庄后有一桃园，花开正盛。”玄德、云长齐声应曰：“如此甚好。”三人誓曰：“念刘备、关羽、张飞，虽然异姓，既结为兄弟，则同心协力。”飞曰：“好。”

云长造青龙偃月刀，张飞造丈八点钢矛。为首闪出一将，官拜骑都尉，姓曹名操，字孟德。曹操引军而出，曹操大怒，众将见曹操，皆退。却说关云长、张翼德来见，关羽在后，刘备、张飞先行。孟德叹曰：“真虎将也！”
"""
NIGHT = """
“你迟到了。”沈砚舟没有抬头，手里的笔还在纸上划。

林晚秋笑了一下，没有接话。林晚秋走到窗边，看见小陈蹲在台阶上抽烟。

“晚秋姐，”小陈在楼下喊，“老周找你！”沈砚舟终于抬起头来。林晚秋盯着他看了很久。“砚舟，”她低声说，“你知道什么？”

老周站在门口，浑身湿透。“对不起，砚舟。”林晚秋没有看他。“晚秋，”老周说，“你长得真像你娘。”老周叹了口气。“周师傅，坐。”林晚秋说。沈砚舟说：“周师傅来了。”
"""
WAR = """
安德烈·包尔康斯基公爵走进客厅。安德烈公爵说，库图佐夫将军要他去做副官。皮埃尔·别祖霍夫从后面走过来，拉住了安德烈的手。

“我知道您会来。”皮埃尔回答。安德烈转过身去，对皮埃尔说：“永远不要结婚。”包尔康斯基没有再说话。娜塔莎·罗斯托娃跑进客厅。“妈妈！”娜塔莎喊道。

娜塔莎走到皮埃尔面前，笑着问：“您会跳舞吗？”“我怕会跳错。”皮埃尔说。
"""


def known_as(cast: Cast, form: str) -> Character | None:
    found = [each for each in cast.characters if form in (each.name, *each.aliases)]
    assert len(found) < 2, f"{form} is {[each.name for each in found]}"
    return found[0] if found else None


def test_courtesy_names_belong_to_those_who_were_introduced_with_them() -> None:
    cast = find_cast(book_of(OATH, language="zh"))
    for name, courtesy, both in (
        ("刘备", "玄德", None),
        ("关羽", "云长", "关云长"),
        ("张飞", "翼德", "张翼德"),
        ("曹操", "孟德", None),
    ):
        person = known_as(cast, courtesy)
        assert person is not None and person is known_as(cast, name), name
        assert both is None or both in person.aliases


def test_no_verb_belongs_to_a_name() -> None:
    names = {
        form
        for each in find_cast(book_of(OATH, language="zh")).characters
        for form in (each.name, *each.aliases)
    }
    assert not any(form.startswith("曹操") and form != "曹操" for form in names)
    assert not any(form.endswith(("引", "大", "遂", "曰", "处", "造")) for form in names)


def test_one_letter_is_a_name_where_it_speaks() -> None:
    book = book_of(OATH + "\n\n飞鸟过江，鱼在水中飞。", language="zh")
    cast = find_cast(book)
    fei = known_as(cast, "飞")
    assert fei is not None and fei is known_as(cast, "张飞")
    who = cast.characters.index(fei)
    single = [each for each in cast.mentions if each.who == who and each.end - each.start == 1]
    assert len(single) == 3
    assert all(book.chapters[0].text[each.end] == "曰" for each in single)


def test_given_names_alone_and_familiar_forms_are_found_in_modern_prose() -> None:
    cast = find_cast(book_of(NIGHT, language="zh"))
    assert known_as(cast, "晚秋") is known_as(cast, "林晚秋") is not None
    assert known_as(cast, "砚舟") is known_as(cast, "沈砚舟") is not None
    assert known_as(cast, "老周") is known_as(cast, "周师傅") is not None


def test_foreign_names_are_whole_and_belong_to_their_parts() -> None:
    cast = find_cast(book_of(WAR, language="zh"))
    assert (
        known_as(cast, "安德烈")
        is known_as(cast, "包尔康斯基")
        is known_as(cast, "安德烈·包尔康斯基")
        is not None
    )
    assert known_as(cast, "皮埃尔") is known_as(cast, "皮埃尔·别祖霍夫") is not None
    assert known_as(cast, "娜塔莎") is not known_as(cast, "皮埃尔")


def test_a_nickname_belongs_to_the_one_it_stands_before() -> None:
    text = (
        "那大汉姓李名逵，祖贯是沂州沂水县人氏，绰号黑旋风。黑旋风李逵喝道：“让开！”李逵说道：“走。”"
        "宋江道：“兄弟且住。”李逵道：“哥哥。”宋江笑道：“坐。”黑旋风大叫一声。李逵又道：“打！”李逵去了。"
    )
    cast = find_cast(book_of(text, language="zh"))
    assert known_as(cast, "黑旋风") is known_as(cast, "李逵") is not None
    assert known_as(cast, "宋江") is not known_as(cast, "李逵")


def test_a_name_of_one_letter_is_renamed_only_where_it_is_a_name() -> None:
    book = book_of(OATH + "\n\n飞鸟过江，鱼在水中飞。", language="zh")
    other = anonymise(book)
    text = other.book.chapters[0].text
    assert "飞曰" not in text and "张飞" not in text and "孟德" not in text
    assert text.endswith("飞鸟过江，鱼在水中飞。")


def test_a_name_may_end_like_a_place() -> None:
    text = (
        "贾雨村笑道：“请坐。”雨村道：“不敢。”士隐笑道：“请。”雨村忙道：“多谢。”贾雨村便去了。雨村又道：“是。”"
    )
    cast = find_cast(book_of(text, language="zh"))
    assert known_as(cast, "雨村") is known_as(cast, "贾雨村") is not None


COURTESY = [
    "刘备玄德",
    "关羽云长",
    "张飞翼德",
    "诸葛亮孔明",
    "赵云子龙",
    "曹操孟德",
    "孙权仲谋",
    "周瑜公瑾",
    "鲁肃子敬",
    "吕布奉先",
    "陈宫公台",
    "张辽文远",
    "庞统士元",
    "徐庶元直",
    "司马懿仲达",
    "姜维伯约",
    "魏延文长",
    "陆逊伯言",
    "黄盖公覆",
    "郭嘉奉孝",
    "甘宁兴霸",
]
OTHERS = ["王允", "董卓", "袁绍", "马超", "貂蝉", "许褚", "公孙瓒", "黄忠", "孟获", "马谡", "吕蒙", "袁术"]


def test_the_thirty_leading_people_of_old_prose_each_stand_once_and_no_verb_is_in_a_name() -> None:
    """Twenty short chapters written from memory in the manner of 三国演义, which was not at hand."""
    text = (Path(__file__).parent / "heroes-in-the-manner-of-sanguo.zh.txt").read_text(encoding="utf-8")
    chapters = [each for each in re.split(r"(?m)^第.{1,3}回 .*$", text) if each.strip()]
    cast = find_cast(book_of(*chapters, language="zh"))
    for both in COURTESY:
        name, courtesy = both[:-2], both[-2:]
        person = known_as(cast, name)
        assert person is not None and person is known_as(cast, courtesy), both
    assert [name for name in OTHERS if known_as(cast, name) is None] == []
    forms = {form for each in cast.characters for form in (each.name, *each.aliases)}
    assert not [form for form in forms if form[-1] in "曰大引见笑怒问听来去谓"], forms


def test_a_nickname_may_stand_before_another_form_of_the_name_now_and_then() -> None:
    text = (
        "鲁智深道：“人见洒家背上有花绣，都叫俺做花和尚鲁智深。”花和尚鲁智深大怒。花荣笑道：“兄长。”花荣道：“请坐。”智深道：“好。”"
        "花和尚鲁智深去了。花荣道：“再会。”鲁智深道：“走。”花和尚鲁智深道：“打！”花荣去了。"
    )
    cast = find_cast(book_of(text, language="zh"))
    assert known_as(cast, "花和尚") is known_as(cast, "鲁智深") is not known_as(cast, "花荣")


def test_a_form_of_address_for_a_man_is_no_womans() -> None:
    text = "林姑娘来了。林姑娘，林姑娘！林黛玉笑道：“来了。”林大爷来了。黛玉道：“坐。”林大爷道：“是。”林姑娘道：“请。”林大爷去了。林黛玉哭道：“去罢。”"
    cast = find_cast(book_of(text * 3, language="zh"))
    assert known_as(cast, "林黛玉") is not known_as(cast, "林大爷")


def test_a_hamlet_has_a_familys_name() -> None:
    text = "周进来到薛家集。梅玖道：“周先生请。”周进道：“请。”薛家集里热闹。周进出了薛家集，梅玖笑道：“先生慢走。”薛家集的人都来了。"
    cast = find_cast(book_of(text * 2, language="zh"))
    assert known_as(cast, "薛家集") is None and known_as(cast, "周进") is not None


def test_a_new_name_is_the_old_ones_bearer() -> None:
    before = "鲁达道：“洒家去也。”鲁达大步便走。众人劝鲁达住。鲁达听了大喜。" * 3
    after = "鲁智深喝道：“快来！”智深提了禅杖。智深道：“洒家智深。”鲁智深笑道：“去罢。”" * 4
    other = "鲁肃道：“使得。”鲁肃去了。鲁肃笑道：“好。”" * 3
    cast = find_cast(
        book_of(before + "\n\n长老说偈：“佛法广大，赐名智深。”\n\n" + after, other, language="zh")
    )
    bearers = [{each.name, *each.aliases} for each in cast.characters]
    assert {"鲁达", "鲁智深", "智深"} in bearers
    assert any("鲁肃" in names and "鲁达" not in names for names in bearers)


def test_a_title_before_a_name_makes_no_second_person() -> None:
    text = "军师吴用道：“好。”吴用笑道：“且慢。”军师吴用道：“不可。”吴用便去了。军师吴用笑道：“妙。”吴用道：“走。”"
    assert [each.name for each in find_cast(book_of(text * 3, language="zh")).characters] == ["吴用"]


def test_a_nickname_may_begin_like_a_surname() -> None:
    text = "那人绰号金眼彪。施恩道：“请坐。”金眼彪施恩笑道：“请酒。”施恩便去了。只见金眼彪施恩大怒。施恩道：“走。”"
    cast = find_cast(book_of(text * 3, language="zh"))
    assert [{each.name, *each.aliases} for each in cast.characters] == [{"施恩", "金眼彪"}]


def test_whoever_is_heard_often_needs_no_surname_in_a_long_book(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "允潜步窥之，乃府中歌伎貂蝉也。允喝曰：“贱人将有私情耶？”貂蝉惊跪答曰：“贱妾安敢有私！”允曰：“随我到画阁中来。”"
        "貂蝉跟允到阁中，允纳貂蝉于坐，叩头便拜。貂蝉惊伏于地曰：“大人何故如此？”允曰：“汝可怜汉天下生灵！”貂蝉曰：“万死不辞。”"
        "允曰：“事若泄漏，我灭门矣。”貂蝉曰：“大人勿忧。”二青衣引貂蝉出，便命貂蝉把盏。貂蝉送酒与布，布请貂蝉坐，貂蝉便坐。"
        "小女貂蝉也。允指貂蝉也。两下看那貂蝉艳妆而出，送貂蝉于侧。"
    )
    monkeypatch.setattr(evidence, "SHORT", 1000)
    others = (Path(__file__).parent / "heroes-in-the-manner-of-sanguo.zh.txt").read_text(encoding="utf-8")
    assert known_as(find_cast(book_of(others[:4000], text, language="zh")), "貂蝉") is not None


CITY = (
    "“枫哥！”赵大宝挥手。林枫笑了笑。“枫哥，你可算回来了。”赵大宝说。林枫没有说话。“林队，上车。”林枫点点头。“林队，坐。”",
    "周明浩推门进来。“周总，请坐。”苏晴说。周明浩坐下。周明浩看着苏晴。“周总，喝茶。”苏晴皱眉。周明浩走了。",
    "修车铺里，老周躺在车底。“老周，是我。”林枫说。老周爬出来。老周沉默了很久。“三天。”老周说。老周点了点头。",
)


def test_what_friends_call_somebody_is_theirs() -> None:
    cast = find_cast(book_of(*CITY, language="zh"))
    assert known_as(cast, "枫哥") is known_as(cast, "林队") is known_as(cast, "林枫")
    assert known_as(cast, "周总") is known_as(cast, "周明浩")


def test_a_familiar_name_in_other_chapters_is_somebody_else() -> None:
    cast = find_cast(book_of(*CITY, language="zh"))
    assert known_as(cast, "老周") is not known_as(cast, "周明浩")


def test_a_foreign_name_before_street_is_a_place() -> None:
    text = (
        "艾伦·卡特走到贝克兰街。“贝克兰街到了。”艾伦说。艾伦看着罗莎。罗莎说：“进来。”艾伦走进去。罗莎笑了。"
    )
    assert known_as(find_cast(book_of(text, language="zh")), "贝克兰") is None


def test_traditional_characters_name_the_same_people() -> None:
    text = "劉備與張飛來見。劉備說：“你們為什麼還沒來？”張飛說：“這個時候沒有人。”劉備聽見，問張飛。張飛說：“後來過了國門，無人對我說。”劉備說：“還會開門。”"
    cast = find_cast(book_of(text, language="zh"))
    assert {each.name for each in cast.characters} >= {"劉備", "張飛"}


MASTER = """
话说太宗选举高僧，众臣推举一人，法名玄奘。玄奘叩头谢恩，道：“贫僧何德何能。”太宗大喜。玄奘领旨出朝。

玄奘到寺里登坛讲经。菩萨叫道：“那和尚，可会谈大乘么？”玄奘闻言大喜，起手道：“弟子不知。”玄奘谢恩。

太宗道：“御弟可指经取号，号作三藏何如？”玄奘又谢恩。三藏别了太宗，上马出关而去。
"""
ROAD = """
三藏惊道：“是甚么人叫喊？”三藏揭了金字，那山便裂开了。三藏道：“与你起个法名，唤做八戒。”八戒欢欢喜喜，挑了担子。

三藏上马，望西而去。八戒道：“只知道我饿，却不知担子重。”三藏道：“八戒，你休要报怨。”八戒道：“师父，弟子不敢。”
"""


def test_who_gets_a_new_name_without_a_surname_is_one_person() -> None:
    cast = find_cast(book_of(MASTER, *[ROAD] * 5, language="zh"))
    monk = known_as(cast, "三藏")
    assert monk is not None and monk is known_as(cast, "玄奘")
    assert known_as(cast, "八戒") not in (None, monk)
    assert known_as(cast, "谢恩") is None


def test_who_begins_paragraphs_is_somebody_without_a_surname_and_a_place_is_not() -> None:
    page = """
莉莉抱着一摞纸走出来，脸上沾着墨水。“卷宗在这里。”

莉莉翻了一页，抬起头看着钟楼。

“决斗？”莉莉小声说，“钟楼着火了！”

“叔叔，”莉莉说，“照片还在钟楼里。”
"""
    cast = find_cast(book_of(page, page, language="zh"))
    assert known_as(cast, "莉莉") is not None
    assert known_as(cast, "钟楼") is None


def test_kin_whom_the_story_calls_so_are_people() -> None:
    page = """
二婶从里屋跑出来，手上还沾着面粉。“可算回来了！”

二婶白了他一眼。“看鸟吧你。”

“你们认识？”二婶惊讶地问。

“我二叔不在家。”方瑶说，“你二叔呢？”方瑶笑了笑。
"""
    cast = find_cast(book_of(page, page, language="zh"))
    woman = known_as(cast, "二婶")
    assert woman is not None and woman.gender == "f"
    assert known_as(cast, "二叔") is None


def test_a_letter_may_stand_for_a_name() -> None:
    page = "阿Q没有家，住在土谷祠里。阿Q很喜欢。小D也走近来了。“畜生！”阿Q怒目而视的说。“我是虫豸，好么？”小D说。小D走了。"
    cast = find_cast(book_of(page, page, language="zh"))
    assert {person.name for person in cast.characters} == {"阿Q", "小D"}


def test_a_real_name_that_is_told_joins_two_people() -> None:
    page = """
K神真名叫季寒洲，是战队的队长。“再来一遍。”季寒洲说。

季寒洲弯下腰。“K神！”林野喊道。“叫我名字。”季寒洲说，“林野，进来。”林野说：“好。”
"""
    cast = find_cast(book_of(page, page, language="zh"))
    captain = known_as(cast, "季寒洲")
    assert captain is not None and captain is known_as(cast, "K神")


def test_a_name_may_end_like_the_word_that_often_follows() -> None:
    page = "黄祖大怒，引兵来到。孙坚见黄祖，便问黄祖：“将军何往？”黄祖道：“来战。”却说黄祖、孙坚交战，黄祖又来。孙坚笑道：“何足道哉！”"
    heroes = (Path(__file__).parent / "heroes-in-the-manner-of-sanguo.zh.txt").read_text(encoding="utf-8")
    assert known_as(find_cast(book_of(heroes, page, page, page, language="zh")), "黄祖") is not None


def test_a_given_name_may_end_like_a_verb() -> None:
    told = (
        "这人姓梁，住在省城。梁天来是糖行的主人，天来为人老实。\n\n天来道：“这房子不卖。”贵兴听了，心中不乐。\n\n天来又道：“请回罢。”\n\n"
        "喜来进来了，喜来是他的小厮。\n\n喜来道：“老爷叫我么？”\n\n凌贵兴道：“去请梁天来。”喜来去了。\n\n喜来回道：“天来不肯来。”\n\n贵兴道：“好。”\n\n"
        "凌贵兴坐下，贵兴道：“再请。”次日天来同母亲商量，母亲道：“不可。”天来道：“是。”\n\n"
    )
    cast = find_cast(book_of(told * 5, language="zh"))
    hero = known_as(cast, "天来")
    assert hero is not None and hero is known_as(cast, "梁天来")
    assert known_as(cast, "喜来") is not None
    assert known_as(cast, "梁天") is None


def test_a_courtesy_name_may_follow_a_given_name_of_two_letters() -> None:
    told = "凌家有一子，名叫贵兴，表字祈伯，向来读书。凌贵兴道：“好。”祈伯道：“请坐。”宗孔道：“祈伯兄。”凌贵兴笑道：“不敢。”贵兴走了，宗孔也走了。\n\n"
    cast = find_cast(book_of(told * 4, language="zh"))
    assert known_as(cast, "祈伯") is known_as(cast, "凌贵兴") is not None


def test_a_village_has_a_familys_name_too() -> None:
    told = "凌贵兴住在谭村，谭村有许多人家。凌贵兴道：“谭村甚好。”宗孔道：“是。”贵兴离了谭村，宗孔也离了谭村。\n\n"
    assert "谭村" not in {each.name for each in find_cast(book_of(told * 4, language="zh")).characters}


def test_who_is_introduced_is_somebody_wherever_the_name_stands() -> None:
    told = "那人姓刘名备，字玄德。颍川徐庶，字元直，单福乃其托名。玄德曰：“好。”\n\n"
    after = "丞相欲害刘备也。今闻刘备在彼。曹公恨刘备久矣。玄德与元直同去，玄德甚喜。众官都怨徐庶，又怕徐庶。元直笑曰：“可。”不知徐庶何意。此乃徐庶之计，遂从徐庶。元直辞了玄德，玄德送元直。\n\n"
    cast = find_cast(book_of(told, after, after, after, language="zh"))
    assert known_as(cast, "玄德") is known_as(cast, "刘备") is not None
    assert known_as(cast, "元直") is known_as(cast, "徐庶") is not None


def test_an_empress_may_be_named_and_a_title_is_no_name() -> None:
    assert evidence.may_be_name("何太后")
    assert not evidence.may_be_name("太后")
    assert not evidence.may_be_name("谭村")


def test_a_name_that_is_never_without_er_has_it() -> None:
    told = "五姐儿道：“请坐。”五姐儿倒了茶来。棣华道：“多谢。”五姐儿笑道：“好说。”棣华良久方说道：“母亲病了。”五姐儿去了。\n\n"
    cast = find_cast(book_of(told * 4, language="zh"))
    assert known_as(cast, "五姐儿") is not None and known_as(cast, "五姐") is None
    assert known_as(cast, "良久") is None
