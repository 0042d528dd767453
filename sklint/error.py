"""The one exception type whose message is for people."""


class SklintError(Exception):
    """Says which place is wrong and what to do about it. Caught once, in the command line and in the server."""
