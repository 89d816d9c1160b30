"""A game's rules engine in the browser: Python in WebAssembly (Pyodide) with the modules that the engine imports.

`modules` finds what an engine imports, `runtime` finds Pyodide on the disk, `fetching` downloads it when the user asks
for that, `packing` makes the files that the page loads.
"""
