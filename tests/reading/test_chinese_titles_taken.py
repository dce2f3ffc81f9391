"""Who stands under two names in Chinese prose, and what only looks like somebody: titles taken, posts, pairs, callings."""

from __future__ import annotations

import pytest
from small_books import book_of

from fabula.reading.cast import Cast, find_cast

REBEL = """
却说那猢狲石破天，自号“混世大圣”，在黑风山上竖起旗来。一日，玉清真人奏曰：“下界有石破天，自称混世大圣，夺了东海兵器，乞陛下遣将收服。”

石破天在洞中饮酒，笑道：“来得好！”石破天披挂出洞，喝道：“吾乃混世大圣是也，谁敢上前！”李天罡道：“泼猴，休得无礼！”石破天大怒，挺棒来战。

李天罡败阵而走。混世大圣得胜回洞。次日，石破天又出阵。混世大圣道：“你说。”李天罡道：“陛下有旨，招你上天。”石破天大喜，道：“早该如此。”
"""
ARENA = """
顾长风站在擂台中央，冷冷地看着众人。“我就是血手人屠。”顾长风说。

台下一片哗然。“血手人屠？”柳青瑶脸色一变，“你不是已经死了吗？”

血手人屠笑了笑，没有回答。顾长风抬起手，一道剑光飞出。“快退！”柳青瑶喊道。血手人屠的剑光擦着她的衣袖飞过。

顾长风自封“血手人屠”已有三年。柳青瑶一直以为血手人屠是个老人，没想到是顾长风。“你会后悔的。”柳青瑶说。
"""
GUEST = """
只见外面走进一个人来，头戴方巾。张敬斋道：“这位是谁？”那人拱手道：“在下姓沈，名德辅，字仲芳，是本县的贡生。”张敬斋道：“原来是沈先生。”沈贡生道：“不敢。”方致远道：“仲芳兄请坐。”

沈贡生坐下，说道：“小弟昨日在县里。”方致远道：“请用茶。”张敬斋道：“请。”方致远道：“仲芳兄请说。”次日沈仲芳又来，方致远留他吃饭。张敬斋道：“沈仲芳是个老实人。”
"""
BROTHERS = """
话说这柳监生姓柳，名大年，字克勤，他哥字克俭，是个贡生。柳监生家私巨万。柳克勤道：“舅爷请坐。”周德甫道：“妹丈不必多礼。”柳克勤叹道：“家兄如此，怎生是好？”

周德甫道：“令兄柳贡生在省里，几时回来？”不多几日，柳贡生打从省里回来。柳贡生道：“我弟如何？”周德甫道：“柳克勤病重。”柳克俭听了，走进房来。柳克俭道：“兄弟，你好些么？”柳监生不应。

柳克俭出来，对周德甫道：“后事如何？”周德甫道：“柳贡生，你做主罢。”柳克俭点头。柳克勤死了，柳克俭送殡。
"""
GARRISON = """
兵马都监李虎道：“谁敢出战？”阵前转出马成，马成道：“小将愿往。”李虎大喜。马成披挂上马，去了。

次日，本州兵马都监升帐，又请马成来。马成道：“有何吩咐？”李虎道：“你去守城。”兵马都监说罢退帐。各处兵马都监都来相助。马成得胜，小校报道：“胜了！”李虎大喜。小校报说：“贼人退了。”马成回城，小校报知李虎。只见小校报道：“又有贼人。”李虎道：“好！”

赵王二家都来庆贺。赵王二府从此和好。李虎道：“赵王两家是本州大户。”马成道：“是。”赵王二家的子弟也来投军。赵王二府的庄客都来。
"""


def known_as(cast: Cast, form: str) -> set[str]:
    found = [{each.name, *each.aliases} for each in cast.characters if form in (each.name, *each.aliases)]
    assert len(found) < 2, f"{form} is several people"
    return found[0] if found else set()


@pytest.mark.parametrize(
    ("page", "name", "other"),
    [
        (REBEL, "石破天", "混世大圣"),
        (ARENA, "顾长风", "血手人屠"),
        (GUEST, "沈仲芳", "沈贡生"),
        (GUEST, "沈仲芳", "仲芳兄"),
        (BROTHERS, "柳克俭", "柳贡生"),
        (BROTHERS, "柳克勤", "柳监生"),
    ],
)
def test_a_title_that_somebody_takes_or_bears_is_their_name(page: str, name: str, other: str) -> None:
    cast = find_cast(book_of(page, language="zh"))
    assert {name, other} <= known_as(cast, name)


def test_what_anybody_may_say_of_themselves_is_no_name() -> None:
    page = ARENA.replace("血手人屠", "天下第一")
    assert not known_as(find_cast(book_of(page, language="zh")), "天下第一")


@pytest.mark.parametrize("nobody", ["马都监", "小校报", "小校", "赵王", "赵王二"])
def test_a_post_two_families_and_a_calling_are_nobody(nobody: str) -> None:
    cast = find_cast(book_of(GARRISON, language="zh"))
    assert known_as(cast, "马成") == {"马成"} and known_as(cast, "李虎") == {"李虎"}
    assert not known_as(cast, nobody)


def test_a_name_that_the_tagger_cuts_short_is_whole() -> None:
    page = (
        "张大成走进店来。张大成道：“有酒么？”陈老实道：“有。”张大成道：“打两角来。”\n\n"
        "陈老实去了。张大成吃了酒，取出银子来。陈老实道：“多谢。”张大成道：“不谢。”"
    )
    assert known_as(find_cast(book_of(page, language="zh")), "张大成") == {"张大成"}


def test_a_namesake_who_comes_late_gives_nobody_his_surname() -> None:
    page = (
        "青禾推开门。“师父。”青禾说。白芷笑道：“青禾来了。”青禾坐下，白芷倒茶。青禾看着白芷，白芷不说话。\n\n"
    )
    early = cast_of("山上来了一个陆青禾。\n\n" + page * 40)
    late = cast_of(page * 40 + "山上来了一个陆青禾。")
    assert known_as(early, "青禾") == {"陆青禾", "青禾"}
    assert known_as(late, "青禾") == {"青禾"}


def cast_of(*chapters: str) -> Cast:
    return find_cast(book_of(*chapters, language="zh"))
