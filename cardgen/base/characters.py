"""The characters of names, as parts of regular expressions: those of any script."""

from __future__ import annotations

#: What no name has: spaces and the marks of ASCII, Latin-1, Unicode's general punctuation, and Chinese. A class of
#: letters would be exact, but JSON Schema and Python have no common way to write it.
EXCLUDED = (
    r"\s!-,/:-@\[-^`{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u2000-\u206f\u3000-\u3004\u3008-\u3020\u3030"
    r"\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)

#: A character of a name, also without dots, and a letter.
CHARACTER = rf"[^{EXCLUDED}]"
WORD = rf"[^.{EXCLUDED}]"
LETTER = rf"[^0-9_.\-{EXCLUDED}]"
