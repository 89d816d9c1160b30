"""Character properties of Unicode 17.0.0, the same on every version of Python: see docs/make_unicode_tables.py."""
