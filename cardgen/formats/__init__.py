"""Write scenes to files: SVG, PDF, PNG."""
