"""The rules of Blitz: plain functions over frozen data, without scenes, files or the web."""
