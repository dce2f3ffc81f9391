"""Chinese words for front and back matter."""

from __future__ import annotations

import re

from fabula.languages.topics.matter import MatterRules

RULES = MatterRules(
    anywhere=r"封面|扉页|书名页|版权(?:页|信息|声明)?|目\s*[录錄]|總目錄|总目录",
    before=(
        r"[前序]言|[自代译譯总總原]序|(?:译|譯|作|编|編)者(?:序|前言|的话|的話)|再版序.*|出版(?:说明|說明|前言)|内容(?:简介|提要)|內容簡介"
        r"|作者(?:简介|簡介)|人物表|献词|獻詞|献辞|题记|題記|导读|導讀|凡例"
    ),
    after=(
        r"后记|後記|跋|附[录錄].*|致[谢謝]|注[释釋]|註釋|尾注|参考文献|作者(?:简介|簡介|的话|的話)|(?:译|譯|作|编|編)者(?:后记|後記|附记)"
        r"|完本感言|出版后记|索引"
    ),
    copyright="版权所有|版權所有|图书在版编目|出版社",
    stated={"书名": "title", "書名": "title", "标题": "title", "作者": "author"},
    title_line=re.compile(
        r"^[ \t　]*《([^》\n]{1,60})》[ \t　]*(?:作者[:：]?[ \t　]*)?([^\n，。！？]{0,30}?)[ \t　]*(?:著|撰)?[ \t　]*$",
        re.M,
    ),
    author_line=re.compile(r"(?:作者[:：]?\s*)?([^\s，。！？]{1,20})\s*[著撰]"),
    page_before="第 ?",
    page_after=" ?页",
)
