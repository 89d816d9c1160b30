"""PO files for translators: written from the texts of a game, and imported into the files that it keeps."""
