"""The kinds of boxes that come from Block-Killer: pictures of fields and of garbage rows."""
