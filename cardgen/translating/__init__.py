"""Translators' files: gettext's PO written from a game's texts, and read back into the files that a game keeps."""
