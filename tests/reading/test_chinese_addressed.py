"""People without a full name: by kinship, by what they do, by a number and a title. And things that look like names."""

from __future__ import annotations

from small_books import book_of

from fabula.reading.cast import Cast, find_cast
from fabula.reading.reading import Character


def cast_of(*chapters: str) -> Cast:
    return find_cast(book_of(*chapters, language="zh"))


def person(cast: Cast, form: str) -> Character | None:
    return next((each for each in cast.characters if form in (each.name, *each.aliases)), None)


CHILDHOOD = """
我小的时候住在外婆的村子里。外婆不大说话，外婆一早就去井边挑水。我跟在后面，祖母在门口喊我。祖母的脚小，祖母走不快。

“回来，”祖母说，“露水重。”我不肯回来。祖母拿我没有办法。祖母就坐在门槛上等我。我一直跑到河边去。

我家的老厨子姓什么，我不知道。老厨子烧火，老厨子也打水，老厨子说他会看天。

老厨子说：“要下雨了。”我不信。老厨子笑我。我家还有个有二伯，有二伯不是我的伯父，大家都叫他有二伯。有二伯睡在磨房里。

有二伯说：“你问我，我问谁去？”有二伯什么都不怕。我怕他，我又喜欢他。隔壁的周三奶奶来了，周三奶奶说：“这孩子。”周三奶奶坐下来。

祖母给周三奶奶倒茶。别人的孩子也有祖母，他祖母住在城里。我把红纸剪成花，红纸是过年剩下的，我用红纸包糖，我把红纸贴在窗上。我看见红纸，就想起过年。
"""


def test_a_narrators_kin_are_people() -> None:
    cast = cast_of(CHILDHOOD, CHILDHOOD)
    grandmother = person(cast, "祖母")
    assert grandmother is not None
    assert grandmother.gender == "f"
    assert grandmother.mentions == 2 * (CHILDHOOD.count("祖母") - 1)  # 他祖母 is another
    in_another_voice = CHILDHOOD.replace("我", "他")
    assert person(cast_of(in_another_voice, in_another_voice), "祖母") is None


def test_who_is_called_by_what_he_does_is_somebody_if_most_of_the_trade_are_he() -> None:
    cast = cast_of(CHILDHOOD, CHILDHOOD)
    assert person(cast, "老厨子") is not None
    many = CHILDHOOD.replace("我家", "厨子、厨子、厨子和厨子都来了，胖厨子，瘦厨子，我家").replace(
        "我不", "厨子和厨子，我不"
    )
    assert person(cast_of(many, many), "老厨子") is None


def test_kin_with_a_letter_before_it_are_called_so() -> None:
    cast = cast_of(CHILDHOOD, CHILDHOOD)
    assert person(cast, "有二伯") is not None


def test_the_third_wife_of_a_family_is_one_name() -> None:
    cast = cast_of(CHILDHOOD, CHILDHOOD)
    assert person(cast, "周三奶奶") is not None
    assert person(cast, "周三奶") is None


def test_a_thing_of_the_dictionary_is_nobody() -> None:
    assert person(cast_of(CHILDHOOD, CHILDHOOD), "红纸") is None


BROTHERS = """
且说娄府三公子、四公子同了杨执中，在湖上吃酒。三公子道：“今日湖光甚好。”四公子道：“三哥说的是。”杨执中道：“我也来凑趣。”

三公子笑道：“先生请。”四公子道：“先生莫客气。”杨执中道：“岂敢。”三公子道：“前日邹三来说，乡里的桑叶好。”邹三道：“小的说的是实话。”

杨执中道：“明日再来。”三公子道：“正是。”四公子道：“我也去。”三公子道：“你不要忘了。”四公子道：“不忘。”邹三道：“小的摇船。”

又有一个严致和，严致和道：“我家里还有事。”三公子道：“严兄慢走。”严致和道：“不送。”四公子道：“请了。”严致和道：“请。”邹三道：“小的送。”

三公子道：“云游真人几时来？”四公子道：“云游真人昨日到的。”那云游真人走上前来。云游真人道：“贫道有礼。”三公子道：“请坐。”那云游真人坐下，云游真人又笑了。

邹三道：“小的去了。”三公子道：“去罢。”四公子道：“也罢。”三公子道：“好。”
"""


def test_a_full_name_may_end_like_a_word() -> None:
    cast = cast_of(BROTHERS, BROTHERS)
    assert person(cast, "杨执中") is not None
    assert person(cast, "严致和") is not None


def test_the_third_of_several_brothers_is_somebody_and_nobody_called_three() -> None:
    cast = cast_of(BROTHERS, BROTHERS)
    third, fourth, boatman = (person(cast, form) for form in ("三公子", "四公子", "邹三"))
    assert third is not None
    assert fourth is not None
    assert len({each.name for each in (third, fourth, boatman) if each is not None}) == 3


def test_a_form_of_address_may_begin_before_its_surname() -> None:
    cast = cast_of(BROTHERS, BROTHERS)
    assert person(cast, "云游真人") is not None
    assert person(cast, "游真人") is None


def test_a_street_is_nobody() -> None:
    street = (
        "东二道街上有药铺。人们走在东二道街上。东二道街很长。他们都到东二道街去。从东二道街回来，天就黑了。\n\n"
        * 3
    )
    assert [each.name for each in cast_of(street, street).characters] == []


def test_a_title_in_a_chapter_without_anybody_of_its_surname_is_nobodys() -> None:
    first = "王冕在河边放牛。王冕道：“这荷花好。”王冕笑了。王冕走回家去。王冕道：“娘。”\n\n" * 3
    second = "王举人坐了首席。王举人道：“请酒。”众人都看王举人。王举人道：“这有何难。”王举人笑了。\n\n" * 3
    third = "王惠到了任上。王惠道：“钱粮如何？”王惠不语。王惠叹了口气。王惠道：“罢了。”\n\n" * 3
    cast = cast_of(first, second, third)
    assert "王举人" not in [alias for each in cast.characters for alias in each.aliases]


SECT = """
陆沉走上高台。陆沉说：“我来。”

“你也配？”赵无极冷笑。她站在台下，看着他。

赵无极拔出剑来。赵无极说：“看剑。”

“住手！”赵长老喝道。她吃了一惊。

赵长老站起身来。赵长老沉声道：“他是我侄儿。”

“叔叔。”赵无极低下头。苏清月看着她的师妹，没有说话。

赵长老哼了一声。“师尊，”苏清月说，“她已经走了。”
"""


def test_a_modern_narrator_who_lets_both_act_means_two_people() -> None:
    cast = cast_of(SECT, SECT)
    uncle, nephew = person(cast, "赵长老"), person(cast, "赵无极")
    assert uncle is not None
    assert nephew is not None
    assert uncle.name != nephew.name


CITY = """
“景深，坐。”顾老爷子放下茶杯。

顾景深没有坐。“爷爷，”顾景深说，“我还有事。”

“景深！”顾老爷子一拍桌子，“你给我站住！”

顾景深走了出去。林晚站在门外，看着她自己的影子。“景深，”林晚说，“别生气。”

“没有。”顾景深说。
"""


def test_a_given_name_may_look_like_a_name_of_its_own() -> None:
    cast = cast_of(CITY, CITY)
    hero = person(cast, "景深")
    assert hero is not None
    assert hero is person(cast, "顾景深")


def test_an_old_gentleman_is_not_cut_short() -> None:
    cast = cast_of(CITY, CITY)
    assert person(cast, "顾老爷子") is not None
    assert person(cast, "顾老爷") is None


def test_a_wide_letter_is_the_same_name() -> None:
    told = "阿Ｑ没有家。阿Q很自尊。“阿Ｑ真能做！”一个人说。阿Q听了很高兴。阿Ｑ便走了。\n\n" * 3
    cast = cast_of(told, told)
    assert [(each.name, each.aliases, each.mentions) for each in cast.characters] == [("阿Ｑ", ("阿Q",), 30)]


ELDERS = """
“怕什么！”三长老一拍桌子，“跟他们拼了！”

大师兄沉吟片刻，看向她：“宗主，不如请师尊出关。”

“胡闹！”三长老喝道，“你一个金丹期，去送死吗？”

陆沉淡淡一笑：“金丹期怎么了？金丹期也要去。她去得，我也去得。”

三长老看着她，忽然大笑：“好！”

“走。”大师兄拔出剑来。陆沉跟在后面。大师兄没有回头。她追了上去。

大师兄说：“快走。”
"""


def test_who_is_known_by_a_number_and_a_title_is_somebody_and_a_realm_is_nobody() -> None:
    cast = cast_of(ELDERS, ELDERS)
    assert person(cast, "三长老") is not None
    assert person(cast, "大师兄") is not None
    assert person(cast, "金丹期") is None
