"""Generator of at:: functions, unboxing wrappers and their registration.

Pipeline: read -> parse -> select -> plan -> render -> write. Everything between the first and the
last step is a pure function over frozen dataclasses; only `cli` and `files` touch the file system.
"""
