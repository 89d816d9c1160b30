"""The best play of a hand. See docs/engine.md for how it is searched."""

from cardgen.games.block_killer.solver.best import Best, SolverDefectError, best_play
from cardgen.games.block_killer.solver.kernel import SOLVER

__all__ = ["SOLVER", "Best", "SolverDefectError", "best_play"]
