"""The best play of a hand, and the analysis of one. See docs/engine-block-killer.md for how they are searched."""

from cardgen.games.block_killer.solver.analysis import Analyser, Analysis, LastAnalysis
from cardgen.games.block_killer.solver.best import Best, SolverDefectError, best_play
from cardgen.games.block_killer.solver.kernel import SOLVER

__all__ = ["SOLVER", "Analyser", "Analysis", "Best", "LastAnalysis", "SolverDefectError", "best_play"]
