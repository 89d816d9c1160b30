"""Scenes on paper: imposition, booklets, calibration, boxes, cut-outs."""
