"""Full-width marks of Chinese text (GB/T 15834): which of them begin or end no line, and which are half blank."""

from __future__ import annotations

#: Marks that may not begin a line, and marks that may not end one.
NOT_FIRST = frozenset("，。！？：；、》」』”’）〉】〕｝％‰℃…—～·•,.!?:;)]}%")
NOT_LAST = frozenset("《「『“‘（〈【〔｛￥$([{#")

#: Marks with their ink in one half of the square. The blank half is removed beside another such mark.
CLOSING = frozenset("，。、：；！？》」』”’）〉】〕｝")
OPENING = frozenset("《「『“‘（〈【〔｛")
