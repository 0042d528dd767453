"""The word of suppression comments: the cheap question before a source is looked through for them."""


def may_suppress(data: bytes) -> bool:
    """Whether a text may have a suppression comment, or what was meant as one."""
    return b"sklint" in data.lower()
