"""The data blocks of a rulebook, one module a kind: data in, tables and figures out.

A block is fenced. The first word after the fence is its kind, the others are names; its body is YAML or text:

    ```cards T I~
    copies: true
    ```

Kinds are plug-ins of the group `cardgen.blocks`: a game's own are beside its rules.
"""
