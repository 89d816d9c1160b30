"""The kinds of boxes that templates are made of: one module each, with its model, its drawing and a short example."""
