"""Chinese plays and screenplays: 林晓：你来了。 or 王利发　您请坐。"""

from __future__ import annotations

from fabula.languages.topics.drama import DramaRules

_BESIDE = (
    r"(?:O\.?S\.?|V\.?O\.?|画外音|畫外音|画外|畫外|内心独白|內心獨白|内心|內心|独白|獨白|旁白|心声|心聲)"
)
RULES = DramaRules(
    name=rf"(?:(?!{_BESIDE})[一-龥·〇A-Za-z0-9]){{1,8}}",
    beside=rf"[（(]?{_BESIDE}[）)]?",
    close=r"[：:](?!\s*[“「『\"])|[\u3000 ](?=\S)",
    nobody=(
        r"(?:人物|出场人物|出場人物|登场人物|登場人物|时间|時間|地点|地點|场景|場景|场次|場次|景|布景|佈景|内景|內景|外景|日|夜|幕|字幕|音乐|音樂|音效"
        r"|特写|特寫|镜头|鏡頭|注|备注|備註|道具|剧名|劇名|编剧|編劇|导演|導演|作者|片名|集数|集數|剧情|劇情|简介|簡介|提示|第.+[集场場幕回章])"
    ),
    together=r"(?:众|眾|大家|全体|全體|齐声|齊聲|合|二人|两人|兩人|三人|群众|群眾|所有人).*",
    joined=r"[、，,和與与及/]",
    teller=r"我",
    said="{0}道：“好。”{0}笑道：“不好。”",
)
