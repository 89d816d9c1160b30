"""The best play of a hand. See docs/engine.md for how it is searched."""

from cardgen.games.block_killer.solver.best import Best, SolverDefectError, best_play

__all__ = ["Best", "SolverDefectError", "best_play"]
