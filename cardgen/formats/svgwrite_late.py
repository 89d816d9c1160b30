"""svgwrite, imported without the modules that most drawings never use: they take longer to import than the rest of it.

One reads fonts from the network, which no drawing of cardgen does. The other checks the attributes of a drawing that is
made for debugging; it is imported when it is first called.
"""

from __future__ import annotations

from cardgen.formats.late_modules import stand_ins

#: The modules, and the functions that svgwrite takes from them when it is imported.
_LATE = {
    "urllib.request": ("urlopen",),
    "svgwrite.data.svgparser": ("is_valid_transferlist", "is_valid_pathdata", "is_valid_animation_timing"),
}

with stand_ins(_LATE):
    import svgwrite
    import svgwrite.container
    import svgwrite.gradients
    import svgwrite.image
    import svgwrite.masking
    import svgwrite.path
    from svgwrite.extensions import Inkscape

__all__ = ["Inkscape", "svgwrite"]
