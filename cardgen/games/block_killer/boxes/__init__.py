"""The kinds of boxes of Block-Killer: pictures of fields and of garbage rows."""
