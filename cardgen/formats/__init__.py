"""Scenes into files: SVG, PDF, PNG."""
