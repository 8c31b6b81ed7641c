"""The one exception of this package."""


class SizeError(Exception):
    """A file that is not what it should be. The text names file, problem and what to do."""
