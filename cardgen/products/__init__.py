"""Printed products, each in one module or folder: its part of game.yaml, its checks, its plan, its pages, its words."""
