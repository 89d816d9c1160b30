"""The Chinese texts of starters in traditional characters, with the terms of Taiwan. Only their own words are known."""

from __future__ import annotations

import re

# Terms that differ by more than single characters.
_TERMS = {
    "文件夹": "資料夾",
    "图片文件": "圖片檔",
    "文件": "檔案",
    "字段": "欄位",
    "数据": "資料",
    "打印": "列印",
    "生成": "產生",
    "制作": "製作",
    "绘制": "繪製",
    "合并": "合併",
    "浏览": "瀏覽",
    "防御": "防禦",
    "注释": "註解",
}
_TERM = re.compile("|".join(_TERMS))

_SIMPLIFIED = (
    "两个为书从会关写决击则删别势动单双号国图圆块处备头夹审宽将师带开弃张戏换数时暂来标样检横测浏点画称签类红级纵线组结绘给继编营蓝见规览评词"
    "语说读费轮辑输边过还这释键间阳阵随颗题颜风后里与么体余听种游扑"
)
_TRADITIONAL = (
    "兩個為書從會關寫決擊則刪別勢動單雙號國圖圓塊處備頭夾審寬將師帶開棄張戲換數時暫來標樣檢橫測瀏點畫稱簽類紅級縱線組結繪給繼編營藍見規覽評詞"
    "語說讀費輪輯輸邊過還這釋鍵間陽陣隨顆題顏風後裡與麼體餘聽種遊撲"
)
_CHARACTERS = str.maketrans(_SIMPLIFIED, _TRADITIONAL)


def in_traditional(text: str) -> str:
    """Return a text of a starter in traditional characters."""
    return _TERM.sub(lambda match: _TERMS[match[0]], text).translate(_CHARACTERS)
