"""What can go wrong between a person, a table and the database: one tree of refusals, a module for each branch.

Refused                     anything that is not allowed, in the engine too
└── BotError                a kind of refusal with a sentence of its own, whose key follows from its name: `base`
    ├── TableError          not at this table, or not by this person: `tables`
    └── StorageProblem      nothing was stored: `storage`
        ├── Unavailable     the database itself cannot be used; what was stored is safe
        └── Conflict        the request does not fit what is stored
"""
