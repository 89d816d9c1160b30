"""Template files into templates: what extends what, where boxes are, which marks texts hold."""
