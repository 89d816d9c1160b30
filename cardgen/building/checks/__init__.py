"""The checks: is the game what it claims to be, and will it print well? One module each.

A check is registered as an entry point and found by `cardgen.base.plugins`, so installed packages can add some:

    [project.entry-points."cardgen.checks"]
    my-check = "my_package.my_check:CHECK"

`CHECK` is a `cardgen.building.checks.context.Check`.
"""
