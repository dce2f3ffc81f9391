"""People of older and modern Chinese prose under several forms: rank and surname, kin, new names, servants' names."""

from __future__ import annotations

from small_books import book_of

from fabula.reading.cast import Cast, find_cast


def cast_of(*chapters: str) -> Cast:
    return find_cast(book_of(*chapters, language="zh"))


def names(cast: Cast) -> list[set[str]]:
    return [{each.name, *each.aliases} for each in cast.characters]


def bearer(cast: Cast, form: str) -> set[str]:
    found = [each for each in names(cast) if form in each]
    assert len(found) < 2, f"{form} is several people"
    return found[0] if found else set()


MAIDS = """
王夫人便叫玉钏儿拿茶来，又叫玉钏儿把药收了。宝玉见了玉钏儿，便想起他姐姐来，忙请玉钏儿坐。晴雯和玉钏儿在廊下说话，宝玉听见是玉钏儿的声音，忙问晴雯：“是不是玉钏儿来了？”晴雯道：“可不是玉钏儿么。”

莺儿同着玉钏儿出来，宝玉便向玉钏儿笑道：“你母亲身子好？”玉钏道：“好。”宝玉又看玉钏儿脸上，知道玉钏儿还恼着。王夫人道：“叫玉钏儿走罢。”
"""
HALLS = "晴雯道：“太太来了。”宝玉忙站起来，让王夫人坐下，又问王夫人的安。晴雯笑着倒茶，宝玉看着晴雯，只是笑。王夫人说了几句闲话，便去了。"


def test_a_maid_whose_name_ends_in_er_is_known_in_a_long_book_too() -> None:
    cast = cast_of(*[MAIDS + HALLS * 100] * 10)
    assert bearer(cast, "玉钏儿") == {"玉钏儿", "玉钏"}


PEACH = """
沈家的丫鬟春桃端着茶走进来。“小姐，喝茶。”春桃把茶放下。沈月华没有抬头。

“春桃，”沈月华说，“外面谁在说话？”春桃往窗外看了一眼。“是二爷。”春桃小声说。她退到门口。

春桃站在廊下，冬梅从后面跑来。“春桃姐，”冬梅喘着气，“老爷叫你。”春桃跟着冬梅走了。沈月华望着她们的背影，又想起春桃刚来的那一年。

那年春天，院子里的桃花开了，春桃才十二岁。冬梅比春桃还小两岁。
"""


def test_a_servant_with_an_everyday_name_is_somebody() -> None:
    assert bearer(cast_of(PEACH), "春桃") == {"春桃"}


def test_what_is_said_first_in_a_speech_is_no_name_for_that() -> None:
    page = (
        "“好吧，”沈月华说，“我去。”好吧，她去。“春天，”沈月华又说，“春天就好了。”春天来了。沈月华推开窗。\n\n"
    )
    assert not bearer(cast_of(page * 4), "好吧") and not bearer(cast_of(page * 4), "春天")


FATHER = """
话说蘧太守到了任，便请蘧公子来。蘧太守道：“你在家读书，有何心得？”蘧公子道：“儿子不才。”蘧太守笑道：“你也该学些世务。”蘧公子躬身答应。

次日，蘧公子出来会客。那客人道：“尊大人蘧太守清廉。”蘧公子道：“岂敢。”客人去了，蘧公子便回了蘧太守的话。蘧太守点头。蘧公子退下。

王道台来拜，蘧太守出迎。王道台道：“蘧太守好。”蘧太守道：“请坐。”王道台问起蘧公子，蘧太守叹了口气。
"""
SON = """
话说蘧太守到了任，便请蘧公子来。蘧太守道：“你在家读书，有何心得？”蘧公子道：“儿子不才。”蘧太守笑道：“你也该学些世务。”蘧公子躬身答应。

那公子名唤蘧景玉。蘧景玉道：“家君年老。”王道台道：“公子请坐。”蘧景玉坐了。蘧太守道：“景玉，你陪王大人。”蘧景玉应了。蘧公子又道：“请茶。”王道台道：“多谢。”

王道台来拜，蘧太守出迎。王道台道：“蘧太守好。”蘧太守道：“请坐。”王道台问起蘧公子，蘧太守叹了口气。蘧公子走了出来。
"""


def test_father_and_son_of_one_surname_are_two_by_their_ranks() -> None:
    cast = cast_of(FATHER, FATHER)
    assert bearer(cast, "蘧太守") == {"蘧太守"}
    assert bearer(cast, "蘧公子") == {"蘧公子"}


def test_the_full_name_is_the_one_of_them_whom_the_other_speaks_to() -> None:
    cast = cast_of(SON, SON)
    assert bearer(cast, "蘧公子") == {"蘧公子", "蘧景玉", "景玉"}
    assert bearer(cast, "蘧太守") == {"蘧太守"}


def test_ranks_that_are_not_named_together_are_one_persons() -> None:
    page = "张警官推开门。“都别动。”张警官说。林晚看着他。“张队长，您来了。”林晚说。张警官点点头。“张队长，坐。”林晚笑了。\n\n"
    assert bearer(cast_of(page, page), "张队长") == {"张警官", "张队长"}


def test_a_rank_belongs_to_nobody_who_is_elsewhere() -> None:
    first = (
        "张都监道：“请坐。”武松谢了。张都监笑道：“吃酒。”武松道：“不敢。”张都监叫人取酒。武松吃了。\n\n" * 3
    )
    second = "张青道：“哥哥。”武松道：“兄弟。”张青笑道：“且住。”张青去了。武松也去了。\n\n" * 3
    cast = cast_of(first, first, second, second)
    assert bearer(cast, "张都监") == {"张都监"}
    assert bearer(cast, "张青") == {"张青"}


BROTHER = """
话说这严监生姓严，名大育，字致和，他哥字致中。严监生家有十多万银子。严致和道：“舅爷请坐。”王德道：“妹丈不必多礼。”严致和陪着王德吃酒。严致和叹道：“家兄如此，怎生是好？”

严监生把银子封好，叫人请王德来。严监生道：“劳烦舅爷。”王德道：“这是小事。”严监生谢了。王德去了。

严致中打从省里回来，听说严致和病了。严致中道：“我弟如何？”王德道：“严致和病重。”严监生伸着两个指头，总不肯断气。
"""


def test_who_is_introduced_by_title_and_courtesy_name_is_one_person() -> None:
    assert bearer(cast_of(BROTHER, BROTHER), "严监生") == {"严监生", "严致和"}


WIFE = """
团圆媳妇十二岁，长得高大。团圆媳妇的婆婆站在门口骂人。“你给我进来！”团圆媳妇的婆婆喊。团圆媳妇低着头走进来。

杨老太太来了。“这孩子怎么哭？”杨老太太说。团圆媳妇的婆婆说：“她有病。”团圆媳妇的婆婆请杨老太太坐下。团圆媳妇躲在灶后。

团圆媳妇的婆婆花了五十吊钱抽帖。“这是什么帖？”团圆媳妇的婆婆问。那道人说：“黄的好。”团圆媳妇的婆婆哭了。杨老太太劝了她半天。
"""


def test_somebody_known_by_kin_alone_is_not_the_one_who_is_named() -> None:
    cast = cast_of(WIFE, WIFE)
    assert bearer(cast, "团圆媳妇的婆婆") == {"团圆媳妇的婆婆"}
    assert bearer(cast, "团圆媳妇") == {"团圆媳妇"}


NAMED = """
却说菩萨摩顶受戒，与他起个法名，叫做猪悟能。那怪拜了，又与那河里的妖起个法名叫做沙悟净。

猴王拜了祖师，祖师道：“与你起个法名叫做孙悟空好么？”猴王笑道：“好！好！自今就叫做孙悟空也。”三藏道：“我再与你起个混名，称为行者，好么？”悟空道：“好！”自此又叫做孙行者。

三藏道：“你师父与你起过法名么？”悟能道：“叫做猪悟能。”三藏道：“我再与你起个别名，唤为八戒。”那呆子欢喜道：“谨遵师命。”自此又叫做猪八戒。

三藏道：“悟净，你入我门来。”三藏见他行礼，真像个和尚家风，故又叫他做沙和尚。沙和尚道：“弟子悟净晓得。”

唐王道：“御弟可指经取号，号作三藏何如？”玄奘谢恩。玄奘道：“贫僧此去。”玄奘上马，人皆称他唐三藏，又叫唐僧。
"""
ROAD = """
且说那孙行者牵着马，唐僧骑马往前。行者道：“师父，前面有山。”三藏道：“悟空，须要仔细。”行者笑道：“不怕。”八戒道：“师兄，我饿了。”沙僧道：“二哥，且走。”

三藏勒马道：“徒弟们，那山势险。”行者道：“莫怕，有老孙在此。”猪八戒把钯一晃，八戒道：“我来。”那怪道：“你是那里来的？”行者喝道：“我是齐天大圣孙悟空！”大圣大怒，掣棒就打。那怪抵住大圣，大圣笑道：“好怪！”

三藏道：“悟能，你去化斋。”八戒应了。三藏又道：“悟净，你牵马。”沙和尚应了。唐僧坐在石上。沙僧道：“师父，我去寻大师兄。”三藏道：“快去。”那大圣驾云回来，孙大圣道：“八戒何在？”沙僧道：“二哥去了。”悟空即去寻八戒。唐僧叫道：“悟空！”悟空道：“在。”
"""


def test_a_disciple_is_one_under_surname_dharma_name_and_nickname() -> None:
    cast = cast_of(NAMED, *[ROAD] * 6)
    assert bearer(cast, "行者") >= {"行者", "孙行者", "悟空", "孙悟空", "大圣", "孙大圣"}
    assert bearer(cast, "八戒") >= {"八戒", "悟能"}
    assert bearer(cast, "沙僧") >= {"沙僧", "沙和尚", "悟净"}
    assert bearer(cast, "三藏") >= {"三藏", "唐僧", "唐三藏"}
    assert not bearer(cast, "沙僧道")


GENERALS = """
却说刘璋聚众商议，法正曰：“主公可迎玄德入川。”璋从法正之言，便遣法正为使。法正领命，辞了刘璋，来见玄德。

玄德请法正上坐。庞统与法正密议。法正曰：“时不可失。”玄德未决。庞统曰：“法正之言是也。”玄德遂令法正先回。

袁尚留审配守冀州。审配深沟高垒。曹操引兵来攻，审配死守。荀攸曰：“可决漳河。”操从之。审配见水至，大惊。许攸曰：“审配必亡。”审配之侄审荣开门。操问审配曰：“卿愿降否？”审配曰：“不降！”玄德叹曰：“审配真忠臣也。”
"""


def test_a_general_whose_name_is_two_common_letters_is_somebody() -> None:
    cast = cast_of(*[GENERALS] * 3)
    assert bearer(cast, "法正") == {"法正"}
    assert bearer(cast, "审配") == {"审配"}
    assert not bearer(cast, "操问审配")


def test_a_given_name_that_begins_with_a_surname_belongs_to_whoever_has_it_in_full() -> None:
    text = "庄寿香道：“请坐。”雯青便坐下。寿香笑道：“好。”雯青看着庄寿香。寿香道：“走罢。”寿香起身走了。雯青道：“寿香去了。”\n\n"
    assert {"庄寿香", "寿香"} in names(cast_of(text * 4))
